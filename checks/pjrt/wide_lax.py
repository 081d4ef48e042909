"""Functions of `jax.lax` over dtypes, dimension numbers and modes, by name. One call is one program."""

import functools
import itertools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from wide_numpy import ALL, COMPLEX, FLOATS, INTEGERS, adder, array, dtype_of, seeded

PROGRAMS = {}
add = adder(PROGRAMS)

# Element-wise
FLOATING = "acos acosh asin asinh atan atanh bessel_i0e bessel_i1e cbrt ceil cos cosh digamma erf erf_inv erfc exp exp2 expm1 floor is_finite lgamma log log1p logistic round rsqrt sin sinh sqrt tan tanh reciprocal".split()
for name in FLOATING:
    for dtype in FLOATS + (COMPLEX if name not in ("bessel_i0e", "bessel_i1e", "ceil", "digamma", "erf", "erf_inv", "erfc", "floor", "is_finite", "lgamma", "round") else []):
        for kind in ("any", "unit", "positive"):
            add(f"un_{name}_{dtype}_{kind}", getattr(lax, name), array(dtype, (4, 6), kind))
        # Far from zero, near it, and below the least normal number.
        if dtype not in COMPLEX:
            info = jnp.finfo(dtype_of(dtype))
            points = np.array([float(info.max), float(info.tiny), float(info.tiny) / 4, float(info.eps), -float(info.max), -float(info.tiny), 20.5, -20.5, 88.5, -88.5, 1e-4, -1e-4]).astype(dtype_of(dtype))
            add(f"far_{name}_{dtype}", getattr(lax, name), points)
for name in "abs neg sign integer_pow real imag conj square".split():
    for dtype in ALL[1:]:
        if name in ("real", "imag", "conj") and dtype not in COMPLEX or name in ("abs",) and dtype.startswith("u"):
            continue
        add(f"un_{name}_{dtype}", {"integer_pow": lambda a: lax.integer_pow(a, 3)}.get(name) or getattr(lax, name), array(dtype, (4, 6)))
for name in "clz population_count bitwise_not".split():
    for dtype in INTEGERS:
        add(f"un_{name}_{dtype}", getattr(lax, name), array(dtype, (4, 6)))
for name in "add sub mul div rem max min pow eq ne lt le gt ge atan2 nextafter complex bitwise_and bitwise_or bitwise_xor shift_left shift_right_logical shift_right_arithmetic".split():
    for dtype in ALL:
        floating, integer = dtype in FLOATS, dtype in INTEGERS
        if name in ("nextafter", "complex") and not floating or name == "complex" and dtype not in ("float32", "float64") or (name.startswith("shift")) and not integer or name.startswith("bitwise") and not (integer or dtype == "bool") or name in ("atan2", "pow") and not (floating or dtype in COMPLEX) or name == "atan2" and dtype in COMPLEX or dtype == "bool" and name in ("sub", "div", "rem", "pow") or name == "rem" and dtype in COMPLEX:
            continue
        for kind in ("any", "plain"):
            add(f"bin_{name}_{dtype}_{kind}", getattr(lax, name), array(dtype, (4, 6), kind), array(dtype, (6, 4), kind).reshape(4, 6))
for name, count in dict(igamma=2, igammac=2, random_gamma_grad=2, betainc=3, zeta=2, polygamma=2, regularized_incomplete_beta=3).items():
    for dtype in FLOATS:
        values = [array(dtype, (4, 6), "positive"), array(dtype, (6, 4), "positive").reshape(4, 6), abs(array(dtype, (24,), "unit")).reshape(4, 6)][:count]
        if name == "zeta":
            values[0] = (values[0] + 1).astype(dtype_of(dtype))
        if name == "polygamma":
            values[0] = np.round(values[0]).astype(dtype_of(dtype))
        function = getattr(lax, name, None)
        if function:
            add(f"special_{name}_{dtype}", function, *values)
for one, two in itertools.product(ALL, ALL):
    if one not in COMPLEX or two in COMPLEX:
        add(f"convert_{one}_{two}", lambda a, t=dtype_of(two): lax.convert_element_type(a, t), array(one, (12,)), wide=True)
for one, two in itertools.product(INTEGERS + FLOATS, INTEGERS + FLOATS):
    add(f"bitcast_{one}_{two}", lambda a, t=dtype_of(two): lax.bitcast_convert_type(a, t), array(one, (3, 8 // dtype_of(one).itemsize), "plain") if dtype_of(one).itemsize == dtype_of(two).itemsize or dtype_of(one).itemsize > dtype_of(two).itemsize else array(one, (3, dtype_of(two).itemsize // dtype_of(one).itemsize), "plain"), wide=True)
for dtype in FLOATS:
    for exponent, mantissa in [(5, 10), (8, 7), (4, 3), (5, 2), (8, 23), (3, 0), (11, 52)]:
        add(f"reduce_precision_{dtype}_{exponent}_{mantissa}", lambda a, e=exponent, m=mantissa: lax.reduce_precision(a, e, m), array(dtype, (24,)))
for dtype in ALL:
    a = array(dtype, (3, 4, 5))
    add(f"clamp_{dtype}", lambda a: lax.clamp(jnp.asarray(0, a.dtype), a, jnp.asarray(1, a.dtype)), a)
    add(f"select_{dtype}", lambda p, a: (lax.select(p, a, a[::-1]), lax.select_n(p.astype("int32"), a, a[::-1])), array("bool", (3, 4, 5)), a)
    for name, function in dict(broadcast=lambda a: lax.broadcast(a, (2, 1)), broadcast_in_dim=lambda a: lax.broadcast_in_dim(a, (3, 2, 4, 5), (0, 2, 3)), reshape=lambda a: lax.reshape(a, (5, 12), (2, 0, 1)), transpose=lambda a: lax.transpose(a, (2, 0, 1)), rev=lambda a: lax.rev(a, (0, 2)), slices=lambda a: lax.slice(a, (0, 1, 1), (3, 4, 5), (2, 1, 3)), slice_in_dim=lambda a: lax.slice_in_dim(a, 1, 4, 2, axis=2), dynamic_slice=lambda a: lax.dynamic_slice(a, (jnp.int8(1), jnp.uint8(2), -3), (2, 2, 2)), dynamic_update=lambda a: lax.dynamic_update_slice(a, a[:2, :2, :2], (2, 9, 1)), concatenate=lambda a: lax.concatenate([a, a, a[:, :1]], 1), pad=lambda a: lax.pad(a, jnp.asarray(1, a.dtype), ((1, 2, 0), (-1, 0, 1), (0, -2, 2))), expand=lambda a: lax.expand_dims(a, (1, 3)), squeeze=lambda a: lax.squeeze(a[None], (0,)), tile=lambda a: lax.tile(a, (1, 2, 2)), iota=lambda a: lax.iota(a.dtype, 7) if dtype != "bool" else a, split=lambda a: lax.split(a, (1, 0, 3), axis=1), index=lambda a: (lax.index_in_dim(a, 1, 1), lax.dynamic_index_in_dim(a, 2, 0, keepdims=False)), index_take=lambda a: lax.index_take(a, (jnp.array([0, 2]), jnp.array([3, 1])), (0, 1)), argmax=lambda a: (lax.argmax(a, 1, "int32"), lax.argmin(a, 0, "int32")), top_k=lambda a: lax.top_k(a, 3), top_k_axis=lambda a: lax.top_k(a, 2, axis=0), sort=lambda a: (lax.sort(a, dimension=0), lax.sort((a, a + a), dimension=1, num_keys=2), lax.sort((a, -a if dtype != "bool" else ~a), is_stable=True)), cumsum=lambda a: (lax.cumsum(a, 1), lax.cumprod(a, 0, reverse=True)) if dtype != "bool" else a, cummax=lambda a: (lax.cummax(a, 2), lax.cummin(a, 1, reverse=True)), optimization_barrier=lambda a: lax.optimization_barrier(a), full=lambda a: (lax.full_like(a, 1), lax.full((2,), 1, a.dtype)), stop=lambda a: lax.stop_gradient(a), select_vmap=lambda a: jax.vmap(lambda v: lax.cond(v.sum() > 3, lambda w: w, lambda w: w[::-1], v))(a)).items():
        add(f"shape_{name}_{dtype}", function, a)
    for name, window in dict(max=lax.max, min=lax.min, add=lax.add, mul=lax.mul).items():
        if dtype == "bool" and name in ("add", "mul"):
            continue
        start = {"max": -np.inf if dtype in FLOATS else None, "min": np.inf if dtype in FLOATS else None, "add": 0, "mul": 1}[name]
        if start is None:
            start = 0 if dtype == "bool" or dtype.startswith("u") else -99 if name == "max" else 99
        if dtype in COMPLEX and name in ("max", "min"):
            continue
        for key, options in dict(valid=((1, 2, 2), (1, 1, 1), "VALID"), same=((2, 2, 3), (1, 2, 1), "SAME"), padded=((1, 2, 2), (1, 1, 2), ((0, 0), (1, 2), (0, 3)), (1, 1, 2), (1, 2, 1))).items():
            add(f"window_{name}_{key}_{dtype}", lambda a, w=window, s=start, o=options: lax.reduce_window(a, jnp.asarray(s, a.dtype), w, *o), array(dtype, (3, 4, 5), "plain"))
        add(f"reduce_{name}_{dtype}", lambda a, w=window, s=start: (lax.reduce(a, jnp.asarray(s, a.dtype), w, (0, 2)), lax.reduce(a, jnp.asarray(1, a.dtype), lambda x, y: w(y, x), (1,))), array(dtype, (3, 4, 5), "plain"))
    if dtype in INTEGERS + ["bool"]:
        for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
            add(f"reduce_{name}_{dtype}", lambda a, f=getattr(lax, name): lax.reduce(a, jnp.asarray(0, a.dtype), f, (1,)), a)
    for mode in ("clip", "fill", "promise_in_bounds"):
        add(f"gather_{mode}_{dtype}", lambda a, m=mode: lax.gather(a, jnp.array([[0, 1], [2, 3]]) if m == "promise_in_bounds" else jnp.array([[0, 1], [9, -1]]), lax.GatherDimensionNumbers((1,), (0, 1), (0, 1)), (1, 1, 5), mode=m), a)
        for name in ("add", "mul", "min", "max", "sub", ""):
            function = getattr(lax, f"scatter_{name}" if name else "scatter", None)
            if function is None or dtype in COMPLEX and name in ("min", "max") or dtype == "bool" and name in ("sub",):
                continue
            add(f"scatter_{name}_{mode}_{dtype}", lambda a, u, m=mode, f=function: f(a, jnp.array([[0, 1], [2, 3], [0, 1]]) if m == "promise_in_bounds" else jnp.array([[0, 1], [9, -1], [0, 1]]), u, lax.ScatterDimensionNumbers((1,), (0, 1), (0, 1)), mode=m) if f is not lax.scatter else f(a, jnp.array([[0, 1], [2, 3], [1, 1]]), u, lax.ScatterDimensionNumbers((1,), (0, 1), (0, 1)), mode=m), array(dtype, (3, 4, 5), "plain"), array(dtype, (3, 5), "plain"))
    add(f"gather_batched_{dtype}", lambda a: lax.gather(a, jnp.array([[[0], [1]], [[2], [3]], [[9], [0]]]), lax.GatherDimensionNumbers((2,), (1,), (1,), (0,), (0,)), (1, 1, 5), mode="fill"), a)
    # Products
    if dtype != "bool":
        x, y = array(dtype, (2, 3, 4, 5), "plain"), array(dtype, (5, 2, 4, 3), "plain")
        for key, numbers in dict(contract=(((3,), (0,)), ((), ())), batch=(((3,), (0,)), ((0,), (1,))), batches=(((3, 2), (0, 2)), ((0, 1), (1, 3))), nothing=(((), ()), ((0,), (1,)))).items():
            add(f"dot_{key}_{dtype}", lambda x, y, n=numbers: lax.dot_general(x, y, n), x, y)
            for preferred in {"int8": ["int32"], "uint8": ["uint32", "int32"], "int16": ["int32"], "float16": ["float32"], "bfloat16": ["float32"], "float32": ["float64", "bfloat16"], "int32": ["int64", "float32"]}.get(dtype, []):
                add(f"dot_{key}_{dtype}_{preferred}", lambda x, y, n=numbers, p=preferred: lax.dot_general(x, y, n, preferred_element_type=p), x, y, wide="64" in preferred)
        for key, (lhs, rhs, options) in dict(
            plain=((2, 3, 8, 9), (4, 3, 3, 2), dict(window_strides=(1, 1), padding="SAME")), strided=((2, 3, 8, 9), (4, 3, 3, 2), dict(window_strides=(2, 3), padding="VALID")), dilated=((2, 3, 8, 9), (4, 3, 3, 2), dict(window_strides=(1, 2), padding=((1, 2), (0, -1)), lhs_dilation=(2, 1), rhs_dilation=(1, 3))),
            groups=((2, 6, 8, 9), (4, 3, 3, 2), dict(window_strides=(1, 1), padding="SAME", feature_group_count=2)), batch_groups=((4, 3, 8, 9), (6, 3, 3, 2), dict(window_strides=(1, 1), padding="SAME", batch_group_count=2)), depthwise=((2, 3, 8, 9), (6, 1, 3, 2), dict(window_strides=(1, 1), padding="SAME", feature_group_count=3)),
            nhwc=((2, 8, 9, 3), (3, 2, 3, 4), dict(window_strides=(1, 1), padding="SAME_LOWER", dimension_numbers=("NHWC", "HWIO", "NHWC"))), odd=((3, 8, 2, 9), (4, 3, 2, 3), dict(window_strides=(1, 1), padding="SAME", dimension_numbers=("CHNW", "OIWH", "HWNC"))), one=((2, 3, 8), (4, 3, 3), dict(window_strides=(2,), padding="SAME")), three=((1, 2, 4, 5, 6), (3, 2, 2, 2, 3), dict(window_strides=(1, 1, 2), padding="SAME")), none=((2, 3), (4, 3), dict(window_strides=(), padding=())),
        ).items():
            add(f"conv_{key}_{dtype}", lambda x, y, o=options: lax.conv_general_dilated(x, y, **o), array(dtype, lhs, "plain"), array(dtype, rhs, "plain"))
            if dtype in ("float16", "bfloat16", "int8"):
                add(f"conv_{key}_{dtype}_preferred", lambda x, y, o=options: lax.conv_general_dilated(x, y, preferred_element_type="float32" if dtype != "int8" else "int32", **o), array(dtype, lhs, "plain"), array(dtype, rhs, "plain"))
        add(f"conv_transpose_{dtype}", lambda x, y: lax.conv_transpose(x, y, (2, 2), "SAME"), array(dtype, (1, 5, 6, 3), "plain"), array(dtype, (3, 3, 3, 4), "plain"))
        if dtype in FLOATS:
            add(f"ragged_dot_{dtype}", lambda x, y: lax.ragged_dot(x, y, jnp.array([2, 0, 3], "int32")), array(dtype, (6, 4), "plain"), array(dtype, (3, 4, 5), "plain"))
            add(f"approx_{dtype}", lambda a: (lax.approx_max_k(a, 4), lax.approx_min_k(a, 2, reduction_dimension=0)), array(dtype, (8, 16), "plain"))
            add(f"logsumexp_{dtype}", lambda a: lax.cumlogsumexp(a, 1), array(dtype, (3, 8), "plain"))
            add(f"patches_{dtype}", lambda a: lax.conv_general_dilated_patches(a, (2, 3), (1, 2), "SAME"), array(dtype, (2, 3, 5, 6), "plain"))
            add(f"conv_local_{dtype}", lambda a, k: lax.conv_general_dilated_local(a, k, (1,), "VALID", (3,)), array(dtype, (2, 3, 6), "plain"), array(dtype, (4, 9, 4), "plain"))
    for kind, lengths in itertools.product(("fft", "ifft", "rfft", "irfft"), [(5,), (8,), (4, 5), (3, 4, 5)]):
        if (dtype in COMPLEX and kind != "rfft") or (dtype in ("float32", "float64") and kind == "rfft"):
            base = array(dtype, (3, 4, 5) if lengths != (8,) else (3, 8), "plain")
            if kind == "irfft":
                lengths = (*lengths[:-1], 2 * (base.shape[-1] - 1))
            add(f"fft_{kind}_{'x'.join(map(str, lengths))}_{dtype}", lambda a, k=kind, n=lengths: lax.fft(a, k, n), base)
    # Custom reductions of several operands, with captured arithmetic
    add(f"reduce_pairs_{dtype}", lambda a: lax.reduce((a, lax.broadcasted_iota("int32", a.shape, 1)), (jnp.asarray(0, a.dtype), jnp.int32(0)), lambda p, q: (lax.select(p[0] == q[0], p[0], q[0]), p[1] + q[1]), (1,)), array(dtype, (3, 4, 5), "plain"))
    add(f"select_and_gather_{dtype}", lambda a: jax.vjp(lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2, 2), (1, 2, 1), "SAME"), a)[1](jnp.ones((3, 2, 5), a.dtype)) if dtype in FLOATS else a, array(dtype, (3, 4, 5), "plain"))
    for length in (0, 1, 17):
        add(f"associative_{length}_{dtype}", lambda a: lax.associative_scan(lambda x, y: x + y, a, reverse=True), array(dtype, (length, 2), "plain"))
# Empty arrays and scalars
for dtype in ("float32", "int32", "bool", "complex64", "bfloat16"):
    for name, function in dict(sum=lambda a: a.sum(0), prod=lambda a: a.prod(), concatenate=lambda a: jnp.concatenate([a, jnp.ones((2, 3), a.dtype)]), sort=lambda a: jnp.sort(a, 0), dot=lambda a: a.T @ a if dtype != "bool" else a, outer=lambda a: a @ a.T if dtype != "bool" else a, reverse=lambda a: a[::-1].T, cumsum=lambda a: jnp.cumsum(a, 0), pad=lambda a: jnp.pad(a, 1), gather=lambda a: a[jnp.zeros(0, int)], scatter=lambda a: jnp.ones((2, 3), a.dtype).at[jnp.zeros(0, int)].set(a), scan=lambda a: lax.scan(lambda c, v: (c + 1, v), 0, a), vmap=lambda a: jax.vmap(lambda v: v.sum())(a), while_loop=lambda a: lax.while_loop(lambda v: v[0] < 3, lambda v: (v[0] + 1, v[1]), (0, a)), conv=lambda a: lax.conv(jnp.ones((0, 2, 4), a.dtype), jnp.ones((3, 2, 2), a.dtype), (1,), "SAME") if dtype != "bool" else a, reshape=lambda a: a.reshape(3, 0, 7), fft=lambda a: jnp.fft.fft(a.T) if False else a, top_k=lambda a: lax.top_k(a.T, 0), select=lambda a: jnp.where(a == a, a, a), argmax=lambda a: jnp.argmax(a, 1), unique=lambda a: jnp.unique(a, size=2), bitcast=lambda a: a.view("uint8") if dtype != "bool" else a, window=lambda a: lax.reduce_window(jnp.ones((3, 0), "float32"), 0., lax.add, (2, 1), (1, 1), "VALID"), broadcast=lambda a: jnp.broadcast_to(a, (2, 0, 3)), max=lambda a: a.max(1)).items():
        add(f"empty_{name}_{dtype}", function, np.zeros((0, 3), dtype_of(dtype)))
# Random bit generators
for algorithm in (lax.RandomAlgorithm.RNG_DEFAULT, lax.RandomAlgorithm.RNG_THREE_FRY, lax.RandomAlgorithm.RNG_PHILOX):
    for dtype in ("uint8", "uint16", "uint32", "uint64"):
        for shape in ((), (1,), (7,), (3, 5), (0,)):
            size = 2 if algorithm == lax.RandomAlgorithm.RNG_THREE_FRY else 4
            add(f"rng_{algorithm.name}_{dtype}_{'x'.join(map(str, shape))}", lambda k, a=algorithm, t=dtype, s=shape: lax.rng_bit_generator(k, s, dtype=t, algorithm=a), np.array([3, 2 ** 31, 7, 1][:size], "uint32"), wide=True)
            if size == 4:
                add(f"rng64_{algorithm.name}_{dtype}_{'x'.join(map(str, shape))}", lambda k, a=algorithm, t=dtype, s=shape: lax.rng_bit_generator(k, s, dtype=t, algorithm=a), np.array([3, 2 ** 63], "uint64"), wide=True)
# Precisions and algorithms of products
for precision in ("DEFAULT", "HIGH", "HIGHEST"):
    add(f"precision_{precision}", lambda a: lax.dot(a, a.T, precision=lax.Precision[precision]), array("float32", (8, 8), "plain"))
for algorithm in ("F16_F16_F16", "F16_F16_F32", "BF16_BF16_BF16", "BF16_BF16_F32", "BF16_BF16_F32_X3", "BF16_BF16_F32_X6", "BF16_BF16_F32_X9", "TF32_TF32_F32", "TF32_TF32_F32_X3", "F32_F32_F32", "F64_F64_F64", "ANY_F8_ANY_F8_F32", "ANY_F8_ANY_F8_F32_FAST_ACCUM", "ANY_F8_ANY_F8_ANY"):
    for dtype in ("float16", "bfloat16", "float32", "float64"):
        add(f"algorithm_{algorithm}_{dtype}", lambda a, g=algorithm: lax.dot(a, a.T, precision=getattr(lax.DotAlgorithmPreset, g)), array(dtype, (8, 8), "plain"))
for dtype in ("float8_e4m3fn", "float8_e5m2"):
    for preferred in ("float32", "bfloat16", "float16"):
        add(f"scaled_{dtype}_{preferred}", lambda a, b, p=preferred: lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=p), array("float32", (8, 8), "plain").astype(dtype_of(dtype)), array("float32", (8, 4), "plain").astype(dtype_of("float8_e4m3fn")))
# Scans over several blocks
for name, dtype, length, reverse in itertools.product(("cumsum", "cumprod", "cummax", "cumlogsumexp"), FLOATS, (5, 17, 40, 300, 1000), (False, True)):
    kind = "positive" if name == "cumprod" else "plain"
    for shape, axis in (((3, length), 1), ((length, 2), 0)):
        add(f"scan_{name}_{dtype}_{length}_{axis}_{reverse}", lambda a, n=name, x=axis, r=reverse: getattr(lax, n)(a if n != "cumprod" else 1 + (a - 1) / 64, axis=x, reverse=r), array(dtype, shape, kind))
