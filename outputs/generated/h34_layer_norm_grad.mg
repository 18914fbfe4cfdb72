# Written by autograd from h34_layer_norm.mg.
# Prints, in order: the loss, its gradient by h.
# ---- forward: the operations of the program itself, in its order
let h = [[1.0, 2.0, 4.0, 8.0]]
let d = [[1.0, -2.0, 3.0, 0.5]]
let v1 = row_sum(h)
let v2 = (v1 / 4.0)
let ones3 = [[1.0, 1.0, 1.0, 1.0]]
let v4 = (v2 * ones3)
let v5 = (h - v4)
let v6 = row_sum(h)
let v7 = (v6 / 4.0)
let v8 = (v7 * ones3)
let v9 = (h - v8)
let v10 = (v5 * v9)
let v11 = row_sum(v10)
let v12 = (v11 / 4.0)
let v13 = (v12 + 1e-05)
let v14 = sqrt(v13)
let v15 = row_sum(h)
let v16 = (v15 / 4.0)
let v17 = (v16 * ones3)
let v18 = (h - v17)
let v19 = (v14 * ones3)
let v20 = (v18 / v19)
let v21 = (d * v20)
let v22 = row_sum(v21)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g23 = [[1.0]]
let g24 = (ones3 * g23)
let g25 = (g24 * v20)
let g26 = (g24 * d)
let g27 = (g26 / v19)
let g28 = ((-(g26 * v20)) / v19)
let g29 = row_sum(g28)
let g30 = g27
let g31 = (-g30)
let g32 = row_sum(g31)
let g33 = (g32 / 4.0)
let g34 = (g30 + (ones3 * g33))
let g35 = (g29 / (v14 * 2.0))
let g36 = g35
let g37 = (g36 / 4.0)
let g38 = (ones3 * g37)
let g39 = (g38 * v9)
let g40 = (g38 * v5)
let g41 = (g34 + g40)
let g42 = (-g40)
let g43 = row_sum(g42)
let g44 = (g43 / 4.0)
let g45 = (g41 + (ones3 * g44))
let g46 = (g45 + g39)
let g47 = (-g39)
let g48 = row_sum(g47)
let g49 = (g48 / 4.0)
let g50 = (g46 + (ones3 * g49))
# ---- results: the loss, then one gradient for each parameter
print v22
print g50
