"""Programs of JAX's parts, by name: what `checks/pjrt_programs.py` runs on XLA and on the plugin. Inputs depend on nothing but the name."""

import functools

import jax
import jax.experimental.ode
import jax.numpy as jnp
import jax.scipy as jsp
import jax.scipy.optimize
import numpy as np
from jax import lax

PROGRAMS = {}


def program(function):
    """Adds a program under its own name."""
    PROGRAMS[function.__name__] = function
    return function


def add(name, function, *arguments, x64=False, jit=True):
    """Adds a call of a function."""
    def run():
        with jax.enable_x64(x64):
            called = jax.jit(function) if jit else function
            return jax.tree.map(np.asarray, called(*[jnp.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments]))
    assert name not in PROGRAMS, name
    PROGRAMS[name] = run


r = np.random.RandomState(7)
X = r.uniform(-2, 2, (4, 6)).astype(np.float32)
Y = r.uniform(0.2, 1.8, (4, 6)).astype(np.float32)
U = r.uniform(-0.9, 0.9, (4, 6)).astype(np.float32)
I = r.randint(-9, 9, (4, 6)).astype(np.int32)
J = r.randint(1, 6, (4, 6)).astype(np.int32)
B = X > 0
C = (X + 1j * Y).astype(np.complex64)
V = r.uniform(-1, 1, 12).astype(np.float32)
S = (r.uniform(-1, 1, (5, 5)) + 4 * np.eye(5)).astype(np.float32)
P = (S @ S.T).astype(np.float32)
IMAGE = r.uniform(-1, 1, (2, 9, 8, 3)).astype(np.float32)
KERNEL = r.uniform(-1, 1, (3, 3, 3, 4)).astype(np.float32)
CUBE = r.uniform(-1, 1, (3, 4, 5)).astype(np.float32)

# Functions of one array, by the range of their arguments.
UNARY = {
    "X": "sin cos tan tanh sinh cosh arctan arcsinh exp exp2 expm1 abs fabs sign signbit floor ceil trunc rint round square negative positive cbrt "
         "isnan isinf isfinite isneginf isposinf deg2rad rad2deg sinc i0 nan_to_num real imag conj angle fix modf frexp spacing",
    "Y": "log log2 log10 log1p sqrt reciprocal",
    "U": "arcsin arccos arctanh",
}
ARRAYS = {"X": X, "Y": Y, "U": U, "I": I, "B": B, "C": C, "V": V}
for key, names in UNARY.items():
    for name in names.split():
        if hasattr(jnp, name):
            add(f"np_{name}", getattr(jnp, name), ARRAYS[key])
            add(f"np_{name}_x64", getattr(jnp, name), ARRAYS[key].astype(np.float64), x64=True)
for name in "sin cos tan exp log sqrt tanh sinh cosh abs sign square reciprocal expm1 log1p arcsinh arccosh arctanh arctan real imag conj angle".split():
    add(f"complex_{name}", getattr(jnp, name), C)
for name in "sum prod mean std var max min argmax argmin all any median ptp nansum nanmax nanmean cumsum cumprod sort argsort count_nonzero".split():
    add(f"reduce_{name}", getattr(jnp, name), X)
    add(f"reduce_{name}_axis", functools.partial(getattr(jnp, name), axis=0), X)
    add(f"reduce_{name}_int", getattr(jnp, name), I)
for name in "sum prod mean max min cumsum sort".split():
    for dtype in ["float16", "bfloat16", "int8", "uint8", "int16", "uint32"]:
        add(f"reduce_{name}_{dtype}", functools.partial(getattr(jnp, name), axis=1), J.astype(jnp.dtype(dtype)))
for name in "add subtract multiply divide power float_power maximum minimum floor_divide remainder mod fmod divmod equal less greater_equal not_equal arctan2 "\
            "hypot logaddexp logaddexp2 copysign nextafter heaviside ldexp fmax fmin".split():
    second = J if name == "ldexp" else X[::-1] + np.float32(0.3)
    add(f"binary_{name}", getattr(jnp, name), Y if "power" in name else X, second)
for name in "add subtract multiply floor_divide remainder power bitwise_and bitwise_or bitwise_xor left_shift right_shift gcd lcm maximum true_divide".split():
    for dtype in ["int32", "uint8", "int16", "uint32"]:
        add(f"int_{name}_{dtype}", getattr(jnp, name), abs(I).astype(dtype), J.astype(dtype))
for name in "logical_and logical_or logical_xor".split():
    add(f"bool_{name}", getattr(jnp, name), B, ~B[::-1])
add("bool_not", jnp.logical_not, B)
add("int_invert", jnp.invert, I)
add("int_popcount", lax.population_count, I)
add("int_clz", lax.clz, I)
for name in "add multiply exp tanh dot".split():
    for dtype in ["float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"]:
        if name == "dot":
            add(f"small_{name}_{dtype}", lambda a: jnp.dot(a, a.T).astype(jnp.float32), U.astype(jnp.dtype(dtype)))
        elif name in ("exp", "tanh"):
            add(f"small_{name}_{dtype}", lambda a, name=name: getattr(jnp, name)(a).astype(jnp.float32), U.astype(jnp.dtype(dtype)))
        else:
            add(f"small_{name}_{dtype}", lambda a, name=name: getattr(jnp, name)(a, a).astype(jnp.float32), U.astype(jnp.dtype(dtype)))
KINDS = "bool int8 int16 int32 uint8 uint16 uint32 float16 bfloat16 float32 complex64 float8_e4m3fn float8_e5m2 float8_e4m3b11fnuz float8_e4m3fnuz "\
        "float8_e5m2fnuz float8_e3m4 float8_e4m3 float8_e8m0fnu int4 uint4 int2 uint2 float4_e2m1fn".split()
for dtype in KINDS:
    kind = jnp.dtype(dtype)
    add(f"cast_to_{dtype}", lambda a, kind=kind: a.astype(kind), abs(X))
    add(f"cast_from_{dtype}", lambda a: a.astype(jnp.float32), abs(I % 2).astype(kind))
    add(f"buffer_{dtype}", lambda a: (a, a[::-1].T), abs(I % 2).astype(kind))
    PROGRAMS[f"put_{dtype}"] = lambda kind=kind: jax.device_put(abs(I % 2).astype(kind))

# Shapes and indices
for name, function, *arguments in [
    ("reshape", lambda a: a.reshape(3, 8), X), ("ravel", jnp.ravel, X), ("transpose", jnp.transpose, CUBE), ("swapaxes", lambda a: a.swapaxes(0, 2), CUBE),
    ("moveaxis", lambda a: jnp.moveaxis(a, 0, -1), CUBE), ("concatenate", lambda a: jnp.concatenate([a, a], 1), X), ("stack", lambda a: jnp.stack([a, a]), X),
    ("split", lambda a: jnp.split(a, 3, 1), X), ("array_split", lambda a: jnp.array_split(a, 4, 1), X), ("tile", lambda a: jnp.tile(a, (2, 1)), X),
    ("repeat", lambda a: jnp.repeat(a, 2, 0), X), ("roll", lambda a: jnp.roll(a, 2, 1), X), ("flip", jnp.flip, X), ("rot90", jnp.rot90, X),
    ("pad_constant", lambda a: jnp.pad(a, 2), X), ("pad_edge", lambda a: jnp.pad(a, 2, mode="edge"), X), ("pad_reflect", lambda a: jnp.pad(a, 2, mode="reflect"), X),
    ("pad_wrap", lambda a: jnp.pad(a, 2, mode="wrap"), X), ("pad_linear", lambda a: jnp.pad(a, 2, mode="linear_ramp"), X),
    ("where", lambda a: jnp.where(a > 0, a, 0), X), ("select", lambda a: jnp.select([a > 1, a > 0], [a, 2 * a], 7), X),
    ("take", lambda a: jnp.take(a, jnp.array([0, 3]), axis=0), X), ("take_clip", lambda a: jnp.take(a, jnp.array([0, 33]), axis=0, mode="clip"), X),
    ("take_along", lambda a: jnp.take_along_axis(a, jnp.argsort(a, 1), 1), X), ("index_array", lambda a: a[jnp.array([1, 2]), jnp.array([0, 5])], X),
    ("index_slice", lambda a: a[1:, ::-2], X), ("index_newaxis", lambda a: a[None, :, None], X), ("index_negative", lambda a: a[-1, -2], X),
    ("at_set", lambda a: a.at[1].set(0), X), ("at_add", lambda a: a.at[jnp.array([0, 0, 2])].add(1.), X), ("at_mul", lambda a: a.at[:, 1].mul(3), X),
    ("at_max", lambda a: a.at[jnp.array([0, 1])].max(0.5), X), ("at_min", lambda a: a.at[2:].min(0), X), ("at_get_fill", lambda a: a.at[9].get(mode="fill"), X),
    ("at_apply", lambda a: a.at[1].apply(jnp.sin), X), ("meshgrid", lambda a: jnp.meshgrid(a[0], a[1]), X), ("tril", jnp.tril, X), ("triu", lambda a: jnp.triu(a, 1), X),
    ("diag", jnp.diag, X), ("diagonal", jnp.diagonal, X), ("trace", jnp.trace, X), ("eye", lambda: jnp.eye(4, 5)), ("arange", lambda: jnp.arange(3, 20, 4)),
    ("linspace", lambda: jnp.linspace(0, 3, 7)), ("logspace", lambda: jnp.logspace(0, 3, 7)), ("geomspace", lambda: jnp.geomspace(1, 30, 7)), ("tri", lambda: jnp.tri(4)),
    ("indices", lambda: jnp.indices((2, 3))), ("searchsorted", lambda a: jnp.searchsorted(jnp.sort(a), 0.1), V), ("digitize", lambda a: jnp.digitize(a, jnp.array([-0.5, 0., 0.5])), V),
    ("histogram", lambda a: jnp.histogram(a, 5), V), ("bincount", lambda a: jnp.bincount(a.ravel(), length=9), J), ("interp", lambda a: jnp.interp(a, jnp.array([-1., 0, 1]), jnp.array([2., 3, 9])), V),
    ("unique", lambda a: jnp.unique(a, size=9), I), ("nonzero", lambda a: jnp.nonzero(a > 0, size=12), X), ("argwhere", lambda a: jnp.argwhere(a > 0, size=12), X),
    ("lexsort", lambda a: jnp.lexsort((a[0], a[1])), I), ("partition", lambda a: jnp.partition(a, 3), V), ("percentile", lambda a: jnp.percentile(a, 30.), V),
    ("quantile", lambda a: jnp.quantile(a, jnp.array([.1, .7]), axis=0), X), ("convolve", lambda a: jnp.convolve(a, a[:3]), V), ("correlate", lambda a: jnp.correlate(a, a[:3]), V),
    ("polyfit", lambda a: jnp.polyfit(jnp.arange(12.), a, 2), V), ("polyval", lambda a: jnp.polyval(a, 0.5), V), ("roots", lambda a: jnp.abs(jnp.roots(a, strip_zeros=False)).sum(), V[:4]),
    ("cov", jnp.cov, X), ("corrcoef", jnp.corrcoef, X), ("diff", jnp.diff, X), ("ediff1d", jnp.ediff1d, V), ("gradient", jnp.gradient, V), ("trapezoid", jnp.trapezoid, V),
    ("cross", lambda a: jnp.cross(a[:, :3], a[:, 3:]), X), ("outer", lambda a: jnp.outer(a, a), V), ("inner", lambda a: jnp.inner(a, a), X), ("vdot", lambda a: jnp.vdot(a, a), X),
    ("kron", lambda a: jnp.kron(a[:2, :2], a[:2]), X), ("tensordot", lambda a: jnp.tensordot(a, a, [[1], [1]]), CUBE), ("einsum", lambda a: jnp.einsum("ijk,ljk->il", a, a), CUBE),
    ("einsum_batch", lambda a: jnp.einsum("bij,bkj->bik", a, a), CUBE), ("matmul", lambda a: a @ a.T, X), ("matvec", lambda a: a @ a[0], X), ("int_matmul", lambda a: a @ a.T, I),
    ("complex_matmul", lambda a: a @ a.T, C), ("piecewise", lambda a: jnp.piecewise(a, [a < 0, a >= 1], [lambda v: -v, 3., jnp.sin]), X),
    ("packbits", lambda a: jnp.packbits(a, axis=1), B), ("unpackbits", lambda a: jnp.unpackbits(a.astype(jnp.uint8), axis=1), J), ("choose", lambda a: jnp.choose(a % 2, [a, -a]), I),
    ("apply_along", lambda a: jnp.apply_along_axis(jnp.sum, 0, a), X), ("vectorize", lambda a: jnp.vectorize(lambda v: v + 1)(a), X), ("isin", lambda a: jnp.isin(a, jnp.array([1, 2])), I),
    ("setdiff", lambda a: jnp.setdiff1d(a.ravel(), jnp.array([1, 2]), size=10), I), ("intersect", lambda a: jnp.intersect1d(a[0], a[1], size=4), I), ("block", lambda a: jnp.block([[a, a], [a, a]]), X),
    ("insert", lambda a: jnp.insert(a, 2, 9.), V), ("delete", lambda a: jnp.delete(a, 3), V), ("append", lambda a: jnp.append(a, a), V), ("empty_sum", lambda: jnp.zeros((0, 3)).sum(0)),
    ("empty_concatenate", lambda: jnp.concatenate([jnp.zeros((0, 3)), jnp.ones((2, 3))])), ("scalar", lambda: jnp.float32(3) + 1), ("allclose", lambda a: jnp.allclose(a, a + 1e-9), X),
    ("bitcast", lambda a: lax.bitcast_convert_type(a, jnp.uint32), X), ("bitcast_narrow", lambda a: lax.bitcast_convert_type(a, jnp.uint8), X), ("view", lambda a: a.view(jnp.uint16), X),
]:
    add(f"numpy_{name}", function, *arguments)

# jax.lax
for name, function, *arguments in [
    ("dynamic_slice", lambda a: lax.dynamic_slice(a, (1, 5), (2, 3)), X), ("dynamic_update", lambda a: lax.dynamic_update_slice(a, jnp.ones((2, 2)), (3, 2)), X),
    ("top_k", lambda a: lax.top_k(a, 3), X), ("approx_max_k", lambda a: lax.approx_max_k(a, 3), X), ("approx_min_k", lambda a: lax.approx_min_k(a, 3), X),
    ("sort_pairs", lambda a: lax.sort((a[0], a[1]), num_keys=1), I), ("sort_keys", lambda a: lax.sort((a[0], a[1], a[2]), num_keys=2), I), ("cummax", lambda a: lax.cummax(a, 1), X),
    ("cummin", lambda a: lax.cummin(a, 1, reverse=True), X), ("cumlogsumexp", lambda a: lax.cumlogsumexp(a, 1), X), ("pad_interior", lambda a: lax.pad(a, 0., ((1, -1, 1), (0, 2, 0))), X),
    ("reduce_window", lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (2, 2), (1, 1), "VALID"), X), ("reduce_window_dilated", lambda a: lax.reduce_window(a, 0., lax.add, (2, 2), (2, 1), "SAME", (1, 2), (1, 2)), X),
    ("reduce_two", lambda a, b: lax.reduce((a, b), (0., np.int32(0)), lambda p, q: (p[0] + q[0], p[1] * q[1] + 1), (0,)), X, I), ("reduce_precision", lambda a: lax.reduce_precision(a, 5, 3), X),
    ("reduce_and", lambda a: lax.reduce(a, np.int32(-1), lax.bitwise_and, (1,)), I), ("reduce_xor", lambda a: lax.reduce(a, np.int32(0), lax.bitwise_xor, (1,)), I), ("clamp", lambda a: lax.clamp(-1., a, 1.), X),
    ("conv", lambda a, k: lax.conv_general_dilated(a, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), IMAGE, KERNEL),
    ("conv_strided", lambda a, k: lax.conv_general_dilated(a, k, (2, 1), [(1, 2), (0, 1)], (1, 1), (2, 1), dimension_numbers=("NHWC", "HWIO", "NHWC")), IMAGE, KERNEL),
    ("conv_transposed", lambda a, k: lax.conv_transpose(a, k, (2, 2), "SAME"), IMAGE, KERNEL),
    ("conv_nchw", lambda a, k: lax.conv_general_dilated(a.transpose(0, 3, 1, 2), k.transpose(3, 2, 0, 1), (1, 1), "VALID"), IMAGE, KERNEL),
    ("conv_groups", lambda a, k: lax.conv_general_dilated(a, k[:, :, :1, :3], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=3), IMAGE, KERNEL),
    ("conv_1d", lambda a: lax.conv_general_dilated(a[None, None], a[None, None, :3], (1,), "SAME"), V), ("conv_patches", lambda a: lax.conv_general_dilated_patches(a, (3, 3), (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), IMAGE),
    ("dot_general", lambda a: lax.dot_general(a, a, (((2,), (2,)), ((0,), (0,)))), CUBE), ("dot_preferred", lambda a: lax.dot(a, a.T, preferred_element_type=jnp.float32), X.astype(jnp.bfloat16)),
    ("dot_int8", lambda a: lax.dot(a, a.T, preferred_element_type=jnp.int32), I.astype(np.int8)), ("ragged_dot", lambda a: lax.ragged_dot(a, jnp.stack([a[:, :3].T @ a[:, :1]] * 2) @ jnp.ones((1, 2)) if False else jnp.ones((2, 6, 2)), jnp.array([1, 3])), X),
    ("iota", lambda: lax.broadcasted_iota(jnp.int32, (3, 4), 1)), ("rev", lambda a: lax.rev(a, (0, 2)), CUBE), ("broadcast_in_dim", lambda a: lax.broadcast_in_dim(a, (2, 12, 3), (1,)), V), ("collapse", lambda a: lax.collapse(a, 0, 2), CUBE),
    ("gather_fill", lambda a: a.at[jnp.array([[0, 9]]), 1].get(mode="fill", fill_value=-7), X), ("scatter_apply", lambda a: a.at[jnp.array([0, 2])].power(2), X), ("nextafter", lambda a: lax.nextafter(a, a + 1), X), ("erf_inv", lax.erf_inv, U),
    ("erfc", lax.erfc, X), ("lgamma", lax.lgamma, Y), ("digamma", lax.digamma, Y), ("igamma", lax.igamma, Y, Y[::-1].copy()), ("igammac", lax.igammac, Y, Y[::-1].copy()), ("betainc", lambda a: lax.betainc(a, a, a / 2), Y), ("random_gamma_grad", lax.random_gamma_grad, Y, Y[::-1].copy()), ("polygamma", lambda a: lax.polygamma(2., a), Y),
    ("bessel_i0e", lax.bessel_i0e, X), ("bessel_i1e", lax.bessel_i1e, X), ("zeta", lambda a: lax.zeta(a + 1.5, a), Y), ("rsqrt", lax.rsqrt, Y), ("cbrt", lax.cbrt, X), ("logistic", lax.logistic, X), ("integer_pow", lambda a: lax.integer_pow(a, -3), Y), ("is_finite", lax.is_finite, X), ("complex", lambda a: lax.complex(a, -a), X), ("optimization_barrier", lambda a: lax.optimization_barrier((a, a + 1)), X), ("select_and_scatter", jax.grad(lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum()), X), ("reducers", lambda a: lax.reduce(a, 1., lax.mul, (0,)), X), ("rng_bit_generator", lambda: lax.rng_bit_generator(jnp.array([1, 2, 3, 4], jnp.uint32), (6,))[1]), ("associative_scan", lambda a: lax.associative_scan(jnp.add, a), V), ("map", lambda a: lax.map(lambda v: v.sum(), a), X), ("map_batch", lambda a: lax.map(jnp.sin, a, batch_size=5), V), ("exp2_high", lambda a: lax.dot(a, a.T, precision=lax.Precision.HIGHEST), X), ("split", lambda a: lax.split(a, (2, 4), 1), X), ("square", lax.square, C), ("composite", lambda a: lax.composite(lambda v: jnp.sin(v) + 1, "my.thing")(a), X), ("platform_dependent", lambda a: lax.platform_dependent(a, cpu=lambda v: v + 1, default=lambda v: v - 1), X),
]:
    add(f"lax_{name}", function, *arguments)

# jax.nn, jax.scipy, jax.random, jax.numpy.fft and linalg
for name in "relu relu6 sigmoid softplus sparse_plus silu mish log_sigmoid leaky_relu hard_sigmoid hard_silu hard_tanh elu celu selu gelu squareplus softmax log_softmax logsumexp standardize glu soft_sign".split():
    if hasattr(jax.nn, name):
        add(f"nn_{name}", getattr(jax.nn, name), X)
        add(f"nn_{name}_grad", lambda a, name=name: jax.grad(lambda v: getattr(jax.nn, name)(v).sum() ** 2)(a), X)
add("nn_one_hot", lambda: jax.nn.one_hot(jnp.array([0, 2, 9]), 4))
add("nn_attention", lambda a: jax.nn.dot_product_attention(a, a, a, is_causal=True), r.uniform(-1, 1, (2, 5, 2, 4)).astype(np.float32))
add("nn_initializers", lambda: jax.nn.initializers.orthogonal()(jax.random.key(0), (4, 4)) @ jnp.ones((4, 1)))
add("nn_glorot", lambda: jax.nn.initializers.glorot_normal()(jax.random.key(0), (4, 5)))
for name in "erf erfc erfinv gammaln digamma expit logit ndtr log_ndtr ndtri entr i0 i0e i1 i1e gamma factorial spence exprel expi exp1 sici bernoulli".split():
    if hasattr(jsp.special, name):
        arguments = {"bernoulli": 6}.get(name, np.abs(U) * 0.9 + np.float32(0.05))
        add(f"special_{name}", getattr(jsp.special, name), arguments, jit=name != "bernoulli")
for name in "beta betaln xlogy xlog1py kl_div rel_entr zeta gammainc gammaincc".split():
    add(f"special_{name}", getattr(jsp.special, name), Y + np.float32(1.1), Y[::-1].copy())
add("special_logsumexp", lambda a: jsp.special.logsumexp(a, 1, return_sign=True), X)
add("special_hyp1f1", jsp.special.hyp1f1, Y, Y + 1, Y)
for name, arguments in dict(norm=(), gamma=(2.,), beta=(2., 3.), t=(3.,), cauchy=(), expon=(), laplace=(), logistic=(), pareto=(2.,), poisson=(2.,), uniform=(), chi2=(3.,), truncnorm=(-1., 2.), gennorm=(1.5,)).items():
    module = getattr(jsp.stats, name)
    add(f"stats_{name}", lambda a, m=module, p=arguments: (m.logpmf if hasattr(m, "logpmf") else m.logpdf)(a, *p), np.abs(U))
    if hasattr(module, "cdf"):
        add(f"stats_{name}_cdf", lambda a, m=module, p=arguments: m.cdf(a, *p), np.abs(U))
add("stats_multivariate", lambda a: jsp.stats.multivariate_normal.logpdf(a, jnp.zeros(5), P), V[:5])
add("stats_kde", lambda a: jsp.stats.gaussian_kde(a)(a[:3]), V)
add("stats_rankdata", jsp.stats.rankdata, V)
add("scipy_map_coordinates", lambda a: jsp.ndimage.map_coordinates(a, [jnp.array([.5, 1.2]), jnp.array([2.1, 3.3])], 1), X)
add("scipy_convolve2d", lambda a: jsp.signal.convolve2d(a, a[:2, :2]), X)
add("scipy_fftconvolve", lambda a: jsp.signal.fftconvolve(a, a[:3]), V)
add("scipy_stft", lambda a: jsp.signal.stft(a, nperseg=4)[2], V)
add("scipy_welch", lambda a: jsp.signal.welch(a, nperseg=4)[1], V)
add("scipy_dct", lambda a: jsp.fft.dct(a), V)
add("scipy_idctn", lambda a: jsp.fft.idctn(a), X)
add("scipy_minimize", lambda a: jsp.optimize.minimize(lambda v: ((v - 1) ** 2).sum(), a, method="BFGS").x, V[:3])
add("scipy_cg", lambda a: jsp.sparse.linalg.cg(P, a)[0], V[:5])
add("scipy_gmres", lambda a: jsp.sparse.linalg.gmres(S, a)[0], V[:5])
add("scipy_interpolate", lambda a: jsp.interpolate.RegularGridInterpolator((jnp.arange(4.), jnp.arange(6.)), a)(jnp.array([[1.5, 2.5]])), X)
add("scipy_kmeans", lambda a: jsp.cluster.vq.vq(a, a[:2]), X)
add("scipy_odeint", lambda a: jax.experimental.ode.odeint(lambda y, t: -y, a, jnp.linspace(0, 1, 4)), V[:3])
for name in "fft ifft rfft fft2 ifft2 rfft2 fftn ifftn hfft fftshift".split():
    add(f"fft_{name}", getattr(jnp.fft, name), X)
add("fft_irfft", lambda a: jnp.fft.irfft(a), C)
add("fft_x64", jnp.fft.fft, X.astype(np.float64), x64=True)
add("fft_grad", jax.grad(lambda a: jnp.abs(jnp.fft.rfft(a)).sum()), V)
LINALG = dict(cholesky=P, qr=X, svdvals=X, det=S, slogdet=S, inv=S, pinv=X, eigvalsh=P, matrix_rank=X, norm=X, cond=S, eigh=P, lu_factor=S, expm=S / 4, sqrtm=P, polar=S, schur=S, hessenberg=S, lu=S, matrix_power=S, eigvals=S, tensorinv=np.eye(6, dtype=np.float32).reshape(2, 3, 2, 3), funm=P, ldl=P)
for name, argument in LINALG.items():
    function = getattr(jnp.linalg, name, None) or getattr(jsp.linalg, name, None)
    if function is None:
        continue
    run = {"matrix_power": lambda a: jnp.linalg.matrix_power(a, 3), "eigvals": lambda a: jnp.sort(jnp.abs(jnp.linalg.eigvals(a))), "tensorinv": lambda a: jnp.linalg.tensorinv(a),
           "eigh": lambda a: (lambda w, v: (w, (v * w) @ v.T))(*jnp.linalg.eigh(a)), "qr": lambda a: (lambda q, u: (q @ u, jnp.abs(u)))(*jnp.linalg.qr(a)),
           # Vectors have any sign.
           "schur": lambda a: (lambda t, z: (z @ t @ z.T, jnp.abs(t), jnp.abs(z)))(*jsp.linalg.schur(a)),
           "funm": lambda a: jsp.linalg.funm(a, jnp.exp)}.get(name, function)
    add(f"linalg_{name}", run, argument)
    add(f"linalg_{name}_x64", run, argument.astype(np.float64), x64=True)
for name, function in dict(solve=lambda a, b: jnp.linalg.solve(a, b), cho_solve=lambda a, b: jsp.linalg.cho_solve(jsp.linalg.cho_factor(a @ a.T), b), triangular=lambda a, b: jsp.linalg.solve_triangular(a, b, lower=True), triangular_transposed=lambda a, b: jsp.linalg.solve_triangular(a, b, trans=1), lstsq=lambda a, b: jnp.linalg.lstsq(a, b)[0], multi_dot=lambda a, b: jnp.linalg.multi_dot([a, a, b]), eigh_tridiagonal=lambda a, b: jsp.linalg.eigh_tridiagonal(b, b[1:], eigvals_only=True), toeplitz=lambda a, b: jsp.linalg.toeplitz(b), tridiagonal=lambda a, b: lax.linalg.tridiagonal_solve(b, b + 4, b, b[:, None]), householder=lambda a, b: lax.linalg.householder_product(a, b), block_diag=lambda a, b: jsp.linalg.block_diag(a, a), svd=lambda a, b: (lambda u, s, v: (s, (u * s) @ v))(*jnp.linalg.svd(a)), grad_solve=lambda a, b: jax.grad(lambda m: jnp.linalg.solve(m, b).sum())(a), grad_eigh=lambda a, b: jax.grad(lambda m: jnp.linalg.eigvalsh(m @ m.T).max())(a), grad_svd=lambda a, b: jax.grad(lambda m: jnp.linalg.svd(m, compute_uv=False)[0])(a), grad_det=lambda a, b: jax.grad(jnp.linalg.det)(a), grad_cholesky=lambda a, b: jax.grad(lambda m: jnp.linalg.cholesky(m @ m.T).sum())(a), grad_inv=lambda a, b: jax.grad(lambda m: jnp.linalg.inv(m).sum())(a), batch=lambda a, b: jax.vmap(jnp.linalg.inv)(jnp.stack([a, a + 1])), lu_pivots=lambda a, b: lax.linalg.lu(a), sylvester=lambda a, b: jsp.linalg.solve_sylvester(a, a, a), update=lambda a, b: lax.linalg.cholesky_update(jnp.linalg.cholesky(a @ a.T).T, b)).items():
    add(f"solve_{name}", function, S, V[:5])
add("linalg_complex_eigh", lambda a: jnp.linalg.eigvalsh(a @ a.conj().T), C)
add("linalg_complex_svd", lambda a: jnp.linalg.svd(a, compute_uv=False), C)
add("linalg_complex_inv", lambda a: jnp.linalg.inv(a[:, :4]), C)
for name, arguments in dict(uniform=(), normal=(), bits=(), exponential=(), gumbel=(), laplace=(), logistic=(), cauchy=(), rademacher=(), truncated_normal=(-1., 1.), gamma=(2.,), beta=(2., 3.), dirichlet=(jnp.ones,), poisson=(4.,), t=(3.,), pareto=(2.,), chisquare=(3.,), f=(2., 3.), geometric=(.3,), binomial=(9, .4), bernoulli=(.3,), rayleigh=(1.,), wald=(1.,), weibull_min=(1., 2.), maxwell=(), double_sided_maxwell=(0., 1.), generalized_normal=(1.5,), ball=(3,), loggamma=(2.,), triangular=(0., .3, 1.), lognormal=()).items():
    function = getattr(jax.random, name)
    if name == "dirichlet":
        add("random_dirichlet", lambda: jax.random.dirichlet(jax.random.key(1), jnp.ones(4), (3,)))
    elif name in ("gumbel", "normal", "uniform", "bits", "exponential", "laplace", "logistic", "cauchy", "rademacher", "maxwell"):
        add(f"random_{name}", lambda f=function: f(jax.random.key(3), (7,)))
    elif name == "lognormal":
        add("random_lognormal", lambda: jax.random.lognormal(jax.random.key(3), 1., (7,)))
    else:
        add(f"random_{name}", lambda f=function, p=arguments: f(jax.random.key(3), *p, shape=(7,)))
for name, function in dict(split=lambda k: jax.random.key_data(jax.random.split(k, 5)), fold_in=lambda k: jax.random.key_data(jax.random.fold_in(k, 9)), permutation=lambda k: jax.random.permutation(k, 10), choice=lambda k: jax.random.choice(k, 9, (4,), replace=False), choice_p=lambda k: jax.random.choice(k, 3, (9,), p=jnp.array([.2, .3, .5])), categorical=lambda k: jax.random.categorical(k, jnp.array(X)), randint=lambda k: jax.random.randint(k, (9,), -3, 77), multivariate=lambda k: jax.random.multivariate_normal(k, jnp.zeros(5), P, (3,)), orthogonal=lambda k: jnp.abs(jax.random.orthogonal(k, 4)), uniform_bf16=lambda k: jax.random.uniform(k, (9,), jnp.bfloat16).astype(jnp.float32), randint_u8=lambda k: jax.random.randint(k, (9,), 0, 255, jnp.uint8), multinomial=lambda k: jax.random.multinomial(k, 9, jnp.array([.2, .8])), shuffle2=lambda k: jax.random.permutation(k, jnp.array(X), axis=1, independent=True)).items():
    add(f"random_{name}", lambda f=function: f(jax.random.key(5)))
for kind in ["rbg", "unsafe_rbg"]:
    add(f"random_{kind}", lambda kind=kind: jax.random.uniform(jax.random.key(1, impl=kind), (5,)))
add("random_x64", lambda: jax.random.normal(jax.random.key(1), (5,)), x64=True)
