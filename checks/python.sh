#!/usr/bin/env bash
# What of the Python package needs other packages: DLPack with PyTorch, JAX and TensorFlow in both directions, and mypy over the package, its
# stubs and a program that uses them: checks/python.sh [ARGUMENT-OF-PYTEST...]
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
  mkdir -p "$place/package/tfrt"
  cp -r python/tfrt/python/tfrt/* "$place/package/tfrt/"
  ln -s "$(cd "$target" && pwd)/debug/libtfrt_python.so" "$place/package/tfrt/_tfrt.abi3.so"
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

# check NAME PACKAGE...: the tests of checks/python_packages.py whose package is NAME.
check() {
  local name=$1
  environment "$@" || { failed+=("$name cannot be installed"); return; }
  PYTHONPATH=$TFRT_PACKAGE TFRT_PEER=$name "$place/$name/bin/python" -m pytest -q -p no:cacheprovider \
    checks/python_packages.py "${pytest_arguments[@]}" || failed+=("$name")
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
check tensorflow tensorflow==2.21.0
if [ ${#failed[@]} -gt 0 ]; then
  printf 'checks/python.sh: %s\n' "${failed[@]}" >&2
  exit 1
fi
