# RUN: mgc mlir %s | filecheck %s
# contract is permutes, reshapes to matrices, a product and a reshape; needless ones are left out.
let a = [[1, 2, 3], [4, 5, 6]]
let c = reshape(a, 1, 2, 3)
print contract(a, (0), a, (0))
print contract(c, (2, 1), a, (1, 0))
print contract(a, (), [[1, 2]], ())

# CHECK:      %t3 = mg.permute %t1 {permutation = array<i64: 1, 0>} : tensor<2x3xf64> -> tensor<3x2xf64>
# CHECK-NEXT: %t4 = mg.matmul %t3, %t1 : tensor<3x2xf64>, tensor<2x3xf64> -> tensor<3x3xf64>
# CHECK-NEXT: mg.print %t4 : tensor<3x3xf64>
# CHECK-NEXT: %t5 = mg.permute %t2 {permutation = array<i64: 0, 2, 1>} : tensor<1x2x3xf64> -> tensor<1x3x2xf64>
# CHECK-NEXT: %t6 = mg.permute %t1 {permutation = array<i64: 1, 0>} : tensor<2x3xf64> -> tensor<3x2xf64>
# CHECK-NEXT: %t7 = mg.reshape %t5 : tensor<1x3x2xf64> -> tensor<1x6xf64>
# CHECK-NEXT: %t8 = mg.reshape %t6 : tensor<3x2xf64> -> tensor<6x1xf64>
# CHECK-NEXT: %t9 = mg.matmul %t7, %t8 : tensor<1x6xf64>, tensor<6x1xf64> -> tensor<1x1xf64>
# CHECK-NEXT: %t10 = mg.reshape %t9 : tensor<1x1xf64> -> tensor<1xf64>
# CHECK-NEXT: mg.print %t10 : tensor<1xf64>
# CHECK-NEXT: %t11 = mg.constant dense<[[1.0, 2.0]]> : tensor<1x2xf64>
# CHECK-NEXT: %t12 = mg.reshape %t1 : tensor<2x3xf64> -> tensor<6x1xf64>
# CHECK-NEXT: %t13 = mg.matmul %t12, %t11 : tensor<6x1xf64>, tensor<1x2xf64> -> tensor<6x2xf64>
# CHECK-NEXT: %t14 = mg.reshape %t13 : tensor<6x2xf64> -> tensor<2x3x1x2xf64>
