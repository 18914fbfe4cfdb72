# Written by autograd from m10_ties.mg.
# Prints, in order: the loss, its gradient by m.
# ---- forward: the operations of the program itself, in its order
let m = [[1.0, 3.0, 3.0], [2.0, 2.0, 0.0]]
let v1 = row_max(m)
let v2 = col_sum(v1)
# ---- backward: from the loss to the parameters; g... is d(loss)/d(a value)
let g3 = [[1.0]]
let ones4 = [[1.0], [1.0]]
let g5 = (ones4 * g3)
let m6 = ge(m, v1)
let g7 = (m6 * (g5 / row_sum(m6)))
# ---- results: the loss, then one gradient for each parameter
print v2
print g7
