"""Functions of `jax.nn`, `jax.scipy`, `jax.random`, `jax.numpy.linalg` and `fft`, `jax.image`, `jax.ops` and sparse arrays, over dtypes and keywords."""

import functools
import itertools

import jax
import jax.experimental.ode
import jax.experimental.sparse
import jax.numpy as jnp
import jax.scipy as jsp
import jax.scipy.optimize
import jax.scipy.spatial.transform
import numpy as np
from jax import lax
from jax.experimental import sparse

from wide_numpy import ALL, COMPLEX, FLOATS, INTEGERS, adder, array, dtype_of

PROGRAMS = {}
add = adder(PROGRAMS)

# jax.nn
for dtype in FLOATS:
    x = array(dtype, (3, 6))
    for name in "celu elu gelu glu hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu log_sigmoid log_softmax logsumexp mish relu relu6 selu sigmoid silu soft_sign softmax softplus sparse_plus sparse_sigmoid squareplus standardize swish identity".split():
        if hasattr(jax.nn, name):
            f = getattr(jax.nn, name)
            add(f"nn_{name}_{dtype}", f, x)
            add(f"nn_{name}_grad_{dtype}", jax.grad(lambda v, f=f: f(v).astype(v.dtype).sum()), array(dtype, (3, 6), "plain"))
    add(f"nn_gelu_exact_{dtype}", lambda v: jax.nn.gelu(v, approximate=False), x)
    add(f"nn_softmax_where_{dtype}", lambda v, m: (jax.nn.softmax(v, axis=0, where=m), jax.nn.log_softmax(v, where=m), jax.nn.standardize(v, where=m), jax.nn.logmeanexp(v, where=m)), array(dtype, (3, 6), "plain"), array("bool", (3, 6)) | (np.arange(6) == 0))
    add(f"nn_logsumexp_b_{dtype}", lambda v: jax.nn.logsumexp(v, axis=1, b=jnp.arange(6.).astype(v.dtype), return_sign=True, keepdims=True), array(dtype, (3, 6), "plain"))
    add(f"nn_one_hot_{dtype}", lambda v: jax.nn.one_hot(jnp.array([[0, 3], [9, -1]]), 4, dtype=v.dtype, axis=0), x)
    for options in (dict(), dict(is_causal=True), dict(scale=0.3), dict(local_window_size=(2, 1)), dict(query_seq_lengths=np.array([3, 5], "int32"), key_value_seq_lengths=np.array([4, 2], "int32"))):
        add(f"nn_attention_{'_'.join(options)}_{dtype}", lambda q, k, o=options: jax.nn.dot_product_attention(q, k, k, implementation="xla", **o), array(dtype, (2, 5, 4, 8), "plain"), array(dtype, (2, 5, 2, 8), "plain"))
    for name in "constant delta_orthogonal glorot_normal glorot_uniform he_normal he_uniform kaiming_normal lecun_normal lecun_uniform normal ones orthogonal truncated_normal uniform variance_scaling xavier_normal zeros".split():
        maker = getattr(jax.nn.initializers, name)
        if name == "orthogonal" and dtype not in ("float32", "float64") or name == "delta_orthogonal":
            continue
        make = maker(2.) if name == "constant" else maker(1., "fan_avg", "uniform") if name == "variance_scaling" else maker if name in ("ones", "zeros") else maker()
        add(f"nn_init_{name}_{dtype}", lambda v, m=make: abs(m(jax.random.key(1), (4, 4), v.dtype)), x)
# jax.scipy.special
ONE = "bernoulli bessel_jn digamma entr erf erfc erfinv expi exp1 expit factorial gamma gammaln gammasgn i0 i0e i1 i1e log_ndtr log_softmax logit ndtr ndtri sici sinc softmax spence loggamma ellipk ellipe wofz erfcx dawsn log1p".split()
for name, dtype in itertools.product(ONE, ["float32", "float64", "bfloat16", "float16", "int32"]):
    f = getattr(jsp.special, name, None)
    if f is None or name in ("bernoulli", "bessel_jn"):
        continue
    for kind in ("any", "positive", "unit"):
        add(f"special_{name}_{dtype}_{kind}", f, array(dtype, (4, 6), kind))
for dtype in ("float32", "float64"):
    p, q, u = array(dtype, (4, 6), "positive"), array(dtype, (6, 4), "positive").reshape(4, 6), abs(array(dtype, (4, 6), "unit"))
    for name, arguments in dict(beta=(p, q), betaln=(p, q), betainc=(p, q, u), gammainc=(p, q), gammaincc=(p, q), kl_div=(p, q), rel_entr=(p, q), xlogy=(p, q), xlog1py=(p, q), zeta=(p + 1, q), poch=(p, q), hyp1f1=(p, q, u), hyp2f1=(p, q, p + 1, u), multigammaln=(p + 3,), boxcox=(p, q), comb=(p, q), owens_t=(p, q)).items():
        f = getattr(jsp.special, name, None)
        if f is not None:
            if name == "multigammaln":
                f = functools.partial(lambda f, a: f(a, 3), f)
            add(f"special_{name}_{dtype}", f, *arguments)
    add(f"special_polygamma_{dtype}", lambda a: [jsp.special.polygamma(n, a) for n in range(3)], p)
    add(f"special_bessel_jn_{dtype}", lambda a: jsp.special.bessel_jn(a[0], v=4, n_iter=30), p)
    add(f"special_sph_harm_{dtype}", lambda a: jsp.special.sph_harm_y(jnp.array([2, 3]), jnp.array([1, 2]), a[0, :2], a[1, :2], n_max=3), p)
    add(f"special_bernoulli_{dtype}", lambda a: jsp.special.bernoulli(9), p, jit=False)
    add(f"special_lpmn_{dtype}", lambda a: jsp.special.lpmn_values(2, 2, a[0], False) if hasattr(jsp.special, "lpmn_values") else a, u)
    # jax.scipy.stats
    for name, parameters in dict(bernoulli=(.3,), beta=(2., 3.), betabinom=(9, 2., 3.), binom=(9, .4), cauchy=(), chi2=(3.,), expon=(), gamma=(2.,), gennorm=(1.5,), geom=(.3,), gumbel_l=(), gumbel_r=(), laplace=(), logistic=(), multinomial=None, nbinom=(4, .3), norm=(), pareto=(2.,), poisson=(2.,), t=(3.,), truncnorm=(-1., 2.), uniform=(), vonmises=(2.,), wrapcauchy=(.3,)).items():
        module = getattr(jsp.stats, name, None)
        if module is None or parameters is None:
            continue
        for method in "pdf logpdf pmf logpmf cdf logcdf sf logsf ppf isf entropy".split():
            f = getattr(module, method, None)
            if f:
                argument = u if method in ("ppf", "isf") else np.floor(p * 2).astype(dtype) if hasattr(module, "pmf") else p - 1
                add(f"stats_{name}_{method}_{dtype}", (lambda a, f=f, q=parameters: f(*q)) if method == "entropy" else (lambda a, f=f, q=parameters: f(a, *q)), argument)
    for name, function in dict(multivariate_normal=lambda a: (jsp.stats.multivariate_normal.logpdf(a[0], a[1], jnp.eye(6)), jsp.stats.multivariate_normal.pdf(a, a[1], jnp.eye(6) * 2)), dirichlet=lambda a: jsp.stats.dirichlet.logpdf(a[0] / a[0].sum(), a[1]), multinomial=lambda a: jsp.stats.multinomial.logpmf(jnp.array([1, 2, 3]), 6, a[0, :3] / a[0, :3].sum()), kde=lambda a: (jsp.stats.gaussian_kde(a)(a[:, :2]), jsp.stats.gaussian_kde(a.ravel(), "silverman").integrate_box_1d(0, 1)), mode=lambda a: jsp.stats.mode(jnp.round(a), axis=1), rankdata=lambda a: [jsp.stats.rankdata(jnp.round(a), m) for m in ("average", "min", "max", "dense", "ordinal")], sem=lambda a: jsp.stats.sem(a, axis=1), invwishart=lambda a: a).items():
        add(f"stats_{name}_{dtype}", function, p)
# jax.scipy.signal, ndimage, fft, integrate, interpolate, optimize, spatial
for dtype in ("float32", "float64", "complex64", "complex128", "int32"):
    v, m = array(dtype, (32,), "plain"), array(dtype, (6, 7), "plain")
    for mode in ("full", "same", "valid"):
        add(f"signal_convolve_{mode}_{dtype}", lambda v, m, o=mode: (jsp.signal.convolve(v, v[:5], o), jsp.signal.correlate(m, m[:3, :3], o), jsp.signal.convolve2d(m, m[:2, :3], o), jsp.signal.correlate2d(m, m[:2, :3], o)), v, m)
        add(f"signal_fftconvolve_{mode}_{dtype}", lambda v, m, o=mode: (jsp.signal.fftconvolve(v, v[:5], o), jsp.signal.convolve(v, v[:5], o, method="fft")), v, m)
    for name, function in dict(detrend=lambda v: (jsp.signal.detrend(v), jsp.signal.detrend(v, type="constant", bp=[5])), stft=lambda v: jsp.signal.stft(v, nperseg=8, noverlap=3), istft=lambda v: jsp.signal.istft(jsp.signal.stft(v, nperseg=8)[2], nperseg=8), csd=lambda v: jsp.signal.csd(v, v[::-1], nperseg=8), welch=lambda v: jsp.signal.welch(v, nperseg=8, scaling="spectrum", average="median")).items():
        add(f"signal_{name}_{dtype}", function, v)
    if dtype not in COMPLEX:
        for kind in (1, 2, 3, 4):
            if kind == 2:
                add(f"dct_{dtype}", lambda v: (jsp.fft.dct(v, norm="ortho"), jsp.fft.idct(v, n=20), jsp.fft.dctn(v.reshape(4, 8)), jsp.fft.idctn(v.reshape(4, 8), norm="ortho")), v)
        for order, mode in itertools.product((0, 1), ("nearest", "constant", "wrap", "mirror", "reflect")):
            add(f"map_coordinates_{order}_{mode}_{dtype}", lambda m, o=order, k=mode: jsp.ndimage.map_coordinates(m, [jnp.linspace(-3, 9, 11), jnp.linspace(-2, 8.5, 11)], o, mode=k, cval=2), m)
    add(f"integrate_{dtype}", lambda v: jsp.integrate.trapezoid(v, dx=.3), v)
    add(f"image_{dtype}", lambda m: [jax.image.resize(m, (9, 5), method) for method in ("nearest", "linear", "lanczos3", "lanczos5", "cubic")] if dtype not in COMPLEX else m, m)
    add(f"image_plain_{dtype}", lambda m: (jax.image.resize(m, (3, 14), "linear", antialias=False), jax.image.scale_and_translate(m, (8, 8), (0, 1), jnp.array([1.5, .7]), jnp.array([.2, -.6]), "cubic")) if dtype not in COMPLEX + ["int32"] else m, m)
    for name in "segment_sum segment_prod segment_max segment_min".split():
        if dtype in COMPLEX and name[-3:] in ("max", "min"):
            continue
        add(f"ops_{name}_{dtype}", lambda m, f=getattr(jax.ops, name): (f(m, jnp.array([0, 1, 0, 4, 4, 9]), 5), f(m, jnp.array([0, 0, 1, 1, 1, 2]), 3, indices_are_sorted=True, bucket_size=2)), m)
for dtype in ("float32", "float64"):
    for method in ("linear", "nearest"):
        add(f"interpolate_{method}_{dtype}", lambda m, k=method: jsp.interpolate.RegularGridInterpolator((jnp.arange(6.), jnp.arange(7.)), m, method=k, bounds_error=False)(jnp.array([[1.5, 2.2], [9., 1.]])), array(dtype, (6, 7), "plain"))
    add(f"optimize_{dtype}", lambda v: jsp.optimize.minimize(lambda w: ((w - 1) ** 2).sum() + (w[0] * w[1]) ** 2, v, method="BFGS").x, array(dtype, (4,), "plain"))
    add(f"ode_{dtype}", lambda v: jax.experimental.ode.odeint(lambda y, t, k: jnp.stack([y[1], -k * y[0]]), v, jnp.linspace(0., 2, 5), 2.), array(dtype, (2,), "plain"))
    add(f"ode_grad_{dtype}", jax.grad(lambda v: jax.experimental.ode.odeint(lambda y, t: -y * t, v, jnp.linspace(0., 1, 3)).sum()), array(dtype, (2,), "plain"))
    rotation = jsp.spatial.transform.Rotation
    add(f"rotation_{dtype}", lambda v: (rotation.from_quat(v).as_matrix(), rotation.from_rotvec(v[:3]).as_quat(), rotation.from_euler("xyz", v[:3]).as_euler("zyx"), rotation.from_quat(v).inv().apply(v[:3]), rotation.from_rotvec(v[:3]).magnitude(), (rotation.from_quat(v) * rotation.from_rotvec(v[:3])).as_rotvec(), rotation.from_mrp(v[:3]).as_mrp(), jsp.spatial.transform.Slerp.init(jnp.array([0., 1]), rotation.from_quat(jnp.stack([v, v[::-1]])))(jnp.array([.3])).as_quat()), array(dtype, (4,), "positive"))
    for name, function in dict(cg=lambda a, b: jsp.sparse.linalg.cg(a @ a.T, b), gmres=lambda a, b: jsp.sparse.linalg.gmres(a, b, solve_method="incremental"), gmres_batched=lambda a, b: jsp.sparse.linalg.gmres(a, b, solve_method="batched", restart=3), bicgstab=lambda a, b: jsp.sparse.linalg.bicgstab(a, b)).items():
        add(f"krylov_{name}_{dtype}", lambda a, b, f=function: f(a + 4 * jnp.eye(5), b)[0], array(dtype, (5, 5), "unit"), array(dtype, (5,), "plain"))
# jax.numpy.fft
for name in "fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn fftshift ifftshift".split():
    for dtype in ("float32", "float64", "complex64", "complex128", "int32", "float16"):
        if name in ("rfft", "ihfft", "rfft2", "rfftn") and dtype in COMPLEX:
            continue
        f, many = getattr(jnp.fft, name), name.endswith(("2", "n"))
        add(f"fft_{name}_{dtype}", f, array(dtype, (4, 6, 5), "plain"))
        if "shift" not in name:
            for norm in ("ortho", "forward"):
                add(f"fft_{name}_{norm}_{dtype}", lambda a, f=f, k=norm, m=many: f(a, (3, 9), axes=(0, 2), norm=k) if m else f(a, 8, axis=1, norm=k), array(dtype, (4, 6, 5), "plain"))
add("fft_freq", lambda: (jnp.fft.fftfreq(7, .5), jnp.fft.rfftfreq(8)))
# Linear algebra: signs and phases of vectors are not determined, so products are compared
def basis(q):
    return q @ jnp.conj(q).swapaxes(-1, -2)


for dtype in ("float32", "float64", "complex64", "complex128"):
    for shape in ((4, 4), (2, 3, 3), (5, 3), (3, 5), (0, 0), (1, 1), (2, 0, 3)):
        a = array(dtype, shape, "unit")
        key = "x".join(map(str, shape))
        square = shape[-1] == shape[-2]
        H = lambda a: jnp.conj(a).swapaxes(-1, -2)
        rectangular = dict(
            qr=lambda a: (lambda q, r: (q @ r, abs(r)))(*jnp.linalg.qr(a)), qr_complete=lambda a: jnp.linalg.qr(a, mode="complete")[0].shape and abs(jnp.linalg.qr(a, mode="r")), svd=lambda a: (lambda u, s, v: (s, (u * s[..., None, :].astype(a.dtype)) @ v))(*jnp.linalg.svd(a, full_matrices=False)),
            svd_full=lambda a: (lambda u, s, v: (s, basis(u), basis(v)))(*jnp.linalg.svd(a)), svdvals=lambda a: jnp.linalg.svdvals(a), pinv=lambda a: jnp.linalg.pinv(a), rank=lambda a: jnp.linalg.matrix_rank(a), norm=lambda a: [jnp.linalg.norm(a, o, axis=(-2, -1)) for o in (None, "fro", 1, -1, np.inf, -np.inf, 2, "nuc")] if 0 not in shape else jnp.linalg.norm(a), matrix_norm=lambda a: jnp.linalg.matrix_norm(a, keepdims=True), vector_norm=lambda a: [jnp.linalg.vector_norm(a, ord=o, axis=-1) for o in (1, 2, 3, 0)],
            lstsq=lambda a: jnp.linalg.lstsq(a, a[:, :1]) if len(shape) == 2 and 0 not in shape else a, lu=lambda a: (lambda p, l, u: p @ l @ u)(*jsp.linalg.lu(a)), lu_parts=lambda a: lax.linalg.lu(a), geqp3=lambda a: lax.linalg.geqp3(a)[2] if hasattr(lax.linalg, "geqp3") else a, householder=lambda a: lax.linalg.householder_product(*(lambda r, t: (r, t))(*lax.linalg.geqrf(a)))  if hasattr(lax.linalg, "geqrf") and shape[-2] >= shape[-1] else a, polar=lambda a: jsp.linalg.polar(a, method="svd") if len(shape) == 2 and 0 not in shape else a, pivoting=lambda a: abs(jsp.linalg.qr(a, mode="economic", pivoting=True)[1]))
        whole = dict(
            cholesky=lambda a: (jnp.linalg.cholesky(a @ H(a) + jnp.eye(a.shape[-1])), jnp.linalg.cholesky(a @ H(a) + jnp.eye(a.shape[-1]), upper=True)), cholesky_nan=lambda a: jnp.linalg.cholesky(-a @ H(a) - jnp.eye(a.shape[-1])), eigh=lambda a: (lambda w, v: (w, (v * w[..., None, :]) @ H(v)))(*jnp.linalg.eigh(a + H(a))), eigh_upper=lambda a: jnp.linalg.eigvalsh(a, UPLO="U", symmetrize_input=False), eig=lambda a: (lambda w, v: (a @ v - v * w[..., None, :], jnp.sort(abs(w))))(*jnp.linalg.eig(a)), eigvals=lambda a: jnp.sort(abs(jnp.linalg.eigvals(a))),
            inv=lambda a: jnp.linalg.inv(a + 3 * jnp.eye(a.shape[-1])), det=lambda a: (jnp.linalg.det(a), jnp.linalg.slogdet(a), jnp.linalg.slogdet(a, method="qr")), solve=lambda a: (jnp.linalg.solve(a + 3 * jnp.eye(a.shape[-1]), a), jsp.linalg.solve(a @ H(a) + jnp.eye(a.shape[-1]), a, assume_a="pos")), power=lambda a: [jnp.linalg.matrix_power(a + 3 * jnp.eye(a.shape[-1]), n) for n in (0, 3, -2)], expm=lambda a: jsp.linalg.expm(a) if 0 not in shape else a, cond=lambda a: jnp.linalg.cond(a, 1) if 0 not in shape else a, tri=lambda a: [jsp.linalg.solve_triangular(a + 3 * jnp.eye(a.shape[-1]), a, trans=t, lower=l, unit_diagonal=u) for t in (0, 1, 2) for l in (False, True) for u in (False, True)], schur=lambda a: (lambda t, z: (z @ t @ H(z), basis(z)))(*jsp.linalg.schur(a)) if len(shape) == 2 and 0 not in shape else a, hessenberg=lambda a: (lambda h, q: (q @ h @ H(q),))(*jsp.linalg.hessenberg(a, calc_q=True)) if 0 not in shape else a, sqrtm=lambda a: jsp.linalg.sqrtm(a + 3 * jnp.eye(a.shape[-1])) if len(shape) == 2 and 0 not in shape else a, cho=lambda a: jsp.linalg.cho_solve(jsp.linalg.cho_factor(a @ H(a) + jnp.eye(a.shape[-1]), lower=True), a), lu_solve=lambda a: [jsp.linalg.lu_solve(jsp.linalg.lu_factor(a + 3 * jnp.eye(a.shape[-1])), a, trans=t) for t in (0, 1, 2)], tridiagonal=lambda a: lax.linalg.tridiagonal(a + H(a))[1] if hasattr(lax.linalg, "tridiagonal") and 0 not in shape else a, left=lambda a: (lambda w, l, r: jnp.sort(abs(w)))(*lax.linalg.eig(a)), sylvester=lambda a: jsp.linalg.solve_sylvester(a + 5 * jnp.eye(a.shape[-1]), a, a) if len(shape) == 2 and 0 not in shape else a, rsf=lambda a: abs(jsp.linalg.rsf2csf(*jsp.linalg.schur(a))[0].diagonal().sum()) if len(shape) == 2 and 0 not in shape else a)
        for name, function in {**rectangular, **(whole if square else {})}.items():
            add(f"linalg_{name}_{key}_{dtype}", function, a, jit=name not in ("rank",))
    b = array(dtype, (3, 4, 4), "unit")
    for name, function in dict(solve_vmap=jax.vmap(lambda m: jnp.linalg.solve(m + 3 * jnp.eye(4), m[0])), tridiagonal_solve=lambda b: lax.linalg.tridiagonal_solve(b[:, 0], b[:, 1] + 4, b[:, 2], b), cholesky_update=lambda b: lax.linalg.cholesky_update(jnp.eye(4, dtype=b.dtype) * 3, b[0, 0]), symmetric_product=lambda b: lax.linalg.symmetric_product(b, b, alpha=2., beta=.5), multi_dot=lambda b: jnp.linalg.multi_dot([b[0], b[1], b[2]]), tensorsolve=lambda b: jnp.linalg.tensorsolve(jnp.eye(12, dtype=b.dtype).reshape(3, 4, 12) * 2, b[:, 0]), outer=lambda b: (jnp.linalg.outer(b[0, 0], b[1, 1]), jnp.linalg.diagonal(b), jnp.linalg.trace(b), jnp.linalg.vecdot(b, b), jnp.linalg.cross(b[..., :3], b[..., 1:]) if not np.issubdtype(dtype, complex) else b), eigh_tridiagonal=lambda b: jsp.linalg.eigh_tridiagonal(jnp.real(b[0, 0]), jnp.real(b[0, 1, 1:]), eigvals_only=True), toeplitz=lambda b: (jsp.linalg.toeplitz(b[0, 0], b[0, 1]), jsp.linalg.hilbert(4), jsp.linalg.pascal(4), jsp.linalg.block_diag(b[0], b[1])), subset=lambda b: lax.linalg.eigh(b + b.swapaxes(1, 2).conj(), subset_by_index=(0, 2))[1] if False else b, qdwh=lambda b: lax.linalg.qdwh(b[0])[0]).items():
        add(f"linalg_{name}_{dtype}", function, b)
# jax.random
KEYS = {"threefry": "threefry2x32", "rbg": "rbg", "unsafe": "unsafe_rbg"}
DRAWS = dict(ball=(3,), beta=(2., 3.), binomial=(9, .4), cauchy=(), chisquare=(3.,), double_sided_maxwell=(0., 1.), exponential=(), f=(2., 3.), gamma=(.4,), generalized_normal=(1.5,), geometric=(.3,), gumbel=(), laplace=(), loggamma=(.2,), logistic=(), lognormal=(), maxwell=(), normal=(), pareto=(2.,), poisson=(30.,), rademacher=(), rayleigh=(1.,), t=(3.,), triangular=(0., .3, 1.), truncated_normal=(-1., 1.), uniform=(), wald=(1.,), weibull_min=(1., 2.), bernoulli=(.3,), bits=())
for name, parameters in DRAWS.items():
    for dtype in {"bits": ["uint8", "uint16", "uint32", "uint64"], "rademacher": ["int8", "int32", "float32"], "bernoulli": ["bool"], "geometric": ["int32", "int16"], "poisson": ["int32", "int64"]}.get(name, FLOATS):
        kinds = KEYS if dtype in ("float32", "uint32", "uint8", "int32") else {"threefry": "threefry2x32"}
        for key, implementation in kinds.items():
            f = getattr(jax.random, name)
            options = {} if name == "bernoulli" else {"dtype": dtype}
            add(f"random_{name}_{dtype}_{key}", lambda f=f, p=parameters, o=options, i=implementation: f(jax.random.key(7, impl=i), *p, shape=(17,), **o), wide=dtype in ("float64", "uint64", "int64"))
# One key for each element of a batch
for key, implementation in KEYS.items():
    for name in "beta binomial chisquare gamma geometric loggamma poisson t truncated_normal bits bernoulli".split():
        add(f"random_vmap_{name}_{key}", lambda f=getattr(jax.random, name), p=DRAWS[name], i=implementation: jax.vmap(lambda k: f(k, *p, shape=(3,)))(jax.random.split(jax.random.key(3, impl=i), 4)))
for key, implementation in KEYS.items():
    for name, function in dict(split=lambda k: jax.random.key_data(jax.random.split(k, (2, 3))), fold=lambda k: jax.random.key_data(jax.vmap(jax.random.fold_in, (None, 0))(k, jnp.arange(5))), permutation=lambda k: jax.random.permutation(k, jnp.arange(40).reshape(10, 4)), independent=lambda k: jax.random.permutation(k, jnp.arange(40).reshape(10, 4), axis=1, independent=True), choice=lambda k: (jax.random.choice(k, 9, (3, 4)), jax.random.choice(k, jnp.arange(12.).reshape(3, 4), (2,), axis=1, replace=False), jax.random.choice(k, 5, (2,), replace=False, p=jnp.array([.1, .2, .3, .3, .1]))), categorical=lambda k: (jax.random.categorical(k, jnp.array([[.1, .9], [.5, .5]]), axis=0), jax.random.categorical(k, jnp.zeros((3, 4)), shape=(5, 3)), jax.random.categorical(k, jnp.arange(5.), replace=False, shape=(3,))), randint=lambda k: [jax.random.randint(k, (9,), 0, 100, t) for t in ("int8", "int16", "int32", "uint8", "uint32")], dirichlet=lambda k: jax.random.dirichlet(k, jnp.array([.2, 2., 3.]), (4,)), multivariate=lambda k: abs(jax.random.multivariate_normal(k, jnp.zeros(3), jnp.eye(3) + .5, (4,), method="cholesky")), orthogonal=lambda k: abs(jax.random.orthogonal(k, 3, (2,))), multinomial=lambda k: jax.random.multinomial(k, 20., jnp.array([.2, .3, .5])), split_vmap=jax.vmap(lambda k: jax.random.normal(k, (3,))) if False else (lambda k: jax.vmap(lambda q: jax.random.normal(q, (3,)))(jax.random.split(k, 4))), clone=lambda k: jax.random.key_data(jax.random.clone(k)), wrap=lambda k: jax.random.key_data(jax.random.wrap_key_data(jax.random.key_data(k), impl=implementation)), stack=lambda k: jax.random.key_data(jnp.stack([k, k]))).items():
        add(f"random_{name}_{key}", lambda f=function, i=implementation: f(jax.random.key(11, impl=i)))
# Sparse arrays
for dtype in ("float32", "float64", "int32", "complex64", "bfloat16"):
    m = array(dtype, (5, 7), "plain") * (array("bool", (5, 7)).astype(dtype_of(dtype)))
    for name, function in dict(todense=lambda m: sparse.BCOO.fromdense(m, nse=35).todense(), matmul=lambda m: (sparse.BCOO.fromdense(m, nse=35) @ m.T, m.T @ sparse.BCOO.fromdense(m, nse=35)), transpose=lambda m: sparse.BCOO.fromdense(m, nse=35).T.todense(), sum=lambda m: sparse.bcoo_reduce_sum(sparse.BCOO.fromdense(m, nse=35), axes=(0,)).todense(), batch=lambda m: sparse.bcoo_fromdense(jnp.stack([m, m]), n_batch=1, nse=35).todense(), dense=lambda m: sparse.bcoo_fromdense(m, n_dense=1, nse=5).todense(), add=lambda m: (sparse.BCOO.fromdense(m, nse=35) + sparse.BCOO.fromdense(m, nse=35)).todense(), multiply=lambda m: (sparse.BCOO.fromdense(m, nse=35) * m).todense(), spsp=lambda m: (sparse.BCOO.fromdense(m, nse=35) @ sparse.BCOO.fromdense(m.T, nse=35)).todense(), slices=lambda m: sparse.BCOO.fromdense(m, nse=35)[1:3, 2:].todense(), duplicates=lambda m: sparse.BCOO.fromdense(m, nse=35).sum_duplicates(nse=35).todense(), sort=lambda m: sparse.BCOO.fromdense(m, nse=35).sort_indices().data, bcsr=lambda m: (sparse.BCSR.fromdense(m, nse=35).todense(), sparse.BCSR.fromdense(m, nse=35) @ m[0]), csr=lambda m: (sparse.CSR.fromdense(m, nse=35) @ m[0], sparse.CSC.fromdense(m, nse=35).todense()), coo=lambda m: (sparse.COO.fromdense(m, nse=35) @ m[0], sparse.COO.fromdense(m, nse=35).T.todense()), sparsify=lambda m: sparse.sparsify(lambda s: jnp.sum(s * 2, 1))(sparse.BCOO.fromdense(m, nse=35)).todense(), sampled=lambda m: sparse.bcoo_dot_general_sampled(m, m, jnp.array([[0, 1], [2, 3]]), dimension_numbers=(((1,), (1,)), ((), ()))), eye=lambda m: sparse.eye(4, dtype=m.dtype).todense(), concatenate=lambda m: sparse.bcoo_concatenate([sparse.BCOO.fromdense(m, nse=35)] * 2, dimension=0).todense(), gradient=lambda m: jax.grad(lambda d: jnp.real((sparse.BCOO((d, jnp.array([[0, 0], [1, 2]])), shape=(5, 7)) @ m[0]).sum()))(m[0, :2]) if dtype in ("float32", "float64") else m).items():
        add(f"sparse_{name}_{dtype}", function, m)
