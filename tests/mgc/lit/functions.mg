# RUN: mgc mlir %s | filecheck %s
# One func.func a definition, in source order; results count anew in each; `?` meets a tensor.cast.
def scale_add(x: tensor[1x3], y: tensor[1x3]) = x * 2.0 + y
def twice(m: tensor[?x3]) = m + m
let a = [[1, 2, 3]]
print scale_add(a, [[10, 20, 30]])
print twice(twice(a))

# CHECK:      func.func @scale_add(%x: tensor<1x3xf64>, %y: tensor<1x3xf64>) -> tensor<1x3xf64> {
# CHECK-NEXT:   %t1 = mg.scalar %x {op = "mul", value = 2.0 : f64, reversed = false} : tensor<1x3xf64> -> tensor<1x3xf64>
# CHECK-NEXT:   %t2 = mg.add %t1, %y : tensor<1x3xf64>, tensor<1x3xf64> -> tensor<1x3xf64>
# CHECK-NEXT:   func.return %t2 : tensor<1x3xf64>
# CHECK-NEXT: }
# CHECK-NEXT: func.func @twice(%m: tensor<?x3xf64>) -> tensor<?x3xf64> {
# CHECK-NEXT:   %t1 = mg.add %m, %m : tensor<?x3xf64>, tensor<?x3xf64> -> tensor<?x3xf64>
# CHECK-NEXT:   func.return %t1 : tensor<?x3xf64>
# CHECK-NEXT: }
# CHECK-NEXT: func.func @main() -> i32 {
# CHECK-NEXT:   %t1 = mg.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf64>
# CHECK-NEXT:   %t2 = mg.constant dense<[[10.0, 20.0, 30.0]]> : tensor<1x3xf64>
# CHECK-NEXT:   %t3 = func.call @scale_add(%t1, %t2) : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<1x3xf64>
# CHECK-NEXT:   mg.print %t3 : tensor<1x3xf64>
# CHECK-NEXT:   %t4 = tensor.cast %t1 : tensor<1x3xf64> to tensor<?x3xf64>
# CHECK-NEXT:   %t5 = func.call @twice(%t4) : (tensor<?x3xf64>) -> tensor<?x3xf64>
# CHECK-NEXT:   %t6 = func.call @twice(%t5) : (tensor<?x3xf64>) -> tensor<?x3xf64>
# CHECK-NEXT:   mg.print %t6 : tensor<?x3xf64>
