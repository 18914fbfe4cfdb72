# RUN: mgc opt %s --passes simplify,common-computations,joined-sums,dead-code | filecheck %s
# Rows are summed once where several of their sums are added to the same rows.
let x = [[1, 2], [3, 4]]
let y = [[5, 6], [7, 8]]
let z = [[9, 10], [11, 12]]
print (x + row_sum(x) / 2) + z + (y + row_sum(y) / 2)

# CHECK:      [[SUMMED:%t[0-9]+]] = mg.add %t1, %t2
# CHECK-NEXT: [[TOTAL:%t[0-9]+]] = mg.reduce [[SUMMED]] {axis = 1 : i64, kind = "sum"}
# CHECK-NEXT: [[MEAN:%t[0-9]+]] = mg.scalar [[TOTAL]]
# CHECK-NEXT: [[WIDE:%t[0-9]+]] = mg.broadcast [[MEAN]]
# CHECK-NEXT: [[MOST:%t[0-9]+]] = mg.add %t3, [[SUMMED]]
# CHECK-NEXT: [[ALL:%t[0-9]+]] = mg.add [[MOST]], [[WIDE]]
# CHECK-NEXT: mg.print [[ALL]]
