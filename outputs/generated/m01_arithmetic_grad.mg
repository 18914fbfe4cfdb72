# Written by autograd from m01_arithmetic.mg.
# Prints, in order: the loss, its gradient by a, its gradient by b, its gradient by c.
# ---- forward: the operations of the program itself, in its order
let a = [[1.5, -0.5, 2.0], [0.25, 3.0, -1.25]]
let b = [[2.0, 1.75, -1.5], [0.5, -2.25, 1.0]]
let c = [[0.75, -1.0, 1.25], [2.5, 0.5, -0.75]]
let v1 = (a * b)
let v2 = (v1 - c)
let v3 = (c * 0.125)
let v4 = (b + v3)
let v5 = (a * a)
let v6 = (v4 + v5)
let v7 = (v2 / v6)
let v8 = row_sum(v7)
let v9 = col_sum(v8)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g10 = [[1.0]]
let ones11 = [[1.0], [1.0]]
let g12 = (ones11 * g10)
let ones13 = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
let g14 = (ones13 * g12)
let g15 = (g14 / v6)
let g16 = ((-(g14 * v7)) / v6)
let g17 = g16
let g18 = g17
let g19 = (g18 * a)
let g20 = (g19 + (g18 * a))
let g21 = g18
let g22 = g21
let g23 = (g22 * 0.125)
let g24 = g15
let g25 = (g23 + (-g24))
let g26 = (g20 + (g24 * b))
let g27 = (g22 + (g24 * a))
# ---- results: the loss, then one gradient for each parameter
print v9
print g26
print g27
print g25
