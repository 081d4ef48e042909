"""The ops of ONNX that no other set has, one by one."""

from __future__ import annotations

from typing import Any as _Any

from tfrt.ops import _functions


def __getattr__(name: str) -> _Any:
    function = globals()[name] = _functions.find(name, __name__, "onnx.")
    return function


def __dir__() -> list[str]:
    return sorted(_functions.names("onnx."))
