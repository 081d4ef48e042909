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


def test_a_forked_child_does_not_wait_for_calls_of_its_parent() -> None:
    text = run(
        """
        import asyncio
        net = tfrt.compile(TEXT)
        done, running = net.same.submit(1), net.for_ever.submit(0)
        done.result()

        async def wait(future):
            return await future

        def refusals():
            for future in (done, running):
                for ask in (
                    future.result,
                    future.exception,
                    future.done,
                    future.cancel,
                    future.cancelled,
                    lambda: repr(future),
                    lambda: future.add_done_callback(print),
                    lambda: asyncio.run(wait(future)),
                ):
                    try:
                        ask()
                    except RuntimeError as error:
                        yield "spawn" in str(error)
                    else:
                        yield False

        child = os.fork()
        if child == 0:
            os._exit(sum(refusals()))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), running.cancel(), done.result())
        """
    )
    assert text == "16 True 1\n"


def test_a_forked_child_ends_as_other_processes_do() -> None:
    text = run(
        """
        net = tfrt.compile(TEXT)
        # A callback that has to wait starts the thread that the end of the process waits for.
        running = net.for_ever.submit(0)
        running.add_done_callback(print)
        sys.stdout.flush()
        if os.fork() == 0:
            sys.exit(3)
        print(os.waitstatus_to_exitcode(os.wait()[1]), running.done())
        os._exit(sys.stdout.flush() or 0)
        """
    )
    assert text == "3 False\n"


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


def test_ctrl_c_stops_a_call_that_is_larger_than_short_ones() -> None:
    text = run(
        """
        import signal, threading, time
        signal.signal(signal.SIGINT, signal.default_int_handler)
        TEXT = TEXT + '''
        func.func @less(%n: i64) -> (i64, i1) {
          %one = tfrt.constant.i64 1
          %minus = tfrt.constant.i64 -1
          %rest = tfrt.add.i64 %n, %minus
          %on = "tfrt.lessequal.i64"(%one, %rest) : (i64, i64) -> i1
          tfrt.return %rest, %on : i64, i1
        }
        func.func @count(%n: i64) -> i64 {
          %on = tfrt.constant.i1 true
          %end = tfrt.while %on @less(%n) parallel_iterations(1) : (i64) -> (i64)
          tfrt.return %end : i64
        }
        '''
        net = tfrt.compile(TEXT)
        for n in (3, 2, 3, 1):
            assert net.count(n) == 0
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        # A call that hears nothing runs on after this process is asked to end.
        threading.Timer(20, os._exit, (3,)).start()
        try:
            net.count(2**62)
        except KeyboardInterrupt:
            print("stopped", net.count(3), flush=True)
            os._exit(0)
        """
    )
    assert text == "stopped 0\n"


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


def test_many_calls_leak_nothing() -> None:
    text = run(
        """
        import gc
        TEXT = TEXT + '''
        func.func @tensor(%x: !corert.tensorhandle) -> !corert.tensorhandle {
          %ch = tfrt.new.chain
          %cpu = corert.get_op_handler %ch "cpu"
          %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
          tfrt.return %y : !corert.tensorhandle
        }
        '''
        net, x = tfrt.compile(TEXT), np.ones(16, np.float32)

        def pages():
            gc.collect()
            return int(open("/proc/self/statm").read().split()[1])

        def calls(count):
            for i in range(count):
                np.asarray(net.tensor(x))
                if i % 100 == 0:
                    net.tensor.submit(x).result()
                    try:
                        net.tensor(None)
                    except TypeError:
                        pass

        calls(5_000)
        references, before = sys.getrefcount(x), pages()
        calls(100_000)
        net.same(1)
        # 64 bytes a call are 1,500 pages.
        print(sys.getrefcount(x) == references, pages() - before < 750)
        """
    )
    assert text == "True True\n"


def test_a_subinterpreter_is_refused() -> None:
    text = run(
        """
        import importlib
        for name in ("_interpreters", "_xxsubinterpreters"):
            try:
                interpreters = importlib.import_module(name)
                break
            except ImportError:
                pass
        program = '''
        try:
            import tfrt
        except ImportError as error:
            print("refused" if "subinterpreter" in str(error) else error, flush=True)
        '''
        import textwrap
        # An interpreter that shares the GIL, as older extension modules need.
        make = interpreters.create
        inner = make("legacy") if sys.version_info >= (3, 13) else make(isolated=False)
        interpreters.run_string(inner, textwrap.dedent(program))
        net = tfrt.compile(TEXT)
        interpreters.run_string(inner, textwrap.dedent(program))
        print(net.same(3), flush=True)
        """
    )
    assert text == "refused\nrefused\n3\n"


def test_the_free_threaded_build_is_refused() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sysconfig\n"
            "sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1\n"
            "try:\n    import tfrt\nexcept ImportError as error:\n    print(error)",
        ],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("tfrt does not work in the free-threaded build of Python")
