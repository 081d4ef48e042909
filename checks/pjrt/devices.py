"""Programs of JAX for several devices, which `pjrt_programs.py` runs on four: placing and copying arrays, `jit` with shardings, `shard_map` with
every collective, `pmap`, meshes with explicit axes, and training. Shardings of results are compared, too.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec

from features import X, refused

P = PartitionSpec


def mesh(*names, shape=(4,)):
    return Mesh(np.array(jax.devices()[:4]).reshape(shape), names)


W = np.arange(32, dtype=np.float32).reshape(8, 4) / 7


def put(spec, *names, shape=(4,)):
    return jax.device_put(W, NamedSharding(mesh(*names, shape=shape), spec))


def told(array):
    """An array, its sharding and pieces."""
    return array, str(array.sharding), [np.asarray(s.data) for s in array.addressable_shards]


def mapped(f, spec=PartitionSpec("i"), out=PartitionSpec("i")):
    return told(jax.jit(jax.shard_map(f, mesh=mesh("i"), in_specs=spec, out_specs=out))(W))


DEVICES = dict(
    devices=lambda: [str(d) for d in jax.devices()], put=lambda: [str(jax.device_put(X, d).devices()) for d in jax.devices()], copy=lambda: jax.device_put(jax.device_put(X, jax.devices()[1]), jax.devices()[2]) + 1,
    jit_device=lambda: str(jax.jit(jnp.sin)(jax.device_put(X, jax.devices()[2])).devices()), named=lambda: told(put(PartitionSpec("i"), "i")), named_jit=lambda: told(jax.jit(jnp.sin)(put(PartitionSpec("i"), "i"))), named_columns=lambda: told(jax.jit(lambda a: a + 1)(put(PartitionSpec(None, "i"), "i"))),
    named_sum=lambda: told(jax.jit(lambda a: a.sum(0))(put(PartitionSpec("i"), "i"))), named_matmul=lambda: np.asarray(jax.jit(lambda a: a @ a.T)(put(PartitionSpec("i", "j"), "i", "j", shape=(2, 2)))), replicated=lambda: told(jax.jit(jnp.sin)(put(PartitionSpec(), "i"))),
    out_shardings=lambda: told(jax.jit(jnp.sin, out_shardings=NamedSharding(mesh("i"), PartitionSpec("i")))(W)), constraint=lambda: told(jax.jit(lambda a: lax.with_sharding_constraint(a * 2, NamedSharding(mesh("i"), PartitionSpec(None, "i"))))(W)), reshard=lambda: told(jax.device_put(put(PartitionSpec("i"), "i"), NamedSharding(mesh("i"), PartitionSpec(None, "i")))),
    shard_map=lambda: mapped(lambda a: a * 2), psum=lambda: mapped(lambda a: lax.psum(a, "i"), out=PartitionSpec()), pmax=lambda: mapped(lambda a: lax.pmax(a, "i"), out=PartitionSpec()), all_gather=lambda: mapped(lambda a: lax.all_gather(a, "i", tiled=True)), ppermute=lambda: mapped(lambda a: lax.ppermute(a, "i", [(k, (k + 1) % 4) for k in range(4)])), axis_index=lambda: mapped(lambda a: a * 0 + lax.axis_index("i")),
    psum_scatter=lambda: mapped(lambda a: lax.psum_scatter(lax.all_gather(a, "i", tiled=True), "i", tiled=True)), all_to_all=lambda: mapped(lambda a: lax.all_to_all(a, "i", 1, 0, tiled=True)), shard_map_grad=lambda: jax.grad(lambda w: jax.shard_map(lambda a: lax.psum((a ** 2).sum(), "i"), mesh=mesh("i"), in_specs=PartitionSpec("i"), out_specs=PartitionSpec())(w))(W),
    pmap=lambda: jax.pmap(lambda a: a * 2)(W[:4]), pmap_psum=lambda: jax.pmap(lambda a: a / lax.psum(a, "i"), axis_name="i")(W[:4]), pmap_none=lambda: jax.pmap(lambda a, b: a + b, in_axes=(0, None))(W[:4], 3.), callback=lambda: jax.jit(lambda a: jax.pure_callback(np.sin, jax.ShapeDtypeStruct(a.shape, a.dtype), a))(put(PartitionSpec("i"), "i")), mesh_grad=lambda: jax.jit(jax.grad(lambda a: jnp.tanh(a).sum()))(put(PartitionSpec("i"), "i")), donate=lambda: (lambda a: (jax.jit(lambda v: v + 1, donate_argnums=0)(a), a.is_deleted()))(put(PartitionSpec("i"), "i")),
    make_array=lambda: told(jax.make_array_from_callback((8, 4), NamedSharding(mesh("i"), PartitionSpec("i")), lambda k: W[k])), local_count=lambda: (jax.local_device_count(), jax.device_count(), jax.process_count()), aot=lambda: told(jax.jit(jnp.sin).lower(put(PartitionSpec("i"), "i")).compile()(put(PartitionSpec("i"), "i"))), mismatch=lambda: refused(lambda: jax.jit(jnp.add)(jax.device_put(X, jax.devices()[0]), jax.device_put(X, jax.devices()[1]))),
)


def device(function):
    """Adds a program by its name."""
    DEVICES[function.__name__] = function
    return function


@device
def texts():
    """A compiled program of several devices can be read."""
    sharding = NamedSharding(mesh("i"), PartitionSpec("i"))
    mapped = jax.shard_map(lambda a: lax.psum(a, "i"), mesh=mesh("i"), in_specs=PartitionSpec("i"), out_specs=PartitionSpec())
    programs = [
        (jax.jit(mapped), W, "all-reduce"), (jax.pmap(lambda a: lax.psum(a, "i"), axis_name="i"), W[:4], "all-reduce"),
        (jax.jit(lambda a: lax.with_sharding_constraint(a * 2, sharding)), W, "multiply"),
    ]
    return [word in program.lower(argument).compile().as_text() for program, argument, word in programs]


GRID = dict(shape=(2, 2))


def grid():
    return mesh("x", "y", **GRID)


def across(f, spec, out, *arguments, **options):
    """A function over the grid, with what it gives."""
    made = jax.jit(jax.shard_map(f, mesh=grid(), in_specs=spec, out_specs=out, **options))(*arguments or (W,))
    return [told(array) for array in jax.tree.leaves(made)]


for name, f, spec, out in [
    ("psum_x", lambda a: lax.psum(a, "x"), P("x", "y"), P(None, "y")),
    ("psum_both", lambda a: lax.psum(a, ("x", "y")), P("x", "y"), P()),
    ("psum_tree", lambda a: lax.psum((a, a.sum(), 1), "y"), P("x", "y"), (P("x"), P("x"), P())),
    ("pmean", lambda a: lax.pmean(a, "y"), P("x", "y"), P("x", None)),
    ("pmin_pmax", lambda a: (lax.pmin(a, "x"), lax.pmax(a, ("x", "y"))), P("x", "y"), (P(None, "y"), P())),
    ("psum_int", lambda a: lax.psum(a.astype(jnp.int8), "x"), P("x"), P()),
    ("psum_half", lambda a: lax.psum(a.astype(jnp.bfloat16), "x"), P("x"), P()),
    ("psum_complex", lambda a: lax.psum(a + 1j, "x"), P("x"), P()),
    ("psum_groups", lambda a: lax.psum(a, ("x", "y"), axis_index_groups=[[0, 3], [1, 2]]), P(("x", "y")), P(("x", "y"))),
    ("gather_stack", lambda a: lax.all_gather(a, "x"), P("x", "y"), P(None, "x", "y")),
    ("gather_axis", lambda a: lax.all_gather(a, "y", axis=1, tiled=True), P("x", "y"), P("x", None)),
    ("scatter_rows", lambda a: lax.psum_scatter(a, "x", scatter_dimension=0, tiled=True), P(None, "y"), P("x", "y")),
    ("scatter_stack", lambda a: lax.psum_scatter(a.reshape(2, 4, 4), "x"), P(), P("x")),
    ("all_to_all_columns", lambda a: lax.all_to_all(a, "x", 1, 0, tiled=True), P("x", None), P(None, "x")),
    ("all_to_all_stack", lambda a: lax.all_to_all(a.reshape(2, 2, 4), "y", 0, 2), P("x", None), P(("x", "y"))),
    ("permute_both", lambda a: lax.ppermute(a, ("x", "y"), [(0, 1), (1, 2), (2, 3)]), P(("x", "y")), P(("x", "y"))),
    ("permute_shuffle", lambda a: lax.pshuffle(a, "x", [1, 0]), P("x", "y"), P("x", "y")),
    ("index_both", lambda a: a + lax.axis_index(("x", "y")) * lax.axis_size("y"), P("x", "y"), P("x", "y")),
    ("scan_permute", lambda a: lax.scan(lambda c, _: (lax.ppermute(c, "x", [(0, 1), (1, 0)]) * 1.5, c.sum()), a, None, length=5)[0], P("x", "y"), P("x", "y")),
    ("fori_psum", lambda a: lax.fori_loop(0, 3, lambda k, v: v / lax.psum(v, "y").sum(), a), P("x", "y"), P("x", "y")),
    ("while_own", lambda a: lax.while_loop(lambda v: v.sum() < 100, lambda v: v * 2 + lax.axis_index("x"), a + 1), P("x", "y"), P("x", "y")),
    ("while_joint", lambda a: lax.while_loop(lambda v: lax.pmax(v.sum(), ("x", "y")) < 100, lambda v: v * 2, a + 1), P("x", "y"), P("x", "y")),
    ("while_along", lambda a: lax.while_loop(lambda v: lax.psum(v.sum(), "x") < 2000 * (1 + lax.axis_index("y")), lambda v: v * 1.5 + lax.pmax(v, "x") * .01, a + 1), P("x", "y"), P("x", "y")),
    ("cond_along", lambda a: lax.cond(lax.psum(a.sum(), "x") > 230, lambda v: lax.psum(v, "x"), lambda v: -v, a), P("x", "y"), P("x", "y")),
    ("cond_own", lambda a: lax.cond(a.sum() > 9, lambda v: -v, lambda v: v * 2, a), P("x", "y"), P("x", "y")),
    ("cond_joint", lambda a: lax.cond(lax.psum(a.sum(), ("x", "y")) > 9, lambda v: lax.psum(v, "x"), lambda v: v * 2, a), P("x", "y"), P("x", "y")),
    ("random_own", lambda a: a + jax.random.normal(jax.random.fold_in(jax.random.key(3), lax.axis_index("x")), a.shape), P("x", "y"), P("x", "y")),
    ("sort_own", lambda a: jnp.sort(-a, axis=0), P("x", "y"), P("x", "y")),
    ("solve_own", lambda a: jnp.linalg.solve(a @ a.T + jnp.eye(4), a), P("x", None), P("x", None)),
    ("empty", lambda a: lax.psum(a[:0], "x"), P("x", "y"), P(None, "y")),
]:
    DEVICES[f"grid_{name}"] = functools.partial(across, f, spec, out, check_vma=False)

for name, f, spec, out in [("checked_psum", lambda a: lax.psum(a, "x"), P("x", "y"), P(None, "y")), ("checked_vary", lambda a: lax.pcast(lax.psum(a, "x"), "x", to="varying") + 1, P("x", "y"), P("x", "y"))]:
    DEVICES[f"grid_{name}"] = functools.partial(across, f, spec, out)
DEVICES["grid_part"] = functools.partial(across, lambda a: lax.psum(a, "x") * 2, P("x"), P(), axis_names={"x"})
DEVICES["grid_matmul"] = functools.partial(across, lambda a, b: lax.psum(a @ b, "y"), (P("x", "y"), P("y", None)), P("x", None), W, W.T)


@device
def nested_shard_map():
    inner = jax.shard_map(lambda a: lax.psum(a, "y"), in_specs=P(None, "y"), out_specs=P(), axis_names={"y"})
    return told(jax.jit(jax.shard_map(lambda a: inner(a) * lax.axis_index("x"), mesh=grid(), in_specs=P("x"), out_specs=P("x"), axis_names={"x"}, check_vma=False))(W))


@device
def shard_map_in_scan():
    body = jax.shard_map(lambda a: lax.pmean(a, "y") + lax.axis_index("x"), mesh=grid(), in_specs=P("x", "y"), out_specs=P("x", "y"), check_vma=False)
    last, sums = jax.jit(lambda a: lax.scan(lambda c, _: (body(c), c.sum()), a, None, length=4))(W)
    return told(last), sums


@device
def shard_map_vmap():
    return jax.vmap(jax.shard_map(lambda a: lax.psum(a, "x"), mesh=grid(), in_specs=P("x"), out_specs=P()))(jnp.stack([W, W + 1]))


@device
def shard_map_grads():
    f = jax.shard_map(lambda a: lax.psum(jnp.sin(a), "x") ** 2, mesh=grid(), in_specs=P("x", "y"), out_specs=P(None, "y"))
    loss = lambda a: f(a).sum()
    return jax.grad(loss)(W), jax.jit(jax.grad(loss))(W), jax.jvp(f, (jnp.array(W),), (jnp.ones_like(W),))


@device
def shard_map_remat():
    f = jax.shard_map(jax.checkpoint(lambda a: lax.all_gather(jnp.tanh(a), "x", tiled=True).sum(0)), mesh=grid(), in_specs=P("x", "y"), out_specs=P("y"), check_vma=False)
    return jax.grad(lambda a: f(a).sum())(W)


@device
def shard_map_callback():
    f = lambda a: jax.pure_callback(np.cos, jax.ShapeDtypeStruct(a.shape, a.dtype), a)
    return across(f, P("x", "y"), P("x", "y"))


@device
def shard_map_eager():
    return told(jax.shard_map(lambda a: lax.psum(a, "x") + 1, mesh=grid(), in_specs=P("x"), out_specs=P())(W))


@device
def constraint_uneven():
    made = jax.jit(lambda a: lax.with_sharding_constraint(a[:6] * 2, NamedSharding(mesh("i"), P("i"))).sum(0))(W)
    return made


@device
def shardings_follow():
    a = jax.device_put(W, NamedSharding(grid(), P("x", "y")))
    f = jax.jit(lambda a: dict(twice=a * 2, turned=a.T, product=a @ a.T, rows=a.sum(1), columns=a.max(0), all=a.sum(), more=jnp.stack([a, a]), flat=a.reshape(32), part=a[:, :2], joined=jnp.concatenate([a, a]), kept=jnp.zeros(3), mapped=jax.vmap(jnp.dot, (0, None))(a, a[0]), soft=jax.nn.softmax(a), sorted=jnp.sort(a, 0), where=jnp.where(a > 1, a, 0), halves=a.reshape(2, 4, 4), added=a + jnp.arange(4.)))
    return {name: told(array) for name, array in f(a).items()}


@device
def shardings_back():
    sharding = NamedSharding(grid(), P("x"))
    f = jax.jit(lambda a: (lax.with_sharding_constraint(jnp.sin(a), sharding), jnp.cos(a)))
    return [told(array) for array in f(W)]


@device
def in_and_out():
    row, column = NamedSharding(grid(), P("x")), NamedSharding(grid(), P(None, ("x", "y")))
    f = jax.jit(lambda a, b: (a + b, a - b), in_shardings=(row, None), out_shardings=(column, None))
    return [told(array) for array in f(W, W * 2)]


@device
def explicit_axes():
    axes = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)
    a = jax.device_put(W, NamedSharding(axes, P("x", "y")))
    with jax.set_mesh(axes):
        made = jax.jit(lambda a: (jnp.sin(a), a.T, a.sum(0), jax.sharding.reshard(a, P(None, "x"))))(a)
    return [told(array) for array in made]


@device
def other_order():
    reversed_mesh = Mesh(np.array(jax.devices()[:4])[::-1], ("i",))
    a = jax.device_put(W, NamedSharding(reversed_mesh, P("i")))
    return told(jax.jit(lambda a: a * 2 + a.sum())(a)), told(jax.jit(jax.shard_map(lambda v: v + lax.axis_index("i"), mesh=reversed_mesh, in_specs=P("i"), out_specs=P("i")))(a))


@device
def two_of_four():
    pair = Mesh(np.array(jax.devices()[2:4]), ("i",))
    return told(jax.jit(jnp.sin)(jax.device_put(W, NamedSharding(pair, P("i")))))


@device
def single_arrays():
    sharding = NamedSharding(mesh("i"), P("i"))
    pieces = [jax.device_put(W[2 * k:2 * k + 2], d) for k, d in enumerate(jax.devices()[:4])]
    return told(jax.make_array_from_single_device_arrays((8, 4), sharding, pieces))


@device
def pmap_forms():
    x = np.arange(12., dtype=np.float32).reshape(4, 3)
    psum = jax.pmap(lambda a, b: (a + lax.axis_index("i"), lax.psum(a * b, "i")), axis_name="i", in_axes=(0, None), out_axes=(0, None))
    gather = jax.pmap(lambda a: lax.all_gather(a, "i"), axis_name="i")
    turned = jax.pmap(lambda a: a * 2, in_axes=1, out_axes=1)
    grads = jax.pmap(jax.grad(lambda a: lax.pmean((a ** 2).sum(), "i")), axis_name="i")
    nested = jax.pmap(lambda a: lax.scan(lambda c, v: (c + lax.psum(v, "i"), c), 0., a), axis_name="i")
    static = jax.pmap(lambda a, n: a * n, static_broadcasted_argnums=1)
    return psum(x, 2.), gather(x), turned(x.T), grads(x), nested(x), static(x, 3), jax.pmap(lambda k: jax.random.uniform(k, (2,)))(jax.random.split(jax.random.key(0), 4))


@device
def training():
    sharding, whole = NamedSharding(mesh("i"), P("i")), NamedSharding(mesh("i"), P())
    inputs = jax.device_put(np.random.RandomState(0).randn(64, 8).astype(np.float32), sharding)
    targets = jax.device_put(np.random.RandomState(1).randn(64, 3).astype(np.float32), sharding)
    weights = jax.device_put([np.random.RandomState(2).randn(8, 16).astype(np.float32), np.random.RandomState(3).randn(16, 3).astype(np.float32)], whole)

    @functools.partial(jax.jit, donate_argnums=0)
    def step(weights, x, y):
        loss, grads = jax.value_and_grad(lambda w: ((jnp.tanh(x @ w[0]) @ w[1] - y) ** 2).mean())(weights)
        return [w - .1 * g for w, g in zip(weights, grads)], loss

    losses = []
    for _ in range(20):
        weights, loss = step(weights, inputs, targets)
        losses.append(loss)
    return losses, [told(w) for w in weights]


@device
def tensor_parallel():
    m = grid()
    a = jax.device_put(np.random.RandomState(0).randn(8, 16).astype(np.float32), NamedSharding(m, P("x", None)))
    up = jax.device_put(np.random.RandomState(1).randn(16, 32).astype(np.float32), NamedSharding(m, P(None, "y")))
    down = jax.device_put(np.random.RandomState(2).randn(32, 16).astype(np.float32), NamedSharding(m, P("y", None)))
    return told(jax.jit(lambda a, u, d: jax.nn.gelu(a @ u) @ d)(a, up, down))


@device
def exported():
    from jax import export
    f = jax.jit(lambda a: lax.with_sharding_constraint(a * 2, NamedSharding(mesh("i"), P("i"))))
    made = export.deserialize(export.export(f)(jax.ShapeDtypeStruct((8, 4), np.float32, sharding=NamedSharding(mesh("i"), P("i")))).serialize())
    return told(jax.jit(made.call)(put(P("i"), "i"))), made.nr_devices


@device
def serialized():
    from jax.experimental import serialize_executable
    compiled = jax.jit(lambda a: a * 2 + a.sum()).lower(put(P("i"), "i")).compile()
    loaded = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled))
    return told(loaded(put(P("i"), "i")))


@device
def mixed_devices():
    first, last = jax.devices()[0], jax.devices()[3]
    with jax.default_device(last):
        made = jnp.ones(3) * 2
    return str(made.devices()), jax.device_put(made, first) + 1


@device
def debug_print():
    return jax.jit(jax.shard_map(lambda a: (jax.debug.print("{}", a.sum()), a * 2)[1], mesh=mesh("i"), in_specs=P("i"), out_specs=P("i"), check_vma=False))(W)


@device
def no_results():
    return jax.jit(lambda a: None)(put(P("i"), "i")), jax.jit(lambda a: ())(W)


@device
def memory_kinds():
    a = jax.device_put(W, NamedSharding(mesh("i"), P("i"), memory_kind="pinned_host"))
    return str(a.sharding), told(jax.device_put(a, NamedSharding(mesh("i"), P("i"), memory_kind="device")))


@device
def indexing():
    a = put(P("i"), "i")
    return told(a[2]), told(a[::2]), told(a.at[3].set(7.)), told(jnp.take(a, jnp.array([1, 5]), axis=0)), float(a[3, 2])
