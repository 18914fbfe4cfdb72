# Written by autograd from m11_layer_norm.mg.
# Prints, in order: the loss, its gradient by h, its gradient by scale, its gradient by shift.
# ---- forward: the operations of the program itself, in its order
let h = [[1.0, 2.0, 4.0, 8.0], [-1.5, 0.5, 0.25, 3.0]]
let scale = [[1.0, 0.5, -1.5, 2.0]]
let shift = [[0.25, -0.5, 0.0, 1.0]]
let weight = [[1.0, -2.0, 3.0, 0.5], [0.75, 1.25, -1.0, 2.0]]
let v1 = row_sum(h)
let v2 = (v1 / 4.0)
let ones3 = [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
let v4 = (v2 * ones3)
let v5 = (h - v4)
let v6 = row_sum(h)
let v7 = (v6 / 4.0)
let v8 = (v7 * ones3)
let v9 = (h - v8)
let v10 = row_sum(h)
let v11 = (v10 / 4.0)
let v12 = (v11 * ones3)
let v13 = (h - v12)
let v14 = (v9 * v13)
let v15 = row_sum(v14)
let v16 = (v15 / 4.0)
let v17 = (v16 + 1e-05)
let v18 = sqrt(v17)
let v19 = (v18 * ones3)
let v20 = (v5 / v19)
let v21 = (scale * ones3)
let v22 = (v20 * v21)
let v23 = (shift * ones3)
let v24 = (v22 + v23)
let v25 = (weight * v24)
let v26 = (v25 * v24)
let v27 = row_sum(v26)
let v28 = col_sum(v27)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g29 = [[1.0]]
let ones30 = [[1.0], [1.0]]
let g31 = (ones30 * g29)
let g32 = (ones3 * g31)
let g33 = (g32 * v24)
let g34 = (g32 * v25)
let g35 = (g33 * v24)
let g36 = (g34 + (g33 * weight))
let g37 = g36
let g38 = g37
let g39 = col_sum(g38)
let g40 = (g38 * v21)
let g41 = (g38 * v20)
let g42 = col_sum(g41)
let g43 = (g40 / v19)
let g44 = ((-(g40 * v20)) / v19)
let g45 = row_sum(g44)
let g46 = (g45 / (v18 * 2.0))
let g47 = g46
let g48 = (g47 / 4.0)
let g49 = (ones3 * g48)
let g50 = (g49 * v13)
let g51 = (g49 * v9)
let g52 = g51
let g53 = (-g52)
let g54 = row_sum(g53)
let g55 = (g54 / 4.0)
let g56 = (g52 + (ones3 * g55))
let g57 = (g56 + g50)
let g58 = (-g50)
let g59 = row_sum(g58)
let g60 = (g59 / 4.0)
let g61 = (g57 + (ones3 * g60))
let g62 = (g61 + g43)
let g63 = (-g43)
let g64 = row_sum(g63)
let g65 = (g64 / 4.0)
let g66 = (g62 + (ones3 * g65))
# ---- results: the loss, then one gradient for each parameter
print v28
print g66
print g42
print g39
