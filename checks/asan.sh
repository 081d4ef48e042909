#!/usr/bin/env bash
# Runs tests under AddressSanitizer: checks/asan.sh [ARGUMENTS OF cargo test…]
#
# Without arguments: the tests of the executor and of plugins, and all programs of testdata/ through the tools. It needs no nightly toolchain. C libraries
# that tests load are not instrumented. Leaks are looked for as well.
set -euo pipefail
cd "$(dirname "$0")/.."
. checks/sanitizer.sh
# The slow way up the stack is the one that sees every function, which the list of what may stay names.
# What asks for more memory than there is gets none, as without the sanitizer.
export ASAN_OPTIONS="allocator_may_return_null=1:detect_stack_use_after_return=1:fast_unwind_on_malloc=0:exitcode=101:${ASAN_OPTIONS:-}"
export LSAN_OPTIONS="suppressions=$PWD/checks/lsan.supp:print_suppressions=0:${LSAN_OPTIONS:-}"
asan() { sanitized address "$@"; }
if [ $# -gt 0 ]; then
  asan "$@"
else
  # A model checker switches stacks itself, which the sanitizer does not follow: its test is left out.
  asan -p tfrt-executor --lib --test suite --test leaks
  # Memory that is freed stays with the sanitizer for a while: a test that looks at the process's memory cannot pass.
  asan -p tfrt-plugin --lib --tests -- --skip ten_thousand_cycles_need_no_more_memory
  asan -p tfrt-tools --test lit --test golden
  asan -p tfrt-tools --test suite -- devices::
fi
