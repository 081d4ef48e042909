"""The ops of ONNX's domain ai.onnx.ml, one by one."""

from __future__ import annotations

from typing import Any as _Any

from tfrt.ops import _functions


def __getattr__(name: str) -> _Any:
    function = globals()[name] = _functions.find(name, __name__, "onnx_ml.")
    return function


def __dir__() -> list[str]:
    return sorted(_functions.names("onnx_ml."))
