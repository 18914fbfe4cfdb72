# RUN: mgc opt %s --passes dead-code | filecheck %s
# What no print needs is gone, also where it is needed by nothing but dead code.
let a = [[1, 2]]
let unused = exp(a)
let of_unused = log(unused)
print a

# CHECK:      func.func @main
# CHECK-NEXT: %t1 = mg.constant
# CHECK-NEXT: mg.print %t1
# CHECK-NEXT: %zero
