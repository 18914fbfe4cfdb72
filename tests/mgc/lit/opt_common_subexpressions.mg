# RUN: mgc opt %s --passes common-subexpressions | filecheck %s
# Equal operations on equal values are computed once; scalars that differ in a sign of zero differ.
let a = [[1, 2]]
let b = [[1, 2]]
print exp(a) + exp(b)
print a * 0
print a * (-0.0)

# CHECK:      %t1 = mg.constant dense<[[1.0, 2.0]]>
# CHECK-NEXT: %t2 = mg.exp %t1
# CHECK-NEXT: %t3 = mg.add %t2, %t2
# CHECK-NEXT: mg.print %t3
# CHECK-NEXT: %t4 = mg.scalar %t1 {op = "mul", value = 0.0
# CHECK-NEXT: mg.print %t4
# CHECK-NEXT: %t5 = mg.scalar %t1 {op = "mul", value = -0.0
