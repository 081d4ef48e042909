#!/usr/bin/env bash
# Lets every call that a run makes for memory, files, room on a disk and threads fail, one after another: checks/faults.sh
#
# Each run must end with its usual results, or with an error and exit code 1 (tools/tests/suite/faults.rs). Some minutes. Before that, calls of
# all ops with larger arguments than there is memory for (kernels/tests/suite/limited.rs).
set -euo pipefail
cd "$(dirname "$0")/.."
export TFRT_FAULTS=all
cargo test --locked -p tfrt-kernels --test suite -- limited::
exec cargo test --locked -p tfrt-tools --test suite -- --nocapture faults::
