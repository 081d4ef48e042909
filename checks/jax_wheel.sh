#!/bin/sh
# The wheel of JAX's plugin: its own tests; then it is built, installed into an environment of its own under target/jax, and the example trains a
# network on scikit-learn's digits, with JAX on the plugin; what it exports is served by tfrt-run, which must say what JAX said. JAX_TFRT_PROFILE
# (default: release) names the profile that both are built with.
set -eu
cd "$(dirname "$0")/.."
profile=${JAX_TFRT_PROFILE:-release}
environment=$PWD/target/jax/wheel
if [ ! -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet jax==0.9.2 jaxlib==0.9.2 numpy==2.4.6 scikit-learn==1.9.1
fi
python=$environment/bin/python
"$python" -m unittest discover --quiet python/jax-tfrt/tests
JAX_TFRT_PROFILE=$profile "$environment/bin/pip" install --quiet --force-reinstall --no-deps ./python/jax-tfrt
cargo build --quiet --locked --profile "$profile" -p tfrt-tools --bin tfrt
case $profile in dev) folder=debug ;; *) folder=$profile ;; esac
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT
"$python" -m jax_tfrt python/jax-tfrt/examples/digits.py "$out"
"target/$folder/tfrt" run "$out/digits.mlirbc" --input=@"$out/images.npy" --output=@"$out/served.npy" --quiet
"$python" - "$out" <<'END'
import sys
import numpy as np
served, expected = (np.load(f"{sys.argv[1]}/{name}.npy") for name in ("served", "predictions"))
assert np.array_equal(served, expected), (served, expected)
labels = np.load(f"{sys.argv[1]}/labels.npy")
assert (served == labels).mean() >= 0.97, (served == labels).mean()
print(f"tfrt-run says what JAX says of {len(served)} images")
END
