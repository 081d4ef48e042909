"""The orders of arrays in memory that programs and callers ask for, by name. Programs run on four devices."""

import pickle

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.layout import Format, Layout, with_layout_constraint
from jax.sharding import NamedSharding, PartitionSpec as P, SingleDeviceSharding

from wide_behaviour import X, mesh, said

PROGRAMS = {}


def add(name, function):
    PROGRAMS[name] = function


def laid(order, v=None):
    return jax.device_put(np.arange(24, dtype=np.float32).reshape(2, 3, 4) if v is None else v, Format(Layout(order), SingleDeviceSharding(jax.devices()[0])))


def of_laid(a):
    return str(a.format.layout), np.asarray(a), str(np.asarray(a).strides), a.on_device_size_in_bytes()


def auto_laid():
    auto = Format(Layout.AUTO, NamedSharding(mesh(), P("x")))
    shape = jax.ShapeDtypeStruct((4, 6), np.float32)
    compiled = jax.jit(lambda a, b: (a.T, b * 2), in_shardings=auto, out_shardings=auto).lower(shape, shape).compile()
    results = compiled(*[jax.device_put(X, own) for own in compiled.input_formats[0]])
    return [str(own.layout) for own in jax.tree.leaves((compiled.input_formats, compiled.output_formats))], [of_laid(own) for own in results]


for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
    add(f"order_put_{order}", lambda order=order: of_laid(laid(order)))
    add(f"order_out_{order}", lambda order=order: of_laid(jax.jit(lambda a: a + 1, out_shardings=laid(order).format)(laid((2, 1, 0)))))
    add(f"order_in_{order}", lambda order=order: of_laid(jax.jit(lambda a: a + 1, in_shardings=laid(order).format)(laid(order))))
for name, function in dict(
    again=lambda: [of_laid(a) for a in (lambda a: (jax.device_put(a, Format(Layout((0, 1, 2)), a.sharding)), jax.device_put(a, a.sharding), jnp.copy(a), a.T, a + 1))(laid((2, 0, 1)))],
    divided=lambda: [of_laid(s.data) for s in jax.device_put(X, Format(Layout((1, 0)), NamedSharding(mesh(), P("x", "y")))).addressable_shards], compiled=lambda: [str(f.layout) for f in jax.tree.leaves((lambda c: (c.input_formats, c.output_formats))(jax.jit(lambda a: a * 2).lower(laid((2, 0, 1))).compile()))],
    constraint=lambda: of_laid(jax.jit(lambda a: with_layout_constraint(a.T, Layout((1, 0))) * 2)(X)), donated=lambda: (lambda a: (of_laid(jax.jit(lambda v: v * 2, in_shardings=a.format, out_shardings=a.format, donate_argnums=0)(a)), a.is_deleted()))(laid((2, 0, 1))), pickled=lambda: of_laid(pickle.loads(pickle.dumps(laid((2, 0, 1))))),
    dlpack=lambda: np.from_dlpack(laid((2, 0, 1))), int4=lambda: of_laid(laid((1, 0), X.astype(jnp.int4))), auto=auto_laid, rank=lambda: said(lambda: laid((1, 0)), 60), twice=lambda: said(lambda: laid((0, 0, 1)), 70), callback=lambda: of_laid(jax.make_array_from_callback(X.shape, Format(Layout((1, 0)), NamedSharding(mesh(), P("x"))), lambda at: X[at])),
).items():
    add(f"order_{name}", function)
