# RUN: mgc opt %s --passes reassociated-products,dead-code | filecheck %s
# A column times a row times a column: the inner product first. What is needed elsewhere stays.
let a = [[1], [2], [3]]
let b = [[4, 5, 6]]
let c = [[7], [8], [9]]
print a @ b @ c
let ab = a @ b
print ab @ c
print ab

# CHECK:      [[BC:%t[0-9]+]] = mg.matmul %t2, %t3 : tensor<1x3xf64>, tensor<3x1xf64>
# CHECK-NEXT: [[ABC:%t[0-9]+]] = mg.matmul %t1, [[BC]]
# CHECK-NEXT: mg.print [[ABC]]
# CHECK-NEXT: [[AB:%t[0-9]+]] = mg.matmul %t1, %t2
# CHECK-NEXT: [[ABC2:%t[0-9]+]] = mg.matmul [[AB]], %t3
# CHECK-NEXT: mg.print [[ABC2]]
# CHECK-NEXT: mg.print [[AB]]
