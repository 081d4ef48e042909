"""Compiles and runs tensor programs.

>>> net = tfrt.load("model.bef")
>>> y = net(x)
"""

import atexit as _atexit
import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING

from tfrt import _tfrt
from tfrt._errors import CancelledError, CompileError, CompileWarning, Error, LoadError, RunError
from tfrt._tfrt import Function, Future, Program, Spec, Tensor, __version__, compile, from_dlpack, load, tensor

if _TYPE_CHECKING:
    from tfrt import ops as ops

__all__ = [
    "CancelledError",
    "CompileError",
    "CompileWarning",
    "Error",
    "Function",
    "Future",
    "LoadError",
    "Program",
    "RunError",
    "Spec",
    "Tensor",
    "__version__",
    "compile",
    "from_dlpack",
    "load",
    "ops",
    "tensor",
]



def __getattr__(name: str) -> object:
    if name == "ops":
        import importlib

        return importlib.import_module("tfrt.ops")
    raise AttributeError(f"module 'tfrt' has no attribute {name!r}")


_os.register_at_fork(after_in_child=_tfrt._after_fork_in_child)
_atexit.register(_tfrt._close)
