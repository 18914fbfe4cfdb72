# RUN: mgc opt %s --passes simplify,dead-code | filecheck %s
# Operations on stretched values are done before the stretching.
let c = [[1], [2]]
let wide = [[0, 0, 0], [0, 0, 0]]
print sqrt(c + wide * [[1, 1, 1]])
def stretched(x: tensor[2x3], y: tensor[2x1]) = exp(y * [[1, 1, 1], [1, 1, 1]]) + x
print stretched(wide, c)

# CHECK:      %t[[E:[0-9]+]] = mg.exp %t1 : tensor<2x1xf64> -> tensor<2x1xf64>
# CHECK-NEXT: mg.broadcast %t[[E]] : tensor<2x1xf64> -> tensor<2x3xf64>
