#!/bin/sh
# Small programs of JAX, by XLA's CPU and by the plugin: prints how many pass, fail and are not supported, and why. Makes its own environment,
# of pinned versions, under target/jax. Arguments are those of pjrt_programs.py: --only=PART, --verbose, --keep=FILE, and --wide for many thousand
# programs over all dtypes and interfaces instead (--wide=numpy,lax --sample=10 for a tenth of two groups). Without arguments it runs
# pjrt/cache.py, too, processes that share a compilation cache, and pjrt/exits.py, processes that end in unusual ways. With --training it runs
# pjrt/training.py instead, real programs on a release build, in an environment with flax, optax and numpyro.
set -eu
cd "$(dirname "$0")/.."
environment=target/jax/plugin
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet jax==0.9.2 jaxlib==0.9.2 numpy ml_dtypes scipy flatbuffers
fi
if [ "${1:-}" = --training ]; then
    shift
    environment=target/jax/training
    if [ ! -x "$environment/bin/python" ]; then
        python3 -m venv "$environment"
        "$environment/bin/pip" install --quiet jax==0.9.2 jaxlib==0.9.2 flax==0.12.6 optax==0.2.8 numpyro==0.22.0 scikit-learn==1.9.1
    fi
    cargo build --quiet --release -p tfrt-pjrt
    exec "$environment/bin/python" checks/pjrt/training.py target/release/libtfrt_pjrt.so "$@"
fi
cargo build --quiet -p tfrt-pjrt
if [ $# -eq 0 ]; then
    "$environment/bin/python" checks/pjrt/cache.py target/debug/libtfrt_pjrt.so
    "$environment/bin/python" checks/pjrt/exits.py target/debug/libtfrt_pjrt.so
fi
exec "$environment/bin/python" checks/pjrt_programs.py target/debug/libtfrt_pjrt.so "$@"
