# RUN: mgc opt %s --passes zero-terms,dead-code | filecheck %s
# A matrix of zeros, stretched or not, adds nothing; 0 - a is not a.
let a = [[1, 2], [3, 4]]
let zeros = [[0, -0.0]]
print a + zeros
print zeros + a
print a - zeros
print zeros - a
print a + [[0, 1]]

# CHECK:      %t1 = mg.constant
# CHECK:      mg.print %t1
# CHECK-NEXT: mg.print %t1
# CHECK-NEXT: mg.print %t1
# CHECK:      mg.sub
# CHECK:      mg.add
