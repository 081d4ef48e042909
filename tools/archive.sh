#!/usr/bin/env bash
# Makes an archive of the stripped programs with their licences, completions and C headers: tools/archive.sh [FOLDER]
#
# Writes FOLDER/tfrt-VERSION-TARGET.tar.gz and its checksum, target/archives if no folder is given. The same source and toolchain give the
# same archive. Needs a Rust toolchain, tar, gzip and the system's strip.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$here/target/archives}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$here"

cargo build --release --locked --package tfrt-tools
bin=${CARGO_TARGET_DIR:-target}/release
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
target=$(rustc -vV | sed -n 's/^host: //p')
name=tfrt-$version-$target
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

mkdir -p "$stage/$name"/{bin,include,share/completions}
for program in tfrt tfrt-opt tfrt-run tfrt-translate; do
  strip -o "$stage/$name/bin/$program" "$bin/$program"
done
cp LICENSE NOTICE README.md CHANGELOG.md "$stage/$name"
cp -r plugins/include/. "$stage/$name/include"
cp executor/include/tfrt_kernel_api.h "$stage/$name/include"
# The texts of the licences of the crates that NOTICE lists, as their packages carry them.
while IFS=' ' read -r crate version; do
  for text in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$crate-$version"/{LICEN[CS]E,COPYING,COPYRIGHT,NOTICE,UNLICENSE}*; do
    [ -f "$text" ] && install -D -m 644 "$text" "$stage/$name/licences/$crate-$version/$(basename "$text")"
  done
done < <(sed -n 's/^\([a-zA-Z0-9_-]*\) \([0-9][^:]*\): .*/\1 \2/p' NOTICE)
for shell in bash zsh fish; do
  "$bin/tfrt" completions "$shell" > "$stage/$name/share/completions/tfrt.$shell"
done

# Names in order, one owner and one time, so that nothing of this machine gets in.
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -C "$stage" -cf - "$name" | gzip -9n > "$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$out/$name.tar.gz"
