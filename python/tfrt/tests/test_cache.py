"""Compiled programs are kept on disk."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tfrt

TEXT = "func.func @main(%x: i32) -> i32 {\n  %y = tfrt.add.i32 %x, %x\n  tfrt.return %y : i32\n}\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("TFRT_CACHE_DIR", str(folder))
    return folder


def test_a_source_is_compiled_once(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    assert tfrt.load(path)(3) == 6
    (entry,) = cache.iterdir()
    inode = entry.stat().st_ino
    assert tfrt.load(path)(4) == 8
    assert [file.stat().st_ino for file in cache.iterdir()] == [inode]
    tfrt.load(path, opt_level=0)
    path.write_text(TEXT.replace("add", "mul"))
    assert tfrt.load(path)(3) == 9
    assert len(list(cache.iterdir())) == 3
    # What is loaded without being compiled, or compiles at once, is not kept.
    tfrt.load(path).save(tmp_path / "program.bef")
    tfrt.load(tmp_path / "program.bef")
    tfrt.compile(TEXT)
    assert len(list(cache.iterdir())) == 3


def test_a_damaged_entry_is_made_again(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    tfrt.load(path)
    (entry,) = cache.iterdir()
    good = entry.read_bytes()
    entry.write_bytes(good[: len(good) // 2])
    assert tfrt.load(path)(3) == 6
    assert entry.read_bytes() == good


def test_the_cache_is_bounded(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    tfrt.load(path)
    (entry,) = cache.iterdir()
    size = entry.stat().st_size
    monkeypatch.setenv("TFRT_CACHE_SIZE", str(3 * size))
    os.utime(entry, (1, 1))
    for i in range(6):
        path.write_text(TEXT + "\n" * i + "// another\n")
        assert tfrt.load(path)(i) == 2 * i
        assert sum(file.stat().st_size for file in cache.iterdir()) <= 3 * size
    assert not entry.exists()
    monkeypatch.setenv("TFRT_CACHE_SIZE", "1")
    before = set(cache.iterdir())
    path.write_text(TEXT + "// too large\n")
    assert tfrt.load(path)(1) == 2
    assert set(cache.iterdir()) == before


def test_no_cache_is_no_error(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    for folder in ("", str(path / "below a file")):
        monkeypatch.setenv("TFRT_CACHE_DIR", folder)
        assert tfrt.load(path)(3) == 6
    assert not cache.exists()


def test_several_processes_share_it(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    source = f"import tfrt\nfor _ in range(20): assert tfrt.load({str(path)!r})(3) == 6"
    workers = [subprocess.Popen([sys.executable, "-c", source]) for _ in range(4)]
    assert [worker.wait(60) for worker in workers] == [0] * 4
    assert [file.suffix for file in cache.iterdir()] == [".bef"]


def test_a_folder_that_only_others_write_to_is_read(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "program.mlir"
    path.write_text(TEXT)
    tfrt.load(path)
    (entry,) = cache.iterdir()
    entry.chmod(0o444)
    cache.chmod(0o555)
    # The owner of everything writes everywhere: then another user loads the program.
    source = f"""
import os, tfrt
assert tfrt.compile({TEXT!r})(2) == 4
if os.geteuid() == 0:
    os.seteuid(65534)
net = tfrt.load({str(path)!r})
assert net(3) == 6
assert {str(entry)!r} in open("/proc/thread-self/maps").read(), "not mapped"
"""
    folder = tmp_path
    while folder != folder.parent and not folder.stat().st_mode & 0o001:
        folder.chmod(folder.stat().st_mode | 0o011)
        folder = folder.parent
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60)
    cache.chmod(0o755)
    assert done.returncode == 0, done.stderr


def test_what_plugins_compile_is_apart(tmp_path: Path, cache: Path) -> None:
    path, library = tmp_path / "program.mlir", tmp_path / "plugin.so"
    path.write_text(TEXT)
    plugin = Path(__file__).parents[3] / "plugins/examples/c/scale_shift.c"
    include = Path(__file__).parents[3] / "plugins/include"
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{include}", "-o", library, plugin], check=True, timeout=60)
    for load in ("", "", f"tfrt.load_plugin({str(library)!r})", f"tfrt.load_plugin({str(library)!r})"):
        source = f"import tfrt\n{load}\nassert tfrt.load({str(path)!r})(3) == 6"
        subprocess.run([sys.executable, "-c", source], check=True, timeout=60)
    assert len(list(cache.iterdir())) == 2


def field(number: int, value: int | bytes | str) -> bytes:
    """A field of a protocol buffer."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    value = value.encode() if isinstance(value, str) else value
    assert len(value) < 128
    return bytes([number << 3 | 2, len(value)]) + value


def onnx_model(weights: str, name: str = "g") -> bytes:
    """y = x + w for two floats, with the elements of w in a file."""
    two_floats = field(1, field(1, 1) + field(2, field(1, field(1, 2))))
    value = [field(number, field(1, name) + field(2, two_floats)) for number, name in ((11, "x"), (12, "y"))]
    where = field(13, field(1, "location") + field(2, weights))
    tensor = field(1, 2) + field(2, 1) + field(8, "w") + field(14, 1) + where
    node = field(1, "x") + field(1, "w") + field(2, "y") + field(4, "Add")
    graph = field(1, node) + field(2, name) + field(5, tensor) + b"".join(value)
    return field(1, 8) + bytes([7 << 3 | 2, 0x80 | len(graph) & 0x7F, len(graph) >> 7]) + graph + field(8, field(2, 17))


@pytest.mark.parametrize("words", ["model", "location"])
def test_an_onnx_model_is_compiled_once_for_the_same_weights(tmp_path: Path, cache: Path, words: str) -> None:
    x = np.float32([1, 2])
    path, weights = tmp_path / "model.onnx", tmp_path / f"weights of a {words}"
    path.write_bytes(onnx_model(weights.name, name=words))
    weights.write_bytes(np.float32([10, 20]).tobytes())
    assert tfrt.load(path)(x).tolist() == [11, 22]
    (entry,) = cache.iterdir()
    inode = entry.stat().st_ino
    assert tfrt.load(path)(x).tolist() == [11, 22]
    assert [file.stat().st_ino for file in cache.iterdir()] == [inode]
    weights.write_bytes(np.float32([30, 40]).tobytes())
    assert tfrt.load(path)(x).tolist() == [31, 42]
    assert len(list(cache.iterdir())) == 2


def test_weights_outside_the_folder_are_not_read(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "model.onnx"
    for weights in ("/dev/zero", "../weights"):
        path.write_bytes(onnx_model(weights))
        with pytest.raises(tfrt.CompileError, match="is not in the folder of the model"):
            tfrt.load(path)
    assert not cache.exists()
