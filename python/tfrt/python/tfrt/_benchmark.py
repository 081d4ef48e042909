"""How long calls take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

#: Calls that are made first and not counted, and how long the others are repeated, in seconds.
WARM_UP = 0.1
LENGTH = 0.5


@dataclass(frozen=True)
class Benchmark:
    """Times of calls, in seconds. A time is the mean of ``batch`` calls, so that reading the clock does not count."""

    times: list[float] = field(repr=False)
    batch: int

    def quantile(self, part: float) -> float:
        """The time that this part of the calls does not exceed."""
        times = sorted(self.times)
        return times[min(int(part * len(times)), len(times) - 1)]

    @property
    def median(self) -> float:
        return self.quantile(0.5)

    @property
    def minimum(self) -> float:
        return min(self.times)

    @property
    def mean(self) -> float:
        return sum(self.times) / len(self.times)

    @property
    def calls(self) -> int:
        return len(self.times) * self.batch

    def __str__(self) -> str:
        return (
            f"{_text(self.median)} a call (median of {self.calls} calls; "
            f"minimum {_text(self.minimum)}, 90 % within {_text(self.quantile(0.9))})"
        )

    def __repr__(self) -> str:
        return f"<tfrt.Benchmark {self}>"


def _text(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def measure(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any] | None) -> Benchmark:
    """Calls a function for a while."""
    kwargs = kwargs or {}
    clock = time.perf_counter
    start = clock()
    calls = 0
    while calls == 0 or clock() - start < WARM_UP:
        function(*args, **kwargs)
        calls += 1
    # About 20 microseconds, beside which the clock does not count.
    batch = max(1, int(20e-6 * calls / (clock() - start)))
    times: list[float] = []
    begin = clock()
    while not times or clock() - begin < LENGTH:
        start = clock()
        for _ in range(batch):
            function(*args, **kwargs)
        times.append((clock() - start) / batch)
    return Benchmark(times, batch)
