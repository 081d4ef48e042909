"""Plugins, and the functions that they call.

A plugin finds ``TF_*`` among the functions that every library of the process sees. Python opens a package's library for the package alone, so
the first call of `load_plugin` opens it again, for all. From then on TensorFlow's libraries would find these functions instead of their own, and
end the process: TensorFlow cannot be imported any more.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from os import PathLike
from types import ModuleType

from tfrt import _tfrt

#: A function that every library has which speaks this interface.
_FUNCTION = "TF_NewStatus"

_is_open = False


class _Refusal(MetaPathFinder):
    """Refuses to import TensorFlow."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /) -> None:
        if fullname == "tensorflow":
            raise ImportError(
                "tfrt.load_plugin has given this process the functions TF_*, and TensorFlow would call those instead of its own: import "
                "tensorflow in a process that loads no plugins",
                name=fullname,
            )


class _Place(ctypes.Structure):
    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]


def _provider(library: ctypes.CDLL) -> str | None:
    """The file of the function that a library, or one that it needs, has."""
    try:
        function = getattr(library, _FUNCTION)
    except AttributeError:
        return None
    place = _Place()
    find = ctypes.CDLL(None).dladdr
    find.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    if not find(ctypes.cast(function, ctypes.c_void_p), ctypes.byref(place)) or place.file is None:
        return None
    return os.fsdecode(place.file)


def _loaded() -> Iterator[str]:
    """The files of the libraries of this process."""
    with open("/proc/self/maps", errors="surrogateescape") as maps:
        files = {line.split(maxsplit=5)[5].rstrip("\n") for line in maps if line.count("/")}
    return (file for file in sorted(files) if ".so" in os.path.basename(file))


def _open_for_all() -> None:
    global _is_open
    if _is_open:
        return
    own = _tfrt.__file__
    libraries = [ctypes.CDLL(None)]
    for file in _loaded():
        try:
            libraries.append(ctypes.CDLL(file, mode=os.RTLD_NOW | os.RTLD_NOLOAD))
        except OSError:
            # A file that is mapped, but not as a library.
            continue
    for library in libraries:
        provider = _provider(library)
        if provider is not None and not os.path.samefile(provider, own):
            raise ImportError(
                f"{provider} has the functions TF_* already, and a plugin would call those: load plugins in a process "
                "that does not import TensorFlow, and before JAX runs on jax_tfrt"
            )
    sys.meta_path.insert(0, _Refusal())
    ctypes.CDLL(own, mode=os.RTLD_NOW | os.RTLD_GLOBAL | os.RTLD_NOLOAD)
    _is_open = True


def load_plugin(path: str | PathLike[str]) -> None:
    """Loads a shared library that speaks TensorFlow's C plugin interface: its ops are in ``tfrt.ops`` and in programs.

    Plugins are loaded before the first program is opened and the first op is called. Raises ImportError if another library, such as
    TensorFlow's, has the functions already that plugins call, and LoadError if the file is no plugin or part of it is refused.
    """
    _open_for_all()
    _tfrt._load_plugin(path)
