# Written by autograd from m09_softmax.mg.
# Prints, in order: the loss, its gradient by logits, its gradient by weights.
# ---- forward: the operations of the program itself, in its order
let logits = [[2.0, -1.0, 0.5], [0.25, 1.5, -0.75], [-2.0, 0.125, 1.0]]
let weights = [[1.0, 0.5, -0.5], [0.25, 1.5, 1.0], [-1.0, 0.75, 2.0]]
let labels = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
let v1 = (logits @ weights)
let v2 = row_max(v1)
let ones3 = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
let v4 = (v2 * ones3)
let v5 = (v1 - v4)
let v6 = row_max(v1)
let v7 = (v6 * ones3)
let v8 = (v1 - v7)
let v9 = exp(v8)
let v10 = row_sum(v9)
let v11 = log(v10)
let v12 = (v11 * ones3)
let v13 = (v5 - v12)
let v14 = (labels * v13)
let v15 = row_sum(v14)
let v16 = col_sum(v15)
let v17 = (v16 * -0.3333333333333333)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g18 = [[1.0]]
let g19 = (g18 * -0.3333333333333333)
let ones20 = [[1.0], [1.0], [1.0]]
let g21 = (ones20 * g19)
let g22 = (ones3 * g21)
let g23 = (g22 * v13)
let g24 = (g22 * labels)
let g25 = g24
let g26 = (-g25)
let g27 = row_sum(g26)
let g28 = (g27 / v10)
let g29 = (ones3 * g28)
let g30 = (g29 * v9)
let g31 = g30
let g32 = (-g31)
let g33 = row_sum(g32)
let m34 = ge(v1, v6)
let g35 = (g31 + (m34 * (g33 / row_sum(m34))))
let g36 = (g35 + g25)
let g37 = (-g25)
let g38 = row_sum(g37)
let m39 = ge(v1, v2)
let g40 = (g36 + (m39 * (g38 / row_sum(m39))))
let g41 = (g40 @ transpose(weights))
let g42 = (transpose(logits) @ g40)
# ---- results: the loss, then one gradient for each parameter
print v17
print g41
print g42
