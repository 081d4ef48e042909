"""Compiles and runs tensor programs.

>>> net = tfrt.load("model.bef")
>>> y = net(x)
"""

import atexit as _atexit
import os as _os

from tfrt import _tfrt
from tfrt._errors import CancelledError, CompileError, CompileWarning, Error, LoadError, RunError
from tfrt._tfrt import Function, Future, Program, Spec, Tensor, __version__, compile, from_dlpack, load, tensor

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
    "tensor",
]

_os.register_at_fork(after_in_child=_tfrt._after_fork_in_child)
_atexit.register(_tfrt._close)
