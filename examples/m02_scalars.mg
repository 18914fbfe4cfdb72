# Every operation with a scalar, on either side of it, and negation.
# wrt: x, y
let half = 1 / 2
let x = [[1.5, -2.0], [0.75, 3.0]]
let y = [[-1.25, 0.5, 2.0]]
let sums = (x + 1.5) * (2.5 + x)
let differences = (x - 0.25) * (3.0 - x)
let quotients = x / 4.0 - 5.0 / x
let products = (-x) * (half * x) + x * 0.75
let row = -(y * 3.0) / (7.0 / y - y / 2.0)
print col_sum(row_sum(sums + differences * quotients + products)) + row_sum(row)
