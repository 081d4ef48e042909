"""Functions of `jax.numpy` over dtypes, axes and keywords, by name. One call is one program; special values stand in each array."""

import functools
import zlib

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

PROGRAMS = {}
INTEGERS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
FLOATS = "float16 bfloat16 float32 float64".split()
COMPLEX = "complex64 complex128".split()
ALL = ["bool", *INTEGERS, *FLOATS, *COMPLEX]


def dtype_of(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)


def seeded(*parts):
    return np.random.RandomState(zlib.crc32(repr(parts).encode()))


def array(name, shape, kind="any"):
    """Numbers of a dtype. Kinds: `any` has special values, `plain` are finite, `positive`, `unit` within (-1, 1), `small` integers."""
    dtype, r = dtype_of(name), seeded(name, shape, kind)
    size = int(np.prod(shape))
    if name == "bool":
        return r.randint(0, 2, shape).astype(bool)
    if name in INTEGERS or "int" in name:
        info = ml_dtypes.iinfo(dtype)
        low, high = (max(-9, int(info.min)), min(9, int(info.max))) if kind != "positive" else (1, min(9, int(info.max)))
        flat = r.randint(low, high + 1, size).astype(dtype)
        if kind == "any" and size > 6:
            flat[1], flat[4] = info.min, info.max
        return flat.reshape(shape)
    if dtype.kind == "c":
        real = "float32" if name == "complex64" else "float64"
        flat = (array(real, (size,), "plain" if kind == "any" else kind) + 1j * array(real, (size,), "plain" if kind == "any" else kind)[::-1]).astype(dtype)
        return flat.reshape(shape)
    if kind == "positive":
        flat = r.uniform(0.2, 3, size)
    elif kind == "unit":
        flat = r.uniform(-0.95, 0.95, size)
    else:
        flat = r.uniform(-3, 3, size)
    flat = flat.astype(dtype)
    if kind == "any" and size > 8:
        flat[[1, 3, 5, 7, 8]] = np.array([np.nan, np.inf, -np.inf, -0., 0.]).astype(dtype)
    return flat.reshape(shape)


def adder(table):
    """A function that adds a call to a table. Arrays of 64 bits turn on x64, as `wide` does."""
    def add(name, function, *arguments, jit=True, wide=False):
        wide = wide or any(str(leaf.dtype) in ("float64", "int64", "uint64", "complex128") for leaf in jax.tree.leaves(arguments) if isinstance(leaf, np.ndarray))

        def run():
            with jax.enable_x64(wide):
                called = jax.jit(function) if jit else function
                return called(*jax.tree.map(lambda a: jnp.asarray(a) if isinstance(a, np.ndarray) else a, arguments))
        assert name not in table, name
        table[name] = run
    return add


add = adder(PROGRAMS)
UNARY = "abs absolute acos acosh angle arccos arccosh arcsin arcsinh arctan arctanh bitwise_count bitwise_invert cbrt ceil conj conjugate cos cosh deg2rad degrees exp exp2 expm1 fabs "\
    "fix floor frexp i0 imag invert isfinite isinf isnan isneginf isposinf isreal iscomplex log log10 log1p log2 logical_not modf nan_to_num negative positive rad2deg radians real real_if_close "\
    "reciprocal rint round sign signbit sin sinc sinh spacing sqrt square tan tanh trunc unwrap sort argsort nonzero ravel sort_complex trim_zeros".split()
for name in UNARY:
    if not hasattr(jnp, name):
        continue
    for dtype in ALL:
        eager = name in ("nonzero", "trim_zeros")
        add(f"un_{name}_{dtype}", getattr(jnp, name), array(dtype, (4, 6)) if name != "trim_zeros" else array(dtype, (12,)), jit=not eager)
BINARY = "add arctan2 bitwise_and bitwise_or bitwise_xor copysign divide divmod equal float_power floor_divide fmax fmin fmod gcd greater greater_equal heaviside hypot kron lcm ldexp left_shift less "\
    "less_equal logaddexp logaddexp2 logical_and logical_or logical_xor maximum minimum mod multiply nextafter not_equal outer polyadd polymul polysub power remainder right_shift subtract true_divide "\
    "inner dot matmul vdot tensordot convolve correlate isclose allclose array_equal array_equiv union1d setxor1d isin digitize append cross vecdot matvec vecmat bitwise_left_shift bitwise_right_shift".split()
VECTORS = {"polyadd", "polymul", "polysub", "convolve", "correlate"}
for name in BINARY:
    if not hasattr(jnp, name):
        continue
    for dtype in ALL:
        kind = "plain" if name in ("inner", "dot", "matmul", "vdot", "tensordot", "convolve", "correlate", "cross", "kron", "outer", "vecdot", "matvec", "vecmat", "gcd", "lcm") or name.startswith("poly") else "any"
        first = array(dtype, (12,) if name in VECTORS else (3, 3) if name in ("cross", "dot", "matmul", "tensordot", "matvec", "vecmat") else (4, 6), kind)
        second = array(dtype, (5,) if name in VECTORS else (3,) if name in ("cross", "matvec", "vecdot", "vecmat") else first.shape, "positive" if "shift" in name else kind)[::-1].copy()
        if name == "vecdot":
            second = first[::-1].copy()
        if name == "vecmat":
            first, second = second, first
        if name == "digitize":
            second = np.sort(array(dtype, (5,), "positive"))
        if name == "ldexp":
            second = array("int32", (4, 6), "plain")
        add(f"bin_{name}_{dtype}", getattr(jnp, name), first, second, jit=name not in ("union1d", "setxor1d"))
    for one, two in [("int8", "float16"), ("uint8", "int8"), ("bool", "int32"), ("int32", "float32"), ("float16", "bfloat16"), ("float32", "complex64"), ("uint32", "int64"), ("int64", "float32")]:
        if name in ("cross", "matvec", "vecmat", "vecdot", "digitize", "ldexp", "union1d", "setxor1d", "isin"):
            continue
        shape = (6,) if name in VECTORS else (3, 3) if name in ("dot", "matmul", "tensordot") else (2, 5)
        add(f"mix_{name}_{one}_{two}", getattr(jnp, name), array(one, shape, "plain"), array(two, shape, "positive"))
    if name in ("add", "subtract", "multiply", "divide", "power", "maximum", "remainder", "floor_divide", "equal"):
        for dtype in ALL:
            add(f"weak_{name}_{dtype}", lambda a, f=getattr(jnp, name): (f(a, 3), f(2, a), f(a, 1.5), f(a, True)), array(dtype, (5,), "plain"))
            add(f"broadcast_{name}_{dtype}", getattr(jnp, name), array(dtype, (3, 1, 4), "plain"), array(dtype, (2, 1), "positive"))
REDUCTIONS = "all amax amin any argmax argmin average count_nonzero cumprod cumsum max mean median min nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin nanprod nanstd nansum nanvar "\
    "prod ptp std sum var cumulative_sum cumulative_prod".split()
for name in REDUCTIONS:
    if not hasattr(jnp, name):
        continue
    f = getattr(jnp, name)
    for dtype in ALL:
        kind = "any" if "nan" in name or name in ("all", "any", "argmax", "argmin", "max", "min", "count_nonzero", "median") else "plain"
        a = array(dtype, (3, 4, 5), kind)
        cumulative = name.startswith("cum") or name.startswith("nancum")
        if not name.startswith("cumulative"):
            add(f"red_{name}_{dtype}", f, a)
        add(f"red_{name}_{dtype}_axis", functools.partial(f, axis=1), a)
        if not cumulative:
            add(f"red_{name}_{dtype}_keep", functools.partial(f, axis=-1, keepdims=True), a)
        if name in ("sum", "prod", "max", "min", "mean", "std", "var", "all", "any", "nansum", "nanmean"):
            mask = array("bool", (3, 4, 5))
            more = {"initial": 2} if name in ("sum", "prod", "max", "min") else {}
            add(f"red_{name}_{dtype}_where", lambda a, m, f=f, more=more: f(a, axis=(0, 2), where=m, **more), a, mask)
        if name in ("sum", "prod", "cumsum", "cumprod", "mean"):
            for target in ("int32", "float32", "bool", "complex64"):
                if not (name == "mean" and target in ("bool", "int32")):
                    add(f"red_{name}_{dtype}_to_{target}", lambda a, f=f, t=target: f(a, axis=0, dtype=t), a)
for dtype in ALL:
    a, v, s = array(dtype, (4, 6)), array(dtype, (9,)), array(dtype, (4, 6), "plain")
    real = dtype not in COMPLEX
    for name, function in dict(
        sort=lambda a: (jnp.sort(a, 0), jnp.sort(a, -1, descending=True), jnp.sort(a, None)), argsort=lambda a: (jnp.argsort(a, 0), jnp.argsort(a, -1, descending=True), jnp.argsort(a, stable=False)),
        lexsort=lambda a: jnp.lexsort((a[0], a[1], a[2])), partition=lambda a: jnp.sort(jnp.partition(a, 2, axis=0)[:2], 0), argpartition=lambda a: jnp.sort(jnp.argpartition(a, 2, axis=1)[:, :2], 1),
        unique=lambda a: jnp.unique(a, size=9, return_inverse=True, return_counts=True, return_index=True), unique_axis=lambda a: jnp.unique(a % 2 if False else a, axis=0, size=3),
        take=lambda a: (jnp.take(a, jnp.array([[0, 3], [-1, 2]]), axis=1), jnp.take(a, jnp.array([0, 99, -99]), mode="wrap"), jnp.take(a, jnp.array([0, 99]), axis=0)),
        take_along=lambda a: jnp.take_along_axis(a, jnp.array([[0], [1], [2], [3]]), axis=1), put_along=lambda a: jnp.put_along_axis(a, jnp.array([[0], [1], [2], [3]]), 1, axis=1, inplace=False),
        put=lambda a: jnp.put(a, jnp.array([0, 5]), jnp.array([1, 0]), inplace=False), place=lambda a: jnp.place(a, jnp.arange(24).reshape(4, 6) % 3 == 0, jnp.array([1, 0]), inplace=False),
        where=lambda a: jnp.where(a == a, a, 1), clip=lambda a: jnp.clip(a, 1, 2), clip_none=lambda a: jnp.clip(a, None, 2), searchsorted=lambda a: [jnp.searchsorted(jnp.sort(a[0]), a[1], side=side, method=m) for side in ("left", "right") for m in ("scan", "scan_unrolled", "sort", "compare_all")],
        pad=lambda a: [jnp.pad(a, ((1, 2), (0, 3)), mode=m) for m in ("constant", "edge", "reflect", "symmetric", "wrap")], pad_stat=lambda a: [jnp.pad(a, 1, mode=m) for m in ("maximum", "minimum", "mean")], pad_ramp=lambda a: jnp.pad(a, 2, mode="linear_ramp", end_values=1),
        at=lambda a: [a.at[1:3].set(1), a.at[jnp.array([0, 0, 2])].add(1), a.at[:, jnp.array([1, 9])].multiply(1), a.at[0].min(1), a.at[1, 2].max(1), a.at[7].get(mode="fill"), a.at[7].get(mode="clip"), a.at[jnp.array([9, 1])].set(1, mode="drop"), a.at[::2, 1].get()],
        at_bool=lambda a: a.at[jnp.arange(4) > 1].set(1), tril=lambda a: (jnp.tril(a, 1), jnp.triu(a, -1)), diag=lambda a: (jnp.diag(a, 1), jnp.diagflat(a[0], -1), jnp.fill_diagonal(a, 1, inplace=False)), trace=lambda a: (jnp.trace(a), jnp.trace(a, 1)),
        roll=lambda a: (jnp.roll(a, 5), jnp.roll(a, (1, -2), (0, 1))), repeat=lambda a: (jnp.repeat(a, 3), jnp.repeat(a, jnp.array([1, 0, 2, 1]), axis=0, total_repeat_length=5)), insert=lambda a: jnp.insert(a, 2, 1, axis=1), delete=lambda a: jnp.delete(a, jnp.array([1]), axis=0, assume_unique_indices=True),
        stack=lambda a: (jnp.vstack([a, a]), jnp.hstack([a, a]), jnp.dstack([a, a]), jnp.column_stack([a, a]), jnp.stack([a, a], -1)), split=lambda a: (jnp.array_split(a, 4, 1), jnp.hsplit(a, 2), jnp.vsplit(a, 2)), rot=lambda a: (jnp.rot90(a, 3), jnp.flipud(a), jnp.fliplr(a)),
        astype=lambda a: [a.astype(t) for t in ("float32", "int32", "bool", "bfloat16", "uint8", "int8", "float16")] if real else a.real, full=lambda a: (jnp.full_like(a, 1), jnp.zeros_like(a), jnp.ones_like(a), jnp.empty_like(a)), einsum=lambda a: (jnp.einsum("ij,kj->ik", a == a, a == a), jnp.einsum("ij->j", a == a)),
        bincount=lambda a: jnp.bincount(jnp.arange(6) % 3, a[0], length=4), diff=lambda a: (jnp.diff(a, axis=0) if dtype != "bool" else a, jnp.ediff1d(a)), select=lambda a: jnp.select([a == 1, a == a], [a, a], 0), choose=lambda a: jnp.choose(jnp.arange(4)[:, None] % 2, [a, a], mode="clip"),
        compress=lambda a: jnp.compress(jnp.array([1, 0, 1, 1], bool), a, axis=0, size=3), extract=lambda a: jnp.extract(jnp.arange(24).reshape(4, 6) > 3, a, size=9), argwhere=lambda a: jnp.argwhere(a, size=9, fill_value=1), flatnonzero=lambda a: jnp.flatnonzero(a, size=9), tobool=lambda a: (a.any(), a.all()),
        matmul=lambda a: (a[:, :3] == 1) @ (a[:3] == 1), meshgrid=lambda a: jnp.meshgrid(a[0], a[1], indexing="ij", sparse=True), block=lambda a: jnp.block([[a, a], [a, a]]), tile=lambda a: jnp.tile(a, (2, 1, 2)), squeeze=lambda a: (a[None].squeeze(0), jnp.expand_dims(a, (0, 2))), vander=lambda a: jnp.vander(a[0], 3, increasing=True),
        view=lambda a: a.view("uint8") if dtype != "bool" else a, nanquantile=lambda a: jnp.nanquantile(a, 0.3, axis=0) if real else a, array_repr=lambda a: a,
    ).items():
        add(f"array_{name}_{dtype}", function, a)
    if real and dtype != "bool":
        for method in ("linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"):
            add(f"quantile_{method}_{dtype}", lambda a, m=method: (jnp.quantile(a, jnp.array([0., 0.3, 1.]), axis=1, method=m), jnp.percentile(a, 40, method=m, keepdims=True)), s)
        for name, function in dict(histogram=lambda v: jnp.histogram(v, 5), histogram_range=lambda v: jnp.histogram(v, 4, (-2, 2), density=True), histogram2d=lambda v: jnp.histogram2d(v, v[::-1], 3), cov=lambda v: (jnp.cov(v, v[::-1], ddof=0), jnp.corrcoef(v, v[::-1])), gradient=lambda v: jnp.gradient(v, 2), trapezoid=lambda v: jnp.trapezoid(v, dx=2), interp=lambda v: jnp.interp(v, jnp.arange(3), jnp.arange(3) ** 2, left=9, period=None), polyval=lambda v: jnp.polyval(v[:3], v), polyfit=lambda v: jnp.polyfit(jnp.arange(9), v, 2), polydiv=lambda v: jnp.polydiv(v, v[:3] + 9), polyder=lambda v: (jnp.polyder(v), jnp.polyint(v, 2)), linspace=lambda v: jnp.linspace(v[0], v[1], 7, retstep=True), logspace=lambda v: jnp.logspace(v[0], v[1], 5), arange=lambda v: jnp.arange(10, dtype=v.dtype), i0=jnp.i0, hamming=lambda v: (jnp.hamming(8), jnp.hanning(7), jnp.blackman(6), jnp.bartlett(5), jnp.kaiser(6, 3.))).items():
            add(f"vector_{name}_{dtype}", function, array(dtype, (9,), "plain"))
for dtype in "int4 uint4 int2 uint2 float8_e4m3fn float8_e5m2 float8_e4m3b11fnuz float8_e4m3fnuz float8_e5m2fnuz float8_e3m4 float8_e4m3 float8_e8m0fnu float4_e2m1fn".split():
    a = abs(array("float32", (4, 6), "plain")).astype(dtype_of(dtype)) if "float" in dtype else array(dtype, (4, 6), "plain")
    for name, function in dict(add=lambda a: a + a, multiply=lambda a: a * a, compare=lambda a: (a < a[::-1], a == a, a != a[::-1]), maximum=lambda a: jnp.maximum(a, a[::-1]), sum=lambda a: a.sum(0), sort=lambda a: jnp.sort(a, 1), argmax=lambda a: a.argmax(1), where=lambda a: jnp.where(a > a[::-1], a, a[::-1]), concatenate=lambda a: jnp.concatenate([a, a[::-1]]), gather=lambda a: a[jnp.array([3, 0])], scatter=lambda a: a.at[1].set(a[0]), dot=lambda a: jnp.dot(a, a.T, preferred_element_type=jnp.float32 if "float" in dtype else jnp.int32), matmul=lambda a: a @ a.T, cast=lambda a: [a.astype(t) for t in ("int32", "float32", "bfloat16", "float16", "bool", "int8")], negative=lambda a: -a, abs=jnp.abs, exp=jnp.exp, transpose=lambda a: a.T.reshape(3, 8), pad=lambda a: jnp.pad(a, 1), isnan=jnp.isnan, sqrt=jnp.sqrt, divide=lambda a: a / (a + a), slices=lambda a: jax.lax.dynamic_slice(a, (1, 2), (2, 3)), view=lambda a: a.view("uint8") if "8" in dtype else a, scan=lambda a: jax.lax.scan(lambda c, v: (v, c), a[0], a), cond=lambda a: jax.lax.cond(True, lambda v: v, lambda v: v[::-1], a), floor=jnp.floor, floordiv=lambda a: a // jnp.ones_like(a), cumsum=lambda a: jnp.cumsum(a, 0), roundtrip=lambda a: a, shift=lambda a: (a << 1, a >> 1) if "int" in dtype else a, bits=lambda a: (a & a[::-1], ~a) if "int" in dtype else a, clz=lambda a: (jax.lax.clz(a), jax.lax.population_count(a)) if "int" in dtype else a).items():
        add(f"tiny_{name}_{dtype}", function, a)
