#!/usr/bin/env python3
"""Writes the programs in testdata/stablehlo whose text upstream's printer decides.

`forms.py DIRECTORY` reads DIRECTORY/forms.generic.mlir, written by hand with every operation of the dialects, and writes
DIRECTORY/forms.mlir, the same program as `jaxlib` (pinned: jax==0.12.0) prints it. The tests compare both directions with
this project's parser and printer and need no Python.
"""

import pathlib
import sys

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    for source in sorted(folder.glob("*.generic.mlir")):
        with jax_mlir.make_ir_context(), ir.Location.unknown():
            module = ir.Module.parse(source.read_text())
            target = source.with_name(source.name.replace(".generic", ""))
            target.write_text(str(module).rstrip("\n") + "\n")
            print(target)


if __name__ == "__main__":
    main()
