#!/usr/bin/env bash
# Exports SavedModels with TensorFlow, runs every signature of them in TensorFlow and in tfrt-run, and compares every result:
# checks/savedmodel.sh [NAME…]
# checks/savedmodel.sh wide [PATTERN…]     many small models: layers of Keras, functions of TensorFlow, control flow, exports of version 1; patterns
#                                          are those of checks/savedmodel_wide.py
#
# It makes an environment of its own with TensorFlow 2.21 (2 GB) in target/savedmodel/env, unless PYTHON names an interpreter that has it.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
folder=$target/savedmodel
mkdir -p "$folder"
if [ -z "${PYTHON:-}" ]; then
  PYTHON=$folder/env/bin/python
  if [ ! -x "$PYTHON" ]; then
    python3 -m venv "$folder/env"
    "$folder/env/bin/pip" install --quiet tensorflow==2.21.0
  fi
fi
cargo build --quiet --release -p tfrt-tools --bin tfrt --bin tfrt-run
if [ "${1:-}" = wide ]; then
  shift
  "$PYTHON" checks/savedmodel_wide.py export "$folder/wide" "$@" 2>"$folder/wide.log"
  exec "$PYTHON" checks/savedmodel_wide.py compare "$folder/wide" "$target/release/tfrt" "$@"
fi
"$PYTHON" checks/savedmodel.py export "$folder/models" "$@" 2>"$folder/export.log" || { cat "$folder/export.log"; exit 1; }
"$PYTHON" checks/savedmodel.py compare "$folder/models" "$target/release/tfrt-run"
