#!/usr/bin/env bash
# Sets up what is missing, then runs every check: formatting, lints, all tests. Needs a Rust toolchain; takes a while on first use.
set -euo pipefail
cd "$(dirname "$0")"

left_out=()

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

# The bridge to upstream MLIR, and the oracle that compares our parser and printer with upstream's.
llvm_packages=(llvm-22-dev libmlir-22-dev mlir-22-tools libpolly-22-dev libclang-22-dev libzstd-dev zlib1g-dev)
have_llvm() {
  local file
  for file in /usr/lib/llvm-22/{bin/llvm-config,include/mlir-c/IR.h,lib/libclang.so} /usr/include/{zlib,zstd}.h; do
    [ -e "$file" ] || return 1
  done
}
if ! have_llvm && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${llvm_packages[@]}" || true
fi
if have_llvm; then
  cargo test --locked -p tfrt-compiler --features mlir --lib mlir
  cargo test --locked -p tfrt-tools --features mlir --test upstream
else
  left_out+=("the bridge to upstream MLIR (no LLVM 22: ${llvm_packages[*]})")
fi

# The plugin for a real device, on whatever implements OpenCL.
opencl_packages=(pocl-opencl-icd ocl-icd-opencl-dev)
have_opencl() { [ -e /usr/include/CL/cl.h ] && ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; }
if ! have_opencl && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${opencl_packages[@]}" || true
fi
if have_opencl; then
  cargo test --locked -p tfrt-tools --features opencl --test opencl
else
  left_out+=("the OpenCL plugin (no OpenCL: ${opencl_packages[*]})")
fi

if [ ${#left_out[@]} -gt 0 ]; then
  printf 'test.sh: passed; left out: %s\n' "$(IFS=,; echo "${left_out[*]}")"
else
  echo "test.sh: passed; nothing was left out"
fi
