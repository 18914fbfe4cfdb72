# Written by autograd from m05_functions.mg.
# Prints, in order: the loss, its gradient by p, its gradient by q.
# ---- forward: the operations of the program itself, in its order
let p = [[0.5, 1.25, 2.0], [3.5, 0.75, 1.5]]
let q = [[1.0, -0.5, 0.25], [-1.5, 2.0, 0.625]]
let v1 = log(p)
let v2 = sqrt(p)
let v3 = (v1 * v2)
let v4 = (p * p)
let v5 = (v4 + 1.0)
let v6 = sqrt(v5)
let v7 = (v3 + v6)
let v8 = (q * 0.5)
let v9 = exp(v8)
let v10 = (v9 * v7)
let v11 = relu(q)
let v12 = (-q)
let v13 = (v12 + 0.1)
let v14 = relu(v13)
let v15 = (v11 * v14)
let v16 = (v10 + v15)
let v17 = (q * p)
let v18 = relu(v17)
let v19 = (v16 - v18)
let v20 = row_sum(v19)
let v21 = col_sum(v20)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g22 = [[1.0]]
let ones23 = [[1.0], [1.0]]
let g24 = (ones23 * g22)
let ones25 = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
let g26 = (ones25 * g24)
let g27 = g26
let g28 = (-g27)
let zero29 = [[0.0]]
let g30 = (g28 * ge(v17, zero29))
let g31 = (g30 * p)
let g32 = (g30 * q)
let g33 = g27
let g34 = g33
let g35 = (g34 * v14)
let g36 = (g34 * v11)
let g37 = (g36 * ge(v13, zero29))
let g38 = g37
let g39 = (g31 + (-g38))
let g40 = (g39 + (g35 * ge(q, zero29)))
let g41 = (g34 * v7)
let g42 = (g34 * v9)
let g43 = (g41 * v9)
let g44 = (g40 + (g43 * 0.5))
let g45 = g42
let g46 = g45
let g47 = (g46 / (v6 * 2.0))
let g48 = g47
let g49 = (g32 + (g48 * p))
let g50 = (g49 + (g48 * p))
let g51 = (g46 * v2)
let g52 = (g46 * v1)
let g53 = (g50 + (g52 / (v2 * 2.0)))
let g54 = (g53 + (g51 / p))
# ---- results: the loss, then one gradient for each parameter
print v21
print g54
print g44
