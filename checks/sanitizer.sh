# Sourced by the checks that run tests under a sanitizer of LLVM: defines `sanitized NAME ARGUMENTS OF cargo test…`.
#
# A sanitizer is an option of an unstable kind, which the released compiler takes with RUSTC_BOOTSTRAP: no nightly toolchain is needed. With the
# target given, it is not used for build scripts and procedural macros. C libraries that tests load are not instrumented.

triple=$(rustc -vV | sed -n 's/^host: //p')
# Tensors of plugins, and blocks of the example device, are not used again, so that a sanitizer sees them come and go.
export TFRT_FRESH_BOXES=1 HOST_DEVICE_FRESH=1

sanitized() {
  local name=$1
  shift
  RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$name ${SANITIZER_FLAGS:-} ${RUSTFLAGS:-}" \
    cargo test --locked --target "$triple" --target-dir "${CARGO_TARGET_DIR:-target}/$name" "$@"
}
