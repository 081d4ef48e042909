#!/bin/sh
# Programs of JAX's operators, run here and by XLA: prints how many agree, and each that does not. Makes its own environment, of pinned
# versions, under target/jax. Arguments: a part of the names of programs; `--keep` writes the programs that the tests run to
# testdata/stablehlo/jax, and with a part adds to those that are there.
set -eu
cd "$(dirname "$0")/.."
environment=target/jax/environment
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet jax==0.9.2 jaxlib==0.9.2 numpy ml_dtypes
fi
cargo build --quiet -p tfrt-tools
exec "$environment/bin/python" checks/jax_programs.py "$@"
