# RUN: mgc mlir %s | filecheck %s
# Reshapes to the same shape and identity permutations leave no operation.
let a = [[1, 2, 3], [4, 5, 6]]
let c = reshape(a, 1, 2, 3)
print permute(c, 2, 0, 1)
print permute(reshape(a, 2, 3), 0, 1)


# CHECK:      %t2 = mg.reshape %t1 : tensor<2x3xf64> -> tensor<1x2x3xf64>
# CHECK-NEXT: %t3 = mg.permute %t2 {permutation = array<i64: 2, 0, 1>} : tensor<1x2x3xf64> -> tensor<3x1x2xf64>
# CHECK-NEXT: mg.print %t3 : tensor<3x1x2xf64>
# CHECK-NEXT: mg.print %t1 : tensor<2x3xf64>
