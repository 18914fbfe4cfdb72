"""PyTorch in float64: python -m benchmarks.peers.torch_peer WHAT MODEL [STEPS], see `eager`."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from benchmarks.peers.arithmetic import EPSILON, Arithmetic, Parameters
from benchmarks.peers.eager import Eager
from benchmarks.peers.models import Model


class TorchArithmetic(Arithmetic):
    """PyTorch's own functions."""

    def array(self, value: Any) -> Any:
        return torch.as_tensor(value, dtype=torch.float64)

    def parameter(self, value: Any) -> Any:
        return self.array(value).detach().requires_grad_()

    def sum(self, m: Any) -> Any:
        return torch.sum(m)

    def relu(self, m: Any) -> Any:
        return torch.relu(m)

    def softmax(self, m: Any) -> Any:
        return torch.softmax(m, 1)

    def log_softmax(self, m: Any) -> Any:
        return torch.log_softmax(m, 1)

    def layer_norm(self, m: Any, gain: Any, bias: Any) -> Any:
        return functional.layer_norm(m, m.shape[1:], gain[0], bias[0], EPSILON)


def differentiate(model: Model, parameters: Parameters) -> tuple[Any, Parameters]:
    """The loss and its gradients."""
    loss = model.loss(parameters)
    gradients = torch.autograd.grad(loss, list(parameters.values()))
    return loss.detach(), dict(zip(parameters, gradients, strict=True))


if __name__ == "__main__":
    torch.set_num_threads(1)
    Eager(TorchArithmetic(torch), differentiate).main()
