"""What callers are told of programs: the order of effects, errors of callbacks, options of the compiler, layouts with tiles, costs, and the exchanges
between devices in a program's text. Programs run on four devices. Their results are texts and arrays."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jax.experimental.layout import Format, Layout
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P, SingleDeviceSharding

from wide_behaviour import plain, said

PROGRAMS = {}
X = np.arange(64, dtype=np.float32).reshape(8, 8) / 9


def add(name, run):
    assert name not in PROGRAMS, name
    PROGRAMS[name] = run


# Effects
def recorded(program, ordered, value=1.0):
    """What a program's effects say, in the order in which they run; `program` gets a function that makes one."""
    seen = []
    note = lambda word, v: io_callback(lambda v: seen.append(f"{word} {np.asarray(v)}"), None, v, ordered=ordered)
    result = jax.jit(functools.partial(program, note))(value)
    jax.block_until_ready(result)
    jax.effects_barrier()
    return seen, result


def called(note, x):
    inner = jax.jit(lambda v: (note("inner", v), v + 1)[1])
    outer = jax.jit(lambda v: (note("outer", v), inner(v), note("outer again", v))[1])
    note("start", x)
    y = inner(x)
    note("between", y)
    z = outer(y * 10)
    note("end", z)
    return inner(z)


def loops(note, x):
    inner = jax.jit(lambda v: (note("inner", v), v + 1)[1])
    body = lambda c, t: (note("body", c), (inner(c), note("after", t))[0])[1:] + (c,)
    c, ys = lax.scan(body, x, jnp.arange(4.0))
    c = lax.fori_loop(0, 3, lambda i, c: (note("i", i), c + 1)[1], c)
    return c, ys


def in_scan(note, x):
    return lax.scan(lambda c, t: (note("body", c), (c * 2, t))[1], x, jnp.arange(30.0))


def in_while(note, x):
    return lax.while_loop(lambda c: (note("condition", c), c < 6)[1], lambda c: (note("body", c), c + 1)[1], x)


def in_rounds(note, x):
    return lax.fori_loop(0, 3, lambda i, c: lax.fori_loop(0, 3, lambda j, c: (note("inner", c), c + 1)[1], (note("outer", c), c)[1]), x)


def branches(note, x):
    y = lax.cond(x > 0, lambda v: (note("true", v), note("more", v), v)[2], lambda v: (note("false", v), -v)[1], x)
    note("between", y)
    return lax.switch(jnp.int32(x), [lambda v: (note("0", v), v)[1], lambda v: (note("1", v), v)[1], lambda v: v], y)


for program in (called, loops, in_scan, in_while, in_rounds, branches):
    add(f"effects_{program.__name__}", functools.partial(recorded, program, True))
# Without an order of their own, effects of one loop run in the order of its rounds.
for program in (in_scan, in_while):
    add(f"effects_unordered_{program.__name__}", functools.partial(recorded, program, False))


# Errors of callbacks
def bad(*_):
    raise ValueError("no value")


def no_text(*_):
    raise StopIteration


S = jax.ShapeDtypeStruct((), np.float32)
for key, program in dict(
    pure=lambda v: jax.pure_callback(bad, S, v), io=lambda v: io_callback(bad, S, v), ordered=lambda v: io_callback(bad, S, v, ordered=True),
    debug=lambda v: (jax.debug.callback(bad, v), v)[1], no_text=lambda v: jax.pure_callback(no_text, S, v), count=lambda v: jax.pure_callback(lambda v: (v, v), S, v),
    shape=lambda v: jax.pure_callback(lambda v: np.zeros(3, np.float32), S, v), dtype=lambda v: jax.pure_callback(lambda v: "a", S, v),
    vmap=lambda v: jax.vmap(lambda w: jax.pure_callback(bad, S, w, vmap_method="sequential"))(v * jnp.ones(3)),
    scan=lambda v: lax.scan(lambda c, _: (jax.debug.callback(bad, c), (c, c))[1], v, None, length=3),
).items():
    # The start and the end of the text: the stack between them may be that of a thread.
    ends = lambda text: text.splitlines()[0] + text.splitlines()[-1] + str("^" in text) if isinstance(text, str) else text
    add(f"callback_error_{key}", lambda program=program: ends(said(lambda: jax.block_until_ready(jax.jit(program)(np.float32(1))), 100000)))

add("memory", lambda: said(lambda: jax.block_until_ready(jnp.zeros((1 << 20, 1 << 20, 64))), 1000).split(" (")[0])

# Options
for name, values in dict(
    xla_embed_ir_in_executable=(True, "True", "true", 1, ""), xla_backend_optimization_level=(0, "2", " 2 ", 2.5, "x", 2**40), xla_gpu_redzone_padding_bytes=(2**40, "x"),
    xla_gpu_autotune_gemm_rtol=(0.5, "0.5", 1, True), xla_disable_hlo_passes=("", "a,b", 1), xla_cpu_scheduler_type=("CPU_SCHEDULER_TYPE_DEFAULT", "DEFAULT", 1, "1"),
    xla_gpu_enable_command_buffer=("", "FUSION", "FUSION,CUBLAS", "FUSION,x"), xla_backend_extra_options=("", "a=b"), xla_no_such_option=(True,), xla_=("1",), no_such_option=(1,),
).items():
    add(f"options_{name}", lambda name=name, values=values: [said(lambda: jax.jit(lambda v: v + 1, compiler_options={name: value})(X), 300) for value in values])


# Layouts with tiles
def tiled(order, tiles, dtype=np.float32):
    here = SingleDeviceSharding(jax.devices()[0])
    a = jax.device_put(X.astype(dtype), Format(Layout(order, tiles), here))
    return a, str(a.format.layout), a.on_device_size_in_bytes(), a + 1, str((a + 1).format.layout)


for key, case in dict(
    square=((0, 1), ((8, 8),)), columns=((1, 0), ((2, 4),)), odd=((0, 1), ((3, 5),)), twice=((0, 1), ((8, 128), (2, 1))), line=((0, 1), ((4,),)), narrow=((0, 1), ((8, 8), (2, 1)), jnp.bfloat16),
).items():
    add(f"tiles_{key}", lambda case=case: said(lambda: tiled(*case)))
HERE = lambda tiles: Format(Layout((0, 1), tiles), SingleDeviceSharding(jax.devices()[0]))
add("tiles_in", lambda: jax.jit(lambda v: v + 1, in_shardings=HERE(((2, 2),)))(X))
add("tiles_out", lambda: (lambda a: (a, str(a.format.layout)))(jax.jit(lambda v: v + 1, out_shardings=HERE(((2, 2),)))(X)))
add("tiles_formats", lambda: (lambda c: plain((c.input_formats, c.output_formats)))(jax.jit(lambda v: v + 1, in_shardings=HERE(((2, 2),)), out_shardings=HERE(((4, 4),))).lower(X).compile()))
add("tiles_divided", lambda: (lambda s: str(jax.device_put(X, Format(Layout((0, 1), ((2, 2),)), s)).format.layout))(NamedSharding(jax.make_mesh((2, 2), ("x", "y")), P("x", "y"))))
add("tiles_move", lambda: str(jax.device_put(jax.device_put(X, HERE(((3, 5),))), jax.devices()[1]).format.layout))


# Costs
def costs(function, *arguments):
    found = jax.jit(function).lower(*arguments).compile().cost_analysis()
    return str([found.get("flops"), found.get("transcendentals")])


for key, (function, *arguments) in dict(
    erf=(lax.erf, X), fft=(jnp.fft.fft, X.astype(np.complex64)), fft_odd=(lambda v: jnp.fft.fft(v[:, :7]), X.astype(np.complex64)),
    cond=(lambda v: lax.cond(v[0, 0] > 0, jnp.sin, lambda w: w * 2 + 1, v), X), conv=(lambda v, w: lax.conv(v, w, (2, 1), "SAME"), np.ones((2, 3, 8, 8), np.float32), np.ones((4, 3, 3, 3), np.float32)),
    conv_dilated=(lambda v, w: lax.conv_general_dilated(v, w, (1, 1), "SAME", (2, 2), (1, 2)), np.ones((2, 3, 8, 8), np.float32), np.ones((4, 3, 3, 3), np.float32)),
    conv_groups=(lambda v, w: lax.conv_general_dilated(v, w, (1, 1), "VALID", feature_group_count=3), np.ones((2, 3, 8, 8), np.float32), np.ones((6, 1, 3, 3), np.float32)),
).items():
    add(f"costs_{key}", lambda function=function, arguments=arguments: costs(function, *arguments))


# Exchanges between devices
EXCHANGES = ["all-reduce(", "all-gather(", "reduce-scatter(", "all-to-all(", "collective-permute("]


def exchanges(function, *specs, kind=AxisType.Auto, out=None):
    mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(kind,) * 2)
    with jax.set_mesh(mesh):
        arguments = [jax.device_put(X, NamedSharding(mesh, P(*spec))) for spec in specs]
        options = {} if out is None else {"out_shardings": NamedSharding(mesh, P(*out))}
        text = jax.jit(function, **options).lower(*arguments).compile().as_text()
    return str([name for name in EXCHANGES if name in text])


PRODUCTS = [(("x", None), (None, "y")), (("x", "y"), ("y", None)), ((None, "y"), ("y", None)), ((None, None), (None, "y"))]
for kind in (AxisType.Auto, AxisType.Explicit):
    for left, right in PRODUCTS:
        if kind == AxisType.Auto:
            add(f"exchange_product_{left}_{right}", lambda left=left, right=right: exchanges(lambda a, b: a @ b, left, right))
        for out in [("x", "y"), ("x", None)] if kind == AxisType.Explicit else []:
            add(f"exchange_product_{left}_{right}_{out}", lambda left=left, right=right, out=out: exchanges(lambda a, b: jnp.einsum("ij,jk->ik", a, b, out_sharding=P(*out)), left, right, kind=AxisType.Explicit))
    for key, (function, *specs) in dict(
        sum=(lambda a: a.sum(), ("x", "y")), sum_rows=(lambda a: a.sum(0), ("x", "y")), max=(lambda a: a.max(1), ("x", "y")), argmax=(lambda a: a.argmax(1), ("x", "y")), softmax=(jax.nn.softmax, (None, "y")),
        any=(lambda a: (a > 0).any(0), ("x", "y")), sine=(jnp.sin, ("x", "y")), transpose=(lambda a: a.T, ("x", "y")), scan=(lambda a: lax.scan(lambda c, _: (jnp.sin(c), c.sum()), a, None, length=3), ("x", None)),
        cond=(lambda a: lax.cond(a.sum() > 0, lambda v: v.sum(0), lambda v: v.max(0), a), ("x", None)), jit=(lambda a: jax.jit(lambda v: v.sum(0))(a), ("x", None)),
        grad=(jax.grad(lambda w, v: jnp.tanh(v @ w).sum()), (None, "y"), ("x", None)), var=(lambda a: a.var(0), ("x", "y")),
    ).items():
        add(f"exchange_{key}_{kind.name}", lambda function=function, specs=specs, kind=kind: exchanges(function, *specs, kind=kind))
    for start, out in [(("x", "y"), (None, None)), (("x", "y"), ("x", None)), (("x", None), (None, "x")), ((("x", "y"), None), (("y", "x"), None)), ((None, None), ("x", "y"))]:
        add(f"exchange_result_{start}_{out}_{kind.name}", lambda start=start, out=out, kind=kind: exchanges(lambda a: a * 2, start, kind=kind, out=out))
