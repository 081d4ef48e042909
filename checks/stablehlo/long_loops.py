#!/usr/bin/env python3
"""Long tensors through the loops of StableHLO's scans, windows, reductions, sorts and top_k: run here on one thread and on three, and by XLA.

    long_loops.py TFRT

Prints each difference, then how many programs ran. Needs jax 0.9.2 and numpy. XLA's largest number of a row drops what is not a number, which the
specification keeps: `max_special_*` differ.
"""
import os
import subprocess
import sys
import tempfile

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

TFRT = sys.argv[1]
QUEUES = ("s", "mstd:3")
random = np.random.default_rng(3)
programs = {}


def add(name, function, *arguments):
    """Adds a program."""
    programs[name] = (function, arguments)


def floats(*sizes):
    return random.normal(size=sizes).astype(np.float32)


def ints(*sizes):
    return random.integers(-50, 50, size=sizes).astype(np.int32)


def special(*sizes):
    """Numbers with ties, infinities, both zeros and what is not a number."""
    values = floats(*sizes).round(1)
    for kind, value in enumerate([np.nan, np.inf, -np.inf, -0.0, 0.0]):
        values[random.integers(0, 200, size=sizes) == kind] = value
    return values


def axes():
    cube = (60, 70, 50)
    for axis in range(3):
        for reverse in (False, True):
            end = f"{axis}_{reverse}"
            add(f"cumsum_ints_{end}", lambda x, a=axis, r=reverse: lax.cumsum(x, a, reverse=r), ints(*cube))
            add(f"cumsum_floats_{end}", lambda x, a=axis, r=reverse: lax.cumsum(x, a, reverse=r), floats(*cube))
            add(f"cummax_{end}", lambda x, a=axis, r=reverse: lax.cummax(x, a, reverse=r), floats(*cube))
            add(f"cumlogsumexp_{end}", lambda x, a=axis, r=reverse: lax.cumlogsumexp(x, a, reverse=r), floats(6, 70, 50))
        for kind, values in [("ints", ints(*cube)), ("special", special(*cube))]:
            add(f"extremes_{kind}_{axis}", lambda x, a=axis: (jnp.argmax(x, a), jnp.argmin(x, a)), values)
        add(f"sort_{axis}", lambda x, a=axis: lax.sort(x, a), special(*cube))
        add(f"sort_pairs_{axis}", lambda x, y, a=axis: lax.sort((x, y), dimension=a, num_keys=1), ints(*cube), floats(*cube))
        add(f"argsort_{axis}", lambda x, a=axis: jnp.argsort(x, a, descending=True), special(*cube))
        for name in ("sum", "max", "min", "prod", "any", "all"):
            add(f"{name}_{axis}", lambda x, a=axis, n=name: getattr(jnp, n)(x, a), ints(*cube) % 3)
        add(f"sum_floats_{axis}", lambda x, a=axis: jnp.sum(x, a), floats(*cube))
        add(f"max_special_{axis}", lambda x, a=axis: jnp.max(x, a), special(*cube))
    add("sum_of_two_axes", lambda x: (x.sum((0, 2)), x.sum((0, 1)), x.sum((1, 2))), ints(*cube))
    add("mean_and_variance", lambda x: (x.mean(0), x.var(1)), floats(700, 700))
    for name in ("sum", "max", "min"):
        add(f"{name}_of_all", lambda x, n=name: getattr(jnp, n)(x), ints(700, 700))
    add("sum_floats_of_all", lambda x: jnp.sum(x), floats(700, 700))
    add("empty", lambda x: (jnp.cumsum(x, 0), jnp.sort(x), jnp.sum(x, 1)), np.zeros((3, 0), np.float32))


def lists():
    add("extremes", lambda x: (jnp.argmax(x), jnp.argmin(x)), special(300001))
    add("sort", jnp.sort, special(300001))
    add("sort_i8", jnp.sort, random.integers(-128, 127, size=200001).astype(np.int8))
    add("sort_u32", jnp.sort, random.integers(0, 2**32, size=200001).astype(np.uint32))
    add("sort_bf16", jnp.sort, floats(100001).astype(jnp.bfloat16))
    add("sort_of_opposites", lambda x: -jnp.sort(-x), floats(200001))
    add("sort_by_two_keys", lambda x, y: lax.sort((x, y), num_keys=2), ints(200001), floats(200001))
    add("top_k", lambda x: lax.top_k(x, 100), floats(300001))
    add("top_k_of_ties", lambda x: lax.top_k(x, 77), ints(3, 100001))
    add("top_k_special", lambda x: lax.top_k(x, 5000), special(100001))
    add("top_k_of_rows", lambda x: lax.top_k(x, 5), special(2000, 70))


def windows():
    kinds = [
        ((1, 3, 3, 1), (1, 2, 2, 1), "SAME", None),
        ((1, 2, 5, 1), (1, 1, 3, 1), "VALID", None),
        ((1, 3, 3, 1), (1, 1, 1, 1), "VALID", (1, 2, 2, 1)),
        ((2, 1, 3, 3), (1, 1, 1, 2), ((1, 1), (0, 0), (2, 1), (1, 0)), (1, 1, 1, 2)),
    ]
    for number, (window, strides, padding, dilation) in enumerate(kinds):

        def reduced(x, init, function, holes=None, of=(window, strides, padding), dilation=dilation):
            return lax.reduce_window(x, init, function, *of, holes, dilation)

        add(f"max_pool_{number}", lambda x, r=reduced: r(x, -jnp.inf, lax.max), floats(4, 30, 40, 16))
        add(f"sum_pool_{number}", lambda x, r=reduced: r(x, 0, lax.add), ints(4, 30, 40, 16))
        add(f"sum_pool_of_holes_{number}", lambda x, r=reduced: r(x, 0, lax.add, (1, 2, 1, 1)), ints(2, 30, 20, 6))
    pool = lambda x, init, f, size, padding: jnp.sum(lax.reduce_window(x, init, f, (1, size, size, 1), (1, 2, 2, 1), padding) ** 2)
    add("max_pool_gradient", jax.grad(lambda x: pool(x, -jnp.inf, lax.max, 3, "SAME")), floats(4, 30, 40, 16))
    add("min_pool_gradient", jax.grad(lambda x: pool(x, jnp.inf, lax.min, 2, "VALID")), ints(4, 30, 40, 16).astype(np.float32))


def run(text, arguments, count, queue):
    """The results of a program here, or the message."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/program.mlir", "w") as file:
            file.write(text)
        command = [TFRT, "run", f"{folder}/program.mlir", f"--work_queue_type={queue}"]
        for number, argument in enumerate(arguments):
            np.save(f"{folder}/in{number}.npy", np.asarray(argument))
            command.append(f"--input=@{folder}/in{number}.npy")
        command += [f"--output=@{folder}/out{number}.npy" for number in range(count)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr.strip()[:200]
        return [np.load(f"{folder}/out{number}.npy") for number in range(count)]


def agree(name, got, want):
    if got.shape != want.shape:
        return False
    got = got if got.dtype == want.dtype else got.view(want.dtype)
    if want.dtype.kind != "f" and want.dtype.name != "bfloat16":
        return np.array_equal(got, want)
    sums = "sum" in name or "mean" in name
    got, want = got.astype(np.float64), want.astype(np.float64)
    return np.allclose(got, want, rtol=2e-5, atol=2e-4 if sums else 1e-6, equal_nan=True)


def main():
    axes()
    lists()
    windows()
    different = 0
    for name, (function, arguments) in programs.items():
        compiled = jax.jit(function)
        text = compiled.lower(*arguments).as_text()
        wanted = [np.asarray(value) for value in jax.tree.leaves(compiled(*arguments))]
        found = [run(text, arguments, len(wanted), queue) for queue in QUEUES]
        errors = [result for result in found if isinstance(result, str)]
        if errors:
            print(f"{name}: {errors[0]}")
        elif any(a.tobytes() != b.tobytes() for a, b in zip(*found)):
            print(f"{name}: other results on several threads")
        elif not all(agree(name, got, want) for got, want in zip(found[0], wanted)):
            print(f"{name}: other results than XLA's")
        else:
            continue
        different += 1
    print(f"{len(programs)} programs, {different} differ")
    return 1 if different else 0


sys.exit(main())
