# Names that a generator might choose, equal literals, a shadowed let, a computed parameter, and a
# loss that is not the first print.
# wrt: v1, g6, ones7, h, a
# loss: 1
let v1 = [[2.0, -1.5], [0.5, 3.0]]
let g6 = [[0.5, 0.5], [0.5, 0.5]]
let ones7 = [[0.5, 0.5], [0.5, 0.5]]
let zero12 = [[0.5, 0.5], [0.5, 0.5]]
let a = [[1.25, 2.0]]
let a = [[0.75, -0.5]]
let h = v1 * g6 + [[0.5, 0.5], [0.5, 0.5]] * ones7
let h = h @ h - zero12
print row_sum(a * a)
print col_sum(row_sum(h * h * ones7 + relu(v1) * a))
