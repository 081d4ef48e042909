#!/usr/bin/env bash
# Builds the native module in the tests' profile and runs the package's tests, in an environment of its own below target/.
# Needs Rust and a Python of 3.11 or newer with venv; downloads NumPy and pytest on first use.
#   python/tfrt/test.sh [ARGUMENT-OF-PYTEST...]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
export CARGO_INCREMENTAL=0

# find_python: the first interpreter that the package supports.
find_python() {
  local candidate
  for candidate in ${PYTHON:-} python3 python3.11 python3.12 python3.13 python3.14 /usr/bin/python3; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}
python=$(find_python) || { echo "python/tfrt/test.sh: needs a Python of 3.11 or newer, with venv" >&2; exit 3; }

place=${CARGO_TARGET_DIR:-target}/python
mkdir -p "$place"
place=$(cd "$place" && pwd)
if ! "$place/venv/bin/python" -c 'import numpy, pytest' 2>/dev/null; then
  rm -rf "$place/venv"
  "$python" -m venv "$place/venv"
  "$place/venv/bin/pip" install --quiet --disable-pip-version-check numpy pytest \
    || { echo "python/tfrt/test.sh: NumPy and pytest cannot be installed" >&2; exit 3; }
fi

# The features of the whole workspace and of what its tests need: with others all dependencies would be built a second time.
cargo build --workspace --lib --tests --locked --quiet
rm -rf "$place/package"
mkdir -p "$place/package/tfrt"
cp -r "$here"/python/tfrt/* "$place/package/tfrt/"
ln -s "$(dirname "$place")/debug/libtfrt_python.so" "$place/package/tfrt/_tfrt.abi3.so"

cd "$here"
PYTHONPATH="$place/package" PYTHONDONTWRITEBYTECODE=1 \
  "$place/venv/bin/python" -m pytest -q -p no:cacheprovider "$@"
