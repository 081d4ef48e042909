"""Arrays divided over devices: explicit axes, constraints with parts of unequal size, `shard_map` and `pmap` in their variants, memories, and what
results say of themselves. Programs run on four devices."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jax.experimental.custom_partitioning import custom_partitioning
from jax.experimental.shard_alike import shard_alike
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P, SingleDeviceSharding

from wide_behaviour import V, X, collect, compiled, mesh, parts, printed, put, said, texts, warned

PROGRAMS = {}
W = np.arange(64, dtype=np.float32).reshape(8, 8) / 9 - 3


def add(name, run):
    assert name not in PROGRAMS, name
    PROGRAMS[name] = lambda: texts(said(run, 300))


def told(tree):
    return jax.tree.map(lambda a: (parts(a), str(jax.typeof(a)), str(a.sharding.memory_kind), a.committed), tree)


def explicit(*types, shape=(2, 2), names=("x", "y")):
    return jax.make_mesh(shape, names, axis_types=types or (AxisType.Explicit,) * len(shape))


# Explicit axes
EXPLICIT = dict(
    sin=lambda a, b: jnp.sin(a), add=lambda a, b: a + 1, add_two=lambda a, b: a + jax.sharding.reshard(b, jax.typeof(a).sharding.spec), transpose=lambda a, b: a.T, sum=lambda a, b: a.sum(0), sum_all=lambda a, b: a.sum(), max=lambda a, b: a.max(1), mean=lambda a, b: a.mean(1, keepdims=True),
    matmul=lambda a, b: jnp.dot(a, jax.sharding.reshard(b, P()), out_sharding=P("x")), matmul_contract=lambda a, b: jnp.einsum("ij,jk->ik", jax.sharding.reshard(a, P(None, "x")), jax.sharding.reshard(b, P("x")), out_sharding=P()), matmul_scatter=lambda a, b: jnp.einsum("ij,jk->ik", jax.sharding.reshard(a, P(None, "x")), jax.sharding.reshard(b, P("x")), out_sharding=P("x")),
    matmul_error=lambda a, b: jnp.dot(jax.sharding.reshard(a, P(None, "x")), jax.sharding.reshard(b, P("x"))), matmul_same=lambda a, b: jnp.dot(jax.sharding.reshard(a, P("x")), jax.sharding.reshard(b, P(None, "x"))), reshape=lambda a, b: a.reshape(8, 2, 4), reshape_out=lambda a, b: lax.reshape(a, (64,), out_sharding=P("x")), broadcast=lambda a, b: jnp.broadcast_to(a[:, None], (8, 3, 8)), zeros=lambda a, b: jnp.zeros((8, 8), out_sharding=P("x")), ones_like=lambda a, b: jnp.ones_like(a), full=lambda a, b: jnp.full((8,), 2., out_sharding=P("y")),
    iota=lambda a, b: lax.broadcasted_iota(jnp.int32, (8, 8), 0, out_sharding=P("x", "y")), arange=lambda a, b: jnp.arange(8, out_sharding=P("x")), gather=lambda a, b: a.at[jnp.array([0, 2])].get(out_sharding=P()), take=lambda a, b: jnp.take(jax.sharding.reshard(a, P(None, "y")), jnp.array([0, 2]), axis=0), index=lambda a, b: a[0], slice=lambda a, b: a[2:6], slice_other=lambda a, b: jax.sharding.reshard(a, P("x"))[:, 1:3], dynamic=lambda a, b: lax.dynamic_slice(jax.sharding.reshard(a, P("x")), (0, 2), (8, 3)), update=lambda a, b: lax.dynamic_update_slice(jax.sharding.reshard(a, P("x")), jnp.zeros((8, 2), out_sharding=P("x")), (0, 1)), concatenate=lambda a, b: jnp.concatenate([a, a], 0), stack=lambda a, b: jnp.stack([a, a]), split=lambda a, b: jnp.split(jax.sharding.reshard(a, P("x")), 2, 1), pad=lambda a, b: jnp.pad(jax.sharding.reshard(a, P("x")), ((0, 0), (1, 1))), where=lambda a, b: jnp.where(a > 0, a, 0), softmax=lambda a, b: jax.nn.softmax(a), sort=lambda a, b: jnp.sort(jax.sharding.reshard(a, P("x")), 1), cumsum=lambda a, b: jnp.cumsum(jax.sharding.reshard(a, P("x")), 1), argmax=lambda a, b: jnp.argmax(jax.sharding.reshard(a, P("x")), 1), scan=lambda a, b: lax.scan(lambda c, v: (c + v, c), jnp.zeros(8, out_sharding=P("y")), jax.sharding.reshard(a, P(None, "y"))), while_=lambda a, b: lax.fori_loop(0, 3, lambda i, v: v * 2, a), cond=lambda a, b: lax.cond(a.sum() > 0, lambda v: v + 1, lambda v: v, a), grad=lambda a, b: jax.grad(lambda v: jnp.sin(v).sum())(a), grad_matmul=lambda a, b: jax.grad(lambda v: jnp.dot(v, jax.sharding.reshard(b, P()), out_sharding=P("x")).sum())(jax.sharding.reshard(a, P("x"))), vmap=lambda a, b: jax.vmap(jnp.sin, spmd_axis_name=None)(jax.sharding.reshard(a, P("x"))), vmap_sum=lambda a, b: jax.vmap(lambda v: v.sum())(jax.sharding.reshard(a, P("x"))), reshard=lambda a, b: jax.sharding.reshard(a, P("y", "x")), reshard_grad=lambda a, b: jax.grad(lambda v: (jax.sharding.reshard(v, P("y", "x")) ** 2).sum())(a), auto=lambda a, b: jax.sharding.auto_axes(lambda v: v @ v.T, out_sharding=P("x"))(a), random=lambda a, b: jax.random.normal(jax.random.key(0), (8, 8), out_sharding=P("x", "y")), bits=lambda a, b: jax.random.bits(jax.random.key(0), (8, 8), out_sharding=P("x")), uniform=lambda a, b: jax.random.uniform(jax.random.key(0), (8,), out_sharding=P("x")), one_hot=lambda a, b: jax.nn.one_hot(jnp.arange(8, out_sharding=P("x")), 4), squeeze=lambda a, b: a[:, None].squeeze(1), bitcast=lambda a, b: lax.bitcast_convert_type(a, jnp.int32), tile=lambda a, b: jnp.tile(jax.sharding.reshard(a, P("x")), (1, 2)), repeat=lambda a, b: jnp.repeat(jax.sharding.reshard(a, P("x")), 2, axis=1), expand=lambda a, b: jnp.expand_dims(a, (0, 2)), cholesky=lambda a, b: jnp.linalg.cholesky(jax.sharding.reshard(jnp.stack([jnp.eye(3)] * 4), P("x"))), conv=lambda a, b: lax.conv(jax.sharding.reshard(a, P("x"))[:, None], jnp.ones((2, 1, 3)), (1,), "SAME"), fft=lambda a, b: jnp.fft.fft(jax.sharding.reshard(a, P("x"))), top_k=lambda a, b: lax.top_k(jax.sharding.reshard(a, P("x")), 2), reduce_window=lambda a, b: lax.reduce_window(jax.sharding.reshard(a, P("x")), 0., lax.add, (1, 2), (1, 2), "VALID"), custom=lambda a, b: jax.nn.relu(a), checkpoint=lambda a, b: jax.grad(lambda v: jax.checkpoint(jnp.sin)(v).sum())(a), shard_map=lambda a, b: jax.shard_map(lambda v: lax.psum(v, "x"), in_specs=P("x", "y"), out_specs=P(None, "y"))(a), smap=lambda a, b: jax.smap(lambda v: v * 2, in_axes=0, out_axes=0, axis_name="x")(a) if hasattr(jax, "smap") else a, callback=lambda a, b: jax.pure_callback(np.sin, jax.ShapeDtypeStruct(a.shape, a.dtype, sharding=jax.typeof(a).sharding), a), unreduced=lambda a, b: jax.sharding.reshard(jnp.einsum("ij,jk->ik", jax.sharding.reshard(a, P(None, "x")), jax.sharding.reshard(b, P("x")), out_sharding=P(unreduced={"x"})), P()), scatter=lambda a, b: jax.sharding.reshard(a, P()).at[jnp.array([1, 3])].add(1.), map=lambda a, b: lax.map(lambda v: v * 2, jax.sharding.reshard(a, P(None, "y"))), associative=lambda a, b: lax.associative_scan(jnp.add, jax.sharding.reshard(a, P(None, "y"))), einsum=lambda a, b: jnp.einsum("ij,ij->i", a, a), outer=lambda a, b: jnp.einsum("i,j->ij", jnp.arange(8., out_sharding=P("x")), jnp.arange(8., out_sharding=P("y"))), ravel=lambda a, b: jnp.ravel(jax.sharding.reshard(a, P("x"))), roll=lambda a, b: jnp.roll(jax.sharding.reshard(a, P("x")), 1, 1), typeof=lambda a, b: jnp.float32(len(str(jax.typeof(a)))), astype=lambda a, b: a.astype(jnp.bfloat16),
)
for name, function in EXPLICIT.items():
    def run(function=function, jit=True):
        with jax.set_mesh(explicit()):
            a, b = jax.device_put(W, P("x", "y")), jax.device_put(W.T.copy(), P("y", None))
            return told((jax.jit(function) if jit else function)(a, b))
    add(f"explicit_{name}", run)
    add(f"explicit_eager_{name}", functools.partial(run, jit=False))
for types in [(AxisType.Explicit, AxisType.Auto), (AxisType.Auto, AxisType.Explicit)]:
    for name in ("sin", "sum", "transpose", "reshape", "scan", "grad", "concatenate", "where", "softmax", "shard_map"):
        def run(function=EXPLICIT[name], types=types):
            with jax.set_mesh(explicit(*types)):
                a = jax.device_put(W, NamedSharding(jax.sharding.get_abstract_mesh() if False else jax.sharding.get_mesh(), P("x", "y")))
                return told(jax.jit(function)(a, a))
        add(f"mixed_{name}_{types[0].name}", run)
# Parts of unequal size
for size in (3, 5, 6, 7, 9):
    for spec in (("x",), (("x", "y"),), (None, "y"), ("x", "y")):
        x = np.arange(size * 7, dtype=np.float32).reshape(size, 7)
        where = lambda spec=spec: NamedSharding(mesh(), P(*spec))
        for name, f in dict(inside=lambda a, s: lax.with_sharding_constraint(a * 2, s) + 1, sum=lambda a, s: lax.with_sharding_constraint(a, s).sum(0), out=lambda a, s: lax.with_sharding_constraint(a * 2, s), product=lambda a, s: lax.with_sharding_constraint(a, s) @ lax.with_sharding_constraint(a, s).T, roll=lambda a, s: jnp.roll(lax.with_sharding_constraint(a, s), 1, 0), sort=lambda a, s: jnp.sort(lax.with_sharding_constraint(-a, s), 0), scan=lambda a, s: lax.scan(lambda c, v: (c + v, c), a[0], lax.with_sharding_constraint(a, s))[1]).items():
            add(f"uneven_{name}_{size}_{spec}", lambda f=f, x=x, w=where: jax.tree.map(parts, jax.jit(lambda a: f(a, w()))(x)))
        add(f"uneven_outs_{size}_{spec}", lambda x=x, w=where: parts(jax.jit(lambda a: a * 2, out_shardings=w())(x)))
        add(f"uneven_ins_{size}_{spec}", lambda x=x, w=where: parts(jax.jit(lambda a: a * 2, in_shardings=w())(x)))
        add(f"uneven_put_{size}_{spec}", lambda x=x, w=where: parts(jax.device_put(x, w())))
# pmap
PMAP = dict(
    psum=lambda v: lax.psum(v, "i"), pmean=lambda v: lax.pmean(v, "i"), pmax=lambda v: lax.pmax(v, "i"), pmin=lambda v: lax.pmin(v, "i"), gather=lambda v: lax.all_gather(v, "i"), gather_axis=lambda v: lax.all_gather(v, "i", axis=1), gather_tiled=lambda v: lax.all_gather(v, "i", tiled=True), permute=lambda v: lax.ppermute(v, "i", [(0, 1), (1, 2)]), swap=lambda v: lax.all_to_all(v[:4], "i", 0, 0), swap_tiled=lambda v: lax.all_to_all(v[:4], "i", 0, 0, tiled=True), scatter=lambda v: lax.psum_scatter(v[:4], "i"), scatter_tiled=lambda v: lax.psum_scatter(v[:4], "i", tiled=True), broadcast=lambda v: lax.pbroadcast(v, "i", 2), index=lambda v: v * lax.axis_index("i"), size=lambda v: v * lax.axis_size("i"), groups=lambda v: lax.psum(v, "i", axis_index_groups=[[0, 3], [1, 2]]), gather_groups=lambda v: lax.all_gather(v, "i", axis_index_groups=[[0, 1], [2, 3]]), scatter_groups=lambda v: lax.psum_scatter(v[:2], "i", axis_index_groups=[[0, 1], [2, 3]]), swap_groups=lambda v: lax.all_to_all(v[:2], "i", 0, 0, axis_index_groups=[[0, 2], [1, 3]]), max_groups=lambda v: lax.pmax(v, "i", axis_index_groups=[[0, 2], [1, 3]]), shuffle=lambda v: lax.pshuffle(v, "i", [3, 2, 1, 0]), pswapaxes=lambda v: lax.pswapaxes(v[:4], "i", 0), grad=lambda v: jax.grad(lambda w: (lax.psum(w, "i") * w).sum())(v), jvp=lambda v: jax.jvp(lambda w: lax.pmean(w ** 2, "i"), (v,), (v,)), vmap=lambda v: jax.vmap(lambda w: lax.psum(w, "i"))(v), vmap_axis=lambda v: jax.vmap(lambda w: lax.psum(w, ("i", "j")), axis_name="j")(v), vmap_index=lambda v: jax.vmap(lambda w: w + lax.axis_index("j") * 10 + lax.axis_index("i"), axis_name="j")(v), scan=lambda v: lax.scan(lambda c, w: (c + lax.psum(w, "i"), c), 0., v), while_=lambda v: lax.while_loop(lambda s: lax.psum(s, "i") < 100., lambda s: s + lax.axis_index("i") + 1., 0.), cond=lambda v: lax.cond(lax.axis_index("i") == 1, lambda w: w * 2, lambda w: w, v), switch=lambda v: lax.switch(lax.axis_index("i"), [lambda w: w, lambda w: w * 2, lambda w: w * 3, lambda w: w * 4], v), print=lambda v: v, random=lambda v: jax.random.normal(jax.random.fold_in(jax.random.key(0), lax.axis_index("i")), (3,)) + v[0], bool=lambda v: lax.psum(v > 0, "i"), int8=lambda v: lax.psum(v.astype("int8"), "i"), complex=lambda v: lax.psum(v + 1j, "i"), tree=lambda v: lax.psum({"a": v, "b": (v[0], 1)}, "i"), solve=lambda v: jnp.linalg.solve(jnp.eye(6) + v[:, None] * v, v), none=lambda v: None, constant=lambda v: 3., closure=lambda v: v + jnp.asarray(V[:6]), checkpoint=lambda v: jax.grad(lambda w: jax.checkpoint(lambda u: jnp.sin(lax.pmean(u, "i")).sum())(w))(v), custom=lambda v: jax.nn.relu(lax.psum(v, "i")), callback=lambda v: jax.pure_callback(np.cos, jax.ShapeDtypeStruct(v.shape, v.dtype), v), sort=jnp.sort,
)
for name, f in PMAP.items():
    add(f"pmap_{name}", lambda f=f: jax.tree.map(lambda a: (parts(a), str(a.sharding)), jax.pmap(f, axis_name="i")(X)))
for name, run in dict(
    in_axes=lambda: jax.pmap(lambda a, b: a + b["k"], in_axes=(1, {"k": 0}))(X[:, :4].T if False else X.T[:4].T, {"k": X[:4, :4]}), out_axes=lambda: jax.pmap(lambda a: (a, a * 2), out_axes=(0, 1))(X), out_none=lambda: jax.pmap(lambda a: lax.psum(a, "i"), axis_name="i", out_axes=None)(X), axis_size=lambda: jax.pmap(lambda: lax.axis_index("i"), axis_name="i", axis_size=4)(), axis_size_two=lambda: jax.pmap(lambda a: a + lax.axis_index("i"), axis_name="i", axis_size=2, in_axes=None)(X), static=lambda: jax.pmap(lambda a, f: f(a), static_broadcasted_argnums=(1,))(X, jnp.sin), static_two=lambda: jax.pmap(lambda n, a, m: a * n + m, static_broadcasted_argnums=(0, 2))(3, X, 4), donate=lambda: (lambda a: (jax.pmap(lambda v: v * 2, donate_argnums=(0,))(a), a.is_deleted(), said(lambda: a + 1)))(jax.pmap(lambda v: v)(X)), devices=lambda: parts(jax.pmap(lambda v: v + lax.axis_index("i"), axis_name="i", devices=jax.devices()[::-1])(X)), devices_two=lambda: parts(jax.pmap(lambda v: lax.psum(v, "i"), axis_name="i", devices=[jax.devices()[3], jax.devices()[1]])(X[:2])), too_many=lambda: jax.pmap(lambda v: v)(np.ones((5, 2))), mismatch=lambda: jax.pmap(lambda a, b: a + b)(X, X[:3]), no_arguments=lambda: jax.pmap(lambda: 3)(), unbound=lambda: jax.pmap(lambda v: lax.psum(v, "j"), axis_name="i")(X), nested=lambda: jax.pmap(jax.pmap(lambda v: v * 2))(X[:2].reshape(2, 2, 3)), lower=lambda: jax.pmap(jnp.sin).lower(X).compile()(X), lower_text=lambda: "sine" in jax.pmap(jnp.sin).lower(X).compile().as_text(), lower_text_mlir=lambda: len(jax.pmap(jnp.sin).lower(X).as_text()) > 10, jit=lambda: jax.jit(jax.pmap(jnp.sin))(X), grad=lambda: jax.grad(lambda a: jax.pmap(lambda v: jnp.sin(v).sum())(a).sum())(X), jvp=lambda: jax.jvp(jax.pmap(jnp.sin), (X,), (X,)), vmap=lambda: jax.vmap(jax.pmap(jnp.sin))(np.stack([X, X])), jaxpr=lambda: len(str(jax.make_jaxpr(jax.pmap(jnp.sin))(X))) > 0, eval_shape=lambda: str(jax.eval_shape(jax.pmap(jnp.sin), X)), index=lambda: (lambda a: (a[0], a[1:3], a[2, 3], a.T, a.reshape(-1)))(jax.pmap(lambda v: v)(X)), arithmetic=lambda: (lambda a: parts(a + a))(jax.pmap(lambda v: v)(X)), reuse=lambda: (lambda f: parts(f(f(X))))(jax.pmap(lambda v: v * 2)), from_single=lambda: jax.pmap(lambda v: v)(jax.device_put(X, jax.devices()[1])), from_sharded=lambda: parts(jax.pmap(lambda v: v)(put(X, "x"))), replicate=lambda: parts(jax.device_put_replicated(X, jax.devices())) if hasattr(jax, "device_put_replicated") else 0, put_sharded=lambda: parts(jax.device_put_sharded(list(X), jax.devices())) if hasattr(jax, "device_put_sharded") else 0, keys=lambda: jax.random.key_data(jax.pmap(jax.random.fold_in)(jax.random.split(jax.random.key(0), 4), jnp.arange(4))), bf16=lambda: jax.pmap(lambda v: v * 2)(X.astype(jnp.bfloat16)), int4=lambda: jax.pmap(lambda v: v)(X.astype(jnp.int4)), empty=lambda: jax.pmap(lambda v: v * 2)(np.zeros((4, 0), np.float32)), kwargs=lambda: jax.pmap(lambda a, *, b: a + b)(X, b=X), print=lambda: sorted(printed(lambda: jax.pmap(lambda v: (jax.debug.print("{} {}", lax.axis_index("i"), v.sum()), v)[1], axis_name="i")(X)).split("\n")), io=lambda: (lambda s: (sorted(np.asarray(s[0]).tolist()), s[1]))(collect(lambda seen: jax.pmap(lambda v: (io_callback(lambda w: seen.append(w), None, v.sum()), v)[1])(X))), ordered=lambda: jax.pmap(lambda v: (io_callback(lambda w: None, None, v.sum(), ordered=True), v)[1])(X), config_scan=lambda: jax.pmap(lambda v: lax.scan(lambda c, w: (c + w, c), 0., v))(X), cache=lambda: (lambda f: (f(X), f(X), f._cache_size() if hasattr(f, "_cache_size") else 0)[:2])(jax.pmap(lambda v: v * 2)), copy_device=lambda: parts(jax.device_put(jax.pmap(lambda v: v)(X), jax.devices()[2])), addressable=lambda: [str(s.device) for s in jax.pmap(lambda v: v)(X).addressable_shards],
).items():
    add(f"pmaps_{name}", run)
# shard_map
for name, f in {**PMAP, "pvary": lambda v: lax.pcast(jnp.ones(v.shape), "i", to="varying") * v, "vma": lambda v: v + jnp.float32(len(str(jax.typeof(v)))), "sum_index": lambda v: lax.psum(lax.axis_index("i"), "i") + v}.items():
    for check in (True, False):
        def run(f=f, check=check):
            m = mesh((4,), ("i",))
            g = lambda a: jax.tree.map(lambda v: jnp.asarray(v)[None], f(a[0]))
            return jax.tree.map(parts, jax.jit(jax.shard_map(g, mesh=m, in_specs=P("i"), out_specs=P("i"), check_vma=check))(X))
        add(f"map_{name}_{check}", run)
    add(f"map_eager_{name}", lambda f=f: jax.tree.map(parts, jax.shard_map(lambda a: jax.tree.map(lambda v: jnp.asarray(v)[None], f(a[0])), mesh=mesh((4,), ("i",)), in_specs=P("i"), out_specs=P("i"), check_vma=False)(X)))
# Axes that compete for dimensions, and regions that leave axes to the compiler
SPECS = [(), ("x",), ("y",), (None, "y"), ("x", "y"), (("x", "y"),)]
COMPETING = dict(add=lambda a, b: a + b, dot=lambda a, b: a @ b, concatenate=lambda a, b: jnp.concatenate([a, b]), transposed=lambda a, b: a.T + b, both=lambda a, b: jnp.where(a > 0, a, b) @ b, gradient=lambda a, b: jax.grad(lambda v: (v @ b @ v).sum())(a), slices=lambda a, b: (lax.dynamic_slice(a, (jnp.int32(b[0, 0]), 0), (4, 8)), lax.dynamic_slice(a, (1, 0), (4, 8))), moments=lambda a, b: ((a + b).var(0), jnp.median(a - b, 1)))
for one in SPECS:
    for two in SPECS:
        for name, f in COMPETING.items():
            add(f"compete_{name}_{one}_{two}", lambda f=f, s=(one, two): jax.tree.map(lambda a: str(a.sharding.spec if hasattr(a.sharding, "spec") else a.sharding), jax.jit(f)(put(W, *s[0]), put(W.T.copy(), *s[1]))))
    for name, f in dict(sin=jnp.sin, sum=lambda v: lax.psum(v, "x"), gather=lambda v: lax.all_gather(v, "x", axis=1, tiled=True), dot=lambda v: v @ v.T, scan=lambda v: lax.scan(lambda c, w: (c + w, c * w), v[0], v)[1]).items():
        add(f"partial_{name}_{one}", lambda f=f, s=one: jax.tree.map(lambda a: (a, str(a.sharding.spec)), jax.jit(jax.shard_map(f, mesh=mesh(), in_specs=P("x"), out_specs=P("x"), axis_names={"x"}, check_vma=False))(put(W, *s))))
for spec in SPECS:
    add(f"print_parts_{spec}", lambda s=spec: sorted(printed(lambda: jax.jit(lambda v: jax.debug.print("part {v}", v=v[:, 0], partitioned=True))(put(W, *s))).splitlines()))
# Updates, loops whose carries come from arguments without axes, values to be divided as others, and functions that need whole dimensions
def whole_dimensions(needed):
    @custom_partitioning
    def sine(v):
        return jnp.sin(v)
    sine.def_partition(partition=lambda mesh, arguments, result: (mesh, jnp.sin, result.sharding, (arguments[0].sharding,)), sharding_rule="i j -> i j", need_replication_factors=needed)
    return sine


CARRIED = dict(update=lambda a, i: lax.dynamic_update_slice(a, jnp.ones((2, 2)), (i, 3)), update_rows=lambda a, i: lax.dynamic_update_slice(a, a[:2] * 2, (i, 0)), loop=lambda a, i: lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] @ c[1] / 100), (i, a)), index=lambda a, i: lax.dynamic_index_in_dim(a, i, 0),
    alike_zeros=lambda a, i: shard_alike(a, jnp.zeros((8, 8)))[1], alike_iota=lambda a, i: shard_alike(a, jnp.arange(64.).reshape(8, 8) + 1)[1], alike_used=lambda a, i: jnp.sin(shard_alike(a, jnp.zeros((8, 8)))[1]), alike_literal=lambda a, i: jnp.sin(shard_alike(a, jnp.asarray(W))[1]), alike_both=lambda a, i: (lambda z: (shard_alike(a, z)[1], z * 2))(jnp.arange(64.).reshape(8, 8)),
    need_one=lambda a, i: whole_dimensions(("j",))(a), need_both=lambda a, i: whole_dimensions(("i", "j"))(a))
for spec in SPECS:
    for name, f in CARRIED.items():
        add(f"carried_{name}_{spec}", lambda f=f, s=spec: jax.tree.map(lambda a: (a, str(a.sharding.spec if hasattr(a.sharding, "spec") else a.sharding)), jax.jit(f)(put(W, *s), 1)))
