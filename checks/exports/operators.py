"""Operators and modules of PyTorch with the sample arguments that its own tests have (torch.testing), several samples of one operator in a model."""

import warnings

import numpy as np
import torch
from torch.utils import _pytree

warnings.filterwarnings("ignore")

DTYPES = {"f32": torch.float32, "i64": torch.int64, "c64": torch.complex64}
# Words in the names of what draws numbers, or gives memory as it is.
RANDOM = ("rand", "bernoulli", "normal", "cauchy", "exponential", "geometric", "multinomial", "dropout", "empty", "uniform", "rrelu", "fractional", "lowrank", "jiterator", "poisson", "new_empty", "resize_")


def split(value, found):
    """A nested argument with its tensors replaced by places in `found`."""
    if isinstance(value, torch.Tensor):
        found.append(value.detach().clone())
        return Place(len(found) - 1)
    if isinstance(value, (list, tuple)):
        parts = [split(item, found) for item in value]
        return type(value)(parts) if type(value) in (list, tuple) else value
    if isinstance(value, dict):
        return {key: split(item, found) for key, item in value.items()}
    return value


def tensors(results):
    return [leaf for leaf in _pytree.tree_leaves(results) if isinstance(leaf, torch.Tensor)]


class Place:
    """Where a tensor stands among those that a model is given."""

    def __init__(self, number):
        self.number = number


def fill(value, given):
    if isinstance(value, Place):
        return given[value.number]
    if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
        return type(value)(fill(item, given) for item in value)
    if isinstance(value, dict):
        return {key: fill(item, given) for key, item in value.items()}
    return value


class Samples(torch.nn.Module):
    def __init__(self, op, samples):
        super().__init__()
        self.op, self.samples = op, samples

    def forward(self, *given):
        results = []
        for sample in self.samples:
            first, others, named = fill(sample, given)
            results += tensors(self.op(first, *others, **named))
        return tuple(results)


def writer(info, dtype, how):
    def write(path):
        torch.manual_seed(0)
        found, samples = [], []
        every = list(info.sample_inputs("cpu", dtype, requires_grad=False))
        step = max(1, len(every) // 5)
        for sample in every[::step][:6]:
            before = len(found)
            made = split((sample.input, sample.args, sample.kwargs), found)
            try:
                first, others, named = fill(made, found)
                results = tensors(info.op(first, *others, **named))
                if not results or any(t.is_sparse or t.numel() == 0 for t in results) or any(t.numel() == 0 for t in found[before:]):
                    raise ValueError
            except Exception:
                del found[before:]
                continue
            samples.append(made)
        if not samples:
            raise ValueError("no samples")
        given = tuple(t.contiguous() for t in found)

        def export(samples):
            module = Samples(info.op, samples).eval()
            if how == "dynamo":
                torch.onnx.export(module, given, str(path), dynamo=True, opset_version=20, external_data=False, verbose=False)
            else:
                torch.onnx.export(module, given, str(path), dynamo=False, opset_version=18, input_names=[f"x{i}" for i in range(len(given))])
        try:
            export(samples)
        except Exception:
            for sample in samples:
                try:
                    export([sample])
                    break
                except Exception:
                    continue
            else:
                raise
        import onnx
        names = [value.name for value in onnx.load(path).graph.input]
        own = [f"x{i}" for i in range(len(given))]
        if how == "dynamo":
            own = ["given_%d" % i for i in range(len(given))]
            if not set(names) <= set(own):
                return [tuple(np.asarray(t.resolve_conj().resolve_neg()) for t in given)]
        return [{n: np.asarray(t.resolve_conj().resolve_neg()) for n, t in zip(own, given)}]
    return write


class Called(torch.nn.Module):
    def __init__(self, module, made):
        super().__init__()
        self.module, self.made = module, made

    def forward(self, *given):
        args, kwargs = fill(self.made, given)
        return tuple(tensors(self.module(*args, **kwargs)))


def module_writer(info, number, how):
    def write(path):
        torch.manual_seed(0)
        inputs = info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=False, training=False)
        sample = inputs[number]
        torch.manual_seed(0)
        module = info.module_cls(*sample.constructor_input.args, **sample.constructor_input.kwargs).eval()
        found = []
        made = split((sample.forward_input.args, sample.forward_input.kwargs), found)
        found = tuple(t.contiguous() for t in found)
        called = Called(module, made).eval()
        called(*found)
        if how == "dynamo":
            torch.onnx.export(called, found, str(path), dynamo=True, opset_version=20, external_data=False, verbose=False)
            return [tuple(np.asarray(t) for t in found)]
        torch.onnx.export(called, found, str(path), dynamo=False, opset_version=18, input_names=[f"x{i}" for i in range(len(found))])
        return [{f"x{i}": np.asarray(t) for i, t in enumerate(found)}]
    return write


def modules():
    from torch.testing._internal.common_modules import module_db
    made = {}
    for info in module_db:
        try:
            inputs = info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=False, training=False)
        except Exception:
            continue
        for number in sorted({0, len(inputs) // 2, len(inputs) - 1}):
            if inputs[number].forward_input is None:
                continue
            for how in ("dynamo", "traced"):
                made[f"module_{info.module_cls.__name__}.{number}.{how}"] = module_writer(info, number, how)
    return made


def cases():
    from torch.testing._internal.common_methods_invocations import op_db
    made = {}
    for info in op_db:
        if any(word in info.name for word in RANDOM):
            continue
        name = info.name.replace(".", "_") + (f"_{info.variant_test_name}" if info.variant_test_name else "")
        for short, dtype in DTYPES.items():
            if dtype in info.supported_dtypes("cpu"):
                for how in ("dynamo", "traced"):
                        made[f"{name}.{short}.{how}"] = writer(info, dtype, how)
    return made | modules()
