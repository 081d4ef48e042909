#!/usr/bin/env bash
# Do the tests test? Changes the code at random places and looks which changes the tests notice: checks/mutants.sh [COUNT] [SEED] [PACKAGE…]
#
# COUNT mutants of each package are drawn with the seed. Those that the package's own tests miss are tried with the tests of the packages in
# MUTANTS_THEN as well (those of the compiler, the driver and the tools unless it is set; none if it is empty). Prints, for each package, the numbers
# of mutants that were caught, that were missed, that do not compile and that run too long, and the names of the missed ones, which stay in
# target/mutants-of/PACKAGE. The exit code is 1 if more than 5 of 100 are missed. It needs cargo-mutants of this version:
version=27.1.0
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-150}
seed=${2:-1}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- tfrt-ir tfrt-bef tfrt-executor tfrt-compiler tfrt-ops tfrt-numerics
then_tests=${MUTANTS_THEN-tfrt-compiler tfrt-driver tfrt-tools}
case "$(cargo mutants --version 2>/dev/null)" in
  *" $version"*) ;;
  *)
    echo "checks/mutants.sh: needs cargo-mutants $version (cargo install --locked cargo-mutants --version $version)" >&2
    exit 77
    ;;
esac
out=${CARGO_TARGET_DIR:-$PWD/target}/mutants-of
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Each copy of the sources has another path, but shares what is compiled of other crates.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}/mutants"

# Tries the mutants named in a file with the tests of some packages; the results are in a folder.
try() {
  local names=$1 package=$2 to=$3
  shift 3
  # The names as patterns for exactly these mutants.
  {
    echo 'examine_re = ['
    sed -e 's/[][\\.*^$+?(){}|]/\\&/g' -e "s/'/./g" -e "s/.*/  '^&\$',/" "$names"
    echo ']'
  } >"$work/mutants.toml"
  local tests=()
  for of in "$@"; do tests+=(--test-package "$of"); done
  # Its exit code says that mutants were missed, which is counted here.
  cargo mutants --package "$package" "${tests[@]}" --config "$work/mutants.toml" --output "$to" --no-shuffle --colors never --timeout-multiplier 3 \
    --minimum-test-timeout 60 >"$work/log" 2>&1 || true
  [ -e "$to/mutants.out/outcomes.json" ] || { cat "$work/log" >&2; exit 1; }
}

lines() { sed '/^$/d' "$1" | wc -l; }

all=0 all_missed=0
for package in "$@"; do
  mkdir -p "$out/$package"
  cargo mutants --package "$package" --list --colors never |
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -g | head -n "$count" | cut -f 2- >"$work/names"
  try "$work/names" "$package" "$out/$package" "$package"
  found=$out/$package/mutants.out
  caught=$(lines "$found/caught.txt") unviable=$(lines "$found/unviable.txt") timeouts=$(lines "$found/timeout.txt")
  cp "$found/missed.txt" "$work/missed"
  if [ -s "$work/missed" ] && [ -n "$then_tests" ]; then
    # shellcheck disable=SC2086
    try "$work/missed" "$package" "$out/$package/then" $then_tests
    then=$out/$package/then/mutants.out
    caught=$((caught + $(lines "$then/caught.txt"))) timeouts=$((timeouts + $(lines "$then/timeout.txt")))
    cp "$then/missed.txt" "$work/missed"
  fi
  missed=$(lines "$work/missed")
  cp "$work/missed" "$out/$package/missed.txt"
  echo "$package: $caught caught, $missed missed, $unviable unviable, $timeouts timeouts"
  sed 's/^/  missed: /' "$work/missed"
  all=$((all + caught + missed + timeouts)) all_missed=$((all_missed + missed))
done
echo "all: $all_missed of $all missed"
[ $((all_missed * 20)) -le "$all" ]
