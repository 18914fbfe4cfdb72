# RUN: mgc opt %s --passes common-computations,normalisers,dead-code | filecheck %s
# Any other divisor may be 0 or small, where a quotient overflows and its sum does not.
let z = [[1, 2], [3, 4]]
let y = [[5, 6], [7, 8]]
let d = row_sum(exp(z - col_max(z)))
print row_sum(z / d)
print row_sum(z / (d + 1))
print col_sum(z / row_sum(exp(z - row_max(z))))
print row_sum(z / row_sum(exp(z - row_max(y))))
print row_sum(z / row_sum(exp(z - row_sum(z))))
print row_sum(z / row_max(exp(z - row_max(z))))

# CHECK:      [[D:%t[0-9]+]] = mg.reduce {{.*}}"sum"
# CHECK-NEXT: mg.broadcast [[D]]
# CHECK-NEXT: mg.div %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.print
# CHECK:      mg.div %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.print
# CHECK:      mg.div %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.print
# CHECK:      mg.div %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.print
# CHECK:      mg.div %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.print
# CHECK:      mg.div %t1
# CHECK-NEXT: mg.reduce
# CHECK-NEXT: mg.print
