#!/usr/bin/env bash
# Scores a folder of images with examples/ray_batch.py on a local cluster of Ray, kills a worker on the way, and checks that every image was
# scored once, with the class that the model gives without a cluster: checks/ray.sh
#
# It makes an environment of its own with Ray and the package (a release build) in target/ray/environment, unless PYTHON names an
# interpreter that has both.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/ray"
if [ -z "${PYTHON:-}" ]; then
  PYTHON=$target/ray/environment/bin/python
  if [ ! -x "$PYTHON" ]; then
    python3 -m venv "$target/ray/environment"
    "$PYTHON" -m pip install --quiet ray==2.60.0 numpy==2.4.6
  fi
  "$PYTHON" -m pip install --quiet ./python/tfrt
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TFRT_CACHE_DIR=$folder/cache RAY_USAGE_STATS_ENABLED=0
"$PYTHON" - "$folder" <<'END'
"""Writes the held-out digits as PNG files, and the classes that the model gives them here."""
import sys
from pathlib import Path
import numpy as np, tfrt

folder = Path(sys.argv[1])
(folder / "images").mkdir()
images = np.load("testdata/digits/images.npy")
pixels = np.round(images * 255).astype(np.uint8)
net = tfrt.load("testdata/digits/digits.mlir")
probabilities, _ = net(pixels.astype(np.float32) / 255)
classes = np.asarray(probabilities).argmax(axis=1)
lines = []
for index, (image, best) in enumerate(zip(pixels, classes)):
    name = f"{index:05}.png"
    (folder / "images" / name).write_bytes(tfrt.ops.EncodePng(image.reshape(8, 8, 1)).item())
    lines.append(f"{name} {best}\n")
(folder / "expected").write_text("".join(lines))
END
"$PYTHON" examples/ray_batch.py --kill-one testdata/digits/digits.mlir "$folder/images" "$folder/scored" >"$folder/log" 2>&1 || {
  cat "$folder/log"
  exit 1
}
grep -E '^killing worker|lived to the end$' "$folder/log"
diff "$folder/expected" "$folder/scored"
echo "$(wc -l <"$folder/scored") images, each scored once"
