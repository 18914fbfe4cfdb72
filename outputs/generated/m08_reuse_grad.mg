# Written by autograd from m08_reuse.mg.
# Prints, in order: the loss, its gradient by x, its gradient by y.
# ---- forward: the operations of the program itself, in its order
let x = [[1.5, -0.5], [0.75, 2.0]]
let y = [[0.5, 1.0], [-1.0, 0.25]]
let v1 = (x * x)
let v2 = (v1 * x)
let v3 = (v2 @ x)
let v4 = (v3 + y)
let v5 = (v4 * v4)
let v6 = (v2 * y)
let v7 = (v5 - v6)
let v8 = (v7 + x)
let v9 = row_sum(v8)
let v10 = col_sum(v9)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g11 = [[1.0]]
let ones12 = [[1.0], [1.0]]
let g13 = (ones12 * g11)
let ones14 = [[1.0, 1.0], [1.0, 1.0]]
let g15 = (ones14 * g13)
let g16 = g15
let g17 = g16
let g18 = g17
let g19 = (-g18)
let g20 = (g19 * y)
let g21 = (g19 * v2)
let g22 = (g18 * v4)
let g23 = (g22 + (g18 * v4))
let g24 = g23
let g25 = (g21 + g24)
let g26 = (g20 + (g24 @ transpose(x)))
let g27 = (g18 + (transpose(v2) @ g24))
let g28 = (g26 * x)
let g29 = (g27 + (g26 * v1))
let g30 = (g29 + (g28 * x))
let g31 = (g30 + (g28 * x))
# ---- results: the loss, then one gradient for each parameter
print v10
print g31
print g25
