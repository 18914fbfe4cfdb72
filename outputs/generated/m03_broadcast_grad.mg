# Written by autograd from m03_broadcast.mg.
# Prints, in order: the loss, its gradient by m, its gradient by row, its gradient by column, its gradient by one.
# ---- forward: the operations of the program itself, in its order
let m = [[1.0, -2.0, 0.5], [1.5, 3.0, -0.75]]
let row = [[0.5, 2.0, -1.0]]
let column = [[1.25], [-0.5]]
let one = [[1.5]]
let ones1 = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
let v2 = (row * ones1)
let v3 = (column * ones1)
let v4 = (v2 * v3)
let v5 = (column * ones1)
let v6 = (row * ones1)
let v7 = (v5 / v6)
let v8 = (v4 - v7)
let v9 = (row * ones1)
let v10 = (m + v9)
let v11 = (column * ones1)
let v12 = (v11 - m)
let v13 = (v10 * v12)
let v14 = (one * ones1)
let v15 = (v13 / v14)
let v16 = (v8 * v8)
let v17 = (one * ones1)
let v18 = (v16 * v17)
let v19 = (v15 + v18)
let ones20 = [[1.0, 1.0, 1.0]]
let v21 = (one * ones20)
let v22 = (v21 - row)
let v23 = (v22 * ones1)
let v24 = (v23 * m)
let v25 = (v19 + v24)
let v26 = row_sum(v25)
let v27 = col_sum(v26)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g28 = [[1.0]]
let ones29 = [[1.0], [1.0]]
let g30 = (ones29 * g28)
let g31 = (ones1 * g30)
let g32 = g31
let g33 = g32
let g34 = (g33 * m)
let g35 = (g33 * v23)
let g36 = col_sum(g34)
let g37 = g36
let g38 = (-g37)
let g39 = row_sum(g37)
let g40 = g33
let g41 = g40
let g42 = (g41 * v17)
let g43 = (g41 * v16)
let g44 = (g39 + col_sum(row_sum(g43)))
let g45 = (g42 * v8)
let g46 = (g45 + (g42 * v8))
let g47 = (g41 / v14)
let g48 = ((-(g41 * v15)) / v14)
let g49 = (g44 + col_sum(row_sum(g48)))
let g50 = (g47 * v12)
let g51 = (g47 * v10)
let g52 = g51
let g53 = (g35 + (-g52))
let g54 = row_sum(g52)
let g55 = (g53 + g50)
let g56 = g50
let g57 = (g38 + col_sum(g56))
let g58 = g46
let g59 = (-g58)
let g60 = (g59 / v6)
let g61 = ((-(g59 * v7)) / v6)
let g62 = (g57 + col_sum(g61))
let g63 = (g54 + row_sum(g60))
let g64 = (g58 * v3)
let g65 = (g58 * v2)
let g66 = (g63 + row_sum(g65))
let g67 = (g62 + col_sum(g64))
# ---- results: the loss, then one gradient for each parameter
print v27
print g55
print g67
print g66
print g49
