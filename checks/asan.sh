#!/usr/bin/env bash
# Runs tests under AddressSanitizer: checks/asan.sh [ARGUMENTS OF cargo test…]
#
# Without arguments: the executor's tests, and all programs of testdata/ through the tools. It needs no nightly toolchain. C libraries
# that tests load are not instrumented. Leaks are looked for as well.
set -euo pipefail
cd "$(dirname "$0")/.."
triple=$(rustc -vV | sed -n 's/^host: //p')
# The sanitizer is an option of an unstable kind. With the target given, it is not used for build scripts and procedural macros.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=address ${RUSTFLAGS:-}"
# The slow way up the stack is the one that sees every function, which the list of what may stay names.
export ASAN_OPTIONS="detect_stack_use_after_return=1:fast_unwind_on_malloc=0:exitcode=101:${ASAN_OPTIONS:-}"
export LSAN_OPTIONS="suppressions=$PWD/checks/lsan.supp:print_suppressions=0:${LSAN_OPTIONS:-}"
asan() { cargo test --locked --target "$triple" --target-dir "${CARGO_TARGET_DIR:-target}/asan" "$@"; }
if [ $# -gt 0 ]; then
  asan "$@"
else
  # A model checker switches stacks itself, which the sanitizer does not follow: its test is left out.
  asan -p tfrt-executor --lib --test blocks --test library --test programs --test random
  asan -p tfrt-tools --test lit --test golden
fi
