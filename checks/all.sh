#!/usr/bin/env bash
# Runs all checks of this folder, one after the other: checks/all.sh [NAME…]
#
# Prints for each whether it passed, failed or is not supported here: what it needs is not installed (exit code 77, or a message that it "needs"
# something). What each printed is in target/checks. CHECKS_SECONDS is the time for each of those that go on as long as they are told to.
set -uo pipefail
cd "$(dirname "$0")/.."
seconds=${CHECKS_SECONDS:-60}
logs=${CARGO_TARGET_DIR:-target}/checks
mkdir -p "$logs"
failed=0
if [ $# -eq 0 ]; then
  set -- $(cd checks && ls *.sh | sed 's/\.sh$//' | grep -vxE 'all|sanitizer')
fi
for name in "$@"; do
  arguments=()
  case $name in
    fuzz | soak) arguments=("$seconds") ;;
    mutants) arguments=("${CHECKS_MUTANTS:-150}") ;;
  esac
  start=$SECONDS
  "checks/$name.sh" "${arguments[@]}" >"$logs/$name.log" 2>&1
  code=$?
  if [ $code -eq 0 ]; then
    result=passed
  elif [ $code -eq 77 ] || tail -n 3 "$logs/$name.log" | grep -qE "^checks/$name\.sh: needs "; then
    result=unsupported
  else
    result="failed with exit code $code"
    failed=1
  fi
  echo "$name: $result after $((SECONDS - start)) s ($logs/$name.log)"
done
exit $failed
