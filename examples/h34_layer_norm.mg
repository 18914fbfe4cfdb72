# Layer normalisation of one row; loss, then its gradient by hand.
# wrt: h
let h = [[1.0, 2.0, 4.0, 8.0]]
let d = [[1.0, -2.0, 3.0, 0.5]]
let sigma = sqrt(row_mean((h - row_mean(h)) * (h - row_mean(h))) + 0.00001)
let hat = (h - row_mean(h)) / sigma
print row_sum(d * hat)
print (d - row_mean(d) - hat * row_mean(d * hat)) / sigma
