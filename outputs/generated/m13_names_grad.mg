# Written by autograd from m13_names.mg.
# Prints, in order: the loss, its gradient by v1, its gradient by g6, its gradient by ones7, its gradient by h, its gradient by a.
# ---- forward: the operations of the program itself, in its order
let v1 = [[2.0, -1.5], [0.5, 3.0]]
let g6 = [[0.5, 0.5], [0.5, 0.5]]
let ones7 = [[0.5, 0.5], [0.5, 0.5]]
let zero12 = [[0.5, 0.5], [0.5, 0.5]]
let a = [[0.75, -0.5]]
let v2 = (v1 * g6)
let v3 = [[0.5, 0.5], [0.5, 0.5]]
let v4 = (v3 * ones7)
let v5 = (v2 + v4)
let v6 = (v5 @ v5)
let v7 = (v6 - zero12)
let v8 = (v7 * v7)
let v9 = (v8 * ones7)
let v10 = relu(v1)
let ones11 = [[1.0, 1.0], [1.0, 1.0]]
let v12 = (a * ones11)
let v13 = (v10 * v12)
let v14 = (v9 + v13)
let v15 = row_sum(v14)
let v16 = col_sum(v15)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g17 = [[1.0]]
let ones18 = [[1.0], [1.0]]
let g19 = (ones18 * g17)
let g20 = (ones11 * g19)
let g21 = g20
let g22 = g21
let g23 = (g22 * v12)
let g24 = (g22 * v10)
let g25 = col_sum(g24)
let zero26 = [[0.0]]
let g27 = (g23 * ge(v1, zero26))
let g28 = (g22 * ones7)
let g29 = (g22 * v8)
let g30 = (g28 * v7)
let g31 = (g30 + (g28 * v7))
let g32 = g31
let g33 = (-g32)
let g34 = (g32 @ transpose(v5))
let g35 = (g34 + (transpose(v5) @ g32))
let g36 = g35
let g37 = g36
let g38 = (g37 * ones7)
let g39 = (g29 + (g37 * v3))
let g40 = (g27 + (g37 * g6))
let g41 = (g37 * v1)
# ---- results: the loss, then one gradient for each parameter
print v16
print g40
print g41
print g39
print g32
print g25
