"""The ops of StableHLO, one by one, with StableHLO's rules for dtypes and shapes."""

from __future__ import annotations

from typing import Any as _Any

from tfrt.ops import _functions


def __getattr__(name: str) -> _Any:
    function = globals()[name] = _functions.find(name, __name__, "hlo.")
    return function


def __dir__() -> list[str]:
    return sorted(_functions.names("hlo."))
