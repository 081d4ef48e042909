"""Ops that are called by themselves."""

import inspect
import keyword
from pathlib import Path

import numpy as np
import pytest

import tfrt
from tfrt import _tfrt, ops
from tfrt.ops.__main__ import texts

A = np.arange(6, dtype=np.float32).reshape(2, 3)
B = np.arange(6, 12, dtype=np.float32).reshape(2, 3)
NAMESPACES = {"tf.": ops, "hlo.": ops.hlo, "onnx.": ops.onnx, "onnx_ml.": ops.onnx_ml}


def test_ops_compute_what_numpy_does() -> None:
    np.testing.assert_array_equal(ops.MatMul(A, B, transpose_b=True), A @ B.T)
    np.testing.assert_array_equal(ops.MatMul(b=B, a=A, transpose_a=True), A.T @ B)
    np.testing.assert_array_equal(ops.AddV2(A, B), A + B)
    np.testing.assert_array_equal(ops.Sum(A, 1, keep_dims=True), A.sum(1, keepdims=True))
    np.testing.assert_array_equal(ops.hlo.add(A, B), A + B)
    np.testing.assert_array_equal(ops.hlo.and_(A > 1, A < 4), (A > 1) & (A < 4))
    np.testing.assert_array_equal(ops.onnx.Unique(np.int32([3, 1, 3]))[0], [1, 3])
    np.testing.assert_array_equal(ops.Cast(A, DstT="int32"), A.astype("i4"))
    np.testing.assert_array_equal(ops.Cast(A, DstT=np.int64), A.astype("i8"))
    assert ops.Cast(A, DstT=np.dtype("f8")).dtype == np.float64


def test_results_are_inputs_of_other_ops() -> None:
    y = ops.Relu(ops.Sub(ops.Mul(A, A), B))
    np.testing.assert_array_equal(y, np.maximum(A * A - B, 0))
    np.testing.assert_array_equal(A, np.arange(6).reshape(2, 3))


def test_numbers_take_the_type_of_the_other_inputs() -> None:
    for dtype in ("f4", "f8", "i4", "i8"):
        for y in (ops.AddV2(A.astype(dtype), 1), ops.AddV2(1, A.astype(dtype))):
            assert y.dtype == np.dtype(dtype)
            np.testing.assert_array_equal(y, A + 1)
    # The attribute's default, as TensorFlow has it.
    np.testing.assert_array_equal(ops.Reshape(A, [3, 2]), A.reshape(3, 2))
    with pytest.raises(TypeError, match="input 'y': expected T, got float"):
        ops.AddV2(A.astype("i4"), 1.5)


def test_lists_are_one_input_and_one_result() -> None:
    np.testing.assert_array_equal(ops.ConcatV2([A, B], 0), np.concatenate([A, B]))
    np.testing.assert_array_equal(ops.AddN((A, B, A)), A + B + A)
    parts = ops.Split(1, A, num_split=3)
    assert isinstance(parts, list) and [part.shape for part in parts] == [(2, 1)] * 3
    np.testing.assert_array_equal(parts[2], A[:, 2:])
    same = ops.IdentityN([A, np.int32(3)])
    assert [y.dtype for y in same] == [np.float32, np.int32]
    values, indices = ops.TopKV2(A, 2)
    assert (values.tolist(), indices.tolist()) == ([[2, 1], [5, 4]], [[2, 1], [2, 1]])


def test_variables_and_strings() -> None:
    variable = ops.VarHandleOp(dtype="float32", shape=(2, None), shared_name="of test_ops")
    assert ops.AssignVariableOp(variable, A) is None
    assert ops.AssignAddVariableOp(variable, B) is None
    np.testing.assert_array_equal(ops.ReadVariableOp(variable, dtype=np.float32), A + B)
    assert ops.StringLength(["a", "bcd"]).tolist() == [1, 3]
    assert ops.AsString(np.int32([1, 23])).tolist() == [b"1", b"23"]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: ops.MatMul(A), TypeError, r"MatMul\(\) misses input 'b' of type T"),
        (lambda: ops.MatMul(A, B, True), TypeError, r"MatMul\(\) takes 2 inputs, but 3 were given; attributes are given by name"),
        (lambda: ops.MatMul(A, B, b=B), TypeError, r"MatMul\(\) got two values for input 'b'"),
        (lambda: ops.MatMul(A, B, transposed=1), TypeError, r"MatMul\(\) has no input or attribute 'transposed', but 'a', 'b', 'transpose_a'"),
        (lambda: ops.MatMul(A, B, transpose_b="yes"), TypeError, r"MatMul\(\), attribute 'transpose_b': expected bool, got str"),
        (lambda: ops.MatMul(A, None), TypeError, r"input 'b': expected T, got NoneType"),
        (lambda: ops.Cast(A), TypeError, r"Cast\(\) misses attribute 'DstT' of type DTypeLike"),
        (lambda: ops.Cast(A, DstT="float31"), TypeError, r"attribute 'DstT': expected DTypeLike, got str"),
        (lambda: ops.ArgMax(A, 0, output_type="float32"), ValueError, r"'output_type': expected one of int16, uint16, int32, int64, got float32"),
        (lambda: ops.Split(0, A, num_split=0), ValueError, r"'num_split': expected at least 1, got 0"),
        (lambda: ops.Split(0, A, num_split=2**70), ValueError, r"1180591620717411303424 is no 64-bit integer"),
        (lambda: ops.AddN(A), TypeError, r"input 'inputs': expected a list or tuple of tensors, got ndarray"),
        (lambda: ops.AvgPool(A, ksize=1, strides=[1], padding="SAME"), TypeError, r"'ksize': expected Sequence\[int\], got int"),
        (lambda: ops.AvgPool(A, ksize=[1] * 4, strides=[1] * 4, padding="same"), ValueError, r"'padding': expected one of 'SAME', 'VALID', got 'same'"),
        (lambda: ops.NoSuchOp, AttributeError, r"module 'tfrt.ops' has no op 'NoSuchOp'"),
        (lambda: ops.Matmul, AttributeError, r"did you mean 'MatMul'\?"),
        (lambda: ops.hlo.MatMul, AttributeError, r"module 'tfrt.ops.hlo' has no op 'MatMul'"),
    ],
)
def test_wrong_calls_say_name_expected_and_got(call, kind, text) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_an_op_that_fails_raises_its_error() -> None:
    with pytest.raises(tfrt.RunError, match="Dimensions must be equal, but are 2 and 3"):
        ops.Sub(np.zeros(2, "f4"), np.zeros(3, "f4"))
    with pytest.raises(tfrt.RunError) as caught:
        ops.Assert(False, [np.int32(3)])
    assert isinstance(caught.value, RuntimeError)


def test_every_op_has_a_signature_and_documentation() -> None:
    count = 0
    for namespace, module in NAMESPACES.items():
        for short in dir(module):
            if module is ops and short in ("hlo", "onnx", "onnx_ml"):
                continue
            function = getattr(module, short)
            assert function is getattr(module, short)
            assert function.__name__ == short and not keyword.iskeyword(short)
            assert inspect.signature(function).return_annotation
            sentence, empty, name, *_ = function.__doc__.splitlines()
            assert sentence.endswith(".") and "`" not in sentence.replace("``", "") and not empty
            assert name.startswith(f"The op ``{namespace}")
            count += 1
    others = [name for name in _tfrt._op_names() if not name.startswith(tuple(NAMESPACES))]
    assert all(name.startswith("tfrt_test.") for name in others)
    assert count == len(_tfrt._op_names()) - len(others)
    assert "b: T" in ops.MatMul.__doc__
    assert ops.MatMul.__doc__.startswith("The product of two matrices, each transposed if its attribute says so.\n\nThe op ``tf.MatMul``.\n")
    assert str(inspect.signature(ops.Cast)) == "(x: 'TensorLike', *, DstT: 'DTypeLike', Truncate: 'bool' = False, device: 'str | None' = None) -> 'Tensor'"


def test_stubs_are_those_of_the_definitions() -> None:
    folder = Path(__file__).parents[1] / "python" / "tfrt" / "ops"
    for file, text in texts().items():
        assert (folder / file).read_text() == text, f"{file}: python -m tfrt.ops python/tfrt/python/tfrt/ops"
        compile(text, file, "exec")
