"""What happens to calls when processes fork and end."""

import subprocess
import sys
import textwrap

SOURCE = """
import numpy as np, os, sys, tfrt
TEXT = '''
func.func @next(%n: i32) -> (i32, i1) {
  %one = tfrt.constant.i32 1
  %next = tfrt.add.i32 %n, %one
  %on = tfrt.constant.i1 true
  tfrt.return %next, %on : i32, i1
}
func.func @for_ever(%n: i32) -> i32 {
  %on = tfrt.constant.i1 true
  %end = tfrt.while %on @next(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %end : i32
}
func.func @same(%n: i32) -> i32 {
  tfrt.return %n : i32
}
'''
"""


def run(source: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SOURCE + textwrap.dedent(source)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_forked_child_is_told_to_spawn() -> None:
    text = run(
        """
        net = tfrt.compile(TEXT)
        assert net.same(1) == 1
        child = os.fork()
        if child == 0:
            try:
                net.same(1)
            except RuntimeError as error:
                os._exit(7 if "spawn" in str(error) else 8)
            os._exit(9)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), net.same(2))
        """
    )
    assert text == "7 2\n"


def test_a_child_of_a_process_that_only_imported_may_call() -> None:
    text = run(
        """
        child = os.fork()
        if child == 0:
            os._exit(tfrt.compile(TEXT).same(5))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert text == "5\n"


def test_ctrl_c_stops_a_run() -> None:
    text = run(
        """
        import signal, threading, time
        # Shells start what runs in the background with this signal ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        net = tfrt.compile(TEXT)
        for _ in range(2):
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            start = time.monotonic()
            try:
                net.for_ever(0)
            except KeyboardInterrupt:
                assert time.monotonic() - start < 30
                print("stopped", net.same(3))
        """
    )
    assert text == "stopped 3\n" * 2


def test_a_process_ends_while_threads_call() -> None:
    run(
        """
        import threading, time
        net = tfrt.compile(TEXT)
        for _ in range(2):
            threading.Thread(target=net.for_ever, args=(0,), daemon=True).start()
        time.sleep(0.2)
        """
    )
