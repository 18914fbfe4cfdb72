# A maximum attained twice in a row: its adjoint is shared between the ties.
# wrt: m
let m = [[1, 3, 3], [2, 2, 0]]
print col_sum(row_max(m))
