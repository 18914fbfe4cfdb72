# Layer normalisation with a scale and a shift, against a weight for every element.
# wrt: h, scale, shift
def centred(h: tensor[2x4]) = h - row_mean(h)
def normalised(h: tensor[2x4]) = centred(h) / sqrt(row_mean(centred(h) * centred(h)) + 0.00001)
let h = [[1.0, 2.0, 4.0, 8.0], [-1.5, 0.5, 0.25, 3.0]]
let scale = [[1.0, 0.5, -1.5, 2.0]]
let shift = [[0.25, -0.5, 0.0, 1.0]]
let weight = [[1.0, -2.0, 3.0, 0.5], [0.75, 1.25, -1.0, 2.0]]
let y = normalised(h) * scale + shift
print col_sum(row_sum(weight * y * y))
