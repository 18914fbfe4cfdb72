# RUN: mgc opt %s --passes simplify,dead-code | filecheck %s
# Rules that hold for every double, infinities, NaNs and zeros of either sign included.
let a = [[1, 2], [3, 4], [5, 6]]
let row = [[7, 8]]
let ones = [[1, 1], [1, 1], [1, 1]]
print transpose(transpose(a))
print transpose(row)
print ones * [[9, 9]]
print a / ones
print a * 1
print a - 0
print a / 8
print exp(row + a * 0)
print -(-a)
print permute(permute(reshape(a, 1, 3, 2), 2, 0, 1), 1, 2, 0)
print reshape(reshape(a, 6), 2, 3)
print transpose(transpose(a) @ (a * 0))
print transpose(a @ [[7, 8], [9, 10]])

# CHECK:      %t1 = mg.constant dense<{{\[\[}}1.0, 2.0
# CHECK-NEXT: %t2 = mg.constant dense<{{\[\[}}7.0, 8.0
# CHECK-NEXT: mg.print %t1 : tensor<3x2xf64>
# CHECK-NEXT: %t3 = mg.reshape %t2 : tensor<1x2xf64> -> tensor<2x1xf64>
# CHECK-NEXT: mg.print %t3
# CHECK-NEXT: %t4 = mg.constant dense<{{\[\[}}9.0, 9.0
# CHECK-NEXT: %t5 = mg.broadcast %t4 : tensor<1x2xf64> -> tensor<3x2xf64>
# CHECK-NEXT: mg.print %t5
# CHECK-NEXT: mg.print %t1
# CHECK-NEXT: mg.print %t1
# CHECK-NEXT: mg.print %t1
# CHECK-NEXT: %t6 = mg.scalar %t1 {op = "mul", value = 0.125 : f64
# CHECK-NEXT: mg.print %t6
# CHECK-NEXT: %t7 = mg.scalar %t1 {op = "mul", value = 0.0
# CHECK-NEXT: %t8 = mg.broadcast %t2
# CHECK-NEXT: %t9 = mg.add %t8, %t7
# CHECK-NEXT: %t10 = mg.exp %t9
# CHECK-NEXT: mg.print %t10
# CHECK-NEXT: mg.print %t1
# CHECK-NEXT: %t11 = mg.reshape %t1 : tensor<3x2xf64> -> tensor<1x3x2xf64>
# CHECK-NEXT: mg.print %t11
# CHECK-NEXT: %t12 = mg.reshape %t1 : tensor<3x2xf64> -> tensor<2x3xf64>
# CHECK-NEXT: mg.print %t12
# CHECK-NEXT: %t13 = mg.scalar %t1
# CHECK-NEXT: %t14 = mg.transpose %t13
# CHECK-NEXT: %t15 = mg.matmul %t14, %t1
# CHECK-NEXT: mg.print %t15
# CHECK:      [[PRODUCT:%t[0-9]+]] = mg.matmul %t1
# CHECK-NEXT: mg.transpose [[PRODUCT]]
