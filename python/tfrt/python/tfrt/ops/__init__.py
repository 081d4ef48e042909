"""The ops of TensorFlow, one by one, outside of programs.

>>> tfrt.ops.MatMul(a, b, transpose_b=True)

Those of StableHLO are in ``tfrt.ops.hlo``, those that only ONNX has in ``tfrt.ops.onnx`` and ``tfrt.ops.onnx_ml``. An op takes its
inputs in order or by name and its attributes by name, and gives one result, a tuple of several, or None. A list of inputs or
results is one argument or result. ``help(tfrt.ops.MatMul)`` shows what an op takes.
"""

from __future__ import annotations

from typing import Any as _Any

from tfrt.ops import _functions

_MODULES = ("hlo", "onnx", "onnx_ml")


def __getattr__(name: str) -> _Any:
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    function = globals()[name] = _functions.find(name, __name__, "tf.")
    return function


def __dir__() -> list[str]:
    return sorted([*_functions.names("tf."), *_MODULES])
