# One value used three times in a product and again elsewhere: its contributions add up.
# wrt: x, y
let x = [[1.5, -0.5], [0.75, 2.0]]
let y = [[0.5, 1.0], [-1.0, 0.25]]
let cube = x * x * x
let again = cube @ x + y
print col_sum(row_sum(again * again - cube * y + x))
