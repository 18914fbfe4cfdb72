# The worked example: a product, a relu, a factor and a sum, small enough to check by hand.
# wrt: w, x
let x = [[0.5, -1.0], [2.0, 1.0]]
let w = [[1.0, 2.0], [3.0, 4.0]]
print col_sum(row_sum(relu(x @ w) * 2.0))
