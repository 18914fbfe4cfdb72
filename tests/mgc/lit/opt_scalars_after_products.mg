# RUN: mgc opt %s --passes scalars-after-products,dead-code | filecheck %s
# A factor moves behind a product with fewer elements; one above 1 stays, as it may overflow.
let a = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
let b = [[1], [2], [3]]
print (a * 0.5) @ b
print transpose(b) @ (a * 0.25)
print (a * 2) @ b
print (b * 0.5) @ transpose(b)

# CHECK:      [[AB:%t[0-9]+]] = mg.matmul %t1, %t2
# CHECK-NEXT: [[HALF:%t[0-9]+]] = mg.scalar [[AB]] {op = "mul", value = 0.5
# CHECK-NEXT: mg.print [[HALF]]
# CHECK:      [[BA:%t[0-9]+]] = mg.matmul {{.*}}, %t1
# CHECK-NEXT: [[QUARTER:%t[0-9]+]] = mg.scalar [[BA]] {op = "mul", value = 0.25
# CHECK-NEXT: mg.print [[QUARTER]]
# CHECK-NEXT: mg.scalar %t1 {op = "mul", value = 2.0
# CHECK:      mg.scalar %t2 {op = "mul", value = 0.5
