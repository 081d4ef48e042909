"""Calls that run beside others."""

import asyncio
import concurrent.futures
import sys
import threading

import numpy as np
import pytest

import tfrt

X = np.arange(8, dtype=np.float32).reshape(2, 4)

LOOP = """
func.func @next(%n: i32) -> (i32, i1) {
  %one = tfrt.constant.i32 1
  %next = tfrt.add.i32 %n, %one
  %on = tfrt.constant.i1 true
  tfrt.return %next, %on : i32, i1
}
func.func @main(%n: i32) -> i32 {
  %on = tfrt.constant.i1 true
  %end = tfrt.while %on @next(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %end : i32
}
"""


@pytest.fixture(scope="module")
def for_ever() -> tfrt.Program:
    return tfrt.compile(LOOP)


def test_results_are_those_of_a_call(net: tfrt.Program) -> None:
    futures = [net.subtract.submit(X, b=X - i) for i in range(50)]
    for i, future in enumerate(futures):
        np.testing.assert_array_equal(future.result(), np.full_like(X, i))
        assert future.done() and not future.cancelled() and future.exception() is None
    assert repr(futures[0]) == "<tfrt.Future of subtract, done>"


def test_a_failed_call_raises_where_its_results_are_asked_for(net: tfrt.Program) -> None:
    with pytest.raises(TypeError, match="expected f32"):
        net.double.submit(X.astype("f8"))
    future = net.divide.submit(1, 0)
    for _ in range(2):
        with pytest.raises(tfrt.RunError, match="Divide by zero"):
            future.result()
    assert isinstance(future.exception(), tfrt.RunError)


def test_a_call_can_be_waited_for_and_stopped(for_ever: tfrt.Program) -> None:
    future = for_ever.submit(0)
    with pytest.raises(TimeoutError, match="not there after 0.05 seconds"):
        future.result(timeout=0.05)
    with pytest.raises(TimeoutError):
        future.exception(0)
    with pytest.raises(ValueError, match="timeout"):
        future.result(float("nan"))
    assert not future.done() and repr(future).endswith("running>")
    assert future.cancel()
    with pytest.raises(tfrt.CancelledError):
        future.result()
    assert future.cancelled() and future.done() and not future.cancel()


def test_await(net: tfrt.Program, for_ever: tfrt.Program) -> None:
    async def main() -> None:
        many = [net.double.submit(X) for _ in range(20)]
        for y in await asyncio.gather(*many):
            np.testing.assert_array_equal(y, X + X)
        np.testing.assert_array_equal(await many[0], X + X)
        with pytest.raises(tfrt.RunError):
            await net.divide.submit(1, 0)
        future = for_ever.submit(0)
        with pytest.raises(asyncio.TimeoutError):
            async with asyncio.timeout(0.05):
                await future
        # The task that gave up has stopped the call.
        with pytest.raises(tfrt.CancelledError):
            await future

    asyncio.run(main())


def test_callbacks(net: tfrt.Program, for_ever: tfrt.Program, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    future = net.double.submit(X)
    future.result()
    future.add_done_callback(told.append)
    assert told == [future]
    running = for_ever.submit(0)
    arrived = threading.Event()
    caught: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda raised: caught.append(raised.exc_value))

    def fail(_: tfrt.Future) -> None:
        raise KeyError("of the callback")

    running.add_done_callback(fail)
    running.add_done_callback(lambda future: arrived.set())
    running.cancel()
    assert arrived.wait(30)
    assert [str(error) for error in caught] == ["'of the callback'"]


def test_many_threads_call_at_once(net: tfrt.Program) -> None:
    def work(seed: int) -> None:
        x = np.full((3, 4), seed, np.float32)
        for _ in range(200):
            np.testing.assert_array_equal(net.double(x), x + x)

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))
