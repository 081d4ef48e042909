"""Futures in asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

from tfrt._tfrt import Future


def results(future: Future) -> Generator[Any, None, Any]:
    """Waits in the running loop until the results are there. A task that is cancelled cancels the call."""
    loop = asyncio.get_running_loop()
    arrived = loop.create_future()

    def arrive() -> None:
        if not arrived.done():
            arrived.set_result(None)

    def tell(_: Future) -> None:
        try:
            loop.call_soon_threadsafe(arrive)
        except RuntimeError:
            # The loop was closed, and no task waits any more.
            pass

    if not future.done():
        future.add_done_callback(tell)
        try:
            yield from arrived
        except asyncio.CancelledError:
            future.cancel()
            raise
    return future.result()
