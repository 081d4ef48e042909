"""Derivatives, batches and control flow over many functions, by name: forward and reverse mode, second order, `vmap` along each axis, checked numerically."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from wide_numpy import adder, array, dtype_of

PROGRAMS = {}
add = adder(PROGRAMS)

A = "plain"
# Functions of arrays of shape (4, 5), with the kind of their numbers.
FUNCTIONS = {
    **{name: (getattr(jnp, name), "unit") for name in "sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arctanh exp exp2 expm1 log1p square sinc i0 cbrt abs nan_to_num cumsum cumprod ptp".split()},
    **{name: (getattr(jnp, name), "positive") for name in "log log2 log10 sqrt reciprocal median var std mean prod sort".split()},
    **{name: (getattr(lax, name), "positive") for name in "lgamma digamma erf erfc bessel_i0e bessel_i1e logistic rsqrt".split()},
    "erf_inv": (lax.erf_inv, "unit"), "arccosh": (lambda a: jnp.arccosh(a + 1.5), "positive"), "max": (lambda a: a.max(1), A), "min": (lambda a: a.min(0), A), "logsumexp": (lambda a: jax.nn.logsumexp(a, 1), A), "softmax": (jax.nn.softmax, A), "norm": (jnp.linalg.norm, A), "dot": (lambda a: a @ a.T, A), "einsum": (lambda a: jnp.einsum("ij,kj->ki", a, a), A), "outer": (lambda a: jnp.outer(a[0], a[1]), A), "kron": (lambda a: jnp.kron(a[:2, :2], a), A),
    "where": (lambda a: jnp.where(a > 0, a ** 2, a), A), "clip": (lambda a: jnp.clip(a, -1, 1), A), "take": (lambda a: a[jnp.array([0, 2, 0])] ** 2, A), "take_along": (lambda a: jnp.take_along_axis(a, jnp.array([[0], [3], [1], [1]]), 1), A), "at_add": (lambda a: a.at[jnp.array([0, 0, 2])].add(a[:3]), A), "at_set": (lambda a: a.at[1].set(a[0] * 2), A), "at_mul": (lambda a: a.at[jnp.array([0, 1])].mul(a[2:]), A), "at_max": (lambda a: a.at[jnp.array([0, 1])].max(a[2:]), A), "dynamic_slice": (lambda a: lax.dynamic_slice(a, (1, 2), (2, 2)), A), "dynamic_update": (lambda a: lax.dynamic_update_slice(a, a[:2, :2] ** 2, (2, 2)), A), "pad": (lambda a: jnp.pad(a, 2, mode="reflect"), A), "lax_pad": (lambda a: lax.pad(a, a[0, 0], ((1, -1, 2), (0, 1, 1))), A), "concatenate": (lambda a: jnp.concatenate([a, a[::-1] ** 2]), A), "reverse": (lambda a: a[::-1, ::2] * 2, A), "roll": (lambda a: jnp.roll(a, 3) * a, A), "repeat": (lambda a: jnp.repeat(a, 3, 1) ** 2, A), "tril": (lambda a: jnp.tril(a) ** 2, A), "diag": (lambda a: jnp.diag(a) ** 2, A), "top_k": (lambda a: lax.top_k(a, 2)[0], A), "sort_pairs": (lambda a: lax.sort((a, a ** 2), num_keys=1)[1], A), "reduce_window_max": (lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (2, 2), (1, 2), "SAME"), A), "reduce_window_add": (lambda a: lax.reduce_window(a, 0., lax.add, (2, 3), (2, 1), "VALID") ** 2, A), "cummax": (lambda a: lax.cummax(a, 1), A), "cumlogsumexp": (lambda a: lax.cumlogsumexp(a, 0), A), "reduce_prod": (lambda a: lax.reduce(a, jnp.ones((), a.dtype), lax.mul, (1,)), A), "reduce_custom": (lambda a: lax.reduce_window(a, jnp.zeros((), a.dtype), lax.add, (2, 1), (1, 1), "VALID"), A), "integer_pow": (lambda a: a ** 5, A), "pow": (lambda a: (abs(a) + .5) ** a, A), "arctan2": (lambda a: jnp.arctan2(a, a[::-1]), A), "hypot": (lambda a: jnp.hypot(a, a[::-1]), A), "logaddexp": (lambda a: jnp.logaddexp(a, a[::-1]), A), "maximum": (lambda a: jnp.maximum(a, a[::-1]), A), "remainder": (lambda a: jnp.remainder(a, 1.5), A), "fft": (lambda a: jnp.abs(jnp.fft.fft(a)), A), "rfft": (lambda a: jnp.abs(jnp.fft.rfft(a)) ** 2, A), "irfft": (lambda a: jnp.fft.irfft(a[..., :3] + 1j * a[..., 1:4]), A), "conv": (lambda a: lax.conv_general_dilated(a[None, None], a[None, None, :2, :3], (1, 2), "SAME", (2, 1), (1, 2)), A), "conv_groups": (lambda a: lax.conv_general_dilated(a[None, :, :], a[:, None, :2], (1,), "SAME", feature_group_count=4), A), "conv_batch": (lambda a: lax.conv_general_dilated(a[:, None, :], a[:, None, :2], (1,), "SAME", batch_group_count=2), A), "convolve": (lambda a: jnp.convolve(a[0], a[1]), A),
    "cholesky": (lambda a: jnp.linalg.cholesky(a @ a.T + 2 * jnp.eye(4)), A), "inv": (lambda a: jnp.linalg.inv(a[:, :4] + 4 * jnp.eye(4)), A), "det": (lambda a: jnp.linalg.det(a[:, :4]), A), "slogdet": (lambda a: jnp.linalg.slogdet(a[:, :4])[1], A), "solve": (lambda a: jnp.linalg.solve(a[:, :4] + 4 * jnp.eye(4), a[:, 4]), A), "triangular": (lambda a: jax.scipy.linalg.solve_triangular(a[:, :4] + 4 * jnp.eye(4), a, lower=True, trans=1), A), "eigh": (lambda a: jnp.linalg.eigh(a @ a.T)[0], A), "svd": (lambda a: jnp.linalg.svd(a, compute_uv=False), A), "qr": (lambda a: abs(jnp.linalg.qr(a.T)[1]), A), "expm": (lambda a: jax.scipy.linalg.expm(a[:, :4] / 3), A), "pinv": (lambda a: jnp.linalg.pinv(a), A), "lu": (lambda a: jax.scipy.linalg.lu(a)[2], A), "matrix_power": (lambda a: jnp.linalg.matrix_power(a[:, :4], 3), A), "eigvals": (lambda a: abs(jnp.linalg.eigvals(a[:, :4])).sum(), A),
    "scan": (lambda a: lax.scan(lambda c, v: (jnp.sin(c * v), c + v), a[0], a), A), "scan_reverse": (lambda a: lax.scan(lambda c, v: (c * v, c), a[0], a, reverse=True, unroll=2)[0], A), "fori": (lambda a: lax.fori_loop(0, 3, lambda i, v: v * a[i], a[0]), A), "cond": (lambda a: lax.cond(a[0, 0] > 0, lambda v: jnp.sin(v), lambda v: v ** 2, a), A), "switch": (lambda a: lax.switch(jnp.int32(1), [jnp.sin, jnp.cos, jnp.exp], a), A), "map": (lambda a: lax.map(lambda v: v.sum() ** 2, a), A), "associative": (lambda a: lax.associative_scan(jnp.multiply, a), A), "checkpoint": (jax.checkpoint(lambda a: jnp.sin(jnp.sin(a))), A), "checkpoint_policy": (jax.checkpoint(lambda a: jnp.sin(a @ a.T), policy=jax.checkpoint_policies.dots_saveable), A), "custom_root": (lambda a: lax.custom_root(lambda v: v ** 3 - abs(a[0, 0]) - 1, jnp.ones((), a.dtype), lambda f, v: lax.fori_loop(0, 30, lambda _, w: w - f(w) / (3 * w ** 2), v), lambda g, y: y / g(jnp.ones((), y.dtype))), A), "igamma": (lambda a: lax.igamma(a, a[::-1]), "positive"), "betainc": (lambda a: lax.betainc(a, a[::-1], a / 4), "positive"), "zeta": (lambda a: lax.zeta(a + 1.5, a), "positive"), "polygamma": (lambda a: lax.polygamma(jnp.ones_like(a), a), "positive"), "gamma_sample": (lambda a: jax.random.gamma(jax.random.key(1), a), "positive"), "attention": (lambda a: jax.nn.dot_product_attention(a[None, :, None], a[None, :, None], a[None, :, None]), A), "ragged": (lambda a: lax.ragged_dot(a, jnp.stack([a.T, a.T * 2]), jnp.array([1, 3])), A), "segment": (lambda a: jax.ops.segment_sum(a ** 2, jnp.array([0, 1, 0, 2]), 3), A), "segment_prod": (lambda a: jax.ops.segment_prod(a, jnp.array([0, 1, 0, 2]), 3), A), "interp": (lambda a: jnp.interp(a, jnp.array([-2., 0, 2]), a[0, :3]), A), "resize": (lambda a: jax.image.resize(a, (7, 3), "cubic"), A), "quantile": (lambda a: jnp.quantile(a, .3, axis=1), A), "cov": (jnp.cov, A), "trapezoid": (jnp.trapezoid, A), "polyval": (lambda a: jnp.polyval(a[0], a[1]), A), "vander": (lambda a: jnp.vander(a[0], 3), A), "cross": (lambda a: jnp.cross(a[:, :3], a[:, 2:]), A), "tensordot": (lambda a: jnp.tensordot(a, a, [[0, 1], [0, 1]]), A), "map_coordinates": (lambda a: jax.scipy.ndimage.map_coordinates(a, [a[0] + 2, a[1] + 2], 1), A), "odeint": (lambda a: jax.experimental.ode.odeint(lambda y, t: -y, a[0], jnp.array([0., .5])) if hasattr(jax.experimental, "ode") else a, A),
}


def total(f):
    return lambda a: sum(jnp.sum(leaf * jnp.cos(jnp.arange(leaf.size, dtype=leaf.dtype).reshape(leaf.shape))) for leaf in jax.tree.leaves(f(a)))


for name, (f, kind) in FUNCTIONS.items():
    for dtype in ("float32", "float64", "bfloat16"):
        a = array(dtype, (4, 5), kind)
        if dtype == "bfloat16" and name in ("cholesky", "inv", "det", "slogdet", "solve", "triangular", "eigh", "svd", "qr", "expm", "pinv", "lu", "matrix_power", "eigvals", "fft", "rfft", "irfft", "zeta", "polygamma", "betainc", "igamma", "gamma_sample", "map_coordinates", "ragged"):
            continue
        add(f"grad_{name}_{dtype}", jax.grad(total(f)), a)
        if dtype == "bfloat16":
            continue
        add(f"jvp_{name}_{dtype}", lambda a, f=f: jax.jvp(f, (a,), (jnp.cos(a),)), a)
        add(f"vmap_{name}_{dtype}", jax.vmap(f, in_axes=1, out_axes=0), array(dtype, (4, 3, 5), kind))
        add(f"vmap_grad_{name}_{dtype}", jax.vmap(jax.grad(total(f)), in_axes=2, out_axes=-1), array(dtype, (4, 5, 3), kind))
        if dtype == "float64" and name not in ("gamma_sample", "odeint", "igamma", "betainc", "zeta", "polygamma", "eigvals", "fft"):
            add(f"second_{name}_{dtype}", lambda a, f=f: jax.jvp(jax.grad(total(f)), (a,), (jnp.sin(a),))[1], a)
            if name not in ("checkpoint_policy", "custom_root"):
                add(f"jacobian_{name}_{dtype}", lambda a, f=f: jax.jacrev(f)(a), a)
