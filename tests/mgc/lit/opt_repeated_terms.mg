# RUN: mgc opt %s --passes repeated-terms,dead-code | filecheck %s
# A column is doubled where its product with a matrix would be added twice; a whole matrix is not.
let c = [[1], [2]]
let v = [[3, 4], [5, 6]]
let x = [[7, 8], [9, 10]]
let t = c * v
print x + t + t
let u = v * x
print x + u + u

# CHECK:      [[TWICE:%t[0-9]+]] = mg.scalar %t1 {op = "mul", value = 2.0
# CHECK-NEXT: [[WIDE:%t[0-9]+]] = mg.broadcast [[TWICE]]
# CHECK-NEXT: [[TERM:%t[0-9]+]] = mg.mul [[WIDE]], %t2
# CHECK-NEXT: [[SUM:%t[0-9]+]] = mg.add %t3, [[TERM]]
# CHECK-NEXT: mg.print [[SUM]]
# CHECK-NEXT: [[U:%t[0-9]+]] = mg.mul %t2, %t3
# CHECK-NEXT: [[ONCE:%t[0-9]+]] = mg.add %t3, [[U]]
# CHECK-NEXT: mg.add [[ONCE]], [[U]]
