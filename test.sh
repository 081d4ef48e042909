#!/usr/bin/env bash
# Sets up what is missing, then runs every check: formatting, lints, all tests. Needs a Rust toolchain; takes a while on first use.
set -euo pipefail
cd "$(dirname "$0")"

left_out=()

command -v cargo >/dev/null || { echo "test.sh: needs cargo, from https://rustup.rs" >&2; exit 1; }

# Rust links with the system's C compiler.
if ! command -v cc >/dev/null; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy gcc libc6-dev
  else
    echo "test.sh: needs a C compiler named cc (on Debian: apt-get install gcc libc6-dev)" >&2
    exit 1
  fi
fi

# The toolchain's own checkers are optional parts of it.
component() {
  cargo "$1" --version >/dev/null 2>&1 && return
  command -v rustup >/dev/null && rustup component add "$2" >/dev/null 2>&1 && return
  left_out+=("$2 (not part of this toolchain)")
  return 1
}

if component fmt rustfmt; then cargo fmt --all --check; fi
if component clippy clippy; then cargo clippy --workspace --all-targets --locked -- -D warnings; fi
cargo test --workspace --locked

if [ ${#left_out[@]} -gt 0 ]; then
  printf 'test.sh: passed; left out: %s\n' "$(IFS=,; echo "${left_out[*]}")"
else
  echo "test.sh: passed; nothing was left out"
fi
