# RUN: mgc mlir %s | filecheck %s
# Shortest digits that read back equal, full rows, a point before any exponent.
let a = [[0.1, -1000000000, 1.5e-7, 1e16, 5e-324]]
let b = [[0, 0], [0, 0]]
let c = [[0.30000000000000004, -0.0, 2.]]

# CHECK: dense<[[0.1, -1000000000.0, 1.5e-07, 1.0e+16, 5.0e-324]]> : tensor<1x5xf64>
# CHECK: dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf64>
# CHECK: dense<[[0.30000000000000004, -0.0, 2.0]]> : tensor<1x3xf64>
