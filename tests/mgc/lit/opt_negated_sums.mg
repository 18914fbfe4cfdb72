# RUN: mgc opt %s --passes negated-sums,dead-code | filecheck %s
# A negation moves behind a sum, of which 0.0 minus it keeps the sign of a zero. Maxima keep theirs,
# and so does a sum of what is needed for something else.
let a = [[1, 2], [3, 4]]
print row_sum(-a)
print col_sum(-a)
print row_max(-a)
let n = -a
print n
print row_sum(n)

# CHECK:      [[ROWS:%t[0-9]+]] = mg.reduce %t1 {axis = 1
# CHECK-NEXT: [[SUM:%t[0-9]+]] = mg.scalar [[ROWS]] {op = "sub", value = 0.0 : f64, reversed = true}
# CHECK-NEXT: mg.print [[SUM]]
# CHECK-NEXT: mg.reduce %t1 {axis = 0
# CHECK:      [[NEGATED:%t[0-9]+]] = mg.neg %t1
# CHECK-NEXT: mg.reduce [[NEGATED]] {axis = 1 : i64, kind = "max"}
# CHECK:      [[N:%t[0-9]+]] = mg.neg %t1
# CHECK-NEXT: mg.print [[N]]
# CHECK-NEXT: mg.reduce [[N]] {axis = 1 : i64, kind = "sum"}
