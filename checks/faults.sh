#!/usr/bin/env bash
# Lets every call that a run makes for memory, files, room on a disk and threads fail, one after another: checks/faults.sh
#
# Each run must end with its usual results, or with an error and exit code 1 (tools/tests/suite/faults.rs). Some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
TFRT_FAULTS=all exec cargo test --locked -p tfrt-tools --test suite -- --nocapture faults::
