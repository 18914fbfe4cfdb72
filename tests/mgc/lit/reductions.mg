# RUN: mgc mlir %s | filecheck %s
# A mean is a sum divided by the count.
let a = [[1, 2, 3], [4, 5, 6]]
print row_sum(a)
print col_sum(a)
print row_max(a)
print col_max(a)
print row_mean(a)
print col_mean(a)

# CHECK: %t2 = mg.reduce %t1 {axis = 1 : i64, kind = "sum"} : tensor<2x3xf64> -> tensor<2x1xf64>
# CHECK: %t3 = mg.reduce %t1 {axis = 0 : i64, kind = "sum"} : tensor<2x3xf64> -> tensor<1x3xf64>
# CHECK: %t4 = mg.reduce %t1 {axis = 1 : i64, kind = "max"} : tensor<2x3xf64> -> tensor<2x1xf64>
# CHECK: %t5 = mg.reduce %t1 {axis = 0 : i64, kind = "max"} : tensor<2x3xf64> -> tensor<1x3xf64>
# CHECK: %t6 = mg.reduce %t1 {axis = 1 : i64, kind = "sum"} : tensor<2x3xf64> -> tensor<2x1xf64>
# CHECK: %t7 = mg.scalar %t6 {op = "div", value = 3.0 : f64, reversed = false} : tensor<2x1xf64> -> tensor<2x1xf64>
# CHECK: %t8 = mg.reduce %t1 {axis = 0 : i64, kind = "sum"} : tensor<2x3xf64> -> tensor<1x3xf64>
# CHECK: %t9 = mg.scalar %t8 {op = "div", value = 2.0 : f64, reversed = false} : tensor<1x3xf64> -> tensor<1x3xf64>
