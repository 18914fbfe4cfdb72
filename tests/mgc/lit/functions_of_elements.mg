# RUN: mgc mlir %s | filecheck %s
let a = [[1, 2]]
print exp(log(sqrt(relu(a))))

# CHECK:      %t2 = mg.relu %t1 : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK-NEXT: %t3 = mg.sqrt %t2 : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK-NEXT: %t4 = mg.log %t3 : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK-NEXT: %t5 = mg.exp %t4 : tensor<1x2xf64> -> tensor<1x2xf64>
