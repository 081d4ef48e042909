"""Arrays in, tensors out: nothing is copied where nothing needs to be."""

import gc
import pickle
import re
import sys
import threading
import weakref
from pathlib import Path

import numpy as np
import pytest

import tfrt

DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]


def same_memory(a: np.ndarray, b: np.ndarray) -> bool:
    return a.__array_interface__["data"][0] == b.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_passes_through_without_a_copy(net: tfrt.Program, dtype: str) -> None:
    x = (np.arange(6).reshape(2, 3) % 2).astype(dtype)
    y = net.same(x)
    back = np.asarray(y)
    assert (back.dtype, y.dtype, back.shape, y.shape) == (x.dtype, x.dtype, x.shape, x.shape)
    np.testing.assert_array_equal(back, x)
    assert same_memory(back, x)
    assert not back.flags.writeable
    assert same_memory(np.asarray(memoryview(y)), x)
    assert same_memory(y.numpy(), x)
    if dtype != "?":
        assert same_memory(np.from_dlpack(y), x)


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.T,
        lambda x: x[:, ::2],
        lambda x: x[::-1],
        lambda x: np.broadcast_to(x[0], x.shape),
        lambda x: x.astype(x.dtype.newbyteorder()),
        lambda x: np.frombuffer(b"\0" + x.tobytes(), dtype=np.uint8)[1:].view(x.dtype).reshape(x.shape),
        lambda x: x[:0],
        lambda x: x[0, 0],
        lambda x: np.asfortranarray(x),
        lambda x: memoryview(x),
        lambda x: x.tolist(),
    ],
)
def test_other_layouts_are_copied(net: tfrt.Program, make) -> None:
    x = make(np.arange(24, dtype=np.float64).reshape(4, 6))
    y = net.same(x)
    np.testing.assert_array_equal(y, x)
    assert y.dtype == np.float64 and y.shape == np.shape(x)


def test_numbers_and_lists_become_what_the_function_takes(net: tfrt.Program) -> None:
    np.testing.assert_array_equal(net.double([[1, 2, 3, 4]]), [[2, 4, 6, 8]])
    assert net.double([[1, 2.5, 3, 4]]).dtype == np.float32
    assert net.same(1.5).dtype == np.float64
    assert net.same(True).tolist() is True
    assert net.divide(np.int32(7), np.array(2, "i4")) == (3, 1)


def test_an_array_lives_as_long_as_a_tensor_refers_to_it(net: tfrt.Program) -> None:
    class Array(np.ndarray):
        pass

    x = np.ones((2, 4), np.float32).view(Array)
    gone = weakref.ref(x)
    y = net.same(x)
    del x
    view = np.asarray(y)
    del y
    gc.collect()
    assert gone() is not None
    assert view.sum() == 8
    del view
    gc.collect()
    net.nothing()
    assert gone() is None


def test_calls_leave_no_references(net: tfrt.Program) -> None:
    x = np.ones((2, 4), np.float32)
    for _ in range(5):
        net.double(x)
    before = sys.getrefcount(x)
    for _ in range(100):
        net.double(x)
        with pytest.raises(ValueError):
            net.double(x[:, :2])
    assert sys.getrefcount(x) == before


def test_objects_die_in_any_order_on_any_thread() -> None:
    program = tfrt.compile("func.func @f(%x: !corert.tensorhandle) -> !corert.tensorhandle {\n  tfrt.return %x : !corert.tensorhandle\n}")
    function = program.f
    held = [function(np.arange(5.0))]
    del program
    held.append(function(held[0]))
    del function
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join()
    assert held == []


def test_tensors_read_like_arrays(net: tfrt.Program) -> None:
    y = net.same(np.float32([[1, 2], [3, 4]]))
    assert repr(y) == "tfrt.Tensor([[1., 2.],\n             [3., 4.]], dtype=float32)"
    assert (len(y), y.ndim, y.size, y.nbytes) == (2, 2, 4, 16)
    assert y[1, 0] == 3 and [row.sum() for row in y] == [3, 7]
    assert y.tolist() == [[1, 2], [3, 4]]
    assert np.asarray(y, dtype=np.int64).dtype == np.int64
    assert np.array(y, copy=True).flags.writeable
    one = net.same(np.int64(3))
    assert (int(one), float(one), bool(one), [5, 6, 7, 8][one], one.item()) == (3, 3.0, True, 8, 3)
    with pytest.raises(TypeError, match="rank 0"):
        len(one)
    assert repr(net.same(np.zeros((0, 2), "i4"))) == "tfrt.Tensor([], shape=(0, 2), dtype=int32)"


def test_tensors_cannot_be_written_to(net: tfrt.Program) -> None:
    y = net.double(np.ones((1, 4), np.float32))
    with pytest.raises(ValueError):
        np.asarray(y)[0] = 1
    assert memoryview(y).readonly
    with pytest.raises(BufferError):
        y.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError):
        y.__dlpack__(stream=1)


def test_dlpack_goes_both_ways(net: tfrt.Program) -> None:
    x = np.arange(3, dtype=np.float32)
    y = tfrt.from_dlpack(x)
    assert same_memory(y.numpy(), x)
    assert y.__dlpack_device__() == (1, 0)

    class Foreign:
        def __dlpack__(self, **options):
            return x.__dlpack__()

        def __dlpack_device__(self):
            return (1, 0)

    assert same_memory(net.same(Foreign()).numpy(), x)
    y.__dlpack__(), y.__dlpack__(max_version=(1, 0))
    with pytest.raises(TypeError):
        tfrt.from_dlpack(1)


def test_consumers_of_dlpack_cannot_write_to_what_others_read(net: tfrt.Program, tmp_path: Path) -> None:
    class Legacy:
        """What asks for no version gets a capsule that cannot say that memory is read-only."""

        def __init__(self, tensor: tfrt.Tensor, **options: bool) -> None:
            self.tensor, self.options = tensor, options

        def __dlpack__(self, **_):
            return self.tensor.__dlpack__(**self.options)

        def __dlpack_device__(self):
            return (1, 0)

    def address(tensor) -> int:
        return tensor.__array_interface__["data"][0]

    tfrt.compile(
        """
        func.func @constant() -> !corert.tensorhandle {
          %c = corert.const_dense_tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
          tfrt.return %c : !corert.tensorhandle
        }
        """
    ).save(tmp_path / "constant.bef")
    constant = tfrt.load(tmp_path / "constant.bef")
    x = np.ones(4, np.float32)
    for shared in (constant(), net.same(x)):
        flagged = np.from_dlpack(shared)
        assert not flagged.flags.writeable and address(flagged) == address(shared.numpy())
        before = shared.tolist()
        copied = np.from_dlpack(Legacy(shared))
        assert address(copied) != address(shared.numpy())
        with pytest.raises(BufferError, match="read-only, which DLPack says since version 1.0"):
            shared.__dlpack__(copy=False)
        own = np.from_dlpack(shared, copy=True)
        own[:] = 7
        assert shared.tolist() == before
    # A result that nothing else reads is shared, once.
    result = net.subtract(x, x)
    first, second = np.from_dlpack(Legacy(result, copy=False)), np.from_dlpack(Legacy(result))
    assert address(first) == address(result.numpy()) != address(second)


def test_results_are_shared_with_nothing(net: tfrt.Program) -> None:
    # Each call is larger than those before it, so that a worker runs it.
    for count in range(1, 200):
        x = np.ones(count, np.float32)
        net.subtract(x, x).__dlpack__(copy=False)


def test_strings_go_both_ways(net: tfrt.Program) -> None:
    y = net.same(["a", b"b\0", "\u00e9"])
    assert y.dtype == object
    assert y.tolist() == [b"a", b"b\0", "\u00e9".encode()]
    assert net.same("text").item() == b"text"
    assert net.same(np.array([["x"], ["y"]])).shape == (2, 1)
    with pytest.raises(TypeError, match="expected str or bytes, got int"):
        net.same(np.array(["x", 1], dtype=object))
    with pytest.raises(BufferError):
        memoryview(y)


def test_bfloat16_is_that_of_ml_dtypes(net: tfrt.Program) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.array([1.5, 2.5], ml_dtypes.bfloat16)
    y = net.subtract(x, x[::-1])
    assert y.dtype == ml_dtypes.bfloat16
    np.testing.assert_array_equal(np.asarray(y), np.array([-1, 1], ml_dtypes.bfloat16))
    assert same_memory(np.asarray(net.same(x)).view(np.uint16), x.view(np.uint16))


SMALL = {
    "float8_e3m4": "f8E3M4",
    "float8_e4m3": "f8E4M3",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e5m2": "f8E5M2",
    "float8_e5m2fnuz": "f8E5M2FNUZ",
    "float8_e8m0fnu": "f8E8M0FNU",
    "float6_e2m3fn": "f6E2M3FN",
    "float6_e3m2fn": "f6E3M2FN",
    "float4_e2m1fn": "f4E2M1FN",
    "int4": "i4",
    "uint4": "ui4",
    "int2": "i2",
    "uint2": "ui2",
}


@pytest.mark.parametrize("name", SMALL)
def test_elements_of_a_few_bits_are_those_of_ml_dtypes(name: str, tmp_path: Path) -> None:
    dtype = np.dtype(getattr(pytest.importorskip("ml_dtypes"), name))
    other = np.dtype("int4" if name != "int4" else "uint4")
    type_text = f"{SMALL[name]}[2, ?]"
    program = tfrt.compile(
        f"""
        module {{
          func.func public @main(%x: tensor<2x?x{SMALL[name]}> loc("x")) -> (tensor<2x?x{SMALL[name]}> {{jax.result_info = "y"}}) {{
            %y = stablehlo.multiply %x, %x : tensor<2x?x{SMALL[name]}>
            return %y : tensor<2x?x{SMALL[name]}>
          }}
        }}
        """
    )
    # A compiled file has the element types, too.
    program.save(tmp_path / "small.bef")
    for net in (program, tfrt.load(tmp_path / "small.bef")):
        (argument,), (result,) = net.main.arguments, net.main.results
        assert (argument.dtype, result.dtype) == (dtype, dtype)
        assert repr(net.main) == f"<tfrt.Function main(x: {type_text}) -> (y: {type_text})>"
        every = np.arange(256, dtype=np.uint8)
        every = (every if "float" in name else every % 4).view(dtype).reshape(2, -1)
        y = net(every)
        with np.errstate(over="ignore"):
            expected = every * every
        assert y.dtype == dtype and y.shape == expected.shape and y.nbytes == expected.size
        same = np.asarray(y) == expected
        assert (same | (expected != expected)).all()
        np.testing.assert_array_equal(np.asarray(y)[~same].astype(np.float32), np.full((~same).sum(), np.nan))
        assert net(y).dtype == net(every[:, ::-1]).dtype == dtype
        np.testing.assert_array_equal(net([[1], [1]]), np.ones((2, 1), dtype))
        with pytest.raises(TypeError, match=re.escape(f"input 'x': expected {type_text}, got f32[2, 1]")):
            net(np.ones((2, 1), np.float32))
        with pytest.raises(TypeError, match=re.escape(f"input 'x': expected {type_text}, got {SMALL[other.name]}[2, 1]")):
            net(np.ones((2, 1), other))
        with pytest.raises(ValueError, match=re.escape(f"input 'x': expected {type_text}, got {SMALL[name]}[1, 2]")):
            net(np.ones((1, 2), dtype))
        if "int" in name:
            with pytest.raises(ValueError, match=f"input 'x': 16 is no number of the type {SMALL[name]}"):
                net([[1], [16]])


def test_tensors_have_elements_of_a_few_bits(net: tfrt.Program) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = np.float32([1, -2, 448]).astype(ml_dtypes.float8_e4m3fn)
    y = tfrt.tensor(x)
    assert same_memory(y.numpy().view(np.uint8), x.view(np.uint8)) and not y.numpy().flags.writeable
    assert repr(y) == "tfrt.Tensor([1, -2, 448], dtype=float8_e4m3fn)"
    assert (pickle.loads(pickle.dumps(y)).numpy() == x).all() and float(y[2]) == 448
    with pytest.raises(BufferError, match="no format for float8_e4m3fn"):
        memoryview(y)
    again = tfrt.from_dlpack(y)
    assert again.dtype == x.dtype and same_memory(again.numpy().view(np.uint8), x.view(np.uint8))
    with pytest.raises(BufferError, match="DLPack has no dtype for i4"):
        tfrt.tensor(np.zeros(2, ml_dtypes.int4)).__dlpack__(max_version=(1, 1))
    # What takes any tensor of a program takes none of these.
    with pytest.raises(TypeError, match=r"input 0: expected !corert.tensorhandle, got f8E4M3FN\[3\]"):
        net.same(x)
    with pytest.raises(TypeError, match=r"input 'x': expected T, got f8E4M3FN\[3\]"):
        tfrt.ops.Neg(x)


def test_bytes_that_are_no_booleans_are_refused(net: tfrt.Program) -> None:
    with pytest.raises(ValueError, match="neither True nor False"):
        net.same(np.array([2], np.uint8).view(bool))
