"""Functions of tf.*, tf.math, tf.nn, tf.image, tf.linalg, tf.signal and others over tensors of numbers, one or a few in each model."""

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, ints, rng

FLOATS = [np.float32, np.float64, np.float16, "bfloat16"]
INTEGERS = [np.int32, np.int64, np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.uint64]


def name_of(dtype):
    return dtype if isinstance(dtype, str) else np.dtype(dtype).name


def through(dtype, body):
    """The function in another dtype, of arguments and results in f32 where files have no such dtype."""
    if dtype != "bfloat16":
        return body

    def call(*arguments):
        results = body(*(tf.cast(a, tf.bfloat16) if a.dtype == tf.float32 else a for a in arguments))
        return tf.nest.map_structure(lambda r: tf.cast(r, tf.float32) if r.dtype == tf.bfloat16 else r, results)
    return call


def as_dtype(dtype, array):
    return array.astype(np.float32 if dtype == "bfloat16" else dtype)


def mathematics(add):
    positive = lambda *sizes: np.abs(f32(*sizes)) + np.float32(0.1)
    unary = """abs acos acosh asin asinh atan atanh bessel_i0 bessel_i0e bessel_i1 bessel_i1e ceil cos cosh digamma erf erfc erfcinv erfinv exp expm1
        floor is_finite is_inf is_nan is_non_decreasing is_strictly_increasing lgamma log log1p log_sigmoid ndtri negative reciprocal
        reciprocal_no_nan rint round rsqrt sigmoid sign sin sinh softplus softsign sqrt square tan tanh cumsum cumprod cumulative_logsumexp
        l2_normalize log_softmax softmax zero_fraction reduce_std reduce_variance reduce_euclidean_norm reduce_logsumexp
        special.bessel_j0 special.bessel_j1 special.bessel_k0 special.bessel_k0e special.bessel_k1 special.bessel_k1e special.bessel_y0
        special.bessel_y1 special.dawsn special.expint special.fresnel_cos special.fresnel_sin special.spence""".split()
    for name in unary:
        function = tf.math
        for part in name.split("."):
            function = getattr(function, part)
        make = positive if any(word in name for word in ("log", "sqrt", "bessel_k", "bessel_y", "expint", "erfc", "ndtri", "spence", "gamma")) else f32
        for dtype in FLOATS:
            a, b = as_dtype(dtype, make(3, 4)), as_dtype(dtype, make(2, 5))
            a, b = (a + 1, b + 1) if name == "acosh" else (a, b)
            add(f"math.{name}.{name_of(dtype)}", through(dtype, function), a, b)
    for name in "abs negative sign square cumsum cumprod is_non_decreasing zero_fraction reduce_sum reduce_prod reduce_max reduce_min reduce_mean".split():
        for dtype in INTEGERS:
            if name in ("abs", "negative", "sign") and np.dtype(dtype).kind == "u":
                continue
            add(f"math.{name}.{name_of(dtype)}", getattr(tf.math, name), ints(9, 3, 4, dtype=dtype), ints(9, 2, 6, dtype=dtype))
    binary = """add subtract multiply divide divide_no_nan floordiv floormod mod truediv maximum minimum pow squared_difference atan2 xdivy xlogy xlog1py
        multiply_no_nan igamma igammac polygamma zeta nextafter equal not_equal less less_equal greater greater_equal""".split()
    for name in binary:
        for dtype in FLOATS:
            a, b = as_dtype(dtype, positive(3, 4)), as_dtype(dtype, positive(4) + 1)
            a, b = (np.round(a + 1), b) if name in ("polygamma",) else (b, a) if name == "zeta" else (a, b)
            add(f"math.{name}.{name_of(dtype)}", through(dtype, getattr(tf.math, name)), (a, b), (a[:2], b) if name != "zeta" else (a, b[:2]))
    for name in "add subtract multiply floordiv floormod truediv maximum minimum pow squared_difference equal not_equal less less_equal greater greater_equal".split():
        for dtype in INTEGERS:
            a, b = ints(5, 3, 4, dtype=dtype), ints(4, 4, dtype=dtype) + np.asarray(1, dtype)
            add(f"math.{name}.{name_of(dtype)}", getattr(tf.math, name), (a, b), (a[:2], b))
    add("math.negative_division", lambda a, b: (a // b, a % b, tf.truncatediv(a, b), tf.truncatemod(a, b), a / b), (ints(20, 6) - 10, np.array([3, -3, 2, -2, 7, -7], np.int32)))
    add("math.negative_division_f", lambda a, b: (a // b, a % b, tf.truncatemod(a, b)), (f32(6) * 10, np.array([3, -3, 2, -2, 7, -7], np.float32)))
    add("math.betainc", tf.math.betainc, (positive(4), positive(4), np.abs(f32(4))), (positive(2), positive(2), np.abs(f32(2))))
    add("math.lbeta", tf.math.lbeta, positive(3, 4), positive(2, 2))
    add("math.sobol", lambda n: tf.math.sobol_sample(3, n, 2), np.int32(5), np.int32(7))
    complexes = lambda *sizes: (f32(*sizes) + 1j * f32(*sizes)).astype(np.complex64)
    for name in "abs angle conj real imag exp log sqrt rsqrt sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh square negative reciprocal sigmoid expm1 log1p sign cumsum cumprod reduce_sum reduce_mean reduce_prod".split():
        for dtype in (np.complex64, np.complex128):
            add(f"math.{name}.{name_of(dtype)}", getattr(tf.math, name), complexes(3, 4).astype(dtype), complexes(2, 2).astype(dtype))
    for name in "add subtract multiply divide pow squared_difference xdivy xlogy equal not_equal divide_no_nan multiply_no_nan".split():
        add(f"math.{name}.complex64", getattr(tf.math, name), (complexes(3, 4), complexes(4)), (complexes(2, 4), complexes(4)))
    add("math.complex", lambda a, b: tf.complex(a, b), (f32(3), f32(3)), (f32(2), f32(2)))
    add("math.complex.f64", lambda a, b: tf.complex(a, b), (f32(3).astype("f8"), f32(3).astype("f8")))
    for name in "sum prod max min mean any all".split():
        reduce = getattr(tf.math, f"reduce_{name}")
        dtypes = [np.bool_] if name in ("any", "all") else FLOATS
        for dtype in dtypes:
            a, b = as_dtype(dtype, np.abs(f32(3, 4, 2))), as_dtype(dtype, np.abs(f32(2, 4, 5)))
            add(f"math.reduce_{name}.{name_of(dtype)}", through(dtype, lambda x, reduce=reduce: (reduce(x), reduce(x, 1), reduce(x, [0, -1], keepdims=True))), a, b)
    add("math.reduce_axis_given", lambda x, axis: tf.reduce_sum(x, axis), (f32(3, 4, 2), np.array([0, 2], np.int32)), (f32(3, 4, 2), np.array([1], np.int32)))
    for name in "argmax argmin".split():
        for dtype in FLOATS + INTEGERS + [np.bool_]:
            a, b = as_dtype(dtype, ints(2 if dtype == np.bool_ else 9, 3, 4)), as_dtype(dtype, ints(2 if dtype == np.bool_ else 9, 2, 7))
            add(f"math.{name}.{name_of(dtype)}", through(dtype, lambda x, f=getattr(tf.math, name): (f(x, 1), f(x, 0, tf.int32))), a, b)
    add("math.top_k", lambda x: (tf.math.top_k(x, 2), tf.math.in_top_k([1, 0], x, 2)), f32(2, 5), f32(2, 7))
    add("math.top_k.int", lambda x: (tf.math.top_k(x, 2), tf.math.top_k(x, 1, index_type=tf.int16)), ints(100, 5), ints(100, 2, 7))
    add("math.bincount", lambda x: (tf.math.bincount(x), tf.math.bincount(x, minlength=12, maxlength=14), tf.math.bincount(x, weights=tf.cast(x, tf.float32))), ints(9, 12), ints(9, 5))
    add("math.bincount_rows", lambda x: (tf.math.bincount(x, axis=-1, minlength=9), tf.math.bincount(x, axis=-1, binary_output=True, minlength=9)), ints(9, 3, 5), ints(9, 2, 4))
    add("math.bincount_sparse", lambda x: (tf.sparse.bincount(x), tf.sparse.bincount(x, axis=-1)), ints(9, 3, 5), ints(9, 2, 4))
    add("math.bincount_given", lambda x, w: tf.math.bincount(x, weights=w, axis=-1, minlength=9), (ints(9, 3, 5), f32(3, 5)))
    add("math.confusion", lambda a, b: tf.math.confusion_matrix(a, b, 4), (ints(4, 9), ints(4, 9)), (ints(4, 5), ints(4, 5)))
    add("math.confusion_weights", lambda a, b, w: tf.math.confusion_matrix(a, b, weights=w, dtype=tf.float32), (ints(4, 9), ints(4, 9), f32(9)))
    add("math.segments", lambda x, s: tuple(f(x, s) for f in (tf.math.segment_max, tf.math.segment_mean, tf.math.segment_min, tf.math.segment_prod, tf.math.segment_sum)),
        (f32(5, 2), np.array([0, 0, 1, 3, 3], np.int32)), (f32(3, 4), np.array([0, 2, 2], np.int32)))
    add("math.unsorted_segments", lambda x, s: tuple(getattr(tf.math, f"unsorted_segment_{f}")(x, s, 4) for f in "max mean min prod sum sqrt_n".split()),
        (f32(5, 2), np.array([3, 0, -1, 3, 1], np.int32)), (f32(3, 4), np.array([0, 2, 0], np.int32)))
    add("math.unsorted_segments.int", lambda x, s: tuple(getattr(tf.math, f"unsorted_segment_{f}")(x, s, 4) for f in "max min prod sum".split()),
        (ints(9, 5, 2), np.array([3, 0, -1, 3, 1], np.int32)))
    add("math.reduces", lambda x: (tf.math.accumulate_n([x, x, x]), tf.add_n([x, x]), tf.math.count_nonzero(x), tf.math.count_nonzero(x, 0, dtype=tf.int32)), f32(3, 4), f32(2, 2))
    add("math.cumsum_options", lambda x: (tf.cumsum(x, 1, exclusive=True), tf.cumsum(x, 0, reverse=True), tf.math.cumprod(x, -1, True, True), tf.math.cumulative_logsumexp(x, 1, True, True)), f32(3, 4), f32(2, 6))
    add("math.polyval", lambda x: tf.math.polyval([x, x * 2., x - 1.], x), f32(3), f32(6))
    add("math.invert_permutation", tf.math.invert_permutation, np.array([2, 0, 1, 3], np.int32), np.array([1, 0], np.int32))
    add("math.logical", lambda a, b: (a & b, a | b, a ^ b, ~a, tf.math.logical_xor(a, b)), (f32(5) > 0, f32(5) > 0), (f32(2) > 0, f32(2) > 0))
    for dtype in INTEGERS:
        bit = tf.bitwise
        add(f"bitwise.{name_of(dtype)}", lambda a, b, bit=bit: (bit.bitwise_and(a, b), bit.bitwise_or(a, b), bit.bitwise_xor(a, b), bit.invert(a), bit.left_shift(a, b), bit.right_shift(a, b)),
            (ints(100, 5, dtype=dtype), ints(7, 5, dtype=dtype)), (ints(100, 2, dtype=dtype), ints(7, 2, dtype=dtype)))
    add("math.nan", lambda x: (tf.reduce_max(x), tf.reduce_min(x), tf.argmax(x), tf.maximum(x, 0.), tf.minimum(0., x), tf.nn.relu(x), tf.nn.relu6(x), tf.clip_by_value(x, 0., 1.),
                               tf.sort(x[1:]), tf.sign(x), tf.round(x), tf.cast(x[1:3], tf.int32)), np.array([np.nan, 1.5, -2.5, np.inf, -np.inf, 0.5], np.float32))
    add("math.half_round", lambda x: (tf.round(x), tf.math.rint(x), tf.cast(x, tf.int32), tf.math.floor(x), tf.math.ceil(x)), np.array([0.5, 1.5, 2.5, -0.5, -1.5, -2.7], np.float32))
    add("math.histogram", lambda x: (tf.histogram_fixed_width(x, [-1., 1.], 5), tf.histogram_fixed_width_bins(x, [-1., 1.], 5)), f32(20), f32(9))
    add("math.ldexp_like", lambda x: (tf.math.nextafter(x, x + 1.), tf.experimental.numpy.logaddexp(x, x * 2.), tf.experimental.numpy.hypot(x, x), tf.experimental.numpy.sinc(x)), f32(5), f32(3))


def casts(add):
    kinds = [np.float32, np.float64, np.float16, np.int32, np.int64, np.int8, np.uint8, np.int16, np.uint16, np.uint32, np.uint64, np.bool_, np.complex64]
    for source in kinds:
        given = ints(2, 5) if source == np.bool_ else ints(50, 5)
        given = given + 0.7 if np.dtype(source).kind in "fc" else given
        add(f"cast.{name_of(source)}", lambda x: tuple(tf.cast(x, tf.as_dtype(kind)) for kind in kinds), given.astype(source), given[:3].astype(source))
        add(f"cast_bf16.{name_of(source)}", lambda x, source=source: (tf.cast(tf.cast(x, tf.bfloat16), tf.float32), tf.cast(tf.cast(x, tf.bfloat16), tf.as_dtype(source))), given.astype(source), given[:3].astype(source))
    add("cast.saturate", lambda x: (tf.saturate_cast(x, tf.uint8), tf.saturate_cast(x, tf.int8), tf.saturate_cast(x, tf.int32)), f32(5) * 500, f32(3) * 500)
    for a, b in ((np.float32, tf.int32), (np.float32, tf.uint8), (np.int64, tf.float64), (np.int64, tf.float32), (np.float16, tf.uint16), (np.complex64, tf.float32), (np.int32, tf.int16)):
        add(f"bitcast.{name_of(a)}.{b.name}", lambda x, b=b: tf.bitcast(x, b), f32(4).astype(a), f32(2).astype(a))
    add("bitcast.narrow", lambda x: (tf.bitcast(x, tf.int32), tf.bitcast(x, tf.float32)), ints(200, 3, 4, dtype=np.uint8), ints(200, 2, 4, dtype=np.uint8))
    add("cast.bool_like", lambda x: (tf.cast(x, tf.bool), tf.dtypes.cast(x, tf.qint32) is not None), f32(3))


def arrays(add):
    x, y = f32(3, 4, 2), f32(5, 4, 3)
    add("array.shapes", lambda x: (tf.shape(x), tf.size(x), tf.rank(x), tf.shape(x, tf.int64), tf.shape_n([x, x + 1.])), x, y)
    add("array.open_rank", lambda x: (tf.shape(x), tf.size(x), tf.rank(x), tf.reshape(x, [-1]), tf.reduce_sum(x), tf.zeros_like(x), tf.expand_dims(x, 0)), f32(3), f32(2, 3))
    add("array.reshapes", lambda x: (tf.reshape(x, [-1, 2]), tf.expand_dims(x, 1), tf.squeeze(x[:1], 0), tf.transpose(x), tf.transpose(x, [1, 0, 2]), tf.reshape(x, tf.concat([tf.shape(x)[:1], [-1]], 0))), x, f32(5, 4, 2))
    add("array.slices", lambda x: (x[1:, ..., 0], x[:, ::-1], x[..., tf.newaxis, 1], x[-1], x[::2, 1:3], tf.slice(x, [0, 1, 0], [-1, 2, 1]), tf.strided_slice(x, [0, 0], [2, 3], [1, 2])), x, y)
    add("array.slice_given", lambda x, i, n: (x[i], x[i:n], x[:, i:], x[n:i:-1], tf.slice(x, [i, 0, 0], [n - i, 2, -1])), (x, np.int32(1), np.int32(2)), (y, np.int32(2), np.int32(4)))
    add("array.gather", lambda x, i: (tf.gather(x, i), tf.gather(x, i, axis=1), tf.gather(x, [0, 1], axis=-1), tf.gather_nd(x, tf.stack([i, i], 1))), (x, ints(3, 4)), (y, ints(3, 2)))
    add("array.gather_batch", lambda x, i: (tf.gather(x, i, batch_dims=1), tf.gather(x, i, axis=2, batch_dims=1), tf.gather_nd(x, i[..., None], batch_dims=1)), (x, ints(2, 3, 5)), (y, ints(2, 5, 1)))
    add("array.take_along", lambda x: (tf.experimental.numpy.take_along_axis(x, tf.argsort(x, 1), 1), tf.argsort(x, 0, "DESCENDING", True), tf.sort(x, 1, "DESCENDING")), x, y)
    add("array.concat", lambda x: (tf.concat([x, x], 1), tf.stack([x, x], 1), tf.stack([x, x], -1), tf.unstack(x, axis=1), tf.split(x, 2, 1), tf.split(x, [1, -1], 1), tf.tile(x, [2, 1, 3]), tf.repeat(x, 2, 1), tf.repeat(x, [1, 0, 2, 1], axis=1)), x, y)
    add("array.tile_given", lambda x, n: (tf.tile(x, n), tf.broadcast_to(x[:1], n), tf.repeat(x, n[0], 0)), (x, np.array([2, 4, 2], np.int32)), (x[:2], np.array([3, 4, 2], np.int32)))
    for mode in ("CONSTANT", "REFLECT", "SYMMETRIC"):
        for dtype in (np.float32, np.int32, np.uint8, np.bool_, np.float16, np.complex64):
            add(f"array.pad.{mode.lower()}.{name_of(dtype)}", lambda x, mode=mode: tf.pad(x, [[1, 0], [2, 1], [0, 1]], mode), ints(9, 3, 4, 2).astype(dtype), ints(9, 2, 4, 3).astype(dtype))
    add("array.pad_given", lambda x, p: (tf.pad(x, p), tf.pad(x, p, constant_values=2.5)), (x, np.array([[1, 0], [0, 2], [0, 0]], np.int32)), (y, np.array([[0, 0], [0, 2], [1, 1]], np.int32)))
    for dtype in (np.float32, np.int32, np.uint8, np.bool_, np.float16, np.complex64, np.int64, np.float64, np.uint64, np.int8, np.int16, np.uint32):
        add(f"array.moves.{name_of(dtype)}", lambda x: (tf.reverse(x, [0]), tf.roll(x, 1, 0), tf.roll(x, [1, -2], [0, 1]), tf.transpose(x), tf.where(tf.cast(x, tf.bool)), tf.where(tf.cast(x, tf.bool), x, tf.zeros_like(x)), tf.boolean_mask(x, tf.cast(x, tf.bool)), tf.gather(x, [1, 0]), tf.concat([x, x], 0), tf.stack([x, x]), tf.tile(x, [1, 2]), x[::-1]), ints(3, 3, 4).astype(dtype), ints(3, 2, 5).astype(dtype))
    for dtype in (np.float32, np.int32, np.uint8, np.int64, np.float64, np.int8, np.int16, np.uint32, np.uint64, np.uint16):
        add(f"array.unique.{name_of(dtype)}", lambda x: (tf.unique(x), tf.unique_with_counts(x, tf.int64)), ints(5, 9).astype(dtype), ints(5, 4).astype(dtype))
        add(f"array.sort.{name_of(dtype)}", lambda x: (tf.sort(x), tf.sort(x, direction="DESCENDING"), tf.argsort(x, stable=True)), ints(100, 9).astype(dtype), ints(100, 4).astype(dtype))
    add("array.unique_axis", lambda x: (tf.raw_ops.UniqueV2(x=x, axis=[0]), tf.raw_ops.UniqueWithCountsV2(x=x, axis=[1])), ints(2, 6, 2), ints(2, 4, 2))
    add("array.setdiff", lambda a, b: (tf.sets.difference(a[None], b[None]), tf.raw_ops.ListDiff(x=a, y=b)), (ints(9, 7), ints(9, 3)), (ints(9, 3), ints(9, 5)))
    add("array.sets", lambda a, b: (tf.sets.intersection(a, b), tf.sets.union(a, b), tf.sets.size(tf.sets.union(a, b))), (ints(9, 2, 7), ints(9, 2, 3)), (ints(9, 3, 3), ints(9, 3, 5)))
    add("array.sets_sparse", lambda a, b: (tf.sets.intersection(tf.sparse.from_dense(a), tf.sparse.from_dense(b)), tf.sets.union(a, tf.sparse.from_dense(b)), tf.sets.difference(tf.sparse.from_dense(a), tf.sparse.from_dense(b), False)), (ints(9, 2, 7), ints(9, 2, 3)))
    add("array.fill", lambda n: (tf.fill([n, 2], 3), tf.zeros([n]), tf.ones([n], tf.int64), tf.range(n), tf.range(1, n, 2), tf.range(n, 0, -1), tf.eye(n), tf.linspace(0., 1., n), tf.one_hot(tf.range(n), 4), tf.sequence_mask([1, n], n)), np.int32(5), np.int32(3))
    add("array.range.float", lambda n: (tf.range(0., n, 0.3), tf.range(tf.cast(n, tf.int64)), tf.linspace(tf.constant([0., 1.]), [n, n], 4, axis=1)), np.float32(2), np.float32(3.5))
    add("array.one_hot", lambda x: (tf.one_hot(x, 5, 2., -1., axis=0), tf.one_hot(x, 5, dtype=tf.int32), tf.one_hot(x, 5, True, False), tf.one_hot(x - 1, 3, axis=1)), ints(5, 3, 2), ints(5, 2, 4))
    add("array.sequence_mask", lambda x: (tf.sequence_mask(x), tf.sequence_mask(x, 6, tf.float32)), ints(5, 3, 2), ints(5, 4, 2))
    add("array.scatter", lambda i, u: (tf.scatter_nd(i, u, [6, 2]), tf.tensor_scatter_nd_update(tf.ones([6, 2]), i, u), tf.tensor_scatter_nd_add(tf.ones([6, 2]), i, u), tf.tensor_scatter_nd_sub(tf.ones([6, 2]), i, u),
                                       tf.tensor_scatter_nd_max(tf.ones([6, 2]), i, u), tf.tensor_scatter_nd_min(tf.ones([6, 2]), i, u)), (np.array([[0], [2], [5]], np.int32), f32(3, 2)), (np.array([[4], [1]], np.int32), f32(2, 2)))
    for dtype in (np.int32, np.int64, np.float64, np.float16, np.bool_, np.uint8):
        add(f"array.scatter.{name_of(dtype)}", lambda i, u: (tf.scatter_nd(i, u, [6, 2]) if u.dtype != tf.bool else u, tf.tensor_scatter_nd_update(tf.cast(tf.ones([6, 2]), u.dtype), i, u)), (np.array([[0], [2], [5]], np.int64), ints(2, 3, 2).astype(dtype)), (np.array([[4], [1]], np.int64), ints(2, 2, 2).astype(dtype)))
    add("array.where", lambda c, x: (tf.where(c), tf.where(c, x, 0.), tf.where(c[:, None], x[:, None], [[1., 2.]])), (f32(4) > 0, f32(4)), (f32(6) > 0, f32(6)))
    add("array.meshgrid", lambda a, b: (tf.meshgrid(a, b), tf.meshgrid(a, b, indexing="ij")), (f32(3), f32(2)), (f32(4), f32(5)))
    add("array.dynamic_partition", lambda x, p: (tf.dynamic_partition(x, p, 3), tf.dynamic_stitch([[0, 2], [1]], [x[:2], x[:1]])), (f32(5, 2), ints(3, 5)), (f32(7, 2), ints(3, 7)))
    add("array.spaces", lambda x: (tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]), tf.nn.space_to_depth(x, 2), tf.nn.depth_to_space(x, 2), tf.batch_to_space(tf.space_to_batch(x, [2, 2], [[0, 0], [2, 0]]), [2, 2], [[1, 1], [0, 0]])), f32(1, 4, 6, 4), f32(2, 8, 4, 4))
    add("array.sequences", lambda x, n: (tf.reverse_sequence(x, n, 1), tf.reverse_sequence(x, n, 1, 0)), (f32(3, 5, 2), np.array([2, 5, 1], np.int32)), (f32(2, 4, 2), np.array([4, 0], np.int32)))
    add("array.searchsorted", lambda a, x: (tf.searchsorted(a, x), tf.searchsorted(a, x, "right", out_type=tf.int64)), (np.sort(f32(9)), f32(4)), (np.sort(f32(5)), f32(7)))
    add("array.searchsorted.int", lambda a, x: (tf.searchsorted(a, x), tf.searchsorted(a, x, "right")), (np.sort(ints(9, 2, 9)), ints(9, 2, 4)))
    add("array.bucketize", lambda x: tf.raw_ops.Bucketize(input=x, boundaries=[-.5, 0., .5]), f32(4), f32(6))
    add("array.bucketize.int", lambda x: tf.raw_ops.Bucketize(input=x, boundaries=[3, 5.5]), ints(9, 4), ints(9, 2))
    add("array.diagonals", lambda x: (tf.linalg.diag(x), tf.linalg.diag(x, k=1, padding_value=7.), tf.linalg.diag_part(tf.linalg.diag(x)), tf.linalg.tensor_diag(x[0]), tf.linalg.tensor_diag_part(tf.linalg.tensor_diag(x[0])), tf.linalg.band_part(tf.linalg.diag(x), 0, 1), tf.linalg.set_diag(tf.linalg.diag(x), x * 2.), tf.linalg.trace(tf.linalg.diag(x))), f32(3, 4), f32(2, 2))
    add("array.diagonals_k", lambda x: (tf.linalg.diag_part(x, k=(-1, 1), padding_value=9.), tf.linalg.diag_part(x, k=(-1, 1), align="LEFT_LEFT"), tf.linalg.set_diag(x, x[:, 0, :2] * 0., k=2) if x.shape[1] == 4 else x), f32(3, 4, 4), f32(2, 4, 4))
    add("array.unravel", lambda x: (tf.unravel_index(x, [3, 4]), tf.raw_ops.Where(condition=x > 3)), ints(12, 5), ints(12, 3))
    add("array.patches", lambda x: (tf.image.extract_patches(x, [1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"), tf.image.extract_patches(x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 2, 2, 1], "SAME")), f32(1, 7, 7, 2), f32(2, 9, 6, 2))
    add("array.patches3d", lambda x: tf.raw_ops.ExtractVolumePatches(input=x, ksizes=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID"), f32(1, 4, 4, 4, 2))
    add("array.misc", lambda x: (tf.identity(x), tf.identity_n([x, x]), tf.stop_gradient(x), tf.ensure_shape(x, [None, 4, None]), tf.guarantee_const(x), tf.grad_pass_through(tf.abs)(x), tf.zeros_like(x), tf.ones_like(x, tf.int32), tf.debugging.check_numerics(x, "m"), tf.tensordot(x, x, [[0, 1], [0, 1]])), x, y)
    add("array.edit", lambda x: (tf.raw_ops.InplaceUpdate(x=tf.zeros([3]), i=[1], v=x[:1]), tf.raw_ops.DeepCopy(x=x), tf.raw_ops.Snapshot(input=x)), f32(3), f32(2))
    add("array.clip", lambda x: (tf.clip_by_value(x, -.5, .5), tf.clip_by_norm(x, 1.), tf.clip_by_norm(x, 1., [0]), tf.clip_by_global_norm([x, x * 2.], 1.), tf.linalg.global_norm([x, x])), x, y)
    add("array.empty", lambda x: (tf.reduce_sum(x), tf.reduce_max(x), tf.reduce_mean(x), tf.concat([x, tf.ones([2, 3])], 0), tf.matmul(x, tf.ones([3, 2])), tf.sort(x), tf.gather(x, tf.where(x[:, 0] > 5.)[:, 0]), tf.cumsum(x), tf.nn.softmax(x), x[:0]), f32(0, 3), f32(2, 3))
    add("array.broadcast_shapes", lambda a, b: (tf.broadcast_dynamic_shape(a, b), tf.raw_ops.BroadcastGradientArgs(s0=a, s1=b)), (np.array([3, 1], np.int32), np.array([1, 4], np.int32)))
    add("array.tensor_lists", lambda x: (tf.stack(tf.unstack(x, 3)), tf.parallel_stack([x[0], x[1]])), f32(3, 2))
    add("array.einsum", lambda a, b: (tf.einsum("ij,jk->ik", a, b), tf.einsum("ij,jk->ki", a, b), tf.einsum("ij->j", a), tf.einsum("...j,jk->...k", a, b), tf.einsum("ij,ij->i", a, a), tf.einsum("ii->i", tf.matmul(a, a, transpose_b=True))), (f32(3, 4), f32(4, 2)), (f32(5, 4), f32(4, 2)))
    add("array.einsum_attention", lambda q, k: (tf.einsum("bqhd,bkhd->bhqk", q, k), tf.einsum("bhqk,bkhd->bqhd", tf.einsum("bqhd,bkhd->bhqk", q, k), k)), (f32(2, 3, 2, 4), f32(2, 5, 2, 4)), (f32(1, 2, 2, 4), f32(1, 7, 2, 4)))


def linear_algebra(add):
    square = lambda n, *batch: f32(*batch, n, n) + 3 * np.eye(n, dtype=np.float32)
    positive = lambda n, *batch: (lambda a: (a @ a.swapaxes(-1, -2) + n * np.eye(n)).astype(np.float32))(f32(*batch, n, n))
    for dtype in (np.float32, np.float64, np.complex64):
        a, b = square(3, 2).astype(dtype), square(4).astype(dtype)[None]
        add(f"linalg.basic.{name_of(dtype)}", lambda x: (tf.linalg.det(x), tf.linalg.inv(x), tf.linalg.matmul(x, x), tf.linalg.matmul(x, x, transpose_a=True), tf.linalg.matmul(x, x, adjoint_b=True), tf.linalg.adjoint(x), tf.linalg.matrix_transpose(x), tf.linalg.slogdet(x), tf.linalg.solve(x, x[..., :1]), tf.linalg.lu(x), tf.linalg.matvec(x, x[..., 0]), tf.linalg.trace(x), tf.linalg.norm(x), tf.linalg.norm(x, 1, axis=[-2, -1])), a, b)
        add(f"linalg.exponential.{name_of(dtype)}", lambda x: (tf.linalg.expm(x), tf.linalg.sqrtm(tf.matmul(x, x, adjoint_b=True))), a, b)
    add("linalg.logm", lambda x: tf.linalg.logm(tf.cast(x, tf.complex64)), positive(3, 2), positive(4, 1))
    for dtype in (np.float32, np.float64):
        a, b = positive(3, 2).astype(dtype), positive(4, 1).astype(dtype)
        add(f"linalg.symmetric.{name_of(dtype)}", lambda x: (tf.linalg.cholesky(x), tf.linalg.cholesky_solve(tf.linalg.cholesky(x), x), tf.linalg.eigvalsh(x), tf.linalg.logdet(x), tf.linalg.triangular_solve(x, x), tf.linalg.triangular_solve(x, x, lower=False, adjoint=True), tf.linalg.svd(x, compute_uv=False), tf.abs(tf.linalg.qr(x)), tf.abs(tf.linalg.eigh(x)[1])), a, b)
        add(f"linalg.solvers.{name_of(dtype)}", lambda x: (tf.linalg.lstsq(x, x[..., :2]), tf.linalg.lstsq(x[..., :2], x[..., :1]), tf.linalg.pinv(x), tf.linalg.lstsq(x, x[..., :1], l2_regularizer=0.1)), a, b)
        add(f"linalg.svd.{name_of(dtype)}", lambda x: (lambda s, u, v: (s, tf.matmul(u * s[..., None, :], v, adjoint_b=True)))(*tf.linalg.svd(x)), f32(2, 3, 4).astype(dtype), f32(1, 4, 3).astype(dtype))
    add("linalg.eig", lambda x: tf.sort(tf.abs(tf.linalg.eigvals(x)), -1), square(3, 2), square(4, 1))
    add("linalg.eig_vectors", lambda x: (lambda e, v: tf.abs(tf.matmul(tf.cast(x, tf.complex64), v) - v * e[..., None, :]) < 1e-3)(*tf.linalg.eig(x)), square(3, 2))
    add("linalg.products", lambda a, b: (tf.linalg.cross(a, b), tf.tensordot(a, b, 2), tf.tensordot(a, b, [[1], [1]]), tf.tensordot(a, b, 0)), (f32(4, 3), f32(4, 3)), (f32(2, 3), f32(2, 3)))
    add("linalg.tridiagonal", lambda x: (tf.linalg.tridiagonal_matmul(tf.stack([x, x + 3., x]), x[:, None]), tf.linalg.tridiagonal_solve(tf.stack([x, x + 3., x]), x)), f32(5), f32(3))
    add("linalg.banded", lambda x: tf.linalg.banded_triangular_solve(tf.stack([x + 3., x]), x[:, None]), f32(5), f32(3))
    add("linalg.operators", lambda x: (tf.linalg.LinearOperatorDiag(x[0]).matmul(x, adjoint_arg=True), tf.linalg.LinearOperatorCirculant(tf.cast(x[0], tf.complex64)).to_dense(), tf.linalg.LinearOperatorToeplitz(x[0], x[0]).to_dense(), tf.linalg.LinearOperatorLowerTriangular(tf.matmul(x, x, transpose_b=True) + 9.).solve(x), tf.linalg.LinearOperatorKronecker([tf.linalg.LinearOperatorFullMatrix(tf.matmul(x, x, transpose_a=True)), tf.linalg.LinearOperatorIdentity(2)]).to_dense(), tf.linalg.LinearOperatorHouseholder(x[0]).to_dense()), f32(3, 4), f32(2, 4))
    add("linalg.norms", lambda x: (tf.norm(x), tf.norm(x, 1), tf.norm(x, np.inf, 1), tf.norm(x, 2, 0, True), tf.norm(x, 3), tf.linalg.normalize(x, 2, 1)), f32(3, 4), f32(2, 6))
    for dtype in (np.float32, np.float64, np.float16, "bfloat16", np.int32, np.int64, np.uint8, np.int8, np.int16, np.complex64):
        output = {np.uint8: tf.int32, np.int8: tf.int32}.get(dtype)
        body = lambda a, b, output=output: tf.matmul(a, b, output_type=output) if output else tf.matmul(a, b)
        if dtype == np.int16:
            continue
        a = as_dtype(dtype, ints(9, 3, 4))
        add(f"linalg.matmul.{name_of(dtype)}", through(dtype, body), (a, as_dtype(dtype, ints(9, 4, 2))), (a[:2], as_dtype(dtype, ints(9, 4, 5))))
        add(f"linalg.batch_matmul.{name_of(dtype)}", through(dtype, body), (as_dtype(dtype, ints(9, 2, 3, 4)), as_dtype(dtype, ints(9, 1, 4, 2))), (as_dtype(dtype, ints(9, 1, 2, 4)), as_dtype(dtype, ints(9, 3, 4, 2))))
    add("linalg.matmul_sparse_hint", lambda a, b: tf.matmul(a, b, a_is_sparse=True, b_is_sparse=True), (f32(3, 4), f32(4, 2)), (f32(2, 4), f32(4, 5)))
    add("linalg.permutation", lambda x: (tf.linalg.lu_matrix_inverse(*tf.linalg.lu(x)), tf.linalg.lu_reconstruct(*tf.linalg.lu(x)), tf.linalg.lu_solve(*tf.linalg.lu(x), x)), square(3), square(4))
    add("linalg.rank", lambda x: (tf.linalg.matrix_rank(x), tf.linalg.band_part(x, 1, 0), tf.linalg.band_part(x, -1, 0)), square(3, 2), square(4, 1))
    add("linalg.gradients", lambda x: tf.gradients(tf.linalg.logdet(tf.matmul(x, x, transpose_b=True)) + tf.reduce_sum(tf.linalg.inv(x)) + tf.reduce_sum(tf.linalg.cholesky(tf.matmul(x, x, transpose_b=True))), x), square(3), square(4))


def networks(add):
    nn = tf.nn
    for name in "elu gelu leaky_relu relu relu6 selu silu swish softplus softsign crelu log_softmax softmax sigmoid tanh log_sigmoid".split():
        function = getattr(nn, name, None) or getattr(tf.math, name)
        for dtype in FLOATS:
            add(f"nn.{name}.{name_of(dtype)}", through(dtype, function), as_dtype(dtype, f32(3, 4) * 3), as_dtype(dtype, f32(2, 7) * 3))
    add("nn.gelu_exact", lambda x: (nn.gelu(x, True), nn.gelu(x, False), nn.leaky_relu(x, 0.3), nn.swish(x, 1.5), nn.softmax(x, 0), nn.log_softmax(x, 0)), f32(3, 4), f32(2, 3))
    image = lambda n=2, h=9, w=8, c=4: f32(n, h, w, c)
    k = lambda *sizes: tf.constant(f32(*sizes))
    two = (image(), image(1, 7, 10))
    for padding in ("SAME", "VALID"):
        add(f"nn.conv2d.{padding}", lambda x, p=padding: (nn.conv2d(x, k(3, 3, 4, 5), 1, p), nn.conv2d(x, k(3, 2, 4, 5), [1, 2], p), nn.conv2d(x, k(3, 3, 4, 2), 1, p, dilations=2), nn.conv2d(x, k(3, 3, 2, 6), 1, p)), *two)
        add(f"nn.depthwise.{padding}", lambda x, p=padding: (nn.depthwise_conv2d(x, k(3, 3, 4, 2), [1, 1, 1, 1], p), nn.depthwise_conv2d(x, k(2, 3, 4, 1), [1, 2, 2, 1], p), nn.depthwise_conv2d(x, k(3, 3, 4, 1), [1, 1, 1, 1], p, dilations=[2, 2]), nn.separable_conv2d(x, k(3, 3, 4, 2), k(1, 1, 8, 3), [1, 1, 1, 1], p)), *two)
        add(f"nn.pools.{padding}", lambda x, p=padding: (nn.max_pool2d(x, 2, 2, p), nn.avg_pool2d(x, 3, 2, p), nn.pool(x, [2, 2], "MAX", padding=p), nn.pool(x, [2, 2], "AVG", padding=p, dilations=[2, 2]), nn.max_pool_with_argmax(x, 2, 2, p), nn.max_pool_with_argmax(x, 2, 2, p, include_batch_in_index=True)), *two)
        add(f"nn.conv1d.{padding}", lambda x, p=padding: (nn.conv1d(x, k(3, 4, 5), 1, p), nn.conv1d(x, k(3, 4, 5), 2, p), nn.conv1d(x, k(3, 4, 5), 1, p, dilations=2), nn.max_pool1d(x, 2, 2, p), nn.avg_pool1d(x, 3, 2, p)), f32(2, 9, 4), f32(1, 12, 4))
        add(f"nn.conv3d.{padding}", lambda x, p=padding: (nn.conv3d(x, k(2, 3, 3, 4, 5), [1] * 5, p), nn.conv3d(x, k(2, 2, 2, 4, 5), [1, 1, 2, 2, 1], p), nn.max_pool3d(x, 2, 2, p), nn.avg_pool3d(x, 2, 2, p)), f32(1, 4, 6, 6, 4), f32(2, 5, 4, 7, 4))
        add(f"nn.conv3d_dilated.{padding}", lambda x, p=padding: nn.conv3d(x, k(2, 2, 2, 4, 5), [1] * 5, p, dilations=[1, 1, 2, 2, 1]), f32(1, 4, 6, 6, 4), f32(2, 5, 4, 7, 4))
        add(f"nn.dilation2d.{padding}", lambda x, p=padding: (nn.dilation2d(x, k(3, 3, 4), [1, 1, 1, 1], p, "NHWC", [1, 1, 1, 1]), nn.erosion2d(x, k(3, 3, 4), [1, 1, 1, 1], p, "NHWC", [1, 1, 1, 1])), *two)
        add(f"nn.transposed.{padding}", lambda x, p=padding: (nn.conv2d_transpose(x, k(3, 3, 5, 4), [tf.shape(x)[0], tf.shape(x)[1] * 2 + (p == "VALID"), tf.shape(x)[2] * 2 + (p == "VALID"), 5], 2, p)), *two)
        add(f"nn.transposed13.{padding}", lambda x, p=padding: (nn.conv1d_transpose(x, k(3, 5, 4), [tf.shape(x)[0], tf.shape(x)[1] * 2 + (p == "VALID"), 5], 2, p), nn.conv3d_transpose(x[:, :, None, None], k(3, 1, 1, 5, 4), [tf.shape(x)[0], tf.shape(x)[1] * 2 + (p == "VALID"), 1, 1, 5], [1, 2, 1, 1, 1], p)), f32(2, 9, 4), f32(1, 12, 4))
    for dtype in (np.float64, np.float16, "bfloat16"):
        add(f"nn.conv2d.{name_of(dtype)}", through(dtype, lambda x: (nn.conv2d(x, tf.cast(k(3, 3, 4, 5), x.dtype), 1, "SAME"), nn.max_pool2d(x, 2, 2, "SAME"), nn.avg_pool2d(x, 2, 2, "SAME"), nn.depthwise_conv2d(x, tf.cast(k(3, 3, 4, 1), x.dtype), [1] * 4, "SAME"))), *(as_dtype(dtype, i) for i in two))
    add("nn.conv2d.explicit", lambda x: (nn.conv2d(x, k(3, 3, 4, 5), 2, [[0, 0], [1, 1], [2, 0], [0, 0]]), nn.max_pool2d(x, 2, 2, [[0, 0], [1, 1], [1, 0], [0, 0]])), *two)
    add("nn.convolution", lambda x: (nn.convolution(x, k(3, 3, 4, 2), padding="SAME", dilations=[2, 2]), nn.convolution(x, k(3, 3, 4, 2), strides=[2, 2]), nn.atrous_conv2d(x, k(3, 3, 4, 2), 2, "SAME")), *two)
    add("nn.max_pool.ints", lambda x: tf.raw_ops.MaxPool(input=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"), ints(9, 1, 4, 4, 2), ints(9, 2, 6, 4, 2))
    add("nn.fractional", lambda x: (nn.fractional_avg_pool(x, [1., 1.4, 1.4, 1.], True, seed=5)[0].shape[0] is None or 0, tf.shape(x)), *two)
    add("nn.norms", lambda x: (nn.local_response_normalization(x, 2, 1., 0.5, 0.7), nn.lrn(x), nn.l2_normalize(x, -1), nn.moments(x, [0, 1, 2]), nn.moments(x, [1], keepdims=True), nn.weighted_moments(x, [1], tf.abs(x)), nn.batch_normalization(x, k(4), tf.abs(k(4)), k(4), k(4), 1e-3), nn.sufficient_statistics(x, [1]), nn.normalize_moments(3., x, x * x, None)), *two)
    add("nn.fused_batch_norm", lambda x: (tf.compat.v1.nn.fused_batch_norm(x, k(4), k(4), k(4), tf.abs(k(4)), is_training=False)[0], tf.compat.v1.nn.fused_batch_norm(x, k(4), k(4), is_training=True)), *two)
    add("nn.losses", lambda x, y: (nn.softmax_cross_entropy_with_logits(tf.nn.softmax(y), x), nn.sigmoid_cross_entropy_with_logits(tf.sigmoid(y), x), nn.weighted_cross_entropy_with_logits(tf.sigmoid(y), x, 2.), nn.l2_loss(x), nn.log_poisson_loss(tf.abs(y), x), nn.sparse_softmax_cross_entropy_with_logits(tf.argmax(y, 1), x)), (f32(3, 4), f32(3, 4)), (f32(5, 2), f32(5, 2)))
    add("nn.ctc", lambda x, n: (nn.ctc_greedy_decoder(x, n), nn.ctc_beam_search_decoder(x, n, 5, 2)), (f32(6, 2, 4) * 4, np.array([6, 4], np.int32)), (f32(5, 3, 4) * 4, np.array([5, 4, 2], np.int32)))
    add("nn.ctc_loss", lambda x, n: (nn.ctc_loss(tf.constant([[1, 2], [2, 0]]), x, tf.constant([2, 1]), n, logits_time_major=True, blank_index=0), tf.compat.v1.nn.ctc_loss(tf.sparse.from_dense([[1, 2], [2, 0]]), x, n)), (f32(6, 2, 4), np.array([6, 4], np.int32)))
    add("nn.ctc_unique", lambda x: (nn.ctc_unique_labels(x), nn.collapse_repeated(x, [3, 4])), ints(3, 2, 4), ints(3, 2, 5))
    add("nn.embedding", lambda i: (nn.embedding_lookup(k(9, 3), i), nn.embedding_lookup(k(9, 3), i, max_norm=0.5), nn.embedding_lookup([k(5, 3), k(4, 3)], i)), ints(9, 4), ints(9, 2))
    add("nn.embedding_sparse", lambda i, v: tuple(nn.embedding_lookup_sparse(k(9, 3), tf.SparseTensor(i, v, [3, 4]), None, combiner=c) for c in ("sum", "mean", "sqrtn")) + (nn.safe_embedding_lookup_sparse(k(9, 3), tf.SparseTensor(i, v, [4, 4]), default_id=1),), (np.array([[0, 0], [0, 1], [1, 0], [2, 3]]), ints(9, 4, dtype=np.int64)), (np.array([[0, 0], [1, 1], [2, 0]]), ints(9, 3, dtype=np.int64)))
    add("nn.misc", lambda x: (nn.bias_add(x, k(4)), nn.dropout(x, 0.), nn.in_top_k(tf.zeros([tf.shape(x)[0] * 0 + 2], tf.int32), tf.reshape(x, [2, -1]), 2)), *two)
    add("nn.bias_nchw", lambda x: nn.bias_add(x, k(4), "NCHW"), f32(2, 4, 3, 2), f32(1, 4, 5, 2))
    add("nn.sampled", lambda x: (nn.nce_loss(k(9, 3), k(9), tf.constant([[1], [2]], tf.int64), x, 3, 9, sampled_values=([1, 2, 3], k(2, 1) * 0. + .5, k(3) * 0. + .5)), nn.sampled_softmax_loss(k(9, 3), k(9), tf.constant([[1], [2]], tf.int64), x, 3, 9, sampled_values=([1, 2, 3], k(2, 1) * 0. + .5, k(3) * 0. + .5))), f32(2, 3))
    add("nn.gradients", lambda x: tf.gradients(tf.reduce_sum(nn.max_pool2d(nn.relu(nn.conv2d(x, k(3, 3, 4, 5), 1, "SAME")), 2, 2, "SAME") ** 2), x), *two)
    add("nn.gradients_more", lambda x: tf.gradients(tf.reduce_sum(nn.avg_pool2d(nn.elu(nn.depthwise_conv2d(x, k(3, 3, 4, 1), [1] * 4, "SAME")), 2, 2, "SAME") ** 2) + tf.reduce_sum(nn.selu(x) + nn.softplus(x) + nn.gelu(x) + nn.leaky_relu(x) + nn.relu6(x) + tf.tanh(x) + tf.sigmoid(x) + nn.softsign(x) + nn.lrn(x)), x), *two)
    add("nn.gradients_dense", lambda x: tf.gradients(nn.softmax_cross_entropy_with_logits(nn.softmax(x[:, ::-1]), tf.gather(x, [1, 0], axis=0) @ k(4, 4)) + tf.reduce_sum(tf.math.top_k(x, 2)[0]) + tf.reduce_sum(tf.pad(tf.cumsum(x), [[1, 1], [0, 1]], "REFLECT") ** 2) + tf.reduce_sum(x[:, ::2] ** 3) + tf.reduce_max(x) + tf.reduce_prod(x), x), f32(2, 4), f32(3, 4))
    add("nn.quantized", lambda x: (tf.quantization.fake_quant_with_min_max_args(x, -1, 1, 4), tf.quantization.fake_quant_with_min_max_vars(x, -.5, .5, narrow_range=True), tf.quantization.quantize_and_dequantize_v2(x, -1., 1.), tf.quantization.quantize_and_dequantize_v2(x, 0., 0., range_given=False, signed_input=False, num_bits=4), tf.quantization.quantize_and_dequantize_v2(x, tf.fill([4], -1.), tf.fill([4], 1.), axis=3)), *two)
    add("nn.isotonic", lambda x: nn.isotonic_regression(x), f32(2, 5), f32(3, 4))
    add("nn.log_uniform", lambda x: tf.random.fixed_unigram_candidate_sampler(x, 1, 1, True, 1, unigrams=[1.])[0], np.array([[0]], np.int64))


def images(add):
    im = tf.image
    x, y = np.abs(f32(1, 9, 8, 3)), np.abs(f32(2, 6, 7, 3))
    for method in "bilinear nearest bicubic area lanczos3 lanczos5 gaussian mitchellcubic".split():
        add(f"image.resize.{method}", lambda x, m=method: (im.resize(x, [5, 12], m), im.resize(x, [5, 5], m, preserve_aspect_ratio=True), im.resize(x, [5, 12], m, antialias=True) if m != "area" else x), x, y)
        add(f"image.resize_int.{method}", lambda x, m=method: im.resize(x, [5, 12], m), ints(255, 1, 9, 8, 3, dtype=np.uint8), ints(255, 2, 5, 5, 3, dtype=np.uint8))
    for method in (0, 1, 2, 3):
        add(f"image.resize_v1.{method}", lambda x, m=method: (tf.compat.v1.image.resize_images(x, [5, 12], m), tf.compat.v1.image.resize_images(x, [5, 12], m, align_corners=True)), x, y)
    add("image.resize_given", lambda x, n: (im.resize(x, n), im.resize(x, n, "nearest"), im.resize_with_pad(x, 12, 10), im.resize_with_crop_or_pad(x, 6, 12)), (x, np.array([4, 5], np.int32)), (y, np.array([12, 3], np.int32)))
    add("image.crops", lambda x: (im.central_crop(x, 0.5), im.crop_to_bounding_box(x, 1, 1, 4, 4), im.pad_to_bounding_box(x, 1, 2, 12, 12), im.flip_left_right(x), im.flip_up_down(x), im.rot90(x), im.rot90(x, 2), im.transpose(x)), x, y)
    add("image.crop_and_resize", lambda x: (im.crop_and_resize(x, [[0., 0., .5, .7], [.2, .1, 1.2, .9]], [0, 0], [4, 5]), im.crop_and_resize(x, [[0., 0., .5, .7]], [0], [3, 3], "nearest", 7.)), x, y)
    add("image.extract_glimpse", lambda x: (im.extract_glimpse(x, [3, 3], tf.zeros([tf.shape(x)[0], 2]), noise="zero"), im.extract_glimpse(x, [4, 4], tf.ones([tf.shape(x)[0], 2]), noise="zero", centered=False, normalized=False)), x, y)
    add("image.colours", lambda x: (im.rgb_to_grayscale(x), im.grayscale_to_rgb(x[..., :1]), im.rgb_to_hsv(x), im.hsv_to_rgb(x), im.rgb_to_yiq(x), im.yiq_to_rgb(x), im.rgb_to_yuv(x), im.yuv_to_rgb(x)), x, y)
    add("image.adjust", lambda x: (im.adjust_brightness(x, 0.2), im.adjust_contrast(x, 2.), im.adjust_gamma(x, 0.7, 2.), im.adjust_hue(x, 0.2), im.adjust_saturation(x, 1.7), im.per_image_standardization(x)), x, y)
    add("image.adjust_int", lambda x: (im.adjust_brightness(x, 0.2), im.adjust_contrast(x, 2.), im.adjust_gamma(x, 0.7), im.adjust_hue(x, 0.2), im.adjust_saturation(x, 1.7), im.convert_image_dtype(x, tf.float32), im.rgb_to_grayscale(x), im.convert_image_dtype(x, tf.uint16)), ints(255, 9, 8, 3, dtype=np.uint8), ints(255, 5, 5, 3, dtype=np.uint8))
    add("image.convert", lambda x: (im.convert_image_dtype(x, tf.uint8), im.convert_image_dtype(x, tf.uint8, True), im.convert_image_dtype(x, tf.float16), im.convert_image_dtype(x, tf.int16)), x, y)
    add("image.gradients", lambda x: (im.image_gradients(x), im.sobel_edges(x), im.total_variation(x)), x, y)
    add("image.measures", lambda a, b: (im.psnr(a, b, 1.), im.ssim(a, b, 1., filter_size=5)), (np.abs(f32(2, 16, 16, 3)), np.abs(f32(2, 16, 16, 3))), (np.abs(f32(1, 20, 16, 3)), np.abs(f32(1, 20, 16, 3))))
    add("image.ssim_multiscale", lambda a, b: im.ssim_multiscale(a, b, 1., filter_size=3), (np.abs(f32(1, 64, 64, 1)), np.abs(f32(1, 64, 64, 1))))
    boxes = lambda n: np.sort(np.abs(f32(n, 2, 2)), axis=1).reshape(n, 4).astype(np.float32)
    add("image.nms", lambda b, s: (im.non_max_suppression(b, s, 5), im.non_max_suppression(b, s, 5, 0.3, 0.2), im.non_max_suppression_with_scores(b, s, 5, soft_nms_sigma=0.5), im.non_max_suppression_padded(b, s, 5, pad_to_max_output_size=True), im.non_max_suppression_overlaps(tf.matmul(b, b, transpose_b=True), s, 5)), (boxes(8), np.abs(f32(8))), (boxes(5), np.abs(f32(5))))
    add("image.combined_nms", lambda b, s: im.combined_non_max_suppression(b[None, :, None], s[None], 3, 6), (boxes(8), np.abs(f32(8, 2))), (boxes(5), np.abs(f32(5, 2))))
    add("image.nms_batched", lambda b, s: im.non_max_suppression_padded(b, s, 4, pad_to_max_output_size=True, sorted_input=False, canonicalized_coordinates=True), (boxes(16).reshape(2, 8, 4), np.abs(f32(2, 8))))
    add("image.draw", lambda x: im.draw_bounding_boxes(x, tf.ones([tf.shape(x)[0], 1, 4]) * [.1, .2, .7, .8], [[1., 0., 0.]]), x, y)
    pictures = ints(255, 9, 8, 3, dtype=np.uint8)
    for kind, encode in (("png", tf.io.encode_png), ("jpeg", tf.io.encode_jpeg)):
        data = np.array(encode(pictures).numpy(), object)
        add(f"image.decode.{kind}", lambda s, kind=kind: (tf.io.decode_image(s, expand_animations=False), getattr(im, f"decode_{kind}")(s), getattr(im, f"decode_{kind}")(s, 1), im.decode_image(s, 3, tf.float32), im.is_jpeg(s)), data, np.array(encode(pictures[:4, :5]).numpy(), object))
    add("image.decode_and_crop", lambda s: (tf.image.decode_and_crop_jpeg(s, [1, 2, 5, 4]), tf.image.extract_jpeg_shape(s)), data)
    add("image.encode", lambda x: (im.decode_png(im.encode_png(x)), tf.strings.length(im.encode_png(x)) > 10), pictures, pictures[:4])
    add("image.encode_jpeg", lambda x: tf.cast(im.decode_jpeg(im.encode_jpeg(x, quality=95)), tf.int32) // 300, pictures)
    add("image.bmp", lambda s: im.decode_bmp(s), np.array(bmp(pictures), object))
    add("image.gif", lambda s: (im.decode_gif(s), im.decode_image(s)), np.array(GIF, object))
    add("image.png16", lambda x: im.decode_png(im.encode_png(x), dtype=tf.uint16), ints(60000, 5, 4, 3, dtype=np.uint16))
    add("image.transform", lambda x: tf.raw_ops.ImageProjectiveTransformV3(images=x, transforms=[[1., .1, 0., .2, 1., 1., 0., 0.]], output_shape=[6, 6], fill_value=0., interpolation="BILINEAR", fill_mode="REFLECT"), x)
    add("image.transform_modes", lambda x: tuple(tf.raw_ops.ImageProjectiveTransformV3(images=x, transforms=[[1., .1, -3., .2, 1., 4., 0., 0.01]], output_shape=[6, 6], fill_value=.5, interpolation=i, fill_mode=m) for m in ("CONSTANT", "NEAREST", "WRAP", "REFLECT") for i in ("NEAREST", "BILINEAR")), x, y)
    add("image.stateless_random", lambda x: (im.stateless_random_brightness(x, .2, (1, 2)), im.stateless_random_contrast(x, .2, .5, (1, 2)), im.stateless_random_crop(x[0], [3, 3, 3], (1, 2)), im.stateless_random_flip_left_right(x, (1, 2)), im.stateless_random_flip_up_down(x, (3, 2)), im.stateless_random_hue(x, .2, (1, 2)), im.stateless_random_saturation(x, .2, .5, (1, 2))), x, y)
    add("image.sample_box", lambda x: im.stateless_sample_distorted_bounding_box(tf.shape(x), [[[.1, .1, .7, .7]]], (1, 2)), x[0])
    add("image.anchors", lambda x: im.generate_bounding_box_proposals(tf.sigmoid(tf.ones([1, 2, 2, 1]) * x), tf.zeros([1, 2, 2, 4]), [[16., 16., 1.]], tf.constant([[0., 0., 3., 3.]] * 4), pre_nms_topn=4, post_nms_topn=2), np.float32(.3))


def bmp(pixels):
    """A BMP file of 24 bits."""
    height, width, _ = pixels.shape
    rows = b"".join(row[:, ::-1].tobytes().ljust((width * 3 + 3) // 4 * 4, b"\0") for row in pixels[::-1])
    word = lambda value, size=4: int(value).to_bytes(size, "little")
    return b"BM" + word(54 + len(rows)) + word(0) + word(54) + word(40) + word(width) + word(height) + word(1, 2) + word(24, 2) + word(0) * 6 + rows


GIF = bytes.fromhex("47494638396102000200910000ffffff00000000ff00ff000021f90400000000002c00000000020002000002030c1405003b")


def signals(add):
    s = tf.signal
    real, more = f32(2, 16), f32(3, 8)
    complexes = lambda *sizes: (f32(*sizes) + 1j * f32(*sizes)).astype(np.complex64)
    add("signal.fft", lambda x: (s.fft(x), s.ifft(x), s.fft2d(x), s.ifft2d(x), s.fftshift(x), s.ifftshift(x)), complexes(2, 16), complexes(3, 7))
    add("signal.fft.complex128", lambda x: (s.fft(x), s.ifft(x), s.fft2d(x), s.ifft2d(x), s.fft3d(x[None]), s.ifft3d(x[None])), complexes(2, 16).astype("c16"), complexes(3, 7).astype("c16"))
    add("signal.fftnd", lambda x: (s.fftnd(x, [4, 4], [0, 1]), s.ifftnd(x, [2, 4], [0, 1])), complexes(4, 4), complexes(6, 5))
    add("signal.rfftnd", lambda x: (s.rfftnd(x, [4, 4], [0, 1]), s.irfftnd(s.rfftnd(x, [4, 4], [0, 1]), [4, 4], [0, 1])), f32(4, 4), f32(6, 5))
    add("signal.rfft", lambda x: (s.rfft(x), s.rfft(x, [10]), s.rfft(x, [20]), s.irfft(s.rfft(x)), s.irfft(s.rfft(x), [7]), s.rfft2d(x), s.irfft2d(s.rfft2d(x)), s.rfft3d(x[None]), s.irfft3d(s.rfft3d(x[None]))), real, more)
    add("signal.rfft.f64", lambda x: (s.rfft(x), s.irfft(s.rfft(x))), real.astype("f8"), more.astype("f8"))
    add("signal.stft", lambda x: (s.stft(x, 8, 4), s.stft(x, 8, 4, 16, pad_end=True), s.inverse_stft(s.stft(x, 8, 4), 8, 4), s.frame(x, 4, 2), s.frame(x, 4, 2, pad_end=True, pad_value=1.), s.overlap_and_add(s.frame(x, 4, 2), 2)), f32(2, 32), f32(1, 40))
    add("signal.dct", lambda x: tuple(s.dct(x, t) for t in (1, 2, 3, 4)) + tuple(s.idct(x, t) for t in (1, 2, 3, 4)) + (s.dct(x, 2, norm="ortho"), s.dct(x, 3, norm="ortho"), s.dct(x, 2, n=6)), real, more)
    add("signal.mel", lambda x: (s.linear_to_mel_weight_matrix(5, 17, 16000), s.mfccs_from_log_mel_spectrograms(x)), real, more)
    add("signal.windows", lambda n: (s.hann_window(n), s.hamming_window(n), s.hamming_window(n, False), s.kaiser_window(n), s.kaiser_bessel_derived_window(n), s.vorbis_window(n)), np.int32(8), np.int32(10))
    add("signal.mdct", lambda x: (s.mdct(x, 8), s.inverse_mdct(s.mdct(x, 8))), f32(2, 32), f32(1, 40))
    add("signal.spectrogram", lambda x: (tf.raw_ops.AudioSpectrogram(input=x, window_size=8, stride=4, magnitude_squared=True), tf.raw_ops.Mfcc(spectrogram=tf.raw_ops.AudioSpectrogram(input=x, window_size=400, stride=160), sample_rate=16000)), f32(1600, 1), f32(2000, 1))
    add("signal.wav", lambda x: (tf.audio.decode_wav(tf.audio.encode_wav(x, 8000)), tf.audio.decode_wav(tf.audio.encode_wav(x, 8000), 1, 6)), f32(9, 2), f32(12, 2))
    add("signal.fft_convolution", lambda x: s.irfft(s.rfft(x, [32]) * s.rfft(x[:1], [32]), [32]), real, more)
    add("signal.numpy_like", lambda x: (tf.math.real(s.ifft(s.fft(tf.cast(x, tf.complex64)))), tf.abs(s.stft(x, 8, 2, window_fn=s.hamming_window))), real, f32(1, 20))


def files(add):
    """Pictures that are written, and what is serialised."""
    for name, options in (("plain", {}), ("coarse", dict(quality=20)), ("shortest", dict(optimize_size=True)), ("whole", dict(chroma_downsampling=False, quality=100)),
                          ("described", dict(density_unit="cm", x_density=10, y_density=20, xmp_metadata="words"))):
        add(f"file.jpeg.{name}", lambda x, options=options: (tf.io.encode_jpeg(x, **options), tf.io.encode_jpeg(x[..., :1], **options)), ints(256, 17, 23, 3, dtype=np.uint8), ints(256, 32, 16, 3, dtype=np.uint8))
    add("file.jpeg.adjusted", lambda x: (tf.image.adjust_jpeg_quality(x, 40), tf.image.stateless_random_jpeg_quality(x, 10, 90, [1, 2]), tf.io.decode_jpeg(tf.raw_ops.EncodeJpegVariableQuality(images=x, quality=33))), ints(256, 20, 9, 3, dtype=np.uint8), ints(256, 8, 8, 3, dtype=np.uint8))
    rows = lambda x: tf.sparse.from_dense(tf.where(x > 0.3, x, 0.))
    add("file.sparse", lambda x: (tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(rows(x)), tf.float32), tf.io.serialize_sparse(rows(x)), tf.io.deserialize_many_sparse(tf.stack([tf.io.serialize_sparse(rows(x)), tf.io.serialize_sparse(rows(x * 2.))]), tf.float32)), f32(4, 5), f32(2, 7))
    add("file.sparse_map", lambda x: (tf.map_fn(lambda row: tf.sparse.reduce_sum(row), rows(x), fn_output_signature=tf.float32), tf.map_fn(lambda row: row * 2., rows(x), fn_output_signature=tf.SparseTensorSpec([None], tf.float32))), f32(4, 5), f32(2, 7))
    add("file.formats", lambda i: (tf.raw_ops.DataFormatDimMap(x=i), tf.raw_ops.DataFormatDimMap(x=i, src_format="NCHW", dst_format="NHWC")), np.array([0, 1, 2, 3, -1, -4], np.int32))


def randoms(add):
    r, seed, other = tf.random, np.array([1, 2], np.int32), np.array([-5, 123456], np.int32)
    add("random.stateless_uniform", lambda s: (r.stateless_uniform([3, 2], s), r.stateless_uniform([5], s, 2., 5.), r.stateless_uniform([4], s, 0, 10, tf.int32), r.stateless_uniform([4], s, None, None, tf.int32), r.stateless_uniform([4], s, None, None, tf.uint64), r.stateless_uniform([4], s, -5, 100, tf.int64), r.stateless_uniform([5], s, dtype=tf.float64), r.stateless_uniform([5], s, dtype=tf.float16)), seed, other)
    add("random.stateless_normal", lambda s: (r.stateless_normal([3, 2], s), r.stateless_normal([5], s, 2., 5.), r.stateless_normal([5], s, dtype=tf.float64), r.stateless_truncated_normal([7], s), r.stateless_truncated_normal([3], s, 1., 2.)), seed, other)
    for algorithm in ("philox", "threefry", "auto_select"):
        add(f"random.algorithm.{algorithm}", lambda s, a=algorithm: (r.stateless_uniform([5], s, alg=a), r.stateless_normal([5], s, alg=a), r.stateless_uniform([5], s, 0, 9, tf.int32, alg=a)), seed, other)
    add("random.stateless_discrete", lambda s: (r.stateless_categorical([[.1, .2, 3.]], 6, s), r.stateless_binomial([5], s, 4., .3), r.stateless_poisson([5], s, 4.)), seed, other)
    add("random.stateless_binomial", lambda s: (r.stateless_binomial([4, 3], s, [9., 20., 7.], [.25, .1, .9]), r.stateless_binomial([5, 2], s, [9., 90.], .5, tf.float32)), seed, other)
    add("random.raw_shuffle", lambda s: tf.raw_ops.StatelessShuffle(value=tf.strings.as_string(tf.range(7)), key=tf.bitcast(tf.cast(s[:1], tf.int64), tf.uint64), counter=tf.bitcast(tf.cast(s, tf.int64), tf.uint64), alg=1), seed, other)
    candidates = tf.random
    for unique in (True, False):
        add(f"random.candidates.{'unique' if unique else 'repeated'}", lambda x, u=unique: (candidates.uniform_candidate_sampler(x, 2, 4, u, 40, seed=3), candidates.log_uniform_candidate_sampler(x, 2, 4, u, 50, seed=4), candidates.fixed_unigram_candidate_sampler(x, 2, 4, u, 7, unigrams=[1., 2., 3., 4., 5., 6., 7.], distortion=.75, seed=6)), ints(7, 3, 2, dtype=np.int64))
    add("random.stateless_gamma", lambda s: (r.stateless_gamma([5], s, 2.), r.stateless_gamma([5], s, 0.5, 3.)), seed, other)
    add("random.stateless_parameterized", lambda s: r.stateless_parameterized_truncated_normal([5], s, 0., 1., -1., 1.), seed, other)
    add("random.seeds", lambda s: (r.split(s, 3), r.fold_in(s, 7), r.experimental.stateless_split(s, 2), r.experimental.stateless_fold_in(s, 3)), seed, other)
    add("random.shuffle", lambda s: r.experimental.stateless_shuffle(tf.range(9), s), seed, other)
    add("random.index_shuffle", lambda s: r.experimental.index_shuffle(tf.range(5), s, 9), seed, other)


def cases():
    collected = Cases()
    for group in (mathematics, casts, arrays, linear_algebra, networks, images, signals, files, randoms):
        group(collected.function)
    return collected
