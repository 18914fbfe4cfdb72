"""What is measured: each module describes one workload and who takes part."""

from benchmarks.workloads import call, descent, fresh, matmul, softmax

WORKLOADS = [
    call.WORKLOAD,
    fresh.WORKLOAD,
    *descent.WORKLOADS,
    matmul.WORKLOAD,
    softmax.WORKLOAD,
]
