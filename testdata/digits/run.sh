#!/usr/bin/env bash
# The handwritten digits: text to an executable file, then the held-out images through it in one batch.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --quiet --bin tfrt
bin=${CARGO_TARGET_DIR:-target}/release digits=testdata/digits
bef=$(mktemp) && trap 'rm -f "$bef"' EXIT
"$bin/tfrt" translate --mlir-to-bef -O2 $digits/digits.mlir -o "$bef"
"$bin/tfrt" run "$bef" --input=@$digits/images.npy --labels=@$digits/labels.npy --quiet
