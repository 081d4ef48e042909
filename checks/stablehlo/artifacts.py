#!/usr/bin/env python3
"""Writes portable artifacts of StableHLO, and what upstream reads from them, for the tests.

`artifacts.py DIRECTORY` takes each function of DIRECTORY/forms.mlir by itself and writes, for each version that can say it,
DIRECTORY/artifacts/NAME.VERSION.mlirbc and beside it NAME.VERSION.mlir, the text of what `jaxlib` (pinned: jax==0.12.0) reads back.
"""

import pathlib
import re
import sys

import jax
import jax.export
import jax.numpy as jnp
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

VERSIONS = ["0.9.0", "0.17.0", "1.0.0", "1.7.0", "1.14.0", "1.21.0"]


def functions(text: str) -> dict[str, str]:
    """The functions by name, without the notes that artifacts cannot hold, each with the functions that it refers to."""
    text = re.sub(r" attributes \{note\}| \{note\}|, note", "", text)
    found = {m[2]: m[0] for m in re.finditer(r"  func\.func (private )?@(\w+)\(.*?\n  \}\n", text, re.S)}
    callee = found.pop("callee")
    return {name: body + (callee if "@callee" in body else "") for name, body in found.items()}


def programs() -> dict[str, bytes]:
    """Artifacts as `jax.export` writes them."""
    x, key = jnp.ones((4, 4), jnp.float32), jnp.zeros(2, jnp.uint32)
    functions = {
        "softmax": (lambda x: jax.grad(lambda x: jax.nn.softmax(x).max())(x), x),
        "scan": (lambda x: jax.lax.scan(lambda c, row: (c + row, c.sum()), x[0], x), x),
        "random": (lambda key: jax.random.normal(key, (3,)), key),
        "cholesky": (jnp.linalg.cholesky, x),
        "special": (lambda x: (jax.lax.erf(x), jax.lax.top_k(x, 2), jnp.arcsinh(x)), x),
        "sort": (lambda x: (jnp.sort(x), jnp.argmax(x, axis=1), jnp.cumsum(x, axis=0)), x),
        "conv": (lambda x: jax.lax.conv(x[None, None], x[None, None, :3, :3], (1, 1), "SAME"), x),
        "index": (lambda x: (x[jnp.array([1, 0])], x.at[jnp.array([2])].add(1.0)), x),
        "cond": (lambda x: jax.lax.cond(x[0, 0] > 0, jnp.sin, jnp.cos, x), x),
    }
    return {name: jax.export.export(jax.jit(f))(arg).mlir_module_serialized for name, (f, arg) in functions.items()}


def write(lines: list[str], version: str) -> tuple[bytes, str] | int:
    """The artifact and what is read from it, or the number of the line that the version cannot say."""
    wrong = []
    with jax_mlir.make_ir_context() as context, ir.Location.unknown():
        module = ir.Module.parse("\n".join(lines))

        def note(diagnostic) -> bool:
            wrong.extend(int(line) for line in re.findall(r'"-":(\d+):', str(diagnostic.location)))
            return True

        handler = context.attach_diagnostic_handler(note)
        try:
            artifact = stablehlo.serialize_portable_artifact(module, version)
        except Exception:
            return wrong[0]
        finally:
            handler.detach()
        return artifact, str(stablehlo.deserialize_portable_artifact(context, artifact))


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    target = folder / "artifacts"
    target.mkdir(exist_ok=True)
    for name, artifact in programs().items():
        with jax_mlir.make_ir_context() as context, ir.Location.unknown():
            read = str(stablehlo.deserialize_portable_artifact(context, artifact))
        (target / f"jax_{name}.mlirbc").write_bytes(artifact)
        (target / f"jax_{name}.mlir").write_text(read.rstrip("\n") + "\n")
    for name, text in functions((folder / "forms.mlir").read_text()).items():
        # What is new in exchanges is new in the newest version.
        for version in VERSIONS[-1:] if name == "exchanges" else VERSIONS:
            lines = text.split("\n")
            while isinstance(result := write(lines, version), int):
                print(f"{name} {version} cannot say {lines.pop(result - 1).strip()[:60]}")
            artifact, read = result
            (target / f"{name}.{version}.mlirbc").write_bytes(artifact)
            (target / f"{name}.{version}.mlir").write_text(read.rstrip("\n") + "\n")


if __name__ == "__main__":
    main()
