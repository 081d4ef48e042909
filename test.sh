#!/usr/bin/env bash
# Sets up what is missing, then runs every check: formatting, lints, all tests. Needs a Rust toolchain; takes a while on first use.
set -euo pipefail
cd "$(dirname "$0")"

left_out=()

# What only pays when the same code is built again and again would double what a first build writes; lines in backtraces, beside those of panics
# themselves, would take a third more time.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0

# Many tests wait for other programs, or for time to pass.
export RUST_TEST_THREADS=${RUST_TEST_THREADS:-$((2 * $(nproc 2>/dev/null || echo 2)))}

command -v cargo >/dev/null || { echo "test.sh: needs cargo, from https://rustup.rs" >&2; exit 1; }

# Rust links with the system's C compiler, and tests compile plugins in C and C++.
if ! command -v cc >/dev/null || ! command -v c++ >/dev/null; then
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy gcc g++ libc6-dev
  else
    echo "test.sh: needs compilers named cc and c++ (on Debian: apt-get install gcc g++ libc6-dev)" >&2
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

# The Python package. 3: there is no Python that it supports, or nothing can be installed for it.
status=0
python/tfrt/test.sh || status=$?
case $status in
  0) ;;
  3) left_out+=("the tests of the Python package (needs Python 3.11 or newer, NumPy and pytest)") ;;
  *) exit "$status" ;;
esac

# Parts that need more than a Rust toolchain: their packages are installed where that is possible.
install() { # install NAME PRESENT-TEST PACKAGE...
  local what=$1 present=$2; shift 2
  "$present" && return
  if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@" || true
    "$present" && return
  fi
  left_out+=("$what (needs $*)")
  return 1
}
have_llvm() {
  local file
  for file in /usr/lib/llvm-22/{bin/llvm-config,include/mlir-c/IR.h,lib/libclang.so} /usr/include/{zlib,zstd}.h; do
    [ -e "$file" ] || return 1
  done
}
have_opencl() { [ -e /usr/include/CL/cl.h ] && ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; }

# Features of the whole workspace and one command for both, so that little is built a second time.
optional=()
# The bridge to upstream MLIR, and the oracle that compares our parser and printer with upstream's.
if install "the bridge to upstream MLIR" have_llvm \
  llvm-22-dev libmlir-22-dev mlir-22-tools libpolly-22-dev libclang-22-dev libzstd-dev zlib1g-dev; then
  optional+=(--features tfrt-tools/mlir --test upstream)
fi
# The plugin for a real device, on whatever implements OpenCL.
if install "the OpenCL plugin" have_opencl pocl-opencl-icd ocl-icd-opencl-dev; then
  optional+=(--features tfrt-tools/opencl --test opencl)
fi
if [ ${#optional[@]} -gt 0 ]; then cargo test --workspace --locked "${optional[@]}"; fi

if [ ${#left_out[@]} -gt 0 ]; then
  printf 'test.sh: passed; left out: %s\n' "$(IFS=,; echo "${left_out[*]}")"
else
  echo "test.sh: passed; nothing was left out"
fi
