"""Writes the type stubs of the ops into the folder that is given: ``python -m tfrt.ops FOLDER``."""

import sys
from pathlib import Path

from tfrt.ops._functions import stubs

TITLES = {
    "tf": "The ops of TensorFlow.",
    "hlo": "The ops of StableHLO.",
    "onnx": "The ops of ONNX that no other set has.",
    "onnx_ml": "The ops of ONNX's domain ai.onnx.ml.",
}


def texts() -> dict[str, str]:
    """The stubs by the names of their files."""
    modules = [name for name in TITLES if name != "tf"]
    return {
        ("__init__" if name == "tf" else name) + ".pyi": stubs(f"{name}.", title, modules if name == "tf" else ())
        for name, title in TITLES.items()
    }


if __name__ == "__main__":
    for file, text in texts().items():
        (Path(sys.argv[1]) / file).write_text(text)
