"""The ops of ONNX that no other set has. Made from the ops' definitions by ``python -m tfrt.ops``."""

from collections.abc import Sequence

from numpy.typing import DTypeLike

from tfrt import Tensor
from tfrt._tfrt import TensorLike

def AffineGrid(theta: TensorLike, size: TensorLike, *, align_corners: bool = False, device: str | None = None) -> Tensor:
    """The op ``onnx.AffineGrid``.

    Inputs:
        theta: T
        size: int64

    Attributes:
        align_corners: bool (default False)

    Results:
        grid: T

    Types:
        T: one of float32, float64
    """

def AveragePool(x: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], ceil_mode: bool = False, count_include_pad: bool = False, device: str | None = None) -> Tensor:
    """The op ``onnx.AveragePool``.

    Inputs:
        x: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        ceil_mode: bool (default False)
        count_include_pad: bool (default False)

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def ConcatFromSequence(sequence: TensorLike, *, element_dtype: DTypeLike, axis: int = 0, new_axis: bool = False, device: str | None = None) -> Tensor:
    """The op ``onnx.ConcatFromSequence``.

    Inputs:
        sequence: variant

    Attributes:
        element_dtype: DTypeLike
        axis: int (default 0)
        new_axis: bool (default False)

    Results:
        tensor: element_dtype
    """

def GridSample(x: TensorLike, grid: TensorLike, *, mode: str | bytes = 'linear', padding_mode: str | bytes = 'zeros', align_corners: bool = False, device: str | None = None) -> Tensor:
    """The op ``onnx.GridSample``.

    Inputs:
        x: T
        grid: G

    Attributes:
        mode: str | bytes, one of 'nearest', 'linear', 'cubic' (default 'linear')
        padding_mode: str | bytes, one of 'zeros', 'border', 'reflection' (default 'zeros')
        align_corners: bool (default False)

    Results:
        y: T

    Types:
        G: one of float32, float64
    """

def LpPool(x: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], ceil_mode: bool = False, p: int = 2, device: str | None = None) -> Tensor:
    """The op ``onnx.LpPool``.

    Inputs:
        x: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        ceil_mode: bool (default False)
        p: int (default 2)

    Results:
        y: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def MaxPool(x: TensorLike, *, kernel_shape: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int], ceil_mode: bool = False, storage_order: int = 0, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The op ``onnx.MaxPool``.

    Inputs:
        x: T

    Attributes:
        kernel_shape: Sequence[int]
        strides: Sequence[int]
        pads: Sequence[int]
        dilations: Sequence[int]
        ceil_mode: bool (default False)
        storage_order: int (default 0)

    Results:
        y: T
        indices: int64
    """

def Resize(x: TensorLike, region: TensorLike, scales: TensorLike, sizes: TensorLike, *, axes: Sequence[int] = (), mode: str | bytes = 'nearest', coordinate_transformation_mode: str | bytes = 'half_pixel', nearest_mode: str | bytes = 'round_prefer_floor', cubic_coeff_a: float = -0.75, exclude_outside: bool = False, extrapolation_value: float = 0.0, antialias: bool = False, keep_aspect_ratio_policy: str | bytes = 'stretch', device: str | None = None) -> Tensor:
    """The op ``onnx.Resize``.

    Inputs:
        x: T
        region: R
        scales: float32
        sizes: int64

    Attributes:
        axes: Sequence[int] (default ())
        mode: str | bytes, one of 'nearest', 'linear', 'cubic' (default 'nearest')
        coordinate_transformation_mode: str | bytes (default 'half_pixel')
        nearest_mode: str | bytes (default 'round_prefer_floor')
        cubic_coeff_a: float (default -0.75)
        exclude_outside: bool (default False)
        extrapolation_value: float (default 0.0)
        antialias: bool (default False)
        keep_aspect_ratio_policy: str | bytes, one of 'stretch', 'not_larger', 'not_smaller' (default 'stretch')

    Results:
        y: T

    Types:
        R: one of float16, float32, float64
    """

def SequenceErase(sequence: TensorLike, position: TensorLike, *, device: str | None = None) -> Tensor:
    """The op ``onnx.SequenceErase``.

    Inputs:
        sequence: variant
        position: int32

    Results:
        result: variant
    """

def SequenceInsert(sequence: TensorLike, tensor: TensorLike, position: TensorLike, *, device: str | None = None) -> Tensor:
    """The op ``onnx.SequenceInsert``.

    Inputs:
        sequence: variant
        tensor: T
        position: int32

    Results:
        result: variant
    """

def Unique(x: TensorLike, *, axis: int = 0, flatten: bool = True, sorted: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The op ``onnx.Unique``.

    Inputs:
        x: T

    Attributes:
        axis: int (default 0)
        flatten: bool (default True)
        sorted: bool (default True)

    Results:
        y: T
        indices: int64
        inverse_indices: int64
        counts: int64
    """
