#!/usr/bin/env bash
# Runs the tests that the onnx package carries (operators, simple models, models converted from PyTorch) through tfrt-run, and compares every
# output: prints each that does not pass, then how many passed, failed and are not supported. checks/onnx.sh [PATTERN]
#
# It makes an environment of its own in target/onnx/env, of pinned versions, unless PYTHON names an interpreter that has onnx.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
if [ -z "${PYTHON:-}" ]; then
  PYTHON=$target/onnx/env/bin/python
  if [ ! -x "$PYTHON" ]; then
    python3 -m venv "$target/onnx/env"
    "$target/onnx/env/bin/pip" install --quiet onnx==1.23.2 ml_dtypes==0.6.0 numpy==2.4.6
  fi
fi
cargo build --quiet --release -p tfrt-tools --bin tfrt
exec "$PYTHON" checks/onnx_nodes.py "$target/release/tfrt" "$@"
