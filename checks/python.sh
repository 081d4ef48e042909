#!/usr/bin/env bash
# What of the Python package needs other packages: DLPack with PyTorch, JAX and TensorFlow in both directions; arrays of ml_dtypes; this package and
# that of JAX's plugin in one process; and mypy over the package, its stubs and a program that uses them: checks/python.sh [ARGUMENT-OF-PYTEST...]
#
# It makes environments of its own, of pinned versions, in target/check-python: one for each package, because they do not agree on what they
# need (PyTorch 5 GB, TensorFlow 2 GB). Packages that cannot be installed are named at the end, and the exit status is 1 then.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/check-python"
place=$(cd "$target/check-python" && pwd)
export CARGO_INCREMENTAL=0
if [ -z "${TFRT_PACKAGE:-}" ]; then
  # The tests' profile, as python/tfrt/test.sh builds it.
  cargo build --workspace --lib --locked --quiet
  rm -rf "$place/package"
  mkdir -p "$place/package/tfrt" "$place/package/jax_tfrt"
  cp -r python/tfrt/python/tfrt/* "$place/package/tfrt/"
  cp python/jax-tfrt/jax_tfrt/*.py "$place/package/jax_tfrt/"
  ln -s "$(cd "$target" && pwd)/debug/libtfrt_python.so" "$place/package/tfrt/_tfrt.abi3.so"
  ln -s "$(cd "$target" && pwd)/debug/libtfrt_pjrt.so" "$place/package/jax_tfrt/libtfrt_pjrt.so"
  TFRT_PACKAGE=$place/package
fi
failed=()

# environment NAME PACKAGE...: makes it unless it is there.
environment() {
  local name=$1
  shift
  if [ ! -e "$place/$name/complete" ]; then
    rm -rf "${place:?}/$name"
    python3 -m venv "$place/$name"
    "$place/$name/bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0 "$@" && touch "$place/$name/complete"
  fi
}

# tests NAME FILE: the tests of a file, in the environment NAME.
tests() {
  PYTHONPATH=$TFRT_PACKAGE TFRT_PEER=$1 "$place/$1/bin/python" -m pytest -q -p no:cacheprovider "$2" "${pytest_arguments[@]}" \
    || failed+=("$1: $2")
}

# check NAME PACKAGE...: the tests of checks/python_packages.py whose package is NAME.
check() {
  environment "$@" || { failed+=("$1 cannot be installed"); return; }
  tests "$1" checks/python_packages.py
}

pytest_arguments=("$@")
if environment mypy mypy==2.4.1 numpy==2.4.6; then
  mypy() { MYPYPATH=$TFRT_PACKAGE PYTHONPATH=$TFRT_PACKAGE "$place/mypy/bin/python" -m "$@"; }
  # The package and a program that uses it; then the stubs beside the native module.
  mypy mypy --strict "$TFRT_PACKAGE/tfrt" checks/python_types.py || failed+=(mypy)
  # Python makes these of others of the module's, or they are for type checkers alone.
  mypy mypy.stubtest --allowlist <(printf 'tfrt._tfrt.%s\n' __all__ TensorLike Argument Program.__getattr__ Tensor.__buffer__ Tensor.__iter__) \
    tfrt._tfrt || failed+=(stubtest)
else
  failed+=("mypy cannot be installed")
fi
# PyTorch's wheel has what it needs of GPUs; TORCH names another, such as one for processors alone.
check torch numpy==2.4.6 ml_dtypes==0.6.0 "${TORCH:-torch==2.15.0}"
check jax jax==0.9.2 jaxlib==0.9.2 numpy==2.4.6 ml_dtypes==0.6.0
if [ -e "$place/jax/complete" ]; then
  tests jax checks/python_both.py
  # NumPy alone has no arrays of bf16 and of elements of a few bits.
  tests jax python/tfrt/tests/test_tensors.py
fi
check tensorflow tensorflow==2.21.0
if [ ${#failed[@]} -gt 0 ]; then
  printf 'checks/python.sh: %s\n' "${failed[@]}" >&2
  exit 1
fi
