"""Programs on arrays that are large enough for tasks, and of shapes that kernels have ways of their own for, by name."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

PROGRAMS = {}
r = np.random.RandomState(11)


def add(name, function, *arguments, x64=False):
    """Adds a call of a function."""
    def run():
        with jax.enable_x64(x64):
            return jax.tree.map(np.asarray, jax.jit(function)(*arguments))
    assert name not in PROGRAMS, name
    PROGRAMS[name] = run


def numbers(*shape):
    return r.standard_normal(shape).astype(np.float32)


def integers(most, *shape):
    return r.randint(0, most, shape).astype(np.int32)


# Windows: lines in one row, apart, dilated, with padding on both sides or cut off.
PLANE, IMAGES = numbers(37, 53), numbers(3, 21, 18, 5)
for name, function, init in [("sum", lax.add, 0.), ("max", lax.max, -np.inf), ("min", lax.min, np.inf), ("product", lax.mul, 1.)]:
    for number, options in enumerate([
        ((3, 3), (1, 1), "SAME"), ((2, 2), (2, 2), "VALID"), ((1, 5), (1, 3), ((0, 0), (2, 4))), ((4, 1), (3, 1), ((1, 2), (0, 0))),
        ((2, 3), (1, 2), ((1, 1), (2, 0)), (2, 1), (1, 3)), ((2, 2), (2, 1), ((0, 0), (-2, -3)), None, (2, 2)),
    ]):
        add(f"window_{name}_{number}", lambda a, function=function, init=init, options=options: lax.reduce_window(a, np.float32(init), function, *options), PLANE)
    add(f"window_{name}_channels", lambda a, function=function, init=init: lax.reduce_window(a, np.float32(init), function, (1, 3, 2, 1), (1, 2, 2, 1), "SAME"), IMAGES)
    add(f"window_{name}_long", lambda a, function=function, init=init: lax.reduce_window(a, np.float32(init), function, (9,), (1,), "VALID"), numbers(20000))
    add(f"window_{name}_i8", lambda a, function=function, init=init: lax.reduce_window(a, np.int8(np.clip(init, -128, 127)), function, (3, 2), (2, 2), "SAME"), integers(3, 30, 31).astype(np.int8))
add("window_half", lambda a: lax.reduce_window(a, jnp.bfloat16(-np.inf), lax.max, (2, 2), (2, 2), "VALID"), PLANE.astype(jnp.bfloat16))
add("window_gradient", jax.grad(lambda a: (lax.reduce_window(a, 0., lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()), IMAGES)

# The best numbers along each dimension, with conditions, ties, zeros of two signs and NaN.
CUBE = numbers(7, 33, 40)
TIES = integers(4, 7, 33, 40)
STRANGE = np.where(TIES == 0, np.float32(-0.), np.where(TIES == 1, np.float32(0.), np.where((TIES == 2) & (integers(9, 7, 33, 40) == 0), np.float32(np.nan), np.float32(-1.))))
for axis in (0, 1, 2):
    for name, values in [("plain", CUBE), ("ties", TIES), ("bytes", TIES.astype(np.int8)), ("conditions", TIES > 2), ("strange", STRANGE), ("half", CUBE.astype(jnp.bfloat16))]:
        add(f"best_{name}_{axis}", lambda a, axis=axis: (jnp.argmax(a, axis), jnp.argmin(a, axis)), values)
    add(f"folded_{axis}", lambda a, axis=axis: (a.sum(axis), a.max(axis), a.min(axis), jnp.any(a > 2, axis), a.prod(axis)), CUBE)
add("best_of_all", lambda a: (jnp.argmax(a), jnp.argmin(a)), numbers(100000))
add("best_of_all_strange", lambda a: (jnp.argmax(a), jnp.argmin(a)), np.tile(STRANGE.reshape(-1), 12))
add("select", lambda a: jnp.select([a > 1, a > 0, a > -1], [a, a * a, a * 3], 0.), CUBE)
add("sum_columns", lambda a: a.sum(0), numbers(3000, 70))
add("sum_short_rows", lambda a: a.sum(1), numbers(500, 37))

# Sorts by several keys.
for count in (300, 5000):
    first, second, third = integers(9, count), numbers(count), integers(3, count)
    strange = np.where(third == 0, np.float32(-0.), np.where(third == 1, np.float32(0.), np.where(first == 1, np.float32(np.nan), second)))
    add(f"sort_two_{count}", lambda *a: lax.sort(a, num_keys=2), first, second, np.arange(count))
    add(f"sort_three_{count}", lambda *a: lax.sort(a, num_keys=3), third, first, second, np.arange(count))
    add(f"sort_strange_{count}", lambda *a: lax.sort(a, num_keys=2), strange, first, np.arange(count))
    add(f"sort_wide_{count}", lambda *a: lax.sort(a, num_keys=2), first.astype(np.int64), second.astype(np.float64), np.arange(count), x64=True)
    add(f"lexsort_{count}", lambda *a: jnp.lexsort(a), second, first, third)
    add(f"sort_columns_{count}", lambda *a: lax.sort(a, dimension=0, num_keys=2), integers(3, count // 10, 10), numbers(count // 10, 10))

# Elements and slices at places.
TABLE, ROWS = numbers(300, 17), integers(300, 400)
add("gather_rows", lambda a, i: a[i], TABLE, ROWS)
add("gather_columns", lambda a, i: a[:, i], TABLE, ROWS % 17)
add("gather_grid", lambda a, i: a[i[:, None], i[None, :] % 17], TABLE, ROWS)
add("gather_blocks", jax.vmap(lambda i, a: lax.dynamic_slice(a, (i, i), (5, 3)), (0, None)), ROWS, TABLE)
add("gather_along", lambda a, i: (jnp.take_along_axis(a, i, 0), jnp.take_along_axis(a, i % 17, 1)), TABLE, integers(300, 300, 17))
add("gather_one", lambda a, i: (a[i], a[i, 3], a[:, i], lax.fori_loop(0, 40, lambda k, v: v + a[k * i], jnp.zeros(17))), TABLE, np.int32(5))
add("gather_one_outside", lambda a, i: (a[i], a.at[i].get(mode="clip"), a.at[i].get(mode="fill", fill_value=-3.)), TABLE, np.int32(1000))
add("scatter_apply", lambda a, i: a.at[i].apply(jnp.sin), TABLE[:, 0], ROWS)
add("scatter_many", lambda a, i, u: (a.at[i].add(u), a.at[i].min(u), a.at[i].multiply(u)), TABLE[:, 0], integers(20, 3000), numbers(3000))
for name in ("set", "add", "multiply", "min", "max"):
    for place in (0, 7, 299, 300, -1, -301):
        add(f"scatter_one_{name}_{place}", lambda a, i, u, name=name: getattr(a.at[i], name)(u), TABLE, np.int32(place), numbers(17))
        add(f"scatter_number_{name}_{place}", lambda a, i, u, name=name: getattr(a.at[i, 2], name)(u), TABLE, np.int32(place), np.float32(3))
add("scatter_in_loop", lambda a: lax.fori_loop(0, 300, lambda k, v: v.at[k].set(v[k - 1] * .5 + 1), a), TABLE[:, 0])
add("branch_in_loop", lambda a: lax.scan(lambda c, v: (lax.cond(v > 0, lambda w: w + 1, lambda w: w * .5, c), c), np.float32(0), a), TABLE[:, 0])
add("switch_in_loop", lambda i: lax.scan(lambda c, k: (lax.switch(k, [lambda w: w + 1, lambda w: w * .5, jnp.sin], c), c), np.float32(0), i), ROWS % 5 - 1)
for widths in (1, 2, 3, 5):
    add(f"pad_rows_{widths}", lambda a, widths=widths: (jnp.pad(a, ((0, 0), (1, widths))), lax.pad(a, np.float32(7), ((2, 1, 1), (-1, 2, widths)))), numbers(1000, widths + 1))

# Convolutions by groups, and of narrow numbers.
FILTERS = numbers(3, 3, 2, 12)
grouped = lambda x, w, stride=1: lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=x.shape[3] // w.shape[2])
for stride in (1, 2):
    for name, filters in [("grouped", FILTERS), ("depthwise", numbers(3, 3, 1, 6))]:
        add(f"conv_{name}_{stride}", lambda x, w, stride=stride: grouped(x, w, stride), numbers(3, 13, 12, 6), filters)
        add(f"conv_{name}_filters_{stride}", jax.grad(lambda w, x, stride=stride: (grouped(x, w, stride) ** 2).sum()), filters, numbers(3, 13, 12, 6))
        add(f"conv_{name}_images_{stride}", jax.grad(lambda x, w, stride=stride: (grouped(x, w, stride) ** 2).sum()), numbers(3, 13, 12, 6), filters)
for dtype in ("bfloat16", "float16"):
    add(f"conv_{dtype}", lambda x, w: grouped(x, w), numbers(2, 9, 8, 6).astype(dtype), FILTERS.astype(dtype))

# Transforms of one dimension, and matrices in batches.
for length in (1, 2, 12, 97, 1000):
    add(f"fft_lines_{length}", lambda a: (jnp.fft.fft(a), jnp.fft.ifft(a), jnp.fft.rfft(a.real), jnp.fft.irfft(a, length)), numbers(40, length) + 1j * numbers(40, length))
add("fft_part", lambda a: jnp.fft.rfft(a, 30), numbers(5, 64))
for size in (1, 3, 20):
    matrices = numbers(60, size, size) + 4 * np.eye(size, dtype=np.float32)
    add(f"inverses_{size}", jnp.linalg.inv, matrices)
    add(f"factors_{size}", jnp.linalg.cholesky, matrices @ matrices.transpose(0, 2, 1))
    for left in (True, False):
        for turned in (True, False):
            add(f"triangular_{size}_{left}_{turned}", lambda a, b, left=left, turned=turned: lax.linalg.triangular_solve(a, b, left_side=left, lower=True, transpose_a=turned), matrices, numbers(60, size, size))
add("vectors_in_batches", lambda a, b: jnp.einsum("bij,bj->bi", a, b), numbers(50, 13, 11), numbers(50, 11))
add("lengths", jnp.abs, np.array([3 + 4j, complex(np.inf, -1), complex(np.nan, 1), 1e19 + 1e19j, 1e-30 + 1e-30j, 0j], np.complex64))
