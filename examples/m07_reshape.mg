# Reshapes between products, so that rows and columns meet in another order.
# wrt: a, b
let a = [[1.0, -0.5, 2.0], [0.25, 1.5, -1.0]]
let b = [[0.5, 2.0], [-1.25, 0.75], [1.0, -0.25]]
let tall = reshape(a, 3, 2)
let flat = reshape(b, 1, 6)
let product = tall @ reshape(flat, 2, 3)
print col_sum(row_sum(product * product * reshape(transpose(product), 3, 3)))
