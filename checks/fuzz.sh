#!/usr/bin/env bash
# Tries the readers of files and command lines, and the compiler, on random input: checks/fuzz.sh [SECONDS for each target] [COPIES of a target]
#
# Mutants of good files, in one process for each target (tools/driver/tests/suite/mutated.rs): executions, executions a second and findings
# of each target are printed, and what was found is kept in target/mutated. Then random programs in all ways to run them
# (tools/driver/tests/suite/same_errors.rs); a program that shows a difference is printed in a reduced form. With FUZZ_LIBFUZZER=1, and a
# C++ compiler, the targets of fuzz/ run for as long, guided by coverage and with AddressSanitizer; they keep corpora in target/fuzz.
# FUZZ_PROFILE=dev takes the products of a usual build, which are slower but check arithmetic for overflow.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
copies=${2:-1}
profile=${FUZZ_PROFILE:-release}
suite=$(cargo test --profile "$profile" -p tfrt-driver --test suite --no-run --message-format=json |
  sed -n 's/.*"executable":"\([^"]*suite-[^"]*\)".*/\1/p' | tail -1)
suite=$(realpath "$suite")
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0

# One core for each at a time.
targets=(text bytecode bef bef_as_text compile graph onnx pipeline npy files stablehlo pictures input)
for ((copy = 0; copy < copies; copy++)); do printf '%s\n' "${targets[@]}"; done |
  TFRT_FUZZ_SECONDS=$seconds xargs -P "$(nproc)" -I{} sh -c \
    'TFRT_FUZZ_TARGET={} "$1" --exact mutated::readers_take_any_bytes --nocapture >"$2/{}.$$" 2>&1 || touch "$2/failed"' sh "$suite" "$logs"
cat "$logs"/* 2>/dev/null | grep -aE ' executions | findings$' | sort || true
if [ -e "$logs/failed" ]; then
  failed=1
  grep -aE "panicked at|^[a-z_]+ (panics|takes)" "$logs"/* | sort | uniq -c | sort -rn | head -40 || true
fi

echo "random programs:"
# About two a second in a dev build on one core.
PROPTEST_CASES=$((seconds * 2)) "$suite" same_errors >"$logs/programs" 2>&1 || failed=1
if ! grep -a "^test result" "$logs/programs"; then failed=1; fi
grep -aA60 "^seed " "$logs/programs" || true

echo "a compiled program with each byte flipped and cut at each length:"
if ! TFRT_CORRUPT=all cargo test --locked -p tfrt-tools --test suite corrupt_bef:: >"$logs/corrupt" 2>&1; then failed=1; fi
grep -aE "^test result|findings, the first" "$logs/corrupt" || true

if [ "${FUZZ_LIBFUZZER:-}" = 1 ]; then
  for target in parser bytecode bef_loader messages; do
    fuzz/run.sh "$target" "$seconds" -print_final_stats=1 >"$logs/$target" 2>&1 || failed=1
    echo "$target: $(grep -aE 'number_of_executed_units|average_exec_per_sec' "$logs/$target" | tr -s ' \n' ' ')"
    grep -aE 'ERROR: |SUMMARY: |panicked at' "$logs/$target" || true
  done
fi
exit "$failed"
