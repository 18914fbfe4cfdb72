# RUN: mgc opt %s --passes scalars-after-products,dead-code | filecheck %s
# A factor moves behind products with fewer elements, also of the transposed matrix. A factor above 1
# stays, as it may overflow, and 0, which hides that, and a tiny one, which may keep the product from
# overflowing; so does that of a product of a matrix with itself, and one that is needed for something
# else.
let a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
let b = [[1], [2], [3]]
print (a * 0.5) @ b
print transpose(b) @ (a * 0.25)
let c = a * 0.125
print c @ b
print transpose(c) @ b
let d = transpose(b) * 0.0625
print d @ transpose(d)
print (a * 2) @ b
print (a * 0) @ b
let f = a * 0.5
print f @ b
print f
print (b * 0.5) @ transpose(b)
print (a * 1e-20) @ b

# CHECK:      [[AB:%t[0-9]+]] = mg.matmul %t1, %t2
# CHECK-NEXT: [[HALF:%t[0-9]+]] = mg.scalar [[AB]] {op = "mul", value = 0.5
# CHECK-NEXT: mg.print [[HALF]]
# CHECK:      [[BA:%t[0-9]+]] = mg.matmul {{.*}}, %t1
# CHECK-NEXT: [[QUARTER:%t[0-9]+]] = mg.scalar [[BA]] {op = "mul", value = 0.25
# CHECK-NEXT: mg.print [[QUARTER]]
# CHECK:      [[CB:%t[0-9]+]] = mg.matmul %t1, %t2
# CHECK-NEXT: mg.scalar [[CB]] {op = "mul", value = 0.125
# CHECK:      [[AT:%t[0-9]+]] = mg.transpose %t1
# CHECK-NEXT: [[ATB:%t[0-9]+]] = mg.matmul [[AT]], %t2
# CHECK-NEXT: mg.scalar [[ATB]] {op = "mul", value = 0.125
# CHECK:      [[BT:%t[0-9]+]] = mg.transpose %t2
# CHECK-NEXT: mg.scalar [[BT]] {op = "mul", value = 0.0625
# CHECK:      mg.scalar %t1 {op = "mul", value = 2.0
# CHECK:      mg.scalar %t1 {op = "mul", value = 0.0
# CHECK:      [[F:%t[0-9]+]] = mg.scalar %t1 {op = "mul", value = 0.5
# CHECK-NEXT: mg.matmul [[F]], %t2
# CHECK:      mg.scalar %t2 {op = "mul", value = 0.5
# CHECK:      [[TINY:%t[0-9]+]] = mg.scalar %t1 {op = "mul", value = 1.0e-20
# CHECK-NEXT: mg.matmul [[TINY]], %t2
