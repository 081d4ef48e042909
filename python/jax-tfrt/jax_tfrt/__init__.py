"""Runs programs of JAX on tfrt instead of XLA.

`python -m jax_tfrt train.py` runs a program; `jax_tfrt.enable()` before `import jax` does the same from inside. Both set the variables by which
JAX finds a plugin; this module imports nothing of JAX.
"""

import importlib.metadata
import os
import pathlib
import sys

__all__ = ["enable", "environment", "library"]

# The versions of jax that work, from the first to before the last.
SUPPORTED = ((0, 9, 2), (0, 10, 0))


def library():
    """The path of the plugin's shared library."""
    return pathlib.Path(__file__).with_name("libtfrt_pjrt.so")


def environment(variables=None):
    """The variables that make JAX use the plugin as its CPU, beside those that are set: other plugins stay registered.

    Raises ImportError if jax is missing, or of a version that does not work.
    """
    variables = os.environ if variables is None else variables
    _check_versions()
    others = variables.get("PJRT_NAMES_AND_LIBRARY_PATHS", "").split(",")
    plugins = [f"cpu:{library()}", *(other for other in others if other and not other.startswith("cpu:"))]
    return {"PJRT_NAMES_AND_LIBRARY_PATHS": ",".join(plugins), "JAX_PLATFORMS": "cpu"}


def enable():
    """Makes JAX use the plugin in this process and those that it starts.

    Raises RuntimeError if jax was imported before: it has read its settings.
    """
    if "jax" in sys.modules:
        raise RuntimeError("jax_tfrt.enable() must run before jax is imported")
    os.environ.update(environment())


def _check_versions():
    first, last = (".".join(map(str, version)) for version in SUPPORTED)
    for name in ["jax", "jaxlib"]:
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            raise ImportError(f"jax-tfrt needs {name} of version {first} or newer, below {last}: pip install {name}=={first}") from None
        numbers = []
        for part in found.split(".")[:3]:
            digits = "".join(c for c in part if c.isdigit() or c == ".")
            numbers.append(int(digits or 0))
        if not SUPPORTED[0] <= tuple(numbers) < SUPPORTED[1]:
            raise ImportError(
                f"jax-tfrt needs {name} of version {first} or newer, below {last}, found {found}: pip install {name}=={first}"
            )
