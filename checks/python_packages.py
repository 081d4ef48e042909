"""Tensors between this package and another one, which the variable TFRT_PEER names: torch, jax or tensorflow. `checks/python.sh` runs it.

Each has a module of few functions here: `make` gives the peer's tensor of an array, `give` the peer's tensor of ours by DLPack, `read` an array.
"""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import tfrt

NAME = os.environ["TFRT_PEER"]


def _torch() -> SimpleNamespace:
    torch = importlib.import_module("torch")

    def make(array: np.ndarray[Any, Any]) -> Any:
        if array.dtype == ml_dtypes.bfloat16:
            return torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
        return torch.from_numpy(array.copy())

    def read(tensor: Any) -> np.ndarray[Any, Any]:
        if tensor.dtype == torch.bfloat16:
            return np.asarray(tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16))
        return np.asarray(tensor.numpy())

    unsupported = {"uint16", "uint32", "uint64"} if not hasattr(torch, "uint16") else set()
    return SimpleNamespace(
        make=make, give=torch.utils.dlpack.from_dlpack, read=read, address=lambda t: t.data_ptr(), unsupported=unsupported
    )


def _jax() -> SimpleNamespace:
    jax = importlib.import_module("jax")
    jax.config.update("jax_enable_x64", True)
    return SimpleNamespace(
        make=lambda array: jax.numpy.asarray(array, copy=True),
        give=jax.dlpack.from_dlpack,
        read=np.asarray,
        address=lambda array: array.unsafe_buffer_pointer(),
        unsupported=set(),
    )


def _tensorflow() -> SimpleNamespace:
    tf = importlib.import_module("tensorflow")

    def give(tensor: tfrt.Tensor) -> Any:
        return tf.experimental.dlpack.from_dlpack(tensor.__dlpack__())

    return SimpleNamespace(
        make=tf.constant,
        give=give,
        read=lambda tensor: tensor.numpy(),
        address=None,
        # TensorFlow's DLPack has no booleans of one byte in both directions before 2.13; this version has all of these.
        unsupported=set(),
    )


PEER = {"torch": _torch, "jax": _jax, "tensorflow": _tensorflow}[NAME]()

DTYPES: list[Any] = [
    np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64,
    np.float16, np.float32, np.float64, np.complex64, np.complex128, ml_dtypes.bfloat16,
]  # fmt: skip
SHAPES = [(), (5,), (2, 3, 4), (0, 3)]


def array_of(dtype: Any, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape).astype(dtype)


def is_unsupported(dtype: Any) -> bool:
    return np.dtype(dtype).name in PEER.unsupported


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_from_the_peer(dtype: Any, shape: tuple[int, ...]) -> None:
    if is_unsupported(dtype):
        pytest.skip(f"{NAME} has no {np.dtype(dtype).name}")
    array = array_of(dtype, shape)
    theirs = PEER.make(array)
    ours = tfrt.from_dlpack(theirs)
    assert ours.dtype == array.dtype and ours.shape == shape
    np.testing.assert_array_equal(np.asarray(ours), array)
    if PEER.address is not None and array.size:
        assert np.asarray(ours).view(np.uint8 if shape else ours.dtype).ctypes.data == PEER.address(theirs)
    del theirs
    gc.collect()
    np.testing.assert_array_equal(np.asarray(ours), array)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_to_the_peer(dtype: Any, shape: tuple[int, ...]) -> None:
    if is_unsupported(dtype):
        pytest.skip(f"{NAME} has no {np.dtype(dtype).name}")
    array = array_of(dtype, shape)
    ours = tfrt.tensor(array)
    theirs = PEER.give(ours)
    del ours
    gc.collect()
    np.testing.assert_array_equal(PEER.read(theirs), array)


@pytest.mark.skipif(NAME == "tensorflow", reason="TensorFlow's DLPack has no floats of 8 bits")
@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2"])
def test_floats_of_8_bits_go_both_ways(name: str) -> None:
    array = np.float32([1, -2, 0.25]).astype(getattr(ml_dtypes, name))
    if NAME == "torch":
        torch = importlib.import_module("torch")
        theirs = torch.from_numpy(array.view(np.uint8).copy()).view(getattr(torch, name))
    else:
        theirs = PEER.make(array)
    ours = tfrt.from_dlpack(theirs)
    assert ours.dtype == array.dtype and (ours.numpy() == array).all()
    back = PEER.give(ours)
    assert str(back.dtype).endswith(name)
    assert tfrt.from_dlpack(back).tolist() == array.tolist()


def test_the_peers_tensor_is_an_argument() -> None:
    net = tfrt.compile(
        """
        func.func @main(%x: !corert.tensorhandle {tf.type = tensor<?xf32>}) -> !corert.tensorhandle {
          %ch = tfrt.new.chain
          %cpu = corert.get_op_handler %ch "cpu"
          %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
          tfrt.return %y : !corert.tensorhandle
        }
        """
    )
    theirs = PEER.make(np.float32([1, 2, 3]))
    result = net(theirs)
    assert result.tolist() == [2, 4, 6]
    np.testing.assert_array_equal(PEER.read(PEER.give(result)), np.float32([2, 4, 6]))


def test_what_comes_from_us_goes_back_to_us() -> None:
    for _ in range(1000):
        ours = tfrt.tensor(np.ones(1000, np.float32))
        again = tfrt.from_dlpack(PEER.give(ours))
        assert again.shape == (1000,)
    assert again[999] == 1


@pytest.mark.skipif(NAME != "tensorflow", reason="only TensorFlow has the functions that plugins call")
def test_plugins_are_refused_beside_tensorflow() -> None:
    with pytest.raises(ImportError, match=r"/tensorflow/.* has the functions TF_\* already"):
        tfrt.load_plugin("/nowhere/plugin.so")
    # Everything else works.
    assert tfrt.ops.Neg(np.float32([1])).tolist() == [-1]


@pytest.mark.skipif(NAME != "tensorflow", reason="only TensorFlow has the functions that plugins call")
def test_tensorflow_is_refused_beside_plugins(tmp_path: Path) -> None:
    root = Path(__file__).parents[1]
    library, source = tmp_path / "libplugin.so", root / "plugins/examples/c/scale_shift.c"
    command = ["cc", "-shared", "-fPIC", f"-I{root}/plugins/include", "-o", library, source]
    subprocess.run(command, check=True, timeout=60)
    program = """
import sys, tfrt
tfrt.load_plugin(sys.argv[1])
try:
    import tensorflow
except ImportError as error:
    print("refused", error.name, tfrt.ops.ScaleShift([1.0], scale=2.0).tolist())
"""
    done = subprocess.run([sys.executable, "-c", program, library], capture_output=True, text=True, timeout=120)
    assert done.stdout == "refused tensorflow [2.0]\n", done.stderr
