# RUN: mgc mlir %s | filecheck %s
# Scalars fold at compile time; `reversed` means that the scalar stands on the left.
let a = [[1, 2]]
let s = 2 * 3 - 1 / 4
print a + s
print s - a
print 2 * a @ [[1], [1]]
print a / -1e-7
print 1e16 / a

# CHECK:   %t2 = mg.scalar %t1 {op = "add", value = 5.75 : f64, reversed = false} : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK:   %t3 = mg.scalar %t1 {op = "sub", value = 5.75 : f64, reversed = true} : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK:   %t4 = mg.scalar %t1 {op = "mul", value = 2.0 : f64, reversed = true} : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK:   %t6 = mg.matmul %t4, %t5 : tensor<1x2xf64>, tensor<2x1xf64> -> tensor<1x1xf64>
# CHECK:   %t7 = mg.scalar %t1 {op = "div", value = -1.0e-07 : f64, reversed = false} : tensor<1x2xf64> -> tensor<1x2xf64>
# CHECK:   %t8 = mg.scalar %t1 {op = "div", value = 1.0e+16 : f64, reversed = true} : tensor<1x2xf64> -> tensor<1x2xf64>
