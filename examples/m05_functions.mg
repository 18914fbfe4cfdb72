# exp, log, sqrt and relu, away from the places where they have no derivative.
# wrt: p, q
let p = [[0.5, 1.25, 2.0], [3.5, 0.75, 1.5]]
let q = [[1.0, -0.5, 0.25], [-1.5, 2.0, 0.625]]
let positive = log(p) * sqrt(p) + sqrt(p * p + 1.0)
print col_sum(row_sum(exp(q * 0.5) * positive + relu(q) * relu(-q + 0.1) - relu(q * p)))
