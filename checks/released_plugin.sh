#!/usr/bin/env bash
# Runs programs on a plugin as its vendor released it: Intel's Extension for TensorFlow, for x86-64 processors with AVX2
#
# Its graph optimizer and its kernels take part in the frozen graphs of testdata/ and in the digits program, whose results must stay what they
# are. It needs python3 with pip, which fetches the plugin (about 110 MB) into the target folder; TensorFlow is not needed.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${CARGO_TARGET_DIR:-target}/released_plugin
if [ ! -d "$folder/tensorflow-plugins" ]; then
  mkdir -p "$folder"
  python3 -m pip download --quiet --no-deps --only-binary=:all: --python-version 3.11 \
    --platform manylinux2014_x86_64 --dest "$folder" intel-extension-for-tensorflow-lib==2.15.0.0.0
  python3 -m zipfile -e "$folder"/*.whl "$folder"
  rm "$folder"/*.whl
fi
TFRT_PLUGIN_PATH=$(cd "$folder/tensorflow-plugins" && pwd)
export TFRT_PLUGIN_PATH
# The optimizer writes addresses of the process into attributes, so programs are compiled where they run.
cargo test --locked -p tfrt-tools --test suite -- graphs_run_as_text
said=$(cargo run --quiet --locked -p tfrt-tools --bin tfrt -- run testdata/digits/digits.mlir -O2 \
  --input=@testdata/digits/images.npy --labels=@testdata/digits/labels.npy --quiet)
echo "$said"
[ "$said" = "accuracy: 98.44% (443 of 450)" ]
