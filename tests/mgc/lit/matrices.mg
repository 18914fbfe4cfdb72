# RUN: mgc mlir %s | filecheck %s
let a = [[1, 2, 3], [4, 5, 6]]
print a @ transpose(a)

# CHECK:      %t2 = mg.transpose %t1 : tensor<2x3xf64> to tensor<3x2xf64>
# CHECK-NEXT: %t3 = mg.matmul %t1, %t2 : tensor<2x3xf64>, tensor<3x2xf64> -> tensor<2x2xf64>
