# Written by autograd from m02_scalars.mg.
# Prints, in order: the loss, its gradient by x, its gradient by y.
# ---- forward: the operations of the program itself, in its order
let x = [[1.5, -2.0], [0.75, 3.0]]
let y = [[-1.25, 0.5, 2.0]]
let v1 = (x + 1.5)
let v2 = (2.5 + x)
let v3 = (v1 * v2)
let v4 = (x - 0.25)
let v5 = (3.0 - x)
let v6 = (v4 * v5)
let v7 = (x / 4.0)
let v8 = (5.0 / x)
let v9 = (v7 - v8)
let v10 = (-x)
let v11 = (0.5 * x)
let v12 = (v10 * v11)
let v13 = (x * 0.75)
let v14 = (v12 + v13)
let v15 = (y * 3.0)
let v16 = (-v15)
let v17 = (7.0 / y)
let v18 = (y / 2.0)
let v19 = (v17 - v18)
let v20 = (v16 / v19)
let v21 = (v6 * v9)
let v22 = (v3 + v21)
let v23 = (v22 + v14)
let v24 = row_sum(v23)
let v25 = col_sum(v24)
let v26 = row_sum(v20)
let v27 = (v25 + v26)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g28 = [[1.0]]
let g29 = g28
let g30 = g29
let ones31 = [[1.0, 1.0, 1.0]]
let g32 = (ones31 * g30)
let ones33 = [[1.0], [1.0]]
let g34 = (ones33 * g30)
let ones35 = [[1.0, 1.0], [1.0, 1.0]]
let g36 = (ones35 * g34)
let g37 = g36
let g38 = g37
let g39 = g38
let g40 = g39
let g41 = (g40 * v9)
let g42 = (g40 * v6)
let g43 = (g32 / v19)
let g44 = ((-(g32 * v20)) / v19)
let g45 = g44
let g46 = (-g45)
let g47 = (g46 / 2.0)
let g48 = (g47 + ((-(g45 * v17)) / y))
let g49 = (-g43)
let g50 = (g48 + (g49 * 3.0))
let g51 = g40
let g52 = g51
let g53 = (g52 * 0.75)
let g54 = (g52 * v11)
let g55 = (g52 * v10)
let g56 = (g53 + (g55 * 0.5))
let g57 = (g56 + (-g54))
let g58 = g42
let g59 = (-g58)
let g60 = (g57 + ((-(g59 * v8)) / x))
let g61 = (g60 + (g58 / 4.0))
let g62 = (g41 * v5)
let g63 = (g41 * v4)
let g64 = (g61 + (-g63))
let g65 = (g64 + g62)
let g66 = (g52 * v2)
let g67 = (g52 * v1)
let g68 = (g65 + g67)
let g69 = (g68 + g66)
# ---- results: the loss, then one gradient for each parameter
print v27
print g69
print g50
