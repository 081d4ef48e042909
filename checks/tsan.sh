#!/usr/bin/env bash
# Runs tests under ThreadSanitizer: checks/tsan.sh [ARGUMENTS OF cargo test…]
#
# Without arguments: the tests of the executor and of plugins, those of machine code with several threads, and all programs of testdata/ through the
# tools. It needs no nightly toolchain; the standard library is not instrumented, and checks/tsan.supp lists what it is wrong about for that reason.
# TSAN_LIT=NAME takes only the programs whose path contains NAME.
set -euo pipefail
cd "$(dirname "$0")/.."
. checks/sanitizer.sh
export TSAN_OPTIONS="suppressions=$PWD/checks/tsan.supp:exitcode=101:halt_on_error=0:second_deadlock_stack=1:${TSAN_OPTIONS:-}"
# The library that is not instrumented is linked all the same. Counts of references are read with loads beside their fences.
export SANITIZER_FLAGS="-Cunsafe-allow-abi-mismatch=sanitizer --cfg tfrt_tsan"
if [ $# -gt 0 ]; then
  sanitized thread "$@"
else
  sanitized thread -p tfrt-executor --lib --test suite
  sanitized thread -p tfrt-plugin --lib --tests -- --skip ten_thousand_cycles_need_no_more_memory
  sanitized thread -p tfrt-jit --lib
  sanitized thread -p tfrt-tools --test suite -- devices::
  sanitized thread -p tfrt-tools --test lit -- ${TSAN_LIT:-}
fi
