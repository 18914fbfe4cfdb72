# Written by autograd from m07_reshape.mg.
# Prints, in order: the loss, its gradient by a, its gradient by b.
# ---- forward: the operations of the program itself, in its order
let a = [[1.0, -0.5, 2.0], [0.25, 1.5, -1.0]]
let b = [[0.5, 2.0], [-1.25, 0.75], [1.0, -0.25]]
let v1 = reshape(a, 3, 2)
let v2 = reshape(b, 1, 6)
let v3 = reshape(v2, 2, 3)
let v4 = (v1 @ v3)
let v5 = (v4 * v4)
let v6 = transpose(v4)
let v7 = (v5 * v6)
let v8 = row_sum(v7)
let v9 = col_sum(v8)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g10 = [[1.0]]
let ones11 = [[1.0], [1.0], [1.0]]
let g12 = (ones11 * g10)
let ones13 = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
let g14 = (ones13 * g12)
let g15 = (g14 * v6)
let g16 = (g14 * v5)
let g17 = transpose(g16)
let g18 = (g17 + (g15 * v4))
let g19 = (g18 + (g15 * v4))
let g20 = (g19 @ transpose(v3))
let g21 = (transpose(v1) @ g19)
let g22 = reshape(g21, 1, 6)
let g23 = reshape(g22, 3, 2)
let g24 = reshape(g20, 2, 3)
# ---- results: the loss, then one gradient for each parameter
print v9
print g24
print g23
