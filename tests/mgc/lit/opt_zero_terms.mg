# RUN: mgc opt %s --passes zero-terms,dead-code | filecheck %s
# A matrix of zeros adds nothing to what is never -0, nor to what is only summed; 0 - a is not a.
# A product can be -0, and so it matters to one whether its factor is.
# To add 0 - r to what is never -0, or only by underflow, is to subtract r.
let a = [[1, 2], [3, 4]]
let zeros = [[0, -0.0]]
let e = exp(a)
print e + zeros
print zeros + e
print e - zeros
print a @ a + zeros
print row_sum(a) + [[0], [-0.0]]
print (a + zeros) @ a
print row_sum(transpose(zeros + a)) + col_sum(a + zeros)
print a + zeros
print zeros - e
print e + [[0, 1]]
print e + (0 - row_sum(a))
print (0 - a) + e
print (0 - a) + a @ e
print a + (0 - e)

# CHECK:      [[E:%t[0-9]+]] = mg.exp %t1
# CHECK-NEXT: mg.print [[E]]
# CHECK-NEXT: mg.print [[E]]
# CHECK-NEXT: mg.print [[E]]
# CHECK-NEXT: [[AA:%t[0-9]+]] = mg.matmul %t1, %t1
# CHECK-NEXT: [[ZEROS:%t[0-9]+]] = mg.broadcast %t2
# CHECK-NEXT: [[SUM:%t[0-9]+]] = mg.add [[AA]], [[ZEROS]]
# CHECK-NEXT: mg.print [[SUM]]
# CHECK-NEXT: [[ROWS:%t[0-9]+]] = mg.reduce %t1
# CHECK-NEXT: mg.print [[ROWS]]
# CHECK-NEXT: [[ZEROS2:%t[0-9]+]] = mg.broadcast %t2
# CHECK-NEXT: [[SUM2:%t[0-9]+]] = mg.add %t1, [[ZEROS2]]
# CHECK-NEXT: mg.matmul [[SUM2]], %t1
# CHECK-NEXT: mg.print
# CHECK-NEXT: mg.transpose %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.reduce %t1
# CHECK:      mg.print
# CHECK:      mg.add %t1
# CHECK:      mg.sub
# CHECK:      mg.add [[E]]
# CHECK:      [[R:%t[0-9]+]] = mg.broadcast {{.*}} tensor<2x1xf64> -> tensor<2x2xf64>
# CHECK-NEXT: mg.sub [[E]], [[R]]
# CHECK:      mg.sub [[E]], %t1 :
# CHECK:      [[AE:%t[0-9]+]] = mg.matmul %t1, [[E]]
# CHECK-NEXT: mg.sub [[AE]], %t1 :
# CHECK:      mg.add %t1
