#!/usr/bin/env bash
# Builds a fuzz target and runs it: fuzz/run.sh parser|bytecode|bef_loader|messages [SECONDS] [libFuzzer's options…]
#
# It needs a C++ compiler, but neither a nightly toolchain nor cargo-fuzz (which works as well: `cargo fuzz run parser`). What is found
# goes to target/fuzz/<target>/; a crash becomes a test beside the code that was wrong.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:?usage: fuzz/run.sh parser|bytecode|bef_loader|messages [SECONDS] [options of libFuzzer]}
seconds=${2:-60}
shift $(($# < 2 ? $# : 2))

triple=$(rustc -vV | sed -n 's/^host: //p')
out=${CARGO_TARGET_DIR:-../target}/fuzz
# The sanitizer and the coverage counters are options of unstable kinds.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=16"
cargo build --release --target "$triple" --target-dir "$out" --bin "$target"

seeds=$out/$target/seeds
found=$out/$target/corpus
length=8192
mkdir -p "$seeds" "$found"
case $target in
  parser) for file in $(cd .. && git ls-files 'testdata/*.mlir'); do cp "../$file" "$seeds/$(echo "$file" | tr / _)"; done ;;
  bytecode) for file in $(cd .. && git ls-files '*.mlirbc'); do cp "../$file" "$seeds/$(echo "$file" | tr / _)"; done ;;
  bef_loader) for file in $(cd .. && git ls-files '*.bef'); do cp "../$file" "$seeds/$(echo "$file" | tr / _)"; done ;;
  messages)
    # The first byte says what follows: a message of some kind, as bytes, as text, or as changes to a good one.
    for kind in 0:op 1:space 2:graph 3:graph; do
      number=$((${kind%%:*} * 3))
      { printf "\\x$(printf %02x $((number + 1)))"; cat "messages/${kind#*:}.pbtxt"; } >"$seeds/text_$number"
      printf "\\x$(printf %02x $((number + 2)))\x10\x00\x01\x40\x00\x02" >"$seeds/changes_$number"
    done
    # Graphs that TensorFlow wrote: as programs, and as what an optimizer gives.
    for file in $(cd .. && git ls-files 'testdata/graphdef/*.pb'); do
      for number in 6 9; do
        { printf "\\x$(printf %02x $number)"; cat "../$file"; } >"$seeds/$(basename "$file")_$number"
      done
    done
    # Models, each as a whole and as a good one to change.
    for file in $(cd .. && git ls-files 'testdata/onnx/*.onnx' 'testdata/onnx/*.onnxtxt'); do
      { printf '\x0c'; cat "../$file"; } >"$seeds/$(basename "$(dirname "$file")")_12"
    done
    for file in $(cd .. && git ls-files 'testdata/savedmodel/*/saved_model.pb'); do
      { printf '\x0f'; cat "../$file"; } >"$seeds/$(basename "$(dirname "$file")")_15"
      index=$(dirname "$file")/variables/variables.index
      if [ -f "../$index" ]; then { printf '\x12'; cat "../$index"; } >"$seeds/$(basename "$(dirname "$file")")_18"; fi
    done
    for number in 12 15 18; do printf "\x$(printf %02x $((number + 2)))\x10\x00\x01\x40\x00\x02" >"$seeds/changes_$number"; done
    length=16384 ;;
esac
# Huge seeds only slow it down.
find "$seeds" -type f -size +16k -delete
dictionary=(); if [ -f "$target.dict" ]; then dictionary=("-dict=$target.dict"); fi
exec nice -n 19 "$out/$triple/release/$target" -max_total_time="$seconds" -max_len=$length -timeout=10 -rss_limit_mb=2048 \
  -artifact_prefix="$out/$target/" "${dictionary[@]}" "$@" "$found" "$seeds"
