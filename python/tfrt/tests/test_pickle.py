"""Programs that are sent to other processes."""

import gc
import pickle
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

import tfrt

TEXT = "func.func @main(%x: i32) -> i32 {\n  %y = tfrt.add.i32 %x, %x\n  tfrt.return %y : i32\n}\n"
OTHER = TEXT.replace("add", "mul")

CHILD = """
import pickle, sys, tfrt
data = open(sys.argv[1], "rb").read()
net, again = pickle.loads(data), pickle.loads(data)
assert net is again
print(net(5), sys.argv[2] in open("/proc/self/maps").read())
"""


def child(path: Path, mapped: object) -> str:
    done = subprocess.run([sys.executable, "-c", CHILD, path, str(mapped)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_program_is_the_same_elsewhere(net: tfrt.Program, protocol: int) -> None:
    data = pickle.dumps(net, protocol)
    assert pickle.loads(data) is net
    alone = tfrt.compile(TEXT)
    data = pickle.dumps(alone, protocol)
    del alone
    gc.collect()
    again = pickle.loads(data)
    assert again(4) == 8
    assert again.source == "<string>"
    assert pickle.dumps(again, protocol) == data


def test_the_content_may_travel_beside_the_pickle() -> None:
    net = tfrt.compile(TEXT)
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(net, 5, buffer_callback=buffers.append)
    assert len(buffers) == 1 and len(data) < 300
    del net
    gc.collect()
    assert pickle.loads(data, buffers=buffers)(4) == 8


def test_a_file_with_the_same_content_is_mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, sent = tmp_path / "net.bef", tmp_path / "sent"
    tfrt.compile(TEXT).save(file)
    monkeypatch.chdir(tmp_path)
    sent.write_bytes(pickle.dumps(tfrt.load("net.bef")))
    monkeypatch.chdir("/")
    assert child(sent, file) == "10 True"
    # A file that has changed, or is no program, or is gone, is not what was sent.
    tfrt.compile(OTHER).save(tmp_path / "other")
    (tmp_path / "other").replace(file)
    assert child(sent, file) == "10 False"
    file.unlink()
    assert child(sent, file) == "10 False"
    file.write_bytes(b"\x0b\xef")
    assert child(sent, file) == "10 False"


def test_content_that_a_file_has_is_not_copied(tmp_path: Path) -> None:
    tfrt.compile(TEXT).save(tmp_path / "net.bef")
    restore, (source, path, hash, _) = tfrt.load(tmp_path / "net.bef").__reduce_ex__(5)

    # An object that has no bytes: reading it fails.
    again = restore(source, path, hash, object())
    assert again(4) == 8 and str(tmp_path) in Path("/proc/self/maps").read_text()
    del again
    (tmp_path / "net.bef").unlink()
    with pytest.raises(TypeError, match="bytes-like object"):
        restore(source, path, hash, object())


def test_the_sender_copies_nothing(tmp_path: Path) -> None:
    net = tfrt.compile(TEXT)
    (first, second) = (net.__reduce_ex__(5)[1][3].raw() for _ in range(2))
    address = [np.frombuffer(content, np.uint8).ctypes.data for content in (first, second)]
    assert address[0] == address[1] and first.readonly
    net.save(tmp_path / "net.bef")
    assert bytes(first) == (tmp_path / "net.bef").read_bytes()
    # The content outlives the program's object.
    del net
    gc.collect()
    assert bytes(first) == (tmp_path / "net.bef").read_bytes()


def test_the_content_is_mapped_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, sent = tmp_path / "cache", tmp_path / "sent"
    sent.write_bytes(pickle.dumps(tfrt.compile(TEXT)))
    monkeypatch.setenv("TFRT_CACHE_DIR", str(cache))
    assert child(sent, cache) == "10 True"
    (entry,) = cache.iterdir()
    inode = entry.stat().st_ino
    assert child(sent, cache) == "10 True"
    assert [file.stat().st_ino for file in cache.iterdir()] == [inode]
    # An entry with another content is not taken.
    tfrt.compile(OTHER).save(tmp_path / "other")
    (tmp_path / "other").replace(entry)
    assert child(sent, cache).startswith("10 ")


def test_what_a_program_computes_survives(net: tfrt.Program) -> None:
    x = np.ones((3, 4), np.float32)
    again = pickle.loads(pickle.dumps(net))
    np.testing.assert_array_equal(again.double(x), net.double(x))


def test_functions_travel_with_their_program(net: tfrt.Program, tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(net.double)) is net.double
    both = pickle.loads(pickle.dumps((net, net.divide)))
    assert both[1] is both[0].divide is net.divide
    # A function that its program's object did not outlive.
    double = tfrt.compile(TEXT).main
    gc.collect()
    data = pickle.dumps(double)
    assert pickle.loads(data)(4) == 8
    sent = tmp_path / "sent"
    sent.write_bytes(pickle.dumps((tfrt.compile(TEXT), double)))
    source = "import pickle, sys\nnet, main = pickle.load(open(sys.argv[1], 'rb'))\nprint(net(5), main(6), net.main is main)"
    done = subprocess.run([sys.executable, "-c", source, sent], capture_output=True, text=True, timeout=60)
    assert done.stdout == "10 12 True\n", done.stderr


def test_programs_end_with_their_last_reference() -> None:
    net = tfrt.compile(TEXT)
    main = net.main
    pickle.dumps(main)
    ended = weakref.ref(net)
    gc.disable()
    try:
        del net
        assert ended() is None and main(3) == 6
    finally:
        gc.enable()
