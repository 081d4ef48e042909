"""Modules of PyTorch as cases: exported by the tracer and by torch.export, at several versions of the operator set."""

import warnings

import numpy as np
import torch

warnings.filterwarnings("ignore")
torch.set_grad_enabled(False)
torch.backends.mha.set_fastpath_enabled(False)

TRACED = "traced"
DYNAMO = "dynamo"


def arrays(value):
    """The tensors in nested arguments, in order."""
    if isinstance(value, torch.Tensor):
        return [value.detach().numpy()]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in arrays(item)]
    return [] if value is None else [np.asarray(value)]


def open_sizes(first, second, axis_name):
    """The axes at which nested arguments of two calls differ, by place."""
    if isinstance(first, torch.Tensor):
        return {axis: axis_name(axis) for axis in range(first.dim()) if first.shape[axis] != second.shape[axis]}
    if isinstance(first, dict):
        return {key: open_sizes(first[key], second[key], axis_name) for key in first}
    if isinstance(first, (list, tuple)):
        return type(first)(open_sizes(a, b, axis_name) for a, b in zip(first, second))
    return None


def writer(make, calls, how, opset, script=False):
    """Writes the module that `make` gives. The sizes that differ between the first two calls are open."""
    def write(path):
        torch.manual_seed(0)
        module = make()
        if isinstance(module, torch.nn.Module):
            module.eval()
        given = calls() if callable(calls) else calls
        given = [call if isinstance(call, tuple) else (call,) for call in given]
        if script:
            module = torch.jit.script(module)
        if how == DYNAMO:
            shapes = open_sizes(given[0], given[1], lambda axis: torch.export.Dim.AUTO) if len(given) > 1 else None
            if isinstance(module, Of) and shapes:
                shapes = (shapes,)
            torch.onnx.export(module, given[0], str(path), dynamo=True, opset_version=opset, dynamic_shapes=shapes,
                              external_data=False, verbose=False, optimize=True)
        else:
            flat = [tensors(call) for call in given]
            names = [f"x{i}" for i in range(len(flat[0]))]
            axes = {}
            if len(given) > 1:
                for i, name in enumerate(names):
                    axes[name] = {axis: f"{name}_{axis}" for axis in range(flat[0][i].dim()) if flat[0][i].shape[axis] != flat[1][i].shape[axis]}
            torch.onnx.export(module, given[0], str(path), dynamo=False, opset_version=opset, input_names=names, dynamic_axes=axes)
        return [arrays(call) for call in given]
    return write


def tensors(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [tensor for item in value for tensor in tensors(item)] if isinstance(value, (list, tuple)) else []


class Of(torch.nn.Module):
    """A function as a module."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *arguments):
        return self.function(*arguments)


class Cases(dict):
    """Cases by name: each module is exported in several ways."""

    def add(self, name, make, *calls, traced=(17,), dynamo=(18,), script=False):
        if len(calls) == 1 and callable(calls[0]):
            calls = calls[0]
        for opset in traced:
            self[f"{name}.{TRACED}{opset}"] = writer(make, calls, TRACED, opset, script)
        for opset in dynamo:
            self[f"{name}.{DYNAMO}{opset}"] = writer(make, calls, DYNAMO, opset)

    def function(self, name, function, *calls, **how):
        self.add(name, lambda: Of(function), *calls, **how)
