"""What the Python package costs, beside ONNX Runtime and JAX where they are installed.

    pip install ./python/tfrt && python bench/python.py [WHEEL]

Prints a table: the time of a call that adds two floats, the import beyond NumPy's, the calls of eight threads against one, the bytes that
64 MiB in and out allocate, and the size of the wheel if its file is given. All packages run in this one process, imports in others.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import tfrt

ADD = """
func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?xf32>}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  tfrt.return %y : !corert.tensorhandle
}
func.func @same(%x: !corert.tensorhandle) -> !corert.tensorhandle {
  tfrt.return %x : !corert.tensorhandle
}
"""


def call_time(call: Callable[[], Any]) -> float:
    """The least mean of a batch of calls, in nanoseconds."""
    for _ in range(2000):
        call()
    best = float("inf")
    for _ in range(20):
        start = time.perf_counter_ns()
        for _ in range(5000):
            call()
        best = min(best, (time.perf_counter_ns() - start) / 5000)
    return best


def import_time(package: str) -> float:
    """The least time of an import in a new process after NumPy's, in milliseconds."""
    program = f"import numpy, time; s = time.perf_counter(); import {package}; print(time.perf_counter() - s)"
    times = (subprocess.check_output([sys.executable, "-c", program]) for _ in range(7))
    return min(map(float, times)) * 1e3


def calls_a_second(call: Callable[[], Any], threads: int, seconds: float = 1.0) -> float:
    """The calls that some threads make together in a second."""
    counts = [0] * threads
    end = time.perf_counter() + seconds

    def work(thread: int) -> None:
        while time.perf_counter() < end:
            call()
            counts[thread] += 1

    workers = [threading.Thread(target=work, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sum(counts) / seconds


def onnx_add() -> bytes:
    """The model y = x + x."""

    def field(number: int, value: int | bytes) -> bytes:
        if isinstance(value, int):
            return bytes([number << 3, value])
        return bytes([number << 3 | 2, len(value)]) + value

    floats = field(2, field(1, field(1, 1) + field(2, field(1, field(2, b"n")))))
    node = field(1, b"x") + field(1, b"x") + field(2, b"y") + field(4, b"Add")
    graph = field(1, node) + field(2, b"g") + field(11, field(1, b"x") + floats) + field(12, field(1, b"y") + floats)
    return field(1, 8) + field(7, graph) + field(8, field(2, 17))


def main() -> None:
    rows: list[tuple[str, str, str]] = []
    net = tfrt.compile(ADD)
    one = np.float32([1.5])
    rows.append(("one add", "tfrt", f"{call_time(lambda: net.main(one)):.0f} ns"))
    bound = net.main
    rows.append(("one add, function bound", "tfrt", f"{call_time(lambda: bound(one)):.0f} ns"))
    try:
        import onnxruntime

        session = onnxruntime.InferenceSession(onnx_add(), providers=["CPUExecutionProvider"])
        rows.append(("one add", "onnxruntime", f"{call_time(lambda: session.run(None, {'x': one})):.0f} ns"))
    except ImportError:
        rows.append(("one add", "onnxruntime", "not installed"))
    try:
        import jax

        jitted = jax.jit(lambda x: x + x)
        rows.append(("one add", "jax", f"{call_time(lambda: jitted(one)):.0f} ns"))
    except ImportError:
        rows.append(("one add", "jax", "not installed"))

    for package in ("tfrt", "onnxruntime", "jax"):
        if package == "tfrt" or package in sys.modules:
            rows.append(("import beyond NumPy", package, f"{import_time(package):.1f} ms"))

    some = np.ones(1 << 14, np.float32)
    alone = calls_a_second(lambda: bound(some), 1)
    together = calls_a_second(lambda: bound(some), 8)
    processors = len(os.sched_getaffinity(0))
    rows.append((f"8 threads on {processors} processors, 64 KiB", "tfrt", f"{together / alone:.2f} x one thread"))

    large = np.ones(1 << 24, np.float32)
    view = np.asarray(net.same(large))
    copied = "nothing copied" if np.shares_memory(view, large) else "copied"
    rows.append(("64 MiB in and out", "tfrt", f"{copied}, {call_time(lambda: np.asarray(net.same(large))):.0f} ns"))
    if len(sys.argv) > 1:
        rows.append(("wheel", "tfrt", f"{os.path.getsize(sys.argv[1]) / 1e6:.1f} MB"))
    for row in rows:
        print(f"{row[0]:36} {row[1]:12} {row[2]}")


if __name__ == "__main__":
    main()
