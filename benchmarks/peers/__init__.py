"""The other systems' side: programs that run in the environment made by `benchmarks.environment`.

They import `benchmarks.inputs`, `benchmarks.serve` and each other, never our packages: the import
package `autograd` is another project's there.
"""
