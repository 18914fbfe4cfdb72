# Cross-entropy of a softmax, written so that no exponential can overflow.
# wrt: logits, weights
def log_softmax(z: tensor[?x3]) = z - row_max(z) - log(row_sum(exp(z - row_max(z))))
let logits = [[2.0, -1.0, 0.5], [0.25, 1.5, -0.75], [-2.0, 0.125, 1.0]]
let weights = [[1.0, 0.5, -0.5], [0.25, 1.5, 1.0], [-1.0, 0.75, 2.0]]
let labels = [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
print col_sum(row_sum(labels * log_softmax(logits @ weights))) * (-1 / 3)
