"""The ops of TensorFlow. Made from the ops' definitions by ``python -m tfrt.ops``."""

from collections.abc import Sequence

from numpy.typing import DTypeLike

from tfrt import Tensor
from tfrt.ops import hlo as hlo
from tfrt.ops import onnx as onnx
from tfrt.ops import onnx_ml as onnx_ml
from tfrt._tfrt import TensorLike

def Abs(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The absolute value of each element.

    The op ``tf.Abs``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64
    """

def Acos(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The arc cosine of each element, in radians.

    The op ``tf.Acos``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Acosh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse hyperbolic cosine of each element.

    The op ``tf.Acosh``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Add(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The sum of ``x`` and ``y``, element by element; strings are joined.

    The op ``tf.Add``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, int16, int32, int64, complex64, complex128, string
    """

def AddN(inputs: Sequence[TensorLike], *, device: str | None = None) -> Tensor:
    """The sum of all ``inputs``, which have one shape.

    The op ``tf.AddN``.

    Inputs:
        inputs: list of T

    Results:
        sum: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64, variant
    """

def AddV2(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The sum of ``x`` and ``y``, element by element.

    The op ``tf.AddV2``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, uint16, uint32, uint64, int8, int16, int32, int64, complex64, complex128
    """

def AdjustContrastv2(images: TensorLike, contrast_factor: TensorLike, *, device: str | None = None) -> Tensor:
    """Moves the pixels of each channel of images away from their mean by ``contrast_factor``.

    The op ``tf.AdjustContrastv2``.

    Inputs:
        images: T
        contrast_factor: float32

    Results:
        output: T

    Types:
        T: one of float16, float32
    """

def AdjustHue(images: TensorLike, delta: TensorLike, *, device: str | None = None) -> Tensor:
    """Adds ``delta`` to the hue of RGB images.

    The op ``tf.AdjustHue``.

    Inputs:
        images: T
        delta: float32

    Results:
        output: T

    Types:
        T: one of float16, float32
    """

def AdjustSaturation(images: TensorLike, scale: TensorLike, *, device: str | None = None) -> Tensor:
    """Multiplies the saturation of RGB images by ``scale``.

    The op ``tf.AdjustSaturation``.

    Inputs:
        images: T
        scale: float32

    Results:
        output: T

    Types:
        T: one of float16, float32
    """

def All(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """Whether all elements along ``reduction_indices`` are true.

    The op ``tf.All``.

    Inputs:
        input: bool
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: bool

    Types:
        Tidx: one of int32, int64
    """

def AllCandidateSampler(true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """All ``num_sampled`` classes as candidates, with the expected counts of these and of ``true_classes``.

    The op ``tf.AllCandidateSampler``. It has effects or reads state.

    Inputs:
        true_classes: int64

    Attributes:
        num_true: int
        num_sampled: int
        unique: bool
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        sampled_candidates: int64
        true_expected_count: float32
        sampled_expected_count: float32
    """

def Angle(input: TensorLike, *, Tout: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The argument of each complex number, in radians.

    The op ``tf.Angle``.

    Inputs:
        input: T

    Attributes:
        Tout: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        output: Tout

    Types:
        T: one of complex64, complex128
    """

def AnonymousHashTable(*, key_dtype: DTypeLike, value_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """A new table without a name, which is filled once.

    The op ``tf.AnonymousHashTable``. It has effects or reads state.

    Attributes:
        key_dtype: DTypeLike
        value_dtype: DTypeLike

    Results:
        table_handle: resource
    """

def AnonymousMutableDenseHashTable(empty_key: TensorLike, deleted_key: TensorLike, *, value_dtype: DTypeLike, value_shape: Sequence[int | None] | None = (), initial_num_buckets: int = 131072, max_load_factor: float = 0.8, device: str | None = None) -> Tensor:
    """A new table without a name whose values are tensors and whose entries may change.

    The op ``tf.AnonymousMutableDenseHashTable``. It has effects or reads state.

    Inputs:
        empty_key: key_dtype
        deleted_key: key_dtype

    Attributes:
        value_dtype: DTypeLike
        value_shape: Sequence[int | None] | None (default ())
        initial_num_buckets: int (default 131072)
        max_load_factor: float (default 0.8)

    Results:
        table_handle: resource
    """

def AnonymousMutableHashTable(*, key_dtype: DTypeLike, value_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """A new table without a name whose entries may change.

    The op ``tf.AnonymousMutableHashTable``. It has effects or reads state.

    Attributes:
        key_dtype: DTypeLike
        value_dtype: DTypeLike

    Results:
        table_handle: resource
    """

def AnonymousMutableHashTableOfTensors(*, key_dtype: DTypeLike, value_dtype: DTypeLike, value_shape: Sequence[int | None] | None = (), device: str | None = None) -> Tensor:
    """A new table without a name whose values are vectors and whose entries may change.

    The op ``tf.AnonymousMutableHashTableOfTensors``. It has effects or reads state.

    Attributes:
        key_dtype: DTypeLike
        value_dtype: DTypeLike
        value_shape: Sequence[int | None] | None (default ())

    Results:
        table_handle: resource
    """

def Any(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """Whether an element along ``reduction_indices`` is true.

    The op ``tf.Any``.

    Inputs:
        input: bool
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: bool

    Types:
        Tidx: one of int32, int64
    """

def ApproxTopK(input: TensorLike, *, k: int, reduction_dimension: int = -1, recall_target: float = 0.95, is_max_k: bool = True, reduction_input_size_override: int = -1, aggregate_to_topk: bool = True, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The ``k`` largest or least elements along ``reduction_dimension``, and their indices.

    The op ``tf.ApproxTopK``.

    Inputs:
        input: T

    Attributes:
        k: int
        reduction_dimension: int (default -1)
        recall_target: float (default 0.95)
        is_max_k: bool (default True)
        reduction_input_size_override: int (default -1)
        aggregate_to_topk: bool (default True)

    Results:
        values: T
        indices: int32

    Types:
        T: one of float16, bfloat16, float32
    """

def ApproximateEqual(x: TensorLike, y: TensorLike, *, tolerance: float = 1e-05, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` differ by less than ``tolerance``, element by element.

    The op ``tf.ApproximateEqual``.

    Inputs:
        x: T
        y: T

    Attributes:
        tolerance: float (default 1e-05)

    Results:
        z: bool

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, uint16, uint32, uint64, int8, int16, int32, int64, complex64, complex128
    """

def ArgMax(input: TensorLike, dimension: TensorLike, *, output_type: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """The index of the largest element along ``dimension``, the first of several.

    The op ``tf.ArgMax``.

    Inputs:
        input: T
        dimension: Tidx

    Attributes:
        output_type: DTypeLike, one of int16, uint16, int32, int64 (default 'int64')

    Results:
        output: output_type

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64, qint8, quint8, qint32, qint16, quint16, bool
        Tidx: one of int16, int32, int64
    """

def ArgMin(input: TensorLike, dimension: TensorLike, *, output_type: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """The index of the least element along ``dimension``, the first of several.

    The op ``tf.ArgMin``.

    Inputs:
        input: T
        dimension: Tidx

    Attributes:
        output_type: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        output: output_type

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64, qint8, quint8, qint32, qint16, quint16, bool
        Tidx: one of int32, int64
    """

def AsString(input: TensorLike, *, precision: int = -1, scientific: bool = False, shortest: bool = False, width: int = -1, fill: str | bytes = '', device: str | None = None) -> Tensor:
    """Each element as text.

    The op ``tf.AsString``.

    Inputs:
        input: T

    Attributes:
        precision: int (default -1)
        scientific: bool (default False)
        shortest: bool (default False)
        width: int (default -1)
        fill: str | bytes (default '')

    Results:
        output: string

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64, complex64, complex128, bool, variant, string
    """

def Asin(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The arc sine of each element, in radians.

    The op ``tf.Asin``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Asinh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse hyperbolic sine of each element.

    The op ``tf.Asinh``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Assert(condition: TensorLike, data: Sequence[TensorLike], *, summarize: int = 3, device: str | None = None) -> None:
    """Fails, with ``data`` in the message, unless ``condition`` is true.

    The op ``tf.Assert``. It has effects or reads state.

    Inputs:
        condition: bool
        data: list of T

    Attributes:
        summarize: int (default 3)
    """

def AssignAddVariableOp(resource: TensorLike, value: TensorLike, *, device: str | None = None) -> None:
    """Adds ``value`` to a variable.

    The op ``tf.AssignAddVariableOp``. It has effects or reads state.

    Inputs:
        resource: resource
        value: dtype
    """

def AssignSubVariableOp(resource: TensorLike, value: TensorLike, *, device: str | None = None) -> None:
    """Subtracts ``value`` from a variable.

    The op ``tf.AssignSubVariableOp``. It has effects or reads state.

    Inputs:
        resource: resource
        value: dtype
    """

def AssignVariableOp(resource: TensorLike, value: TensorLike, *, validate_shape: bool = False, device: str | None = None) -> None:
    """Sets a variable to ``value``.

    The op ``tf.AssignVariableOp``. It has effects or reads state.

    Inputs:
        resource: resource
        value: dtype

    Attributes:
        validate_shape: bool (default False)
    """

def Atan(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The arc tangent of each element, in radians.

    The op ``tf.Atan``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Atan2(y: TensorLike, x: TensorLike, *, device: str | None = None) -> Tensor:
    """The angle of the point with the ordinate ``y`` and the abscissa ``x``, in radians, element by element.

    The op ``tf.Atan2``.

    Inputs:
        y: T
        x: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Atanh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse hyperbolic tangent of each element.

    The op ``tf.Atanh``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def AudioSpectrogram(input: TensorLike, *, window_size: int, stride: int, magnitude_squared: bool = False, device: str | None = None) -> Tensor:
    """The magnitudes of the Fourier transforms of windows that slide over a signal.

    The op ``tf.AudioSpectrogram``.

    Inputs:
        input: float32

    Attributes:
        window_size: int
        stride: int
        magnitude_squared: bool (default False)

    Results:
        spectrogram: float32
    """

def AvgPool(value: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The mean of each window of ``ksize`` that slides over images.

    The op ``tf.AvgPool``.

    Inputs:
        value: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def AvgPool3D(input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', device: str | None = None) -> Tensor:
    """The mean of each window of ``ksize`` that slides over volumes.

    The op ``tf.AvgPool3D``.

    Inputs:
        input: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def AvgPool3DGrad(orig_input_shape: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', device: str | None = None) -> Tensor:
    """The gradient of AvgPool3D for its input.

    The op ``tf.AvgPool3DGrad``.

    Inputs:
        orig_input_shape: int32
        grad: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def AvgPoolGrad(orig_input_shape: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The gradient of AvgPool for its input.

    The op ``tf.AvgPoolGrad``.

    Inputs:
        orig_input_shape: int32
        grad: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def BandedTriangularSolve(matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False, device: str | None = None) -> Tensor:
    """Solves systems with triangular matrices that have few diagonals, which are given as rows.

    The op ``tf.BandedTriangularSolve``.

    Inputs:
        matrix: T
        rhs: T

    Attributes:
        lower: bool (default True)
        adjoint: bool (default False)

    Results:
        output: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def BatchMatMul(x: TensorLike, y: TensorLike, *, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False, device: str | None = None) -> Tensor:
    """The product of each pair of matrices of two batches of one shape.

    The op ``tf.BatchMatMul``.

    Inputs:
        x: T
        y: T

    Attributes:
        adj_x: bool (default False)
        adj_y: bool (default False)
        grad_x: bool (default False)
        grad_y: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64, int32, int64, complex64, complex128
    """

def BatchMatMulV2(x: TensorLike, y: TensorLike, *, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False, device: str | None = None) -> Tensor:
    """The product of each pair of matrices of two batches, whose other dimensions broadcast.

    The op ``tf.BatchMatMulV2``.

    Inputs:
        x: T
        y: T

    Attributes:
        adj_x: bool (default False)
        adj_y: bool (default False)
        grad_x: bool (default False)
        grad_y: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128
    """

def BatchMatMulV3(x: TensorLike, y: TensorLike, *, Tout: DTypeLike, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False, grad_y: bool = False, device: str | None = None) -> Tensor:
    """The product of each pair of matrices of two batches, whose other dimensions broadcast, in the dtype ``Tout``.

    The op ``tf.BatchMatMulV3``.

    Inputs:
        x: Ta
        y: Tb

    Attributes:
        Tout: DTypeLike, one of bfloat16, float16, float32, float64, int16, int32, int64, complex64, complex128
        adj_x: bool (default False)
        adj_y: bool (default False)
        grad_x: bool (default False)
        grad_y: bool (default False)

    Results:
        output: Tout

    Types:
        Ta: one of bfloat16, float16, float32, float64, uint8, int8, int16, int32, int64, complex64, complex128
        Tb: one of bfloat16, float16, float32, float64, uint8, int8, int16, int32, int64, complex64, complex128
    """

def BatchNormWithGlobalNormalization(t: TensorLike, m: TensorLike, v: TensorLike, beta: TensorLike, gamma: TensorLike, *, variance_epsilon: float, scale_after_normalization: bool, device: str | None = None) -> Tensor:
    """Normalizes each channel with the mean ``m`` and the variance ``v``.

    The op ``tf.BatchNormWithGlobalNormalization``.

    Inputs:
        t: T
        m: T
        v: T
        beta: T
        gamma: T

    Attributes:
        variance_epsilon: float
        scale_after_normalization: bool

    Results:
        result: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def BatchToSpace(input: TensorLike, crops: TensorLike, *, block_size: int, device: str | None = None) -> Tensor:
    """Moves blocks of ``block_size`` from the batch into space, and crops the edges.

    The op ``tf.BatchToSpace``.

    Inputs:
        input: T
        crops: Tidx

    Attributes:
        block_size: int

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
    """

def BatchToSpaceND(input: TensorLike, block_shape: TensorLike, crops: TensorLike, *, device: str | None = None) -> Tensor:
    """Moves blocks of ``block_shape`` from the batch into space, and crops the edges.

    The op ``tf.BatchToSpaceND``.

    Inputs:
        input: T
        block_shape: Tblock_shape
        crops: Tcrops

    Results:
        output: T

    Types:
        Tblock_shape: one of int32, int64
        Tcrops: one of int32, int64
    """

def BesselI0(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind and of order zero of each element.

    The op ``tf.BesselI0``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselI0e(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind and of order zero of each element, times ``exp(-abs(x))``.

    The op ``tf.BesselI0e``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselI1(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind and of order one of each element.

    The op ``tf.BesselI1``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselI1e(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind and of order one of each element, times ``exp(-abs(x))``.

    The op ``tf.BesselI1e``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselJ0(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The Bessel function of the first kind and of order zero of each element.

    The op ``tf.BesselJ0``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselJ1(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The Bessel function of the first kind and of order one of each element.

    The op ``tf.BesselJ1``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselK0(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind and of order zero of each element.

    The op ``tf.BesselK0``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselK0e(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind and of order zero of each element, times ``exp(x)``.

    The op ``tf.BesselK0e``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselK1(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind and of order one of each element.

    The op ``tf.BesselK1``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselK1e(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind and of order one of each element, times ``exp(x)``.

    The op ``tf.BesselK1e``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselY0(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The Bessel function of the second kind and of order zero of each element.

    The op ``tf.BesselY0``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def BesselY1(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The Bessel function of the second kind and of order one of each element.

    The op ``tf.BesselY1``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Betainc(a: TensorLike, b: TensorLike, x: TensorLike, *, device: str | None = None) -> Tensor:
    """The regularized incomplete beta function of ``a``, ``b`` and ``x``, element by element.

    The op ``tf.Betainc``.

    Inputs:
        a: T
        b: T
        x: T

    Results:
        z: T

    Types:
        T: one of float32, float64
    """

def BiasAdd(value: TensorLike, bias: TensorLike, *, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """Adds ``bias`` along the dimension of channels.

    The op ``tf.BiasAdd``.

    Inputs:
        value: T
        bias: T

    Attributes:
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def BiasAddGrad(out_backprop: TensorLike, *, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The gradient of BiasAdd for the bias: the sum of ``out_backprop`` over all dimensions but that of channels.

    The op ``tf.BiasAddGrad``.

    Inputs:
        out_backprop: T

    Attributes:
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def BiasAddV1(value: TensorLike, bias: TensorLike, *, device: str | None = None) -> Tensor:
    """Adds ``bias`` along the last dimension.

    The op ``tf.BiasAddV1``.

    Inputs:
        value: T
        bias: T

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def Bincount(arr: TensorLike, size: TensorLike, weights: TensorLike, *, device: str | None = None) -> Tensor:
    """How often each number below ``size`` occurs in ``arr``, or the sum of the weights where it does.

    The op ``tf.Bincount``.

    Inputs:
        arr: int32
        size: int32
        weights: T

    Results:
        bins: T

    Types:
        T: one of int32, int64, float32, float64
    """

def Bitcast(input: TensorLike, *, type: DTypeLike, device: str | None = None) -> Tensor:
    """The bits of ``input`` as elements of ``type``; a last dimension appears or disappears where the sizes of elements differ.

    The op ``tf.Bitcast``.

    Inputs:
        input: T

    Attributes:
        type: DTypeLike, one of bfloat16, float16, float32, float64, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32

    Results:
        output: type

    Types:
        T: one of bfloat16, float16, float32, float64, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32
    """

def BitwiseAnd(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise conjunction of ``x`` and ``y``, element by element.

    The op ``tf.BitwiseAnd``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def BitwiseOr(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise disjunction of ``x`` and ``y``, element by element.

    The op ``tf.BitwiseOr``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def BitwiseXor(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise exclusive disjunction of ``x`` and ``y``, element by element.

    The op ``tf.BitwiseXor``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def BlockLSTM(seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike, *, forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Runs an LSTM over a whole sequence; the weights of the gates stand in the order i, c, f, o.

    The op ``tf.BlockLSTM``.

    Inputs:
        seq_len_max: int64
        x: T
        cs_prev: T
        h_prev: T
        w: T
        wci: T
        wcf: T
        wco: T
        b: T

    Attributes:
        forget_bias: float (default 1.0)
        cell_clip: float (default 3.0)
        use_peephole: bool (default False)

    Results:
        i: T
        cs: T
        f: T
        o: T
        ci: T
        co: T
        h: T

    Types:
        T: one of float16, float32
    """

def BlockLSTMV2(seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike, *, cell_clip: float = 0.0, use_peephole: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Runs an LSTM over a whole sequence; the weights of the gates stand in the order i, f, c, o.

    The op ``tf.BlockLSTMV2``.

    Inputs:
        seq_len_max: int64
        x: T
        cs_prev: T
        h_prev: T
        w: T
        wci: T
        wcf: T
        wco: T
        b: T

    Attributes:
        cell_clip: float (default 0.0)
        use_peephole: bool (default False)

    Results:
        i: T
        cs: T
        f: T
        o: T
        ci: T
        co: T
        h: T

    Types:
        T: one of float16, float32
    """

def BroadcastArgs(s0: TensorLike, s1: TensorLike, *, device: str | None = None) -> Tensor:
    """The shape to which two shapes broadcast.

    The op ``tf.BroadcastArgs``.

    Inputs:
        s0: T
        s1: T

    Results:
        r0: T

    Types:
        T: one of int32, int64
    """

def BroadcastGradientArgs(s0: TensorLike, s1: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The dimensions over which the gradients of operands of the shapes ``s0`` and ``s1`` are summed.

    The op ``tf.BroadcastGradientArgs``.

    Inputs:
        s0: T
        s1: T

    Results:
        r0: T
        r1: T

    Types:
        T: one of int32, int64
    """

def BroadcastTo(input: TensorLike, shape: TensorLike, *, device: str | None = None) -> Tensor:
    """Repeats ``input`` to ``shape``.

    The op ``tf.BroadcastTo``.

    Inputs:
        input: T
        shape: Tidx

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
    """

def Bucketize(input: TensorLike, *, boundaries: Sequence[float], device: str | None = None) -> Tensor:
    """The number of the ``boundaries`` that are not greater than each element.

    The op ``tf.Bucketize``.

    Inputs:
        input: T

    Attributes:
        boundaries: Sequence[float]

    Results:
        output: int32

    Types:
        T: one of int32, int64, float32, float64
    """

def CSRSparseMatrixComponents(csr_sparse_matrix: TensorLike, index: TensorLike, *, type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The starts of rows, the columns and the values of one matrix of a batch of sparse matrices.

    The op ``tf.CSRSparseMatrixComponents``.

    Inputs:
        csr_sparse_matrix: variant
        index: int32

    Attributes:
        type: DTypeLike, one of float32, float64, complex64, complex128

    Results:
        row_ptrs: int32
        col_inds: int32
        values: type
    """

def CSRSparseMatrixToDense(sparse_input: TensorLike, *, type: DTypeLike, device: str | None = None) -> Tensor:
    """A sparse matrix, or a batch of them, as a dense tensor.

    The op ``tf.CSRSparseMatrixToDense``.

    Inputs:
        sparse_input: variant

    Attributes:
        type: DTypeLike, one of float32, float64, complex64, complex128

    Results:
        dense_output: type
    """

def CSRSparseMatrixToSparseTensor(sparse_matrix: TensorLike, *, type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """A sparse matrix, or a batch of them, as indices, values and a shape.

    The op ``tf.CSRSparseMatrixToSparseTensor``.

    Inputs:
        sparse_matrix: variant

    Attributes:
        type: DTypeLike, one of float32, float64, complex64, complex128

    Results:
        indices: int64
        values: type
        dense_shape: int64
    """

def CTCBeamSearchDecoder(inputs: TensorLike, sequence_length: TensorLike, *, beam_width: int, top_paths: int, merge_repeated: bool = True, device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], Tensor]:
    """The likeliest sequences of labels of a connectionist temporal classification, by a search of ``beam_width`` beams.

    The op ``tf.CTCBeamSearchDecoder``.

    Inputs:
        inputs: T
        sequence_length: int32

    Attributes:
        beam_width: int
        top_paths: int
        merge_repeated: bool (default True)

    Results:
        decoded_indices: list of int64
        decoded_values: list of int64
        decoded_shape: list of int64
        log_probability: T

    Types:
        T: one of float32, float64
    """

def CTCGreedyDecoder(inputs: TensorLike, sequence_length: TensorLike, *, merge_repeated: bool = False, blank_index: int = -1, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The sequence of the likeliest labels of a connectionist temporal classification.

    The op ``tf.CTCGreedyDecoder``.

    Inputs:
        inputs: T
        sequence_length: int32

    Attributes:
        merge_repeated: bool (default False)
        blank_index: int (default -1)

    Results:
        decoded_indices: int64
        decoded_values: int64
        decoded_shape: int64
        log_probability: T

    Types:
        T: one of float32, float64
    """

def CTCLoss(inputs: TensorLike, labels_indices: TensorLike, labels_values: TensorLike, sequence_length: TensorLike, *, preprocess_collapse_repeated: bool = False, ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The loss of a connectionist temporal classification for each sequence, and its gradient.

    The op ``tf.CTCLoss``.

    Inputs:
        inputs: T
        labels_indices: int64
        labels_values: int32
        sequence_length: int32

    Attributes:
        preprocess_collapse_repeated: bool (default False)
        ctc_merge_repeated: bool (default True)
        ignore_longer_outputs_than_inputs: bool (default False)

    Results:
        loss: T
        gradient: T

    Types:
        T: one of float32, float64
    """

def Cast(x: TensorLike, *, DstT: DTypeLike, Truncate: bool = False, device: str | None = None) -> Tensor:
    """Converts each element to the dtype ``DstT``.

    The op ``tf.Cast``.

    Inputs:
        x: SrcT

    Attributes:
        DstT: DTypeLike
        Truncate: bool (default False)

    Results:
        y: DstT
    """

def Ceil(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The least integer that is not less than each element.

    The op ``tf.Ceil``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def CheckNumerics(tensor: TensorLike, *, message: str | bytes, device: str | None = None) -> Tensor:
    """The operand as it is; fails with ``message`` if an element is infinite or NaN.

    The op ``tf.CheckNumerics``. It has effects or reads state.

    Inputs:
        tensor: T

    Attributes:
        message: str | bytes

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Cholesky(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The lower Cholesky factor of each positive definite matrix.

    The op ``tf.Cholesky``.

    Inputs:
        input: T

    Results:
        output: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def ClipByValue(t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element of ``t``, or the nearest number between ``clip_value_min`` and ``clip_value_max``.

    The op ``tf.ClipByValue``.

    Inputs:
        t: T
        clip_value_min: T
        clip_value_max: T

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def CombinedNonMaxSuppression(boxes: TensorLike, scores: TensorLike, max_output_size_per_class: TensorLike, max_total_size: TensorLike, iou_threshold: TensorLike, score_threshold: TensorLike, *, pad_per_class: bool = False, clip_boxes: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The best boxes of all classes of each image, without those that overlap a better one of their class.

    The op ``tf.CombinedNonMaxSuppression``.

    Inputs:
        boxes: float32
        scores: float32
        max_output_size_per_class: int32
        max_total_size: int32
        iou_threshold: float32
        score_threshold: float32

    Attributes:
        pad_per_class: bool (default False)
        clip_boxes: bool (default True)

    Results:
        nmsed_boxes: float32
        nmsed_scores: float32
        nmsed_classes: float32
        valid_detections: int32
    """

def Complex(real: TensorLike, imag: TensorLike, *, Tout: DTypeLike = 'complex64', device: str | None = None) -> Tensor:
    """The complex numbers with the parts ``real`` and ``imag``.

    The op ``tf.Complex``.

    Inputs:
        real: T
        imag: T

    Attributes:
        Tout: DTypeLike, one of complex64, complex128 (default 'complex64')

    Results:
        out: Tout

    Types:
        T: one of float32, float64
    """

def ComplexAbs(x: TensorLike, *, Tout: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The magnitude of each complex number.

    The op ``tf.ComplexAbs``.

    Inputs:
        x: T

    Attributes:
        Tout: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        y: Tout

    Types:
        T: one of complex64, complex128
    """

def ComputeAccidentalHits(true_classes: TensorLike, sampled_candidates: TensorLike, *, num_true: int, seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The sampled candidates that are true classes, with weights that take them out.

    The op ``tf.ComputeAccidentalHits``.

    Inputs:
        true_classes: int64
        sampled_candidates: int64

    Attributes:
        num_true: int
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        indices: int32
        ids: int64
        weights: float32
    """

def Concat(concat_dim: TensorLike, values: Sequence[TensorLike], *, device: str | None = None) -> Tensor:
    """Joins ``values`` along ``concat_dim``.

    The op ``tf.Concat``.

    Inputs:
        concat_dim: int32
        values: list of T

    Results:
        output: T
    """

def ConcatOffset(concat_dim: TensorLike, shape: Sequence[TensorLike], *, device: str | None = None) -> list[Tensor]:
    """The offsets of parts with these shapes within their concatenation along ``concat_dim``.

    The op ``tf.ConcatOffset``.

    Inputs:
        concat_dim: int32
        shape: list of shape_type

    Results:
        offset: list of shape_type

    Types:
        shape_type: one of int32, int64
    """

def ConcatV2(values: Sequence[TensorLike], axis: TensorLike, *, device: str | None = None) -> Tensor:
    """Joins ``values`` along ``axis``.

    The op ``tf.ConcatV2``.

    Inputs:
        values: list of T
        axis: Tidx

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
    """

def Conj(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The complex conjugate of each element.

    The op ``tf.Conj``.

    Inputs:
        input: T

    Results:
        output: T

    Types:
        T: one of complex64, complex128, variant
    """

def ConjugateTranspose(x: TensorLike, perm: TensorLike, *, device: str | None = None) -> Tensor:
    """The dimensions of ``x`` in the order that ``perm`` says, with the complex conjugate of each element.

    The op ``tf.ConjugateTranspose``.

    Inputs:
        x: T
        perm: Tperm

    Results:
        y: T

    Types:
        Tperm: one of int32, int64
    """

def Const(*, value: TensorLike, dtype: DTypeLike, device: str | None = None) -> Tensor:
    """The constant ``value``.

    The op ``tf.Const``.

    Attributes:
        value: TensorLike
        dtype: DTypeLike

    Results:
        output: dtype
    """

def Conv2D(input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The convolution of images with the kernel ``filter``.

    The op ``tf.Conv2D``.

    Inputs:
        input: T
        filter: T

    Attributes:
        strides: Sequence[int]
        use_cudnn_on_gpu: bool (default True)
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64, int32
    """

def Conv2DBackpropFilter(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The gradient of Conv2D for its kernel.

    The op ``tf.Conv2DBackpropFilter``.

    Inputs:
        input: T
        filter_sizes: int32
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        use_cudnn_on_gpu: bool (default True)
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Conv2DBackpropInput(input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The gradient of Conv2D for its input, which is a transposed convolution.

    The op ``tf.Conv2DBackpropInput``.

    Inputs:
        input_sizes: int32
        filter: T
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        use_cudnn_on_gpu: bool (default True)
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64, int32
    """

def Conv3D(input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', dilations: Sequence[int] = (1, 1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The convolution of volumes with the kernel ``filter``.

    The op ``tf.Conv3D``.

    Inputs:
        input: T
        filter: T

    Attributes:
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Conv3DBackpropFilterV2(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', dilations: Sequence[int] = (1, 1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The gradient of Conv3D for its kernel.

    The op ``tf.Conv3DBackpropFilterV2``.

    Inputs:
        input: T
        filter_sizes: int32
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Conv3DBackpropInputV2(input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', dilations: Sequence[int] = (1, 1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The gradient of Conv3D for its input, which is a transposed convolution.

    The op ``tf.Conv3DBackpropInputV2``.

    Inputs:
        input_sizes: Tshape
        filter: T
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
        Tshape: one of int32, int64
    """

def Cos(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The cosine of each element, which is in radians.

    The op ``tf.Cos``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Cosh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The hyperbolic cosine of each element.

    The op ``tf.Cosh``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def CropAndResize(image: TensorLike, boxes: TensorLike, box_ind: TensorLike, crop_size: TensorLike, *, method: str | bytes = 'bilinear', extrapolation_value: float = 0.0, device: str | None = None) -> Tensor:
    """The parts of images that ``boxes`` say, resized to ``crop_size``.

    The op ``tf.CropAndResize``.

    Inputs:
        image: T
        boxes: float32
        box_ind: int32
        crop_size: int32

    Attributes:
        method: str | bytes, one of 'bilinear', 'nearest' (default 'bilinear')
        extrapolation_value: float (default 0.0)

    Results:
        crops: float32

    Types:
        T: one of uint8, uint16, int8, int16, int32, int64, float16, float32, float64
    """

def CropAndResizeGradBoxes(grads: TensorLike, image: TensorLike, boxes: TensorLike, box_ind: TensorLike, *, method: str | bytes = 'bilinear', device: str | None = None) -> Tensor:
    """The gradient of CropAndResize for the boxes.

    The op ``tf.CropAndResizeGradBoxes``.

    Inputs:
        grads: float32
        image: T
        boxes: float32
        box_ind: int32

    Attributes:
        method: str | bytes, one of 'bilinear' (default 'bilinear')

    Results:
        output: float32

    Types:
        T: one of uint8, uint16, int8, int16, int32, int64, float16, float32, float64
    """

def CropAndResizeGradImage(grads: TensorLike, boxes: TensorLike, box_ind: TensorLike, image_size: TensorLike, *, T: DTypeLike, method: str | bytes = 'bilinear', device: str | None = None) -> Tensor:
    """The gradient of CropAndResize for the images.

    The op ``tf.CropAndResizeGradImage``.

    Inputs:
        grads: float32
        boxes: float32
        box_ind: int32
        image_size: int32

    Attributes:
        T: DTypeLike, one of float32, float16, float64
        method: str | bytes, one of 'bilinear', 'nearest' (default 'bilinear')

    Results:
        output: T
    """

def Cross(a: TensorLike, b: TensorLike, *, device: str | None = None) -> Tensor:
    """The cross product of vectors of three elements.

    The op ``tf.Cross``.

    Inputs:
        a: T
        b: T

    Results:
        product: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Cumprod(x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False, device: str | None = None) -> Tensor:
    """The product of all elements up to each one along ``axis``.

    The op ``tf.Cumprod``.

    Inputs:
        x: T
        axis: Tidx

    Attributes:
        exclusive: bool (default False)
        reverse: bool (default False)

    Results:
        out: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tidx: one of int32, int64
    """

def Cumsum(x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False, device: str | None = None) -> Tensor:
    """The sum of all elements up to each one along ``axis``.

    The op ``tf.Cumsum``.

    Inputs:
        x: T
        axis: Tidx

    Attributes:
        exclusive: bool (default False)
        reverse: bool (default False)

    Results:
        out: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tidx: one of int32, int64
    """

def CumulativeLogsumexp(x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False, device: str | None = None) -> Tensor:
    """The logarithm of the sum of the exponentials of all elements up to each one along ``axis``.

    The op ``tf.CumulativeLogsumexp``.

    Inputs:
        x: T
        axis: Tidx

    Attributes:
        exclusive: bool (default False)
        reverse: bool (default False)

    Results:
        out: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
    """

def DataFormatDimMap(x: TensorLike, *, src_format: str | bytes = 'NHWC', dst_format: str | bytes = 'NCHW', device: str | None = None) -> Tensor:
    """The number of each dimension of the layout ``src_format`` in the layout ``dst_format``.

    The op ``tf.DataFormatDimMap``.

    Inputs:
        x: T

    Attributes:
        src_format: str | bytes (default 'NHWC')
        dst_format: str | bytes (default 'NCHW')

    Results:
        y: T

    Types:
        T: one of int32, int64
    """

def DataFormatVecPermute(x: TensorLike, *, src_format: str | bytes = 'NHWC', dst_format: str | bytes = 'NCHW', device: str | None = None) -> Tensor:
    """The entries of a vector with one for each dimension in the order of another layout.

    The op ``tf.DataFormatVecPermute``.

    Inputs:
        x: T

    Attributes:
        src_format: str | bytes (default 'NHWC')
        dst_format: str | bytes (default 'NCHW')

    Results:
        y: T

    Types:
        T: one of int32, int64
    """

def Dawsn(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Dawson's integral at each element.

    The op ``tf.Dawsn``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def DecodeAndCropJpeg(contents: TensorLike, crop_window: TensorLike, *, channels: int = 0, ratio: int = 1, fancy_upscaling: bool = True, try_recover_truncated: bool = False, acceptable_fraction: float = 1.0, dct_method: str | bytes = '', device: str | None = None) -> Tensor:
    """The part ``crop_window`` of a JPEG image as pixels.

    The op ``tf.DecodeAndCropJpeg``.

    Inputs:
        contents: string
        crop_window: int32

    Attributes:
        channels: int (default 0)
        ratio: int (default 1)
        fancy_upscaling: bool (default True)
        try_recover_truncated: bool (default False)
        acceptable_fraction: float (default 1.0)
        dct_method: str | bytes (default '')

    Results:
        image: uint8
    """

def DecodeBase64(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The bytes that each string says in web-safe base64.

    The op ``tf.DecodeBase64``.

    Inputs:
        input: string

    Results:
        output: string
    """

def DecodeBmp(contents: TensorLike, *, channels: int = 0, device: str | None = None) -> Tensor:
    """A BMP image as pixels.

    The op ``tf.DecodeBmp``.

    Inputs:
        contents: string

    Attributes:
        channels: int (default 0)

    Results:
        image: uint8
    """

def DecodeCSV(records: TensorLike, record_defaults: Sequence[TensorLike], *, field_delim: str | bytes = ',', use_quote_delim: bool = True, na_value: str | bytes = '', select_cols: Sequence[int] = (), device: str | None = None) -> list[Tensor]:
    """The fields of lines of comma-separated values, a tensor for each column.

    The op ``tf.DecodeCSV``.

    Inputs:
        records: string
        record_defaults: list of OUT_TYPE

    Attributes:
        field_delim: str | bytes (default ',')
        use_quote_delim: bool (default True)
        na_value: str | bytes (default '')
        select_cols: Sequence[int] (default ())

    Results:
        output: list of OUT_TYPE

    Types:
        OUT_TYPE: one of float32, float64, int32, int64, string
    """

def DecodeCompressed(bytes: TensorLike, *, compression_type: str | bytes = '', device: str | None = None) -> Tensor:
    """The content of strings that are compressed with ZLIB or GZIP.

    The op ``tf.DecodeCompressed``.

    Inputs:
        bytes: string

    Attributes:
        compression_type: str | bytes (default '')

    Results:
        output: string
    """

def DecodeGif(contents: TensorLike, *, device: str | None = None) -> Tensor:
    """The frames of a GIF image as pixels.

    The op ``tf.DecodeGif``.

    Inputs:
        contents: string

    Results:
        image: uint8
    """

def DecodeImage(contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = 'uint8', expand_animations: bool = True, device: str | None = None) -> Tensor:
    """A BMP, GIF, JPEG or PNG image as pixels.

    The op ``tf.DecodeImage``.

    Inputs:
        contents: string

    Attributes:
        channels: int (default 0)
        dtype: DTypeLike, one of uint8, uint16, float32 (default 'uint8')
        expand_animations: bool (default True)

    Results:
        image: dtype
    """

def DecodeJpeg(contents: TensorLike, *, channels: int = 0, ratio: int = 1, fancy_upscaling: bool = True, try_recover_truncated: bool = False, acceptable_fraction: float = 1.0, dct_method: str | bytes = '', device: str | None = None) -> Tensor:
    """A JPEG image as pixels.

    The op ``tf.DecodeJpeg``.

    Inputs:
        contents: string

    Attributes:
        channels: int (default 0)
        ratio: int (default 1)
        fancy_upscaling: bool (default True)
        try_recover_truncated: bool (default False)
        acceptable_fraction: float (default 1.0)
        dct_method: str | bytes (default '')

    Results:
        image: uint8
    """

def DecodePaddedRaw(input_bytes: TensorLike, fixed_length: TensorLike, *, out_type: DTypeLike, little_endian: bool = True, device: str | None = None) -> Tensor:
    """The bytes of each string, cut or filled up to ``fixed_length``, as elements of ``out_type``.

    The op ``tf.DecodePaddedRaw``.

    Inputs:
        input_bytes: string
        fixed_length: int32

    Attributes:
        out_type: DTypeLike, one of float16, float32, float64, int32, uint16, uint8, int16, int8, int64, bfloat16
        little_endian: bool (default True)

    Results:
        output: out_type
    """

def DecodePng(contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = 'uint8', device: str | None = None) -> Tensor:
    """A PNG image as pixels.

    The op ``tf.DecodePng``.

    Inputs:
        contents: string

    Attributes:
        channels: int (default 0)
        dtype: DTypeLike, one of uint8, uint16 (default 'uint8')

    Results:
        image: dtype
    """

def DecodeRaw(bytes: TensorLike, *, out_type: DTypeLike, little_endian: bool = True, device: str | None = None) -> Tensor:
    """The bytes of each string as elements of ``out_type``.

    The op ``tf.DecodeRaw``.

    Inputs:
        bytes: string

    Attributes:
        out_type: DTypeLike, one of float16, float32, float64, int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool, bfloat16
        little_endian: bool (default True)

    Results:
        output: out_type
    """

def DecodeWav(contents: TensorLike, *, desired_channels: int = -1, desired_samples: int = -1, device: str | None = None) -> tuple[Tensor, Tensor]:
    """A WAV file as samples between -1 and 1.

    The op ``tf.DecodeWav``.

    Inputs:
        contents: string

    Attributes:
        desired_channels: int (default -1)
        desired_samples: int (default -1)

    Results:
        audio: float32
        sample_rate: int32
    """

def DeepCopy(x: TensorLike, *, device: str | None = None) -> Tensor:
    """A copy of the operand in memory of its own.

    The op ``tf.DeepCopy``. It has effects or reads state.

    Inputs:
        x: T

    Results:
        y: T
    """

def DenseBincount(input: TensorLike, size: TensorLike, weights: TensorLike, *, binary_output: bool = False, device: str | None = None) -> Tensor:
    """How often each number below ``size`` occurs in ``input``, or the sum of the weights where it does, for each row.

    The op ``tf.DenseBincount``.

    Inputs:
        input: Tidx
        size: Tidx
        weights: T

    Attributes:
        binary_output: bool (default False)

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
        T: one of int32, int64, float32, float64
    """

def DenseCountSparseOutput(values: TensorLike, weights: TensorLike, *, binary_output: bool, minlength: int = -1, maxlength: int = -1, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """How often each number occurs in ``values``, for each row, as a sparse tensor.

    The op ``tf.DenseCountSparseOutput``.

    Inputs:
        values: T
        weights: output_type

    Attributes:
        minlength: int (default -1)
        maxlength: int (default -1)
        binary_output: bool

    Results:
        output_indices: int64
        output_values: output_type
        output_dense_shape: int64

    Types:
        T: one of int32, int64
        output_type: one of int32, int64, float32, float64
    """

def DenseToCSRSparseMatrix(dense_input: TensorLike, indices: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of a dense tensor at ``indices`` as a sparse matrix, or a batch of them.

    The op ``tf.DenseToCSRSparseMatrix``.

    Inputs:
        dense_input: T
        indices: int64

    Results:
        sparse_output: variant

    Types:
        T: one of float32, float64, complex64, complex128
    """

def DenseToDenseSetOperation(set1: TensorLike, set2: TensorLike, *, set_operation: str | bytes, validate_indices: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The union, intersection or difference of the sets in the last dimensions of two dense tensors.

    The op ``tf.DenseToDenseSetOperation``.

    Inputs:
        set1: T
        set2: T

    Attributes:
        set_operation: str | bytes
        validate_indices: bool (default True)

    Results:
        result_indices: int64
        result_values: T
        result_shape: int64

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, string
    """

def DenseToSparseSetOperation(set1: TensorLike, set2_indices: TensorLike, set2_values: TensorLike, set2_shape: TensorLike, *, set_operation: str | bytes, validate_indices: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The union, intersection or difference of the sets in the last dimensions of a dense and a sparse tensor.

    The op ``tf.DenseToSparseSetOperation``.

    Inputs:
        set1: T
        set2_indices: int64
        set2_values: T
        set2_shape: int64

    Attributes:
        set_operation: str | bytes
        validate_indices: bool (default True)

    Results:
        result_indices: int64
        result_values: T
        result_shape: int64

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, string
    """

def DepthToSpace(input: TensorLike, *, block_size: int, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """Moves parts of the dimension of channels into blocks of ``block_size`` in space.

    The op ``tf.DepthToSpace``.

    Inputs:
        input: T

    Attributes:
        block_size: int
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NCHW_VECT_C' (default 'NHWC')

    Results:
        output: T
    """

def DepthwiseConv2dNative(input: TensorLike, filter: TensorLike, *, strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The convolution of each channel of images with kernels of its own.

    The op ``tf.DepthwiseConv2dNative``.

    Inputs:
        input: T
        filter: T

    Attributes:
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def DepthwiseConv2dNativeBackpropFilter(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The gradient of DepthwiseConv2dNative for its kernel.

    The op ``tf.DepthwiseConv2dNativeBackpropFilter``.

    Inputs:
        input: T
        filter_sizes: int32
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def DepthwiseConv2dNativeBackpropInput(input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> Tensor:
    """The gradient of DepthwiseConv2dNative for its input.

    The op ``tf.DepthwiseConv2dNativeBackpropInput``.

    Inputs:
        input_sizes: int32
        filter: T
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Dequantize(input: TensorLike, min_range: TensorLike, max_range: TensorLike, *, mode: str | bytes = 'MIN_COMBINED', narrow_range: bool = False, axis: int = -1, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The real numbers that quantized elements between ``min_range`` and ``max_range`` stand for.

    The op ``tf.Dequantize``.

    Inputs:
        input: T
        min_range: float32
        max_range: float32

    Attributes:
        mode: str | bytes, one of 'MIN_COMBINED', 'MIN_FIRST', 'SCALED' (default 'MIN_COMBINED')
        narrow_range: bool (default False)
        axis: int (default -1)
        dtype: DTypeLike, one of bfloat16, float32 (default 'float32')

    Results:
        output: dtype

    Types:
        T: one of qint8, quint8, qint32, qint16, quint16
    """

def DeserializeManySparse(serialized_sparse: TensorLike, *, dtype: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Joins the sparse tensors that SerializeManySparse wrote.

    The op ``tf.DeserializeManySparse``.

    Inputs:
        serialized_sparse: string

    Attributes:
        dtype: DTypeLike

    Results:
        sparse_indices: int64
        sparse_values: dtype
        sparse_shape: int64
    """

def DeserializeSparse(serialized_sparse: TensorLike, *, dtype: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The sparse tensors that SerializeSparse wrote.

    The op ``tf.DeserializeSparse``.

    Inputs:
        serialized_sparse: Tserialized

    Attributes:
        dtype: DTypeLike

    Results:
        sparse_indices: int64
        sparse_values: dtype
        sparse_shape: int64

    Types:
        Tserialized: one of string, variant
    """

def DestroyResourceOp(resource: TensorLike, *, ignore_lookup_error: bool = True, device: str | None = None) -> None:
    """Removes a resource; later uses of its name find none.

    The op ``tf.DestroyResourceOp``. It has effects or reads state.

    Inputs:
        resource: resource

    Attributes:
        ignore_lookup_error: bool (default True)
    """

def DeviceIndex(*, device_names: Sequence[str | bytes], device: str | None = None) -> Tensor:
    """The place of the device that runs the op among ``device_names``.

    The op ``tf.DeviceIndex``. It has effects or reads state.

    Attributes:
        device_names: Sequence[str | bytes]

    Results:
        index: int32
    """

def Diag(diagonal: TensorLike, *, device: str | None = None) -> Tensor:
    """A tensor with ``diagonal`` on its diagonal and zeros elsewhere, of twice as many dimensions.

    The op ``tf.Diag``.

    Inputs:
        diagonal: T

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64, int32, int64, complex64, complex128
    """

def DiagPart(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The diagonal of a tensor of an even number of dimensions.

    The op ``tf.DiagPart``.

    Inputs:
        input: T

    Results:
        diagonal: T

    Types:
        T: one of bfloat16, float16, float32, float64, int32, int64, complex64, complex128
    """

def Digamma(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithmic derivative of the gamma function at each element.

    The op ``tf.Digamma``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Dilation2D(input: TensorLike, filter: TensorLike, *, strides: Sequence[int], rates: Sequence[int], padding: str | bytes, device: str | None = None) -> Tensor:
    """The largest sum of elements of images and of ``filter`` in each window that slides over them.

    The op ``tf.Dilation2D``.

    Inputs:
        input: T
        filter: T

    Attributes:
        strides: Sequence[int]
        rates: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Dilation2DBackpropFilter(input: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], rates: Sequence[int], padding: str | bytes, device: str | None = None) -> Tensor:
    """The gradient of Dilation2D for its kernel.

    The op ``tf.Dilation2DBackpropFilter``.

    Inputs:
        input: T
        filter: T
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        rates: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        filter_backprop: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Dilation2DBackpropInput(input: TensorLike, filter: TensorLike, out_backprop: TensorLike, *, strides: Sequence[int], rates: Sequence[int], padding: str | bytes, device: str | None = None) -> Tensor:
    """The gradient of Dilation2D for its input.

    The op ``tf.Dilation2DBackpropInput``.

    Inputs:
        input: T
        filter: T
        out_backprop: T

    Attributes:
        strides: Sequence[int]
        rates: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        in_backprop: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Div(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y``, element by element; of integers it is rounded toward zero.

    The op ``tf.Div``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128
    """

def DivNoNan(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y``, element by element, zero where ``y`` is zero.

    The op ``tf.DivNoNan``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of float16, float32, bfloat16, float64, complex64, complex128
    """

def DrawBoundingBoxes(images: TensorLike, boxes: TensorLike, *, device: str | None = None) -> Tensor:
    """Images with rectangles drawn on them.

    The op ``tf.DrawBoundingBoxes``.

    Inputs:
        images: T
        boxes: float32

    Results:
        output: T

    Types:
        T: one of float32, float16
    """

def DrawBoundingBoxesV2(images: TensorLike, boxes: TensorLike, colors: TensorLike, *, device: str | None = None) -> Tensor:
    """Images with rectangles of given colors drawn on them.

    The op ``tf.DrawBoundingBoxesV2``.

    Inputs:
        images: T
        boxes: float32
        colors: float32

    Results:
        output: T

    Types:
        T: one of float32, float16
    """

def DynamicPartition(data: TensorLike, partitions: TensorLike, *, num_partitions: int, device: str | None = None) -> list[Tensor]:
    """Sends each slice of ``data`` to the output that ``partitions`` says.

    The op ``tf.DynamicPartition``.

    Inputs:
        data: T
        partitions: int32

    Attributes:
        num_partitions: int

    Results:
        outputs: list of T
    """

def DynamicStitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], *, device: str | None = None) -> Tensor:
    """Merges the slices of ``data`` into one tensor, each at the place that ``indices`` says.

    The op ``tf.DynamicStitch``.

    Inputs:
        indices: list of int32
        data: list of T

    Results:
        merged: T
    """

def EditDistance(hypothesis_indices: TensorLike, hypothesis_values: TensorLike, hypothesis_shape: TensorLike, truth_indices: TensorLike, truth_values: TensorLike, truth_shape: TensorLike, *, normalize: bool = True, device: str | None = None) -> Tensor:
    """The Levenshtein distance of each pair of sequences.

    The op ``tf.EditDistance``.

    Inputs:
        hypothesis_indices: int64
        hypothesis_values: T
        hypothesis_shape: int64
        truth_indices: int64
        truth_values: T
        truth_shape: int64

    Attributes:
        normalize: bool (default True)

    Results:
        output: float32
    """

def Eig(input: TensorLike, *, Tout: DTypeLike, compute_v: bool = True, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The eigenvalues and eigenvectors of each matrix.

    The op ``tf.Eig``.

    Inputs:
        input: T

    Attributes:
        compute_v: bool (default True)
        Tout: DTypeLike, one of complex64, complex128

    Results:
        e: Tout
        v: Tout

    Types:
        T: one of float32, float64, complex64, complex128
    """

def Einsum(inputs: Sequence[TensorLike], *, equation: str | bytes, device: str | None = None) -> Tensor:
    """The sum of products of ``inputs`` that ``equation`` says in Einstein's notation.

    The op ``tf.Einsum``.

    Inputs:
        inputs: list of T

    Attributes:
        equation: str | bytes

    Results:
        output: T
    """

def Elu(features: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element if it is positive, else its exponential minus one.

    The op ``tf.Elu``.

    Inputs:
        features: T

    Results:
        activations: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def EluGrad(gradients: TensorLike, outputs: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Elu, from its results.

    The op ``tf.EluGrad``.

    Inputs:
        gradients: T
        outputs: T

    Results:
        backprops: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Empty(shape: TensorLike, *, dtype: DTypeLike, init: bool = False, device: str | None = None) -> Tensor:
    """A tensor of ``shape`` whose elements are not specified, zeros if ``init`` is true.

    The op ``tf.Empty``. It has effects or reads state.

    Inputs:
        shape: int32

    Attributes:
        dtype: DTypeLike
        init: bool (default False)

    Results:
        output: dtype
    """

def EmptyTensorList(element_shape: TensorLike, max_num_elements: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """A list of tensors without elements.

    The op ``tf.EmptyTensorList``.

    Inputs:
        element_shape: shape_type
        max_num_elements: int32

    Attributes:
        element_dtype: DTypeLike

    Results:
        handle: variant

    Types:
        shape_type: one of int32, int64
    """

def EncodeBase64(input: TensorLike, *, pad: bool = False, device: str | None = None) -> Tensor:
    """Each string in web-safe base64.

    The op ``tf.EncodeBase64``.

    Inputs:
        input: string

    Attributes:
        pad: bool (default False)

    Results:
        output: string
    """

def EncodeJpeg(image: TensorLike, *, format: str | bytes = '', quality: int = 95, progressive: bool = False, optimize_size: bool = False, chroma_downsampling: bool = True, density_unit: str | bytes = 'in', x_density: int = 300, y_density: int = 300, xmp_metadata: str | bytes = '', device: str | None = None) -> Tensor:
    """Pixels as a JPEG image.

    The op ``tf.EncodeJpeg``.

    Inputs:
        image: uint8

    Attributes:
        format: str | bytes, one of '', 'grayscale', 'rgb' (default '')
        quality: int (default 95)
        progressive: bool (default False)
        optimize_size: bool (default False)
        chroma_downsampling: bool (default True)
        density_unit: str | bytes, one of 'in', 'cm' (default 'in')
        x_density: int (default 300)
        y_density: int (default 300)
        xmp_metadata: str | bytes (default '')

    Results:
        contents: string
    """

def EncodeJpegVariableQuality(images: TensorLike, quality: TensorLike, *, device: str | None = None) -> Tensor:
    """Pixels as JPEG images, each of its own quality.

    The op ``tf.EncodeJpegVariableQuality``.

    Inputs:
        images: uint8
        quality: int32

    Results:
        contents: string
    """

def EncodePng(image: TensorLike, *, compression: int = -1, device: str | None = None) -> Tensor:
    """Pixels as a PNG image.

    The op ``tf.EncodePng``.

    Inputs:
        image: T

    Attributes:
        compression: int (default -1)

    Results:
        contents: string

    Types:
        T: one of uint8, uint16
    """

def EncodeWav(audio: TensorLike, sample_rate: TensorLike, *, device: str | None = None) -> Tensor:
    """Samples as a WAV file.

    The op ``tf.EncodeWav``.

    Inputs:
        audio: float32
        sample_rate: int32

    Results:
        contents: string
    """

def EnsureShape(input: TensorLike, *, shape: Sequence[int | None] | None, device: str | None = None) -> Tensor:
    """The operand as it is; fails unless its shape fits ``shape``.

    The op ``tf.EnsureShape``.

    Inputs:
        input: T

    Attributes:
        shape: Sequence[int | None] | None

    Results:
        output: T
    """

def Equal(x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` are equal, element by element.

    The op ``tf.Equal``.

    Inputs:
        x: T
        y: T

    Attributes:
        incompatible_shape_error: bool (default True)

    Results:
        z: bool
    """

def Erf(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The error function of each element.

    The op ``tf.Erf``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Erfc(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The complementary error function of each element.

    The op ``tf.Erfc``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Erfinv(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse of the error function at each element.

    The op ``tf.Erfinv``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def EuclideanNorm(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The square root of the sum of squares along ``reduction_indices``.

    The op ``tf.EuclideanNorm``.

    Inputs:
        input: T
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tidx: one of int32, int64
    """

def Exp(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The exponential of each element.

    The op ``tf.Exp``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def ExpandDims(input: TensorLike, dim: TensorLike, *, device: str | None = None) -> Tensor:
    """Inserts a dimension of size one at ``dim``.

    The op ``tf.ExpandDims``.

    Inputs:
        input: T
        dim: Tdim

    Results:
        output: T

    Types:
        Tdim: one of int32, int64
    """

def Expint(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The exponential integral of each element.

    The op ``tf.Expint``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Expm1(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The exponential of each element minus one, exact for small elements.

    The op ``tf.Expm1``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def ExtractGlimpse(input: TensorLike, size: TensorLike, offsets: TensorLike, *, centered: bool = True, normalized: bool = True, uniform_noise: bool = True, noise: str | bytes = 'uniform', device: str | None = None) -> Tensor:
    """Windows of the size ``size`` around points of images.

    The op ``tf.ExtractGlimpse``.

    Inputs:
        input: float32
        size: int32
        offsets: float32

    Attributes:
        centered: bool (default True)
        normalized: bool (default True)
        uniform_noise: bool (default True)
        noise: str | bytes (default 'uniform')

    Results:
        glimpse: float32
    """

def ExtractGlimpseV2(input: TensorLike, size: TensorLike, offsets: TensorLike, *, centered: bool = True, normalized: bool = True, uniform_noise: bool = True, noise: str | bytes = 'uniform', device: str | None = None) -> Tensor:
    """Windows of the size ``size`` around points of images.

    The op ``tf.ExtractGlimpseV2``.

    Inputs:
        input: float32
        size: int32
        offsets: float32

    Attributes:
        centered: bool (default True)
        normalized: bool (default True)
        uniform_noise: bool (default True)
        noise: str | bytes (default 'uniform')

    Results:
        glimpse: float32
    """

def ExtractImagePatches(images: TensorLike, *, ksizes: Sequence[int], strides: Sequence[int], rates: Sequence[int], padding: str | bytes, device: str | None = None) -> Tensor:
    """The elements of each window that slides over images, in the dimension of channels.

    The op ``tf.ExtractImagePatches``.

    Inputs:
        images: T

    Attributes:
        ksizes: Sequence[int]
        strides: Sequence[int]
        rates: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        patches: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128, bool
    """

def ExtractJpegShape(contents: TensorLike, *, output_type: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """The height, width and number of channels of a JPEG image.

    The op ``tf.ExtractJpegShape``.

    Inputs:
        contents: string

    Attributes:
        output_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        image_shape: output_type
    """

def ExtractVolumePatches(input: TensorLike, *, ksizes: Sequence[int], strides: Sequence[int], padding: str | bytes, device: str | None = None) -> Tensor:
    """The elements of each window that slides over volumes, in the dimension of channels.

    The op ``tf.ExtractVolumePatches``.

    Inputs:
        input: T

    Attributes:
        ksizes: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        patches: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def FFT(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last dimension.

    The op ``tf.FFT``.

    Inputs:
        input: Tcomplex

    Results:
        output: Tcomplex

    Types:
        Tcomplex: one of complex64, complex128
    """

def FFT2D(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last two dimensions.

    The op ``tf.FFT2D``.

    Inputs:
        input: Tcomplex

    Results:
        output: Tcomplex

    Types:
        Tcomplex: one of complex64, complex128
    """

def FFT3D(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last three dimensions.

    The op ``tf.FFT3D``.

    Inputs:
        input: Tcomplex

    Results:
        output: Tcomplex

    Types:
        Tcomplex: one of complex64, complex128
    """

def FakeQuantWithMinMaxArgs(inputs: TensorLike, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False, device: str | None = None) -> Tensor:
    """Each element, quantized to ``num_bits`` between ``min`` and ``max``, and back.

    The op ``tf.FakeQuantWithMinMaxArgs``.

    Inputs:
        inputs: float32

    Attributes:
        min: float (default -6.0)
        max: float (default 6.0)
        num_bits: int (default 8)
        narrow_range: bool (default False)

    Results:
        outputs: float32
    """

def FakeQuantWithMinMaxArgsGradient(gradients: TensorLike, inputs: TensorLike, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False, device: str | None = None) -> Tensor:
    """The gradient of FakeQuantWithMinMaxArgs.

    The op ``tf.FakeQuantWithMinMaxArgsGradient``.

    Inputs:
        gradients: float32
        inputs: float32

    Attributes:
        min: float (default -6.0)
        max: float (default 6.0)
        num_bits: int (default 8)
        narrow_range: bool (default False)

    Results:
        backprops: float32
    """

def FakeQuantWithMinMaxVars(inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False, device: str | None = None) -> Tensor:
    """Each element, quantized to ``num_bits`` between ``min`` and ``max``, and back.

    The op ``tf.FakeQuantWithMinMaxVars``.

    Inputs:
        inputs: float32
        min: float32
        max: float32

    Attributes:
        num_bits: int (default 8)
        narrow_range: bool (default False)

    Results:
        outputs: float32
    """

def FakeQuantWithMinMaxVarsGradient(gradients: TensorLike, inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of FakeQuantWithMinMaxVars for its input and its range.

    The op ``tf.FakeQuantWithMinMaxVarsGradient``.

    Inputs:
        gradients: float32
        inputs: float32
        min: float32
        max: float32

    Attributes:
        num_bits: int (default 8)
        narrow_range: bool (default False)

    Results:
        backprops_wrt_input: float32
        backprop_wrt_min: float32
        backprop_wrt_max: float32
    """

def FakeQuantWithMinMaxVarsPerChannel(inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False, device: str | None = None) -> Tensor:
    """Each element, quantized to ``num_bits`` in the range of its channel, and back.

    The op ``tf.FakeQuantWithMinMaxVarsPerChannel``.

    Inputs:
        inputs: float32
        min: float32
        max: float32

    Attributes:
        num_bits: int (default 8)
        narrow_range: bool (default False)

    Results:
        outputs: float32
    """

def FakeQuantWithMinMaxVarsPerChannelGradient(gradients: TensorLike, inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of FakeQuantWithMinMaxVarsPerChannel for its input and its ranges.

    The op ``tf.FakeQuantWithMinMaxVarsPerChannelGradient``.

    Inputs:
        gradients: float32
        inputs: float32
        min: float32
        max: float32

    Attributes:
        num_bits: int (default 8)
        narrow_range: bool (default False)

    Results:
        backprops_wrt_input: float32
        backprop_wrt_min: float32
        backprop_wrt_max: float32
    """

def Fill(dims: TensorLike, value: TensorLike, *, device: str | None = None) -> Tensor:
    """A tensor of the shape ``dims`` whose elements are all ``value``.

    The op ``tf.Fill``.

    Inputs:
        dims: index_type
        value: T

    Results:
        output: T

    Types:
        index_type: one of int32, int64
    """

def Fingerprint(data: TensorLike, method: TensorLike, *, device: str | None = None) -> Tensor:
    """A fingerprint of each row.

    The op ``tf.Fingerprint``.

    Inputs:
        data: T
        method: string

    Results:
        fingerprint: uint8
    """

def FixedUnigramCandidateSampler(true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, vocab_file: str | bytes = '', distortion: float = 1.0, num_reserved_ids: int = 0, num_shards: int = 1, shard: int = 0, unigrams: Sequence[float] = (), seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Candidates drawn with given weights of classes, with the expected counts of these and of ``true_classes``.

    The op ``tf.FixedUnigramCandidateSampler``. It has effects or reads state.

    Inputs:
        true_classes: int64

    Attributes:
        num_true: int
        num_sampled: int
        unique: bool
        range_max: int
        vocab_file: str | bytes (default '')
        distortion: float (default 1.0)
        num_reserved_ids: int (default 0)
        num_shards: int (default 1)
        shard: int (default 0)
        unigrams: Sequence[float] (default ())
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        sampled_candidates: int64
        true_expected_count: float32
        sampled_expected_count: float32
    """

def Floor(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The largest integer that is not greater than each element.

    The op ``tf.Floor``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def FloorDiv(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y`` rounded down, element by element.

    The op ``tf.FloorDiv``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128
    """

def FloorMod(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The remainder of dividing ``x`` by ``y``, with the sign of ``y``, element by element.

    The op ``tf.FloorMod``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64, bfloat16, float16, float32, float64
    """

def FractionalAvgPool(value: TensorLike, *, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The mean of windows of random sizes that divide images, which become smaller by ``pooling_ratio``.

    The op ``tf.FractionalAvgPool``.

    Inputs:
        value: T

    Attributes:
        pooling_ratio: Sequence[float]
        pseudo_random: bool (default False)
        overlapping: bool (default False)
        deterministic: bool (default False)
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        output: T
        row_pooling_sequence: int64
        col_pooling_sequence: int64

    Types:
        T: one of float32, float64, int32, int64
    """

def FractionalAvgPoolGrad(orig_input_tensor_shape: TensorLike, out_backprop: TensorLike, row_pooling_sequence: TensorLike, col_pooling_sequence: TensorLike, *, overlapping: bool = False, device: str | None = None) -> Tensor:
    """The gradient of FractionalAvgPool for its input.

    The op ``tf.FractionalAvgPoolGrad``.

    Inputs:
        orig_input_tensor_shape: int64
        out_backprop: T
        row_pooling_sequence: int64
        col_pooling_sequence: int64

    Attributes:
        overlapping: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, int64
    """

def FractionalMaxPool(value: TensorLike, *, pooling_ratio: Sequence[float], pseudo_random: bool = False, overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The largest elements of windows of random sizes that divide images, which become smaller by ``pooling_ratio``.

    The op ``tf.FractionalMaxPool``.

    Inputs:
        value: T

    Attributes:
        pooling_ratio: Sequence[float]
        pseudo_random: bool (default False)
        overlapping: bool (default False)
        deterministic: bool (default False)
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        output: T
        row_pooling_sequence: int64
        col_pooling_sequence: int64

    Types:
        T: one of float32, float64, int32, int64
    """

def FractionalMaxPoolGrad(orig_input: TensorLike, orig_output: TensorLike, out_backprop: TensorLike, row_pooling_sequence: TensorLike, col_pooling_sequence: TensorLike, *, overlapping: bool = False, device: str | None = None) -> Tensor:
    """The gradient of FractionalMaxPool for its input.

    The op ``tf.FractionalMaxPoolGrad``.

    Inputs:
        orig_input: T
        orig_output: T
        out_backprop: T
        row_pooling_sequence: int64
        col_pooling_sequence: int64

    Attributes:
        overlapping: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, int64
    """

def FresnelCos(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The Fresnel integral of the cosine at each element.

    The op ``tf.FresnelCos``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def FresnelSin(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The Fresnel integral of the sine at each element.

    The op ``tf.FresnelSin``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def FusedBatchNorm(x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike, *, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0, data_format: str | bytes = 'NHWC', is_training: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Normalizes each channel to a mean of ``offset`` and a deviation of ``scale``, with the statistics of the batch or with given ones.

    The op ``tf.FusedBatchNorm``.

    Inputs:
        x: T
        scale: T
        offset: T
        mean: T
        variance: T

    Attributes:
        epsilon: float (default 0.0001)
        exponential_avg_factor: float (default 1.0)
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        is_training: bool (default True)

    Results:
        y: T
        batch_mean: T
        batch_variance: T
        reserve_space_1: T
        reserve_space_2: T

    Types:
        T: one of float32
    """

def FusedBatchNormGrad(y_backprop: TensorLike, x: TensorLike, scale: TensorLike, reserve_space_1: TensorLike, reserve_space_2: TensorLike, *, epsilon: float = 0.0001, data_format: str | bytes = 'NHWC', is_training: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of FusedBatchNorm.

    The op ``tf.FusedBatchNormGrad``.

    Inputs:
        y_backprop: T
        x: T
        scale: T
        reserve_space_1: T
        reserve_space_2: T

    Attributes:
        epsilon: float (default 0.0001)
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        is_training: bool (default True)

    Results:
        x_backprop: T
        scale_backprop: T
        offset_backprop: T
        reserve_space_3: T
        reserve_space_4: T

    Types:
        T: one of float32
    """

def FusedBatchNormGradV2(y_backprop: TensorLike, x: TensorLike, scale: TensorLike, reserve_space_1: TensorLike, reserve_space_2: TensorLike, *, epsilon: float = 0.0001, data_format: str | bytes = 'NHWC', is_training: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of FusedBatchNormV2.

    The op ``tf.FusedBatchNormGradV2``.

    Inputs:
        y_backprop: T
        x: T
        scale: float32
        reserve_space_1: U
        reserve_space_2: U

    Attributes:
        epsilon: float (default 0.0001)
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        is_training: bool (default True)

    Results:
        x_backprop: T
        scale_backprop: U
        offset_backprop: U
        reserve_space_3: U
        reserve_space_4: U

    Types:
        T: one of float16, bfloat16, float32
        U: one of float32
    """

def FusedBatchNormGradV3(y_backprop: TensorLike, x: TensorLike, scale: TensorLike, reserve_space_1: TensorLike, reserve_space_2: TensorLike, reserve_space_3: TensorLike, *, epsilon: float = 0.0001, data_format: str | bytes = 'NHWC', is_training: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """The gradients of FusedBatchNormV3.

    The op ``tf.FusedBatchNormGradV3``.

    Inputs:
        y_backprop: T
        x: T
        scale: float32
        reserve_space_1: U
        reserve_space_2: U
        reserve_space_3: U

    Attributes:
        epsilon: float (default 0.0001)
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NDHWC', 'NCDHW' (default 'NHWC')
        is_training: bool (default True)

    Results:
        x_backprop: T
        scale_backprop: U
        offset_backprop: U
        reserve_space_4: U
        reserve_space_5: U

    Types:
        T: one of float16, bfloat16, float32
        U: one of float32
    """

def FusedBatchNormV2(x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike, *, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0, data_format: str | bytes = 'NHWC', is_training: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Normalizes each channel to a mean of ``offset`` and a deviation of ``scale``, with the statistics of the batch or with given ones.

    The op ``tf.FusedBatchNormV2``.

    Inputs:
        x: T
        scale: U
        offset: U
        mean: U
        variance: U

    Attributes:
        epsilon: float (default 0.0001)
        exponential_avg_factor: float (default 1.0)
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')
        is_training: bool (default True)

    Results:
        y: T
        batch_mean: U
        batch_variance: U
        reserve_space_1: U
        reserve_space_2: U

    Types:
        T: one of float16, bfloat16, float32
        U: one of float32
    """

def FusedBatchNormV3(x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike, variance: TensorLike, *, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0, data_format: str | bytes = 'NHWC', is_training: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Normalizes each channel to a mean of ``offset`` and a deviation of ``scale``, with the statistics of the batch or with given ones.

    The op ``tf.FusedBatchNormV3``.

    Inputs:
        x: T
        scale: U
        offset: U
        mean: U
        variance: U

    Attributes:
        epsilon: float (default 0.0001)
        exponential_avg_factor: float (default 1.0)
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NDHWC', 'NCDHW' (default 'NHWC')
        is_training: bool (default True)

    Results:
        y: T
        batch_mean: U
        batch_variance: U
        reserve_space_1: U
        reserve_space_2: U
        reserve_space_3: U

    Types:
        T: one of float16, bfloat16, float32
        U: one of bfloat16, float32
    """

def GRUBlockCell(x: TensorLike, h_prev: TensorLike, w_ru: TensorLike, w_c: TensorLike, b_ru: TensorLike, b_c: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """A step of a cell of gated recurrent units.

    The op ``tf.GRUBlockCell``.

    Inputs:
        x: T
        h_prev: T
        w_ru: T
        w_c: T
        b_ru: T
        b_c: T

    Results:
        r: T
        u: T
        c: T
        h: T

    Types:
        T: one of float32
    """

def Gather(params: TensorLike, indices: TensorLike, *, validate_indices: bool = True, device: str | None = None) -> Tensor:
    """The slices of the first dimension of ``params`` that ``indices`` lists.

    The op ``tf.Gather``.

    Inputs:
        params: Tparams
        indices: Tindices

    Attributes:
        validate_indices: bool (default True)

    Results:
        output: Tparams

    Types:
        Tindices: one of int32, int64
    """

def GatherNd(params: TensorLike, indices: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """The slices of ``params`` at the places that the last dimension of ``indices`` says.

    The op ``tf.GatherNd``.

    Inputs:
        params: Tparams
        indices: Tindices

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: Tparams

    Types:
        Tindices: one of int16, int32, int64
    """

def GatherV2(params: TensorLike, indices: TensorLike, axis: TensorLike, *, batch_dims: int = 0, device: str | None = None) -> Tensor:
    """The slices of the dimension ``axis`` of ``params`` that ``indices`` lists.

    The op ``tf.GatherV2``.

    Inputs:
        params: Tparams
        indices: Tindices
        axis: Taxis

    Attributes:
        batch_dims: int (default 0)

    Results:
        output: Tparams

    Types:
        Tindices: one of int16, int32, int64
        Taxis: one of int32, int64
    """

def Greater(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is greater than ``y``, element by element.

    The op ``tf.Greater``.

    Inputs:
        x: T
        y: T

    Results:
        z: bool

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def GreaterEqual(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is greater than or equal to ``y``, element by element.

    The op ``tf.GreaterEqual``.

    Inputs:
        x: T
        y: T

    Results:
        z: bool

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def GuaranteeConst(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The operand as it is, which the caller promises not to change.

    The op ``tf.GuaranteeConst``. It has effects or reads state.

    Inputs:
        input: T

    Results:
        output: T
    """

def HSVToRGB(images: TensorLike, *, device: str | None = None) -> Tensor:
    """HSV images as RGB images.

    The op ``tf.HSVToRGB``.

    Inputs:
        images: T

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def HashTableV2(*, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, device: str | None = None) -> Tensor:
    """The table of a name, which is made if there is none, and filled once.

    The op ``tf.HashTableV2``. It has effects or reads state.

    Attributes:
        container: str | bytes (default '')
        shared_name: str | bytes (default '')
        use_node_name_sharing: bool (default False)
        key_dtype: DTypeLike
        value_dtype: DTypeLike

    Results:
        table_handle: resource
    """

def HistogramFixedWidth(values: TensorLike, value_range: TensorLike, nbins: TensorLike, *, dtype: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """How many elements lie in each of ``nbins`` equal parts of ``value_range``.

    The op ``tf.HistogramFixedWidth``.

    Inputs:
        values: T
        value_range: T
        nbins: int32

    Attributes:
        dtype: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        out: dtype

    Types:
        T: one of int32, int64, float32, float64
    """

def IFFT(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse discrete Fourier transform of the last dimension.

    The op ``tf.IFFT``.

    Inputs:
        input: Tcomplex

    Results:
        output: Tcomplex

    Types:
        Tcomplex: one of complex64, complex128
    """

def IFFT2D(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse discrete Fourier transform of the last two dimensions.

    The op ``tf.IFFT2D``.

    Inputs:
        input: Tcomplex

    Results:
        output: Tcomplex

    Types:
        Tcomplex: one of complex64, complex128
    """

def IFFT3D(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse discrete Fourier transform of the last three dimensions.

    The op ``tf.IFFT3D``.

    Inputs:
        input: Tcomplex

    Results:
        output: Tcomplex

    Types:
        Tcomplex: one of complex64, complex128
    """

def IRFFT(input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The inverse of RFFT: a real signal from the half of its spectrum.

    The op ``tf.IRFFT``.

    Inputs:
        input: Tcomplex
        fft_length: int32

    Attributes:
        Treal: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        output: Treal

    Types:
        Tcomplex: one of complex64, complex128
    """

def IRFFT2D(input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The inverse of RFFT2D: a real signal from the half of its spectrum.

    The op ``tf.IRFFT2D``.

    Inputs:
        input: Tcomplex
        fft_length: int32

    Attributes:
        Treal: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        output: Treal

    Types:
        Tcomplex: one of complex64, complex128
    """

def IRFFT3D(input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The inverse of RFFT3D: a real signal from the half of its spectrum.

    The op ``tf.IRFFT3D``.

    Inputs:
        input: Tcomplex
        fft_length: int32

    Attributes:
        Treal: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        output: Treal

    Types:
        Tcomplex: one of complex64, complex128
    """

def Identity(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The operand as it is.

    The op ``tf.Identity``.

    Inputs:
        input: T

    Results:
        output: T
    """

def IdentityN(input: Sequence[TensorLike], *, device: str | None = None) -> list[Tensor]:
    """The operands as they are.

    The op ``tf.IdentityN``.

    Inputs:
        input: list of T

    Results:
        output: list of T
    """

def Igamma(a: TensorLike, x: TensorLike, *, device: str | None = None) -> Tensor:
    """The lower regularized incomplete gamma function of ``a`` and ``x``, element by element.

    The op ``tf.Igamma``.

    Inputs:
        a: T
        x: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def IgammaGradA(a: TensorLike, x: TensorLike, *, device: str | None = None) -> Tensor:
    """The derivative of Igamma with respect to ``a``, element by element.

    The op ``tf.IgammaGradA``.

    Inputs:
        a: T
        x: T

    Results:
        z: T

    Types:
        T: one of float32, float64
    """

def Igammac(a: TensorLike, x: TensorLike, *, device: str | None = None) -> Tensor:
    """The upper regularized incomplete gamma function of ``a`` and ``x``, element by element.

    The op ``tf.Igammac``.

    Inputs:
        a: T
        x: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Imag(input: TensorLike, *, Tout: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The imaginary part of each complex number.

    The op ``tf.Imag``.

    Inputs:
        input: T

    Attributes:
        Tout: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        output: Tout

    Types:
        T: one of complex64, complex128
    """

def ImageProjectiveTransformV2(images: TensorLike, transforms: TensorLike, output_shape: TensorLike, *, interpolation: str | bytes, fill_mode: str | bytes = 'CONSTANT', device: str | None = None) -> Tensor:
    """Images under projective maps.

    The op ``tf.ImageProjectiveTransformV2``.

    Inputs:
        images: dtype
        transforms: float32
        output_shape: int32

    Attributes:
        interpolation: str | bytes
        fill_mode: str | bytes (default 'CONSTANT')

    Results:
        transformed_images: dtype

    Types:
        dtype: one of uint8, int32, int64, float16, bfloat16, float32, float64
    """

def ImageProjectiveTransformV3(images: TensorLike, transforms: TensorLike, output_shape: TensorLike, fill_value: TensorLike, *, interpolation: str | bytes, fill_mode: str | bytes = 'CONSTANT', device: str | None = None) -> Tensor:
    """Images under projective maps, with ``fill_value`` outside of them.

    The op ``tf.ImageProjectiveTransformV3``.

    Inputs:
        images: dtype
        transforms: float32
        output_shape: int32
        fill_value: float32

    Attributes:
        interpolation: str | bytes
        fill_mode: str | bytes (default 'CONSTANT')

    Results:
        transformed_images: dtype

    Types:
        dtype: one of uint8, int32, int64, float16, bfloat16, float32, float64
    """

def InTopK(predictions: TensorLike, targets: TensorLike, *, k: int, device: str | None = None) -> Tensor:
    """Whether the class ``targets`` is among the ``k`` best ``predictions``, for each row.

    The op ``tf.InTopK``.

    Inputs:
        predictions: float32
        targets: T

    Attributes:
        k: int

    Results:
        precision: bool

    Types:
        T: one of int32, int64
    """

def InTopKV2(predictions: TensorLike, targets: TensorLike, k: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether the class ``targets`` is among the ``k`` best ``predictions``, for each row.

    The op ``tf.InTopKV2``.

    Inputs:
        predictions: float32
        targets: T
        k: T

    Results:
        precision: bool

    Types:
        T: one of int32, int64
    """

def InitializeTableFromTextFileV2(table_handle: TensorLike, filename: TensorLike, *, key_index: int, value_index: int, vocab_size: int = -1, delimiter: str | bytes = '\t', offset: int = 0, device: str | None = None) -> None:
    """Fills a table with the lines of a text file.

    The op ``tf.InitializeTableFromTextFileV2``. It has effects or reads state.

    Inputs:
        table_handle: resource
        filename: string

    Attributes:
        key_index: int
        value_index: int
        vocab_size: int (default -1)
        delimiter: str | bytes (default '\\t')
        offset: int (default 0)
    """

def InitializeTableV2(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *, device: str | None = None) -> None:
    """Fills a table with keys and values.

    The op ``tf.InitializeTableV2``. It has effects or reads state.

    Inputs:
        table_handle: resource
        keys: Tkey
        values: Tval
    """

def InplaceAdd(x: TensorLike, i: TensorLike, v: TensorLike, *, device: str | None = None) -> Tensor:
    """Adds ``v`` to the rows ``i`` of ``x``.

    The op ``tf.InplaceAdd``.

    Inputs:
        x: T
        i: int32
        v: T

    Results:
        y: T
    """

def InplaceSub(x: TensorLike, i: TensorLike, v: TensorLike, *, device: str | None = None) -> Tensor:
    """Subtracts ``v`` from the rows ``i`` of ``x``.

    The op ``tf.InplaceSub``.

    Inputs:
        x: T
        i: int32
        v: T

    Results:
        y: T
    """

def InplaceUpdate(x: TensorLike, i: TensorLike, v: TensorLike, *, device: str | None = None) -> Tensor:
    """Replaces the rows ``i`` of ``x`` by ``v``.

    The op ``tf.InplaceUpdate``.

    Inputs:
        x: T
        i: int32
        v: T

    Results:
        y: T
    """

def Inv(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The reciprocal of each element.

    The op ``tf.Inv``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, complex64, complex128
    """

def InvGrad(y: TensorLike, dy: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Inv, from its results.

    The op ``tf.InvGrad``.

    Inputs:
        y: T
        dy: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Invert(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise complement of each element.

    The op ``tf.Invert``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def InvertPermutation(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The permutation that undoes ``x``.

    The op ``tf.InvertPermutation``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of int32, int64
    """

def IsFinite(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is neither infinite nor NaN.

    The op ``tf.IsFinite``.

    Inputs:
        x: T

    Results:
        y: bool

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def IsInf(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is infinite.

    The op ``tf.IsInf``.

    Inputs:
        x: T

    Results:
        y: bool

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def IsNan(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is NaN.

    The op ``tf.IsNan``.

    Inputs:
        x: T

    Results:
        y: bool

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def IsotonicRegression(input: TensorLike, *, output_dtype: DTypeLike = 'float32', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The nearest decreasing sequence to each row, and its parts of equal values.

    The op ``tf.IsotonicRegression``.

    Inputs:
        input: T

    Attributes:
        output_dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: output_dtype
        segments: int32

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def L2Loss(t: TensorLike, *, device: str | None = None) -> Tensor:
    """Half of the sum of the squares of all elements.

    The op ``tf.L2Loss``.

    Inputs:
        t: T

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def LRN(input: TensorLike, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, device: str | None = None) -> Tensor:
    """Divides each element by a power of the sum of squares of its neighbours along channels.

    The op ``tf.LRN``.

    Inputs:
        input: T

    Attributes:
        depth_radius: int (default 5)
        bias: float (default 1.0)
        alpha: float (default 1.0)
        beta: float (default 0.5)

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32
    """

def LRNGrad(input_grads: TensorLike, input_image: TensorLike, output_image: TensorLike, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5, device: str | None = None) -> Tensor:
    """The gradient of LRN for its input.

    The op ``tf.LRNGrad``.

    Inputs:
        input_grads: T
        input_image: T
        output_image: T

    Attributes:
        depth_radius: int (default 5)
        bias: float (default 1.0)
        alpha: float (default 1.0)
        beta: float (default 0.5)

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32
    """

def LSTMBlockCell(x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike, *, forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """A step of a cell of long short-term memory.

    The op ``tf.LSTMBlockCell``.

    Inputs:
        x: T
        cs_prev: T
        h_prev: T
        w: T
        wci: T
        wcf: T
        wco: T
        b: T

    Attributes:
        forget_bias: float (default 1.0)
        cell_clip: float (default 3.0)
        use_peephole: bool (default False)

    Results:
        i: T
        cs: T
        f: T
        o: T
        ci: T
        co: T
        h: T

    Types:
        T: one of float16, float32
    """

def LeakyRelu(features: TensorLike, *, alpha: float = 0.2, device: str | None = None) -> Tensor:
    """Each element if it is positive, else the element times ``alpha``.

    The op ``tf.LeakyRelu``.

    Inputs:
        features: T

    Attributes:
        alpha: float (default 0.2)

    Results:
        activations: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def LeakyReluGrad(gradients: TensorLike, features: TensorLike, *, alpha: float = 0.2, device: str | None = None) -> Tensor:
    """The gradient of LeakyRelu: ``gradients`` where ``features`` are positive, else ``gradients`` times ``alpha``.

    The op ``tf.LeakyReluGrad``.

    Inputs:
        gradients: T
        features: T

    Attributes:
        alpha: float (default 0.2)

    Results:
        backprops: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def LeftShift(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bits of ``x`` shifted left by ``y``, element by element.

    The op ``tf.LeftShift``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def Less(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is less than ``y``, element by element.

    The op ``tf.Less``.

    Inputs:
        x: T
        y: T

    Results:
        z: bool

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def LessEqual(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is less than or equal to ``y``, element by element.

    The op ``tf.LessEqual``.

    Inputs:
        x: T
        y: T

    Results:
        z: bool

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Lgamma(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function at each element.

    The op ``tf.Lgamma``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def LinSpace(start: TensorLike, stop: TensorLike, num: TensorLike, *, device: str | None = None) -> Tensor:
    """So many numbers at equal distances from ``start`` to ``stop``.

    The op ``tf.LinSpace``.

    Inputs:
        start: T
        stop: T
        num: Tidx

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
    """

def ListDiff(x: TensorLike, y: TensorLike, *, out_idx: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The elements of ``x`` that are not in ``y``, and their places.

    The op ``tf.ListDiff``.

    Inputs:
        x: T
        y: T

    Attributes:
        out_idx: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        out: T
        idx: out_idx
    """

def Log(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The natural logarithm of each element.

    The op ``tf.Log``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Log1p(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The natural logarithm of each element plus one, exact for small elements.

    The op ``tf.Log1p``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def LogMatrixDeterminant(input: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The sign of the determinant of each matrix, and the logarithm of its absolute value.

    The op ``tf.LogMatrixDeterminant``.

    Inputs:
        input: T

    Results:
        sign: T
        log_abs_determinant: T

    Types:
        T: one of float16, float32, float64, complex64, complex128
    """

def LogSoftmax(logits: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithm of the softmax of the last dimension.

    The op ``tf.LogSoftmax``.

    Inputs:
        logits: T

    Results:
        logsoftmax: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def LogUniformCandidateSampler(true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Candidates drawn with weights that decrease with the class, with the expected counts of these and of ``true_classes``.

    The op ``tf.LogUniformCandidateSampler``. It has effects or reads state.

    Inputs:
        true_classes: int64

    Attributes:
        num_true: int
        num_sampled: int
        unique: bool
        range_max: int
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        sampled_candidates: int64
        true_expected_count: float32
        sampled_expected_count: float32
    """

def LogicalAnd(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` are both true, element by element.

    The op ``tf.LogicalAnd``.

    Inputs:
        x: bool
        y: bool

    Results:
        z: bool
    """

def LogicalNot(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is false.

    The op ``tf.LogicalNot``.

    Inputs:
        x: bool

    Results:
        y: bool
    """

def LogicalOr(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` or ``y`` is true, element by element.

    The op ``tf.LogicalOr``.

    Inputs:
        x: bool
        y: bool

    Results:
        z: bool
    """

def LookupTableExportV2(table_handle: TensorLike, *, Tkeys: DTypeLike, Tvalues: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor]:
    """All keys and values of a table.

    The op ``tf.LookupTableExportV2``. It has effects or reads state.

    Inputs:
        table_handle: resource

    Attributes:
        Tkeys: DTypeLike
        Tvalues: DTypeLike

    Results:
        keys: Tkeys
        values: Tvalues
    """

def LookupTableFindV2(table_handle: TensorLike, keys: TensorLike, default_value: TensorLike, *, device: str | None = None) -> Tensor:
    """The values of ``keys`` in a table, ``default_value`` for a key that is not there.

    The op ``tf.LookupTableFindV2``. It has effects or reads state.

    Inputs:
        table_handle: resource
        keys: Tin
        default_value: Tout

    Results:
        values: Tout
    """

def LookupTableImportV2(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *, device: str | None = None) -> None:
    """Replaces the entries of a table.

    The op ``tf.LookupTableImportV2``. It has effects or reads state.

    Inputs:
        table_handle: resource
        keys: Tin
        values: Tout
    """

def LookupTableInsertV2(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *, device: str | None = None) -> None:
    """Adds entries to a table, or replaces them.

    The op ``tf.LookupTableInsertV2``. It has effects or reads state.

    Inputs:
        table_handle: resource
        keys: Tin
        values: Tout
    """

def LookupTableRemoveV2(table_handle: TensorLike, keys: TensorLike, *, device: str | None = None) -> None:
    """Removes entries from a table.

    The op ``tf.LookupTableRemoveV2``. It has effects or reads state.

    Inputs:
        table_handle: resource
        keys: Tin
    """

def LookupTableSizeV2(table_handle: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of entries of a table.

    The op ``tf.LookupTableSizeV2``. It has effects or reads state.

    Inputs:
        table_handle: resource

    Results:
        size: int64
    """

def LowerBound(sorted_inputs: TensorLike, values: TensorLike, *, out_type: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """The number of elements of each sorted row that are less than each value.

    The op ``tf.LowerBound``.

    Inputs:
        sorted_inputs: T
        values: T

    Attributes:
        out_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        output: out_type
    """

def Lu(input: TensorLike, *, output_idx_type: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The LU factorization of each matrix with exchanges of rows.

    The op ``tf.Lu``.

    Inputs:
        input: T

    Attributes:
        output_idx_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        lu: T
        p: output_idx_type

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def MatMul(a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, grad_a: bool = False, grad_b: bool = False, device: str | None = None) -> Tensor:
    """The product of two matrices, each transposed if its attribute says so.

    The op ``tf.MatMul``.

    Inputs:
        a: T
        b: T

    Attributes:
        transpose_a: bool (default False)
        transpose_b: bool (default False)
        grad_a: bool (default False)
        grad_b: bool (default False)

    Results:
        product: T

    Types:
        T: one of bfloat16, float16, float32, float64, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128
    """

def MatrixBandPart(input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, *, device: str | None = None) -> Tensor:
    """Each matrix with zeros outside of a band around the diagonal.

    The op ``tf.MatrixBandPart``.

    Inputs:
        input: T
        num_lower: Tindex
        num_upper: Tindex

    Results:
        band: T

    Types:
        Tindex: one of int32, int64
    """

def MatrixDeterminant(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The determinant of each matrix.

    The op ``tf.MatrixDeterminant``.

    Inputs:
        input: T

    Results:
        output: T

    Types:
        T: one of float16, float32, float64, complex64, complex128
    """

def MatrixDiag(diagonal: TensorLike, *, device: str | None = None) -> Tensor:
    """Matrices with ``diagonal`` on the diagonal and zeros elsewhere.

    The op ``tf.MatrixDiag``.

    Inputs:
        diagonal: T

    Results:
        output: T
    """

def MatrixDiagPart(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The diagonal of each matrix.

    The op ``tf.MatrixDiagPart``.

    Inputs:
        input: T

    Results:
        diagonal: T
    """

def MatrixDiagPartV2(input: TensorLike, k: TensorLike, padding_value: TensorLike, *, device: str | None = None) -> Tensor:
    """The diagonals ``k`` of each matrix.

    The op ``tf.MatrixDiagPartV2``.

    Inputs:
        input: T
        k: int32
        padding_value: T

    Results:
        diagonal: T
    """

def MatrixDiagPartV3(input: TensorLike, k: TensorLike, padding_value: TensorLike, *, align: str | bytes = 'RIGHT_LEFT', device: str | None = None) -> Tensor:
    """The diagonals ``k`` of each matrix, aligned as ``align`` says.

    The op ``tf.MatrixDiagPartV3``.

    Inputs:
        input: T
        k: int32
        padding_value: T

    Attributes:
        align: str | bytes, one of 'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT' (default 'RIGHT_LEFT')

    Results:
        diagonal: T
    """

def MatrixDiagV2(diagonal: TensorLike, k: TensorLike, num_rows: TensorLike, num_cols: TensorLike, padding_value: TensorLike, *, device: str | None = None) -> Tensor:
    """Matrices with given diagonals and ``padding_value`` elsewhere.

    The op ``tf.MatrixDiagV2``.

    Inputs:
        diagonal: T
        k: int32
        num_rows: int32
        num_cols: int32
        padding_value: T

    Results:
        output: T
    """

def MatrixDiagV3(diagonal: TensorLike, k: TensorLike, num_rows: TensorLike, num_cols: TensorLike, padding_value: TensorLike, *, align: str | bytes = 'RIGHT_LEFT', device: str | None = None) -> Tensor:
    """Matrices with given diagonals, aligned as ``align`` says, and ``padding_value`` elsewhere.

    The op ``tf.MatrixDiagV3``.

    Inputs:
        diagonal: T
        k: int32
        num_rows: int32
        num_cols: int32
        padding_value: T

    Attributes:
        align: str | bytes, one of 'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT' (default 'RIGHT_LEFT')

    Results:
        output: T
    """

def MatrixInverse(input: TensorLike, *, adjoint: bool = False, device: str | None = None) -> Tensor:
    """The inverse of each matrix.

    The op ``tf.MatrixInverse``.

    Inputs:
        input: T

    Attributes:
        adjoint: bool (default False)

    Results:
        output: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def MatrixLogarithm(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithm of each matrix.

    The op ``tf.MatrixLogarithm``.

    Inputs:
        input: T

    Results:
        output: T

    Types:
        T: one of complex64, complex128
    """

def MatrixSetDiag(input: TensorLike, diagonal: TensorLike, *, device: str | None = None) -> Tensor:
    """Each matrix with another diagonal.

    The op ``tf.MatrixSetDiag``.

    Inputs:
        input: T
        diagonal: T

    Results:
        output: T
    """

def MatrixSetDiagV2(input: TensorLike, diagonal: TensorLike, k: TensorLike, *, device: str | None = None) -> Tensor:
    """Each matrix with other diagonals ``k``.

    The op ``tf.MatrixSetDiagV2``.

    Inputs:
        input: T
        diagonal: T
        k: int32

    Results:
        output: T
    """

def MatrixSetDiagV3(input: TensorLike, diagonal: TensorLike, k: TensorLike, *, align: str | bytes = 'RIGHT_LEFT', device: str | None = None) -> Tensor:
    """Each matrix with other diagonals ``k``, aligned as ``align`` says.

    The op ``tf.MatrixSetDiagV3``.

    Inputs:
        input: T
        diagonal: T
        k: int32

    Attributes:
        align: str | bytes, one of 'LEFT_RIGHT', 'RIGHT_LEFT', 'LEFT_LEFT', 'RIGHT_RIGHT' (default 'RIGHT_LEFT')

    Results:
        output: T
    """

def MatrixSolve(matrix: TensorLike, rhs: TensorLike, *, adjoint: bool = False, device: str | None = None) -> Tensor:
    """The solutions of systems of linear equations.

    The op ``tf.MatrixSolve``.

    Inputs:
        matrix: T
        rhs: T

    Attributes:
        adjoint: bool (default False)

    Results:
        output: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def MatrixSolveLs(matrix: TensorLike, rhs: TensorLike, l2_regularizer: TensorLike, *, fast: bool = True, device: str | None = None) -> Tensor:
    """The solutions of systems of linear equations with the least squares of errors.

    The op ``tf.MatrixSolveLs``.

    Inputs:
        matrix: T
        rhs: T
        l2_regularizer: float64

    Attributes:
        fast: bool (default True)

    Results:
        output: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def MatrixSquareRoot(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The square root of each matrix.

    The op ``tf.MatrixSquareRoot``.

    Inputs:
        input: T

    Results:
        output: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def MatrixTriangularSolve(matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False, device: str | None = None) -> Tensor:
    """The solutions of systems of linear equations with triangular matrices.

    The op ``tf.MatrixTriangularSolve``.

    Inputs:
        matrix: T
        rhs: T

    Attributes:
        lower: bool (default True)
        adjoint: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float64, float32, float16, complex64, complex128
    """

def Max(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The largest element along ``reduction_indices``.

    The op ``tf.Max``.

    Inputs:
        input: T
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64, qint8, quint8, qint32, qint16, quint16
        Tidx: one of int32, int64
    """

def MaxPool(input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The largest element of each window of ``ksize`` that slides over images.

    The op ``tf.MaxPool``.

    Inputs:
        input: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NCHW_VECT_C' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64, int32, int64, uint8, int16, int8, uint16, qint8
    """

def MaxPool3D(input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', device: str | None = None) -> Tensor:
    """The largest element of each window of ``ksize`` that slides over volumes.

    The op ``tf.MaxPool3D``.

    Inputs:
        input: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32
    """

def MaxPool3DGrad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', device: str | None = None) -> Tensor:
    """The gradient of MaxPool3D for its input.

    The op ``tf.MaxPool3DGrad``.

    Inputs:
        orig_input: TInput
        orig_output: TInput
        grad: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32
        TInput: one of float16, bfloat16, float32
    """

def MaxPool3DGradGrad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NDHWC', device: str | None = None) -> Tensor:
    """The gradient of MaxPool3DGrad for ``grad``.

    The op ``tf.MaxPool3DGradGrad``.

    Inputs:
        orig_input: T
        orig_output: T
        grad: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NDHWC', 'NCDHW' (default 'NDHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MaxPoolGrad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The gradient of MaxPool for its input.

    The op ``tf.MaxPoolGrad``.

    Inputs:
        orig_input: T
        orig_output: T
        grad: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MaxPoolGradGrad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The gradient of MaxPoolGrad for ``grad``.

    The op ``tf.MaxPoolGradGrad``.

    Inputs:
        orig_input: T
        orig_output: T
        grad: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MaxPoolGradGradV2(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: TensorLike, strides: TensorLike, *, padding: str | bytes, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The gradient of MaxPoolGradV2 for ``grad``.

    The op ``tf.MaxPoolGradGradV2``.

    Inputs:
        orig_input: T
        orig_output: T
        grad: T
        ksize: int32
        strides: int32

    Attributes:
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MaxPoolGradV2(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: TensorLike, strides: TensorLike, *, padding: str | bytes, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The gradient of MaxPoolV2 for its input.

    The op ``tf.MaxPoolGradV2``.

    Inputs:
        orig_input: T
        orig_output: T
        grad: T
        ksize: int32
        strides: int32

    Attributes:
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NHWC', 'NCHW' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MaxPoolGradWithArgmax(input: TensorLike, grad: TensorLike, argmax: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, include_batch_in_index: bool = False, device: str | None = None) -> Tensor:
    """The gradient of MaxPoolWithArgmax for its input.

    The op ``tf.MaxPoolGradWithArgmax``.

    Inputs:
        input: T
        grad: T
        argmax: Targmax

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        include_batch_in_index: bool (default False)

    Results:
        output: T

    Types:
        Targmax: one of int32, int64
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MaxPoolV2(input: TensorLike, ksize: TensorLike, strides: TensorLike, *, padding: str | bytes, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """The largest element of each window of ``ksize`` that slides over images.

    The op ``tf.MaxPoolV2``.

    Inputs:
        input: T
        ksize: int32
        strides: int32

    Attributes:
        padding: str | bytes, one of 'SAME', 'VALID'
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NCHW_VECT_C' (default 'NHWC')

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64, int32, int64, uint8, int16, int8, uint16, qint8
    """

def MaxPoolWithArgmax(input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, Targmax: DTypeLike = 'int64', include_batch_in_index: bool = False, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The largest element of each window of ``ksize`` that slides over images, and its index.

    The op ``tf.MaxPoolWithArgmax``.

    Inputs:
        input: T

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        Targmax: DTypeLike, one of int32, int64 (default 'int64')
        padding: str | bytes, one of 'SAME', 'VALID'
        include_batch_in_index: bool (default False)

    Results:
        output: T
        argmax: Targmax

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Maximum(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The greater of ``x`` and ``y``, element by element.

    The op ``tf.Maximum``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, uint8, int16, uint16, int32, uint32, int64, uint64
    """

def Mean(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The mean of the elements along ``reduction_indices``.

    The op ``tf.Mean``.

    Inputs:
        input: T
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tidx: one of int32, int64
    """

def Mfcc(spectrogram: TensorLike, sample_rate: TensorLike, *, upper_frequency_limit: float = 4000.0, lower_frequency_limit: float = 20.0, filterbank_channel_count: int = 40, dct_coefficient_count: int = 13, device: str | None = None) -> Tensor:
    """The mel-frequency cepstral coefficients of a spectrogram.

    The op ``tf.Mfcc``.

    Inputs:
        spectrogram: float32
        sample_rate: int32

    Attributes:
        upper_frequency_limit: float (default 4000.0)
        lower_frequency_limit: float (default 20.0)
        filterbank_channel_count: int (default 40)
        dct_coefficient_count: int (default 13)

    Results:
        output: float32
    """

def Min(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The least element along ``reduction_indices``.

    The op ``tf.Min``.

    Inputs:
        input: T
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64, qint8, quint8, qint32, qint16, quint16
        Tidx: one of int32, int64
    """

def Minimum(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The lesser of ``x`` and ``y``, element by element.

    The op ``tf.Minimum``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, uint8, int16, uint16, int32, uint32, int64, uint64
    """

def MirrorPad(input: TensorLike, paddings: TensorLike, *, mode: str | bytes, device: str | None = None) -> Tensor:
    """Pads ``input`` by ``paddings`` with its own elements, mirrored at the edges.

    The op ``tf.MirrorPad``.

    Inputs:
        input: T
        paddings: Tpaddings

    Attributes:
        mode: str | bytes, one of 'REFLECT', 'SYMMETRIC'

    Results:
        output: T

    Types:
        Tpaddings: one of int32, int64
    """

def MirrorPadGrad(input: TensorLike, paddings: TensorLike, *, mode: str | bytes, device: str | None = None) -> Tensor:
    """The gradient of MirrorPad: adds what was padded to the elements that it mirrors.

    The op ``tf.MirrorPadGrad``.

    Inputs:
        input: T
        paddings: Tpaddings

    Attributes:
        mode: str | bytes, one of 'REFLECT', 'SYMMETRIC'

    Results:
        output: T

    Types:
        Tpaddings: one of int32, int64
    """

def Mod(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The remainder of dividing ``x`` by ``y``, with the sign of ``x``, element by element.

    The op ``tf.Mod``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int32, int64, float16, bfloat16, float32, float64
    """

def Mul(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The product of ``x`` and ``y``, element by element.

    The op ``tf.Mul``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128
    """

def MulNoNan(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The product of ``x`` and ``y``, element by element, zero where ``y`` is zero.

    The op ``tf.MulNoNan``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Multinomial(logits: TensorLike, num_samples: TensorLike, *, seed: int = 0, seed2: int = 0, output_dtype: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """Random classes of each row, whose logarithmic probabilities are ``logits``.

    The op ``tf.Multinomial``. It has effects or reads state.

    Inputs:
        logits: T
        num_samples: int32

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)
        output_dtype: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        output: output_dtype

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def MutableDenseHashTableV2(empty_key: TensorLike, deleted_key: TensorLike, *, value_dtype: DTypeLike, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, value_shape: Sequence[int | None] | None = (), initial_num_buckets: int = 131072, max_load_factor: float = 0.8, device: str | None = None) -> Tensor:
    """The table of a name whose values are tensors and whose entries may change, which is made if there is none.

    The op ``tf.MutableDenseHashTableV2``. It has effects or reads state.

    Inputs:
        empty_key: key_dtype
        deleted_key: key_dtype

    Attributes:
        container: str | bytes (default '')
        shared_name: str | bytes (default '')
        use_node_name_sharing: bool (default False)
        value_dtype: DTypeLike
        value_shape: Sequence[int | None] | None (default ())
        initial_num_buckets: int (default 131072)
        max_load_factor: float (default 0.8)

    Results:
        table_handle: resource
    """

def MutableHashTableOfTensorsV2(*, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, value_shape: Sequence[int | None] | None = (), device: str | None = None) -> Tensor:
    """The table of a name whose values are vectors and whose entries may change, which is made if there is none.

    The op ``tf.MutableHashTableOfTensorsV2``. It has effects or reads state.

    Attributes:
        container: str | bytes (default '')
        shared_name: str | bytes (default '')
        use_node_name_sharing: bool (default False)
        key_dtype: DTypeLike
        value_dtype: DTypeLike
        value_shape: Sequence[int | None] | None (default ())

    Results:
        table_handle: resource
    """

def MutableHashTableV2(*, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = '', shared_name: str | bytes = '', use_node_name_sharing: bool = False, device: str | None = None) -> Tensor:
    """The table of a name whose entries may change, which is made if there is none.

    The op ``tf.MutableHashTableV2``. It has effects or reads state.

    Attributes:
        container: str | bytes (default '')
        shared_name: str | bytes (default '')
        use_node_name_sharing: bool (default False)
        key_dtype: DTypeLike
        value_dtype: DTypeLike

    Results:
        table_handle: resource
    """

def Ndtri(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The quantile function of the standard normal distribution at each element.

    The op ``tf.Ndtri``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Neg(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The negative of each element.

    The op ``tf.Neg``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, complex64, complex128
    """

def NextAfter(x1: TensorLike, x2: TensorLike, *, device: str | None = None) -> Tensor:
    """The floating-point number next to ``x1`` in the direction of ``x2``, element by element.

    The op ``tf.NextAfter``.

    Inputs:
        x1: T
        x2: T

    Results:
        output: T

    Types:
        T: one of float64, float32
    """

def NoOp(*, device: str | None = None) -> None:
    """Does nothing.

    The op ``tf.NoOp``.
    """

def NonDeterministicInts(shape: TensorLike, *, dtype: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """Random integers of all values from the system's source of randomness.

    The op ``tf.NonDeterministicInts``. It has effects or reads state.

    Inputs:
        shape: shape_dtype

    Attributes:
        dtype: DTypeLike (default 'int64')

    Results:
        output: dtype
    """

def NonMaxSuppression(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, *, iou_threshold: float = 0.5, device: str | None = None) -> Tensor:
    """The indices of the boxes with the best scores that do not overlap a better one.

    The op ``tf.NonMaxSuppression``.

    Inputs:
        boxes: float32
        scores: float32
        max_output_size: int32

    Attributes:
        iou_threshold: float (default 0.5)

    Results:
        selected_indices: int32
    """

def NonMaxSuppressionV2(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike, *, device: str | None = None) -> Tensor:
    """The indices of the boxes with the best scores that do not overlap a better one by more than ``iou_threshold``.

    The op ``tf.NonMaxSuppressionV2``.

    Inputs:
        boxes: T
        scores: T
        max_output_size: int32
        iou_threshold: T_threshold

    Results:
        selected_indices: int32

    Types:
        T: one of float16, float32
        T_threshold: one of float16, float32
    """

def NonMaxSuppressionV3(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike, score_threshold: TensorLike, *, device: str | None = None) -> Tensor:
    """The indices of the boxes with the best scores, above ``score_threshold``, that do not overlap a better one.

    The op ``tf.NonMaxSuppressionV3``.

    Inputs:
        boxes: T
        scores: T
        max_output_size: int32
        iou_threshold: T_threshold
        score_threshold: T_threshold

    Results:
        selected_indices: int32

    Types:
        T: one of float16, float32
        T_threshold: one of float16, float32
    """

def NonMaxSuppressionV4(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike, score_threshold: TensorLike, *, pad_to_max_output_size: bool = False, device: str | None = None) -> tuple[Tensor, Tensor]:
    """As NonMaxSuppressionV3, padded to ``max_output_size`` if asked for, and the number of boxes.

    The op ``tf.NonMaxSuppressionV4``.

    Inputs:
        boxes: T
        scores: T
        max_output_size: int32
        iou_threshold: T_threshold
        score_threshold: T_threshold

    Attributes:
        pad_to_max_output_size: bool (default False)

    Results:
        selected_indices: int32
        valid_outputs: int32

    Types:
        T: one of float16, float32
        T_threshold: one of float16, float32
    """

def NonMaxSuppressionV5(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike, score_threshold: TensorLike, soft_nms_sigma: TensorLike, *, pad_to_max_output_size: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """As NonMaxSuppressionV4, with scores that decrease where boxes overlap a better one.

    The op ``tf.NonMaxSuppressionV5``.

    Inputs:
        boxes: T
        scores: T
        max_output_size: int32
        iou_threshold: T
        score_threshold: T
        soft_nms_sigma: T

    Attributes:
        pad_to_max_output_size: bool (default False)

    Results:
        selected_indices: int32
        selected_scores: T
        valid_outputs: int32

    Types:
        T: one of float16, float32
    """

def NonMaxSuppressionWithOverlaps(overlaps: TensorLike, scores: TensorLike, max_output_size: TensorLike, overlap_threshold: TensorLike, score_threshold: TensorLike, *, device: str | None = None) -> Tensor:
    """The indices of the boxes with the best scores, of which ``overlaps`` says how much each pair overlaps.

    The op ``tf.NonMaxSuppressionWithOverlaps``.

    Inputs:
        overlaps: float32
        scores: float32
        max_output_size: int32
        overlap_threshold: float32
        score_threshold: float32

    Results:
        selected_indices: int32
    """

def NotEqual(x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` differ, element by element.

    The op ``tf.NotEqual``.

    Inputs:
        x: T
        y: T

    Attributes:
        incompatible_shape_error: bool (default True)

    Results:
        z: bool
    """

def NthElement(input: TensorLike, n: TensorLike, *, reverse: bool = False, device: str | None = None) -> Tensor:
    """The element of each row that would be at the place ``n`` if the row was sorted.

    The op ``tf.NthElement``.

    Inputs:
        input: T
        n: int32

    Attributes:
        reverse: bool (default False)

    Results:
        values: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def OneHot(indices: TensorLike, depth: TensorLike, on_value: TensorLike, off_value: TensorLike, *, axis: int = -1, device: str | None = None) -> Tensor:
    """Along a new dimension of size ``depth``, ``on_value`` at the place that each index says and ``off_value`` elsewhere.

    The op ``tf.OneHot``.

    Inputs:
        indices: TI
        depth: int32
        on_value: T
        off_value: T

    Attributes:
        axis: int (default -1)

    Results:
        output: T

    Types:
        TI: one of uint8, int8, int32, int64
    """

def OnesLike(x: TensorLike, *, device: str | None = None) -> Tensor:
    """A tensor of ones of the shape and dtype of ``x``.

    The op ``tf.OnesLike``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, complex128, bool
    """

def OptionalFromValue(components: Sequence[TensorLike], *, device: str | None = None) -> Tensor:
    """An optional value that is there.

    The op ``tf.OptionalFromValue``.

    Inputs:
        components: list of Toutput_types

    Results:
        optional: variant
    """

def OptionalGetValue(optional: TensorLike, *, output_types: Sequence[DTypeLike], output_shapes: Sequence[Sequence[int | None] | None], device: str | None = None) -> list[Tensor]:
    """The tensors of an optional value; fails if it is absent.

    The op ``tf.OptionalGetValue``.

    Inputs:
        optional: variant

    Attributes:
        output_types: Sequence[DTypeLike]
        output_shapes: Sequence[Sequence[int | None] | None]

    Results:
        components: list of output_types
    """

def OptionalHasValue(optional: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether an optional value is there.

    The op ``tf.OptionalHasValue``.

    Inputs:
        optional: variant

    Results:
        has_value: bool
    """

def OptionalNone(*, device: str | None = None) -> Tensor:
    """An optional value that is absent.

    The op ``tf.OptionalNone``.

    Results:
        optional: variant
    """

def Pack(values: Sequence[TensorLike], *, axis: int = 0, device: str | None = None) -> Tensor:
    """Stacks ``values`` along a new dimension ``axis``.

    The op ``tf.Pack``.

    Inputs:
        values: list of T

    Attributes:
        axis: int (default 0)

    Results:
        output: T
    """

def Pad(input: TensorLike, paddings: TensorLike, *, device: str | None = None) -> Tensor:
    """Pads ``input`` by ``paddings`` with zeros.

    The op ``tf.Pad``.

    Inputs:
        input: T
        paddings: Tpaddings

    Results:
        output: T

    Types:
        Tpaddings: one of int32, int64
    """

def PadV2(input: TensorLike, paddings: TensorLike, constant_values: TensorLike, *, device: str | None = None) -> Tensor:
    """Pads ``input`` by ``paddings`` with ``constant_values``.

    The op ``tf.PadV2``.

    Inputs:
        input: T
        paddings: Tpaddings
        constant_values: T

    Results:
        output: T

    Types:
        Tpaddings: one of int32, int64
    """

def ParallelConcat(values: Sequence[TensorLike], *, shape: Sequence[int | None] | None, device: str | None = None) -> Tensor:
    """Joins ``values``, of which each has one row.

    The op ``tf.ParallelConcat``.

    Inputs:
        values: list of T

    Attributes:
        shape: Sequence[int | None] | None

    Results:
        output: T
    """

def ParallelDynamicStitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], *, device: str | None = None) -> Tensor:
    """Merges the slices of ``data`` into one tensor, each at the place that ``indices`` says.

    The op ``tf.ParallelDynamicStitch``.

    Inputs:
        indices: list of int32
        data: list of T

    Results:
        merged: T
    """

def ParseExample(serialized: TensorLike, names: TensorLike, sparse_keys: Sequence[TensorLike], dense_keys: Sequence[TensorLike], dense_defaults: Sequence[TensorLike], *, sparse_types: Sequence[DTypeLike], dense_shapes: Sequence[Sequence[int | None] | None], device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The features of serialized examples as dense and sparse tensors.

    The op ``tf.ParseExample``.

    Inputs:
        serialized: string
        names: string
        sparse_keys: list of string
        dense_keys: list of string
        dense_defaults: list of Tdense

    Attributes:
        sparse_types: Sequence[DTypeLike], one of float32, int64, string
        dense_shapes: Sequence[Sequence[int | None] | None]

    Results:
        sparse_indices: list of int64
        sparse_values: list of sparse_types
        sparse_shapes: list of int64
        dense_values: list of Tdense

    Types:
        Tdense: one of float32, int64, string
    """

def ParseExampleV2(serialized: TensorLike, names: TensorLike, sparse_keys: TensorLike, dense_keys: TensorLike, ragged_keys: TensorLike, dense_defaults: Sequence[TensorLike], *, num_sparse: int, sparse_types: Sequence[DTypeLike], ragged_value_types: Sequence[DTypeLike], ragged_split_types: Sequence[DTypeLike], dense_shapes: Sequence[Sequence[int | None] | None], device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The features of serialized examples as dense, sparse and ragged tensors.

    The op ``tf.ParseExampleV2``.

    Inputs:
        serialized: string
        names: string
        sparse_keys: string
        dense_keys: string
        ragged_keys: string
        dense_defaults: list of Tdense

    Attributes:
        num_sparse: int
        sparse_types: Sequence[DTypeLike], one of float32, int64, string
        ragged_value_types: Sequence[DTypeLike], one of float32, int64, string
        ragged_split_types: Sequence[DTypeLike], one of int32, int64
        dense_shapes: Sequence[Sequence[int | None] | None]

    Results:
        sparse_indices: list of int64
        sparse_values: list of sparse_types
        sparse_shapes: list of int64
        dense_values: list of Tdense
        ragged_values: list of ragged_value_types
        ragged_row_splits: list of ragged_split_types

    Types:
        Tdense: one of float32, int64, string
    """

def ParseSequenceExample(serialized: TensorLike, debug_name: TensorLike, context_dense_defaults: Sequence[TensorLike], *, feature_list_dense_missing_assumed_empty: Sequence[str | bytes], context_sparse_keys: Sequence[str | bytes], context_dense_keys: Sequence[str | bytes], feature_list_sparse_keys: Sequence[str | bytes], feature_list_dense_keys: Sequence[str | bytes], Ncontext_sparse: int = 0, Ncontext_dense: int = 0, Nfeature_list_sparse: int = 0, Nfeature_list_dense: int = 0, context_sparse_types: Sequence[DTypeLike] = (), feature_list_dense_types: Sequence[DTypeLike] = (), context_dense_shapes: Sequence[Sequence[int | None] | None] = (), feature_list_sparse_types: Sequence[DTypeLike] = (), feature_list_dense_shapes: Sequence[Sequence[int | None] | None] = (), device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The context and the feature lists of serialized sequence examples as dense and sparse tensors.

    The op ``tf.ParseSequenceExample``.

    Inputs:
        serialized: string
        debug_name: string
        context_dense_defaults: list of Tcontext_dense

    Attributes:
        feature_list_dense_missing_assumed_empty: Sequence[str | bytes]
        context_sparse_keys: Sequence[str | bytes]
        context_dense_keys: Sequence[str | bytes]
        feature_list_sparse_keys: Sequence[str | bytes]
        feature_list_dense_keys: Sequence[str | bytes]
        Ncontext_sparse: int (default 0)
        Ncontext_dense: int (default 0)
        Nfeature_list_sparse: int (default 0)
        Nfeature_list_dense: int (default 0)
        context_sparse_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_dense_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        context_dense_shapes: Sequence[Sequence[int | None] | None] (default ())
        feature_list_sparse_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_dense_shapes: Sequence[Sequence[int | None] | None] (default ())

    Results:
        context_sparse_indices: list of int64
        context_sparse_values: list of context_sparse_types
        context_sparse_shapes: list of int64
        context_dense_values: list of Tcontext_dense
        feature_list_sparse_indices: list of int64
        feature_list_sparse_values: list of feature_list_sparse_types
        feature_list_sparse_shapes: list of int64
        feature_list_dense_values: list of feature_list_dense_types
        feature_list_dense_lengths: list of int64

    Types:
        Tcontext_dense: one of float32, int64, string
    """

def ParseSequenceExampleV2(serialized: TensorLike, debug_name: TensorLike, context_sparse_keys: TensorLike, context_dense_keys: TensorLike, context_ragged_keys: TensorLike, feature_list_sparse_keys: TensorLike, feature_list_dense_keys: TensorLike, feature_list_ragged_keys: TensorLike, feature_list_dense_missing_assumed_empty: TensorLike, context_dense_defaults: Sequence[TensorLike], *, Ncontext_sparse: int = 0, context_sparse_types: Sequence[DTypeLike] = (), context_ragged_value_types: Sequence[DTypeLike] = (), context_ragged_split_types: Sequence[DTypeLike] = (), context_dense_shapes: Sequence[Sequence[int | None] | None] = (), Nfeature_list_sparse: int = 0, Nfeature_list_dense: int = 0, feature_list_dense_types: Sequence[DTypeLike] = (), feature_list_sparse_types: Sequence[DTypeLike] = (), feature_list_ragged_value_types: Sequence[DTypeLike] = (), feature_list_ragged_split_types: Sequence[DTypeLike] = (), feature_list_dense_shapes: Sequence[Sequence[int | None] | None] = (), device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The context and the feature lists of serialized sequence examples as dense, sparse and ragged tensors.

    The op ``tf.ParseSequenceExampleV2``.

    Inputs:
        serialized: string
        debug_name: string
        context_sparse_keys: string
        context_dense_keys: string
        context_ragged_keys: string
        feature_list_sparse_keys: string
        feature_list_dense_keys: string
        feature_list_ragged_keys: string
        feature_list_dense_missing_assumed_empty: bool
        context_dense_defaults: list of Tcontext_dense

    Attributes:
        Ncontext_sparse: int (default 0)
        context_sparse_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        context_ragged_value_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        context_ragged_split_types: Sequence[DTypeLike], one of int32, int64 (default ())
        context_dense_shapes: Sequence[Sequence[int | None] | None] (default ())
        Nfeature_list_sparse: int (default 0)
        Nfeature_list_dense: int (default 0)
        feature_list_dense_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_sparse_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_ragged_value_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_ragged_split_types: Sequence[DTypeLike], one of int32, int64 (default ())
        feature_list_dense_shapes: Sequence[Sequence[int | None] | None] (default ())

    Results:
        context_sparse_indices: list of int64
        context_sparse_values: list of context_sparse_types
        context_sparse_shapes: list of int64
        context_dense_values: list of Tcontext_dense
        context_ragged_values: list of context_ragged_value_types
        context_ragged_row_splits: list of context_ragged_split_types
        feature_list_sparse_indices: list of int64
        feature_list_sparse_values: list of feature_list_sparse_types
        feature_list_sparse_shapes: list of int64
        feature_list_dense_values: list of feature_list_dense_types
        feature_list_dense_lengths: list of int64
        feature_list_ragged_values: list of feature_list_ragged_value_types
        feature_list_ragged_outer_splits: list of feature_list_ragged_split_types
        feature_list_ragged_inner_splits: list of feature_list_ragged_split_types

    Types:
        Tcontext_dense: one of float32, int64, string
    """

def ParseSingleExample(serialized: TensorLike, dense_defaults: Sequence[TensorLike], *, num_sparse: int, sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike], dense_shapes: Sequence[Sequence[int | None] | None], device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The features of one serialized example as dense and sparse tensors.

    The op ``tf.ParseSingleExample``.

    Inputs:
        serialized: string
        dense_defaults: list of Tdense

    Attributes:
        num_sparse: int
        sparse_keys: Sequence[str | bytes]
        dense_keys: Sequence[str | bytes]
        sparse_types: Sequence[DTypeLike], one of float32, int64, string
        dense_shapes: Sequence[Sequence[int | None] | None]

    Results:
        sparse_indices: list of int64
        sparse_values: list of sparse_types
        sparse_shapes: list of int64
        dense_values: list of Tdense

    Types:
        Tdense: one of float32, int64, string
    """

def ParseSingleSequenceExample(serialized: TensorLike, feature_list_dense_missing_assumed_empty: TensorLike, context_sparse_keys: Sequence[TensorLike], context_dense_keys: Sequence[TensorLike], feature_list_sparse_keys: Sequence[TensorLike], feature_list_dense_keys: Sequence[TensorLike], context_dense_defaults: Sequence[TensorLike], debug_name: TensorLike, *, context_sparse_types: Sequence[DTypeLike] = (), feature_list_dense_types: Sequence[DTypeLike] = (), context_dense_shapes: Sequence[Sequence[int | None] | None] = (), feature_list_sparse_types: Sequence[DTypeLike] = (), feature_list_dense_shapes: Sequence[Sequence[int | None] | None] = (), device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor], list[Tensor]]:
    """The context and the feature lists of one serialized sequence example as dense and sparse tensors.

    The op ``tf.ParseSingleSequenceExample``.

    Inputs:
        serialized: string
        feature_list_dense_missing_assumed_empty: string
        context_sparse_keys: list of string
        context_dense_keys: list of string
        feature_list_sparse_keys: list of string
        feature_list_dense_keys: list of string
        context_dense_defaults: list of Tcontext_dense
        debug_name: string

    Attributes:
        context_sparse_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_dense_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        context_dense_shapes: Sequence[Sequence[int | None] | None] (default ())
        feature_list_sparse_types: Sequence[DTypeLike], one of float32, int64, string (default ())
        feature_list_dense_shapes: Sequence[Sequence[int | None] | None] (default ())

    Results:
        context_sparse_indices: list of int64
        context_sparse_values: list of context_sparse_types
        context_sparse_shapes: list of int64
        context_dense_values: list of Tcontext_dense
        feature_list_sparse_indices: list of int64
        feature_list_sparse_values: list of feature_list_sparse_types
        feature_list_sparse_shapes: list of int64
        feature_list_dense_values: list of feature_list_dense_types

    Types:
        Tcontext_dense: one of float32, int64, string
    """

def ParseTensor(serialized: TensorLike, *, out_type: DTypeLike, device: str | None = None) -> Tensor:
    """The tensor that SerializeTensor wrote.

    The op ``tf.ParseTensor``.

    Inputs:
        serialized: string

    Attributes:
        out_type: DTypeLike

    Results:
        output: out_type
    """

def Placeholder(*, dtype: DTypeLike, shape: Sequence[int | None] | None = None, device: str | None = None) -> Tensor:
    """Stands for a value that a caller gives.

    The op ``tf.Placeholder``.

    Attributes:
        dtype: DTypeLike
        shape: Sequence[int | None] | None (default None)

    Results:
        output: dtype
    """

def PlaceholderWithDefault(input: TensorLike, *, shape: Sequence[int | None] | None, device: str | None = None) -> Tensor:
    """Stands for a value that a caller may give; else ``input``.

    The op ``tf.PlaceholderWithDefault``.

    Inputs:
        input: dtype

    Attributes:
        shape: Sequence[int | None] | None

    Results:
        output: dtype
    """

def Polygamma(a: TensorLike, x: TensorLike, *, device: str | None = None) -> Tensor:
    """The derivative of order ``a`` of the digamma function at ``x``, element by element.

    The op ``tf.Polygamma``.

    Inputs:
        a: T
        x: T

    Results:
        z: T

    Types:
        T: one of float32, float64
    """

def PopulationCount(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of bits that are set in each element.

    The op ``tf.PopulationCount``.

    Inputs:
        x: T

    Results:
        y: uint8

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def Pow(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """``x`` to the power ``y``, element by element.

    The op ``tf.Pow``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float32, float16, float64, int8, int16, int32, int64, complex64, complex128
    """

def PreventGradient(input: TensorLike, *, message: str | bytes = '', device: str | None = None) -> Tensor:
    """The operand as it is; its gradient is an error.

    The op ``tf.PreventGradient``.

    Inputs:
        input: T

    Attributes:
        message: str | bytes (default '')

    Results:
        output: T
    """

def Print(input: TensorLike, data: Sequence[TensorLike], *, message: str | bytes = '', first_n: int = -1, summarize: int = 3, device: str | None = None) -> Tensor:
    """The operand as it is; prints ``data`` to the standard error.

    The op ``tf.Print``. It has effects or reads state.

    Inputs:
        input: T
        data: list of U

    Attributes:
        message: str | bytes (default '')
        first_n: int (default -1)
        summarize: int (default 3)

    Results:
        output: T
    """

def PrintV2(input: TensorLike, *, output_stream: str | bytes = 'stderr', end: str | bytes = '\n', device: str | None = None) -> None:
    """Prints a string, and ``end`` behind it.

    The op ``tf.PrintV2``. It has effects or reads state.

    Inputs:
        input: string

    Attributes:
        output_stream: str | bytes (default 'stderr')
        end: str | bytes (default '\\n')
    """

def Prod(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The product of the elements along ``reduction_indices``.

    The op ``tf.Prod``.

    Inputs:
        input: T
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tidx: one of int32, int64
    """

def Qr(input: TensorLike, *, full_matrices: bool = False, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The QR factorization of each matrix.

    The op ``tf.Qr``.

    Inputs:
        input: T

    Attributes:
        full_matrices: bool (default False)

    Results:
        q: T
        r: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def QuantizeAndDequantizeV2(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, signed_input: bool = True, num_bits: int = 8, range_given: bool = False, round_mode: str | bytes = 'HALF_TO_EVEN', narrow_range: bool = False, axis: int = -1, device: str | None = None) -> Tensor:
    """Each element, quantized to ``num_bits``, and back.

    The op ``tf.QuantizeAndDequantizeV2``.

    Inputs:
        input: T
        input_min: T
        input_max: T

    Attributes:
        signed_input: bool (default True)
        num_bits: int (default 8)
        range_given: bool (default False)
        round_mode: str | bytes, one of 'HALF_TO_EVEN', 'HALF_UP' (default 'HALF_TO_EVEN')
        narrow_range: bool (default False)
        axis: int (default -1)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def QuantizeAndDequantizeV3(input: TensorLike, input_min: TensorLike, input_max: TensorLike, num_bits: TensorLike, *, signed_input: bool = True, range_given: bool = True, narrow_range: bool = False, axis: int = -1, device: str | None = None) -> Tensor:
    """Each element, quantized to ``num_bits``, and back.

    The op ``tf.QuantizeAndDequantizeV3``.

    Inputs:
        input: T
        input_min: T
        input_max: T
        num_bits: int32

    Attributes:
        signed_input: bool (default True)
        range_given: bool (default True)
        narrow_range: bool (default False)
        axis: int (default -1)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def QuantizeAndDequantizeV4(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, signed_input: bool = True, num_bits: int = 8, range_given: bool = False, round_mode: str | bytes = 'HALF_TO_EVEN', narrow_range: bool = False, axis: int = -1, device: str | None = None) -> Tensor:
    """Each element, quantized to ``num_bits``, and back, with a gradient that passes within the range.

    The op ``tf.QuantizeAndDequantizeV4``.

    Inputs:
        input: T
        input_min: T
        input_max: T

    Attributes:
        signed_input: bool (default True)
        num_bits: int (default 8)
        range_given: bool (default False)
        round_mode: str | bytes, one of 'HALF_TO_EVEN', 'HALF_UP' (default 'HALF_TO_EVEN')
        narrow_range: bool (default False)
        axis: int (default -1)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def QuantizeAndDequantizeV4Grad(gradients: TensorLike, input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, axis: int = -1, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The gradients of QuantizeAndDequantizeV4.

    The op ``tf.QuantizeAndDequantizeV4Grad``.

    Inputs:
        gradients: T
        input: T
        input_min: T
        input_max: T

    Attributes:
        axis: int (default -1)

    Results:
        input_backprop: T
        input_min_backprop: T
        input_max_backprop: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def QuantizeDownAndShrinkRange(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, out_type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Quantized numbers with fewer bits, for the range that they really have.

    The op ``tf.QuantizeDownAndShrinkRange``.

    Inputs:
        input: Tinput
        input_min: float32
        input_max: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16

    Results:
        output: out_type
        output_min: float32
        output_max: float32

    Types:
        Tinput: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizeV2(input: TensorLike, min_range: TensorLike, max_range: TensorLike, *, T: DTypeLike, mode: str | bytes = 'MIN_COMBINED', round_mode: str | bytes = 'HALF_AWAY_FROM_ZERO', narrow_range: bool = False, axis: int = -1, ensure_minimum_range: float = 0.01, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Quantizes numbers between ``min_range`` and ``max_range``.

    The op ``tf.QuantizeV2``.

    Inputs:
        input: float32
        min_range: float32
        max_range: float32

    Attributes:
        T: DTypeLike, one of qint8, quint8, qint32, qint16, quint16
        mode: str | bytes, one of 'MIN_COMBINED', 'MIN_FIRST', 'SCALED' (default 'MIN_COMBINED')
        round_mode: str | bytes, one of 'HALF_AWAY_FROM_ZERO', 'HALF_TO_EVEN' (default 'HALF_AWAY_FROM_ZERO')
        narrow_range: bool (default False)
        axis: int (default -1)
        ensure_minimum_range: float (default 0.01)

    Results:
        output: T
        output_min: float32
        output_max: float32
    """

def QuantizedAdd(x: TensorLike, y: TensorLike, min_x: TensorLike, max_x: TensorLike, min_y: TensorLike, max_y: TensorLike, *, Toutput: DTypeLike = 'qint32', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The sum of quantized ``x`` and ``y``, element by element.

    The op ``tf.QuantizedAdd``.

    Inputs:
        x: T1
        y: T2
        min_x: float32
        max_x: float32
        min_y: float32
        max_y: float32

    Attributes:
        Toutput: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'qint32')

    Results:
        z: Toutput
        min_z: float32
        max_z: float32

    Types:
        T1: one of qint8, quint8, qint32, qint16, quint16
        T2: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedAvgPool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The mean of each window of ``ksize`` that slides over quantized images.

    The op ``tf.QuantizedAvgPool``.

    Inputs:
        input: T
        min_input: float32
        max_input: float32

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        output: T
        min_output: float32
        max_output: float32

    Types:
        T: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedBiasAdd(input: TensorLike, bias: TensorLike, min_input: TensorLike, max_input: TensorLike, min_bias: TensorLike, max_bias: TensorLike, *, out_type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Adds ``bias`` along the last dimension of quantized numbers.

    The op ``tf.QuantizedBiasAdd``.

    Inputs:
        input: T1
        bias: T2
        min_input: float32
        max_input: float32
        min_bias: float32
        max_bias: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16

    Results:
        output: out_type
        min_out: float32
        max_out: float32

    Types:
        T1: one of qint8, quint8, qint32, qint16, quint16
        T2: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedConcat(concat_dim: TensorLike, values: Sequence[TensorLike], input_mins: Sequence[TensorLike], input_maxes: Sequence[TensorLike], *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Joins quantized ``values`` along ``concat_dim``, in one range.

    The op ``tf.QuantizedConcat``.

    Inputs:
        concat_dim: int32
        values: list of T
        input_mins: list of float32
        input_maxes: list of float32

    Results:
        output: T
        output_min: float32
        output_max: float32
    """

def QuantizedConcatV2(values: Sequence[TensorLike], axis: TensorLike, input_mins: Sequence[TensorLike], input_maxes: Sequence[TensorLike], *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Joins quantized ``values`` along ``axis``, in one range.

    The op ``tf.QuantizedConcatV2``.

    Inputs:
        values: list of T
        axis: Tidx
        input_mins: list of float32
        input_maxes: list of float32

    Results:
        output: T
        output_min: float32
        output_max: float32

    Types:
        Tidx: one of int32, int64
    """

def QuantizedConv2D(input: TensorLike, filter: TensorLike, min_input: TensorLike, max_input: TensorLike, min_filter: TensorLike, max_filter: TensorLike, *, strides: Sequence[int], padding: str | bytes, out_type: DTypeLike = 'qint32', dilations: Sequence[int] = (1, 1, 1, 1), device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The convolution of quantized images with a quantized kernel.

    The op ``tf.QuantizedConv2D``.

    Inputs:
        input: Tinput
        filter: Tfilter
        min_input: float32
        max_input: float32
        min_filter: float32
        max_filter: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'qint32')
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'
        dilations: Sequence[int] (default (1, 1, 1, 1))

    Results:
        output: out_type
        min_output: float32
        max_output: float32

    Types:
        Tinput: one of qint8, quint8, qint32, qint16, quint16
        Tfilter: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedMatMul(a: TensorLike, b: TensorLike, min_a: TensorLike, max_a: TensorLike, min_b: TensorLike, max_b: TensorLike, *, Toutput: DTypeLike = 'qint32', transpose_a: bool = False, transpose_b: bool = False, Tactivation: DTypeLike = 'quint8', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The product of two quantized matrices.

    The op ``tf.QuantizedMatMul``.

    Inputs:
        a: T1
        b: T2
        min_a: float32
        max_a: float32
        min_b: float32
        max_b: float32

    Attributes:
        Toutput: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'qint32')
        transpose_a: bool (default False)
        transpose_b: bool (default False)
        Tactivation: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'quint8')

    Results:
        out: Toutput
        min_out: float32
        max_out: float32

    Types:
        T1: one of qint8, quint8, qint32, qint16, quint16
        T2: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedMaxPool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The largest element of each window of ``ksize`` that slides over quantized images.

    The op ``tf.QuantizedMaxPool``.

    Inputs:
        input: T
        min_input: float32
        max_input: float32

    Attributes:
        ksize: Sequence[int]
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID'

    Results:
        output: T
        min_output: float32
        max_output: float32

    Types:
        T: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedMul(x: TensorLike, y: TensorLike, min_x: TensorLike, max_x: TensorLike, min_y: TensorLike, max_y: TensorLike, *, Toutput: DTypeLike = 'qint32', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The product of quantized ``x`` and ``y``, element by element.

    The op ``tf.QuantizedMul``.

    Inputs:
        x: T1
        y: T2
        min_x: float32
        max_x: float32
        min_y: float32
        max_y: float32

    Attributes:
        Toutput: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'qint32')

    Results:
        z: Toutput
        min_z: float32
        max_z: float32

    Types:
        T1: one of qint8, quint8, qint32, qint16, quint16
        T2: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedRelu(features: TensorLike, min_features: TensorLike, max_features: TensorLike, *, out_type: DTypeLike = 'quint8', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Each quantized element if it is positive, else zero.

    The op ``tf.QuantizedRelu``.

    Inputs:
        features: Tinput
        min_features: float32
        max_features: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'quint8')

    Results:
        activations: out_type
        min_activations: float32
        max_activations: float32

    Types:
        Tinput: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedRelu6(features: TensorLike, min_features: TensorLike, max_features: TensorLike, *, out_type: DTypeLike = 'quint8', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Each quantized element, or the nearest number between zero and six.

    The op ``tf.QuantizedRelu6``.

    Inputs:
        features: Tinput
        min_features: float32
        max_features: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'quint8')

    Results:
        activations: out_type
        min_activations: float32
        max_activations: float32

    Types:
        Tinput: one of qint8, quint8, qint32, qint16, quint16
    """

def QuantizedReshape(tensor: TensorLike, shape: TensorLike, input_min: TensorLike, input_max: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The elements of a quantized tensor in ``shape``.

    The op ``tf.QuantizedReshape``.

    Inputs:
        tensor: T
        shape: Tshape
        input_min: float32
        input_max: float32

    Results:
        output: T
        output_min: float32
        output_max: float32

    Types:
        Tshape: one of int32, int64
    """

def RFFT(input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = 'complex64', device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last dimension of a real signal, without the half that mirrors the other.

    The op ``tf.RFFT``.

    Inputs:
        input: Treal
        fft_length: int32

    Attributes:
        Tcomplex: DTypeLike, one of complex64, complex128 (default 'complex64')

    Results:
        output: Tcomplex

    Types:
        Treal: one of float32, float64
    """

def RFFT2D(input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = 'complex64', device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last two dimensions of a real signal, without the half that mirrors the other.

    The op ``tf.RFFT2D``.

    Inputs:
        input: Treal
        fft_length: int32

    Attributes:
        Tcomplex: DTypeLike, one of complex64, complex128 (default 'complex64')

    Results:
        output: Tcomplex

    Types:
        Treal: one of float32, float64
    """

def RFFT3D(input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = 'complex64', device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last three dimensions of a real signal, without the half that mirrors the other.

    The op ``tf.RFFT3D``.

    Inputs:
        input: Treal
        fft_length: int32

    Attributes:
        Tcomplex: DTypeLike, one of complex64, complex128 (default 'complex64')

    Results:
        output: Tcomplex

    Types:
        Treal: one of float32, float64
    """

def RGBToHSV(images: TensorLike, *, device: str | None = None) -> Tensor:
    """RGB images as HSV images.

    The op ``tf.RGBToHSV``.

    Inputs:
        images: T

    Results:
        output: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def RaggedBincount(splits: TensorLike, values: TensorLike, size: TensorLike, weights: TensorLike, *, binary_output: bool = False, device: str | None = None) -> Tensor:
    """How often each number below ``size`` occurs in each row of a ragged tensor, or the sum of the weights where it does.

    The op ``tf.RaggedBincount``.

    Inputs:
        splits: int64
        values: Tidx
        size: Tidx
        weights: T

    Attributes:
        binary_output: bool (default False)

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
        T: one of int32, int64, float32, float64
    """

def RaggedCountSparseOutput(splits: TensorLike, values: TensorLike, weights: TensorLike, *, binary_output: bool, minlength: int = -1, maxlength: int = -1, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """How often each number occurs in each row of a ragged tensor, as a sparse tensor.

    The op ``tf.RaggedCountSparseOutput``.

    Inputs:
        splits: int64
        values: T
        weights: output_type

    Attributes:
        minlength: int (default -1)
        maxlength: int (default -1)
        binary_output: bool

    Results:
        output_indices: int64
        output_values: output_type
        output_dense_shape: int64

    Types:
        T: one of int32, int64
        output_type: one of int32, int64, float32, float64
    """

def RaggedCross(ragged_values: Sequence[TensorLike], ragged_row_splits: Sequence[TensorLike], sparse_indices: Sequence[TensorLike], sparse_values: Sequence[TensorLike], sparse_shape: Sequence[TensorLike], dense_inputs: Sequence[TensorLike], *, input_order: str | bytes, hashed_output: bool, num_buckets: int, hash_key: int, out_values_type: DTypeLike, out_row_splits_type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor]:
    """All combinations of a feature of each of several ragged, sparse and dense tensors, row by row.

    The op ``tf.RaggedCross``.

    Inputs:
        ragged_values: list of ragged_values_types
        ragged_row_splits: list of ragged_splits_types
        sparse_indices: list of int64
        sparse_values: list of sparse_values_types
        sparse_shape: list of int64
        dense_inputs: list of dense_types

    Attributes:
        input_order: str | bytes
        hashed_output: bool
        num_buckets: int
        hash_key: int
        out_values_type: DTypeLike, one of int64, string
        out_row_splits_type: DTypeLike, one of int32, int64

    Results:
        output_values: out_values_type
        output_row_splits: out_row_splits_type

    Types:
        ragged_values_types: one of int64, string
        ragged_splits_types: one of int32, int64
        sparse_values_types: one of int64, string
        dense_types: one of int64, string
    """

def RaggedFillEmptyRows(value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """A ragged tensor whose empty rows have ``default_value``.

    The op ``tf.RaggedFillEmptyRows``.

    Inputs:
        value_rowids: int64
        values: T
        nrows: int64
        default_value: T

    Results:
        output_value_rowids: int64
        output_values: T
        empty_row_indicator: bool
        reverse_index_map: int64
    """

def RaggedFillEmptyRowsGrad(reverse_index_map: TensorLike, grad_values: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The gradients of RaggedFillEmptyRows.

    The op ``tf.RaggedFillEmptyRowsGrad``.

    Inputs:
        reverse_index_map: int64
        grad_values: T

    Results:
        d_values: T
        d_default_value: T
    """

def RaggedGather(params_nested_splits: Sequence[TensorLike], params_dense_values: TensorLike, indices: TensorLike, *, OUTPUT_RAGGED_RANK: int, device: str | None = None) -> tuple[list[Tensor], Tensor]:
    """The rows of a ragged tensor that ``indices`` lists.

    The op ``tf.RaggedGather``.

    Inputs:
        params_nested_splits: list of Tsplits
        params_dense_values: Tvalues
        indices: Tindices

    Attributes:
        OUTPUT_RAGGED_RANK: int

    Results:
        output_nested_splits: list of Tsplits
        output_dense_values: Tvalues

    Types:
        Tindices: one of int32, int64
        Tsplits: one of int32, int64
    """

def RaggedRange(starts: TensorLike, limits: TensorLike, deltas: TensorLike, *, Tsplits: DTypeLike = 'int64', device: str | None = None) -> tuple[Tensor, Tensor]:
    """A ragged tensor whose rows are ranges of numbers.

    The op ``tf.RaggedRange``.

    Inputs:
        starts: T
        limits: T
        deltas: T

    Attributes:
        Tsplits: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        rt_nested_splits: Tsplits
        rt_dense_values: T

    Types:
        T: one of bfloat16, float32, float64, int32, int64
    """

def RaggedTensorFromVariant(encoded_ragged: TensorLike, *, input_ragged_rank: int, output_ragged_rank: int, Tvalues: DTypeLike, Tsplits: DTypeLike = 'int64', device: str | None = None) -> tuple[list[Tensor], Tensor]:
    """Ragged tensors that variants hold.

    The op ``tf.RaggedTensorFromVariant``.

    Inputs:
        encoded_ragged: variant

    Attributes:
        input_ragged_rank: int
        output_ragged_rank: int
        Tvalues: DTypeLike
        Tsplits: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        output_nested_splits: list of Tsplits
        output_dense_values: Tvalues
    """

def RaggedTensorToSparse(rt_nested_splits: Sequence[TensorLike], rt_dense_values: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """A ragged tensor as a sparse one.

    The op ``tf.RaggedTensorToSparse``.

    Inputs:
        rt_nested_splits: list of Tsplits
        rt_dense_values: T

    Results:
        sparse_indices: int64
        sparse_values: T
        sparse_dense_shape: int64

    Types:
        Tsplits: one of int32, int64
    """

def RaggedTensorToTensor(shape: TensorLike, values: TensorLike, default_value: TensorLike, row_partition_tensors: Sequence[TensorLike], *, row_partition_types: Sequence[str | bytes], device: str | None = None) -> Tensor:
    """A ragged tensor as a dense one, filled up with ``default_value``.

    The op ``tf.RaggedTensorToTensor``.

    Inputs:
        shape: Tshape
        values: T
        default_value: T
        row_partition_tensors: list of Tindex

    Attributes:
        row_partition_types: Sequence[str | bytes]

    Results:
        result: T

    Types:
        Tindex: one of int64, int32
        Tshape: one of int64, int32
    """

def RaggedTensorToVariant(rt_nested_splits: Sequence[TensorLike], rt_dense_values: TensorLike, *, batched_input: bool, device: str | None = None) -> Tensor:
    """A ragged tensor, or its rows, in variants.

    The op ``tf.RaggedTensorToVariant``.

    Inputs:
        rt_nested_splits: list of Tsplits
        rt_dense_values: Tvalues

    Attributes:
        batched_input: bool

    Results:
        encoded_ragged: variant

    Types:
        Tsplits: one of int32, int64
    """

def RandomGamma(shape: TensorLike, alpha: TensorLike, *, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """Random numbers of gamma distributions of the shape parameters ``alpha``.

    The op ``tf.RandomGamma``. It has effects or reads state.

    Inputs:
        shape: S
        alpha: T

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        output: T

    Types:
        S: one of int32, int64
        T: one of float16, float32, float64
    """

def RandomGammaGrad(alpha: TensorLike, sample: TensorLike, *, device: str | None = None) -> Tensor:
    """The derivative of samples of gamma distributions with respect to ``alpha``.

    The op ``tf.RandomGammaGrad``.

    Inputs:
        alpha: T
        sample: T

    Results:
        output: T

    Types:
        T: one of float32, float64
    """

def RandomIndexShuffle(index: TensorLike, seed: TensorLike, max_index: TensorLike, *, rounds: int = 4, device: str | None = None) -> Tensor:
    """The place of ``index`` in a permutation of the numbers up to ``max_index`` that ``seed`` decides.

    The op ``tf.RandomIndexShuffle``.

    Inputs:
        index: dtype
        seed: Tseed
        max_index: dtype

    Attributes:
        rounds: int (default 4)

    Results:
        output: dtype

    Types:
        dtype: one of int32, uint32, int64, uint64
        Tseed: one of int32, uint32, int64, uint64
    """

def RandomPoisson(shape: TensorLike, rate: TensorLike, *, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """Random numbers of Poisson distributions of the means ``rate``.

    The op ``tf.RandomPoisson``. It has effects or reads state.

    Inputs:
        shape: S
        rate: dtype

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        output: dtype

    Types:
        S: one of int32, int64
        dtype: one of float16, float32, float64
    """

def RandomPoissonV2(shape: TensorLike, rate: TensorLike, *, seed: int = 0, seed2: int = 0, dtype: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """Random numbers of Poisson distributions of the means ``rate``.

    The op ``tf.RandomPoissonV2``. It has effects or reads state.

    Inputs:
        shape: S
        rate: R

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)
        dtype: DTypeLike, one of float16, float32, float64, int32, int64 (default 'int64')

    Results:
        output: dtype

    Types:
        S: one of int32, int64
        R: one of float16, float32, float64, int32, int64
    """

def RandomShuffle(value: TensorLike, *, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """The rows of ``value`` in a random order.

    The op ``tf.RandomShuffle``. It has effects or reads state.

    Inputs:
        value: T

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        output: T
    """

def RandomStandardNormal(shape: TensorLike, *, dtype: DTypeLike, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """Random numbers of the standard normal distribution.

    The op ``tf.RandomStandardNormal``. It has effects or reads state.

    Inputs:
        shape: T

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)
        dtype: DTypeLike, one of float16, bfloat16, float32, float64

    Results:
        output: dtype

    Types:
        T: one of int32, int64
    """

def RandomUniform(shape: TensorLike, *, dtype: DTypeLike, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """Random numbers between zero and one, without one.

    The op ``tf.RandomUniform``. It has effects or reads state.

    Inputs:
        shape: T

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)
        dtype: DTypeLike, one of float16, bfloat16, float32, float64

    Results:
        output: dtype

    Types:
        T: one of int32, int64
    """

def RandomUniformInt(shape: TensorLike, minval: TensorLike, maxval: TensorLike, *, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """Random integers from ``minval`` to ``maxval``, without it.

    The op ``tf.RandomUniformInt``. It has effects or reads state.

    Inputs:
        shape: T
        minval: Tout
        maxval: Tout

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        output: Tout

    Types:
        Tout: one of int32, int64
        T: one of int32, int64
    """

def Range(start: TensorLike, limit: TensorLike, delta: TensorLike, *, device: str | None = None) -> Tensor:
    """The numbers from ``start`` to ``limit``, without it, in steps of ``delta``.

    The op ``tf.Range``.

    Inputs:
        start: Tidx
        limit: Tidx
        delta: Tidx

    Results:
        output: Tidx

    Types:
        Tidx: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, uint16, uint32, uint64
    """

def Rank(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of dimensions.

    The op ``tf.Rank``.

    Inputs:
        input: T

    Results:
        output: int32
    """

def ReadVariableOp(resource: TensorLike, *, dtype: DTypeLike, device: str | None = None) -> Tensor:
    """The value of a variable.

    The op ``tf.ReadVariableOp``. It has effects or reads state.

    Inputs:
        resource: resource

    Attributes:
        dtype: DTypeLike

    Results:
        value: dtype
    """

def Real(input: TensorLike, *, Tout: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The real part of each complex number.

    The op ``tf.Real``.

    Inputs:
        input: T

    Attributes:
        Tout: DTypeLike, one of float32, float64 (default 'float32')

    Results:
        output: Tout

    Types:
        T: one of complex64, complex128
    """

def RealDiv(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y``, element by element.

    The op ``tf.RealDiv``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128
    """

def Reciprocal(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The reciprocal of each element.

    The op ``tf.Reciprocal``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, complex64, complex128
    """

def ReciprocalGrad(y: TensorLike, dy: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Reciprocal, from its results.

    The op ``tf.ReciprocalGrad``.

    Inputs:
        y: T
        dy: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def ReduceJoin(inputs: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, separator: str | bytes = '', device: str | None = None) -> Tensor:
    """Joins the strings along ``reduction_indices``, with ``separator`` between them.

    The op ``tf.ReduceJoin``.

    Inputs:
        inputs: string
        reduction_indices: int32

    Attributes:
        keep_dims: bool (default False)
        separator: str | bytes (default '')

    Results:
        output: string
    """

def RegexFullMatch(input: TensorLike, pattern: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each string as a whole matches a pattern.

    The op ``tf.RegexFullMatch``.

    Inputs:
        input: string
        pattern: string

    Results:
        output: bool
    """

def RegexReplace(input: TensorLike, pattern: TensorLike, rewrite: TensorLike, *, replace_global: bool = True, device: str | None = None) -> Tensor:
    """Replaces the matches of a pattern in each string.

    The op ``tf.RegexReplace``.

    Inputs:
        input: string
        pattern: string
        rewrite: string

    Attributes:
        replace_global: bool (default True)

    Results:
        output: string
    """

def Relu(features: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element if it is positive, else zero.

    The op ``tf.Relu``.

    Inputs:
        features: T

    Results:
        activations: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64, qint8
    """

def Relu6(features: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element, or the nearest number between zero and six.

    The op ``tf.Relu6``.

    Inputs:
        features: T

    Results:
        activations: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def Relu6Grad(gradients: TensorLike, features: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Relu6: ``gradients`` where ``features`` are between zero and six, else zero.

    The op ``tf.Relu6Grad``.

    Inputs:
        gradients: T
        features: T

    Results:
        backprops: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def ReluGrad(gradients: TensorLike, features: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Relu: ``gradients`` where ``features`` are positive, else zero.

    The op ``tf.ReluGrad``.

    Inputs:
        gradients: T
        features: T

    Results:
        backprops: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def RequantizationRange(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The range that quantized numbers really have.

    The op ``tf.RequantizationRange``.

    Inputs:
        input: Tinput
        input_min: float32
        input_max: float32

    Results:
        output_min: float32
        output_max: float32

    Types:
        Tinput: one of qint8, quint8, qint32, qint16, quint16
    """

def RequantizationRangePerChannel(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, clip_value_max: float, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The range that quantized numbers of channels really have, at most ``clip_value_max``.

    The op ``tf.RequantizationRangePerChannel``.

    Inputs:
        input: T
        input_min: float32
        input_max: float32

    Attributes:
        clip_value_max: float

    Results:
        output_min: float32
        output_max: float32

    Types:
        T: one of qint8, quint8, qint32, qint16, quint16
    """

def Requantize(input: TensorLike, input_min: TensorLike, input_max: TensorLike, requested_output_min: TensorLike, requested_output_max: TensorLike, *, out_type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Quantized numbers in another range and dtype.

    The op ``tf.Requantize``.

    Inputs:
        input: Tinput
        input_min: float32
        input_max: float32
        requested_output_min: float32
        requested_output_max: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16

    Results:
        output: out_type
        output_min: float32
        output_max: float32

    Types:
        Tinput: one of qint8, quint8, qint32, qint16, quint16
    """

def RequantizePerChannel(input: TensorLike, input_min: TensorLike, input_max: TensorLike, requested_output_min: TensorLike, requested_output_max: TensorLike, *, out_type: DTypeLike = 'quint8', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Quantized numbers, each channel of its own range, in another range and dtype.

    The op ``tf.RequantizePerChannel``.

    Inputs:
        input: T
        input_min: float32
        input_max: float32
        requested_output_min: float32
        requested_output_max: float32

    Attributes:
        out_type: DTypeLike, one of qint8, quint8, qint32, qint16, quint16 (default 'quint8')

    Results:
        output: out_type
        output_min: float32
        output_max: float32

    Types:
        T: one of qint8, quint8, qint32, qint16, quint16
    """

def Reshape(tensor: TensorLike, shape: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of ``tensor`` in ``shape``, of which one size may be -1.

    The op ``tf.Reshape``.

    Inputs:
        tensor: T
        shape: Tshape

    Results:
        output: T

    Types:
        Tshape: one of int32, int64
    """

def ResizeArea(images: TensorLike, size: TensorLike, *, align_corners: bool = False, device: str | None = None) -> Tensor:
    """Images of another size; each pixel is the mean of the area that it covers.

    The op ``tf.ResizeArea``.

    Inputs:
        images: T
        size: int32

    Attributes:
        align_corners: bool (default False)

    Results:
        resized_images: float32

    Types:
        T: one of int8, uint8, int16, uint16, int32, int64, float16, float32, float64, bfloat16
    """

def ResizeBicubic(images: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False, device: str | None = None) -> Tensor:
    """Images of another size, with cubic interpolation.

    The op ``tf.ResizeBicubic``.

    Inputs:
        images: T
        size: int32

    Attributes:
        align_corners: bool (default False)
        half_pixel_centers: bool (default False)

    Results:
        resized_images: float32

    Types:
        T: one of int8, uint8, int16, uint16, int32, int64, float16, float32, float64, bfloat16
    """

def ResizeBicubicGrad(grads: TensorLike, original_image: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False, device: str | None = None) -> Tensor:
    """The gradient of ResizeBicubic for the images.

    The op ``tf.ResizeBicubicGrad``.

    Inputs:
        grads: float32
        original_image: T

    Attributes:
        align_corners: bool (default False)
        half_pixel_centers: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64
    """

def ResizeBilinear(images: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False, device: str | None = None) -> Tensor:
    """Images of another size, with linear interpolation.

    The op ``tf.ResizeBilinear``.

    Inputs:
        images: T
        size: int32

    Attributes:
        align_corners: bool (default False)
        half_pixel_centers: bool (default False)

    Results:
        resized_images: float32

    Types:
        T: one of int8, uint8, int16, uint16, int32, int64, bfloat16, float16, float32, float64
    """

def ResizeBilinearGrad(grads: TensorLike, original_image: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False, device: str | None = None) -> Tensor:
    """The gradient of ResizeBilinear for the images.

    The op ``tf.ResizeBilinearGrad``.

    Inputs:
        grads: float32
        original_image: T

    Attributes:
        align_corners: bool (default False)
        half_pixel_centers: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, bfloat16, float16, float64
    """

def ResizeNearestNeighbor(images: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False, device: str | None = None) -> Tensor:
    """Images of another size; each pixel is the nearest one.

    The op ``tf.ResizeNearestNeighbor``.

    Inputs:
        images: T
        size: int32

    Attributes:
        align_corners: bool (default False)
        half_pixel_centers: bool (default False)

    Results:
        resized_images: T

    Types:
        T: one of int8, uint8, int16, uint16, int32, int64, float16, float32, float64, bfloat16
    """

def ResizeNearestNeighborGrad(grads: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False, device: str | None = None) -> Tensor:
    """The gradient of ResizeNearestNeighbor for the images.

    The op ``tf.ResizeNearestNeighborGrad``.

    Inputs:
        grads: T
        size: int32

    Attributes:
        align_corners: bool (default False)
        half_pixel_centers: bool (default False)

    Results:
        output: T

    Types:
        T: one of uint8, int8, int32, float16, float32, float64, bfloat16
    """

def ResourceApplyAdaMax(var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike, lr: TensorLike, beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of AdaMax: updates ``var``, the moment ``m`` and the largest gradient ``v`` by the gradient ``grad``.

    The op ``tf.ResourceApplyAdaMax``. It has effects or reads state.

    Inputs:
        var: resource
        m: resource
        v: resource
        beta1_power: T
        lr: T
        beta1: T
        beta2: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAdadelta(var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike, rho: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adadelta: updates ``var`` and the means of squares ``accum`` and ``accum_update`` by the gradient ``grad``.

    The op ``tf.ResourceApplyAdadelta``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        accum_update: resource
        lr: T
        rho: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAdagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, *, use_locking: bool = False, update_slots: bool = True, device: str | None = None) -> None:
    """A step of Adagrad: updates ``var`` and the sum of squares ``accum`` by the gradient ``grad``.

    The op ``tf.ResourceApplyAdagrad``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        grad: T

    Attributes:
        use_locking: bool (default False)
        update_slots: bool (default True)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAdagradDA(var: TensorLike, gradient_accumulator: TensorLike, gradient_squared_accumulator: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, global_step: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adagrad with dual averaging: updates ``var`` and the sums of gradients and of their squares.

    The op ``tf.ResourceApplyAdagradDA``. It has effects or reads state.

    Inputs:
        var: resource
        gradient_accumulator: resource
        gradient_squared_accumulator: resource
        grad: T
        lr: T
        l1: T
        l2: T
        global_step: int64

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAdagradV2(var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, update_slots: bool = True, device: str | None = None) -> None:
    """A step of Adagrad with ``epsilon`` in the denominator: updates ``var`` and the sum of squares ``accum`` by the gradient ``grad``.

    The op ``tf.ResourceApplyAdagradV2``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)
        update_slots: bool (default True)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAdam(var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike, beta2_power: TensorLike, lr: TensorLike, beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, use_nesterov: bool = False, device: str | None = None) -> None:
    """A step of Adam: updates ``var`` and the moments ``m`` and ``v`` by the gradient ``grad``.

    The op ``tf.ResourceApplyAdam``. It has effects or reads state.

    Inputs:
        var: resource
        m: resource
        v: resource
        beta1_power: T
        beta2_power: T
        lr: T
        beta1: T
        beta2: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)
        use_nesterov: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAdamWithAmsgrad(var: TensorLike, m: TensorLike, v: TensorLike, vhat: TensorLike, beta1_power: TensorLike, beta2_power: TensorLike, lr: TensorLike, beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adam whose denominator is the largest second moment so far, ``vhat``.

    The op ``tf.ResourceApplyAdamWithAmsgrad``. It has effects or reads state.

    Inputs:
        var: resource
        m: resource
        v: resource
        vhat: resource
        beta1_power: T
        beta2_power: T
        lr: T
        beta1: T
        beta2: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyAddSign(var: TensorLike, m: TensorLike, lr: TensorLike, alpha: TensorLike, sign_decay: TensorLike, beta: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of AddSign: a gradient counts more where its sign is that of the moment ``m``.

    The op ``tf.ResourceApplyAddSign``. It has effects or reads state.

    Inputs:
        var: resource
        m: resource
        lr: T
        alpha: T
        sign_decay: T
        beta: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyCenteredRMSProp(var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of RMSProp with the variance of the gradient, from the means ``mg`` and ``ms``, in the denominator.

    The op ``tf.ResourceApplyCenteredRMSProp``. It has effects or reads state.

    Inputs:
        var: resource
        mg: resource
        ms: resource
        mom: resource
        lr: T
        rho: T
        momentum: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyFtrl(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, lr_power: TensorLike, *, use_locking: bool = False, multiply_linear_by_lr: bool = False, device: str | None = None) -> None:
    """A step of FTRL-proximal: updates ``var``, the sum of squares ``accum`` and the state ``linear`` by the gradient ``grad``.

    The op ``tf.ResourceApplyFtrl``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        linear: resource
        grad: T
        lr: T
        l1: T
        l2: T
        lr_power: T

    Attributes:
        use_locking: bool (default False)
        multiply_linear_by_lr: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyFtrlV2(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, l2_shrinkage: TensorLike, lr_power: TensorLike, *, use_locking: bool = False, multiply_linear_by_lr: bool = False, device: str | None = None) -> None:
    """A step of FTRL-proximal with shrinkage ``l2_shrinkage``: updates ``var``, ``accum`` and ``linear`` by the gradient ``grad``.

    The op ``tf.ResourceApplyFtrlV2``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        linear: resource
        grad: T
        lr: T
        l1: T
        l2: T
        l2_shrinkage: T
        lr_power: T

    Attributes:
        use_locking: bool (default False)
        multiply_linear_by_lr: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyGradientDescent(var: TensorLike, alpha: TensorLike, delta: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """Subtracts ``delta`` times ``alpha`` from a variable.

    The op ``tf.ResourceApplyGradientDescent``. It has effects or reads state.

    Inputs:
        var: resource
        alpha: T
        delta: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyKerasMomentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, momentum: TensorLike, *, use_locking: bool = False, use_nesterov: bool = False, device: str | None = None) -> None:
    """A step of gradient descent with momentum: ``accum`` becomes ``accum`` times ``momentum`` minus ``lr`` times ``grad``, and is added to ``var``.

    The op ``tf.ResourceApplyKerasMomentum``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        grad: T
        momentum: T

    Attributes:
        use_locking: bool (default False)
        use_nesterov: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyMomentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, momentum: TensorLike, *, use_locking: bool = False, use_nesterov: bool = False, device: str | None = None) -> None:
    """A step of gradient descent with momentum: adds ``grad`` to ``accum`` times ``momentum``, and subtracts ``lr`` times that from ``var``.

    The op ``tf.ResourceApplyMomentum``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        grad: T
        momentum: T

    Attributes:
        use_locking: bool (default False)
        use_nesterov: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyPowerSign(var: TensorLike, m: TensorLike, lr: TensorLike, logbase: TensorLike, sign_decay: TensorLike, beta: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of PowerSign: a gradient counts exponentially more where its sign is that of the moment ``m``.

    The op ``tf.ResourceApplyPowerSign``. It has effects or reads state.

    Inputs:
        var: resource
        m: resource
        lr: T
        logbase: T
        sign_decay: T
        beta: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyProximalAdagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adagrad that shrinks ``var`` by ``l1`` and ``l2``.

    The op ``tf.ResourceApplyProximalAdagrad``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        l1: T
        l2: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyProximalGradientDescent(var: TensorLike, alpha: TensorLike, l1: TensorLike, l2: TensorLike, delta: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of gradient descent that shrinks ``var`` by ``l1`` and ``l2``.

    The op ``tf.ResourceApplyProximalGradientDescent``. It has effects or reads state.

    Inputs:
        var: resource
        alpha: T
        l1: T
        l2: T
        delta: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceApplyRMSProp(var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of RMSProp: updates ``var``, the mean of squares ``ms`` and the momentum ``mom`` by the gradient ``grad``.

    The op ``tf.ResourceApplyRMSProp``. It has effects or reads state.

    Inputs:
        var: resource
        ms: resource
        mom: resource
        lr: T
        rho: T
        momentum: T
        epsilon: T
        grad: T

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def ResourceGather(resource: TensorLike, indices: TensorLike, *, dtype: DTypeLike, batch_dims: int = 0, validate_indices: bool = True, device: str | None = None) -> Tensor:
    """The slices of the first dimension of a variable that ``indices`` lists.

    The op ``tf.ResourceGather``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices

    Attributes:
        batch_dims: int (default 0)
        validate_indices: bool (default True)
        dtype: DTypeLike

    Results:
        output: dtype

    Types:
        Tindices: one of int32, int64
    """

def ResourceGatherNd(resource: TensorLike, indices: TensorLike, *, dtype: DTypeLike, device: str | None = None) -> Tensor:
    """The slices of a variable at the places that the last dimension of ``indices`` says.

    The op ``tf.ResourceGatherNd``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices

    Attributes:
        dtype: DTypeLike

    Results:
        output: dtype

    Types:
        Tindices: one of int32, int64
    """

def ResourceScatterAdd(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Adds ``updates`` to the slices of a variable that ``indices`` lists.

    The op ``tf.ResourceScatterAdd``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        dtype: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceScatterDiv(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Divides the slices of a variable that ``indices`` lists by ``updates``.

    The op ``tf.ResourceScatterDiv``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        dtype: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceScatterMax(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Replaces elements of the slices of a variable that ``indices`` lists by those of ``updates`` that are greater.

    The op ``tf.ResourceScatterMax``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        dtype: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceScatterMin(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Replaces elements of the slices of a variable that ``indices`` lists by those of ``updates`` that are less.

    The op ``tf.ResourceScatterMin``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        dtype: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceScatterMul(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Multiplies the slices of a variable that ``indices`` lists by ``updates``.

    The op ``tf.ResourceScatterMul``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        dtype: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceScatterNdAdd(ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True, bad_indices_policy: str | bytes = '', device: str | None = None) -> None:
    """Adds ``updates`` to the slices of a variable at the places that the last dimension of ``indices`` says.

    The op ``tf.ResourceScatterNdAdd``. It has effects or reads state.

    Inputs:
        ref: resource
        indices: Tindices
        updates: T

    Attributes:
        use_locking: bool (default True)
        bad_indices_policy: str | bytes (default '')

    Types:
        Tindices: one of int32, int64
    """

def ResourceScatterNdMax(ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True, bad_indices_policy: str | bytes = '', device: str | None = None) -> None:
    """Replaces elements of a variable, at the places that the last dimension of ``indices`` says, by those of ``updates`` that are greater.

    The op ``tf.ResourceScatterNdMax``. It has effects or reads state.

    Inputs:
        ref: resource
        indices: Tindices
        updates: T

    Attributes:
        use_locking: bool (default True)
        bad_indices_policy: str | bytes (default '')

    Types:
        Tindices: one of int32, int64
    """

def ResourceScatterNdMin(ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True, bad_indices_policy: str | bytes = '', device: str | None = None) -> None:
    """Replaces elements of a variable, at the places that the last dimension of ``indices`` says, by those of ``updates`` that are less.

    The op ``tf.ResourceScatterNdMin``. It has effects or reads state.

    Inputs:
        ref: resource
        indices: Tindices
        updates: T

    Attributes:
        use_locking: bool (default True)
        bad_indices_policy: str | bytes (default '')

    Types:
        Tindices: one of int32, int64
    """

def ResourceScatterNdSub(ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True, bad_indices_policy: str | bytes = '', device: str | None = None) -> None:
    """Subtracts ``updates`` from the slices of a variable at the places that the last dimension of ``indices`` says.

    The op ``tf.ResourceScatterNdSub``. It has effects or reads state.

    Inputs:
        ref: resource
        indices: Tindices
        updates: T

    Attributes:
        use_locking: bool (default True)
        bad_indices_policy: str | bytes (default '')

    Types:
        Tindices: one of int32, int64
    """

def ResourceScatterNdUpdate(ref: TensorLike, indices: TensorLike, updates: TensorLike, *, use_locking: bool = True, bad_indices_policy: str | bytes = '', device: str | None = None) -> None:
    """Replaces the slices of a variable at the places that the last dimension of ``indices`` says by ``updates``.

    The op ``tf.ResourceScatterNdUpdate``. It has effects or reads state.

    Inputs:
        ref: resource
        indices: Tindices
        updates: T

    Attributes:
        use_locking: bool (default True)
        bad_indices_policy: str | bytes (default '')

    Types:
        Tindices: one of int32, int64
    """

def ResourceScatterSub(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Subtracts ``updates`` from the slices of a variable that ``indices`` lists.

    The op ``tf.ResourceScatterSub``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        dtype: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceScatterUpdate(resource: TensorLike, indices: TensorLike, updates: TensorLike, *, device: str | None = None) -> None:
    """Replaces the slices of a variable that ``indices`` lists by ``updates``.

    The op ``tf.ResourceScatterUpdate``. It has effects or reads state.

    Inputs:
        resource: resource
        indices: Tindices
        updates: dtype

    Types:
        Tindices: one of int32, int64
    """

def ResourceSparseApplyAdadelta(var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike, rho: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adadelta for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyAdadelta``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        accum_update: resource
        lr: T
        rho: T
        epsilon: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyAdagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, update_slots: bool = True, device: str | None = None) -> None:
    """A step of Adagrad for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyAdagrad``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)
        update_slots: bool (default True)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyAdagradDA(var: TensorLike, gradient_accumulator: TensorLike, gradient_squared_accumulator: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, global_step: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adagrad with dual averaging for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyAdagradDA``. It has effects or reads state.

    Inputs:
        var: resource
        gradient_accumulator: resource
        gradient_squared_accumulator: resource
        grad: T
        indices: Tindices
        lr: T
        l1: T
        l2: T
        global_step: int64

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyAdagradV2(var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, update_slots: bool = True, device: str | None = None) -> None:
    """A step of Adagrad with ``epsilon`` in the denominator for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyAdagradV2``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        epsilon: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)
        update_slots: bool (default True)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyCenteredRMSProp(var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of RMSProp with the variance of the gradient for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyCenteredRMSProp``. It has effects or reads state.

    Inputs:
        var: resource
        mg: resource
        ms: resource
        mom: resource
        lr: T
        rho: T
        momentum: T
        epsilon: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyFtrl(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, lr_power: TensorLike, *, use_locking: bool = False, multiply_linear_by_lr: bool = False, device: str | None = None) -> None:
    """A step of FTRL-proximal for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyFtrl``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        linear: resource
        grad: T
        indices: Tindices
        lr: T
        l1: T
        l2: T
        lr_power: T

    Attributes:
        use_locking: bool (default False)
        multiply_linear_by_lr: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyFtrlV2(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike, indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, l2_shrinkage: TensorLike, lr_power: TensorLike, *, use_locking: bool = False, multiply_linear_by_lr: bool = False, device: str | None = None) -> None:
    """A step of FTRL-proximal with shrinkage for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyFtrlV2``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        linear: resource
        grad: T
        indices: Tindices
        lr: T
        l1: T
        l2: T
        l2_shrinkage: T
        lr_power: T

    Attributes:
        use_locking: bool (default False)
        multiply_linear_by_lr: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyKerasMomentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, momentum: TensorLike, *, use_locking: bool = False, use_nesterov: bool = False, device: str | None = None) -> None:
    """A step of gradient descent with momentum, as Keras has it, for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyKerasMomentum``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        grad: T
        indices: Tindices
        momentum: T

    Attributes:
        use_locking: bool (default False)
        use_nesterov: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyMomentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, indices: TensorLike, momentum: TensorLike, *, use_locking: bool = False, use_nesterov: bool = False, device: str | None = None) -> None:
    """A step of gradient descent with momentum for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyMomentum``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        grad: T
        indices: Tindices
        momentum: T

    Attributes:
        use_locking: bool (default False)
        use_nesterov: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyProximalAdagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of Adagrad with shrinking for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyProximalAdagrad``. It has effects or reads state.

    Inputs:
        var: resource
        accum: resource
        lr: T
        l1: T
        l2: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyProximalGradientDescent(var: TensorLike, alpha: TensorLike, l1: TensorLike, l2: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of gradient descent with shrinking for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyProximalGradientDescent``. It has effects or reads state.

    Inputs:
        var: resource
        alpha: T
        l1: T
        l2: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceSparseApplyRMSProp(var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike, momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *, use_locking: bool = False, device: str | None = None) -> None:
    """A step of RMSProp for the rows of ``var`` that ``indices`` lists.

    The op ``tf.ResourceSparseApplyRMSProp``. It has effects or reads state.

    Inputs:
        var: resource
        ms: resource
        mom: resource
        lr: T
        rho: T
        momentum: T
        epsilon: T
        grad: T
        indices: Tindices

    Attributes:
        use_locking: bool (default False)

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def ResourceStridedSliceAssign(ref: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, value: TensorLike, *, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, device: str | None = None) -> None:
    """Sets the part of a variable from ``begin`` to ``end`` in steps of ``strides`` to ``value``.

    The op ``tf.ResourceStridedSliceAssign``. It has effects or reads state.

    Inputs:
        ref: resource
        begin: Index
        end: Index
        strides: Index
        value: T

    Attributes:
        begin_mask: int (default 0)
        end_mask: int (default 0)
        ellipsis_mask: int (default 0)
        new_axis_mask: int (default 0)
        shrink_axis_mask: int (default 0)

    Types:
        Index: one of int32, int64
    """

def Reverse(tensor: TensorLike, dims: TensorLike, *, device: str | None = None) -> Tensor:
    """Turns around the order of the elements along the dimensions that ``dims`` marks.

    The op ``tf.Reverse``.

    Inputs:
        tensor: T
        dims: bool

    Results:
        output: T

    Types:
        T: one of uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, float16, float32, float64, complex64, complex128, string
    """

def ReverseSequence(input: TensorLike, seq_lengths: TensorLike, *, seq_dim: int, batch_dim: int = 0, device: str | None = None) -> Tensor:
    """Turns around the first elements along ``seq_dim``, as many as ``seq_lengths`` says for each entry of the batch.

    The op ``tf.ReverseSequence``.

    Inputs:
        input: T
        seq_lengths: Tlen

    Attributes:
        seq_dim: int
        batch_dim: int (default 0)

    Results:
        output: T

    Types:
        Tlen: one of int32, int64
    """

def ReverseV2(tensor: TensorLike, axis: TensorLike, *, device: str | None = None) -> Tensor:
    """Turns around the order of the elements along the dimensions ``axis``.

    The op ``tf.ReverseV2``.

    Inputs:
        tensor: T
        axis: Tidx

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
        T: one of uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, float16, float32, float64, complex64, complex128, string
    """

def RightShift(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bits of ``x`` shifted right by ``y``, element by element, with copies of the sign of signed numbers.

    The op ``tf.RightShift``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, uint32, uint64
    """

def Rint(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest integer, on a tie to the even one.

    The op ``tf.Rint``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def RngReadAndSkip(resource: TensorLike, alg: TensorLike, delta: TensorLike, *, device: str | None = None) -> Tensor:
    """The state of a random generator, which then moves on by ``delta`` numbers.

    The op ``tf.RngReadAndSkip``. It has effects or reads state.

    Inputs:
        resource: resource
        alg: int32
        delta: uint64

    Results:
        value: int64
    """

def RngSkip(resource: TensorLike, algorithm: TensorLike, delta: TensorLike, *, device: str | None = None) -> None:
    """Moves the state of a random generator on by ``delta`` numbers.

    The op ``tf.RngSkip``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        delta: int64
    """

def Roll(input: TensorLike, shift: TensorLike, axis: TensorLike, *, device: str | None = None) -> Tensor:
    """Moves the elements along ``axis`` by ``shift``; those that leave at one end come back at the other.

    The op ``tf.Roll``.

    Inputs:
        input: T
        shift: Tshift
        axis: Taxis

    Results:
        output: T

    Types:
        Tshift: one of int32, int64
        Taxis: one of int32, int64
    """

def Round(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest integer, on a tie to the even one.

    The op ``tf.Round``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, complex64, complex128
    """

def Rsqrt(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The reciprocal of the square root of each element.

    The op ``tf.Rsqrt``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def RsqrtGrad(y: TensorLike, dy: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Rsqrt, from its results.

    The op ``tf.RsqrtGrad``.

    Inputs:
        y: T
        dy: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def ScaleAndTranslate(images: TensorLike, size: TensorLike, scale: TensorLike, translation: TensorLike, *, kernel_type: str | bytes = 'lanczos3', antialias: bool = True, device: str | None = None) -> Tensor:
    """Images scaled and moved, with a filter of the kind ``kernel_type``.

    The op ``tf.ScaleAndTranslate``.

    Inputs:
        images: T
        size: int32
        scale: float32
        translation: float32

    Attributes:
        kernel_type: str | bytes (default 'lanczos3')
        antialias: bool (default True)

    Results:
        resized_images: float32

    Types:
        T: one of int8, uint8, int16, uint16, int32, int64, bfloat16, float16, float32, float64
    """

def ScaleAndTranslateGrad(grads: TensorLike, original_image: TensorLike, scale: TensorLike, translation: TensorLike, *, kernel_type: str | bytes = 'lanczos3', antialias: bool = True, device: str | None = None) -> Tensor:
    """The gradient of ScaleAndTranslate for the images.

    The op ``tf.ScaleAndTranslateGrad``.

    Inputs:
        grads: T
        original_image: T
        scale: float32
        translation: float32

    Attributes:
        kernel_type: str | bytes (default 'lanczos3')
        antialias: bool (default True)

    Results:
        output: T

    Types:
        T: one of float32
    """

def ScatterNd(indices: TensorLike, updates: TensorLike, shape: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """A tensor of ``shape`` of zeros to which ``updates`` are added at the places that ``indices`` says.

    The op ``tf.ScatterNd``.

    Inputs:
        indices: Tindices
        updates: T
        shape: Tindices

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: T

    Types:
        Tindices: one of int16, int32, int64
    """

def SegmentMax(data: TensorLike, segment_ids: TensorLike, *, device: str | None = None) -> Tensor:
    """The largest elements of the rows of each segment, whose numbers are sorted.

    The op ``tf.SegmentMax``.

    Inputs:
        data: T
        segment_ids: Tindices

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def SegmentMean(data: TensorLike, segment_ids: TensorLike, *, device: str | None = None) -> Tensor:
    """The mean of the rows of each segment, whose numbers are sorted.

    The op ``tf.SegmentMean``.

    Inputs:
        data: T
        segment_ids: Tindices

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def SegmentMin(data: TensorLike, segment_ids: TensorLike, *, device: str | None = None) -> Tensor:
    """The least elements of the rows of each segment, whose numbers are sorted.

    The op ``tf.SegmentMin``.

    Inputs:
        data: T
        segment_ids: Tindices

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def SegmentProd(data: TensorLike, segment_ids: TensorLike, *, device: str | None = None) -> Tensor:
    """The product of the rows of each segment, whose numbers are sorted.

    The op ``tf.SegmentProd``.

    Inputs:
        data: T
        segment_ids: Tindices

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def SegmentSum(data: TensorLike, segment_ids: TensorLike, *, device: str | None = None) -> Tensor:
    """The sum of the rows of each segment, whose numbers are sorted.

    The op ``tf.SegmentSum``.

    Inputs:
        data: T
        segment_ids: Tindices

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def Select(condition: TensorLike, t: TensorLike, e: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of ``t`` where ``condition`` is true, those of ``e`` elsewhere; a condition of rank one chooses rows.

    The op ``tf.Select``.

    Inputs:
        condition: bool
        t: T
        e: T

    Results:
        output: T
    """

def SelectV2(condition: TensorLike, t: TensorLike, e: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of ``t`` where ``condition`` is true, those of ``e`` elsewhere; all three broadcast.

    The op ``tf.SelectV2``.

    Inputs:
        condition: bool
        t: T
        e: T

    Results:
        output: T
    """

def SelfAdjointEigV2(input: TensorLike, *, compute_v: bool = True, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The eigenvalues and eigenvectors of each symmetric or Hermitian matrix.

    The op ``tf.SelfAdjointEigV2``.

    Inputs:
        input: T

    Attributes:
        compute_v: bool (default True)

    Results:
        e: T
        v: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def Selu(features: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element if it is positive, else a multiple of its exponential minus one, both scaled so that a network normalizes itself.

    The op ``tf.Selu``.

    Inputs:
        features: T

    Results:
        activations: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def SeluGrad(gradients: TensorLike, outputs: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Selu, from its results.

    The op ``tf.SeluGrad``.

    Inputs:
        gradients: T
        outputs: T

    Results:
        backprops: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def SerializeManySparse(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *, out_type: DTypeLike = 'string', device: str | None = None) -> Tensor:
    """Each row of a sparse tensor as a message of its own.

    The op ``tf.SerializeManySparse``.

    Inputs:
        sparse_indices: int64
        sparse_values: T
        sparse_shape: int64

    Attributes:
        out_type: DTypeLike, one of string, variant (default 'string')

    Results:
        serialized_sparse: out_type
    """

def SerializeSparse(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *, out_type: DTypeLike = 'string', device: str | None = None) -> Tensor:
    """A sparse tensor as messages.

    The op ``tf.SerializeSparse``.

    Inputs:
        sparse_indices: int64
        sparse_values: T
        sparse_shape: int64

    Attributes:
        out_type: DTypeLike, one of string, variant (default 'string')

    Results:
        serialized_sparse: out_type
    """

def SerializeTensor(tensor: TensorLike, *, device: str | None = None) -> Tensor:
    """A tensor as a message.

    The op ``tf.SerializeTensor``.

    Inputs:
        tensor: T

    Results:
        serialized: string
    """

def SetSize(set_indices: TensorLike, set_values: TensorLike, set_shape: TensorLike, *, validate_indices: bool = True, device: str | None = None) -> Tensor:
    """The number of different elements of each set of a sparse tensor.

    The op ``tf.SetSize``.

    Inputs:
        set_indices: int64
        set_values: T
        set_shape: int64

    Attributes:
        validate_indices: bool (default True)

    Results:
        size: int32

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, string
    """

def Shape(input: TensorLike, *, out_type: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """The sizes of the dimensions.

    The op ``tf.Shape``.

    Inputs:
        input: T

    Attributes:
        out_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        output: out_type
    """

def ShapeN(input: Sequence[TensorLike], *, out_type: DTypeLike = 'int32', device: str | None = None) -> list[Tensor]:
    """The sizes of the dimensions of each operand.

    The op ``tf.ShapeN``.

    Inputs:
        input: list of T

    Attributes:
        out_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        output: list of out_type
    """

def Sigmoid(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The logistic function ``1 / (1 + exp(-x))`` of each element.

    The op ``tf.Sigmoid``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def SigmoidGrad(y: TensorLike, dy: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Sigmoid, from its results.

    The op ``tf.SigmoidGrad``.

    Inputs:
        y: T
        dy: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Sign(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The sign of each element: -1, 0 or 1; of a complex number the number of magnitude one in its direction.

    The op ``tf.Sign``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, complex64, complex128
    """

def Sin(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The sine of each element, which is in radians.

    The op ``tf.Sin``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Sinh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The hyperbolic sine of each element.

    The op ``tf.Sinh``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Size(input: TensorLike, *, out_type: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """The number of elements.

    The op ``tf.Size``.

    Inputs:
        input: T

    Attributes:
        out_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        output: out_type
    """

def Slice(input: TensorLike, begin: TensorLike, size: TensorLike, *, device: str | None = None) -> Tensor:
    """The part of ``input`` of the sizes ``size``, -1 for all that is left, that begins at ``begin``.

    The op ``tf.Slice``.

    Inputs:
        input: T
        begin: Index
        size: Index

    Results:
        output: T

    Types:
        Index: one of int32, int64
    """

def Snapshot(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The operand as it is at this point of the run.

    The op ``tf.Snapshot``.

    Inputs:
        input: T

    Results:
        output: T
    """

def Softmax(logits: TensorLike, *, device: str | None = None) -> Tensor:
    """The exponentials of the last dimension divided by their sum.

    The op ``tf.Softmax``.

    Inputs:
        logits: T

    Results:
        softmax: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def SoftmaxCrossEntropyWithLogits(features: TensorLike, labels: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The cross entropy of the softmax of ``features`` and the probabilities ``labels``, and its gradient.

    The op ``tf.SoftmaxCrossEntropyWithLogits``.

    Inputs:
        features: T
        labels: T

    Results:
        loss: T
        backprop: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Softplus(features: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithm of one plus the exponential of each element.

    The op ``tf.Softplus``.

    Inputs:
        features: T

    Results:
        activations: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def SoftplusGrad(gradients: TensorLike, features: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Softplus.

    The op ``tf.SoftplusGrad``.

    Inputs:
        gradients: T
        features: T

    Results:
        backprops: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def Softsign(features: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element divided by one plus its absolute value.

    The op ``tf.Softsign``.

    Inputs:
        features: T

    Results:
        activations: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def SoftsignGrad(gradients: TensorLike, features: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Softsign.

    The op ``tf.SoftsignGrad``.

    Inputs:
        gradients: T
        features: T

    Results:
        backprops: T

    Types:
        T: one of float16, bfloat16, float32, float64
    """

def SpaceToBatch(input: TensorLike, paddings: TensorLike, *, block_size: int, device: str | None = None) -> Tensor:
    """Moves blocks of ``block_size`` from space into the batch, after padding.

    The op ``tf.SpaceToBatch``.

    Inputs:
        input: T
        paddings: Tpaddings

    Attributes:
        block_size: int

    Results:
        output: T

    Types:
        Tpaddings: one of int32, int64
    """

def SpaceToBatchND(input: TensorLike, block_shape: TensorLike, paddings: TensorLike, *, device: str | None = None) -> Tensor:
    """Moves blocks of ``block_shape`` from space into the batch, after padding.

    The op ``tf.SpaceToBatchND``.

    Inputs:
        input: T
        block_shape: Tblock_shape
        paddings: Tpaddings

    Results:
        output: T

    Types:
        Tblock_shape: one of int32, int64
        Tpaddings: one of int32, int64
    """

def SpaceToDepth(input: TensorLike, *, block_size: int, data_format: str | bytes = 'NHWC', device: str | None = None) -> Tensor:
    """Moves blocks of ``block_size`` in space into the dimension of channels.

    The op ``tf.SpaceToDepth``.

    Inputs:
        input: T

    Attributes:
        block_size: int
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NCHW_VECT_C' (default 'NHWC')

    Results:
        output: T
    """

def SparseAdd(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike, b_values: TensorLike, b_shape: TensorLike, thresh: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The sum of two sparse tensors, without elements smaller than ``thresh``.

    The op ``tf.SparseAdd``.

    Inputs:
        a_indices: int64
        a_values: T
        a_shape: int64
        b_indices: int64
        b_values: T
        b_shape: int64
        thresh: Treal

    Results:
        sum_indices: int64
        sum_values: T
        sum_shape: int64

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Treal: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def SparseAddGrad(backprop_val_grad: TensorLike, a_indices: TensorLike, b_indices: TensorLike, sum_indices: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The gradients of SparseAdd.

    The op ``tf.SparseAddGrad``.

    Inputs:
        backprop_val_grad: T
        a_indices: int64
        b_indices: int64
        sum_indices: int64

    Results:
        a_val_grad: T
        b_val_grad: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseBincount(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, size: TensorLike, weights: TensorLike, *, binary_output: bool = False, device: str | None = None) -> Tensor:
    """How often each number below ``size`` occurs in a sparse tensor, or the sum of the weights where it does.

    The op ``tf.SparseBincount``.

    Inputs:
        indices: int64
        values: Tidx
        dense_shape: int64
        size: Tidx
        weights: T

    Attributes:
        binary_output: bool (default False)

    Results:
        output: T

    Types:
        Tidx: one of int32, int64
        T: one of int32, int64, float32, float64
    """

def SparseConcat(indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike], *, concat_dim: int, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Joins sparse tensors along ``concat_dim``.

    The op ``tf.SparseConcat``.

    Inputs:
        indices: list of int64
        values: list of T
        shapes: list of int64

    Attributes:
        concat_dim: int

    Results:
        output_indices: int64
        output_values: T
        output_shape: int64
    """

def SparseCountSparseOutput(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, weights: TensorLike, *, binary_output: bool, minlength: int = -1, maxlength: int = -1, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """How often each number occurs in each row of a sparse tensor, as a sparse tensor.

    The op ``tf.SparseCountSparseOutput``.

    Inputs:
        indices: int64
        values: T
        dense_shape: int64
        weights: output_type

    Attributes:
        minlength: int (default -1)
        maxlength: int (default -1)
        binary_output: bool

    Results:
        output_indices: int64
        output_values: output_type
        output_dense_shape: int64

    Types:
        T: one of int32, int64
        output_type: one of int32, int64, float32, float64
    """

def SparseCross(indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike], dense_inputs: Sequence[TensorLike], *, hashed_output: bool, num_buckets: int, hash_key: int, out_type: DTypeLike, internal_type: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """All combinations of a feature of each of several sparse and dense tensors, row by row, as text or hashes.

    The op ``tf.SparseCross``.

    Inputs:
        indices: list of int64
        values: list of sparse_types
        shapes: list of int64
        dense_inputs: list of dense_types

    Attributes:
        hashed_output: bool
        num_buckets: int
        hash_key: int
        out_type: DTypeLike, one of int64, string
        internal_type: DTypeLike, one of int64, string

    Results:
        output_indices: int64
        output_values: out_type
        output_shape: int64

    Types:
        sparse_types: one of int64, string
        dense_types: one of int64, string
    """

def SparseCrossV2(indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike], dense_inputs: Sequence[TensorLike], sep: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """All combinations of a feature of each of several sparse and dense tensors, row by row, as text with ``sep`` between them.

    The op ``tf.SparseCrossV2``.

    Inputs:
        indices: list of int64
        values: list of sparse_types
        shapes: list of int64
        dense_inputs: list of dense_types
        sep: string

    Results:
        output_indices: int64
        output_values: string
        output_shape: int64

    Types:
        sparse_types: one of int64, string
        dense_types: one of int64, string
    """

def SparseDenseCwiseAdd(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, dense: TensorLike, *, device: str | None = None) -> Tensor:
    """The values of a sparse tensor plus the elements of a dense one at their places.

    The op ``tf.SparseDenseCwiseAdd``.

    Inputs:
        sp_indices: int64
        sp_values: T
        sp_shape: int64
        dense: T

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseDenseCwiseDiv(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, dense: TensorLike, *, device: str | None = None) -> Tensor:
    """The values of a sparse tensor divided by the elements of a dense one at their places.

    The op ``tf.SparseDenseCwiseDiv``.

    Inputs:
        sp_indices: int64
        sp_values: T
        sp_shape: int64
        dense: T

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseDenseCwiseMul(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, dense: TensorLike, *, device: str | None = None) -> Tensor:
    """The values of a sparse tensor times the elements of a dense one at their places.

    The op ``tf.SparseDenseCwiseMul``.

    Inputs:
        sp_indices: int64
        sp_values: T
        sp_shape: int64
        dense: T

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseFillEmptyRows(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, default_value: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """A sparse tensor whose empty rows have ``default_value``.

    The op ``tf.SparseFillEmptyRows``.

    Inputs:
        indices: int64
        values: T
        dense_shape: int64
        default_value: T

    Results:
        output_indices: int64
        output_values: T
        empty_row_indicator: bool
        reverse_index_map: int64
    """

def SparseFillEmptyRowsGrad(reverse_index_map: TensorLike, grad_values: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The gradients of SparseFillEmptyRows.

    The op ``tf.SparseFillEmptyRowsGrad``.

    Inputs:
        reverse_index_map: int64
        grad_values: T

    Results:
        d_values: T
        d_default_value: T
    """

def SparseMatMul(a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, a_is_sparse: bool = False, b_is_sparse: bool = False, device: str | None = None) -> Tensor:
    """The product of two matrices of which many elements are zero.

    The op ``tf.SparseMatMul``.

    Inputs:
        a: Ta
        b: Tb

    Attributes:
        transpose_a: bool (default False)
        transpose_b: bool (default False)
        a_is_sparse: bool (default False)
        b_is_sparse: bool (default False)

    Results:
        product: float32

    Types:
        Ta: one of float32, bfloat16
        Tb: one of float32, bfloat16
    """

def SparseMatrixMatMul(a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False, adjoint_b: bool = False, transpose_output: bool = False, conjugate_output: bool = False, device: str | None = None) -> Tensor:
    """The product of sparse matrices and dense ones.

    The op ``tf.SparseMatrixMatMul``.

    Inputs:
        a: variant
        b: T

    Attributes:
        transpose_a: bool (default False)
        transpose_b: bool (default False)
        adjoint_a: bool (default False)
        adjoint_b: bool (default False)
        transpose_output: bool (default False)
        conjugate_output: bool (default False)

    Results:
        output: T
    """

def SparseMatrixNNZ(sparse_matrix: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of elements that are kept of a sparse matrix.

    The op ``tf.SparseMatrixNNZ``.

    Inputs:
        sparse_matrix: variant

    Results:
        nnz: int32
    """

def SparseMatrixSparseMatMul(a: TensorLike, b: TensorLike, *, type: DTypeLike, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False, adjoint_b: bool = False, device: str | None = None) -> Tensor:
    """The product of sparse matrices.

    The op ``tf.SparseMatrixSparseMatMul``.

    Inputs:
        a: variant
        b: variant

    Attributes:
        type: DTypeLike, one of float32, float64, complex64, complex128
        transpose_a: bool (default False)
        transpose_b: bool (default False)
        adjoint_a: bool (default False)
        adjoint_b: bool (default False)

    Results:
        c: variant
    """

def SparseMatrixTranspose(input: TensorLike, *, type: DTypeLike, conjugate: bool = False, device: str | None = None) -> Tensor:
    """Sparse matrices transposed.

    The op ``tf.SparseMatrixTranspose``.

    Inputs:
        input: variant

    Attributes:
        conjugate: bool (default False)
        type: DTypeLike, one of float32, float64, complex64, complex128

    Results:
        output: variant
    """

def SparseReduceMax(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The largest elements of a sparse tensor along ``reduction_axes``, as a dense tensor.

    The op ``tf.SparseReduceMax``.

    Inputs:
        input_indices: int64
        input_values: T
        input_shape: int64
        reduction_axes: int32

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def SparseReduceMaxSparse(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The largest elements of a sparse tensor along ``reduction_axes``, as a sparse tensor.

    The op ``tf.SparseReduceMaxSparse``.

    Inputs:
        input_indices: int64
        input_values: T
        input_shape: int64
        reduction_axes: int32

    Attributes:
        keep_dims: bool (default False)

    Results:
        output_indices: int64
        output_values: T
        output_shape: int64

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def SparseReduceSum(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The sum of the elements of a sparse tensor along ``reduction_axes``, as a dense tensor.

    The op ``tf.SparseReduceSum``.

    Inputs:
        input_indices: int64
        input_values: T
        input_shape: int64
        reduction_axes: int32

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseReduceSumSparse(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The sum of the elements of a sparse tensor along ``reduction_axes``, as a sparse tensor.

    The op ``tf.SparseReduceSumSparse``.

    Inputs:
        input_indices: int64
        input_values: T
        input_shape: int64
        reduction_axes: int32

    Attributes:
        keep_dims: bool (default False)

    Results:
        output_indices: int64
        output_values: T
        output_shape: int64

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseReorder(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """A sparse tensor with its elements in row-major order.

    The op ``tf.SparseReorder``.

    Inputs:
        input_indices: int64
        input_values: T
        input_shape: int64

    Results:
        output_indices: int64
        output_values: T
    """

def SparseReshape(input_indices: TensorLike, input_shape: TensorLike, new_shape: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The indices of a sparse tensor in another shape.

    The op ``tf.SparseReshape``.

    Inputs:
        input_indices: int64
        input_shape: int64
        new_shape: int64

    Results:
        output_indices: int64
        output_shape: int64
    """

def SparseSegmentMean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *, sparse_gradient: bool = False, device: str | None = None) -> Tensor:
    """The mean of the rows of ``data`` that ``indices`` lists, for each segment.

    The op ``tf.SparseSegmentMean``.

    Inputs:
        data: T
        indices: Tidx
        segment_ids: Tsegmentids

    Attributes:
        sparse_gradient: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentMeanGrad(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, output_dim0: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of SparseSegmentMean for its data.

    The op ``tf.SparseSegmentMeanGrad``.

    Inputs:
        grad: T
        indices: Tidx
        segment_ids: Tsegmentids
        output_dim0: int32

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentMeanGradV2(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, dense_output_dim0: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The gradient of SparseSegmentMean for the rows that it reads, and the numbers of these rows.

    The op ``tf.SparseSegmentMeanGradV2``.

    Inputs:
        grad: T
        indices: Tidx
        segment_ids: Tsegmentids
        dense_output_dim0: int32

    Results:
        output: T
        sorted_unique_indices: Tidx

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentMeanWithNumSegments(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, sparse_gradient: bool = False, device: str | None = None) -> Tensor:
    """The mean of the rows of ``data`` that ``indices`` lists, for each of ``num_segments`` segments.

    The op ``tf.SparseSegmentMeanWithNumSegments``.

    Inputs:
        data: T
        indices: Tidx
        segment_ids: Tsegmentids
        num_segments: Tnumsegments

    Attributes:
        sparse_gradient: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tnumsegments: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSqrtN(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *, sparse_gradient: bool = False, device: str | None = None) -> Tensor:
    """The sum of the rows of ``data`` that ``indices`` lists divided by the square root of their number, for each segment.

    The op ``tf.SparseSegmentSqrtN``.

    Inputs:
        data: T
        indices: Tidx
        segment_ids: Tsegmentids

    Attributes:
        sparse_gradient: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSqrtNGrad(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, output_dim0: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of SparseSegmentSqrtN for its data.

    The op ``tf.SparseSegmentSqrtNGrad``.

    Inputs:
        grad: T
        indices: Tidx
        segment_ids: Tsegmentids
        output_dim0: int32

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSqrtNGradV2(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, dense_output_dim0: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The gradient of SparseSegmentSqrtN for the rows that it reads, and the numbers of these rows.

    The op ``tf.SparseSegmentSqrtNGradV2``.

    Inputs:
        grad: T
        indices: Tidx
        segment_ids: Tsegmentids
        dense_output_dim0: int32

    Results:
        output: T
        sorted_unique_indices: Tidx

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSqrtNWithNumSegments(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, sparse_gradient: bool = False, device: str | None = None) -> Tensor:
    """The sum of the rows of ``data`` that ``indices`` lists divided by the square root of their number, for each of ``num_segments`` segments.

    The op ``tf.SparseSegmentSqrtNWithNumSegments``.

    Inputs:
        data: T
        indices: Tidx
        segment_ids: Tsegmentids
        num_segments: Tnumsegments

    Attributes:
        sparse_gradient: bool (default False)

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tnumsegments: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *, sparse_gradient: bool = False, device: str | None = None) -> Tensor:
    """The sum of the rows of ``data`` that ``indices`` lists, for each segment.

    The op ``tf.SparseSegmentSum``.

    Inputs:
        data: T
        indices: Tidx
        segment_ids: Tsegmentids

    Attributes:
        sparse_gradient: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSumGrad(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, output_dim0: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of SparseSegmentSum for its data.

    The op ``tf.SparseSegmentSumGrad``.

    Inputs:
        grad: T
        indices: Tidx
        segment_ids: Tsegmentids
        output_dim0: int32

    Results:
        output: T

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSumGradV2(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, dense_output_dim0: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The gradient of SparseSegmentSum for the rows that it reads, and the numbers of these rows.

    The op ``tf.SparseSegmentSumGradV2``.

    Inputs:
        grad: T
        indices: Tidx
        segment_ids: Tsegmentids
        dense_output_dim0: int32

    Results:
        output: T
        sorted_unique_indices: Tidx

    Types:
        T: one of bfloat16, float16, float32, float64
        Tidx: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSegmentSumWithNumSegments(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, sparse_gradient: bool = False, device: str | None = None) -> Tensor:
    """The sum of the rows of ``data`` that ``indices`` lists, for each of ``num_segments`` segments.

    The op ``tf.SparseSegmentSumWithNumSegments``.

    Inputs:
        data: T
        indices: Tidx
        segment_ids: Tsegmentids
        num_segments: Tnumsegments

    Attributes:
        sparse_gradient: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tidx: one of int32, int64
        Tnumsegments: one of int32, int64
        Tsegmentids: one of int32, int64
    """

def SparseSlice(indices: TensorLike, values: TensorLike, shape: TensorLike, start: TensorLike, size: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The part of a sparse tensor of the sizes ``size`` that begins at ``start``.

    The op ``tf.SparseSlice``.

    Inputs:
        indices: int64
        values: T
        shape: int64
        start: int64
        size: int64

    Results:
        output_indices: int64
        output_values: T
        output_shape: int64
    """

def SparseSliceGrad(backprop_val_grad: TensorLike, input_indices: TensorLike, input_start: TensorLike, output_indices: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of SparseSlice for the values.

    The op ``tf.SparseSliceGrad``.

    Inputs:
        backprop_val_grad: T
        input_indices: int64
        input_start: int64
        output_indices: int64

    Results:
        val_grad: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseSoftmax(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, *, device: str | None = None) -> Tensor:
    """The softmax of the last dimension of a sparse tensor over the elements that are there.

    The op ``tf.SparseSoftmax``.

    Inputs:
        sp_indices: int64
        sp_values: T
        sp_shape: int64

    Results:
        output: T

    Types:
        T: one of float16, float32, float64
    """

def SparseSoftmaxCrossEntropyWithLogits(features: TensorLike, labels: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The cross entropy of the softmax of ``features`` and the classes ``labels``, and its gradient.

    The op ``tf.SparseSoftmaxCrossEntropyWithLogits``.

    Inputs:
        features: T
        labels: Tlabels

    Results:
        loss: T
        backprop: T

    Types:
        T: one of float16, bfloat16, float32, float64
        Tlabels: one of int32, int64
    """

def SparseSparseMaximum(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike, b_values: TensorLike, b_shape: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The greater elements of two sparse tensors.

    The op ``tf.SparseSparseMaximum``.

    Inputs:
        a_indices: int64
        a_values: T
        a_shape: int64
        b_indices: int64
        b_values: T
        b_shape: int64

    Results:
        output_indices: int64
        output_values: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def SparseSparseMinimum(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike, b_values: TensorLike, b_shape: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The lesser elements of two sparse tensors.

    The op ``tf.SparseSparseMinimum``.

    Inputs:
        a_indices: int64
        a_values: T
        a_shape: int64
        b_indices: int64
        b_values: T
        b_shape: int64

    Results:
        output_indices: int64
        output_values: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
    """

def SparseSplit(split_dim: TensorLike, indices: TensorLike, values: TensorLike, shape: TensorLike, *, num_split: int, device: str | None = None) -> tuple[list[Tensor], list[Tensor], list[Tensor]]:
    """Equal parts of a sparse tensor along ``split_dim``.

    The op ``tf.SparseSplit``.

    Inputs:
        split_dim: int64
        indices: int64
        values: T
        shape: int64

    Attributes:
        num_split: int

    Results:
        output_indices: list of int64
        output_values: list of T
        output_shape: list of int64
    """

def SparseTensorDenseAdd(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b: TensorLike, *, device: str | None = None) -> Tensor:
    """The sum of a sparse tensor and a dense one.

    The op ``tf.SparseTensorDenseAdd``.

    Inputs:
        a_indices: Tindices
        a_values: T
        a_shape: Tindices
        b: T

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
    """

def SparseTensorDenseMatMul(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b: TensorLike, *, adjoint_a: bool = False, adjoint_b: bool = False, device: str | None = None) -> Tensor:
    """The product of a sparse matrix and a dense one.

    The op ``tf.SparseTensorDenseMatMul``.

    Inputs:
        a_indices: Tindices
        a_values: T
        a_shape: int64
        b: T

    Attributes:
        adjoint_a: bool (default False)
        adjoint_b: bool (default False)

    Results:
        product: T

    Types:
        Tindices: one of int32, int64
    """

def SparseTensorToCSRSparseMatrix(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, *, device: str | None = None) -> Tensor:
    """A sparse tensor as a sparse matrix, or a batch of them.

    The op ``tf.SparseTensorToCSRSparseMatrix``.

    Inputs:
        indices: int64
        values: T
        dense_shape: int64

    Results:
        sparse_matrix: variant

    Types:
        T: one of float32, float64, complex64, complex128
    """

def SparseToDense(sparse_indices: TensorLike, output_shape: TensorLike, sparse_values: TensorLike, default_value: TensorLike, *, validate_indices: bool = True, device: str | None = None) -> Tensor:
    """A dense tensor with ``sparse_values`` at ``sparse_indices`` and ``default_value`` elsewhere.

    The op ``tf.SparseToDense``.

    Inputs:
        sparse_indices: Tindices
        output_shape: Tindices
        sparse_values: T
        default_value: T

    Attributes:
        validate_indices: bool (default True)

    Results:
        dense: T

    Types:
        Tindices: one of int32, int64
    """

def SparseToSparseSetOperation(set1_indices: TensorLike, set1_values: TensorLike, set1_shape: TensorLike, set2_indices: TensorLike, set2_values: TensorLike, set2_shape: TensorLike, *, set_operation: str | bytes, validate_indices: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The union, intersection or difference of the sets in the last dimensions of two sparse tensors.

    The op ``tf.SparseToSparseSetOperation``.

    Inputs:
        set1_indices: int64
        set1_values: T
        set1_shape: int64
        set2_indices: int64
        set2_values: T
        set2_shape: int64

    Attributes:
        set_operation: str | bytes
        validate_indices: bool (default True)

    Results:
        result_indices: int64
        result_values: T
        result_shape: int64

    Types:
        T: one of int8, int16, int32, int64, uint8, uint16, string
    """

def Spence(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The dilogarithm of one minus each element.

    The op ``tf.Spence``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64
    """

def Split(split_dim: TensorLike, value: TensorLike, *, num_split: int, device: str | None = None) -> list[Tensor]:
    """Equal parts of ``value`` along ``split_dim``.

    The op ``tf.Split``.

    Inputs:
        split_dim: int32
        value: T

    Attributes:
        num_split: int

    Results:
        output: list of T
    """

def SplitV(value: TensorLike, size_splits: TensorLike, split_dim: TensorLike, *, num_split: int, device: str | None = None) -> list[Tensor]:
    """Parts of ``value`` of the sizes ``size_splits`` along ``split_dim``.

    The op ``tf.SplitV``.

    Inputs:
        value: T
        size_splits: Tlen
        split_dim: int32

    Attributes:
        num_split: int

    Results:
        output: list of T

    Types:
        Tlen: one of int8, int32, int64
    """

def Sqrt(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The square root of each element.

    The op ``tf.Sqrt``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def SqrtGrad(y: TensorLike, dy: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Sqrt, from its results.

    The op ``tf.SqrtGrad``.

    Inputs:
        y: T
        dy: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Square(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The square of each element.

    The op ``tf.Square``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128
    """

def SquaredDifference(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The square of the difference of ``x`` and ``y``, element by element.

    The op ``tf.SquaredDifference``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, int32, int64, complex64, complex128
    """

def Squeeze(input: TensorLike, *, squeeze_dims: Sequence[int] = (), device: str | None = None) -> Tensor:
    """Removes dimensions of size one: those of ``squeeze_dims``, or all.

    The op ``tf.Squeeze``.

    Inputs:
        input: T

    Attributes:
        squeeze_dims: Sequence[int] (default ())

    Results:
        output: T
    """

def StackCloseV2(handle: TensorLike, *, device: str | None = None) -> None:
    """Removes a stack.

    The op ``tf.StackCloseV2``. It has effects or reads state.

    Inputs:
        handle: resource
    """

def StackPopV2(handle: TensorLike, *, elem_type: DTypeLike, device: str | None = None) -> Tensor:
    """Takes the last tensor from a stack.

    The op ``tf.StackPopV2``. It has effects or reads state.

    Inputs:
        handle: resource

    Attributes:
        elem_type: DTypeLike

    Results:
        elem: elem_type
    """

def StackPushV2(handle: TensorLike, elem: TensorLike, *, swap_memory: bool = False, device: str | None = None) -> Tensor:
    """Puts a tensor on a stack.

    The op ``tf.StackPushV2``. It has effects or reads state.

    Inputs:
        handle: resource
        elem: T

    Attributes:
        swap_memory: bool (default False)

    Results:
        output: T
    """

def StackV2(max_size: TensorLike, *, elem_type: DTypeLike, stack_name: str | bytes = '', device: str | None = None) -> Tensor:
    """A new stack of tensors.

    The op ``tf.StackV2``. It has effects or reads state.

    Inputs:
        max_size: int32

    Attributes:
        elem_type: DTypeLike
        stack_name: str | bytes (default '')

    Results:
        handle: resource
    """

def StatefulRandomBinomial(resource: TensorLike, algorithm: TensorLike, shape: TensorLike, counts: TensorLike, probs: TensorLike, *, dtype: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """Random numbers of binomial distributions from a generator.

    The op ``tf.StatefulRandomBinomial``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        shape: S
        counts: T
        probs: T

    Attributes:
        dtype: DTypeLike, one of float16, float32, float64, int32, int64 (default 'int64')

    Results:
        output: dtype

    Types:
        S: one of int32, int64
        T: one of float16, float32, float64, int32, int64
    """

def StatefulStandardNormalV2(resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Random numbers of the standard normal distribution from a generator.

    The op ``tf.StatefulStandardNormalV2``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        shape: shape_dtype

    Attributes:
        dtype: DTypeLike (default 'float32')

    Results:
        output: dtype
    """

def StatefulTruncatedNormal(resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Random numbers of the standard normal distribution from a generator, none more than two deviations from the mean.

    The op ``tf.StatefulTruncatedNormal``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        shape: shape_dtype

    Attributes:
        dtype: DTypeLike (default 'float32')

    Results:
        output: dtype
    """

def StatefulUniform(resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Random numbers between zero and one, without one, from a generator.

    The op ``tf.StatefulUniform``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        shape: shape_dtype

    Attributes:
        dtype: DTypeLike (default 'float32')

    Results:
        output: dtype
    """

def StatefulUniformFullInt(resource: TensorLike, algorithm: TensorLike, shape: TensorLike, *, dtype: DTypeLike = 'uint64', device: str | None = None) -> Tensor:
    """Random integers of all values from a generator.

    The op ``tf.StatefulUniformFullInt``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        shape: shape_dtype

    Attributes:
        dtype: DTypeLike (default 'uint64')

    Results:
        output: dtype
    """

def StatefulUniformInt(resource: TensorLike, algorithm: TensorLike, shape: TensorLike, minval: TensorLike, maxval: TensorLike, *, device: str | None = None) -> Tensor:
    """Random integers from ``minval`` to ``maxval``, without it, from a generator.

    The op ``tf.StatefulUniformInt``. It has effects or reads state.

    Inputs:
        resource: resource
        algorithm: int64
        shape: shape_dtype
        minval: dtype
        maxval: dtype

    Results:
        output: dtype
    """

def StatelessMultinomial(logits: TensorLike, num_samples: TensorLike, seed: TensorLike, *, output_dtype: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """Classes of each row, whose logarithmic probabilities are ``logits``, that ``seed`` decides.

    The op ``tf.StatelessMultinomial``.

    Inputs:
        logits: T
        num_samples: int32
        seed: Tseed

    Attributes:
        output_dtype: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        output: output_dtype

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tseed: one of int32, int64
    """

def StatelessRandomBinomial(shape: TensorLike, seed: TensorLike, counts: TensorLike, probs: TensorLike, *, dtype: DTypeLike = 'int64', device: str | None = None) -> Tensor:
    """Numbers of binomial distributions that ``seed`` decides.

    The op ``tf.StatelessRandomBinomial``.

    Inputs:
        shape: S
        seed: Tseed
        counts: T
        probs: T

    Attributes:
        dtype: DTypeLike, one of float16, float32, float64, int32, int64 (default 'int64')

    Results:
        output: dtype

    Types:
        S: one of int32, int64
        Tseed: one of int32, int64
        T: one of float16, float32, float64, int32, int64
    """

def StatelessRandomGammaV2(shape: TensorLike, seed: TensorLike, alpha: TensorLike, *, device: str | None = None) -> Tensor:
    """Numbers of gamma distributions that ``seed`` decides.

    The op ``tf.StatelessRandomGammaV2``.

    Inputs:
        shape: T
        seed: Tseed
        alpha: dtype

    Results:
        output: dtype

    Types:
        dtype: one of float16, float32, float64
        T: one of int32, int64
        Tseed: one of int32, int64
    """

def StatelessRandomGammaV3(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, alpha: TensorLike, *, device: str | None = None) -> Tensor:
    """Numbers of gamma distributions that a key and a counter decide.

    The op ``tf.StatelessRandomGammaV3``.

    Inputs:
        shape: shape_dtype
        key: uint64
        counter: uint64
        alg: int32
        alpha: dtype

    Results:
        output: dtype

    Types:
        dtype: one of float16, float32, float64
        shape_dtype: one of int32, int64
    """

def StatelessRandomGetAlg(*, device: str | None = None) -> Tensor:
    """The algorithm of random numbers that is the device's own.

    The op ``tf.StatelessRandomGetAlg``. It has effects or reads state.

    Results:
        alg: int32
    """

def StatelessRandomGetKeyCounter(seed: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """A key and a counter of the random numbers of ``seed``.

    The op ``tf.StatelessRandomGetKeyCounter``.

    Inputs:
        seed: Tseed

    Results:
        key: uint64
        counter: uint64

    Types:
        Tseed: one of int32, int64
    """

def StatelessRandomGetKeyCounterAlg(seed: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """A key, a counter and the algorithm of the random numbers of ``seed``.

    The op ``tf.StatelessRandomGetKeyCounterAlg``.

    Inputs:
        seed: Tseed

    Results:
        key: uint64
        counter: uint64
        alg: int32

    Types:
        Tseed: one of int32, int64
    """

def StatelessRandomNormal(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Numbers of the standard normal distribution that ``seed`` decides.

    The op ``tf.StatelessRandomNormal``.

    Inputs:
        shape: T
        seed: Tseed

    Attributes:
        dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: dtype

    Types:
        T: one of int32, int64
        Tseed: one of int32, int64
    """

def StatelessRandomNormalV2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Numbers of the standard normal distribution that a key and a counter decide.

    The op ``tf.StatelessRandomNormalV2``.

    Inputs:
        shape: Tshape
        key: uint64
        counter: uint64
        alg: int32

    Attributes:
        dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: dtype

    Types:
        Tshape: one of int32, int64
    """

def StatelessRandomPoisson(shape: TensorLike, seed: TensorLike, lam: TensorLike, *, dtype: DTypeLike, device: str | None = None) -> Tensor:
    """Numbers of Poisson distributions that ``seed`` decides.

    The op ``tf.StatelessRandomPoisson``.

    Inputs:
        shape: T
        seed: Tseed
        lam: Rtype

    Attributes:
        dtype: DTypeLike, one of float16, float32, float64, int32, int64

    Results:
        output: dtype

    Types:
        Rtype: one of float16, float32, float64, int32, int64
        T: one of int32, int64
        Tseed: one of int32, int64
    """

def StatelessRandomUniform(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Numbers between zero and one, without one, that ``seed`` decides.

    The op ``tf.StatelessRandomUniform``.

    Inputs:
        shape: T
        seed: Tseed

    Attributes:
        dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: dtype

    Types:
        T: one of int32, int64
        Tseed: one of int32, int64
    """

def StatelessRandomUniformFullInt(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = 'uint64', device: str | None = None) -> Tensor:
    """Integers of all values that ``seed`` decides.

    The op ``tf.StatelessRandomUniformFullInt``.

    Inputs:
        shape: T
        seed: Tseed

    Attributes:
        dtype: DTypeLike, one of int32, int64, uint32, uint64 (default 'uint64')

    Results:
        output: dtype

    Types:
        T: one of int32, int64
        Tseed: one of int32, int64, uint32, uint64
    """

def StatelessRandomUniformFullIntV2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = 'uint64', device: str | None = None) -> Tensor:
    """Integers of all values that a key and a counter decide.

    The op ``tf.StatelessRandomUniformFullIntV2``.

    Inputs:
        shape: Tshape
        key: uint64
        counter: uint64
        alg: int32

    Attributes:
        dtype: DTypeLike, one of int32, int64, uint32, uint64 (default 'uint64')

    Results:
        output: dtype

    Types:
        Tshape: one of int32, int64
    """

def StatelessRandomUniformInt(shape: TensorLike, seed: TensorLike, minval: TensorLike, maxval: TensorLike, *, device: str | None = None) -> Tensor:
    """Integers from ``minval`` to ``maxval``, without it, that ``seed`` decides.

    The op ``tf.StatelessRandomUniformInt``.

    Inputs:
        shape: T
        seed: Tseed
        minval: dtype
        maxval: dtype

    Results:
        output: dtype

    Types:
        dtype: one of int32, int64
        T: one of int32, int64
        Tseed: one of int32, int64
    """

def StatelessRandomUniformIntV2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, minval: TensorLike, maxval: TensorLike, *, device: str | None = None) -> Tensor:
    """Integers from ``minval`` to ``maxval``, without it, that a key and a counter decide.

    The op ``tf.StatelessRandomUniformIntV2``.

    Inputs:
        shape: Tshape
        key: uint64
        counter: uint64
        alg: int32
        minval: dtype
        maxval: dtype

    Results:
        output: dtype

    Types:
        dtype: one of int32, int64, uint32, uint64
        Tshape: one of int32, int64
    """

def StatelessRandomUniformV2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Numbers between zero and one, without one, that a key and a counter decide.

    The op ``tf.StatelessRandomUniformV2``.

    Inputs:
        shape: Tshape
        key: uint64
        counter: uint64
        alg: int32

    Attributes:
        dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: dtype

    Types:
        Tshape: one of int32, int64
    """

def StatelessShuffle(value: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, device: str | None = None) -> Tensor:
    """The rows of ``value`` in an order that a key and a counter decide.

    The op ``tf.StatelessShuffle``.

    Inputs:
        value: T
        key: uint64
        counter: uint64
        alg: int32

    Results:
        output: T
    """

def StatelessTruncatedNormal(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Numbers of the standard normal distribution, none more than two deviations from the mean, that ``seed`` decides.

    The op ``tf.StatelessTruncatedNormal``.

    Inputs:
        shape: T
        seed: Tseed

    Attributes:
        dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: dtype

    Types:
        T: one of int32, int64
        Tseed: one of int32, int64
    """

def StatelessTruncatedNormalV2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *, dtype: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """Numbers of the standard normal distribution, none more than two deviations from the mean, that a key and a counter decide.

    The op ``tf.StatelessTruncatedNormalV2``.

    Inputs:
        shape: Tshape
        key: uint64
        counter: uint64
        alg: int32

    Attributes:
        dtype: DTypeLike, one of float16, bfloat16, float32, float64 (default 'float32')

    Results:
        output: dtype

    Types:
        Tshape: one of int32, int64
    """

def StaticRegexFullMatch(input: TensorLike, *, pattern: str | bytes, device: str | None = None) -> Tensor:
    """Whether each string as a whole matches ``pattern``.

    The op ``tf.StaticRegexFullMatch``.

    Inputs:
        input: string

    Attributes:
        pattern: str | bytes

    Results:
        output: bool
    """

def StaticRegexReplace(input: TensorLike, *, pattern: str | bytes, rewrite: str | bytes, replace_global: bool = True, device: str | None = None) -> Tensor:
    """Replaces the matches of ``pattern`` in each string by ``rewrite``.

    The op ``tf.StaticRegexReplace``.

    Inputs:
        input: string

    Attributes:
        pattern: str | bytes
        rewrite: str | bytes
        replace_global: bool (default True)

    Results:
        output: string
    """

def StopGradient(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The operand as it is; its gradient is zero.

    The op ``tf.StopGradient``.

    Inputs:
        input: T

    Results:
        output: T
    """

def StridedSlice(input: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, *, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, device: str | None = None) -> Tensor:
    """The elements of ``input`` from ``begin`` to ``end`` in steps of ``strides``; the masks say which ends are open and which dimensions appear or disappear.

    The op ``tf.StridedSlice``.

    Inputs:
        input: T
        begin: Index
        end: Index
        strides: Index

    Attributes:
        begin_mask: int (default 0)
        end_mask: int (default 0)
        ellipsis_mask: int (default 0)
        new_axis_mask: int (default 0)
        shrink_axis_mask: int (default 0)

    Results:
        output: T

    Types:
        Index: one of int16, int32, int64
    """

def StridedSliceGrad(shape: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, dy: TensorLike, *, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, device: str | None = None) -> Tensor:
    """The gradient of StridedSlice: zeros with ``dy`` at the elements that it took.

    The op ``tf.StridedSliceGrad``.

    Inputs:
        shape: Index
        begin: Index
        end: Index
        strides: Index
        dy: T

    Attributes:
        begin_mask: int (default 0)
        end_mask: int (default 0)
        ellipsis_mask: int (default 0)
        new_axis_mask: int (default 0)
        shrink_axis_mask: int (default 0)

    Results:
        output: T

    Types:
        Index: one of int32, int64
    """

def StringFormat(inputs: Sequence[TensorLike], *, template: str | bytes = '%s', placeholder: str | bytes = '%s', summarize: int = 3, device: str | None = None) -> Tensor:
    """A text with tensors at the places that ``placeholder`` marks.

    The op ``tf.StringFormat``.

    Inputs:
        inputs: list of T

    Attributes:
        template: str | bytes (default '%s')
        placeholder: str | bytes (default '%s')
        summarize: int (default 3)

    Results:
        output: string
    """

def StringJoin(inputs: Sequence[TensorLike], *, separator: str | bytes = '', device: str | None = None) -> Tensor:
    """Joins strings, element by element, with ``separator`` between them.

    The op ``tf.StringJoin``.

    Inputs:
        inputs: list of string

    Attributes:
        separator: str | bytes (default '')

    Results:
        output: string
    """

def StringLength(input: TensorLike, *, unit: str | bytes = 'BYTE', device: str | None = None) -> Tensor:
    """The length of each string in bytes, or in characters of UTF-8.

    The op ``tf.StringLength``.

    Inputs:
        input: string

    Attributes:
        unit: str | bytes, one of 'BYTE', 'UTF8_CHAR' (default 'BYTE')

    Results:
        output: int32
    """

def StringLower(input: TensorLike, *, encoding: str | bytes = '', device: str | None = None) -> Tensor:
    """Each string in lower case.

    The op ``tf.StringLower``.

    Inputs:
        input: string

    Attributes:
        encoding: str | bytes (default '')

    Results:
        output: string
    """

def StringNGrams(data: TensorLike, data_splits: TensorLike, *, separator: str | bytes, ngram_widths: Sequence[int], left_pad: str | bytes, right_pad: str | bytes, pad_width: int, preserve_short_sequences: bool, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The n-grams of the strings of each row.

    The op ``tf.StringNGrams``.

    Inputs:
        data: string
        data_splits: Tsplits

    Attributes:
        separator: str | bytes
        ngram_widths: Sequence[int]
        left_pad: str | bytes
        right_pad: str | bytes
        pad_width: int
        preserve_short_sequences: bool

    Results:
        ngrams: string
        ngrams_splits: Tsplits

    Types:
        Tsplits: one of int32, int64
    """

def StringSplit(input: TensorLike, delimiter: TensorLike, *, skip_empty: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The parts of each string between delimiters, as a sparse tensor.

    The op ``tf.StringSplit``.

    Inputs:
        input: string
        delimiter: string

    Attributes:
        skip_empty: bool (default True)

    Results:
        indices: int64
        values: string
        shape: int64
    """

def StringSplitV2(input: TensorLike, sep: TensorLike, *, maxsplit: int = -1, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The parts of each string between separators, as a sparse tensor.

    The op ``tf.StringSplitV2``.

    Inputs:
        input: string
        sep: string

    Attributes:
        maxsplit: int (default -1)

    Results:
        indices: int64
        values: string
        shape: int64
    """

def StringStrip(input: TensorLike, *, device: str | None = None) -> Tensor:
    """Each string without white space at its ends.

    The op ``tf.StringStrip``.

    Inputs:
        input: string

    Results:
        output: string
    """

def StringToHashBucket(string_tensor: TensorLike, *, num_buckets: int, device: str | None = None) -> Tensor:
    """A hash of each string, below ``num_buckets``.

    The op ``tf.StringToHashBucket``.

    Inputs:
        string_tensor: string

    Attributes:
        num_buckets: int

    Results:
        output: int64
    """

def StringToHashBucketFast(input: TensorLike, *, num_buckets: int, device: str | None = None) -> Tensor:
    """A hash of each string, below ``num_buckets``, that is computed fast.

    The op ``tf.StringToHashBucketFast``.

    Inputs:
        input: string

    Attributes:
        num_buckets: int

    Results:
        output: int64
    """

def StringToHashBucketStrong(input: TensorLike, *, num_buckets: int, key: Sequence[int], device: str | None = None) -> Tensor:
    """A hash of each string, below ``num_buckets``, by a secret key.

    The op ``tf.StringToHashBucketStrong``.

    Inputs:
        input: string

    Attributes:
        num_buckets: int
        key: Sequence[int]

    Results:
        output: int64
    """

def StringToNumber(string_tensor: TensorLike, *, out_type: DTypeLike = 'float32', device: str | None = None) -> Tensor:
    """The number that each string says.

    The op ``tf.StringToNumber``.

    Inputs:
        string_tensor: string

    Attributes:
        out_type: DTypeLike, one of float32, float64, int32, int64, uint32, uint64 (default 'float32')

    Results:
        output: out_type
    """

def StringUpper(input: TensorLike, *, encoding: str | bytes = '', device: str | None = None) -> Tensor:
    """Each string in upper case.

    The op ``tf.StringUpper``.

    Inputs:
        input: string

    Attributes:
        encoding: str | bytes (default '')

    Results:
        output: string
    """

def Sub(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The difference of ``x`` and ``y``, element by element.

    The op ``tf.Sub``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, uint16, int16, int32, int64, complex64, complex128, uint32, uint64
    """

def Substr(input: TensorLike, pos: TensorLike, len: TensorLike, *, unit: str | bytes = 'BYTE', device: str | None = None) -> Tensor:
    """The part of each string of the length ``len`` that begins at ``pos``.

    The op ``tf.Substr``.

    Inputs:
        input: string
        pos: T
        len: T

    Attributes:
        unit: str | bytes, one of 'BYTE', 'UTF8_CHAR' (default 'BYTE')

    Results:
        output: string

    Types:
        T: one of int32, int64
    """

def Sum(input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, device: str | None = None) -> Tensor:
    """The sum of the elements along ``reduction_indices``.

    The op ``tf.Sum``.

    Inputs:
        input: T
        reduction_indices: Tidx

    Attributes:
        keep_dims: bool (default False)

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tidx: one of int32, int64
    """

def Svd(input: TensorLike, *, compute_uv: bool = True, full_matrices: bool = False, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The singular values and singular vectors of each matrix.

    The op ``tf.Svd``.

    Inputs:
        input: T

    Attributes:
        compute_uv: bool (default True)
        full_matrices: bool (default False)

    Results:
        s: T
        u: T
        v: T

    Types:
        T: one of float64, float32, float16, complex64, complex128
    """

def Tan(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The tangent of each element, which is in radians.

    The op ``tf.Tan``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def Tanh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The hyperbolic tangent of each element.

    The op ``tf.Tanh``.

    Inputs:
        x: T

    Results:
        y: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def TanhGrad(y: TensorLike, dy: TensorLike, *, device: str | None = None) -> Tensor:
    """The gradient of Tanh, from its results.

    The op ``tf.TanhGrad``.

    Inputs:
        y: T
        dy: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, complex64, complex128
    """

def TensorArrayCloseV3(handle: TensorLike, *, device: str | None = None) -> None:
    """Removes an array of tensors.

    The op ``tf.TensorArrayCloseV3``. It has effects or reads state.

    Inputs:
        handle: resource
    """

def TensorArrayConcatV3(handle: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, element_shape_except0: Sequence[int | None] | None = None, device: str | None = None) -> tuple[Tensor, Tensor]:
    """Joins the tensors of an array along the first dimension.

    The op ``tf.TensorArrayConcatV3``. It has effects or reads state.

    Inputs:
        handle: resource
        flow_in: float32

    Attributes:
        dtype: DTypeLike
        element_shape_except0: Sequence[int | None] | None (default None)

    Results:
        value: dtype
        lengths: int64
    """

def TensorArrayGatherV3(handle: TensorLike, indices: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, element_shape: Sequence[int | None] | None = None, device: str | None = None) -> Tensor:
    """Stacks the tensors of an array that ``indices`` lists.

    The op ``tf.TensorArrayGatherV3``. It has effects or reads state.

    Inputs:
        handle: resource
        indices: int32
        flow_in: float32

    Attributes:
        dtype: DTypeLike
        element_shape: Sequence[int | None] | None (default None)

    Results:
        value: dtype
    """

def TensorArrayGradV3(handle: TensorLike, flow_in: TensorLike, *, source: str | bytes, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The array of gradients that belongs to an array of tensors.

    The op ``tf.TensorArrayGradV3``. It has effects or reads state.

    Inputs:
        handle: resource
        flow_in: float32

    Attributes:
        source: str | bytes

    Results:
        grad_handle: resource
        flow_out: float32
    """

def TensorArrayGradWithShape(handle: TensorLike, flow_in: TensorLike, shape_to_prepend: TensorLike, *, source: str | bytes, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The array of gradients that belongs to an array of tensors, whose elements have more dimensions.

    The op ``tf.TensorArrayGradWithShape``. It has effects or reads state.

    Inputs:
        handle: resource
        flow_in: float32
        shape_to_prepend: int32

    Attributes:
        source: str | bytes

    Results:
        grad_handle: resource
        flow_out: float32
    """

def TensorArrayReadV3(handle: TensorLike, index: TensorLike, flow_in: TensorLike, *, dtype: DTypeLike, device: str | None = None) -> Tensor:
    """The tensor of an array at ``index``.

    The op ``tf.TensorArrayReadV3``. It has effects or reads state.

    Inputs:
        handle: resource
        index: int32
        flow_in: float32

    Attributes:
        dtype: DTypeLike

    Results:
        value: dtype
    """

def TensorArrayScatterV3(handle: TensorLike, indices: TensorLike, value: TensorLike, flow_in: TensorLike, *, device: str | None = None) -> Tensor:
    """Sets the tensors of an array that ``indices`` lists to the rows of ``value``.

    The op ``tf.TensorArrayScatterV3``. It has effects or reads state.

    Inputs:
        handle: resource
        indices: int32
        value: T
        flow_in: float32

    Results:
        flow_out: float32
    """

def TensorArraySizeV3(handle: TensorLike, flow_in: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of tensors of an array.

    The op ``tf.TensorArraySizeV3``. It has effects or reads state.

    Inputs:
        handle: resource
        flow_in: float32

    Results:
        size: int32
    """

def TensorArraySplitV3(handle: TensorLike, value: TensorLike, lengths: TensorLike, flow_in: TensorLike, *, device: str | None = None) -> Tensor:
    """Sets the tensors of an array to parts of ``value`` of these lengths.

    The op ``tf.TensorArraySplitV3``. It has effects or reads state.

    Inputs:
        handle: resource
        value: T
        lengths: int64
        flow_in: float32

    Results:
        flow_out: float32
    """

def TensorArrayV3(size: TensorLike, *, dtype: DTypeLike, element_shape: Sequence[int | None] | None = None, dynamic_size: bool = False, clear_after_read: bool = True, identical_element_shapes: bool = False, tensor_array_name: str | bytes = '', device: str | None = None) -> tuple[Tensor, Tensor]:
    """A new array of tensors.

    The op ``tf.TensorArrayV3``. It has effects or reads state.

    Inputs:
        size: int32

    Attributes:
        dtype: DTypeLike
        element_shape: Sequence[int | None] | None (default None)
        dynamic_size: bool (default False)
        clear_after_read: bool (default True)
        identical_element_shapes: bool (default False)
        tensor_array_name: str | bytes (default '')

    Results:
        handle: resource
        flow: float32
    """

def TensorArrayWriteV3(handle: TensorLike, index: TensorLike, value: TensorLike, flow_in: TensorLike, *, device: str | None = None) -> Tensor:
    """Sets the tensor of an array at ``index``.

    The op ``tf.TensorArrayWriteV3``. It has effects or reads state.

    Inputs:
        handle: resource
        index: int32
        value: T
        flow_in: float32

    Results:
        flow_out: float32
    """

def TensorListConcatLists(input_a: TensorLike, input_b: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """Joins two lists of tensors, or each pair of two tensors of lists.

    The op ``tf.TensorListConcatLists``.

    Inputs:
        input_a: variant
        input_b: variant

    Attributes:
        element_dtype: DTypeLike

    Results:
        output: variant
    """

def TensorListConcatV2(input_handle: TensorLike, element_shape: TensorLike, leading_dims: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor]:
    """Joins the tensors of a list along the first dimension.

    The op ``tf.TensorListConcatV2``.

    Inputs:
        input_handle: variant
        element_shape: shape_type
        leading_dims: int64

    Attributes:
        element_dtype: DTypeLike

    Results:
        tensor: element_dtype
        lengths: int64

    Types:
        shape_type: one of int32, int64
    """

def TensorListElementShape(input_handle: TensorLike, *, shape_type: DTypeLike, device: str | None = None) -> Tensor:
    """The shape of the tensors of a list.

    The op ``tf.TensorListElementShape``.

    Inputs:
        input_handle: variant

    Attributes:
        shape_type: DTypeLike, one of int32, int64

    Results:
        element_shape: shape_type
    """

def TensorListFromTensor(tensor: TensorLike, element_shape: TensorLike, *, device: str | None = None) -> Tensor:
    """The rows of a tensor as a list.

    The op ``tf.TensorListFromTensor``.

    Inputs:
        tensor: element_dtype
        element_shape: shape_type

    Results:
        output_handle: variant

    Types:
        shape_type: one of int32, int64
    """

def TensorListGather(input_handle: TensorLike, indices: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """Stacks the tensors of a list that ``indices`` lists.

    The op ``tf.TensorListGather``.

    Inputs:
        input_handle: variant
        indices: int32
        element_shape: int32

    Attributes:
        element_dtype: DTypeLike

    Results:
        values: element_dtype
    """

def TensorListGetItem(input_handle: TensorLike, index: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """The tensor of a list at ``index``.

    The op ``tf.TensorListGetItem``.

    Inputs:
        input_handle: variant
        index: int32
        element_shape: Tshape

    Attributes:
        element_dtype: DTypeLike

    Results:
        item: element_dtype

    Types:
        Tshape: one of int32, int64
    """

def TensorListLength(input_handle: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of tensors of a list.

    The op ``tf.TensorListLength``.

    Inputs:
        input_handle: variant

    Results:
        length: int32
    """

def TensorListPopBack(input_handle: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> tuple[Tensor, Tensor]:
    """A list without its last tensor, and that tensor.

    The op ``tf.TensorListPopBack``.

    Inputs:
        input_handle: variant
        element_shape: int32

    Attributes:
        element_dtype: DTypeLike

    Results:
        output_handle: variant
        tensor: element_dtype
    """

def TensorListPushBack(input_handle: TensorLike, tensor: TensorLike, *, device: str | None = None) -> Tensor:
    """A list with a tensor more at its end.

    The op ``tf.TensorListPushBack``.

    Inputs:
        input_handle: variant
        tensor: element_dtype

    Results:
        output_handle: variant
    """

def TensorListReserve(element_shape: TensorLike, num_elements: TensorLike, *, element_dtype: DTypeLike, device: str | None = None) -> Tensor:
    """A list of so many tensors that are not there yet.

    The op ``tf.TensorListReserve``.

    Inputs:
        element_shape: shape_type
        num_elements: int32

    Attributes:
        element_dtype: DTypeLike

    Results:
        handle: variant

    Types:
        shape_type: one of int32, int64
    """

def TensorListResize(input_handle: TensorLike, size: TensorLike, *, device: str | None = None) -> Tensor:
    """A list cut or extended to ``size``.

    The op ``tf.TensorListResize``.

    Inputs:
        input_handle: variant
        size: int32

    Results:
        output_handle: variant
    """

def TensorListScatter(tensor: TensorLike, indices: TensorLike, element_shape: TensorLike, *, device: str | None = None) -> Tensor:
    """A list with the rows of a tensor at the places that ``indices`` lists.

    The op ``tf.TensorListScatter``.

    Inputs:
        tensor: element_dtype
        indices: int32
        element_shape: shape_type

    Results:
        output_handle: variant

    Types:
        shape_type: one of int32, int64
    """

def TensorListScatterIntoExistingList(input_handle: TensorLike, tensor: TensorLike, indices: TensorLike, *, device: str | None = None) -> Tensor:
    """A list in which the rows of a tensor replace the tensors that ``indices`` lists.

    The op ``tf.TensorListScatterIntoExistingList``.

    Inputs:
        input_handle: variant
        tensor: element_dtype
        indices: int32

    Results:
        output_handle: variant
    """

def TensorListScatterV2(tensor: TensorLike, indices: TensorLike, element_shape: TensorLike, num_elements: TensorLike, *, device: str | None = None) -> Tensor:
    """A list of ``num_elements`` with the rows of a tensor at the places that ``indices`` lists.

    The op ``tf.TensorListScatterV2``.

    Inputs:
        tensor: element_dtype
        indices: int32
        element_shape: shape_type
        num_elements: int32

    Results:
        output_handle: variant

    Types:
        shape_type: one of int32, int64
    """

def TensorListSetItem(input_handle: TensorLike, index: TensorLike, item: TensorLike, *, resize_if_index_out_of_bounds: bool = False, device: str | None = None) -> Tensor:
    """A list with another tensor at ``index``.

    The op ``tf.TensorListSetItem``.

    Inputs:
        input_handle: variant
        index: int32
        item: element_dtype

    Attributes:
        resize_if_index_out_of_bounds: bool (default False)

    Results:
        output_handle: variant
    """

def TensorListSplit(tensor: TensorLike, element_shape: TensorLike, lengths: TensorLike, *, device: str | None = None) -> Tensor:
    """A list of parts of a tensor of these lengths.

    The op ``tf.TensorListSplit``.

    Inputs:
        tensor: element_dtype
        element_shape: shape_type
        lengths: int64

    Results:
        output_handle: variant

    Types:
        shape_type: one of int32, int64
    """

def TensorListStack(input_handle: TensorLike, element_shape: TensorLike, *, element_dtype: DTypeLike, num_elements: int = -1, device: str | None = None) -> Tensor:
    """Stacks the tensors of a list along a new first dimension.

    The op ``tf.TensorListStack``.

    Inputs:
        input_handle: variant
        element_shape: int32

    Attributes:
        element_dtype: DTypeLike
        num_elements: int (default -1)

    Results:
        tensor: element_dtype
    """

def TensorScatterAdd(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """A copy of ``tensor`` with ``updates`` added at the places that ``indices`` says.

    The op ``tf.TensorScatterAdd``.

    Inputs:
        tensor: T
        indices: Tindices
        updates: T

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: T

    Types:
        Tindices: one of int32, int64
    """

def TensorScatterMax(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """A copy of ``tensor`` with the greater of its elements and of ``updates`` at the places that ``indices`` says.

    The op ``tf.TensorScatterMax``.

    Inputs:
        tensor: T
        indices: Tindices
        updates: T

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: T

    Types:
        Tindices: one of int32, int64
    """

def TensorScatterMin(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """A copy of ``tensor`` with the lesser of its elements and of ``updates`` at the places that ``indices`` says.

    The op ``tf.TensorScatterMin``.

    Inputs:
        tensor: T
        indices: Tindices
        updates: T

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: T

    Types:
        Tindices: one of int32, int64
    """

def TensorScatterSub(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """A copy of ``tensor`` with ``updates`` subtracted at the places that ``indices`` says.

    The op ``tf.TensorScatterSub``.

    Inputs:
        tensor: T
        indices: Tindices
        updates: T

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: T

    Types:
        Tindices: one of int32, int64
    """

def TensorScatterUpdate(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *, bad_indices_policy: str | bytes = '', device: str | None = None) -> Tensor:
    """A copy of ``tensor`` with ``updates`` at the places that ``indices`` says.

    The op ``tf.TensorScatterUpdate``.

    Inputs:
        tensor: T
        indices: Tindices
        updates: T

    Attributes:
        bad_indices_policy: str | bytes (default '')

    Results:
        output: T

    Types:
        Tindices: one of int16, int32, int64, uint16
    """

def TensorStridedSliceUpdate(input: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, value: TensorLike, *, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0, device: str | None = None) -> Tensor:
    """A copy of ``input`` in which ``value`` replaces the elements from ``begin`` to ``end`` in steps of ``strides``.

    The op ``tf.TensorStridedSliceUpdate``.

    Inputs:
        input: T
        begin: Index
        end: Index
        strides: Index
        value: T

    Attributes:
        begin_mask: int (default 0)
        end_mask: int (default 0)
        ellipsis_mask: int (default 0)
        new_axis_mask: int (default 0)
        shrink_axis_mask: int (default 0)

    Results:
        output: T

    Types:
        Index: one of int32, int64
    """

def Tile(input: TensorLike, multiples: TensorLike, *, device: str | None = None) -> Tensor:
    """Repeats ``input`` along each dimension as often as ``multiples`` says.

    The op ``tf.Tile``.

    Inputs:
        input: T
        multiples: Tmultiples

    Results:
        output: T

    Types:
        Tmultiples: one of int32, int64
    """

def Timestamp(*, device: str | None = None) -> Tensor:
    """The time in seconds since 1970.

    The op ``tf.Timestamp``. It has effects or reads state.

    Results:
        ts: float64
    """

def TopK(input: TensorLike, *, k: int, sorted: bool = True, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The ``k`` largest elements of the last dimension and their indices.

    The op ``tf.TopK``.

    Inputs:
        input: T

    Attributes:
        k: int
        sorted: bool (default True)

    Results:
        values: T
        indices: int32

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
    """

def TopKV2(input: TensorLike, k: TensorLike, *, sorted: bool = True, index_type: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The ``k`` largest elements of the last dimension and their indices.

    The op ``tf.TopKV2``.

    Inputs:
        input: T
        k: Tk

    Attributes:
        sorted: bool (default True)
        index_type: DTypeLike, one of int16, int32, int64 (default 'int32')

    Results:
        values: T
        indices: index_type

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tk: one of int16, int32, int64
    """

def Transpose(x: TensorLike, perm: TensorLike, *, device: str | None = None) -> Tensor:
    """The dimensions of ``x`` in the order that ``perm`` says.

    The op ``tf.Transpose``.

    Inputs:
        x: T
        perm: Tperm

    Results:
        y: T

    Types:
        Tperm: one of int32, int64
    """

def TridiagonalMatMul(superdiag: TensorLike, maindiag: TensorLike, subdiag: TensorLike, rhs: TensorLike, *, device: str | None = None) -> Tensor:
    """The product of tridiagonal matrices, which three diagonals give, and dense ones.

    The op ``tf.TridiagonalMatMul``.

    Inputs:
        superdiag: T
        maindiag: T
        subdiag: T
        rhs: T

    Results:
        output: T

    Types:
        T: one of float64, float32, complex64, complex128
    """

def TridiagonalSolve(diagonals: TensorLike, rhs: TensorLike, *, partial_pivoting: bool = True, perturb_singular: bool = False, device: str | None = None) -> Tensor:
    """The solutions of systems of linear equations with tridiagonal matrices.

    The op ``tf.TridiagonalSolve``.

    Inputs:
        diagonals: T
        rhs: T

    Attributes:
        partial_pivoting: bool (default True)
        perturb_singular: bool (default False)

    Results:
        output: T

    Types:
        T: one of float64, float32, complex64, complex128
    """

def TruncateDiv(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y`` rounded toward zero, element by element.

    The op ``tf.TruncateDiv``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of bfloat16, float16, float32, float64, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128
    """

def TruncateMod(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The remainder of dividing ``x`` by ``y``, with the sign of ``x``, element by element.

    The op ``tf.TruncateMod``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of int32, int64, bfloat16, float16, float32, float64
    """

def TruncatedNormal(shape: TensorLike, *, dtype: DTypeLike, seed: int = 0, seed2: int = 0, device: str | None = None) -> Tensor:
    """Random numbers of the standard normal distribution, none more than two deviations from the mean.

    The op ``tf.TruncatedNormal``. It has effects or reads state.

    Inputs:
        shape: T

    Attributes:
        seed: int (default 0)
        seed2: int (default 0)
        dtype: DTypeLike, one of float16, bfloat16, float32, float64

    Results:
        output: dtype

    Types:
        T: one of int32, int64
    """

def UnicodeDecode(input: TensorLike, *, input_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, replace_control_characters: bool = False, Tsplits: DTypeLike = 'int64', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The characters of each string, as a ragged tensor.

    The op ``tf.UnicodeDecode``.

    Inputs:
        input: string

    Attributes:
        input_encoding: str | bytes
        errors: str | bytes, one of 'strict', 'replace', 'ignore' (default 'replace')
        replacement_char: int (default 65533)
        replace_control_characters: bool (default False)
        Tsplits: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        row_splits: Tsplits
        char_values: int32
    """

def UnicodeDecodeWithOffsets(input: TensorLike, *, input_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, replace_control_characters: bool = False, Tsplits: DTypeLike = 'int64', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The characters of each string and where they begin, as a ragged tensor.

    The op ``tf.UnicodeDecodeWithOffsets``.

    Inputs:
        input: string

    Attributes:
        input_encoding: str | bytes
        errors: str | bytes, one of 'strict', 'replace', 'ignore' (default 'replace')
        replacement_char: int (default 65533)
        replace_control_characters: bool (default False)
        Tsplits: DTypeLike, one of int32, int64 (default 'int64')

    Results:
        row_splits: Tsplits
        char_values: int32
        char_to_byte_starts: int64
    """

def UnicodeEncode(input_values: TensorLike, input_splits: TensorLike, *, output_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, device: str | None = None) -> Tensor:
    """Strings of the characters of each row of a ragged tensor.

    The op ``tf.UnicodeEncode``.

    Inputs:
        input_values: int32
        input_splits: Tsplits

    Attributes:
        errors: str | bytes, one of 'ignore', 'replace', 'strict' (default 'replace')
        output_encoding: str | bytes, one of 'UTF-8', 'UTF-16-BE', 'UTF-32-BE'
        replacement_char: int (default 65533)

    Results:
        output: string

    Types:
        Tsplits: one of int32, int64
    """

def UnicodeScript(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of the script of each character.

    The op ``tf.UnicodeScript``.

    Inputs:
        input: int32

    Results:
        output: int32
    """

def UnicodeTranscode(input: TensorLike, *, input_encoding: str | bytes, output_encoding: str | bytes, errors: str | bytes = 'replace', replacement_char: int = 65533, replace_control_characters: bool = False, device: str | None = None) -> Tensor:
    """Each string in another encoding.

    The op ``tf.UnicodeTranscode``.

    Inputs:
        input: string

    Attributes:
        input_encoding: str | bytes
        output_encoding: str | bytes, one of 'UTF-8', 'UTF-16-BE', 'UTF-32-BE'
        errors: str | bytes, one of 'strict', 'replace', 'ignore' (default 'replace')
        replacement_char: int (default 65533)
        replace_control_characters: bool (default False)

    Results:
        output: string
    """

def UniformCandidateSampler(true_classes: TensorLike, *, num_true: int, num_sampled: int, unique: bool, range_max: int, seed: int = 0, seed2: int = 0, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Candidates drawn with equal weights, with the expected counts of these and of ``true_classes``.

    The op ``tf.UniformCandidateSampler``. It has effects or reads state.

    Inputs:
        true_classes: int64

    Attributes:
        num_true: int
        num_sampled: int
        unique: bool
        range_max: int
        seed: int (default 0)
        seed2: int (default 0)

    Results:
        sampled_candidates: int64
        true_expected_count: float32
        sampled_expected_count: float32
    """

def UniformDequantize(input: TensorLike, scales: TensorLike, zero_points: TensorLike, *, Tout: DTypeLike, quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """The real numbers that uniformly quantized ones stand for.

    The op ``tf.UniformDequantize``.

    Inputs:
        input: Tin
        scales: float32
        zero_points: int32

    Attributes:
        Tout: DTypeLike, one of float32
        quantization_axis: int (default -1)
        quantization_min_val: int
        quantization_max_val: int

    Results:
        output: Tout

    Types:
        Tin: one of qint8, quint8, qint32
    """

def UniformQuantize(input: TensorLike, scales: TensorLike, zero_points: TensorLike, *, Tout: DTypeLike, quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """Real numbers quantized uniformly.

    The op ``tf.UniformQuantize``.

    Inputs:
        input: Tin
        scales: float32
        zero_points: int32

    Attributes:
        Tout: DTypeLike, one of qint8, quint8, qint32
        quantization_axis: int (default -1)
        quantization_min_val: int
        quantization_max_val: int

    Results:
        output: Tout

    Types:
        Tin: one of float32
    """

def UniformQuantizedAdd(lhs: TensorLike, rhs: TensorLike, lhs_scales: TensorLike, lhs_zero_points: TensorLike, rhs_scales: TensorLike, rhs_zero_points: TensorLike, output_scales: TensorLike, output_zero_points: TensorLike, *, lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int, rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """The sum of uniformly quantized ``lhs`` and ``rhs``.

    The op ``tf.UniformQuantizedAdd``.

    Inputs:
        lhs: T
        rhs: T
        lhs_scales: float32
        lhs_zero_points: int32
        rhs_scales: float32
        rhs_zero_points: int32
        output_scales: float32
        output_zero_points: int32

    Attributes:
        lhs_quantization_axis: int (default -1)
        lhs_quantization_min_val: int
        lhs_quantization_max_val: int
        rhs_quantization_axis: int (default -1)
        rhs_quantization_min_val: int
        rhs_quantization_max_val: int
        output_quantization_axis: int (default -1)
        output_quantization_min_val: int
        output_quantization_max_val: int

    Results:
        output: T

    Types:
        T: one of qint32
    """

def UniformQuantizedClipByValue(operand: TensorLike, min: TensorLike, max: TensorLike, scales: TensorLike, zero_points: TensorLike, *, quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """Each uniformly quantized element, or the nearest number between ``min`` and ``max``.

    The op ``tf.UniformQuantizedClipByValue``.

    Inputs:
        operand: T
        min: T
        max: T
        scales: float32
        zero_points: int32

    Attributes:
        quantization_axis: int (default -1)
        quantization_min_val: int
        quantization_max_val: int

    Results:
        output: T

    Types:
        T: one of qint32
    """

def UniformQuantizedDot(lhs: TensorLike, rhs: TensorLike, lhs_scales: TensorLike, lhs_zero_points: TensorLike, rhs_scales: TensorLike, rhs_zero_points: TensorLike, output_scales: TensorLike, output_zero_points: TensorLike, *, Tout: DTypeLike, lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int, rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """The product of uniformly quantized matrices.

    The op ``tf.UniformQuantizedDot``.

    Inputs:
        lhs: Tin
        rhs: Tin
        lhs_scales: float32
        lhs_zero_points: int32
        rhs_scales: float32
        rhs_zero_points: int32
        output_scales: float32
        output_zero_points: int32

    Attributes:
        Tout: DTypeLike, one of qint32
        lhs_quantization_axis: int (default -1)
        lhs_quantization_min_val: int
        lhs_quantization_max_val: int
        rhs_quantization_axis: int (default -1)
        rhs_quantization_min_val: int
        rhs_quantization_max_val: int
        output_quantization_axis: int (default -1)
        output_quantization_min_val: int
        output_quantization_max_val: int

    Results:
        output: Tout

    Types:
        Tin: one of qint8
    """

def UniformQuantizedDotHybrid(lhs: TensorLike, rhs: TensorLike, rhs_scales: TensorLike, rhs_zero_points: TensorLike, *, Tout: DTypeLike, rhs_quantization_min_val: int, rhs_quantization_max_val: int, rhs_quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """The product of a matrix of real numbers and a uniformly quantized one.

    The op ``tf.UniformQuantizedDotHybrid``.

    Inputs:
        lhs: Tlhs
        rhs: Trhs
        rhs_scales: float32
        rhs_zero_points: int32

    Attributes:
        Tout: DTypeLike, one of float32
        rhs_quantization_axis: int (default -1)
        rhs_quantization_min_val: int
        rhs_quantization_max_val: int

    Results:
        output: Tout

    Types:
        Tlhs: one of float32
        Trhs: one of qint8
    """

def UniformRequantize(input: TensorLike, input_scales: TensorLike, input_zero_points: TensorLike, output_scales: TensorLike, output_zero_points: TensorLike, *, Tout: DTypeLike, input_quantization_min_val: int, input_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int, input_quantization_axis: int = -1, output_quantization_axis: int = -1, device: str | None = None) -> Tensor:
    """Uniformly quantized numbers with other scales and zero points.

    The op ``tf.UniformRequantize``.

    Inputs:
        input: Tin
        input_scales: float32
        input_zero_points: int32
        output_scales: float32
        output_zero_points: int32

    Attributes:
        Tout: DTypeLike, one of qint8, qint32
        input_quantization_axis: int (default -1)
        input_quantization_min_val: int
        input_quantization_max_val: int
        output_quantization_axis: int (default -1)
        output_quantization_min_val: int
        output_quantization_max_val: int

    Results:
        output: Tout

    Types:
        Tin: one of qint8, qint32
    """

def Unique(x: TensorLike, *, out_idx: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The different elements of a vector in the order of their first occurrence, and the index of each element among them.

    The op ``tf.Unique``.

    Inputs:
        x: T

    Attributes:
        out_idx: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        y: T
        idx: out_idx
    """

def UniqueV2(x: TensorLike, axis: TensorLike, *, out_idx: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor]:
    """The different slices of ``x`` along ``axis`` in the order of their first occurrence, and the index of each slice among them.

    The op ``tf.UniqueV2``.

    Inputs:
        x: T
        axis: Taxis

    Attributes:
        out_idx: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        y: T
        idx: out_idx

    Types:
        Taxis: one of int32, int64
    """

def UniqueWithCounts(x: TensorLike, *, out_idx: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The different elements of a vector in the order of their first occurrence, the index of each element among them, and their counts.

    The op ``tf.UniqueWithCounts``.

    Inputs:
        x: T

    Attributes:
        out_idx: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        y: T
        idx: out_idx
        count: out_idx
    """

def UniqueWithCountsV2(x: TensorLike, axis: TensorLike, *, out_idx: DTypeLike = 'int32', device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The different slices of ``x`` along ``axis`` in the order of their first occurrence, the index of each slice among them, and their counts.

    The op ``tf.UniqueWithCountsV2``.

    Inputs:
        x: T
        axis: Taxis

    Attributes:
        out_idx: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        y: T
        idx: out_idx
        count: out_idx

    Types:
        Taxis: one of int32, int64
    """

def Unpack(value: TensorLike, *, num: int, axis: int = 0, device: str | None = None) -> list[Tensor]:
    """The slices of ``value`` along ``axis``, without that dimension.

    The op ``tf.Unpack``.

    Inputs:
        value: T

    Attributes:
        num: int
        axis: int (default 0)

    Results:
        output: list of T
    """

def UnravelIndex(indices: TensorLike, dims: TensorLike, *, device: str | None = None) -> Tensor:
    """The indices in a tensor of the shape ``dims`` of elements that are numbered in row-major order.

    The op ``tf.UnravelIndex``.

    Inputs:
        indices: Tidx
        dims: Tidx

    Results:
        output: Tidx

    Types:
        Tidx: one of int32, int64
    """

def UnsortedSegmentJoin(inputs: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, separator: str | bytes = '', device: str | None = None) -> Tensor:
    """Joins the strings of each segment, with ``separator`` between them.

    The op ``tf.UnsortedSegmentJoin``.

    Inputs:
        inputs: string
        segment_ids: Tindices
        num_segments: Tnumsegments

    Attributes:
        separator: str | bytes (default '')

    Results:
        output: string

    Types:
        Tindices: one of int32, int64
        Tnumsegments: one of int32, int64
    """

def UnsortedSegmentMax(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, device: str | None = None) -> Tensor:
    """The largest elements of the rows of each segment.

    The op ``tf.UnsortedSegmentMax``.

    Inputs:
        data: T
        segment_ids: Tindices
        num_segments: Tnumsegments

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tindices: one of int32, int64
        Tnumsegments: one of int32, int64
    """

def UnsortedSegmentMin(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, device: str | None = None) -> Tensor:
    """The least elements of the rows of each segment.

    The op ``tf.UnsortedSegmentMin``.

    Inputs:
        data: T
        segment_ids: Tindices
        num_segments: Tnumsegments

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, int64, bfloat16, uint16, float16, uint32, uint64
        Tindices: one of int32, int64
        Tnumsegments: one of int32, int64
    """

def UnsortedSegmentProd(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, device: str | None = None) -> Tensor:
    """The product of the rows of each segment.

    The op ``tf.UnsortedSegmentProd``.

    Inputs:
        data: T
        segment_ids: Tindices
        num_segments: Tnumsegments

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int32, int64
        Tnumsegments: one of int32, int64
    """

def UnsortedSegmentSum(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *, device: str | None = None) -> Tensor:
    """The sum of the rows of each segment.

    The op ``tf.UnsortedSegmentSum``.

    Inputs:
        data: T
        segment_ids: Tindices
        num_segments: Tnumsegments

    Results:
        output: T

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64
        Tindices: one of int16, int32, int64
        Tnumsegments: one of int32, int64
    """

def UpperBound(sorted_inputs: TensorLike, values: TensorLike, *, out_type: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """The number of elements of each sorted row that are not greater than each value.

    The op ``tf.UpperBound``.

    Inputs:
        sorted_inputs: T
        values: T

    Attributes:
        out_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        output: out_type
    """

def VarHandleOp(*, dtype: DTypeLike, shape: Sequence[int | None] | None, container: str | bytes = '', shared_name: str | bytes = '', debug_name: str | bytes = '', allowed_devices: Sequence[str | bytes] = (), device: str | None = None) -> Tensor:
    """The variable of a name, which is made if there is none.

    The op ``tf.VarHandleOp``. It has effects or reads state.

    Attributes:
        container: str | bytes (default '')
        shared_name: str | bytes (default '')
        debug_name: str | bytes (default '')
        dtype: DTypeLike
        shape: Sequence[int | None] | None
        allowed_devices: Sequence[str | bytes] (default ())

    Results:
        resource: resource
    """

def VarIsInitializedOp(resource: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether a variable has a value.

    The op ``tf.VarIsInitializedOp``. It has effects or reads state.

    Inputs:
        resource: resource

    Results:
        is_initialized: bool
    """

def VariableShape(input: TensorLike, *, out_type: DTypeLike = 'int32', device: str | None = None) -> Tensor:
    """The sizes of the dimensions of a variable.

    The op ``tf.VariableShape``. It has effects or reads state.

    Inputs:
        input: resource

    Attributes:
        out_type: DTypeLike, one of int32, int64 (default 'int32')

    Results:
        output: out_type
    """

def Where(input: TensorLike, *, device: str | None = None) -> Tensor:
    """The places of the elements that are not zero or false, a row each.

    The op ``tf.Where``.

    Inputs:
        input: T

    Results:
        index: int64

    Types:
        T: one of float32, float64, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, float16, uint32, uint64, bool
    """

def Xdivy(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y``, element by element, zero where ``x`` is zero.

    The op ``tf.Xdivy``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of float16, bfloat16, float32, float64, complex64, complex128
    """

def XlaDynamicSlice(input: TensorLike, start_indices: TensorLike, size_indices: TensorLike, *, device: str | None = None) -> Tensor:
    """The part of ``input`` of the sizes ``size_indices`` that begins at ``start_indices``, moved so that it lies within ``input``.

    The op ``tf.XlaDynamicSlice``.

    Inputs:
        input: T
        start_indices: Tindices
        size_indices: Tindices

    Results:
        output: T

    Types:
        Tindices: one of int32, int64
    """

def XlaDynamicUpdateSlice(input: TensorLike, update: TensorLike, indices: TensorLike, *, device: str | None = None) -> Tensor:
    """A copy of ``input`` in which ``update`` replaces the part that begins at ``indices``.

    The op ``tf.XlaDynamicUpdateSlice``.

    Inputs:
        input: T
        update: T
        indices: Tindices

    Results:
        output: T

    Types:
        Tindices: one of int32, int64
    """

def Xlog1py(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """``x`` times the logarithm of one plus ``y``, element by element, zero where ``x`` is zero.

    The op ``tf.Xlog1py``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of float16, bfloat16, float32, float64, complex64, complex128
    """

def Xlogy(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """``x`` times the logarithm of ``y``, element by element, zero where ``x`` is zero.

    The op ``tf.Xlogy``.

    Inputs:
        x: T
        y: T

    Results:
        z: T

    Types:
        T: one of float16, bfloat16, float32, float64, complex64, complex128
    """

def ZerosLike(x: TensorLike, *, device: str | None = None) -> Tensor:
    """A tensor of zeros of the shape and dtype of ``x``.

    The op ``tf.ZerosLike``.

    Inputs:
        x: T

    Results:
        y: T
    """

def Zeta(x: TensorLike, q: TensorLike, *, device: str | None = None) -> Tensor:
    """The Hurwitz zeta function of ``x`` and ``q``, element by element.

    The op ``tf.Zeta``.

    Inputs:
        x: T
        q: T

    Results:
        z: T

    Types:
        T: one of float32, float64
    """

def _FusedConv2D(input: TensorLike, filter: TensorLike, args: Sequence[TensorLike], host_args: Sequence[TensorLike], *, num_args: int, strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] = (), data_format: str | bytes = 'NHWC', filter_format: str | bytes = 'HWIO', dilations: Sequence[int] = (1, 1, 1, 1), use_cudnn_on_gpu: bool = True, fused_ops: Sequence[str | bytes] = (), epsilon: float = 0.0001, leakyrelu_alpha: float = 0.2, device: str | None = None) -> Tensor:
    """The convolution of images with the kernel ``filter``, followed by the ops ``fused_ops``.

    The op ``tf._FusedConv2D``.

    Inputs:
        input: T
        filter: T
        args: list of TArgs
        host_args: list of float32

    Attributes:
        num_args: int
        strides: Sequence[int]
        padding: str | bytes, one of 'SAME', 'VALID', 'EXPLICIT'
        explicit_paddings: Sequence[int] (default ())
        data_format: str | bytes, one of 'NHWC', 'NCHW', 'NCHW_VECT_C' (default 'NHWC')
        filter_format: str | bytes, one of 'HWIO', 'OIHW', 'OIHW_VECT_I' (default 'HWIO')
        dilations: Sequence[int] (default (1, 1, 1, 1))
        use_cudnn_on_gpu: bool (default True)
        fused_ops: Sequence[str | bytes] (default ())
        epsilon: float (default 0.0001)
        leakyrelu_alpha: float (default 0.2)

    Results:
        output: T

    Types:
        T: one of float16, float32, float64, int8, qint8
    """

def _FusedMatMul(a: TensorLike, b: TensorLike, args: Sequence[TensorLike], *, transpose_a: bool = False, transpose_b: bool = False, fused_ops: Sequence[str | bytes] = (), epsilon: float = 0.0001, leakyrelu_alpha: float = 0.2, device: str | None = None) -> Tensor:
    """The product of two matrices, followed by the ops ``fused_ops``.

    The op ``tf._FusedMatMul``.

    Inputs:
        a: T
        b: T
        args: list of T

    Attributes:
        transpose_a: bool (default False)
        transpose_b: bool (default False)
        fused_ops: Sequence[str | bytes] (default ())
        epsilon: float (default 0.0001)
        leakyrelu_alpha: float (default 0.2)

    Results:
        product: T

    Types:
        T: one of bfloat16, float16, float32
    """
