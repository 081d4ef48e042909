#!/usr/bin/env bash
# Lets many clients call a mix of programs for a while: checks/soak.sh [SECONDS] [CLIENTS]
#
# Programs compute, wait, fail, run out of time and are cancelled, on the host and on a device of a plugin (tools/tests/suite/soak.rs). Each call must
# end as it is to, and the process's memory must not grow; latencies at the start and at the end are printed. SOAK_PROFILE=dev takes the products of
# a usual build.
set -euo pipefail
cd "$(dirname "$0")/.."
TFRT_SOAK=${1:-3600} TFRT_SOAK_CLIENTS=${2:-16} exec cargo test --locked --profile "${SOAK_PROFILE:-release}" -p tfrt-tools --test suite -- \
  --exact soak::calls_of_many_clients_all_end_and_leave_nothing --nocapture
