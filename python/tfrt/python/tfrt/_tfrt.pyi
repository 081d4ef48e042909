"""Types of the native module."""

import inspect
from collections.abc import Callable, Generator, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tfrt._benchmark import Benchmark

__version__: str

class _DLPack(Protocol):
    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...

TensorLike: TypeAlias = ArrayLike | Tensor | _DLPack

# Sequences of a model are lists of tensors; an optional argument that is absent is None.
Argument: TypeAlias = TensorLike | Sequence[TensorLike] | None

@final
class Tensor:
    """An array that does not change. ``numpy.asarray(tensor)`` reads it without a copy, as do users of DLPack."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def ndim(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def device(self) -> str:
        """Where the elements are: ``"cpu"``, or the name of a plugin's device."""
    def numpy(self) -> NDArray[Any]:
        """The elements as an array that cannot be written to: a view, except for strings."""

    def tolist(self) -> Any:
        """The elements as nested lists."""

    def item(self) -> Any:
        """The only element."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __float__(self) -> float: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Spec:
    """An argument or a result of a function: its name, dtype and shape, as far as they are known."""

    @property
    def name(self) -> str | None: ...
    @property
    def dtype(self) -> np.dtype[Any] | None: ...
    @property
    def shape(self) -> tuple[int | str | None, ...] | None: ...
    @property
    def optional(self) -> bool: ...

@final
class Future:
    """Results that may still be on their way: ``result()`` waits for them, ``await`` does so without blocking a thread."""

    def result(self, timeout: float | None = None) -> Any:
        """The results, as the call would have returned them. Raises its exception, or TimeoutError after so many seconds."""

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """The exception of the call, if it has one."""

    def done(self) -> bool:
        """Whether the results, or an exception, are there."""

    def cancel(self) -> bool:
        """Stops the call between two of its kernels; whether it was still running."""

    def cancelled(self) -> bool:
        """Whether the call was stopped."""

    def add_done_callback(self, function: Callable[[Future], object]) -> None:
        """Calls function(future) when the results are there: at once if they are, else on another thread."""

    def __await__(self) -> Generator[Any, None, Any]: ...

@final
class Function:
    """A function of a program. Any number of threads may call it at once."""

    @property
    def __name__(self) -> str: ...
    @property
    def __signature__(self) -> inspect.Signature: ...
    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> tuple[Spec, ...]: ...
    @property
    def results(self) -> tuple[Spec, ...]: ...
    def __call__(self, *args: Argument, **kwargs: Argument) -> Any:
        """Calls the function: nothing, one result, or a tuple of them."""

    def submit(self, *args: Argument, **kwargs: Argument) -> Future:
        """Starts a call and returns at once."""

    def benchmark(self, *args: Argument, **kwargs: Argument) -> Benchmark:
        """Calls the function again and again, and says how long a call takes."""

    def _default(self, index: SupportsIndex) -> Any: ...

@final
class Program:
    """A program that is ready to be called: ``program(x)`` calls its main function, ``program.name(x)`` another."""

    @property
    def functions(self) -> dict[str, Function]: ...
    @property
    def source(self) -> str: ...
    def save(self, path: str | PathLike[str]) -> None:
        """Writes the compiled program to a file, which ``load`` maps."""

    def __call__(self, *args: Argument, **kwargs: Argument) -> Any:
        """Calls the main function."""

    def submit(self, *args: Argument, **kwargs: Argument) -> Future:
        """Starts a call of the main function and returns at once."""

    def benchmark(self, *args: Argument, **kwargs: Argument) -> Benchmark:
        """Calls the main function again and again, and says how long a call takes."""

    def _repr_svg_(self) -> str | None:
        """A drawing of the functions, which notebooks show."""

    def __getattr__(self, name: str, /) -> Function: ...
    def __getitem__(self, name: str, /) -> Function: ...

def load(
    path: str | PathLike[str],
    *,
    opt_level: SupportsIndex = 2,
    precision: Literal["f32", "bf16"] = "f32",
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    signature: str | None = None,
    tag: str | None = None,
) -> Program:
    """Opens a program: a compiled file, which is mapped, or one that is compiled now (MLIR, an ONNX model, a graph or SavedModel of TensorFlow).

    Of a graph, ``inputs`` names the nodes that are the arguments and ``outputs`` the tensors to compute (``name`` or ``name:1``), in order; else
    its placeholders, and the tensors that no node takes. Of a SavedModel, ``signature`` names the only function to import, and ``tag`` the graph to
    take instead of the one for serving.
    """

def compile(
    source: object, opt_level: SupportsIndex = 2, precision: Literal["f32", "bf16"] = "f32", *, name: str = "<string>"
) -> Program:
    """Compiles MLIR text or bytecode, or a module of JAX or of MLIR's Python bindings."""

def from_dlpack(object: _DLPack) -> Tensor:
    """A tensor that shares the memory of another package's."""

def tensor(object: ArrayLike | Tensor | _DLPack, dtype: Any = None) -> Tensor:
    """A tensor of an array, numbers or strings, or of another package's tensor. A plain NumPy array is not copied."""

@final
class Op:
    """An op that is called by itself: ``tfrt.ops`` has functions of them."""

    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def inputs(self) -> list[tuple[str, str, bool]]: ...
    @property
    def results(self) -> list[tuple[str, str, bool]]: ...
    @property
    def attributes(self) -> list[tuple[str, str, bool, Any, str | None]]: ...
    @property
    def types(self) -> list[tuple[str, str]]: ...
    @property
    def is_stateful(self) -> bool: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

@final
class Profile:
    """A profile in the making."""

    def __new__(cls, folder: str | PathLike[str]) -> Profile: ...
    def finish(self) -> tuple[Path, Path | None] | None: ...

def _restore_from_file(source: str, path: str | None, hash: str) -> Program | None: ...
def _restore(source: str, hash: str, content: Any) -> Program: ...
def _load_plugin(path: str | PathLike[str]) -> None: ...
def _op_names() -> list[str]: ...
def _op(name: str) -> Op: ...
def _after_fork_in_child() -> None: ...
def _close() -> None: ...
