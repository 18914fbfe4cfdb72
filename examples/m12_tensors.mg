# Tensors of other ranks: permuted, contracted, and one of rank 3 used twice.
# wrt: a, b, c
let a = [[1.0, -0.5, 2.0, 0.25], [0.75, 1.5, -1.0, 3.0], [-2.0, 0.5, 1.25, -0.75]]
let b = [[0.5, -1.0], [2.0, 1.5], [-0.25, 0.75], [1.0, -1.5], [0.125, 2.0], [-0.5, 0.25]]
let c = [[1.5, -2.0, 0.5]]
let cube = reshape(a, 3, 2, 2)
let turned = permute(cube, 1, 2, 0)
let paired = contract(turned, (2, 0), cube, (0, 1))
let crossed = contract(cube, (1, 0), reshape(b, 3, 2, 2), (2, 0))
let outer = contract(c, (), b, ())
let flat = reshape(turned, 1, 12) * reshape(b, 1, 12)
let long = reshape(outer, 1, 36)
print col_sum(row_sum(paired * crossed)) + row_sum(flat * flat) + row_sum(long * long * long)
