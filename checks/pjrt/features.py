"""Programs of control flow, transforms, types of 64 bits, callbacks, ahead-of-time use, sharding and models, by name."""

import os
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback, sparse


from programs import C, CUBE, I, P, PROGRAMS, S, U, V, X, Y, add, program

# Control flow
for name, function, *arguments in [
    ("scan", lambda a: lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(6), a), X), ("scan_reverse", lambda a: lax.scan(lambda c, v: (c * .5 + v, c), jnp.zeros(6), a, reverse=True, unroll=2), X),
    ("scan_length", lambda: lax.scan(lambda c, _: (c * 1.1, c), 1., None, length=5)), ("scan_empty", lambda: lax.scan(lambda c, v: (c, v), 1., jnp.zeros((0, 2)))), ("scan_pytree", lambda a: lax.scan(lambda c, v: ({"k": c["k"] + v["p"]}, (v["q"], c["k"])), {"k": jnp.zeros(6)}, {"p": a, "q": a[:, 0]}), X),
    ("while", lambda a: lax.while_loop(lambda s: s[0] < 9, lambda s: (s[0] + 1, s[1] * 1.1), (0, a)), X), ("while_never", lambda a: lax.while_loop(lambda v: False, lambda v: v + 1, a), X), ("cond", lambda a: lax.cond(a.sum() > 0, lambda v: v + 1, lambda v: v - 1, a), X),
    ("switch", lambda i: lax.switch(i, [lambda: 1., lambda: 2., lambda: 3.]), np.int32(7)), ("fori", lambda a: lax.fori_loop(0, 10, lambda k, v: v + k, a), X), ("fori_dynamic", lambda a, n: lax.fori_loop(0, n, lambda k, v: v.at[k].add(1.), a), V, np.int32(5)),
    ("nested_while", lambda a: lax.fori_loop(0, 3, lambda i, v: lax.while_loop(lambda w: w.sum() < i * 10, lambda w: w + 1, v), a), V), ("vmap_cond", jax.vmap(lambda v: lax.cond(v > 0, jnp.sin, jnp.cos, v)), V), ("vmap_while", jax.vmap(lambda v: lax.while_loop(lambda w: w < 2, lambda w: w + .7, v)), V), ("vmap_switch", jax.vmap(lambda i, v: lax.switch(i, [jnp.sin, jnp.cos], v)), np.arange(12) % 2, V),
    ("vmap_dynamic_slice", jax.vmap(lambda i: lax.dynamic_slice(jnp.arange(9.), (i,), (3,))), np.arange(4)), ("custom_root", lambda a: lax.custom_root(lambda v: v ** 3 - a, a, lambda f, v: lax.fori_loop(0, 20, lambda _, w: w - f(w) / (3 * w ** 2 + .1), v), lambda g, y: y / g(1.)), np.float32(2)), ("custom_linear_solve", lambda b: lax.custom_linear_solve(lambda v: jnp.array(P) @ v, b, lambda m, v: jnp.linalg.solve(P, v), symmetric=True), V[:5]),
]:
    add(f"flow_{name}", function, *arguments)


@jax.custom_vjp
def clipped(v):
    return v


clipped.defvjp(lambda v: (v, None), lambda _, g: (jnp.clip(g, -.1, .1),))


@jax.custom_jvp
def shifted(v):
    return jnp.sin(v)


shifted.defjvp(lambda p, t: (jnp.sin(p[0]), 2 * t[0]))

# Transforms
FUNCTIONS = dict(tanh=lambda v: (jnp.tanh(v) * v).sum(), product=lambda v: jnp.prod(v + 2), norm=lambda v: jnp.linalg.norm(v), sort=lambda v: (jnp.sort(v) * jnp.arange(v.size)).sum(), logsumexp=lambda v: jax.nn.logsumexp(v), cumsum=lambda v: (jnp.cumsum(v) ** 2).sum(), scan=lambda v: lax.scan(lambda c, w: (jnp.sin(c + w), c), 0., v)[0], max=lambda v: v.max(), gather=lambda v: (v[jnp.array([1, 1, 3])] ** 2).sum(), softmax=lambda v: (jax.nn.softmax(v) ** 2).sum(), cond=lambda v: lax.cond(v[0] > 0, lambda w: w.sum(), lambda w: (w ** 2).sum(), v), where=lambda v: jnp.where(v > 0, v, v ** 2).sum(), dot=lambda v: jnp.dot(v, v) ** 2, checkpoint=lambda v: jax.checkpoint(lambda w: jnp.sin(jnp.sin(w)))(v).sum(), custom_vjp=lambda v: (clipped(v) ** 2).sum(), custom_jvp=lambda v: shifted(v).sum(), conv=lambda v: (jnp.convolve(v, v[:3]) ** 2).sum(), fft=lambda v: jnp.abs(jnp.fft.fft(v)).sum(), top_k=lambda v: lax.top_k(v, 3)[0].sum(), random=lambda v: (v * jax.random.normal(jax.random.key(0), v.shape)).sum())
for name, f in FUNCTIONS.items():
    add(f"grad_{name}", jax.grad(f), V)
    add(f"vmap_grad_{name}", jax.vmap(jax.grad(f)), X)
    add(f"jvp_{name}", lambda a, f=f: jax.jvp(f, (a,), (jnp.ones_like(a),)) if f is not FUNCTIONS["custom_vjp"] else f(a), V)
    add(f"value_and_grad_{name}_x64", jax.value_and_grad(f), V.astype(np.float64), x64=True)
    if name not in ("custom_vjp", "random"):
        add(f"hessian_{name}", jax.hessian(f), V[:5])
for name, function in dict(jacfwd=jax.jacfwd(jnp.cumsum), jacrev=jax.jacrev(jnp.cumprod), linearize=lambda v: jax.linearize(jnp.sin, v)[1](v), vjp=lambda v: jax.vjp(lambda w: (w, w.sum()), v)[1]((v, 1.)), transpose=lambda v: jax.linear_transpose(lambda w: 3 * w, v)(v), closure=lambda v: jax.vmap(lambda i: v[i])(jnp.arange(3)), axis_name=lambda v: jax.vmap(lambda w: w / lax.psum(w, "i"), axis_name="i")(v), pmean=lambda v: jax.vmap(lambda w: w - lax.pmean(w, "i"), axis_name="i")(v), ppermute=lambda v: jax.vmap(lambda w: lax.ppermute(w, "i", [(j, (j + 1) % 12) for j in range(12)]), axis_name="i")(v), all_gather=lambda v: jax.vmap(lambda w: lax.all_gather(w, "i"), axis_name="i")(v), stop_gradient=jax.grad(lambda v: (v * lax.stop_gradient(v)).sum()), named_call=jax.named_call(jnp.sin), grad_scan_grad=jax.grad(lambda v: lax.scan(lambda c, w: (c + jax.grad(jnp.sin)(w), c), 0., v)[0]), remat_scan=jax.grad(lambda v: lax.scan(jax.checkpoint(lambda c, w: (jnp.sin(c * w), None)), 1., v)[0])).items():
    add(f"transform_{name}", function, V)
for name, function, argument in [("add", lambda a: a + 1, I.astype(np.int64)), ("div", lambda a: a // 3, I.astype(np.int64)), ("float", jnp.sin, X.astype(np.float64)), ("cumsum", jnp.cumsum, X.astype(np.float64)), ("sort", jnp.sort, I.astype(np.int64)), ("argmax", jnp.argmax, X.astype(np.float64)), ("uint", lambda a: a * a, abs(I).astype(np.uint64)), ("complex", jnp.exp, C.astype(np.complex128)), ("dot", lambda a: a @ a.T, X.astype(np.float64)), ("scatter", lambda a: a.at[jnp.array([0, 2])].add(1), I.astype(np.int64)), ("gammaln", jax.scipy.special.gammaln, Y.astype(np.float64)), ("erf", jax.scipy.special.erf, X.astype(np.float64)), ("erfinv", jax.scipy.special.erfinv, U.astype(np.float64)), ("solve", lambda a: jnp.linalg.solve(a, a), S.astype(np.float64)), ("conv", lambda a: jnp.convolve(a, a[:4]), V.astype(np.float64)), ("bits", lambda a: lax.bitcast_convert_type(a, jnp.int64), X.astype(np.float64)), ("cast", lambda a: a.astype(jnp.int64), X.astype(np.float64) * 1e6), ("mod", lambda a: a % 4, I.astype(np.int64)), ("i0", jnp.i0, X.astype(np.float64)), ("igamma", lambda a: lax.igamma(a, a), Y.astype(np.float64))]:
    add(f"x64_{name}", function, argument, x64=True)

for name in ("arcsin", "arccos", "arcsinh", "arccosh", "tan", "sinc", "cbrt"):
    for dtype in ("float32", "complex64", "bfloat16", "int8"):
        if name != "cbrt" or dtype != "complex64":
            PROGRAMS[f"empty_{name}_{dtype}"] = lambda name=name, dtype=dtype: [getattr(jnp, name)(jnp.zeros(shape, dtype)) for shape in ((0,), (2, 0, 3))]

# Host callbacks and effects


def of_seen(run):
    """What the host saw when a program ran, in order, and its result."""
    def runs():
        seen = []
        result = run(seen)
        jax.block_until_ready(result)
        jax.effects_barrier()
        return [np.asarray(s) for s in seen], result
    return runs


double = lambda a: np.asarray(a) * 2
ROW = jax.ShapeDtypeStruct((4, 6), np.float32)
PROGRAMS.update({
    "callback_pure": lambda: jax.jit(lambda a: jax.pure_callback(double, ROW, a) + 1)(X),
    "callback_pure_two": lambda: jax.jit(lambda a: jax.pure_callback(lambda b: (b * 2, b.sum()), (ROW, jax.ShapeDtypeStruct((), np.float32)), a))(X),
    "callback_pure_vmap": lambda: jax.vmap(lambda a: jax.pure_callback(double, jax.ShapeDtypeStruct((6,), np.float32), a, vmap_method="sequential"))(X),
    "callback_pure_expand": lambda: jax.vmap(lambda a: jax.pure_callback(double, jax.ShapeDtypeStruct(a.shape, np.float32), a, vmap_method="expand_dims"))(X),
    "callback_eager": lambda: jax.pure_callback(double, ROW, X),
    "callback_scan": lambda: jax.jit(lambda a: lax.scan(lambda c, v: (c, jax.pure_callback(double, jax.ShapeDtypeStruct((6,), np.float32), v)), 0., a))(X),
    "callback_types": lambda: jax.jit(lambda a, b, c: jax.pure_callback(lambda *v: tuple(np.asarray(w) for w in v), tuple(jax.ShapeDtypeStruct(v.shape, v.dtype) for v in (a, b, c)), a, b, c))(I, X > 0, X.astype(jnp.bfloat16)),
    "callback_io": of_seen(lambda seen: jax.jit(lambda a: io_callback(lambda b: (seen.append(b), double(b))[1], ROW, a))(X)),
    "callback_io_ordered": of_seen(lambda seen: jax.jit(lambda a: [io_callback(lambda b: seen.append(b), None, a[k], ordered=True) for k in range(4)] and a)(X)),
    "callback_io_loop": of_seen(lambda seen: jax.jit(lambda a: lax.fori_loop(0, 4, lambda k, v: (io_callback(lambda b: seen.append(b), None, k, ordered=True), v + 1)[1], a))(X)),
    "callback_debug": of_seen(lambda seen: jax.jit(lambda a: jax.debug.callback(lambda b: seen.append(b), a) or a)(X)),
    "callback_debug_ordered": of_seen(lambda seen: jax.jit(lambda a: [jax.debug.callback(lambda b: seen.append(b), a[k], ordered=True) for k in range(3)] and a)(X)),
    "callback_debug_order": of_seen(lambda seen: jax.jit(lambda a: [jax.debug.callback(lambda b, k=k: seen.append(k), a[k]) for k in range(8)] and a)(X.reshape(8, 3))),
    "callback_debug_order_vmap": of_seen(lambda seen: jax.jit(jax.vmap(lambda a: jax.debug.callback(lambda b: seen.append(b), a) or a))(X)),
    "callback_io_order": of_seen(lambda seen: jax.jit(lambda a: [io_callback(lambda b: (seen.append(b), b * 2)[1], jax.ShapeDtypeStruct((6,), np.float32), a[k]) for k in range(4)])(X)),
    "callback_print": lambda: jax.jit(lambda a: jax.debug.print("{}", a[0, 0]) or a)(X),
    "callback_print_ordered": lambda: jax.jit(lambda a: jax.debug.print("{}", a[0, 0], ordered=True) or a)(X),
    "callback_grad": lambda: jax.grad(lambda a: (jax.debug.callback(lambda b: None, a) or a ** 2).sum())(X),
    "callback_nothing": of_seen(lambda seen: jax.jit(lambda: io_callback(lambda: (seen.append(3), np.float32(4))[1], jax.ShapeDtypeStruct((), np.float32)))()),
})
for name in ("float8_e5m2", "float8_e4m3fn", "float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e3m4", "float8_e8m0fnu"):
    few = V.astype(name)
    shape = jax.ShapeDtypeStruct(few.shape, few.dtype)
    PROGRAMS[f"callback_{name}"] = lambda few=few, shape=shape: jax.jit(lambda a: jax.pure_callback(lambda b: np.asarray(b)[::-1], shape, a))(few)
    PROGRAMS[f"callback_io_{name}"] = of_seen(lambda seen, few=few, shape=shape: jax.jit(lambda a: io_callback(lambda b: (seen.append(b), np.asarray(b))[1], shape, a, ordered=True))(few))
# XLA gives callbacks other bytes than the elements of these types.
for name in ("int4", "uint4", "int2", "uint2", "float4_e2m1fn"):
    PROGRAMS[f"callback_{name}"] = lambda name=name: np.array_equal(jax.pure_callback(lambda b: np.asarray(b)[::-1], jax.ShapeDtypeStruct((4,), name), jnp.array([0, 1, 1, 0], name))[:2], np.array([0, 1], name))


@program
def callback_error():
    def fails(_):
        raise ValueError("the host's own words")
    try:
        jax.block_until_ready(jax.jit(lambda a: jax.pure_callback(fails, ROW, a))(X))
    except Exception as error:
        return "the host's own words" in str(error)
    return "no error"


@program
def callback_checkify():
    from jax.experimental import checkify
    error, value = checkify.checkify(jax.jit(lambda a: (checkify.check(a.sum() > 1e9, "too small"), a)[1]))(X)
    return "too small" in error.get(), value


# Donation, buffers, ahead of time


def refused(run):
    """The name of the exception that a call gives."""
    try:
        return run()
    except Exception as error:
        return type(error).__name__


@program
def donate():
    a = jnp.array(X)
    b = jax.jit(lambda v: v + 1, donate_argnums=0)(a)
    return b, a.is_deleted(), refused(lambda: a + 1)


@program
def donate_twice():
    f = jax.jit(lambda v, w: (v + w, v - w), donate_argnums=(0, 1))
    return f(jnp.array(X), jnp.array(Y)), refused(lambda: (lambda a: f(a, a))(jnp.array(X)))


@program
def donate_unused():
    a = jnp.array(X)
    return jax.jit(lambda v: v.sum(), donate_argnums=0)(a), a.is_deleted()


@program
def donate_pytree():
    a = {"p": jnp.array(X), "q": [jnp.array(Y)]}
    b = jax.jit(lambda t: jax.tree.map(lambda v: v * 2, t), donate_argnums=0)(a)
    return b, [v.is_deleted() for v in jax.tree.leaves(a)]


@program
def delete():
    a = jnp.array(X)
    a.delete()
    return a.is_deleted(), refused(lambda: np.asarray(a))


def compiled(f, *arguments):
    return jax.jit(f).lower(*arguments).compile()


PROGRAMS.update({
    "aot_call": lambda: compiled(jnp.sin, X)(X),
    "aot_memory": lambda: (lambda m: (m.argument_size_in_bytes, m.output_size_in_bytes, m.alias_size_in_bytes))(compiled(lambda a: a + 1, X).memory_analysis()),
    "aot_cost": lambda: (lambda c: (c["flops"],))(compiled(lambda a: a @ a.T, X).cost_analysis()),
    "aot_text": lambda: "main" in compiled(jnp.sin, X).as_text(),
    "aot_wrong": lambda: refused(lambda: compiled(jnp.sin, X)(V)),
    "aot_layouts": lambda: str(jax.tree.leaves(compiled(jnp.sin, X).input_formats)[0].layout),
    "aot_output_layouts": lambda: str(jax.tree.leaves(compiled(lambda a: a.T, X).output_formats)[0].layout),
    "aot_shardings": lambda: str(compiled(jnp.sin, X).input_shardings[0][0]),
    "aot_options": lambda: jax.jit(jnp.sin, compiler_options={"xla_cpu_enable_fast_math": False})(X),
    "aot_bad_option": lambda: refused(lambda: jax.jit(jnp.sin, compiler_options={"no_such_option": 1})(X)),
    "export": lambda: jax.export.deserialize(jax.export.export(jax.jit(jnp.sin))(X).serialize()).call(X),
    "export_symbolic": lambda: jax.export.export(jax.jit(lambda a: (a * a.shape[0]).sum(0)))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("b, 6"), np.float32)).call(X),
    "export_symbolic_reshape": lambda: jax.export.export(jax.jit(lambda a: jnp.concatenate([a, a]).reshape(-1)))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("b, 6"), np.float32)).call(X),
    "export_vjp": lambda: jax.grad(lambda a: jax.export.export(jax.jit(jnp.sin))(X).call(a).sum())(X),
    "layout_array": lambda: str(jnp.array(X).format.layout),
    "memory_kind": lambda: (jnp.array(X).sharding.memory_kind, [m.kind for m in jax.devices()[0].addressable_memories()], jax.devices()[0].default_memory().kind),
    "memory_put": lambda: jax.device_put(X, jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="pinned_host")) + 0,
    "memory_unpinned": lambda: jax.device_put(X, jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="unpinned_host")).sharding.memory_kind,
    "memory_stats": lambda: jax.devices()[0].memory_stats() is None,
    "device_names": lambda: (str(jax.devices()[0]), repr(jax.devices()[0]), jax.devices()[0].device_kind, jax.devices()[0].platform, jax.default_backend()),
    "dlpack": lambda: np.from_dlpack(jnp.sin(X)), "dlpack_in": lambda: jnp.from_dlpack(X.copy()) + 1, "dlpack_self": lambda: jnp.from_dlpack(jnp.array(X)) * 2,
    "buffer_strided": lambda: jnp.asarray(X.T[::-1]) + 1, "buffer_pointer": lambda: jnp.array(X).unsafe_buffer_pointer() % 16, "buffer_readonly": lambda: np.asarray(jnp.array(X)).flags.writeable,
    "buffer_copy": lambda: (lambda a: (a.copy() + a, a.nbytes, a.is_fully_addressable))(jnp.array(X)), "buffer_scalar": lambda: (float(jnp.sin(1.)), int(jnp.int32(4)), bool(jnp.array(True))), "buffer_weak": lambda: jnp.float32(3) * 2,
    "buffer_key": lambda: jax.random.key_data(jax.device_put(jax.random.key(3))), "buffer_string": lambda: refused(lambda: jnp.array(["a"])), "nan_debug": lambda: refused(lambda: nan_debug()),
    "precision": lambda: jax.default_matmul_precision("float32")(lambda: jnp.dot(X, X.T))(), "random_bits_exact": lambda: jax.random.bits(jax.random.key(11), (64,)), "ensure_compile_time": lambda: jax.jit(lambda a: a + jax.ensure_compile_time_eval().__enter__() if False else a)(X),
})


def nan_debug():
    with jax.debug_nans(True):
        return jax.jit(jnp.log)(-jnp.ones(3))


@program
def serialize_executable():
    from jax.experimental import serialize_executable as serial
    payload, taken, given = serial.serialize(compiled(lambda a: jnp.sin(a) + 1, X))
    return serial.deserialize_and_load(payload, taken, given)(X)


@program
def compilation_cache():
    from jax.experimental.compilation_cache import compilation_cache as cache
    folder = tempfile.mkdtemp()
    try:
        jax.config.update("jax_compilation_cache_dir", folder)
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)
        cache.reset_cache()
        first = jax.jit(lambda a: jnp.cos(a) * 3)(X)
        files = len([name for name in os.listdir(folder) if name.endswith("-cache")]) > 0
        jax.clear_caches()
        return first, jax.jit(lambda a: jnp.cos(a) * 3)(X), files
    finally:
        jax.config.update("jax_compilation_cache_dir", None)
        cache.reset_cache()


# Sparse arrays, states and models
for name, function in dict(bcoo=lambda: sparse.BCOO.fromdense(jnp.array(I)) @ jnp.ones(6, jnp.int32), todense=lambda: sparse.BCOO.fromdense(jnp.array(X)).todense(), bcsr=lambda: sparse.BCSR.fromdense(jnp.array(X)) @ jnp.ones(6), sparsify=lambda: sparse.sparsify(lambda m, v: m @ v * 2)(sparse.BCOO.fromdense(jnp.array(X)), jnp.ones(6)), transpose=lambda: sparse.BCOO.fromdense(jnp.array(X)).T.todense(), grad=lambda: sparse.grad(lambda m: (m @ jnp.ones(6)).sum())(sparse.BCOO.fromdense(jnp.array(X))).data, empty=lambda: sparse.empty((3, 4)).todense(), random=lambda: sparse.random_bcoo(jax.random.key(0), (4, 5)).todense(), sum=lambda: sparse.bcoo_reduce_sum(sparse.BCOO.fromdense(jnp.array(X)), axes=(0,)).todense(), sort=lambda: sparse.BCOO.fromdense(jnp.array(X)).sort_indices().indices).items():
    PROGRAMS[f"sparse_{name}"] = function


@program
def model_mlp():
    keys = jax.random.split(jax.random.key(0), 2)
    target = jnp.sin(X).sum(1, keepdims=True)

    def loss(p):
        return ((jnp.tanh(X @ p[0]) @ p[1] - target) ** 2).mean()

    @jax.jit
    def step(p):
        value, slopes = jax.value_and_grad(loss)(p)
        return jax.tree.map(lambda a, b: a - .1 * b, p, slopes), value
    p = (jax.random.normal(keys[0], (6, 16)) * .3, jax.random.normal(keys[1], (16, 1)) * .3)
    for _ in range(50):
        p, value = step(p)
    return value


@program
def model_rnn():
    w = jax.random.normal(jax.random.key(2), (3, 8, 8)) * .2

    def loss(w):
        def cell(h, x):
            z = jax.nn.sigmoid(h @ w[0] + x)
            return z * h + (1 - z) * jnp.tanh(h @ w[1] + x), h.sum()
        return (lax.scan(cell, jnp.zeros(8), jnp.outer(V, jnp.ones(8)))[0] @ w[2]).var()
    return jax.jit(jax.value_and_grad(loss))(w)


@program
def model_attention():
    w = jax.random.normal(jax.random.key(3), (4, 8, 8)) * .3
    x = jax.random.normal(jax.random.key(4), (2, 5, 8))

    def loss(w):
        q, k, v = (x @ w[i] for i in range(3))
        scores = jnp.where(jnp.tril(jnp.ones((5, 5))) > 0, jnp.einsum("bqd,bkd->bqk", q, k) / 3, -1e9)
        y = jax.nn.softmax(scores) @ v @ w[3]
        return ((y - y.mean(-1, keepdims=True)) ** 2).mean()
    return jax.jit(jax.value_and_grad(loss))(w)
