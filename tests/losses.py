"""Losses with maxima, as lines before the loss and its expression over matrices x and y."""

from __future__ import annotations

# The derivative by the maximum is not 0.
DEPENDING_ON_A_MAXIMUM = [
    ("let m = row_max(x)", "m * y"),
    ("let e = exp(x - row_max(x))", "e * y"),
    ("let e = exp(x - row_max(x))", "e / (row_sum(e) + 1e-05) * y"),
    ("let e = exp(x - row_max(x))", "e / col_sum(e) * y"),
    ("let e = exp(x - row_max(x))", "e / row_sum(e * e) * y"),
    ("let m = row_max(x)", "exp(x - m) / row_sum(exp(x - m)) * y + m"),
    ("let m = row_max(x)", "(exp(x - m) / row_sum(exp(x - m)) - m) * y"),
    ("let u = x - row_max(x)", "u * y"),
    ("let m = row_max(x)", "(2.0 * (x - m) + m) * y"),
    ("let m = row_max(x)", "relu(x - m) * y"),
    ("let m = row_max(x)", "(x - transpose(m)) * y + m"),
    ("let m = row_max(x)", "exp(exp(x - m)) * y"),
]

# It is, and takes a nan of the row to elements that nothing else takes it to.
WITH_A_NAN_BY_A_MAXIMUM_ALONE = [
    ("let m = row_max(x)", "((x - m) - (y - m)) * y"),
    ("let m = row_max(x)", "(3.0 * (x - m) + m * 3.0) * y"),
    ("let m = row_max(x)", "exp(x - m) / exp(y - m) * y"),
    ("let e = exp(y - row_max(x))", "e / row_sum(e) * x"),
    ("let e = exp(x - row_max(x))", "sqrt(e) / sqrt(row_sum(e)) * y"),
    ("let e = exp(x - row_max(x))", "(log(e) - log(row_sum(e))) * y"),
]
