#!/usr/bin/env bash
# Runs the programs of testdata/ under valgrind: checks/valgrind.sh [NAME], for the tests whose path contains NAME
#
# Machine code is compiled for the processor that valgrind shows, which has no AVX-512.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "checks/valgrind.sh: needs valgrind (on Debian: apt-get install valgrind)" >&2; exit 1; }
# The exit code is that of a panic, which no test expects. Programs that start more than one thread take turns.
export TFRT_LIT_RUNNER="valgrind -q --error-exitcode=101 --leak-check=no --smc-check=all-non-file --fair-sched=yes"
export TFRT_LIT_SECONDS=600
# Tensors of plugins, and blocks of the example device, are not used again, so that valgrind sees them come and go.
export TFRT_FRESH_BOXES=1 HOST_DEVICE_FRESH=1
exec cargo test --locked -p tfrt-tools --test lit -- "$@"
