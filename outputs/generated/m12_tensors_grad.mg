# Written by autograd from m12_tensors.mg.
# Prints, in order: the loss, its gradient by a, its gradient by b, its gradient by c.
# ---- forward: the operations of the program itself, in its order
let a = [[1.0, -0.5, 2.0, 0.25], [0.75, 1.5, -1.0, 3.0], [-2.0, 0.5, 1.25, -0.75]]
let b = [[0.5, -1.0], [2.0, 1.5], [-0.25, 0.75], [1.0, -1.5], [0.125, 2.0], [-0.5, 0.25]]
let c = [[1.5, -2.0, 0.5]]
let v1 = reshape(a, 3, 2, 2)
let v2 = permute(v1, 1, 2, 0)
let v3 = permute(v2, 1, 2, 0)
let v4 = reshape(v3, 2, 6)
let v5 = reshape(v1, 6, 2)
let v6 = (v4 @ v5)
let v7 = reshape(b, 3, 2, 2)
let v8 = permute(v1, 2, 1, 0)
let v9 = permute(v7, 2, 0, 1)
let v10 = reshape(v8, 2, 6)
let v11 = reshape(v9, 6, 2)
let v12 = (v10 @ v11)
let v13 = reshape(c, 3, 1)
let v14 = reshape(b, 1, 12)
let v15 = (v13 @ v14)
let v16 = reshape(v15, 1, 3, 6, 2)
let v17 = reshape(v2, 1, 12)
let v18 = reshape(b, 1, 12)
let v19 = (v17 * v18)
let v20 = reshape(v16, 1, 36)
let v21 = (v6 * v12)
let v22 = row_sum(v21)
let v23 = col_sum(v22)
let v24 = (v19 * v19)
let v25 = row_sum(v24)
let v26 = (v23 + v25)
let v27 = (v20 * v20)
let v28 = (v27 * v20)
let v29 = row_sum(v28)
let v30 = (v26 + v29)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g31 = [[1.0]]
let g32 = g31
let g33 = g32
let ones34 = [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]
let g35 = (ones34 * g33)
let g36 = (g35 * v20)
let g37 = (g35 * v27)
let g38 = (g37 + (g36 * v20))
let g39 = (g38 + (g36 * v20))
let g40 = g33
let g41 = g40
let ones42 = [[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]
let g43 = (ones42 * g41)
let g44 = (g43 * v19)
let g45 = (g44 + (g43 * v19))
let ones46 = [[1.0], [1.0]]
let g47 = (ones46 * g41)
let ones48 = [[1.0, 1.0], [1.0, 1.0]]
let g49 = (ones48 * g47)
let g50 = (g49 * v12)
let g51 = (g49 * v6)
let g52 = reshape(g39, 1, 3, 6, 2)
let g53 = (g45 * v18)
let g54 = (g45 * v17)
let g55 = reshape(g54, 6, 2)
let g56 = reshape(g53, 2, 2, 3)
let g57 = reshape(g52, 3, 12)
let g58 = (g57 @ transpose(v14))
let g59 = (transpose(v13) @ g57)
let g60 = (g55 + reshape(g59, 6, 2))
let g61 = reshape(g58, 1, 3)
let g62 = (g51 @ transpose(v11))
let g63 = (transpose(v10) @ g51)
let g64 = reshape(g63, 2, 3, 2)
let g65 = reshape(g62, 2, 2, 3)
let g66 = permute(g64, 1, 2, 0)
let g67 = permute(g65, 2, 1, 0)
let g68 = (g60 + reshape(g66, 6, 2))
let g69 = (g50 @ transpose(v5))
let g70 = (transpose(v4) @ g50)
let g71 = reshape((reshape(g67, 1, 12) + reshape(reshape(g70, 3, 2, 2), 1, 12)), 3, 2, 2)
let g72 = reshape(g69, 2, 3, 2)
let g73 = reshape((reshape(g56, 1, 12) + reshape(permute(g72, 2, 0, 1), 1, 12)), 2, 2, 3)
let g74 = reshape((reshape(g71, 1, 12) + reshape(permute(g73, 2, 0, 1), 1, 12)), 3, 2, 2)
let g75 = reshape(g74, 3, 4)
# ---- results: the loss, then one gradient for each parameter
print v30
print g75
print g68
print g61
