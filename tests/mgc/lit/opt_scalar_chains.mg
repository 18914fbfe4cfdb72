# RUN: mgc opt %s --passes scalar-chains,dead-code | filecheck %s
# Two scalars become one, unless that would overflow, vanish or turn back on the way, or if
# their sum has to be rounded.
let a = [[1, 2]]
print a * 3 * 5
print a + 1 + 2
print a * 1e200 * 1e200
print a * 1e-200 * 1e-200
print a * 2 + 3
print a * 1e200 * 1e-200
print a + 1e308 + -1e308
print a + 1e308 + 1e308
print a + 1 + 1e-20

# CHECK:      %t2 = mg.scalar %t1 {op = "mul", value = 15.0
# CHECK-NEXT: mg.print %t2
# CHECK-NEXT: %t3 = mg.scalar %t1 {op = "add", value = 3.0
# CHECK-NEXT: mg.print %t3
# CHECK-NEXT: %t4 = mg.scalar %t1 {op = "mul", value = 1.0e+200
# CHECK-NEXT: %t5 = mg.scalar %t4 {op = "mul", value = 1.0e+200
# CHECK-NEXT: mg.print %t5
# CHECK-NEXT: %t6 = mg.scalar %t1 {op = "mul", value = 1.0e-200
# CHECK-NEXT: %t7 = mg.scalar %t6
# CHECK-NEXT: mg.print %t7
# CHECK-NEXT: %t8 = mg.scalar %t1 {op = "mul", value = 2.0
# CHECK-NEXT: %t9 = mg.scalar %t8 {op = "add"
# CHECK-NEXT: mg.print %t9
# CHECK-NEXT: %t10 = mg.scalar %t1 {op = "mul", value = 1.0e+200
# CHECK-NEXT: %t11 = mg.scalar %t10 {op = "mul", value = 1.0e-200
# CHECK-NEXT: mg.print %t11
# CHECK-NEXT: %t12 = mg.scalar %t1 {op = "add"
# CHECK-NEXT: %t13 = mg.scalar %t12 {op = "add"
# CHECK-NEXT: mg.print %t13
# CHECK-NEXT: %t14 = mg.scalar %t1 {op = "add", value = 1.0e+308
# CHECK-NEXT: %t15 = mg.scalar %t14 {op = "add", value = 1.0e+308
# CHECK:      %t16 = mg.scalar %t1 {op = "add", value = 1.0 :
# CHECK-NEXT: %t17 = mg.scalar %t16 {op = "add", value = 1.0e-20
