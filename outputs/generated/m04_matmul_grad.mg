# Written by autograd from m04_matmul.mg.
# Prints, in order: the loss, its gradient by a, its gradient by b, its gradient by c.
# ---- forward: the operations of the program itself, in its order
let a = [[1.0, 0.5, -1.5], [2.0, -0.25, 0.75]]
let b = [[0.5, -1.0, 2.0], [1.25, 0.25, -0.5], [-0.75, 1.5, 1.0], [0.125, 2.0, -2.5]]
let c = [[1.0, -0.5], [0.75, 2.0], [-1.25, 0.25], [0.5, 1.5]]
let v1 = transpose(b)
let v2 = (a @ v1)
let v3 = (v2 @ c)
let v4 = (v3 * v3)
let v5 = row_sum(v4)
let v6 = col_sum(v5)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g7 = [[1.0]]
let ones8 = [[1.0], [1.0]]
let g9 = (ones8 * g7)
let ones10 = [[1.0, 1.0], [1.0, 1.0]]
let g11 = (ones10 * g9)
let g12 = (g11 * v3)
let g13 = (g12 + (g11 * v3))
let g14 = (g13 @ transpose(c))
let g15 = (transpose(v2) @ g13)
let g16 = (g14 @ transpose(v1))
let g17 = (transpose(a) @ g14)
let g18 = transpose(g17)
# ---- results: the loss, then one gradient for each parameter
print v6
print g16
print g18
print g15
