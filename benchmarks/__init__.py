"""Side-by-side figures: compiled Mountain Goat programs against other systems.

`python -m benchmarks.side_by_side` measures. Nothing here is imported by the product.
"""
