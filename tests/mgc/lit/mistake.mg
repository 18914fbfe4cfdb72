# RUN: not mgc mlir %s 2>&1 >/dev/null | filecheck %s
let a = [[1, 2], [3]]

# CHECK: mistake.mg:2:18: error: row 2 has 1 element but row 1 has 2
# CHECK-NEXT: let a = {{\[\[1, 2\], \[3\]\]}}
# CHECK-NEXT: {{^ +\^$}}
