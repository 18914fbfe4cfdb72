# A row, a column and a single number, stretched against a matrix and against each other.
# wrt: m, row, column, one
let m = [[1.0, -2.0, 0.5], [1.5, 3.0, -0.75]]
let row = [[0.5, 2.0, -1.0]]
let column = [[1.25], [-0.5]]
let one = [[1.5]]
let both = row * column - column / row
print col_sum(row_sum((m + row) * (column - m) / one + both * both * one + (one - row) * m))
