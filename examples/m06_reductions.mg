# Sums, maxima that are attained once, and means, by row and by column.
# wrt: m, n, s
let m = [[1.0, 3.0, -2.0, 0.5], [2.5, -1.0, 0.25, 4.0], [0.75, 1.5, 5.0, -3.0]]
let n = [[2.0, -1.5, 0.5], [-0.25, 1.75, 3.0]]
let s = [[1.5, -2.0], [0.25, 0.75], [3.0, -1.0]]
let rows = row_sum(m * m) * row_max(m) - row_mean(m)
let columns = col_sum(m * m) * col_max(m) + col_mean(m * m * m)
let mixed = row_max(n) * row_mean(n * n) + row_sum(n)
let directly = row_sum(col_sum(s)) * 2.0
print col_sum(rows) + row_sum(columns) + col_max(mixed) * col_mean(row_max(n)) + directly
