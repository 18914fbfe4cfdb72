# RUN: mgc mlir %s | filecheck %s
# Operations element by element stand in evaluation order, a stretched operand by mg.broadcast.
let a = [[1, 2], [3, 4]]
let b = [[5, 6]]
print a + a
print a - b
print a * [[2], [3]] / a
print [[7]] - a
print -a
print ge(a, b)

# CHECK:      func.func @main() -> i32 {
# CHECK-NEXT:   %t1 = mg.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
# CHECK-NEXT:   %t2 = mg.constant dense<[[5.0, 6.0]]> : tensor<1x2xf64>
# CHECK-NEXT:   %t3 = mg.add %t1, %t1 : tensor<2x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   mg.print %t3 : tensor<2x2xf64>
# CHECK-NEXT:   %t4 = mg.broadcast %t2 : tensor<1x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   %t5 = mg.sub %t1, %t4 : tensor<2x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   mg.print %t5 : tensor<2x2xf64>
# CHECK-NEXT:   %t6 = mg.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
# CHECK-NEXT:   %t7 = mg.broadcast %t6 : tensor<2x1xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   %t8 = mg.mul %t1, %t7 : tensor<2x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   %t9 = mg.div %t8, %t1 : tensor<2x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   mg.print %t9 : tensor<2x2xf64>
# CHECK-NEXT:   %t10 = mg.constant dense<[[7.0]]> : tensor<1x1xf64>
# CHECK-NEXT:   %t11 = mg.broadcast %t10 : tensor<1x1xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   %t12 = mg.sub %t11, %t1 : tensor<2x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   mg.print %t12 : tensor<2x2xf64>
# CHECK-NEXT:   %t13 = mg.neg %t1 : tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   mg.print %t13 : tensor<2x2xf64>
# CHECK-NEXT:   %t14 = mg.broadcast %t2 : tensor<1x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   %t15 = mg.ge %t1, %t14 : tensor<2x2xf64>, tensor<2x2xf64> -> tensor<2x2xf64>
# CHECK-NEXT:   mg.print %t15 : tensor<2x2xf64>
# CHECK-NEXT:   %zero = arith.constant 0 : i32
# CHECK-NEXT:   func.return %zero : i32
# CHECK-NEXT: }
