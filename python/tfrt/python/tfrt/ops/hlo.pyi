"""The ops of StableHLO. Made from the ops' definitions by ``python -m tfrt.ops``."""

from collections.abc import Sequence

from numpy.typing import DTypeLike

from tfrt import Tensor
from tfrt._tfrt import TensorLike

def abs(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The absolute value of each element; of a complex number its magnitude.

    The op ``hlo.abs``.

    Inputs:
        x: any

    Results:
        z: any
    """

def acos(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The arc cosine of each element, in radians.

    The op ``hlo.acos``.

    Inputs:
        x: any

    Results:
        z: any
    """

def acosh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse hyperbolic cosine of each element.

    The op ``hlo.acosh``.

    Inputs:
        x: any

    Results:
        z: any
    """

def add(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The sum of ``x`` and ``y``, element by element; of booleans, whether one of them is true.

    The op ``hlo.add``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def and_(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise conjunction of integers, the logical one of booleans, element by element.

    The op ``hlo.and``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def asin(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The arc sine of each element, in radians.

    The op ``hlo.asin``.

    Inputs:
        x: any

    Results:
        z: any
    """

def asinh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse hyperbolic sine of each element.

    The op ``hlo.asinh``.

    Inputs:
        x: any

    Results:
        z: any
    """

def atan(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The arc tangent of each element, in radians.

    The op ``hlo.atan``.

    Inputs:
        x: any

    Results:
        z: any
    """

def atan2(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The angle of the point with the ordinate ``x`` and the abscissa ``y``, in radians, element by element.

    The op ``hlo.atan2``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def atanh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse hyperbolic tangent of each element.

    The op ``hlo.atanh``.

    Inputs:
        x: any

    Results:
        z: any
    """

def bessel_i1e(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind and of order one of each element, times ``exp(-abs(x))``.

    The op ``hlo.bessel_i1e``.

    Inputs:
        x: any

    Results:
        z: any
    """

def bitcast_convert(x: TensorLike, *, type: DTypeLike, device: str | None = None) -> Tensor:
    """The bits of ``x`` as elements of ``type``; a last dimension appears or disappears where the sizes of elements differ.

    The op ``hlo.bitcast_convert``.

    Inputs:
        x: any

    Attributes:
        type: DTypeLike

    Results:
        z: any
    """

def broadcast_in_dim(x: TensorLike, *, shape: Sequence[int], broadcast_dimensions: Sequence[int], device: str | None = None) -> Tensor:
    """Repeats ``x`` to ``shape``; ``broadcast_dimensions`` says which dimension of the result each dimension of ``x`` is.

    The op ``hlo.broadcast_in_dim``.

    Inputs:
        x: any

    Attributes:
        shape: Sequence[int]
        broadcast_dimensions: Sequence[int]

    Results:
        z: any
    """

def cbrt(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The cube root of each element.

    The op ``hlo.cbrt``.

    Inputs:
        x: any

    Results:
        z: any
    """

def ceil(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The least integer that is not less than each element.

    The op ``hlo.ceil``.

    Inputs:
        x: any

    Results:
        z: any
    """

def cholesky(a: TensorLike, *, lower: bool = False, device: str | None = None) -> Tensor:
    """The Cholesky factor of each matrix of a batch of positive definite matrices; ``lower`` says which triangle is read and written.

    The op ``hlo.cholesky``.

    Inputs:
        a: any

    Attributes:
        lower: bool (default False)

    Results:
        z: any
    """

def clamp(min: TensorLike, operand: TensorLike, max: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element of ``operand``, or the nearest number between ``min`` and ``max``.

    The op ``hlo.clamp``.

    Inputs:
        min: any
        operand: any
        max: any

    Results:
        z: any
    """

def complex(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The complex numbers with the real parts ``x`` and the imaginary parts ``y``.

    The op ``hlo.complex``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def concatenate(inputs: Sequence[TensorLike], *, dimension: int, device: str | None = None) -> Tensor:
    """Joins ``inputs`` along ``dimension``.

    The op ``hlo.concatenate``.

    Inputs:
        inputs: list of any

    Attributes:
        dimension: int

    Results:
        z: any
    """

def conj(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The complex conjugate of each element.

    The op ``hlo.conj``.

    Inputs:
        x: any

    Results:
        z: any
    """

def convert(x: TensorLike, *, DstT: DTypeLike, device: str | None = None) -> Tensor:
    """Converts each element to the dtype ``DstT``.

    The op ``hlo.convert``.

    Inputs:
        x: any

    Attributes:
        DstT: DTypeLike

    Results:
        z: any
    """

def convolution(lhs: TensorLike, rhs: TensorLike, *, window_strides: Sequence[int], padding: Sequence[int], lhs_dilation: Sequence[int], rhs_dilation: Sequence[int], window_reversal: Sequence[int], lhs_dims: Sequence[int], rhs_dims: Sequence[int], result_dims: Sequence[int], feature_group_count: int, batch_group_count: int, type: DTypeLike, device: str | None = None) -> Tensor:
    """The convolution of ``lhs`` with the kernel ``rhs``; the attributes say which dimensions are those of the batch, of features and of space, and give strides, padding, dilations and groups.

    The op ``hlo.convolution``.

    Inputs:
        lhs: any
        rhs: any

    Attributes:
        window_strides: Sequence[int]
        padding: Sequence[int]
        lhs_dilation: Sequence[int]
        rhs_dilation: Sequence[int]
        window_reversal: Sequence[int]
        lhs_dims: Sequence[int]
        rhs_dims: Sequence[int]
        result_dims: Sequence[int]
        feature_group_count: int
        batch_group_count: int
        type: DTypeLike

    Results:
        z: any
    """

def copy(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The operand as it is.

    The op ``hlo.copy``.

    Inputs:
        x: any

    Results:
        z: any
    """

def cosh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The hyperbolic cosine of each element.

    The op ``hlo.cosh``.

    Inputs:
        x: any

    Results:
        z: any
    """

def cosine(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The cosine of each element, which is in radians.

    The op ``hlo.cosine``.

    Inputs:
        x: any

    Results:
        z: any
    """

def count_leading_zeros(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of zero bits before the highest bit that is set, of each element.

    The op ``hlo.count_leading_zeros``.

    Inputs:
        x: any

    Results:
        z: any
    """

def digamma(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithmic derivative of the gamma function at each element.

    The op ``hlo.digamma``.

    Inputs:
        x: any

    Results:
        z: any
    """

def divide(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The quotient of ``x`` by ``y``, element by element; of integers it is rounded toward zero.

    The op ``hlo.divide``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def dot_general(lhs: TensorLike, rhs: TensorLike, *, lhs_batching_dimensions: Sequence[int], rhs_batching_dimensions: Sequence[int], lhs_contracting_dimensions: Sequence[int], rhs_contracting_dimensions: Sequence[int], type: DTypeLike, device: str | None = None) -> Tensor:
    """The products of ``lhs`` and ``rhs`` summed over the contracting dimensions, for each element of the batching dimensions.

    The op ``hlo.dot_general``.

    Inputs:
        lhs: any
        rhs: any

    Attributes:
        lhs_batching_dimensions: Sequence[int]
        rhs_batching_dimensions: Sequence[int]
        lhs_contracting_dimensions: Sequence[int]
        rhs_contracting_dimensions: Sequence[int]
        type: DTypeLike

    Results:
        z: any
    """

def dynamic_broadcast_in_dim(x: TensorLike, shape: TensorLike, *, broadcast_dimensions: Sequence[int], device: str | None = None) -> Tensor:
    """Repeats ``x`` to a shape that is known when the op runs; ``broadcast_dimensions`` says which dimension of the result each dimension of ``x`` is.

    The op ``hlo.dynamic_broadcast_in_dim``.

    Inputs:
        x: any
        shape: any

    Attributes:
        broadcast_dimensions: Sequence[int]

    Results:
        z: any
    """

def dynamic_gather(operand: TensorLike, start_indices: TensorLike, slice_sizes: TensorLike, *, offset_dims: Sequence[int], collapsed_slice_dims: Sequence[int], operand_batching_dims: Sequence[int], start_indices_batching_dims: Sequence[int], start_index_map: Sequence[int], index_vector_dim: int, device: str | None = None) -> Tensor:
    """Slices of ``operand`` at the places that ``start_indices`` lists, of sizes that are known when the op runs.

    The op ``hlo.dynamic_gather``.

    Inputs:
        operand: any
        start_indices: any
        slice_sizes: any

    Attributes:
        offset_dims: Sequence[int]
        collapsed_slice_dims: Sequence[int]
        operand_batching_dims: Sequence[int]
        start_indices_batching_dims: Sequence[int]
        start_index_map: Sequence[int]
        index_vector_dim: int

    Results:
        z: any
    """

def dynamic_iota(shape: TensorLike, *, type: DTypeLike, dimension: int, device: str | None = None) -> Tensor:
    """A tensor of a shape that is known when the op runs, whose elements count up from zero along ``dimension``.

    The op ``hlo.dynamic_iota``.

    Inputs:
        shape: any

    Attributes:
        type: DTypeLike
        dimension: int

    Results:
        z: any
    """

def dynamic_pad(x: TensorLike, padding_value: TensorLike, low: TensorLike, high: TensorLike, interior: TensorLike, *, device: str | None = None) -> Tensor:
    """Pads ``x`` with ``padding_value`` at its edges and between its elements, by amounts that are known when the op runs.

    The op ``hlo.dynamic_pad``.

    Inputs:
        x: any
        padding_value: any
        low: any
        high: any
        interior: any

    Results:
        z: any
    """

def dynamic_reshape(x: TensorLike, shape: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of ``x`` in a shape that is known when the op runs.

    The op ``hlo.dynamic_reshape``.

    Inputs:
        x: any
        shape: any

    Results:
        z: any
    """

def dynamic_slice(x: TensorLike, start_indices: Sequence[TensorLike], *, slice_sizes: Sequence[int], device: str | None = None) -> Tensor:
    """The part of ``x`` of the sizes ``slice_sizes`` that begins at ``start_indices``, moved so that it lies within ``x``.

    The op ``hlo.dynamic_slice``.

    Inputs:
        x: any
        start_indices: list of any

    Attributes:
        slice_sizes: Sequence[int]

    Results:
        z: any
    """

def dynamic_update_slice(x: TensorLike, update: TensorLike, start_indices: Sequence[TensorLike], *, device: str | None = None) -> Tensor:
    """A copy of ``x`` in which ``update`` replaces the part that begins at ``start_indices``.

    The op ``hlo.dynamic_update_slice``.

    Inputs:
        x: any
        update: any
        start_indices: list of any

    Results:
        z: any
    """

def equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` are equal, element by element.

    The op ``hlo.equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def erf(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The error function of each element.

    The op ``hlo.erf``.

    Inputs:
        x: any

    Results:
        z: any
    """

def erf_inv(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The inverse of the error function at each element.

    The op ``hlo.erf_inv``.

    Inputs:
        x: any

    Results:
        z: any
    """

def erfc(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The complementary error function of each element.

    The op ``hlo.erfc``.

    Inputs:
        x: any

    Results:
        z: any
    """

def expect_almost_equal(actual: TensorLike, expected: TensorLike, *, tolerance: float = 0.0001, device: str | None = None) -> None:
    """Fails unless ``actual`` and ``expected`` differ by at most ``tolerance``.

    The op ``hlo.expect_almost_equal``. It has effects or reads state.

    Inputs:
        actual: any
        expected: any

    Attributes:
        tolerance: float (default 0.0001)
    """

def expect_close(actual: TensorLike, expected: TensorLike, *, min_ulp_difference: int = 0, max_ulp_difference: int = 3, device: str | None = None) -> None:
    """Fails unless ``actual`` and ``expected`` are so many floating-point numbers apart, between ``min_ulp_difference`` and ``max_ulp_difference``.

    The op ``hlo.expect_close``. It has effects or reads state.

    Inputs:
        actual: any
        expected: any

    Attributes:
        min_ulp_difference: int (default 0)
        max_ulp_difference: int (default 3)
    """

def expect_equal(actual: TensorLike, expected: TensorLike, *, device: str | None = None) -> None:
    """Fails unless ``actual`` and ``expected`` are equal.

    The op ``hlo.expect_equal``. It has effects or reads state.

    Inputs:
        actual: any
        expected: any
    """

def expect_probed(x: TensorLike, *, name: str | bytes, iteration: int = 1, device: str | None = None) -> None:
    """Fails unless ``x`` is the tensor that the probe of this name put aside in this iteration.

    The op ``hlo.expect_probed``. It has effects or reads state.

    Inputs:
        x: any

    Attributes:
        name: str | bytes
        iteration: int (default 1)
    """

def exponential(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The exponential of each element.

    The op ``hlo.exponential``.

    Inputs:
        x: any

    Results:
        z: any
    """

def exponential_minus_one(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The exponential of each element minus one, exact for small elements.

    The op ``hlo.exponential_minus_one``.

    Inputs:
        x: any

    Results:
        z: any
    """

def fft(x: TensorLike, *, type: str | bytes, length: Sequence[int], device: str | None = None) -> Tensor:
    """The discrete Fourier transform of the last dimensions, of the kind ``type`` and of the lengths ``length``.

    The op ``hlo.fft``.

    Inputs:
        x: any

    Attributes:
        type: str | bytes, one of 'FFT', 'IFFT', 'RFFT', 'IRFFT'
        length: Sequence[int]

    Results:
        z: any
    """

def floor(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The largest integer that is not greater than each element.

    The op ``hlo.floor``.

    Inputs:
        x: any

    Results:
        z: any
    """

def foreign_call(args: Sequence[TensorLike], *, R: int, target: str | bytes, settings: str | bytes, types: Sequence[DTypeLike], ranks: Sequence[int], dims: Sequence[int], tokens: Sequence[int], device: str | None = None) -> list[Tensor]:
    """Calls the function that was registered for ``target``; ``types``, ``ranks`` and ``dims`` say what it gives.

    The op ``hlo.foreign_call``. It has effects or reads state.

    Inputs:
        args: list of any

    Attributes:
        R: int
        target: str | bytes
        settings: str | bytes
        types: Sequence[DTypeLike]
        ranks: Sequence[int]
        dims: Sequence[int]
        tokens: Sequence[int]

    Results:
        results: list of any
    """

def gather(operand: TensorLike, start_indices: TensorLike, *, offset_dims: Sequence[int], collapsed_slice_dims: Sequence[int], operand_batching_dims: Sequence[int], start_indices_batching_dims: Sequence[int], start_index_map: Sequence[int], index_vector_dim: int, slice_sizes: Sequence[int], device: str | None = None) -> Tensor:
    """Slices of ``operand``, of the sizes ``slice_sizes``, at the places that ``start_indices`` lists.

    The op ``hlo.gather``.

    Inputs:
        operand: any
        start_indices: any

    Attributes:
        offset_dims: Sequence[int]
        collapsed_slice_dims: Sequence[int]
        operand_batching_dims: Sequence[int]
        start_indices_batching_dims: Sequence[int]
        start_index_map: Sequence[int]
        index_vector_dim: int
        slice_sizes: Sequence[int]

    Results:
        z: any
    """

def get_dimension_size(x: TensorLike, *, dimension: int, device: str | None = None) -> Tensor:
    """The size of ``dimension`` of ``x``.

    The op ``hlo.get_dimension_size``.

    Inputs:
        x: any

    Attributes:
        dimension: int

    Results:
        z: any
    """

def greater(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is greater than ``y``, element by element.

    The op ``hlo.greater``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def greater_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is greater than or equal to ``y``, element by element.

    The op ``hlo.greater_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def identical(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` have the same elements, zeros of the same sign and NaN at the same places: one boolean.

    The op ``hlo.identical``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def imag(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The imaginary part of each element; zero of a real one.

    The op ``hlo.imag``.

    Inputs:
        x: any

    Results:
        z: any
    """

def iota(*, type: DTypeLike, shape: Sequence[int], dimension: int, device: str | None = None) -> Tensor:
    """A tensor whose elements count up from zero along ``dimension``.

    The op ``hlo.iota``.

    Attributes:
        type: DTypeLike
        shape: Sequence[int]
        dimension: int

    Results:
        z: any
    """

def is_finite(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is neither infinite nor NaN.

    The op ``hlo.is_finite``.

    Inputs:
        x: any

    Results:
        z: any
    """

def is_inf(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is infinite.

    The op ``hlo.is_inf``.

    Inputs:
        x: any

    Results:
        z: any
    """

def is_neg_inf(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is negative infinity.

    The op ``hlo.is_neg_inf``.

    Inputs:
        x: any

    Results:
        z: any
    """

def is_pos_inf(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether each element is positive infinity.

    The op ``hlo.is_pos_inf``.

    Inputs:
        x: any

    Results:
        z: any
    """

def lapack_gees(a: TensorLike, *, compute_v: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The Schur form of each matrix: the triangular factor, the Schur vectors and the eigenvalues.

    The op ``hlo.lapack_gees``.

    Inputs:
        a: any

    Attributes:
        compute_v: bool (default True)

    Results:
        t: any
        vectors: any
        w: any
        info: any
    """

def lapack_geev(a: TensorLike, *, compute_left: bool = True, compute_right: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The eigenvalues and the left and right eigenvectors of each matrix.

    The op ``hlo.lapack_geev``.

    Inputs:
        a: any

    Attributes:
        compute_left: bool (default True)
        compute_right: bool (default True)

    Results:
        w: any
        left: any
        right: any
        info: any
    """

def lapack_gehrd(a: TensorLike, *, low: int, high: int, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Reduces each matrix to Hessenberg form by reflections, which are below the result's subdiagonal and in ``taus``.

    The op ``hlo.lapack_gehrd``.

    Inputs:
        a: any

    Attributes:
        low: int
        high: int

    Results:
        h: any
        taus: any
        info: any
    """

def lapack_geqp3(a: TensorLike, order: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The QR factorization of each matrix with columns that are exchanged so that the diagonal of R decreases.

    The op ``hlo.lapack_geqp3``.

    Inputs:
        a: any
        order: any

    Results:
        qr: any
        pivots: any
        taus: any
    """

def lapack_geqrf(a: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The QR factorization of each matrix: R above the diagonal, and the reflections of Q below it and in ``taus``.

    The op ``hlo.lapack_geqrf``.

    Inputs:
        a: any

    Results:
        qr: any
        taus: any
    """

def lapack_gesdd(a: TensorLike, *, full_matrices: bool, compute_uv: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The singular values and singular vectors of each matrix.

    The op ``hlo.lapack_gesdd``.

    Inputs:
        a: any

    Attributes:
        full_matrices: bool
        compute_uv: bool (default True)

    Results:
        s: any
        u: any
        vt: any
        info: any
    """

def lapack_getrf(a: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The LU factorization of each matrix with exchanges of rows, which ``pivots`` lists.

    The op ``hlo.lapack_getrf``.

    Inputs:
        a: any

    Results:
        lu: any
        pivots: any
        info: any
    """

def lapack_gtsv(lower: TensorLike, diagonal: TensorLike, upper: TensorLike, b: TensorLike, *, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Solves systems with tridiagonal matrices, which three diagonals give.

    The op ``hlo.lapack_gtsv``.

    Inputs:
        lower: any
        diagonal: any
        upper: any
        b: any

    Results:
        lower_out: any
        diagonal_out: any
        upper_out: any
        x: any
        info: any
    """

def lapack_orgqr(a: TensorLike, taus: TensorLike, *, device: str | None = None) -> Tensor:
    """The matrix Q with orthonormal columns whose reflections ``a`` and ``taus`` give.

    The op ``hlo.lapack_orgqr``.

    Inputs:
        a: any
        taus: any

    Results:
        q: any
    """

def lapack_potrf(a: TensorLike, *, lower: bool, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The Cholesky factor of each positive definite matrix, and whether there is one.

    The op ``hlo.lapack_potrf``.

    Inputs:
        a: any

    Attributes:
        lower: bool

    Results:
        factor: any
        info: any
    """

def lapack_syevd(a: TensorLike, *, lower: bool, compute_v: bool = True, device: str | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """The eigenvalues and eigenvectors of each symmetric or Hermitian matrix.

    The op ``hlo.lapack_syevd``.

    Inputs:
        a: any

    Attributes:
        lower: bool
        compute_v: bool (default True)

    Results:
        vectors: any
        w: any
        info: any
    """

def lapack_sytrd(a: TensorLike, *, lower: bool, device: str | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Reduces each symmetric or Hermitian matrix to tridiagonal form by reflections.

    The op ``hlo.lapack_sytrd``.

    Inputs:
        a: any

    Attributes:
        lower: bool

    Results:
        reflections: any
        d: any
        e: any
        taus: any
        info: any
    """

def less(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is less than ``y``, element by element.

    The op ``hlo.less``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def less_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is less than or equal to ``y``, element by element.

    The op ``hlo.less_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def lgamma(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function at each element.

    The op ``hlo.lgamma``.

    Inputs:
        x: any

    Results:
        z: any
    """

def log(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The natural logarithm of each element.

    The op ``hlo.log``.

    Inputs:
        x: any

    Results:
        z: any
    """

def log_plus_one(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The natural logarithm of each element plus one, exact for small elements.

    The op ``hlo.log_plus_one``.

    Inputs:
        x: any

    Results:
        z: any
    """

def logistic(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The logistic function ``1 / (1 + exp(-x))`` of each element.

    The op ``hlo.logistic``.

    Inputs:
        x: any

    Results:
        z: any
    """

def maximum(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The greater of ``x`` and ``y``, element by element; NaN if one is NaN.

    The op ``hlo.maximum``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def minimum(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The lesser of ``x`` and ``y``, element by element; NaN if one is NaN.

    The op ``hlo.minimum``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def multiply(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The product of ``x`` and ``y``, element by element; of booleans, whether both are true.

    The op ``hlo.multiply``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def negate(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The negative of each element.

    The op ``hlo.negate``.

    Inputs:
        x: any

    Results:
        z: any
    """

def next_after(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The floating-point number next to ``x`` in the direction of ``y``, element by element.

    The op ``hlo.next_after``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def not_(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise complement of integers, the negation of booleans.

    The op ``hlo.not``.

    Inputs:
        x: any

    Results:
        z: any
    """

def not_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` differ, element by element.

    The op ``hlo.not_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def or_(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise disjunction of integers, the logical one of booleans, element by element.

    The op ``hlo.or``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def pad(x: TensorLike, padding_value: TensorLike, *, low: Sequence[int], high: Sequence[int], interior: Sequence[int], device: str | None = None) -> Tensor:
    """Pads ``x`` with ``padding_value`` by ``low`` and ``high`` at its edges and by ``interior`` between its elements; negative amounts remove elements.

    The op ``hlo.pad``.

    Inputs:
        x: any
        padding_value: any

    Attributes:
        low: Sequence[int]
        high: Sequence[int]
        interior: Sequence[int]

    Results:
        z: any
    """

def polygamma(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The derivative of order ``x`` of the digamma function at ``y``, element by element.

    The op ``hlo.polygamma``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def popcnt(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The number of bits that are set in each element.

    The op ``hlo.popcnt``.

    Inputs:
        x: any

    Results:
        z: any
    """

def power(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """``x`` to the power ``y``, element by element.

    The op ``hlo.power``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def print(x: TensorLike, *, name: str | bytes, element: str | bytes, device: str | None = None) -> None:
    """Prints a tensor, with its name, to the standard output.

    The op ``hlo.print``. It has effects or reads state.

    Inputs:
        x: any

    Attributes:
        name: str | bytes
        element: str | bytes
    """

def probe(x: TensorLike, *, name: str | bytes, type: str | bytes, is_compared: bool = False, device: str | None = None) -> None:
    """Puts a tensor aside under a name, for a later comparison or for a file.

    The op ``hlo.probe``. It has effects or reads state.

    Inputs:
        x: any

    Attributes:
        name: str | bytes
        type: str | bytes
        is_compared: bool (default False)
    """

def real(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The real part of each element.

    The op ``hlo.real``.

    Inputs:
        x: any

    Results:
        z: any
    """

def real_dynamic_slice(x: TensorLike, start: TensorLike, limit: TensorLike, strides: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of ``x`` from ``start`` to ``limit`` in steps of ``strides``, which are known when the op runs.

    The op ``hlo.real_dynamic_slice``.

    Inputs:
        x: any
        start: any
        limit: any
        strides: any

    Results:
        z: any
    """

def reduce(inputs: Sequence[TensorLike], init_values: Sequence[TensorLike], captured: Sequence[TensorLike], *, dimensions: Sequence[int], body: bool | int | float, device: str | None = None) -> list[Tensor]:
    """Reduces ``inputs`` over ``dimensions`` with the function ``body``, beginning at ``init_values``.

    The op ``hlo.reduce``.

    Inputs:
        inputs: list of any
        init_values: list of any
        captured: list of any

    Attributes:
        dimensions: Sequence[int]
        body: bool | int | float

    Results:
        z: list of any
    """

def reduce_precision(x: TensorLike, *, exponent_bits: int, mantissa_bits: int, device: str | None = None) -> Tensor:
    """Rounds each element to a float with so many bits of exponent and mantissa, and back.

    The op ``hlo.reduce_precision``.

    Inputs:
        x: any

    Attributes:
        exponent_bits: int
        mantissa_bits: int

    Results:
        z: any
    """

def reduce_window(inputs: Sequence[TensorLike], init_values: Sequence[TensorLike], captured: Sequence[TensorLike], *, window_dimensions: Sequence[int], window_strides: Sequence[int], base_dilations: Sequence[int], window_dilations: Sequence[int], padding: Sequence[int], body: bool | int | float, device: str | None = None) -> list[Tensor]:
    """Reduces each window that slides over ``inputs`` with the function ``body``, beginning at ``init_values``.

    The op ``hlo.reduce_window``.

    Inputs:
        inputs: list of any
        init_values: list of any
        captured: list of any

    Attributes:
        window_dimensions: Sequence[int]
        window_strides: Sequence[int]
        base_dilations: Sequence[int]
        window_dilations: Sequence[int]
        padding: Sequence[int]
        body: bool | int | float

    Results:
        z: list of any
    """

def remainder(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The remainder of dividing ``x`` by ``y``, with the sign of ``x``, element by element.

    The op ``hlo.remainder``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def reshape(x: TensorLike, *, shape: Sequence[int], device: str | None = None) -> Tensor:
    """The elements of ``x`` in the shape ``shape``.

    The op ``hlo.reshape``.

    Inputs:
        x: any

    Attributes:
        shape: Sequence[int]

    Results:
        z: any
    """

def reverse(x: TensorLike, *, dimensions: Sequence[int], device: str | None = None) -> Tensor:
    """Turns around the order of the elements along ``dimensions``.

    The op ``hlo.reverse``.

    Inputs:
        x: any

    Attributes:
        dimensions: Sequence[int]

    Results:
        z: any
    """

def rng(a: TensorLike, b: TensorLike, shape: TensorLike, *, rng_distribution: str | bytes, device: str | None = None) -> Tensor:
    """Random numbers of a shape, uniform between ``a`` and ``b``, or normal with the mean ``a`` and the standard deviation ``b``.

    The op ``hlo.rng``. It has effects or reads state.

    Inputs:
        a: any
        b: any
        shape: any

    Attributes:
        rng_distribution: str | bytes, one of 'UNIFORM', 'NORMAL'

    Results:
        z: any
    """

def rng_bit_generator(initial_state: TensorLike, *, rng_algorithm: str | bytes, type: DTypeLike, shape: Sequence[int], device: str | None = None) -> tuple[Tensor, Tensor]:
    """Random bits of ``shape`` that a state decides, and the state after them.

    The op ``hlo.rng_bit_generator``.

    Inputs:
        initial_state: any

    Attributes:
        rng_algorithm: str | bytes, one of 'DEFAULT', 'THREE_FRY', 'PHILOX'
        type: DTypeLike
        shape: Sequence[int]

    Results:
        output_state: any
        output: any
    """

def round_nearest_afz(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest integer, on a tie away from zero.

    The op ``hlo.round_nearest_afz``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_nearest_even(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest integer, on a tie to the even one.

    The op ``hlo.round_nearest_even``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f4e2m1fn(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f4E2M1FN.

    The op ``hlo.round_to_f4e2m1fn``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f6e2m3fn(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f6E2M3FN.

    The op ``hlo.round_to_f6e2m3fn``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f6e3m2fn(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f6E3M2FN.

    The op ``hlo.round_to_f6e3m2fn``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e3m4(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E3M4.

    The op ``hlo.round_to_f8e3m4``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e4m3(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E4M3.

    The op ``hlo.round_to_f8e4m3``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e4m3b11fnuz(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E4M3B11FNUZ.

    The op ``hlo.round_to_f8e4m3b11fnuz``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e4m3fn(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E4M3FN.

    The op ``hlo.round_to_f8e4m3fn``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e4m3fnuz(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E4M3FNUZ.

    The op ``hlo.round_to_f8e4m3fnuz``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e5m2(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E5M2.

    The op ``hlo.round_to_f8e5m2``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e5m2fnuz(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest number of the format f8E5M2FNUZ.

    The op ``hlo.round_to_f8e5m2fnuz``.

    Inputs:
        x: any

    Results:
        z: any
    """

def round_to_f8e8m0fnu(x: TensorLike, *, device: str | None = None) -> Tensor:
    """Each element rounded to the nearest power of two of the format f8E8M0FNU.

    The op ``hlo.round_to_f8e8m0fnu``.

    Inputs:
        x: any

    Results:
        z: any
    """

def rsqrt(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The reciprocal of the square root of each element.

    The op ``hlo.rsqrt``.

    Inputs:
        x: any

    Results:
        z: any
    """

def scatter(inputs: Sequence[TensorLike], scatter_indices: TensorLike, updates: Sequence[TensorLike], captured: Sequence[TensorLike], *, update_window_dims: Sequence[int], inserted_window_dims: Sequence[int], input_batching_dims: Sequence[int], scatter_indices_batching_dims: Sequence[int], scatter_dims_to_operand_dims: Sequence[int], index_vector_dim: int, body: bool | int | float, device: str | None = None) -> list[Tensor]:
    """A copy of ``inputs`` in which slices of ``updates`` are combined by the function ``body`` with the parts at the places that ``scatter_indices`` lists.

    The op ``hlo.scatter``.

    Inputs:
        inputs: list of any
        scatter_indices: any
        updates: list of any
        captured: list of any

    Attributes:
        update_window_dims: Sequence[int]
        inserted_window_dims: Sequence[int]
        input_batching_dims: Sequence[int]
        scatter_indices_batching_dims: Sequence[int]
        scatter_dims_to_operand_dims: Sequence[int]
        index_vector_dim: int
        body: bool | int | float

    Results:
        z: list of any
    """

def select(pred: TensorLike, on_true: TensorLike, on_false: TensorLike, *, device: str | None = None) -> Tensor:
    """The elements of ``on_true`` where ``pred`` is true, those of ``on_false`` elsewhere.

    The op ``hlo.select``.

    Inputs:
        pred: any
        on_true: any
        on_false: any

    Results:
        z: any
    """

def select_and_scatter(operand: TensorLike, source: TensorLike, init_value: TensorLike, captured: Sequence[TensorLike], *, S: int, window_dimensions: Sequence[int], window_strides: Sequence[int], padding: Sequence[int], select: bool | int | float, scatter: bool | int | float, device: str | None = None) -> Tensor:
    """Chooses an element of each window of ``operand`` with the function ``select``, and combines an element of ``source`` there with the function ``scatter``.

    The op ``hlo.select_and_scatter``.

    Inputs:
        operand: any
        source: any
        init_value: any
        captured: list of any

    Attributes:
        S: int
        window_dimensions: Sequence[int]
        window_strides: Sequence[int]
        padding: Sequence[int]
        select: bool | int | float
        scatter: bool | int | float

    Results:
        z: any
    """

def shape_assertion(condition: TensorLike, values: Sequence[TensorLike], *, message: str | bytes, device: str | None = None) -> None:
    """Fails with ``message`` and the numbers ``values`` unless ``condition`` is true.

    The op ``hlo.shape_assertion``. It has effects or reads state.

    Inputs:
        condition: any
        values: list of any

    Attributes:
        message: str | bytes
    """

def shift_left(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bits of ``x`` shifted left by ``y``, element by element.

    The op ``hlo.shift_left``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def shift_right_arithmetic(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bits of ``x`` shifted right by ``y``, element by element, with copies of the sign.

    The op ``hlo.shift_right_arithmetic``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def shift_right_logical(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bits of ``x`` shifted right by ``y``, element by element, with zeros.

    The op ``hlo.shift_right_logical``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def sign(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The sign of each element: -1, 0 or 1; of a complex number the number of magnitude one in its direction.

    The op ``hlo.sign``.

    Inputs:
        x: any

    Results:
        z: any
    """

def sine(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The sine of each element, which is in radians.

    The op ``hlo.sine``.

    Inputs:
        x: any

    Results:
        z: any
    """

def sinh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The hyperbolic sine of each element.

    The op ``hlo.sinh``.

    Inputs:
        x: any

    Results:
        z: any
    """

def slice(x: TensorLike, *, start_indices: Sequence[int], limit_indices: Sequence[int], strides: Sequence[int], device: str | None = None) -> Tensor:
    """The elements of ``x`` from ``start_indices`` to ``limit_indices`` in steps of ``strides``.

    The op ``hlo.slice``.

    Inputs:
        x: any

    Attributes:
        start_indices: Sequence[int]
        limit_indices: Sequence[int]
        strides: Sequence[int]

    Results:
        z: any
    """

def sort(inputs: Sequence[TensorLike], captured: Sequence[TensorLike], *, dimension: int, body: bool | int | float, device: str | None = None) -> list[Tensor]:
    """Sorts ``inputs`` along ``dimension``, all by the function ``body``, which says whether one element comes before another; equal elements keep their order.

    The op ``hlo.sort``.

    Inputs:
        inputs: list of any
        captured: list of any

    Attributes:
        dimension: int
        body: bool | int | float

    Results:
        z: list of any
    """

def sqrt(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The square root of each element.

    The op ``hlo.sqrt``.

    Inputs:
        x: any

    Results:
        z: any
    """

def subtract(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The difference of ``x`` and ``y``, element by element.

    The op ``hlo.subtract``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def tan(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The tangent of each element, which is in radians.

    The op ``hlo.tan``.

    Inputs:
        x: any

    Results:
        z: any
    """

def tanh(x: TensorLike, *, device: str | None = None) -> Tensor:
    """The hyperbolic tangent of each element.

    The op ``hlo.tanh``.

    Inputs:
        x: any

    Results:
        z: any
    """

def top_k(x: TensorLike, *, k: int, device: str | None = None) -> tuple[Tensor, Tensor]:
    """The ``k`` largest elements of the last dimension, from the largest on, and their indices.

    The op ``hlo.top_k``.

    Inputs:
        x: any

    Attributes:
        k: int

    Results:
        values: any
        indices: any
    """

def total_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` are equal in the total order of floats, element by element.

    The op ``hlo.total_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def total_greater(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is greater than ``y`` in the total order of floats, element by element.

    The op ``hlo.total_greater``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def total_greater_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is not less than ``y`` in the total order of floats, element by element.

    The op ``hlo.total_greater_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def total_less(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is less than ``y`` in the total order of floats, element by element.

    The op ``hlo.total_less``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def total_less_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` is not greater than ``y`` in the total order of floats, element by element.

    The op ``hlo.total_less_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def total_not_equal(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """Whether ``x`` and ``y`` differ in the total order of floats, element by element.

    The op ``hlo.total_not_equal``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def transpose(x: TensorLike, *, permutation: Sequence[int], device: str | None = None) -> Tensor:
    """The dimensions of ``x`` in the order that ``permutation`` says.

    The op ``hlo.transpose``.

    Inputs:
        x: any

    Attributes:
        permutation: Sequence[int]

    Results:
        z: any
    """

def triangular_solve(a: TensorLike, b: TensorLike, *, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: str | bytes, device: str | None = None) -> Tensor:
    """Solves systems with triangular matrices ``a`` for each matrix ``b`` of a batch; the attributes say on which side ``a`` stands, which triangle it is, and whether it is transposed.

    The op ``hlo.triangular_solve``.

    Inputs:
        a: any
        b: any

    Attributes:
        left_side: bool
        lower: bool
        unit_diagonal: bool
        transpose_a: str | bytes, one of 'NO_TRANSPOSE', 'TRANSPOSE', 'ADJOINT'

    Results:
        z: any
    """

def xor(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The bitwise exclusive disjunction of integers, the logical one of booleans, element by element.

    The op ``hlo.xor``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """

def zeta(x: TensorLike, y: TensorLike, *, device: str | None = None) -> Tensor:
    """The Hurwitz zeta function of ``x`` and ``y``, element by element.

    The op ``hlo.zeta``.

    Inputs:
        x: any
        y: any

    Results:
        z: any
    """
