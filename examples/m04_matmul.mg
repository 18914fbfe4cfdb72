# Products of three matrices, one of them transposed.
# wrt: a, b, c
let a = [[1.0, 0.5, -1.5], [2.0, -0.25, 0.75]]
let b = [[0.5, -1.0, 2.0], [1.25, 0.25, -0.5], [-0.75, 1.5, 1.0], [0.125, 2.0, -2.5]]
let c = [[1.0, -0.5], [0.75, 2.0], [-1.25, 0.25], [0.5, 1.5]]
let product = a @ transpose(b) @ c
print col_sum(row_sum(product * product))
