"""How results are divided over devices where programs leave it open, by the operation and the division of its argument. Programs run on four devices."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec as P

from wide_behaviour import mesh

PROGRAMS = {}
X = np.arange(64, dtype=np.float32).reshape(8, 8)


def division(result):
    places = result.sharding.devices_indices_map(result.shape)
    return str([[(place.start or 0, place.stop) for place in places[device]] for device in sorted(places, key=lambda device: device.id)])


FUNCTIONS = dict(
    roll0=lambda a: jnp.roll(a, 1, 0), roll1=lambda a: jnp.roll(a, 1, 1), rollflat=lambda a: jnp.roll(a, 3), topk=lambda a: lax.top_k(a, 3),
    topk0=lambda a: lax.top_k(a.T, 3), cumsum=lambda a: jnp.cumsum(a, 0), cumsum1=lambda a: jnp.cumsum(a, 1), sort=lambda a: jnp.sort(a, 0),
    sort1=lambda a: jnp.sort(a, 1), argsort=lambda a: jnp.argsort(a, 1), flip=lambda a: jnp.flip(a, 0), concat=lambda a: jnp.concatenate([a, a], 0),
    concat1=lambda a: jnp.concatenate([a, a], 1), stack=lambda a: jnp.stack([a, a]), pad=lambda a: jnp.pad(a, ((0, 0), (1, 1))),
    pad0=lambda a: jnp.pad(a, ((2, 2), (0, 0))), slice0=lambda a: a[2:6], slice1=lambda a: a[:, 1:3], idx=lambda a: a[0], idx1=lambda a: a[:, 0],
    gather=lambda a: a[jnp.array([0, 3])], gather1=lambda a: a[:, jnp.array([0, 3])], take=lambda a: jnp.take_along_axis(a, jnp.zeros((8, 1), int), 1),
    dyn=lambda a: lax.dynamic_slice(a, (1, 0), (2, 8)), dyn_u=lambda a: lax.dynamic_update_slice(a, jnp.ones((2, 8)), (1, 0)),
    at=lambda a: a.at[0].set(1.0), at_add=lambda a: a.at[jnp.array([1, 2])].add(1.0), argmax=lambda a: jnp.argmax(a, 1),
    argmax0=lambda a: jnp.argmax(a, 0), mm=lambda a: a @ a, mmt=lambda a: a @ a.T, outer=lambda a: jnp.outer(a[0], a[1]), bcast=lambda a: a + a[0],
    tri=lambda a: jnp.triu(a), eye=lambda a: a + jnp.eye(8), mean=lambda a: a.mean(0), var=lambda a: a.var(1), softmax=lambda a: jax.nn.softmax(a),
    reshape=lambda a: a.reshape(-1), reshape2=lambda a: a.reshape(2, 4, 8), reshape3=lambda a: a.reshape(8, 2, 4), T=lambda a: a.T,
    repeat=lambda a: jnp.repeat(a, 2, 0), tile=lambda a: jnp.tile(a, (2, 1)), fft=lambda a: jnp.fft.fft(a), where=lambda a: jnp.where(a > 3, a, 0),
    onehot=lambda a: jax.nn.one_hot(a[0].astype(int), 4), scan=lambda a: lax.scan(lambda c, v: (c + v, c * 2), a[0], a),
    vmap=lambda a: jax.vmap(lambda v: v.sum())(a), chol=lambda a: jnp.linalg.cholesky(a @ a.T + 100 * jnp.eye(8)),
    solve=lambda a: jnp.linalg.solve(a + 9 * jnp.eye(8), a), expand=lambda a: a[:, None], sq=lambda a: a[:, None].squeeze(1),
    split=lambda a: jnp.split(a, 2, 0), cw=lambda a: lax.reduce_window(a, 0.0, lax.add, (2, 1), (2, 1), 'VALID'),
    rand=lambda a: jax.random.normal(jax.random.key(0), (8, 8)) + a, const=lambda a: jnp.zeros((8, 8)), iota=lambda a: lax.iota(jnp.float32, 8) + a[:, 0],
    cond=lambda a: lax.cond(a.sum() > 0, lambda v: v + 1, lambda v: v, a), grad=jax.grad(lambda a: jnp.sin(a).sum()), diag=lambda a: jnp.diag(a),
    trace=lambda a: jnp.trace(a), cumprod=lambda a: jnp.cumprod(a), searchs=lambda a: jnp.searchsorted(a[0], a[1]),
    einsum=lambda a: jnp.einsum('ij,kj->ik', a, a), conv=lambda a: lax.conv(a[None, None], jnp.ones((1, 1, 3, 3)), (1, 1), 'SAME'),
    bit=lambda a: lax.bitcast_convert_type(a, jnp.int32), bit8=lambda a: lax.bitcast_convert_type(a, jnp.uint8),
    barrier=lambda a: lax.optimization_barrier(a), rev=lambda a: lax.rev(a, (0,)), clamp=lambda a: jnp.clip(a, 0, 1), argpart=lambda a: jnp.median(a, 0),
    kron=lambda a: jnp.kron(a[:2, :2], a[:2, :2]), cummax=lambda a: lax.cummax(a, 0), cov=lambda a: jnp.cov(a),
    hist=lambda a: jnp.bincount(a.reshape(-1).astype(int), length=8), seg=lambda a: jax.ops.segment_sum(a, jnp.arange(8) // 2, 4),
    asso=lambda a: lax.associative_scan(jnp.add, a), mapp=lambda a: lax.map(lambda v: v * 2, a), fori=lambda a: lax.fori_loop(0, 3, lambda i, v: v * 2, a),
    checkpoint=lambda a: jax.checkpoint(jnp.sin)(a), tensordot=lambda a: jnp.tensordot(a, a, 2), swap=lambda a: jnp.swapaxes(a.reshape(2, 4, 8), 0, 2),
    norm=lambda a: jnp.linalg.norm(a, axis=1), all=lambda a: (a > 0).all(1), cat3=lambda a: jnp.concatenate([a, jnp.ones((8, 2))], 1),
    nonz=lambda a: jnp.nonzero(a, size=4), uniq=lambda a: jnp.unique(a, size=4), qr=lambda a: jnp.linalg.qr(a),
    svd=lambda a: jnp.linalg.svd(a, compute_uv=False), gs=lambda a: jnp.gradient(a, axis=0), diff=lambda a: jnp.diff(a, axis=0),
    dotd=lambda a: a[0] @ a[1], mv=lambda a: a @ a[0],
)
for spec in [("x",), (None, "x"), ("x", "y"), (("x", "y"),), ("y", "x")]:
    for name, function in FUNCTIONS.items():
        PROGRAMS[f"divided_{name}_{spec}"] = lambda function=function, spec=spec: [
            division(result) for result in jax.tree.leaves(jax.jit(function)(jax.device_put(X, NamedSharding(mesh(), P(*spec)))))]
