# RUN: mgc opt %s --passes common-computations,normalisers,dead-code | filecheck %s
# The division by a sum of exponentials that is at least 1 comes last, or is not made again.
let z = [[1, 2], [3, 4]]
let g = [[5, 6], [7, 8]]
let h = [[9, 10], [11, 12]]
let e = exp(z - row_max(z))
let c = row_sum(e)
let p = e / c
print p
print row_sum((g * p) / c)
print h / c + row_sum(g) / c
print (g / c) * e
print (row_sum(h) / c) * e

# CHECK:      [[E:%t[0-9]+]] = mg.exp
# CHECK-NEXT: [[C:%t[0-9]+]] = mg.reduce [[E]]
# CHECK-NEXT: [[WIDE:%t[0-9]+]] = mg.broadcast [[C]]
# CHECK-NEXT: [[P:%t[0-9]+]] = mg.div [[E]], [[WIDE]]
# CHECK-NEXT: mg.print [[P]]
# CHECK-NEXT: [[GP:%t[0-9]+]] = mg.mul %t2, [[P]]
# CHECK-NEXT: [[SUM:%t[0-9]+]] = mg.reduce [[GP]]
# CHECK-NEXT: [[QUOTIENT:%t[0-9]+]] = mg.div [[SUM]], [[C]]
# CHECK-NEXT: mg.print [[QUOTIENT]]
# CHECK-NEXT: [[S:%t[0-9]+]] = mg.reduce %t2
# CHECK-NEXT: [[STRETCHED:%t[0-9]+]] = mg.broadcast [[S]]
# CHECK-NEXT: [[BOTH:%t[0-9]+]] = mg.add %t3, [[STRETCHED]]
# CHECK:      [[DIVIDED:%t[0-9]+]] = mg.div [[BOTH]]
# CHECK-NEXT: mg.print [[DIVIDED]]
# CHECK-NEXT: [[LAST:%t[0-9]+]] = mg.mul %t2, [[P]]
# CHECK-NEXT: mg.print [[LAST]]
# CHECK:      [[WIDEST:%t[0-9]+]] = mg.broadcast
# CHECK-NEXT: [[TIMES:%t[0-9]+]] = mg.mul [[WIDEST]], [[P]]
# CHECK-NEXT: mg.print [[TIMES]]
