"""Write the three big example programs from the numbers in `data/`.

    python examples/make_examples.py            write them
    python examples/make_examples.py --check    exit 1 if a file differs from what would be written

Each program prints its loss and then the gradients that were derived by hand, so that the generated
ones can be compared with them.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

from mgc.files import write_whole

FOLDER = Path(__file__).resolve().parent
Rows = list[list[float]]


def literal(rows: Rows) -> str:
    """A matrix literal with the shortest digits that read back equal."""
    return repr([[float(number) for number in row] for row in rows])


def lets(matrices: dict[str, Rows]) -> str:
    """A `let` for each matrix."""
    return "".join(f"let {name} = {literal(rows)}\n" for name, rows in matrices.items())


def load(name: str) -> dict[str, Any]:
    """The numbers of one example."""
    data: dict[str, Any] = json.loads((FOLDER / "data" / name).read_text())
    return data


def attention() -> str:
    """An attention classifier; each gradient by hand is a function that recomputes its needs."""
    data = load("attention_classifier.json")["data"]
    scale = repr(1 / math.sqrt(3))
    shapes = {
        "x": "96x5", "g": "24x96", "q": "1x3", "wk": "5x3", "wv": "5x3", "wo": "3x5", "y": "24x5"
    }  # fmt: skip

    def parameters(names: str) -> str:
        return ", ".join(f"{name}: tensor[{shapes[name]}]" for name in names.split())

    def define(name: str, names: str, body: str) -> str:
        return f"def {name}({parameters(names)}) = {body}\n"

    attention_of = "attention(x, q, wk)"
    all_names = "x g q wk wv wo y"
    everything = ", ".join(all_names.split())
    definitions = [
        "# Attention classifier: 24 sequences of 4 tokens; its loss, then its gradients by hand.\n"
        "# wrt: q0, wk0, wv0, wo0\n",
        "def softmax_rows(m: tensor[24x4]) = "
        "exp(m - row_max(m)) / row_sum(exp(m - row_max(m)))\n",
        "def log_softmax(z: tensor[24x5]) = "
        "z - row_max(z) - log(row_sum(exp(z - row_max(z))))\n",
        define("attention", "x q wk",
               f"softmax_rows(reshape((x @ wk) @ transpose(q) * {scale}, 24, 4))"),
        define("context", "x g q wk wv", f"g @ ((x @ wv) * reshape({attention_of}, 96, 1))"),
        define("logits", "x g q wk wv wo", "context(x, g, q, wk, wv) @ wo"),
        define("loss", all_names,
               "col_sum(row_sum(y * log_softmax(logits(x, g, q, wk, wv, wo)))) * (-1 / 24)"),
        define("d_logits", all_names,
               "(exp(log_softmax(logits(x, g, q, wk, wv, wo))) - y) / 24"),
        define("d_rows", all_names, f"transpose(g) @ (d_logits({everything}) @ transpose(wo))"),
        define("d_attention", all_names,
               f"reshape(row_sum(d_rows({everything}) * (x @ wv)), 24, 4)"),
        define("d_scores", all_names,
               f"reshape({attention_of} * (d_attention({everything}) - "
               f"row_sum({attention_of} * d_attention({everything}))), 96, 1)"),
        define("grad_q", all_names,
               f"transpose(d_scores({everything})) @ (x @ wk) * {scale}"),
        define("grad_wk", all_names, f"transpose(x) @ (d_scores({everything}) @ q) * {scale}"),
        define("grad_wv", all_names,
               f"transpose(x) @ (d_rows({everything}) * reshape({attention_of}, 96, 1))"),
        define("grad_wo", all_names,
               f"transpose(context(x, g, q, wk, wv)) @ d_logits({everything})"),
    ]  # fmt: skip
    arguments = "x, g, q0, wk0, wv0, wo0, y"
    functions = ["loss", "grad_q", "grad_wk", "grad_wv", "grad_wo"]
    matrices = {name: data[name] for name in ("x", "g", "y", "q0", "wk0", "wv0", "wo0")}
    prints = "".join(f"print {function}({arguments})\n" for function in functions)
    return "".join(definitions) + lets(matrices) + prints


LAYER_NORM = """\
# Layer normalisation of one row; loss, then its gradient by hand.
# wrt: h
let h = [[1.0, 2.0, 4.0, 8.0]]
let d = [[1.0, -2.0, 3.0, 0.5]]
let sigma = sqrt(row_mean((h - row_mean(h)) * (h - row_mean(h))) + 0.00001)
let hat = (h - row_mean(h)) / sigma
print row_sum(d * hat)
print (d - row_mean(d) - hat * row_mean(d * hat)) / sigma
"""

TRANSFORMER_DEFINITIONS = """\
# A transformer block: embeddings, three layer norms, causal attention, a feed-forward network and
# an output layer, 16 parameters, 16 sequences of 7 tokens; loss, then gradients by hand.
# wrt: PARAMETERS
def softmax_rows(m: tensor[112x112]) = exp(m - row_max(m)) / row_sum(exp(m - row_max(m)))
def log_softmax(z: tensor[112x4]) = z - row_max(z) - log(row_sum(exp(z - row_max(z))))
def ln_sigma(h: tensor[112x8]) = sqrt(row_mean((h - row_mean(h)) * (h - row_mean(h))) + 1e-05)
def ln_hat(h: tensor[112x8]) = (h - row_mean(h)) / ln_sigma(h)
def ln(h: tensor[112x8], g: tensor[1x8], t: tensor[1x8]) = ln_hat(h) * g + t
def ln_back(d: tensor[112x8], h: tensor[112x8], g: tensor[1x8]) = \
(d * g - row_mean(d * g) - ln_hat(h) * row_mean((d * g) * ln_hat(h))) / ln_sigma(h)
"""

TRANSFORMER_BODY = """\
# ---- forward
let x0 = x @ e0 + ps
let u1 = ln(x0, g10, n10)
let q = u1 @ wq0
let k = u1 @ wk0
let v = u1 @ wv0
let a = softmax_rows(q @ transpose(k) * SCALE + mk)
let o = a @ v
let x1 = x0 + o @ wo0
let u2 = ln(x1, g20, n20)
let pre = u2 @ w10 + c10
let r = relu(pre)
let x2 = x1 + (r @ w20 + c20)
let uf = ln(x2, gf0, nf0)
let lg = uf @ wu0
let loss = col_sum(row_sum(y * log_softmax(lg))) * (-1 / 64)
# ---- backward, by hand
let dl = (exp(log_softmax(lg)) * mr - y) / 64
let d_wu = transpose(uf) @ dl
let duf = dl @ transpose(wu0)
let d_nf = col_sum(duf)
let d_gf = col_sum(duf * ln_hat(x2))
let dx2 = ln_back(duf, x2, gf0)
let d_c2 = col_sum(dx2)
let d_w2 = transpose(r) @ dx2
let dpre = (dx2 @ transpose(w20)) * ge(pre, [[0.0]])
let d_c1 = col_sum(dpre)
let d_w1 = transpose(u2) @ dpre
let du2 = dpre @ transpose(w10)
let d_n2 = col_sum(du2)
let d_g2 = col_sum(du2 * ln_hat(x1))
let dx1 = dx2 + ln_back(du2, x1, g20)
let d_wo = transpose(o) @ dx1
let do = dx1 @ transpose(wo0)
let dv = transpose(a) @ do
let da = do @ transpose(v)
let ds = a * (da - row_sum(a * da))
let dq = ds @ k * SCALE
let dk = transpose(ds) @ q * SCALE
let d_wq = transpose(u1) @ dq
let d_wk = transpose(u1) @ dk
let d_wv = transpose(u1) @ dv
let du1 = dq @ transpose(wq0) + dk @ transpose(wk0) + dv @ transpose(wv0)
let d_n1 = col_sum(du1)
let d_g1 = col_sum(du1 * ln_hat(x0))
let dx0 = dx1 + ln_back(du1, x0, g10)
let d_e = transpose(x) @ dx0
# ---- the loss, then the gradients in the order of the parameters
print loss
"""


def transformer() -> str:
    """A transformer block, whose backward pass by hand shares its intermediate values."""
    data = load("transformer_block.json")
    sequences, positions = data["sequences"], data["positions"]
    length, vocabulary = len(positions), 4
    count = len(sequences) * length
    targets = set(data["target_positions"])
    x = [one_hot(token, vocabulary) for sequence in sequences for token in sequence]
    ps = positions * len(sequences)
    mk = [
        [0.0 if sees(row, column, length) else data["mask_value"] for column in range(count)]
        for row in range(count)
    ]
    mr = [[1.0 if row % length in targets else 0.0] for row in range(count)]
    y = [
        one_hot(sequence[position + 1], vocabulary) if position in targets else [0.0] * vocabulary
        for sequence in sequences
        for position in range(length)
    ]
    order = data["parameter_order"]
    matrices = {"x": x, "ps": ps, "mk": mk, "mr": mr, "y": y}
    matrices |= {name: data["parameters"][name] for name in order}
    body = TRANSFORMER_BODY.replace("SCALE", repr(1 / math.sqrt(8)))
    gradients = "".join(f"print d_{name.removesuffix('0')}\n" for name in order)
    definitions = TRANSFORMER_DEFINITIONS.replace("PARAMETERS", ", ".join(order))
    return definitions + lets(matrices) + body + gradients


def one_hot(index: int, size: int) -> list[float]:
    """A row of zeros with a one at the index."""
    return [1.0 if k == index else 0.0 for k in range(size)]


def sees(row: int, column: int, length: int) -> bool:
    """Whether a token attends to another: in the same sequence, and not a later one."""
    return row // length == column // length and column <= row


PROGRAMS = {
    "h33_attention.mg": attention,
    "h34_layer_norm.mg": lambda: LAYER_NORM,
    "h35_transformer_step1.mg": transformer,
}


def main(argv: list[str] | None = None) -> int:
    """Write or check the programs; returns the exit status."""
    parser = argparse.ArgumentParser(
        description="Write the big example programs from examples/data."
    )
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args(argv)
    status = 0
    for name, make in PROGRAMS.items():
        path = FOLDER / name
        if not options.check:
            write_whole(path, make())
        elif not path.is_file() or path.read_text() != make():
            print(f"{path.name} differs from what {Path(__file__).name} writes", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
