"""Programs, their functions, and calls of them."""

import inspect
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tfrt
from conftest import PROGRAM

X = np.arange(8, dtype=np.float32).reshape(2, 4)


def test_functions_say_names_dtypes_and_shapes(net: tfrt.Program) -> None:
    assert list(net.functions) == ["double", "subtract", "same", "divide", "nothing"]
    (x,) = net.double.arguments
    assert (x.name, x.dtype, x.shape, x.optional) == ("x", np.float32, ("batch", 4), False)
    (y,) = net.double.results
    assert (y.name, y.dtype, y.shape) == ("y", np.float32, (None, 4))
    a, b = net.divide.arguments
    assert (a.name, a.dtype, a.shape) == (None, np.int32, ())
    assert repr(x) == "x: f32[batch, 4]"
    assert repr(net.double) == "<tfrt.Function double(x: f32[batch, 4]) -> (y: f32[?, 4])>"
    assert "\n  divide(i32, i32) -> (i32, i32)" in repr(net)
    assert net["double"] is net.double
    assert "double" in dir(net)


def test_a_function_with_the_name_of_a_method_is_an_item_only() -> None:
    net = tfrt.compile("""
        func.func @save(%x: !corert.tensorhandle) -> !corert.tensorhandle {
          tfrt.return %x : !corert.tensorhandle
        }
        func.func @other(%x: !corert.tensorhandle) -> !corert.tensorhandle {
          tfrt.return %x : !corert.tensorhandle
        }
    """)
    assert not isinstance(net.save, tfrt.Function)
    assert net["save"] is net.functions["save"]
    assert net.other is net["other"]


def test_signatures(net: tfrt.Program) -> None:
    assert str(inspect.signature(net.double)) == "(x)"
    assert str(inspect.signature(net.subtract)) == "(a, b)"
    assert str(inspect.signature(net.nothing)) == "()"
    text = """
    func.func @defaults(%a: i32 {tfrt.name = "a"}, %b: i32 {tfrt.name = "b", tfrt.default = 7 : i32},
        %x: !corert.tensorhandle {tfrt.name = "x", tf.type = tensor<2xf32>, tfrt.default = dense<[1.0, 2.0]> : tensor<2xf32>},
        %c: i32 {tfrt.name = "c"}) -> (i32, !corert.tensorhandle) {
      %y = tfrt.add.i32 %a, %b
      %z = tfrt.add.i32 %y, %c
      tfrt.return %z, %x : i32, !corert.tensorhandle
    }
    func.func @odd(%a: i32 {tfrt.name = "a:0"}) -> i32 {
      tfrt.return %a : i32
    }
    func.func @reserved(%a: i32 {tfrt.name = "lambda"}) -> i32 {
      tfrt.return %a : i32
    }
    """
    program = tfrt.compile(text)
    a, b, x, c = inspect.signature(program.defaults).parameters.values()
    assert [p.name for p in (a, b, x, c)] == ["a", "b", "x", "c"]
    assert (a.default, b.default, c.default) == (inspect.Parameter.empty, 7, inspect.Parameter.empty)
    assert x.default.tolist() == [1, 2] and c.kind is inspect.Parameter.KEYWORD_ONLY
    bound = inspect.signature(program.defaults).bind(1, c=2)
    bound.apply_defaults()
    total, y = program.defaults(*bound.args, **bound.kwargs)
    assert total == program.defaults(1, c=2)[0] == 10 and y.tolist() == [1, 2]
    # Names that Python's arguments cannot have are none of the signature.
    for function in (net.divide, program.odd, program.reserved):
        with pytest.raises(ValueError, match="signature"):
            inspect.signature(function)
        assert not hasattr(function, "__signature__")


def test_calls_by_position_and_by_name(net: tfrt.Program) -> None:
    a, b = np.float32([5, 6]), np.float32([1, 2])
    for y in (net.subtract(a, b), net.subtract(a, b=b), net.subtract(b=b, a=a), net["subtract"](a, b)):
        np.testing.assert_array_equal(y, [4, 4])
    assert net.divide(17, 5) == (3, 2)
    assert net.nothing() is None


def test_one_function_is_the_main_one(tmp_path: Path, net: tfrt.Program) -> None:
    alone = tfrt.compile("func.func @f(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}")
    assert alone(7) == 7
    with pytest.raises(TypeError, match="no function 'main': call one of 'double', 'subtract'"):
        net(X)


def test_saved_programs_give_the_same_results(tmp_path: Path, net: tfrt.Program) -> None:
    path = tmp_path / "saved.bef"
    net.save(path)
    again = tfrt.load(path)
    assert repr(again).splitlines()[1:] == repr(net).splitlines()[1:]
    np.testing.assert_array_equal(again.double(X), net.double(X))
    text = tmp_path / "program.mlir"
    text.write_text(PROGRAM)
    for opt_level in (0, 1, 2):
        np.testing.assert_array_equal(tfrt.load(str(text), opt_level=opt_level).double(x=X), X + X)


def test_a_program_is_saved_over_its_own_file(tmp_path: Path, net: tfrt.Program) -> None:
    path, link = tmp_path / "net.bef", tmp_path / "link.bef"
    net.save(path)
    content = path.read_bytes()
    path.chmod(0o640)
    link.symlink_to(path)
    mapped, other = tfrt.load(path), tfrt.load(path)
    mapped.save(path)
    mapped.save(link)
    assert path.read_bytes() == content and path.stat().st_mode & 0o777 == 0o640 and link.is_symlink()
    # A larger and a smaller program in its place leave the mapped one as it is.
    for replacement in (tfrt.compile(PROGRAM + "\n" * 9, opt_level=0), tfrt.compile("func.func @f() {\n  tfrt.return\n}")):
        replacement.save(path)
        for program in (mapped, other):
            np.testing.assert_array_equal(program.double(X), X + X)
            assert program.divide(17, 5) == (3, 2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.bef", "net.bef"]
    for wrong in (tmp_path, tmp_path / "nowhere" / "net.bef"):
        with pytest.raises(OSError) as caught:
            net.save(wrong)
        assert caught.value.filename == str(wrong) and "os error" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda net: net.double(), TypeError, r"double\(\) misses input 'x' of type f32\[batch, 4\]"),
        (lambda net: net.double(X, X), TypeError, r"double\(\) takes 1 arguments, but 2 were given"),
        (lambda net: net.double(z=X), TypeError, r"double\(\) has no argument 'z'"),
        (lambda net: net.double(X, x=X), TypeError, r"double\(\) got two values for argument 'x'"),
        (lambda net: net.double(X.astype("f8")), TypeError, r"input 'x': expected f32\[batch, 4\], got f64\[2, 4\]"),
        (lambda net: net.double(X[:, :3]), ValueError, r"input 'x': expected f32\[batch, 4\], got f32\[2, 3\]"),
        (lambda net: net.double(None), TypeError, r"input 'x': expected f32\[batch, 4\], got NoneType"),
        (lambda net: net.double("a"), TypeError, r"input 'x': expected f32\[batch, 4\], got str"),
        (lambda net: net.double(1j), TypeError, r"input 'x': expected f32\[batch, 4\], got complex"),
        (lambda net: net.double(np.array([X], "M8[s]")), TypeError, r"input 'x': expected f32\[batch, 4\], got an array of datetime64"),
        (lambda net: net.divide(1.5, 1), TypeError, r"input 0: expected i32, got float"),
        (lambda net: net.divide(1, 2**40), ValueError, r"input 1: .*1099511627776"),
        (lambda net: net.divide(1, X), TypeError, r"input 1: expected i32, got f32 \[2, 4\]"),
        (lambda net: net.nope, AttributeError, r"no function 'nope', but 'double', 'subtract'"),
        (lambda net: net["nope"], KeyError, r"no function 'nope'"),
    ],
)
def test_wrong_calls_say_name_expected_and_got(net, call, kind, text) -> None:
    with pytest.raises(kind, match=text):
        call(net)


def test_what_another_package_raises_names_the_argument(net: tfrt.Program) -> None:
    class OfAPackage(RuntimeError):
        pass

    class Refuses:
        def __init__(self, error: BaseException) -> None:
            self.error = error

        def __dlpack__(self, **_: object) -> object:
            raise self.error

    for kind in (BufferError, RuntimeError, ValueError, TypeError):
        error = kind("the tensor requires a gradient")
        with pytest.raises(kind, match="^input 'x': the tensor requires a gradient$") as caught:
            net.double(Refuses(error))
        assert type(caught.value) is kind and caught.value.__cause__ is error
    error = OfAPackage("it is on another device")
    with pytest.raises(OfAPackage) as caught:
        net.double(Refuses(error))
    assert caught.value is error and error.__notes__ == ["input 'x'"]
    with pytest.raises(KeyboardInterrupt) as interrupted:
        net.double(Refuses(KeyboardInterrupt()))
    assert not hasattr(interrupted.value, "__notes__")


def test_a_failed_run_has_its_place(net: tfrt.Program) -> None:
    with pytest.raises(tfrt.RunError, match="<string>:[0-9]+:[0-9]+: Divide by zero") as caught:
        net.divide(1, 0)
    error = caught.value
    assert (error.message, error.code, error.file) == ("Divide by zero", "INTERNAL", "<string>")
    line = PROGRAM.splitlines()[error.line - 1]
    assert line[error.column - 1 :].startswith("tfrt.div.i32")
    assert isinstance(error, RuntimeError)
    with pytest.raises(tfrt.RunError, match="Dimensions must be equal, but are 2 and 3") as caught:
        net.subtract(np.zeros(2, "f4"), np.zeros(3, "f4"))
    assert caught.value.op == "tf.Sub"


def test_text_that_does_not_compile_has_line_and_caret(tmp_path: Path) -> None:
    text = "func.func @f() {\n  %x = tfrt.constant.i32 true\n}"
    with pytest.raises(tfrt.CompileError) as caught:
        tfrt.compile(text, name="wrong.mlir")
    error = caught.value
    assert (error.file, error.line, error.column) == ("wrong.mlir", 2, 8)
    assert "32-bit signless integer attribute" in error.message
    assert str(error).startswith("wrong.mlir:2:8: error: ")
    assert "\n  %x = tfrt.constant.i32 true\n       ^\n" in str(error)
    path = tmp_path / "wrong.mlir"
    path.write_text(text)
    with pytest.raises(tfrt.CompileError) as caught:
        tfrt.load(path)
    assert (caught.value.file, caught.value.line) == (str(path), 2)


def test_files_that_are_no_programs_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nope.mlir"):
        tfrt.load(tmp_path / "nope.mlir")
    path = tmp_path / "arrays.npy"
    np.save(path, X)
    with pytest.raises(tfrt.LoadError, match="this is an array of NumPy, not a program"):
        tfrt.load(path)
    path = tmp_path / "cut.bef"
    path.write_bytes(b"\x0b\xef\x01")
    with pytest.raises(tfrt.LoadError, match="cut.bef"):
        tfrt.load(path)
    with pytest.raises(tfrt.CompileError, match="UTF-8|utf-8"):
        text = tmp_path / "binary.mlir"
        text.write_bytes(b"\xff\xfe\x00func")
        tfrt.load(text)


def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.mlir"
    path.write_text(PROGRAM)
    path.chmod(0)
    # The superuser reads everything; another user may not even look into the folder.
    source = f"""
import os, tfrt
tfrt.compile({PROGRAM!r})
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    tfrt.load({str(path)!r})
except PermissionError as error:
    print(error.filename)
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{path}\n", done.stderr


def test_wrong_options_are_refused() -> None:
    with pytest.raises(ValueError, match="opt_level: expected 0, 1 or 2, got 3"):
        tfrt.compile(PROGRAM, opt_level=3)
    with pytest.raises(TypeError, match="expected MLIR as str or bytes, or a module, got int"):
        tfrt.compile(1)


def test_modules_of_other_packages_compile() -> None:
    class Exported:
        def mlir_module(self) -> str:
            return "func.func @f(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}"

    assert tfrt.compile(Exported())(3) == 3


def test_a_graph_warns_of_what_nothing_computes(tmp_path: Path) -> None:
    graph = tmp_path / "graph.pbtxt"
    graph.write_text('node { name: "x" op: "NoSuchOp" attr { key: "T" value { type: DT_FLOAT } } }')
    with pytest.warns(tfrt.CompileWarning, match="nothing here computes the op 'NoSuchOp'") as warned:
        tfrt.load(graph, opt_level=0)
    assert warned[0].filename == __file__
    with pytest.raises(tfrt.CompileError, match="op 'tf.NoSuchOp' is not known"):
        tfrt.load(graph)


GRAPH = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "z" op: "Square" input: "y" attr { key: "T" value { type: DT_FLOAT } } }
"""
MODELS = Path(__file__).parents[3] / "testdata/savedmodel"


def test_a_part_of_a_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TFRT_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "graph.pbtxt"
    path.write_text(GRAPH)
    x = np.float32([2, 3])
    for _ in range(2):
        assert tfrt.load(path)(x).tolist() == [4, 9]
        assert tfrt.load(path, outputs=["y"])(x=x).tolist() == [-2, -3]
        assert tfrt.load(path, inputs=["y"])(y=x).tolist() == [4, 9]
        both = tfrt.load(path, inputs=("x",), outputs=("z:0", "y:0"))(x)
        assert [y.tolist() for y in both] == [[4, 9], [-2, -3]]
    with pytest.raises(tfrt.CompileError, match="nope"):
        tfrt.load(path, outputs=["nope"])
    with pytest.raises(TypeError, match="inputs"):
        tfrt.load(path, inputs="x")
    with pytest.raises(ValueError, match="signature, tag: .*graph.pbtxt is no SavedModel"):
        tfrt.load(path, signature="main")


def test_a_signature_of_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TFRT_CACHE_DIR", str(tmp_path / "cache"))
    for _ in range(2):
        assert {"regression", "serving_default"} <= set(tfrt.load(MODELS / "v1_estimator", tag="serve").functions)
        assert list(tfrt.load(MODELS / "v1_estimator", signature="regression").functions) == ["regression"]
    with pytest.raises(tfrt.CompileError, match="no signature 'nope'"):
        tfrt.load(MODELS / "v1_estimator", signature="nope")
    with pytest.raises(tfrt.CompileError, match="no graph with the tag 'nope'"):
        tfrt.load(MODELS / "v1_estimator", tag="nope")
    with pytest.raises(ValueError, match="inputs, outputs: .*v1_estimator is no graph"):
        tfrt.load(MODELS / "v1_estimator", outputs=["y"])


def test_precisions() -> None:
    text = "func.func @main(%x: i32) -> i32 {\n  tfrt.return %x : i32\n}\n"
    assert tfrt.compile(text, 1, "f32")(3) == 3
    assert tfrt.compile(text, opt_level=0, precision="f32")(3) == 3
    for call in (lambda: tfrt.compile(text, precision="f16"), lambda: tfrt.load("nothing.bef", precision="f16")):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="^precision: expected 'f32' or 'bf16', got 'f16'$"):
            call()
    program = "func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x3xf32>) -> tensor<4x3xf32> {\n"
    program += "  %c = stablehlo.dot %a, %b : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>\n"
    program += "  return %c : tensor<4x3xf32>\n}\n"
    a, b = (np.linspace(low, 1, 4 * 6 if low < 0 else 6 * 3, dtype=np.float32) for low in (-1, 0))
    a, b = a.reshape(4, 6), b.reshape(6, 3)
    exact, rounded = (np.asarray(tfrt.compile(program, precision=name)(a, b)) for name in ("f32", "bf16"))
    np.testing.assert_allclose(exact, a @ b, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(rounded, a @ b, rtol=0.02, atol=0.05)


def test_sequences_are_lists_and_absent_arguments_none() -> None:
    lists = tfrt.load(Path(__file__).parents[3] / "testdata/onnx/lists/model.onnx")
    parts = [np.float32([1, 2]), [3.0]]
    y, pieces = lists([parts[0], np.float32(parts[1])], None)
    assert np.asarray(y).tolist() == [1, 2, 3]
    assert [np.asarray(piece).tolist() for piece in pieces] == [[1, 2], [3]]
    # What a call gives is taken by the next one.
    y, _ = lists(parts=pieces, extra=np.float32(0.5))
    assert np.asarray(y).tolist() == [1.5, 2.5, 3.5]
    with pytest.raises(TypeError, match="input 'parts': item 1: "):
        lists([parts[0], object()], None)
    with pytest.raises(tfrt.RunError, match="a sequence is needed, but none is given"):
        lists(None, None)
