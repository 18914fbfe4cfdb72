# The four operations on two matrices, in one quotient.
# wrt: a, b, c
let a = [[1.5, -0.5, 2.0], [0.25, 3.0, -1.25]]
let b = [[2.0, 1.75, -1.5], [0.5, -2.25, 1.0]]
let c = [[0.75, -1.0, 1.25], [2.5, 0.5, -0.75]]
print col_sum(row_sum((a * b - c) / (b + c * 0.125 + a * a)))
