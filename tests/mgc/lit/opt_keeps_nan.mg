# RUN: mgc opt %s | filecheck %s
# What would lose a NaN, an infinity or the sign of a zero stays.
let a = [[1e999, -0.0]]
print a * 0
print a - a
print a / a
print a + 0
print 0 - a
print 1 / a

# CHECK:      mg.scalar %t1 {op = "mul", value = 0.0
# CHECK:      mg.sub %t1, %t1
# CHECK:      mg.div %t1, %t1
# CHECK:      mg.scalar %t1 {op = "add", value = 0.0
# CHECK:      mg.scalar %t1 {op = "sub", value = 0.0 : f64, reversed = true}
# CHECK:      mg.scalar %t1 {op = "div", value = 1.0 : f64, reversed = true}
