"""Compiles and runs tensor programs.

>>> net = tfrt.load("model.bef")
>>> y = net(x)
"""

import atexit as _atexit
import os as _os
import sysconfig as _sysconfig
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise ImportError(
        "tfrt does not work in the free-threaded build of Python, which has no GIL (python3.13t, say): use the usual build"
    )

from tfrt import _tfrt
from tfrt._errors import CancelledError, CompileError, CompileWarning, Error, LoadError, RunError
from tfrt._tfrt import Function, Future, Program, Spec, Tensor, __version__, compile, from_dlpack, load, tensor

if _TYPE_CHECKING:
    from tfrt import ops as ops
    from tfrt._benchmark import Benchmark as Benchmark
    from tfrt._plugins import load_plugin as load_plugin
    from tfrt._profile import profile as profile

__all__ = [
    "Benchmark",
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
    "load_plugin",
    "ops",
    "profile",
    "tensor",
]

_LAZY = {"Benchmark": "_benchmark", "load_plugin": "_plugins", "profile": "_profile"}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        # Loaded when they are used, so that importing the package is quick.
        import importlib

        return getattr(importlib.import_module(f"tfrt.{_LAZY[name]}"), name)
    if name == "ops":
        import importlib

        return importlib.import_module("tfrt.ops")
    raise AttributeError(f"module 'tfrt' has no attribute {name!r}")


_os.register_at_fork(after_in_child=_tfrt._after_fork_in_child)
_atexit.register(_tfrt._close)
