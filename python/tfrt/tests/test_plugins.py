"""Shared libraries of others. Each test needs a process of its own: plugins are never unloaded."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def build(folder: Path, name: str, source: Path | str) -> Path:
    """A shared library of a C file, or of the text of one. The machine that built the package has a C compiler: Rust links with it."""
    if isinstance(source, str):
        file = folder / f"{name}.c"
        file.write_text(source)
        source = file
    library = folder / f"lib{name}.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", f"-I{ROOT}/plugins/include", "-o", library, source], check=True, timeout=60
    )
    return library


def run(source: str, *arguments: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "import sys, numpy as np, tfrt\n" + textwrap.dedent(source), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("plugin"), "scale_shift", ROOT / "plugins/examples/c/scale_shift.c")


def test_the_ops_of_a_plugin_are_ops(plugin: Path) -> None:
    text = run(
        """
        import inspect
        tfrt.load_plugin(sys.argv[1])
        tfrt.load_plugin(sys.argv[1])
        x = np.float32([1, 2])
        print(tfrt.ops.ScaleShift(x, scale=2.0, shift=1).tolist(), "ScaleShift" in dir(tfrt.ops))
        print(list(inspect.signature(tfrt.ops.ScaleShift).parameters))
        net = tfrt.compile('''
        func.func @main(%x: !corert.tensorhandle) -> !corert.tensorhandle {
          %ch = tfrt.new.chain
          %cpu = corert.get_op_handler %ch "cpu"
          %y = corert.executeop(%cpu) "tf.ScaleShift"(%x) {scale = 3.0 : f32} : 1
          tfrt.return %y : !corert.tensorhandle
        }''')
        print(net(x).tolist())
        """,
        plugin,
    )
    first, second, third = text.splitlines()
    assert first == "[3.0, 5.0] True"
    assert second == "['x', 'scale', 'shift', 'device']"
    assert third == "[3.0, 6.0]"


def test_without_the_plugin_there_is_no_such_op() -> None:
    assert run("print(hasattr(tfrt.ops, 'ScaleShift'))") == "False\n"


def test_a_library_that_has_the_functions_already_is_named(plugin: Path, tmp_path: Path) -> None:
    other = build(tmp_path, "other", "void* TF_NewStatus(void) { return 0; }\n")
    for mode in ("ctypes.RTLD_LOCAL", "ctypes.RTLD_GLOBAL"):
        text = run(
            f"""
            import ctypes
            library = ctypes.CDLL(sys.argv[2], mode={mode})
            try:
                tfrt.load_plugin(sys.argv[1])
            except ImportError as error:
                print(error)
            # Everything else works.
            print(tfrt.ops.Neg(np.float32([1])).tolist())
            """,
            plugin,
            other,
        )
        first, second = text.splitlines()
        assert first.startswith(f"{other} has the functions TF_* already")
        assert second == "[-1.0]"


def test_tensorflow_cannot_be_imported_after_a_plugin(plugin: Path, tmp_path: Path) -> None:
    (tmp_path / "tensorflow.py").write_text("name = 'tensorflow'")
    text = run(
        """
        sys.path.insert(0, sys.argv[2])
        tfrt.load_plugin(sys.argv[1])
        try:
            import tensorflow
        except ImportError as error:
            print(error.name, error)
        """,
        plugin,
        tmp_path,
    )
    assert text.startswith("tensorflow tfrt.load_plugin has given this process the functions TF_*")


def test_the_functions_are_the_packages_own_until_a_plugin_is_loaded(plugin: Path) -> None:
    text = run(
        """
        import ctypes
        print(hasattr(ctypes.CDLL(None), "TF_NewStatus"))
        tfrt.load_plugin(sys.argv[1])
        print(hasattr(ctypes.CDLL(None), "TF_NewStatus"))
        """,
        plugin,
    )
    assert text == "False\nTrue\n"


def test_what_is_no_plugin_is_refused(plugin: Path, tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("no library")
    empty = build(tmp_path, "empty", "int nothing;\n")
    text = run(
        """
        for file in sys.argv[1:4]:
            try:
                tfrt.load_plugin(file)
            except tfrt.LoadError as error:
                print(error)
        tfrt.ops.Neg(np.float32([1]))
        try:
            tfrt.load_plugin(sys.argv[4])
        except RuntimeError as error:
            print(error)
        """,
        tmp_path / "nope.so",
        tmp_path / "text.so",
        empty,
        plugin,
    )
    first, second, third, fourth = text.splitlines()
    assert "nope.so" in first and "text.so" in second
    assert "libempty.so' has none of the entry points" in third
    assert fourth == "plugins are loaded before the first program is opened and the first op is called"


def test_ops_run_on_a_plugins_device(tmp_path: Path) -> None:
    library = build(tmp_path, "thread_device", ROOT / "plugins/tests/c/thread_device.c")
    text = run(
        """
        tfrt.load_plugin(sys.argv[1])
        x = np.float32([1.5, -2.5])
        y = tfrt.ops.AddV2(x, x, device="THREAD:1")
        print(y.device, y.shape, y.dtype)
        # From the device's memory to its next op, to another device, to a program and to the host.
        z = tfrt.ops.Mul(y, x, device="THREAD:1")
        print(z.device, tfrt.ops.Relu(z, device="THREAD:0").device)
        net = tfrt.compile('''
        func.func @main(%x: !corert.tensorhandle {tf.type = tensor<2xf32>}) -> !corert.tensorhandle {
          tfrt.return %x : !corert.tensorhandle
        }''')
        for tensor in (z, tfrt.ops.Relu(z, device="THREAD:0"), tfrt.ops.Neg(z), net(z), tfrt.from_dlpack(z)):
            print(np.asarray(tensor).tolist(), memoryview(tensor).tolist(), tensor[1])
        print(tfrt.ops.Neg(z, device="cpu").device, net(z).device)
        for device in ("THREAD:7", 7):
            try:
                tfrt.ops.Neg(x, device=device)
            except (ValueError, TypeError) as error:
                print(type(error).__name__, error)
        try:
            tfrt.ops.Sub(x, x, device="THREAD:1")
        except ValueError as error:
            print(error)
        """,
        library,
    )
    lines = text.splitlines()
    assert lines[:2] == ["THREAD:1 (2,) float32", "THREAD:1 THREAD:0"]
    positive = "[4.5, 12.5] [4.5, 12.5] 12.5"
    assert lines[2:7] == [positive, positive, "[-4.5, -12.5] [-4.5, -12.5] -12.5", positive, positive]
    assert lines[7] == "cpu cpu"
    assert lines[8] == "ValueError Neg(): there is no device 'THREAD:7', but 'cpu', 'THREAD:0', 'THREAD:1'"
    assert lines[9].startswith("TypeError Neg(), device: ")
    assert lines[10] == "Sub(): tf.Sub has no kernel on THREAD:1."


def test_remarks_of_devices_are_logged(tmp_path: Path) -> None:
    """What a library says of itself while it is loaded, and what its devices say, goes to logging and not to standard error."""
    library = build(tmp_path, "host_device", ROOT / "plugins/examples/c/host_device.c")
    done = subprocess.run(
        [sys.executable, "-c", "import sys, tfrt\ntfrt.load_plugin(sys.argv[1])\ntfrt.ops.Neg(1.0)", library],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
