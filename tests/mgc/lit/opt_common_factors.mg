# RUN: mgc opt %s --passes common-computations,common-factors,dead-code | filecheck %s
# A softmax multiplies a sum or a difference once; another quotient may be infinite, and stays.
let z = [[1, 2], [3, 4]]
let g = [[5, 6], [7, 8]]
let h = [[9, 10], [11, 12]]
let e = exp(z - row_max(z))
let p = e / row_sum(e)
print p * g - h * p
let large = z / row_sum(e)
print large * g + large * h

# CHECK:      [[P:%t[0-9]+]] = mg.div
# CHECK:      [[LESS:%t[0-9]+]] = mg.sub %t2, %t3
# CHECK-NEXT: [[ONCE:%t[0-9]+]] = mg.mul [[LESS]], [[P]]
# CHECK-NEXT: mg.print [[ONCE]]
# CHECK:      [[LARGE:%t[0-9]+]] = mg.div
# CHECK-NEXT: [[G:%t[0-9]+]] = mg.mul [[LARGE]], %t2
# CHECK-NEXT: [[H:%t[0-9]+]] = mg.mul [[LARGE]], %t3
# CHECK-NEXT: mg.add [[G]], [[H]]
