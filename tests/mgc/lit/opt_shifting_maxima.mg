# RUN: mgc opt %s --passes simplify,common-computations,shifting-maxima,dead-code | filecheck %s
# What a softmax's numerator and denominator add to its maximum cancels; what one adds does not.
let z = [[1, 2], [3, 4]]
let g = [[5, 6], [7, 8]]
let m = row_max(z)
let e = exp(z - m)
let s = row_sum(e)
let p = e / s
let c = row_sum(g * p)
let mask = ge(z, m)
let n = row_sum(mask)
print c * p + mask * (c / n) + g * p + mask * (row_sum(-(c * p)) / n)
print mask * (c / n) + c * p

# CHECK:      [[P:%t[0-9]+]] = mg.div
# CHECK:      [[GP:%t[0-9]+]] = mg.mul %t2, [[P]]
# CHECK:      [[CP:%t[0-9]+]] = mg.mul {{%t[0-9]+}}, [[P]]
# CHECK:      [[BOTH:%t[0-9]+]] = mg.add [[CP]], [[GP]]
# CHECK-NEXT: mg.print [[BOTH]]
# CHECK:      [[ALL:%t[0-9]+]] = mg.add {{%t[0-9]+}}, [[CP]]
# CHECK-NEXT: mg.print [[ALL]]
