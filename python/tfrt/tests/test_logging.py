"""Log lines of the runtime in Python's logging."""

import logging
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import tfrt


def wait_for(records: list[logging.LogRecord], count: int) -> None:
    end = time.monotonic() + 30
    while len(records) < count and time.monotonic() < end:
        time.sleep(0.01)
    assert len(records) == count


@pytest.mark.parametrize(
    ("stream", "level"),
    [("log(info)", logging.INFO), ("log(warning)", logging.WARNING), ("log(error)", logging.ERROR)],
)
def test_lines_have_their_level(stream: str, level: int, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "tfrt"):
        tfrt.ops.PrintV2(b"a line", output_stream=stream)
        wait_for(caplog.records, 1)
    (record,) = caplog.records
    assert (record.name, record.levelno, record.getMessage()) == ("tfrt.runtime", level, "a line")
    assert record.filename == "print"


def test_lines_come_in_order(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "tfrt"):
        for i in range(100):
            tfrt.ops.PrintV2(str(i), output_stream="log(info)")
        wait_for(caplog.records, 100)
    assert [record.getMessage() for record in caplog.records] == [str(i) for i in range(100)]


def test_a_level_that_is_off_costs_no_record(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "tfrt"):
        tfrt.ops.PrintV2("not shown", output_stream="log(info)")
        tfrt.ops.PrintV2("shown", output_stream="log(error)")
        wait_for(caplog.records, 1)
    assert caplog.records[0].getMessage() == "shown"


def test_lines_before_the_end_are_not_lost() -> None:
    program = """
    import logging, tfrt
    logging.basicConfig(format="%(levelname)s %(name)s %(message)s", level=logging.INFO)
    for i in range(50):
        tfrt.ops.PrintV2(str(i), output_stream="log(warning)")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert done.stderr.splitlines() == [f"WARNING tfrt.runtime {i}" for i in range(50)]


def test_a_handler_that_fails_is_no_error_of_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    class Broken(logging.Handler):
        def handle(self, record: logging.LogRecord) -> bool:
            raise ValueError(record.getMessage())

    monkeypatch.setattr(sys, "unraisablehook", lambda args: seen.append(args.exc_value))
    handler = Broken()
    logger = logging.getLogger("tfrt.runtime")
    logger.addHandler(handler)
    try:
        assert tfrt.ops.PrintV2("a line", output_stream="log(error)") is None
        end = time.monotonic() + 30
        while not seen and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        logger.removeHandler(handler)
    assert [str(error) for error in seen] == ["a line"]
    assert np.asarray(tfrt.ops.Neg(np.float32([1]))).tolist() == [-1]
