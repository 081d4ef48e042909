#!/usr/bin/env bash
# Runs ONNX models through tfrt-run, and compares every output: prints each that does not pass, then how many passed, failed and are not supported.
#
#     checks/onnx.sh [PATTERN]             the tests that the onnx package carries (operators, simple models, models converted from PyTorch)
#     checks/onnx.sh exports [PATTERN…]    networks, pipelines and layers that are exported here from PyTorch, scikit-learn and Keras, whole and
#                                          quantized, in halves or optimized; patterns are those of checks/onnx_exports.py
#
# It makes environments of its own in target/onnx, of pinned versions (8 GB for exports), unless PYTHON names an interpreter that has what is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}

# The interpreter of an environment with these packages.
environment() {
  local folder=$target/onnx/$1
  shift
  if [ -n "${PYTHON:-}" ]; then
    echo "$PYTHON"
    return
  fi
  if [ ! -x "$folder/bin/python" ]; then
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet "$@" >&2
  fi
  echo "$folder/bin/python"
}

cargo build --quiet --release -p tfrt-tools --bin tfrt
if [ "${1:-}" != exports ]; then
  python=$(environment env onnx==1.23.2 ml_dtypes==0.6.0 numpy==2.4.6)
  exec "$python" checks/onnx_nodes.py "$target/release/tfrt" "$@"
fi
shift
onnx=(onnx==1.23.2 onnxruntime==1.32.0 onnxscript==0.7.2 numpy==2.4.6)
torch=$(environment torch torch==2.15.0 torchvision==0.29.2 transformers==5.24.0 scikit-learn==1.9.1 skl2onnx==1.20.0 \
  onnxconverter-common==1.16.0 onnxmltools==1.16.0 xgboost==3.2.0 lightgbm==4.7.0 pandas sympy expecttest==0.3.0 "${onnx[@]}")
keras=$(environment keras tensorflow-cpu==2.21.0 tf2onnx==1.17.0 "${onnx[@]}")
for python in "$torch" "$keras"; do
  "$python" checks/onnx_exports.py export "$target/onnx/exports" "$@"
done
exec "$torch" checks/onnx_exports.py compare "$target/onnx/exports" "$target/release/tfrt" "$@"
