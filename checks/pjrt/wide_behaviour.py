"""What JAX's interface does beside computing: errors, buffers, layouts, memories, ahead-of-time use, export, callbacks, debugging, threads, devices.

Programs run on four devices. Their results are texts and arrays; an error is a result, too.
"""

import contextlib
import ctypes
import functools
import gc
import io
import logging
import os
import pickle
import re
import tempfile
import threading
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import checkify, io_callback, layout, multihost_utils, pallas, serialize_executable, shard_map as _shard_map  # noqa: F401
from jax.experimental.custom_partitioning import custom_partitioning
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P, SingleDeviceSharding

PROGRAMS = {}
X = np.arange(24, dtype=np.float32).reshape(4, 6) / 7 - 1
V = np.linspace(-1, 1, 8, dtype=np.float32)


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def plain(text):
    return re.sub(r"0x[0-9a-f]+|\d{6,}", "N", str(text))


def said(run, length=160):
    """A result, or the error's name and the start of its text."""
    try:
        return run()
    except Exception as error:
        return f"{type(error).__name__}: {plain(error)[:length]}"


def mesh(shape=(2, 2), names=("x", "y"), **options):
    return jax.make_mesh(shape, names, axis_types=(AxisType.Auto,) * len(names), **options)


def put(a, *spec, shape=(2, 2)):
    return jax.device_put(a, NamedSharding(mesh(shape), P(*spec)))


def parts(a):
    return [(str(s.device), str(s.index), np.asarray(s.data)) for s in a.addressable_shards], str(a.sharding.spec) if hasattr(a.sharding, "spec") else str(a.sharding)


def texts(tree):
    return jax.tree.map(lambda leaf: leaf if isinstance(leaf, (np.ndarray, jax.Array)) else plain(leaf), tree)


def add(name, run):
    assert name not in PROGRAMS, name
    PROGRAMS[name] = lambda: texts(said(run))


def compiled(f, *arguments, **options):
    return jax.jit(f, **options).lower(*arguments).compile()


def collect(run):
    seen = []
    value = run(seen)
    jax.block_until_ready(value)
    jax.effects_barrier()
    return [np.asarray(s) for s in seen], value


def warned(run):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = run()
    return [plain(w.message)[:300] for w in caught], value


# Buffers
for dtype in "bool int4 uint4 int8 uint16 int32 float16 bfloat16 float32 complex64 float8_e4m3fn".split():
    kind = jnp.dtype(dtype)
    add(f"buffer_{dtype}", lambda kind=kind: (lambda a: (a.nbytes, a.itemsize, str(a.dtype), a.weak_type, a.is_fully_replicated, a.on_device_size_in_bytes(), len(a.addressable_shards), a.committed))(jnp.zeros((3, 5), kind)))
    add(f"buffer_trip_{dtype}", lambda kind=kind: np.asarray(jax.device_put(X.astype(kind))))
    add(f"buffer_transposed_{dtype}", lambda kind=kind: np.asarray(jax.device_put(X.astype(kind).T)))
    add(f"buffer_strided_{dtype}", lambda kind=kind: np.asarray(jax.device_put(X.astype(kind)[::-2, 1::2])))
    add(f"pickle_{dtype}", lambda kind=kind: pickle.loads(pickle.dumps(jnp.asarray(X).astype(kind))))
    add(f"dlpack_{dtype}", lambda kind=kind: jnp.from_dlpack(jnp.asarray(X).astype(kind)))
    add(f"dlpack_numpy_{dtype}", lambda kind=kind: np.from_dlpack(jnp.asarray(X).astype(kind)))
    add(f"dlpack_in_{dtype}", lambda kind=kind: jnp.from_dlpack(X.astype(kind)))
    add(f"pointer_{dtype}", lambda kind=kind: (lambda a: a.unsafe_buffer_pointer() % 16)(jnp.asarray(X).astype(kind)))
add("buffer_alias", lambda: (lambda a: jax.device_put(a).unsafe_buffer_pointer() == jax.device_put(a).unsafe_buffer_pointer())(jnp.array(X)))
add("buffer_put_copies", lambda: (lambda a, b: (a.__setitem__(0, 9), b)[1])(X.copy(), jnp.array(X)))
add("buffer_may_alias", lambda: (lambda a: jax.device_put(a, may_alias=False).unsafe_buffer_pointer() == a.unsafe_buffer_pointer())(jnp.array(X)))
add("buffer_put_donate", lambda: (lambda a: (jax.device_put(a, jax.devices()[1], donate=True), a.is_deleted()))(jnp.array(X)))
add("buffer_put_donate_same", lambda: (lambda a: (jax.device_put(a, jax.devices()[0], donate=True), a.is_deleted()))(jnp.array(X)))
add("buffer_interface", lambda: np.array(memoryview(jnp.array(X))))
add("buffer_array_interface", lambda: hasattr(jnp.array(X), "__array_interface__"))
add("buffer_cuda", lambda: said(lambda: jnp.array(X).__cuda_array_interface__))
add("buffer_writeable", lambda: said(lambda: np.asarray(jnp.array(X)).__setitem__(0, 1)))
add("buffer_delete", lambda: (lambda a: (a.delete(), a.is_deleted(), said(lambda: a + 1), said(lambda: np.asarray(a)), said(lambda: a.block_until_ready()), repr(a)[:60], said(lambda: a.copy_to_host_async()), said(lambda: a.unsafe_buffer_pointer()), said(lambda: jax.device_put(a, jax.devices()[1])), said(lambda: a.addressable_shards[0].data + 1)))(jnp.array(X))[1:])
add("buffer_delete_twice", lambda: (lambda a: (a.delete(), a.delete(), a.is_deleted()))(jnp.array(X))[2])
add("buffer_delete_busy", lambda: (lambda a: (lambda b: (a.delete(), np.asarray(b))[1])(jnp.sin(a)))(jnp.array(X)))
add("buffer_copy_async", lambda: (lambda a: (a.copy_to_host_async(), a.copy_to_host_async(), np.asarray(a))[2])(jnp.array(X)))
add("buffer_live", lambda: (lambda before, a: len(jax.live_arrays()) - before)(len(jax.live_arrays()), jnp.array(X) + 1))
add("buffer_live_platform", lambda: said(lambda: len(jax.live_arrays("cpu")) >= 0))
add("buffer_clear", lambda: said(lambda: jax.jit(lambda a: a + 1).clear_cache()))
add("buffer_single_device", lambda: (str(jnp.array(X).device), str(jnp.array(X).devices()), jnp.array(X).is_fully_addressable))
add("buffer_iterate", lambda: [np.asarray(v) for v in jnp.array(X)])
add("buffer_format", lambda: format(jnp.float32(2.5), ".2f") + repr(jnp.array([1, 2])) + str(jnp.array([True])) + repr(jnp.zeros((2, 0))))
add("buffer_index", lambda: (range(10)[jnp.int32(3)], hash(jnp.int32(3)) if False else 0, complex(jnp.complex64(1j)), round(jnp.float32(2.567), 1)))
add("buffer_ready", lambda: (lambda a: (a.block_until_ready(), a.is_ready())[1])(jnp.array(X)))
add("buffer_stack_of_parts", lambda: jax.make_array_from_single_device_arrays((8,), NamedSharding(mesh((4,), ("x",)), P("x")), [jax.device_put(V[2 * i:2 * i + 2], d) for i, d in enumerate(jax.devices())]) + 1)
add("buffer_callback", lambda: parts(jax.make_array_from_callback((4, 6), NamedSharding(mesh(), P("x", "y")), lambda index: X[index])))
add("buffer_process_local", lambda: parts(jax.make_array_from_process_local_data(NamedSharding(mesh(), P("x")), X)))
add("buffer_sharded_donate", lambda: (lambda a: (jax.jit(lambda v: v + 1, donate_argnums=0)(a), a.is_deleted()))(put(X, "x")))
add("buffer_sharded_delete", lambda: (lambda a: (a.delete(), said(lambda: a + 1), said(lambda: np.asarray(a))))(put(X, "x"))[1:])
add("buffer_view", lambda: (lambda a: (a.view("int32"), a.view("uint8").shape, a.view(jnp.bfloat16)))(jnp.array(X)))
add("buffer_large", lambda: jax.device_put(np.ones(1 << 20, np.float32)).sum())
add("buffer_zero", lambda: (np.asarray(jax.device_put(np.zeros((0, 3), np.int8))), jnp.zeros((0,)).unsafe_buffer_pointer() >= 0))
add("buffer_pointer_sharded", lambda: said(lambda: put(X, "x").unsafe_buffer_pointer()))
add("buffer_dlpack_device", lambda: (jnp.array(X).__dlpack_device__(), said(lambda: put(X, "x").__dlpack_device__())))
add("buffer_dlpack_copy", lambda: (lambda a: jnp.from_dlpack(a, copy=True).unsafe_buffer_pointer() == a.unsafe_buffer_pointer())(jnp.array(X)))
add("buffer_dlpack_share", lambda: (lambda a: jnp.from_dlpack(a).unsafe_buffer_pointer() == a.unsafe_buffer_pointer())(jnp.array(X)))
add("buffer_dlpack_to_device", lambda: str(jnp.from_dlpack(jnp.array(X), device=jax.devices()[1]).devices()))
add("buffer_dlpack_strided", lambda: said(lambda: jnp.from_dlpack(X.T)))
add("buffer_dlpack_negative", lambda: said(lambda: jnp.from_dlpack(np.arange(9.)[::-1])))
add("buffer_dlpack_numpy_share", lambda: (lambda a: np.from_dlpack(a).ctypes.data == a.unsafe_buffer_pointer())(jnp.array(X)))
add("buffer_dlpack_deleted", lambda: (lambda a: (a.delete(), said(lambda: a.__dlpack__())))(jnp.array(X))[1])
add("buffer_dlpack_stream", lambda: said(lambda: jnp.array(X).__dlpack__(stream=1)))
add("buffer_dlpack_max", lambda: "dltensor" in repr(jnp.array(X).__dlpack__(max_version=(1, 0))))
add("buffer_numpy_share", lambda: (lambda a: np.asarray(a).ctypes.data == a.unsafe_buffer_pointer())(jnp.array(X)))
add("buffer_numpy_zero_copy", lambda: (lambda raw: (lambda a: jax.device_put(a).unsafe_buffer_pointer() == a.ctypes.data)(raw[-raw.ctypes.data % 64:][:4096].view(np.float32)))(np.zeros(8192, np.uint8)))
add("buffer_numpy_asarray", lambda: (lambda raw: (lambda a: jnp.asarray(a).unsafe_buffer_pointer() == a.ctypes.data)(raw[-raw.ctypes.data % 64:][:4096].view(np.float32)))(np.zeros(8192, np.uint8)))
add("buffer_numpy_array", lambda: (lambda raw: (lambda a: jnp.array(a).unsafe_buffer_pointer() == a.ctypes.data)(raw[-raw.ctypes.data % 64:][:4096].view(np.float32)))(np.zeros(8192, np.uint8)))
# Errors
add("error_shape", lambda: jax.jit(lambda a, b: a @ b)(X, X))
add("error_devices", lambda: jnp.array(X) + 0 + jax.device_put(X, jax.devices()[1]) + jax.device_put(X, jax.devices()[2]))
add("error_jit_devices", lambda: jax.jit(lambda a, b: a + b)(jax.device_put(X, jax.devices()[1]), jax.device_put(X, jax.devices()[2])))
add("error_aot_type", lambda: compiled(jnp.sin, X)(X.astype(np.int32)))
add("error_aot_shape", lambda: compiled(jnp.sin, X)(V))
add("error_aot_count", lambda: compiled(jnp.sin, X)(X, X))
add("error_aot_sharding", lambda: compiled(jnp.sin, put(X, "x"))(put(X, "y")))
add("error_aot_device", lambda: compiled(jnp.sin, X)(jax.device_put(X, jax.devices()[1])))
add("error_option", lambda: jax.jit(jnp.sin, compiler_options={"invalid_key": "invalid_value"})(X))
add("error_option_value", lambda: jax.jit(jnp.sin, compiler_options={"xla_embed_ir_in_executable": "invalid_value"})(X))
add("error_option_lower", lambda: jax.jit(jnp.sin).lower(X).compile({"xla_embed_ir_in_executable": "invalid_value"}))
add("error_option_number", lambda: jax.jit(jnp.sin).lower(X).compile({"xla_gpu_auto_spmd_partitioning_memory_budget_ratio": "text"}))
add("option_good", lambda: [jax.jit(jnp.sin).lower(X).compile(o)(X) for o in ({"xla_embed_ir_in_executable": True}, {"xla_dump_max_hlo_modules": 200}, {"xla_gpu_auto_spmd_partitioning_memory_budget_ratio": 0.5}, {"xla_step_marker_location": "STEP_MARK_AT_ENTRY"}, {"xla_backend_optimization_level": 1}, {"xla_llvm_disable_expensive_passes": True})])
OPTIONS = ["xla_embed_ir_in_executable", "xla_dump_max_hlo_modules", "xla_gpu_auto_spmd_partitioning_memory_budget_ratio", "xla_step_marker_location"]
add("option_values", lambda: [str(said(lambda: jax.jit(jnp.sin, compiler_options={name: value})(X).shape, 200)) for name in OPTIONS for value in (True, 0, 3, -1, 0.5, 1.0, "True", "true", "1", "3", "0.5", " 1", "STEP_MARK_NONE")])
add("option_exec_time", lambda: jax.jit(jnp.sin, compiler_options={"exec_time_optimization_effort": 0.0, "memory_fitting_effort": 0.0, "optimization_level": "O1", "memory_fitting_level": "O0"})(X))
add("error_option_enum", lambda: jax.jit(jnp.sin, compiler_options={"xla_step_marker_location": "NOTHING"})(X))
add("error_custom_call", lambda: jax.jit(lambda a: jax.ffi.ffi_call("no_such_target", jax.ShapeDtypeStruct(a.shape, a.dtype))(a))(X))
add("error_nan", lambda: debug(jax.debug_nans, lambda: jnp.log(-jnp.ones(3))))
add("error_nan_jit", lambda: debug(jax.debug_nans, lambda: jax.jit(lambda a: jnp.log(a) + 1)(-jnp.ones(3))))
add("error_nan_sharded", lambda: debug(jax.debug_nans, lambda: jax.jit(lambda a: jnp.log(a - 9))(put(X, "x"))))
add("error_nan_grad", lambda: debug(jax.debug_nans, lambda: jax.grad(lambda a: jnp.sqrt(a))(0. * jnp.float32(-1)) * 0.))
add("error_inf", lambda: debug(jax.debug_infs, lambda: jnp.ones(3) / jnp.zeros(3)))
add("error_inf_jit", lambda: debug(jax.debug_infs, lambda: jax.jit(lambda a: 1 / a)(jnp.zeros(3))))
add("error_nan_scan", lambda: debug(jax.debug_nans, lambda: lax.scan(lambda c, v: (c + jnp.log(v), c), 0., jnp.array([1., -1.]))))
add("error_nan_donated", lambda: debug(jax.debug_nans, lambda: jax.jit(lambda a: jnp.log(a), donate_argnums=0)(-jnp.ones(3))))
add("error_memory", lambda: str(said(lambda: jax.block_until_ready(jnp.zeros((1 << 44,), jnp.int8))))[:40])
add("error_memory_big", lambda: str(said(lambda: jax.block_until_ready(jax.jit(lambda: jnp.ones((1 << 20, 1 << 20, 1 << 10)))())))[:22])
add("error_callback", lambda: str(said(lambda: jax.block_until_ready(jax.jit(lambda a: jax.pure_callback(lambda v: 1 / 0, jax.ShapeDtypeStruct((), np.float32), a))(X)), 400))[:60])
add("error_callback_shape", lambda: str(said(lambda: jax.block_until_ready(jax.jit(lambda a: jax.pure_callback(lambda v: np.zeros(3, np.float32), jax.ShapeDtypeStruct((2,), np.float32), a))(X)), 900))[-400:])
add("error_callback_later", lambda: (str(said(lambda: jax.block_until_ready(jax.jit(lambda a: jax.pure_callback(lambda v: 1 / 0, jax.ShapeDtypeStruct((), np.float32), a))(X))))[:20], jnp.sin(X)))
add("error_debug_callback", lambda: (said(lambda: jax.block_until_ready(jax.jit(lambda a: jax.debug.callback(lambda v: 1 / 0, a) or a)(X))) is not None, str(said(jax.effects_barrier))[:30]))
add("error_io_ordered", lambda: (str(said(lambda: jax.block_until_ready(jax.jit(lambda a: io_callback(lambda v: 1 / 0, None, a, ordered=True) or a)(X))))[:30], str(said(jax.effects_barrier))[:30]))
add("error_donated", lambda: (lambda a: (jax.jit(lambda v: v + 1, donate_argnums=0)(a), said(lambda: jax.jit(jnp.sin)(a))))(jnp.array(X)))
add("warning_donated", lambda: warned(lambda: jax.jit(lambda v: v.sum(), donate_argnums=0)(jnp.array(X))))
add("warning_donated_two", lambda: warned(lambda: jax.jit(lambda v, w: v + w, donate_argnums=(0, 1))(jnp.array(X), jnp.array(X) + 1)))
add("warning_donated_dtype", lambda: warned(lambda: jax.jit(lambda v: v.astype("int8"), donate_argnums=0)(jnp.array(X))))
add("error_checkify", lambda: checkify.checkify(jax.jit(lambda a: jnp.log(a)), errors=checkify.float_checks)(-jnp.ones(3))[0].get().split("\n")[0][:60])
add("error_checkify_index", lambda: (checkify.checkify(jax.jit(lambda a: a[jnp.int32(9)]), errors=checkify.index_checks)(jnp.ones(3))[0].get() or "")[:90])
add("error_checkify_div", lambda: checkify.checkify(jax.jit(lambda a: 1 // a), errors=checkify.div_checks)(jnp.zeros(3, jnp.int32))[0].get().split("\n")[0][:60])
add("error_checkify_throw", lambda: str(said(lambda: checkify.checkify(jax.jit(lambda a: checkify.check(a > 0, "not positive: {a}", a=a)))(jnp.float32(-1))[0].throw()))[:90])
add("error_checkify_shard", lambda: checkify.checkify(jax.jit(lambda a: (checkify.check((a < 1).all(), "big"), a)[1]))(put(X, "x"))[0].get())


def debug(manager, run):
    with manager(True):
        value = run()
        return jax.block_until_ready(value)


# Ahead of time
add("aot_memory", lambda: (lambda m: (m.argument_size_in_bytes, m.output_size_in_bytes, m.alias_size_in_bytes, m.host_argument_size_in_bytes, m.host_output_size_in_bytes, m.host_temp_size_in_bytes, m.host_alias_size_in_bytes))(compiled(lambda a: a @ a.T, X).memory_analysis()))
add("aot_memory_several", lambda: [compiled(f, X).memory_analysis().output_size_in_bytes for f in (lambda a: (a, a + 1), lambda a: (a + 1, a * 2, a.sum()), lambda a: (a + 1,), lambda a: ())])
add("aot_execute_count", lambda: compiled(lambda a: a * 77, X).runtime_executable().execute([]))
add("aot_memory_text", lambda: sorted(name for name in dir(compiled(jnp.sin, X).memory_analysis()) if not name.startswith("_")))
add("aot_memory_alias", lambda: (lambda m: (m.argument_size_in_bytes, m.output_size_in_bytes, m.alias_size_in_bytes))(compiled(lambda a: a + 1, X, donate_argnums=0).memory_analysis()))
add("aot_memory_sharded", lambda: (lambda m: (m.argument_size_in_bytes, m.output_size_in_bytes))(compiled(lambda a: a + 1, put(X, "x")).memory_analysis()))
add("aot_memory_temp", lambda: compiled(lambda a: jnp.sin(a @ a.T) @ a @ a.T, jnp.ones((64, 64))).memory_analysis().temp_size_in_bytes > 0)
add("aot_memory_peak", lambda: (lambda m: m.peak_memory_in_bytes > 0)(compiled(lambda a: a @ a.T, X).memory_analysis()))
add("aot_cost", lambda: {k: v for k, v in compiled(lambda a: jnp.sin(a @ a.T), X).cost_analysis().items() if k in ("flops", "transcendentals")})
add("aot_cost_lowered", lambda: {k: v for k, v in jax.jit(lambda a: jnp.sin(a @ a.T)).lower(X).cost_analysis().items() if k in ("flops", "transcendentals")})
add("aot_cost_keys", lambda: sorted(k for k in compiled(lambda a: a + 1, X).cost_analysis() if "{" not in k))
add("aot_text", lambda: (lambda t: ("HloModule" in t, "ENTRY" in t, "sine" in t, "f32[4,6]" in t))(compiled(jnp.sin, X).as_text()))
add("aot_text_name", lambda: compiled(jax.jit(lambda a: jnp.sin(a)), X).as_text().split(",")[0].split()[0:2])
add("aot_text_metadata", lambda: "op_name=" in compiled(jnp.sin, X).as_text())
add("aot_text_scope", lambda: "my_scope" in compiled(lambda a: jax.named_scope("my_scope")(jnp.sin)(a), X).as_text())
add("aot_text_alias", lambda: "input_output_alias" in compiled(lambda a: a + 1, X, donate_argnums=0).as_text())
add("aot_text_layout", lambda: "entry_computation_layout" in compiled(lambda a: a + 1, X).as_text())
add("aot_text_collectives", lambda: [word in compiled(lambda a: a.sum(), put(X, "x")).as_text() for word in ("all-reduce", "replica_groups")])
add("aot_text_partitions", lambda: "num_partitions=4" in compiled(lambda a: a + 1, put(X, "x")).as_text())
add("aot_ir", lambda: (lambda l: (type(l.compiler_ir("stablehlo")).__name__, type(l.compiler_ir("hlo")).__name__, "HloModule" in l.as_text("hlo"), "stablehlo" in l.as_text()))(jax.jit(jnp.sin).lower(X)))
add("aot_ir_debug", lambda: "loc(" in jax.jit(jnp.sin).lower(X).as_text(debug_info=True))
add("aot_hlo_text", lambda: "sine" in jax.jit(jnp.sin).lower(X).compiler_ir("hlo").as_hlo_text())
add("aot_runtime", lambda: (lambda e: (type(e).__name__, e.hlo_modules()[0].name, [str(d) for d in e.local_devices()]))(compiled(jnp.sin, X).runtime_executable()))
add("aot_runtime_more", lambda: (lambda e: (e.size_of_generated_code_in_bytes() >= 0, [str(s) for s in e.get_parameter_shardings() or []], [str(s) for s in e.get_output_shardings() or []], [str(s) for s in e.get_parameter_layouts()], [str(s) for s in e.get_output_layouts()], e.get_output_memory_kinds()))(compiled(jnp.sin, X).runtime_executable()))
add("aot_runtime_sharded", lambda: (lambda e: ([str(s) for s in e.get_parameter_shardings() or []], [str(s) for s in e.get_output_shardings() or []]))(compiled(jnp.sin, put(X, "x")).runtime_executable()))
add("aot_hlo_modules", lambda: ["HloModule" in m.to_string() for m in compiled(jnp.sin, X).runtime_executable().hlo_modules()])
add("aot_hlo_config", lambda: (lambda m: (m.spmd_output_sharding is not None, [str(s) for s in m.spmd_parameters_shardings or []]))(compiled(jnp.sin, put(X, "x")).runtime_executable().hlo_modules()[0]))
add("aot_trees", lambda: (lambda c: (str(c.in_tree), str(c.out_tree), str(c.in_avals), str(c.out_info) if hasattr(c, "out_info") else ""))(compiled(lambda a: {"k": a}, X)))
add("aot_static", lambda: jax.jit(lambda a, n: a * n, static_argnums=1).lower(X, 3).compile()(X))
add("aot_shardings", lambda: (lambda c: (str(c.input_shardings), str(c.output_shardings)))(compiled(lambda a: a.T, put(X, "x"))))
add("aot_formats", lambda: (lambda c: (str(c.input_formats), str(c.output_formats)))(compiled(lambda a: a.T, X)))
add("aot_trace", lambda: str(jax.jit(jnp.sin).trace(X).jaxpr))
add("aot_lowering_platforms", lambda: said(lambda: "tpu" in jax.jit(jnp.sin).trace(X).lower(lowering_platforms=("tpu",)).as_text() or "lowered"))
add("aot_unsafe_call", lambda: compiled(lambda a, b: (a + b, a), X, X)(X, X))
add("aot_unused", lambda: (lambda c: (c(X, V), len(c.as_text()) > 0))(compiled(lambda a, b: a + 1, X, V)))
add("aot_keep_unused", lambda: compiled(lambda a, b: a + 1, X, V, keep_unused=True)(X, V))
add("aot_effects", lambda: collect(lambda seen: compiled(lambda a: jax.debug.callback(lambda v: seen.append(v), a[0]) or a, X)(X)))
add("serialize", lambda: serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled(lambda a: {"k": a + 1}, X)))(X))
add("serialize_sharded", lambda: parts(serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled(lambda a: a + 1, put(X, "x"))))(put(X, "x"))))
add("serialize_device", lambda: parts(serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled(lambda a: a + 1, X)), execution_devices=jax.devices()[1:2])(jax.device_put(X, jax.devices()[1]))))
add("serialize_large_constant", lambda: (lambda c: serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled(lambda a: a + c, X)))(X))(jnp.ones((1, 6))))
# Layouts
for order in [(0, 1), (1, 0)]:
    Format, Layout = layout.Format, layout.Layout
    where = lambda: SingleDeviceSharding(jax.devices()[0])
    add(f"layout_put_{order}", lambda o=order: (lambda a: (a, str(a.format.layout)))(jax.device_put(X, Format(Layout(o), where()))))
    add(f"layout_in_{order}", lambda o=order: (lambda c: (c(jax.device_put(X, c.input_formats[0][0])), str(c.input_formats)))(jax.jit(lambda a: a * 2, in_shardings=Format(Layout(o), where())).lower(X).compile()))
    add(f"layout_out_{order}", lambda o=order: (lambda a: (a, str(a.format.layout), a + 1))(jax.jit(lambda a: a * 2, out_shardings=Format(Layout(o), where()))(X)))
    add(f"layout_constraint_{order}", lambda o=order: jax.jit(lambda a: layout.with_layout_constraint(a, Layout(o)) * 2)(X))
    add(f"layout_donate_{order}", lambda o=order: jax.jit(lambda a: a * 2, donate_argnums=0, in_shardings=Format(Layout(o), where()), out_shardings=Format(Layout(o), where()))(jax.device_put(X, Format(Layout(o), where()))))
    add(f"layout_sharded_{order}", lambda o=order: (lambda f: (lambda a: (a, a + 1, str(a.format.layout), jax.jit(lambda v: v.T, out_shardings=Format(Layout(o), NamedSharding(mesh(), P("y"))))(a)))(jax.device_put(X, f)))(Format(Layout(o), NamedSharding(mesh(), P("x")))))
    add(f"layout_numpy_{order}", lambda o=order: np.asarray(jax.device_put(X, Format(Layout(o), where()))))
    add(f"layout_arithmetic_{order}", lambda o=order: (lambda a: (a + X, a @ a.T, a.T, a.reshape(-1), a[1:], jnp.sin(a).sum(0)))(jax.device_put(X, Format(Layout(o), where()))))
add("layout_auto", lambda: (lambda c: str(c.input_formats))(jax.jit(lambda a: a.T, in_shardings=Format(Layout.AUTO), out_shardings=Format(Layout.AUTO)).lower(jax.ShapeDtypeStruct((4, 6), np.float32)).compile()))
add("layout_auto_call", lambda: (lambda c: c(jax.device_put(X, c.input_formats[0][0])))(jax.jit(lambda a: a.T, in_shardings=Format(Layout.AUTO), out_shardings=Format(Layout.AUTO)).lower(jax.ShapeDtypeStruct((4, 6), np.float32)).compile()))
add("layout_mismatch", lambda: (lambda c: c(jnp.array(X)))(jax.jit(lambda a: a * 2, in_shardings=Format(Layout((1, 0)), where())).lower(X).compile()))
add("layout_error_rank", lambda: jax.device_put(X, Format(Layout((0, 1, 2)), where())))
add("layout_device_local", lambda: str(jnp.array(X).format))
add("layout_sparecore", lambda: str(jnp.arange(3).format.layout))
# Memories
for kind in ("device", "pinned_host", "unpinned_host"):
    single = lambda kind=kind: SingleDeviceSharding(jax.devices()[0], memory_kind=kind)
    named = lambda kind=kind: NamedSharding(mesh(), P("x"), memory_kind=kind)
    add(f"memory_put_{kind}", lambda s=single: (lambda a: (a, a.sharding.memory_kind, str(a.sharding)))(jax.device_put(X, s())))
    add(f"memory_put_sharded_{kind}", lambda s=named: (lambda a: (parts(a), a.sharding.memory_kind))(jax.device_put(X, s())))
    add(f"memory_compute_{kind}", lambda s=single: (lambda a: (a, a.sharding.memory_kind))(said(lambda: jnp.sin(jax.device_put(X, s())))))
    add(f"memory_jit_in_{kind}", lambda s=single: (lambda a: (a, a.sharding.memory_kind))(jax.jit(lambda v: v + 1, in_shardings=s())(X)))
    add(f"memory_jit_out_{kind}", lambda s=single: (lambda a: (a, a.sharding.memory_kind))(jax.jit(lambda v: v + 1, out_shardings=s())(X)))
    add(f"memory_jit_out_sharded_{kind}", lambda s=named: (lambda a: (parts(a), a.sharding.memory_kind))(jax.jit(lambda v: v + 1, out_shardings=s())(X)))
    add(f"memory_inside_{kind}", lambda s=single: (lambda a: (a, a.sharding.memory_kind))(jax.jit(lambda v: jax.device_put(v, s()) if False else jax.device_put(v + 1, s()))(X)))
    add(f"memory_inside_sharded_{kind}", lambda s=named: (lambda a: (a, a.sharding.memory_kind))(jax.jit(lambda v: jax.device_put(v, s()) * 1)(put(X, "x"))))
    add(f"memory_back_{kind}", lambda s=single: (lambda a: (a, a.sharding.memory_kind))(jax.device_put(jax.device_put(X, s()), SingleDeviceSharding(jax.devices()[1]))))
    add(f"memory_with_{kind}", lambda s=single: str(s().with_memory_kind("device")))
    add(f"memory_grad_{kind}", lambda s=single: jax.grad(lambda v: jnp.sin(jax.device_put(v, s())).sum())(X))
    add(f"memory_donate_{kind}", lambda s=single: (lambda a: (jax.jit(lambda v: v + 1, donate_argnums=0, in_shardings=s(), out_shardings=s())(a), a.is_deleted()))(jax.device_put(X, s())))
    add(f"memory_zero_{kind}", lambda s=single: jax.device_put(np.zeros((0, 2), np.float32), s()))
    add(f"memory_int4_{kind}", lambda s=single: jax.device_put(X.astype(jnp.int4), s()))
    add(f"memory_delete_{kind}", lambda s=single: (lambda a: (a.delete(), a.is_deleted()))(jax.device_put(X, s()))[1])
add("memory_space", lambda: (lambda a: (a, a.sharding.memory_kind))(jax.jit(lambda v: jax.device_put(v, jax.memory.Space.Host))(X)))
add("memory_space_back", lambda: (lambda a: (a, a.sharding.memory_kind))(jax.jit(lambda v: jax.device_put(jax.device_put(v, jax.memory.Space.Host), jax.memory.Space.Device) + 1)(X)))
add("memory_compute_on", lambda: jax.jit(lambda v: __import__("jax.experimental.compute_on", fromlist=["x"]).compute_on("device_host")(jax.jit(lambda w: w * 2))(v))(X))
add("memory_offload", lambda: jax.jit(jax.grad(lambda v: jax.checkpoint(lambda w: jnp.sin(jax.ad_checkpoint.checkpoint_name(jnp.cos(w), "c")).sum(), policy=jax.checkpoint_policies.save_and_offload_only_these_names(names_which_can_be_saved=[], names_which_can_be_offloaded=["c"], offload_src="device", offload_dst="pinned_host"))(v)))(X))
add("memory_bad", lambda: jax.device_put(X, SingleDeviceSharding(jax.devices()[0], memory_kind="nothing")))
add("memory_list", lambda: [(str(m), repr(m), m.kind, m.platform, [str(d) for d in m.addressable_by_devices()]) for d in jax.devices() for m in d.addressable_memories()])
add("memory_stats", lambda: jax.devices()[0].memory_stats())
add("memory_device_default", lambda: [d.default_memory().kind for d in jax.devices()])
# Devices
add("device_text", lambda: [(str(d), repr(d), d.id, d.process_index, d.device_kind, d.platform, d.local_hardware_id, d.host_id if hasattr(d, "host_id") else 0) for d in jax.devices()])
add("device_client", lambda: (lambda c: (c.platform, c.runtime_type, c.device_count(), c.local_device_count(), c.process_index(), plain(c.platform_version)[:4]))(jax.devices()[0].client))
add("device_counts", lambda: (jax.device_count(), jax.local_device_count(), jax.process_count(), jax.process_index(), jax.default_backend(), [str(d) for d in jax.local_devices()]))
add("device_missing", lambda: said(lambda: jax.devices("gpu")))
add("device_default", lambda: str(jax.jit(jnp.sin)(X).devices()))
add("device_context", lambda: (lambda c: str(c))(with_default(jax.devices()[2])))
add("device_attributes", lambda: sorted(name for name in dir(jax.devices()[0]) if not name.startswith("_")))
add("device_slice", lambda: said(lambda: jax.devices()[0].slice_index))
add("device_backends", lambda: sorted(jax.extend.backend.backends()) if hasattr(jax, "extend") else [])
add("device_topology", lambda: said(lambda: str(__import__("jax.experimental.topologies", fromlist=["x"]).get_attached_topology().devices)))
add("device_topology_compile", lambda: said(lambda: (lambda t: compiled(lambda a: a + 1, jax.ShapeDtypeStruct((4,), np.float32, sharding=SingleDeviceSharding(t.devices[0]))).as_text()[:9])(__import__("jax.experimental.topologies", fromlist=["x"]).get_attached_topology())))


def with_default(device):
    with jax.default_device(device):
        return jnp.sin(X).devices(), jnp.zeros(3).devices(), jax.jit(lambda a: a + 1)(X).devices()


# Export
for platforms in (None, ["cpu"], ["cpu", "tpu", "cuda"]):
    add(f"export_{platforms}", lambda p=platforms: (lambda e: (e.call(X), e.platforms, str(e.in_avals), str(e.out_avals), e.nr_devices, e.fun_name))(jax.export.deserialize(jax.export.export(jax.jit(lambda a: jnp.sin(a) @ a.T), platforms=p)(X).serialize())))
add("export_wrong_platform", lambda: jax.export.export(jax.jit(jnp.sin), platforms=["tpu"])(X).call(X))
add("export_poly", lambda: [jax.export.export(jax.jit(f))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("b, c"), np.float32)).call(X) for f in (lambda a: a.sum(0), lambda a: a.reshape(-1), lambda a: jnp.concatenate([a, a], 1), lambda a: a[:, ::-1], lambda a: jnp.arange(a.shape[0] * 2), lambda a: jnp.pad(a, 1), lambda a: a @ a.T, lambda a: jnp.cumsum(a, 0), lambda a: jnp.sort(a, 1), lambda a: jnp.argmax(a, 1), lambda a: a[jnp.arange(a.shape[0]) % 2], lambda a: jax.nn.softmax(a), lambda a: jnp.tile(a, (2, 1)), lambda a: jnp.eye(a.shape[0], a.shape[1]), lambda a: jnp.mean(a), lambda a: lax.fori_loop(0, a.shape[0], lambda i, v: v + a[i], a[0]), lambda a: lax.dynamic_slice(a, (1, 1), (a.shape[0] - 2, 2)), lambda a: a.at[a.shape[0] - 1].set(0.), lambda a: jnp.broadcast_to(a.shape[0], (a.shape[1],)), lambda a: jax.random.uniform(jax.random.key(0), a.shape), lambda a: jnp.repeat(a, 2, 0), lambda a: jnp.einsum("ij,kj->ik", a, a), lambda a: jax.vmap(lambda v: v.sum())(a), lambda a: jnp.stack([a, a]), lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (2, 2), (1, 1), "SAME"), lambda a: lax.conv_general_dilated(a[None, None], jnp.ones((1, 1, 2, 2)), (1, 1), "SAME"), lambda a: lax.scan(lambda c, v: (c + v, c), a[0], a), lambda a: lax.top_k(a, 2), lambda a: jnp.linalg.qr(a[:, :4] + 0 * a.shape[0])[1].shape[0] * a)])
add("export_poly_constraint", lambda: jax.export.export(jax.jit(lambda a: a.reshape(2, -1)))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("2*b, c"), np.float32)).call(X))
add("export_poly_bad", lambda: jax.export.export(jax.jit(lambda a: a.reshape(2, -1)))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("3*b, c"), np.float32)).call(X))
add("export_poly_bounds", lambda: jax.export.export(jax.jit(lambda a: a[:5]))(jax.ShapeDtypeStruct(jax.export.symbolic_shape("b, c", constraints=["b >= 8"]), np.float32)).call(X))
add("export_vjp", lambda: (lambda e: e.vjp().call(X, X))(jax.export.deserialize(jax.export.export(jax.jit(lambda a: jnp.sin(a) * 2))(X).serialize(vjp_order=2))))
add("export_sharded", lambda: (lambda e: (e.nr_devices, parts(jax.jit(e.call)(put(X, "x"))), str(e.in_shardings_hlo)))(jax.export.export(jax.jit(lambda a: a * 2))(jax.ShapeDtypeStruct((4, 6), np.float32, sharding=NamedSharding(mesh(), P("x"))))))
add("export_sharded_wrong", lambda: jax.export.export(jax.jit(lambda a: a * 2))(jax.ShapeDtypeStruct((4, 6), np.float32, sharding=NamedSharding(mesh(), P("x")))).call(X))
add("export_collective", lambda: jax.jit(jax.export.export(jax.jit(jax.shard_map(lambda a: lax.psum(a, "x"), mesh=mesh(), in_specs=P("x"), out_specs=P())))(put(X, "x")).call)(put(X, "x")))
add("export_nested", lambda: jax.export.export(jax.jit(lambda a: jax.export.export(jax.jit(jnp.sin))(X).call(a) + 1))(X).call(X))
add("export_effect", lambda: said(lambda: jax.export.export(jax.jit(lambda a: jax.debug.print("{}", a) or a))(X)))
add("export_callback_checks", lambda: jax.export.export(jax.jit(lambda a: jax.debug.callback(print, a) or a), disabled_checks=[])(X) and 0)
add("export_random", lambda: jax.export.export(jax.jit(lambda k: jax.random.normal(k, (3,))))(jax.random.key(1)).call(jax.random.key(1)))
add("export_versions", lambda: [jax.export.export(jax.jit(lambda a: jnp.cumsum(jnp.sin(a)) if False else jnp.sin(a)))(X).calling_convention_version])
add("export_linalg", lambda: [jax.export.export(jax.jit(f))(X[:4, :4] + 3 * np.eye(4, dtype=np.float32)).call(X[:4, :4] + 3 * np.eye(4, dtype=np.float32)) for f in (jnp.linalg.cholesky, jnp.linalg.inv, lambda a: jnp.linalg.eigh(a @ a.T)[0], jnp.linalg.svdvals, lambda a: abs(jnp.linalg.qr(a)[1]))])
add("export_donate", lambda: jax.export.export(jax.jit(lambda a: a + 1, donate_argnums=0))(X).call(jnp.array(X)))
add("export_main_symbols", lambda: (lambda e: (e.uses_global_constants, e.disabled_safety_checks, e.ordered_effects, e.module_kept_var_idx))(jax.export.export(jax.jit(jnp.sin))(X)))
# Callbacks and prints
for ordered in (False, True):
    for name, function in dict(plain=lambda seen, o: (lambda a: jax.debug.callback(lambda v: seen.append(v), a[0, 0], ordered=o) or a), scan=lambda seen, o: (lambda a: lax.scan(lambda c, v: (jax.debug.callback(lambda w: seen.append(w), v[0], ordered=o), (c + 1, v))[1], 0, a)[1]), while_=lambda seen, o: (lambda a: lax.while_loop(lambda s: s[0] < 3, lambda s: (jax.debug.callback(lambda w: seen.append(w), s[0], ordered=o), (s[0] + 1, s[1]))[1], (0, a))[1]), cond=lambda seen, o: (lambda a: lax.cond(a[0, 0] < 0, lambda v: (jax.debug.callback(lambda w: seen.append(w), v[1, 1], ordered=o), v)[1], lambda v: v, a)), nested=lambda seen, o: (lambda a: jax.jit(lambda v: (jax.debug.callback(lambda w: seen.append(w), v[2, 2], ordered=o), v)[1])(a))).items():
        add(f"effect_{name}_{ordered}", lambda f=function, o=ordered: (lambda s, v: (np.sort(np.array(s)) if not o else np.array(s), v))(*collect(lambda seen: jax.jit(f(seen, o))(X))))
        add(f"effect_io_{name}_{ordered}", lambda f=function, o=ordered: collect(lambda seen: jax.jit(lambda a: io_callback(lambda v: (seen.append(v), np.float32(v * 2))[1], jax.ShapeDtypeStruct((), np.float32), a[0, 0], ordered=o))(X)))


def printed(run):
    """What jax.debug.print writes."""
    saved, (reading, writing) = io.StringIO(), (None, None)
    with contextlib.redirect_stdout(saved):
        jax.block_until_ready(run())
        jax.effects_barrier()
    return saved.getvalue()


add("print_plain", lambda: printed(lambda: jax.jit(lambda a: jax.debug.print("a: {a} {b}", a=a[0], b=a.sum()) or a)(X)))
add("print_vmap", lambda: sorted(printed(lambda: jax.vmap(lambda v: jax.debug.print("v: {}", v.sum()) or v)(X)).split("\n")))
add("print_order", lambda: printed(lambda: jax.jit(lambda a: lax.fori_loop(0, 4, lambda i, v: (jax.debug.print("{}", i, ordered=True), v)[1], a))(X)))
add("print_grad", lambda: printed(lambda: jax.grad(lambda v: (jax.debug.print("x {}", v), v ** 2)[1])(2.)))
add("print_sharded", lambda: printed(lambda: jax.jit(lambda a: jax.debug.print("{}", a) or a)(put(X, "x"))))
add("print_shard_map", lambda: sorted(printed(lambda: jax.jit(jax.shard_map(lambda v: (jax.debug.print("{}", v.sum()), v)[1], mesh=mesh(), in_specs=P("x"), out_specs=P("x")))(X)).split("\n")))
add("print_pmap", lambda: sorted(printed(lambda: jax.pmap(lambda v: (jax.debug.print("{}", v.sum()), v)[1])(X)).split("\n")))
add("print_partitioned", lambda: sorted(printed(lambda: jax.jit(lambda a: jax.debug.print("{}", a.shape[0] + a.sum(), partitioned=True) or a)(put(X, "x"))).split("\n"))[-1:])
add("visualize_sharding", lambda: printed(lambda: jax.debug.visualize_array_sharding(put(X, "x", "y")) if False else 0))
add("inspect_sharding", lambda: collect(lambda seen: jax.jit(lambda a: jax.debug.inspect_array_sharding(a * 2, callback=lambda s: seen.append(str(s))) or a)(put(X, "x", "y")) )[0])
add("callback_types", lambda: [jax.jit(lambda a: jax.pure_callback(lambda v: np.asarray(v), jax.ShapeDtypeStruct(a.shape, a.dtype), a))(jnp.asarray(X).astype(t)) for t in ("bool", "int8", "uint16", "int32", "float16", "bfloat16", "complex64", "float8_e4m3fn")])
add("callback_int4", lambda: jax.jit(lambda a: jax.pure_callback(lambda v: np.asarray(v), jax.ShapeDtypeStruct(a.shape, a.dtype), a))(jnp.asarray(X).astype("int4")))
add("callback_arg_type", lambda: collect(lambda seen: jax.jit(lambda a: jax.pure_callback(lambda v: (seen.append(isinstance(v, jax.Array)), np.asarray(v))[1], jax.ShapeDtypeStruct(a.shape, a.dtype), a))(X)))
add("callback_jax_inside", lambda: jax.jit(lambda a: jax.pure_callback(lambda v: np.asarray(jnp.sin(v)), jax.ShapeDtypeStruct(a.shape, a.dtype), a))(X))
add("callback_jit_inside", lambda: jax.jit(lambda a: jax.pure_callback(lambda v: jax.jit(lambda w: w @ w.T)(v), jax.ShapeDtypeStruct((4, 4), a.dtype), a))(X))
add("callback_none", lambda: jax.jit(lambda: io_callback(lambda: np.int32(7), jax.ShapeDtypeStruct((), np.int32)))())
add("callback_tree", lambda: jax.jit(lambda t: jax.pure_callback(lambda u: {"r": u["a"] * 2, "s": (u["b"],)}, {"r": jax.ShapeDtypeStruct((4, 6), np.float32), "s": (jax.ShapeDtypeStruct((8,), np.float32),)}, t))({"a": X, "b": V}))
add("callback_big", lambda: jax.jit(lambda a: jax.pure_callback(lambda v: np.asarray(v) + 1, jax.ShapeDtypeStruct(a.shape, a.dtype), a).sum())(jnp.ones((1024, 512))))
for method in ("sequential", "expand_dims", "broadcast_all", "legacy_vectorized"):
    add(f"callback_vmap_{method}", lambda m=method: jax.vmap(lambda a, b: jax.pure_callback(lambda v, w: np.asarray(v) + np.asarray(w), jax.ShapeDtypeStruct((6,), np.float32), a, b, vmap_method=m), (0, None))(X, X[0]))
add("callback_sharded", lambda: parts(jax.jit(lambda a: jax.pure_callback(lambda v: np.asarray(v) * 2, jax.ShapeDtypeStruct(a.shape, a.dtype), a))(put(X, "x"))))
add("callback_shard_map", lambda: jax.jit(jax.shard_map(lambda v: jax.pure_callback(lambda w: np.asarray(w) * 2, jax.ShapeDtypeStruct(v.shape, v.dtype), v), mesh=mesh(), in_specs=P("x"), out_specs=P("x")))(X))
add("callback_device", lambda: collect(lambda seen: jax.jit(lambda a: io_callback(lambda v: seen.append(str(v.devices()) if isinstance(v, jax.Array) else "numpy"), None, a) or a)(jax.device_put(X, jax.devices()[2])))[1])
add("callback_custom_jvp", lambda: jax.grad(host_sine)(jnp.float32(.5)))


@jax.custom_jvp
def host_sine(v):
    return jax.pure_callback(lambda w: np.sin(w).astype(np.float32), jax.ShapeDtypeStruct((), np.float32), v)


host_sine.defjvp(lambda p, t: (host_sine(p[0]), jnp.cos(p[0]) * t[0]))


# Threads, caches, profiles
@program
def threads_many():
    results = [None] * 8
    f = jax.jit(lambda a, k: jnp.sin(a) * k)

    def work(i):
        for j in range(5):
            results[i] = np.asarray(f(X, i) + jax.jit(lambda a: a + j)(X))
    workers = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    [w.start() for w in workers]
    [w.join() for w in workers]
    return results


@program
def cache_hits():
    folder = tempfile.mkdtemp()
    seen = []
    jax.monitoring.register_event_listener(lambda name, **_: seen.append(name))
    from jax._src import compilation_cache
    try:
        for key, value in dict(jax_compilation_cache_dir=folder, jax_persistent_cache_min_compile_time_secs=0, jax_persistent_cache_min_entry_size_bytes=0).items():
            jax.config.update(key, value)
        compilation_cache.reset_cache()
        for _ in range(2):
            jax.jit(lambda a: jnp.cos(a) * 5)(X)
            jax.pmap(lambda a: jnp.cos(a) * 6)(X)
            jax.clear_caches()
        names = sorted(re.sub("[0-9a-f]{20,}", "H", n) for n in os.listdir(folder))
        return [str(seen.count(f"/jax/compilation_cache/{n}")) for n in ("cache_hits", "cache_misses", "compile_requests_use_cache")], names
    finally:
        jax.config.update("jax_compilation_cache_dir", None)
        compilation_cache.reset_cache()


@program
def profile_trace():
    folder = tempfile.mkdtemp()
    with jax.profiler.trace(folder):
        with jax.profiler.TraceAnnotation("mine"):
            jnp.sin(X).block_until_ready()
    found = [f for _, _, files in os.walk(folder) for f in files]
    return sorted(re.sub(r"^.*\.(xplane\.pb|trace\.json\.gz)$", r"\1", f) for f in found)


add("profile_session", lambda: (lambda p: len(p) > 100)(profile_session()))
add("profile_memory", lambda: len(jax.profiler.device_memory_profile()) > 0)
add("profile_data", lambda: profile_planes())


def profile_session():
    options = jax.profiler.ProfileOptions()
    folder = tempfile.mkdtemp()
    jax.profiler.start_trace(folder, profiler_options=options)
    jnp.sin(X).block_until_ready()
    jax.profiler.stop_trace()
    return b"".join(open(os.path.join(d, f), "rb").read() for d, _, fs in os.walk(folder) for f in fs if f.endswith("pb"))


def profile_planes():
    data = jax.profiler.ProfileData.from_serialized_xspace(profile_session())
    return sorted(plane.name for plane in data.planes if plane.name.startswith("/host:CPU"))


# Many devices
MESHES = {"2x2": ((2, 2), ("x", "y")), "4": ((4,), ("x",)), "1x4": ((1, 4), ("x", "y")), "4x1": ((4, 1), ("x", "y"))}
for key, (shape, names) in MESHES.items():
    m = functools.partial(mesh, shape, names)
    both = names[0] if len(names) == 1 else names
    for name, f in dict(psum=lambda v: lax.psum(v, "x"), pmean=lambda v: lax.pmean(v, "x"), pmax=lambda v: lax.pmax(v, "x"), pmin=lambda v: lax.pmin(v, "x"), gather=lambda v: lax.all_gather(v, "x"), gather_tiled=lambda v: lax.all_gather(v, "x", axis=1, tiled=True), scatter=lambda v: lax.psum_scatter(jnp.tile(v, (4, 1)), "x", tiled=True), permute=lambda v: lax.ppermute(v, "x", [(0, lax.axis_size("x") - 1)]), shuffle=lambda v: lax.pshuffle(v, "x", list(range(lax.axis_size("x")))[::-1]), swap=lambda v: lax.all_to_all(jnp.tile(v, (4, 4)), "x", 0, 1, tiled=True), index=lambda v: v + lax.axis_index("x"), grad=lambda v: jax.grad(lambda w: (lax.psum(w, "x") ** 2).sum())(v), scan=lambda v: lax.scan(lambda c, w: (c + lax.psum(w, "x"), c), jnp.zeros(v.shape[1:]) + 0 * v[0], v)[0], broadcast=lambda v: lax.pbroadcast(v, "x", 0), ragged=lambda v: v, ptree=lambda v: lax.psum({"a": v, "b": 1}, "x")["a"], prod=lambda v: jnp.prod(lax.all_gather(v, "x"), 0), groups=lambda v: lax.psum(v, "x", axis_index_groups=None)).items():
        add(f"map_{name}_{key}", lambda f=f, m=m, b=both: jax.jit(jax.shard_map(f, mesh=m(), in_specs=P("x"), out_specs=P(b), check_vma=False))(X))
    for name, (specs, f) in dict(add=(("x",), lambda a: a + 1), sum=(("x",), lambda a: a.sum(0)), transpose=(("x",), lambda a: a.T), matmul=(("x",), lambda a: a @ a.T), sort=((None, "x"), lambda a: jnp.sort(a, 1) if False else a * 2), roll=(("x",), lambda a: jnp.roll(a, 1, 0)), softmax=(("x",), jax.nn.softmax), reshape=(("x",), lambda a: a.reshape(8, 3)), gather=(("x",), lambda a: a[jnp.array([3, 0])]), concatenate=(("x",), lambda a: jnp.concatenate([a, a])), random=(("x",), lambda a: jax.random.normal(jax.random.key(0), a.shape) + a), scan=(("x",), lambda a: lax.scan(lambda c, v: (c + v, c), a[0], a)), conv=(("x",), lambda a: lax.conv(a[:, None], jnp.ones((2, 1, 2)), (1,), "SAME")), cumsum=(("x",), lambda a: jnp.cumsum(a, 0)), cholesky=(("x",), lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(4))), fft=(("x",), lambda a: jnp.fft.fft(a)), update=(("x",), lambda a: a.at[1].set(0)), argmax=(("x",), lambda a: jnp.argmax(a, 0)), grad=(("x",), jax.grad(lambda a: jnp.sin(a).sum())), top_k=(("x",), lambda a: lax.top_k(a, 2)), unique=(("x",), lambda a: jnp.unique(a, size=5)), where=(("x",), lambda a: jnp.where(a > 0, a, 0)), broadcast=(("x",), lambda a: jnp.broadcast_to(a[:, None], (4, 3, 6))), pad=(("x",), lambda a: jnp.pad(a, ((0, 0), (1, 1)))), slice=(("x",), lambda a: a[:, 1:3]), reverse=(("x",), lambda a: a[::-1]), einsum=(("x",), lambda a: jnp.einsum("ij,ij->i", a, a)), reduce=(("x",), lambda a: a.max(1))).items():
        add(f"auto_{name}_{key}", lambda f=f, m=m, s=specs: jax.tree.map(parts, jax.jit(f)(jax.device_put(X, NamedSharding(m(), P(*s))))))
for name, function in dict(
    odd=lambda: said(lambda: jax.device_put(np.ones(5), NamedSharding(mesh((4,), ("x",)), P("x")))), odd_constraint=lambda: jax.jit(lambda a: lax.with_sharding_constraint(a[:5], NamedSharding(mesh((4,), ("x",)), P("x"))))(V), odd_out=lambda: said(lambda: jax.jit(lambda a: a[:5], out_shardings=NamedSharding(mesh((4,), ("x",)), P("x")))(V)), odd_inside=lambda: jax.jit(lambda a: jnp.sin(lax.with_sharding_constraint(jnp.concatenate([a, a[:1]]), NamedSharding(mesh((4,), ("x",)), P("x")))).sum())(V),
    unreduced=lambda: said(lambda: str(NamedSharding(mesh(), P("x", unreduced={"y"})))), pmap=lambda: parts(jax.pmap(lambda a: a * 2)(X)), pmap_axis=lambda: jax.pmap(lambda a: a - lax.pmean(a, "i"), axis_name="i")(X), pmap_in_axes=lambda: jax.pmap(lambda a, b: a + b, in_axes=(1, None), out_axes=1)(X[:, :4], 1.), pmap_static=lambda: jax.pmap(lambda a, n: a * n, static_broadcasted_argnums=1)(X, 3), pmap_donate=lambda: (lambda a: (jax.pmap(lambda v: v + 1, donate_argnums=0)(a), a.is_deleted()))(jax.pmap(lambda v: v)(X)), pmap_devices=lambda: parts(jax.pmap(lambda a: a * 2, devices=jax.devices()[1:3])(X[:2])), pmap_too_many=lambda: said(lambda: jax.pmap(lambda a: a)(np.ones((9, 2)))), pmap_nested=lambda: said(lambda: jax.pmap(jax.pmap(lambda a: a * 2))(X.reshape(2, 2, 6))), pmap_grad=lambda: jax.grad(lambda a: jax.pmap(jnp.sin)(a).sum())(X), pmap_vmap=lambda: jax.vmap(jax.pmap(lambda a: a * 2))(np.stack([X, X])), pmap_global=lambda: jax.pmap(lambda a: lax.axis_index("i") + a, axis_name="i", global_arg_shapes=None)(X) if False else 0, pmap_lower=lambda: "num_replicas" in jax.pmap(jnp.sin).lower(X).as_text(), pmap_aot=lambda: jax.pmap(jnp.sin).lower(X).compile()(X), pmap_random=lambda: jax.pmap(lambda k: jax.random.normal(k, (2,)))(jax.random.split(jax.random.key(0), 4)), pmap_psum_tree=lambda: jax.pmap(lambda t: lax.psum(t, "i"), axis_name="i")({"a": X, "b": V[:4]}), pmap_scatter=lambda: jax.pmap(lambda v: lax.psum_scatter(v, "i"), axis_name="i")(np.ones((4, 4, 2))), pmap_ppermute=lambda: jax.pmap(lambda v: lax.ppermute(v, "i", [(0, 1), (1, 0)]), axis_name="i")(X), pmap_all_to_all=lambda: jax.pmap(lambda v: lax.all_to_all(v, "i", 0, 0), axis_name="i")(np.arange(16.).reshape(4, 4)), pmap_gather=lambda: jax.pmap(lambda v: lax.all_gather(v, "i"), axis_name="i")(X), pmap_none=lambda: jax.pmap(lambda: jnp.zeros(2), axis_size=4)(), pmap_constant=lambda: jax.pmap(lambda v: jnp.float32(3))(X), pmap_groups=lambda: jax.pmap(lambda v: lax.psum(v, "i", axis_index_groups=[[0, 1], [2, 3]]), axis_name="i")(X), pmap_all_groups=lambda: jax.pmap(lambda v: lax.all_gather(v, "i", axis_index_groups=[[0, 2], [1, 3]]), axis_name="i")(X), pmap_bool=lambda: jax.pmap(lambda v: lax.pmax(v, "i"), axis_name="i")(X > 0), pmap_collective_types=lambda: [jax.pmap(lambda v: lax.psum(v, "i"), axis_name="i")(X.astype(t)) for t in ("int8", "bfloat16", "complex64", "bool", "uint32", "float16")],
    explicit=lambda: explicit(), auto_axes=lambda: explicit_auto(), replicated=lambda: parts(put(X)), partial=lambda: parts(jax.device_put(X, NamedSharding(mesh(), P(("x", "y"))))), positional=lambda: parts(jax.device_put(X, jax.sharding.PositionalSharding(jax.devices()).reshape(4, 1))) if hasattr(jax.sharding, "PositionalSharding") else 0, gspmd=lambda: str(jax.sharding.GSPMDSharding.get_replicated(jax.devices())) if hasattr(jax.sharding, "GSPMDSharding") else 0, subset=lambda: parts(jax.jit(lambda a: a + 1)(jax.device_put(X, NamedSharding(Mesh(np.array(jax.devices()[1:3]), ("x",)), P("x"))))), reversed=lambda: parts(jax.jit(lambda a: a + 1)(jax.device_put(X, NamedSharding(Mesh(np.array(jax.devices()[::-1]), ("x",)), P("x"))))), three=lambda: parts(jax.jit(lambda a: a + 1)(jax.device_put(X[:3], NamedSharding(Mesh(np.array(jax.devices()[:3]), ("x",)), P("x"))))), reshard=lambda: parts(jax.device_put(put(X, "x"), NamedSharding(mesh(), P(None, "y")))), reshard_jit=lambda: parts(jax.jit(lambda a: a, out_shardings=NamedSharding(mesh(), P(None, "y")))(put(X, "x"))), reshard_devices=lambda: parts(jax.device_put(put(X, "x"), jax.devices()[3])), to_single=lambda: parts(jax.device_put(put(X, "x"), SingleDeviceSharding(jax.devices()[1]))), key_sharded=lambda: jax.random.key_data(jax.jit(lambda k: k, out_shardings=NamedSharding(mesh((4,), ("x",)), P("x")))(jax.random.split(jax.random.key(0), 4))), int4_sharded=lambda: parts(put(X.astype(jnp.int4), "x")), scalar_sharded=lambda: parts(jax.device_put(np.float32(3), NamedSharding(mesh(), P()))), empty_sharded=lambda: parts(jax.device_put(np.zeros((0, 4), np.float32), NamedSharding(mesh(), P(None, "x")))), multihost=lambda: (multihost_utils.process_allgather(put(X, "x"), tiled=True), multihost_utils.broadcast_one_to_all(X), multihost_utils.sync_global_devices("s")), global_local=lambda: multihost_utils.host_local_array_to_global_array(X, mesh(), P("x")), lower_sharded=lambda: "sdy.sharding" in jax.jit(lambda a: a + 1).lower(put(X, "x")).as_text(), compiled_layouts=lambda: str(jax.jit(lambda a: a + 1).lower(put(X, "x")).compile().input_formats), set_mesh=lambda: set_mesh(), tuple_axes=lambda: parts(jax.jit(lambda a: a.T, out_shardings=NamedSharding(mesh(), P(None, ("y", "x"))))(put(X, "x"))), aot_sharded=lambda: parts(jax.jit(lambda a: a + 1, in_shardings=NamedSharding(mesh(), P("x")), out_shardings=NamedSharding(mesh(), P("y"))).lower(X).compile()(X)), wrong_sharding=lambda: said(lambda: jax.jit(lambda a: a, in_shardings=NamedSharding(mesh(), P("x")))(put(X, "y"))), many_args=lambda: jax.jit(lambda *a: sum(a))(*[put(X + i, "x") for i in range(40)]), many_results=lambda: jax.jit(lambda a: [a + i for i in range(40)])(put(X, "x"))[39], custom_partitioning=lambda: partitioned(), custom_partitioning_collective=lambda: partitioned_sum(), custom_partitioning_single=lambda: jax.jit(own_sine)(X), unsharded_constant=lambda: parts(jax.jit(lambda a: a + jnp.array(X))(put(X, "x"))), while_sharded=lambda: parts(jax.jit(lambda a: lax.while_loop(lambda s: s.sum() < 100, lambda s: s + 1, a))(put(X, "x"))), cond_sharded=lambda: parts(jax.jit(lambda a: lax.cond(a.sum() > 0, lambda v: v + 1, lambda v: v - 1, a))(put(X, "x"))), remat_sharded=lambda: parts(jax.jit(jax.grad(lambda a: jax.checkpoint(lambda v: jnp.sin(jnp.sin(v)))(a).sum()))(put(X, "x"))), shard_alike=lambda: parts(jax.jit(lambda a: __import__("jax.experimental.shard_alike", fromlist=["x"]).shard_alike(a, jnp.zeros_like(a))[1])(put(X, "x"))), scatter_map=lambda: jax.jit(jax.shard_map(lambda v: lax.psum_scatter(v, "x", scatter_dimension=1, tiled=True), mesh=mesh(), in_specs=P(), out_specs=P(None, "x")))(X), partial_map=lambda: jax.jit(jax.shard_map(lambda v: lax.psum(v, "x"), mesh=mesh(), in_specs=P("x"), out_specs=P(), axis_names={"x"}))(X), ragged_all_to_all=lambda: ragged(), map_eager=lambda: jax.shard_map(lambda v: lax.psum(v, "x"), mesh=mesh(), in_specs=P("x"), out_specs=P())(X), map_grad=lambda: jax.grad(lambda a: jax.shard_map(lambda v: lax.psum(jnp.sin(v).sum(), "x"), mesh=mesh(), in_specs=P("x"), out_specs=P())(a))(X), map_vma=lambda: jax.jit(jax.shard_map(lambda v: lax.pcast(v.sum(), "y", to="varying").reshape(1) if hasattr(lax, "pcast") else v.sum().reshape(1), mesh=mesh(), in_specs=P("x"), out_specs=P(("x", "y"))))(X), map_error=lambda: said(lambda: jax.shard_map(lambda v: v, mesh=mesh(), in_specs=P("x"), out_specs=P())(X), 60), map_uneven=lambda: said(lambda: jax.shard_map(lambda v: v, mesh=mesh(), in_specs=P("x"), out_specs=P("x"))(X[:3]), 60), psum_invariant=lambda: jax.jit(jax.shard_map(lambda v: lax.psum(v, ("x", "y")), mesh=mesh(), in_specs=P("x", "y"), out_specs=P()))(X), argmax_map=lambda: jax.jit(jax.shard_map(lambda v: lax.pargmax(v.sum(), "x") if hasattr(lax, "pargmax") else lax.axis_index("x"), mesh=mesh(), in_specs=P("x"), out_specs=P(), check_vma=False))(X),
).items():
    add(f"devices_{name}", function)


def explicit():
    with jax.set_mesh(jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)):
        a = jax.device_put(X, P("x", None))
        f = jax.jit(lambda v: (jnp.sin(v), v @ v.T if False else v * 2, jax.sharding.reshard(v, P(None, "x"))))
        return jax.tree.map(parts, f(a)), str(jax.typeof(a)), str(jax.typeof(jnp.einsum("ij,kj->ik", a, jax.device_put(X, P()), out_sharding=P("x"))))


def explicit_auto():
    with jax.set_mesh(jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)):
        a = jax.device_put(X, P("x", None))
        return parts(jax.jit(lambda v: jax.sharding.auto_axes(lambda w: jnp.sin(w), out_sharding=P("x"))(v))(a))


def set_mesh():
    with jax.set_mesh(mesh()):
        return parts(jax.jit(lambda a: lax.with_sharding_constraint(a * 2, P("x", "y")))(X))


def ragged():
    def f(operand, output, offsets, sizes, out_offsets, receive):
        return lax.ragged_all_to_all(operand[0], output[0], offsets[0], sizes[0], out_offsets[0], receive[0], axis_name="x")[None]
    two = mesh((2,), ("x",), devices=jax.devices()[:2])
    i = lambda *v: np.array(v, np.int32)
    return jax.jit(jax.shard_map(f, mesh=two, in_specs=P("x"), out_specs=P("x"), check_vma=False))(np.array([[1., 2, 2], [3., 4, 0]], np.float32), np.zeros((2, 4), np.float32), i([0, 1], [0, 1]), i([1, 2], [1, 1]), i([0, 0], [1, 2]), i([1, 1], [2, 1]))


@custom_partitioning
def own_sine(v):
    return jnp.sin(v)


own_sine.def_partition(infer_sharding_from_operands=lambda mesh, arguments, result: arguments[0].sharding, partition=lambda mesh, arguments, result: (mesh, lambda v: jnp.sin(v) + 0, arguments[0].sharding, (arguments[0].sharding,)), sharding_rule="i j -> i j")


def partitioned():
    return parts(jax.jit(own_sine)(put(X, "x"))), parts(jax.jit(lambda a: own_sine(a * 2) + 1)(put(X, None, "y")))


@custom_partitioning
def own_sum(v):
    return v.sum(0)


own_sum.def_partition(infer_sharding_from_operands=lambda mesh, arguments, result: NamedSharding(arguments[0].sharding.mesh, P()), partition=lambda mesh, arguments, result: (mesh, lambda v: lax.psum(v.sum(0), "x"), NamedSharding(mesh, P()), (NamedSharding(mesh, P("x")),)), sharding_rule="i j -> j")


def partitioned_sum():
    return parts(jax.jit(own_sum)(put(X, "x")))


# Other behaviours
for name, function in dict(
    weak=lambda: [(str(v.dtype), v.weak_type) for v in (jnp.asarray(1), jnp.asarray(1.) + 1, jnp.float16(1) * 2, jax.jit(lambda: 3)(), jnp.asarray([1]))], constants_large=lambda: (lambda c: jax.jit(lambda a: a + c.sum())(X))(jnp.ones((1 << 18,))), many=lambda: jax.jit(lambda *a: jnp.stack(a).sum())(*[np.float32(i) for i in range(300)]), many_results=lambda: jax.jit(lambda a: [a + i for i in range(300)])(V)[299], passthrough=lambda: jax.jit(lambda a, b: (b, a, a))(X, V), passthrough_same=lambda: (lambda a: jax.jit(lambda v: v)(a).unsafe_buffer_pointer() == a.unsafe_buffer_pointer())(jnp.array(X)), no_results=lambda: jax.jit(lambda a: ())(X), no_arguments=lambda: jax.jit(lambda: (jnp.zeros(3), 4))(), nested_jit=lambda: jax.jit(lambda a: jax.jit(jnp.sin)(jax.jit(jnp.cos)(a)))(X), inline=lambda: jax.jit(lambda a: jax.jit(jnp.sin, inline=True)(a))(X), disable=lambda: no_jit(), jaxpr=lambda: str(jax.make_jaxpr(jnp.sin)(X)), eval_shape=lambda: str(jax.eval_shape(lambda a: a @ a.T, X)), tokens=lambda: len(jax.jit(lambda a: jax.debug.print("", ordered=True) or a).lower(X).as_text()) > 0, trig=lambda: jax.jit(lambda a: jnp.sin(a * 1e6))(X), barrier=lambda: jax.jit(lambda a: lax.optimization_barrier((a, a + 1)))(X), leak=lambda: jax.checking_leaks().__enter__() is None, log_compiles=lambda: compile_log(), dump=lambda: ir_dump(), cost_dtype=lambda: str(jax.jit(lambda a: a.astype("float8_e5m2")).lower(X).compile().cost_analysis().get("flops")), transfer_guard=lambda: transfer_guard(), numerics=lambda: (jnp.float32(1e-40) * 1, jnp.exp(jnp.float32(-100.)), jnp.float32(1e-38) / 10), pickle_key=lambda: said(lambda: pickle.loads(pickle.dumps(jax.random.key(0)))), array_eq=lambda: (jnp.array(X) == X).all(), named_shape=lambda: said(lambda: jax.ShapeDtypeStruct((3,), "float32").sharding), custom_call_names=lambda: sorted(n for n in ["xla_ffi_python_cpu_callback"] if n in jax.jit(lambda a: jax.pure_callback(lambda v: v, a, a)).lower(jax.ShapeDtypeStruct((3,), "float32")).as_text()), ffi_info=lambda: said(lambda: jax.ffi.include_dir().endswith("include")), platform_dependent=lambda: jax.jit(lambda a: lax.platform_dependent(a, cpu=lambda v: v + 1, tpu=lambda v: v + 2, default=lambda v: v + 3))(X), backend=lambda: said(lambda: jax.jit(jnp.sin, backend="cpu")(X)), device_option=lambda: str(said(lambda: jax.jit(jnp.sin, device=jax.devices()[1])(X).devices())), fun_name=lambda: jax.jit(own_name).lower(X).as_text().split("\n")[0], effects_types=lambda: str(jax.make_jaxpr(lambda a: jax.debug.print("a"))(X).effects), async_result=lambda: jax.jit(lambda a: lax.fori_loop(0, 1000, lambda i, v: jnp.sin(v), a))(X).is_deleted(), host_callback_error=lambda: 0, ensure=lambda: ensure(), tracebacks=lambda: str(said(lambda: jax.jit(lambda a: a.nothing)(X)))[:80], hijax=lambda: 0, ref=lambda: refs(), run_state=lambda: 0, pallas_interpret=lambda: pallas_call(), jet=lambda: __import__("jax.experimental.jet", fromlist=["jet"]).jet(jnp.sin, (X,), ((jnp.ones_like(X), jnp.zeros_like(X)),)), key_types=lambda: str(jax.random.key(0).dtype) + str(jax.random.split(jax.random.key(0), 3).shape), x64_context=lambda: x64(), default_dtype=lambda: str(jnp.arange(3.).dtype) + str(jnp.asarray(3).dtype), matmul_precision=lambda: str(jax.jit(lambda a: jax.lax.dot(a, a.T, precision="highest")).lower(X).as_text().count("HIGHEST")), eager_const=lambda: jnp.sin(3.), string_array=lambda: said(lambda: jax.device_put(np.array(["a", "bc"], dtype=object if False else np.dtypes.StringDType()))), object_array=lambda: said(lambda: jax.device_put(np.array([object()])), 60), datetime=lambda: said(lambda: jnp.asarray(np.array(["2020-01-01"], "datetime64[D]")), 60), ndarray_types=lambda: (isinstance(jnp.zeros(3), jax.Array), type(jnp.zeros(3)).__name__), fork_warning=lambda: 0, profiler_annot=lambda: jax.profiler.annotate_function(jnp.sin, name="f")(X), bad_pmap_lower=lambda: said(lambda: jax.pmap(lambda a: a, axis_name="i").lower(np.ones((9, 2))), 80), compile_twice=lambda: (lambda l: (l.compile()(X), l.compile()(X)))(jax.jit(jnp.sin).lower(X)), roofline=lambda: 0, buffers_after_clear=lambda: (lambda a: (jax.clear_caches(), a + 1)[1])(jnp.array(X)), gc=lambda: (gc.collect() >= 0, jnp.sin(X)), exit=lambda: 0, sort_stable=lambda: lax.sort((jnp.array([1, 1, 0, 1]), jnp.arange(4)), num_keys=1), threefry_partitionable=lambda: threefry(), rng_sharded=lambda: parts(jax.jit(lambda: jax.random.normal(jax.random.key(0), (8, 4)), out_shardings=NamedSharding(mesh(), P("x", "y")))()), legacy_prng=lambda: (jax.random.PRNGKey(3), jax.random.normal(jax.random.PRNGKey(3), (2,))), bytes=lambda: jnp.array([1, 2], jnp.int16).tobytes().hex(), tolist=lambda: jnp.array(X).tolist()[0], item=lambda: jnp.float32(2.5).item(), deep=lambda: __import__("copy").deepcopy(jnp.array(X)), serialization=lambda: said(lambda: len(jax.jit(jnp.sin).lower(X).compile().runtime_executable().serialize()) > 0 if hasattr(jax.jit(jnp.sin).lower(X).compile().runtime_executable(), "serialize") else True), fingerprint=lambda: said(lambda: type(jax.jit(jnp.sin).lower(X).compile().runtime_executable().fingerprint).__name__),
).items():
    add(f"other_{name}", function)


def own_name(a):
    return a


def no_jit():
    with jax.disable_jit():
        return jax.jit(lambda a: lax.scan(lambda c, v: (c + v, c), a[0], a))(X)


def compile_log():
    records = []

    class Handler(logging.Handler):
        def emit(self, record):
            records.append(record.getMessage())
    handler = Handler()
    logger = logging.getLogger("jax")
    logger.addHandler(handler)
    try:
        with jax.log_compiles(True):
            jax.jit(lambda a: jnp.sin(a) + 12)(X)
    finally:
        logger.removeHandler(handler)
    return sorted({r.split()[0] for r in records})


def ir_dump():
    folder = tempfile.mkdtemp()
    jax.config.update("jax_dump_ir_to", folder)
    try:
        jax.jit(lambda a: jnp.sin(a) + 13)(X)
        return sorted({re.sub(r"^.*?_", "", n) for n in os.listdir(folder)})[-1:]
    finally:
        jax.config.update("jax_dump_ir_to", "")


def transfer_guard():
    with jax.transfer_guard("disallow"):
        return said(lambda: jnp.sin(X), 90), said(lambda: np.asarray(jax.device_put(X))), said(lambda: jax.jit(lambda a: a)(X), 90), said(lambda: jnp.ones(3) + 1, 60)


def ensure():
    @jax.jit
    def f(a):
        with jax.ensure_compile_time_eval():
            n = int(jnp.sum(jnp.array([1, 2])))
        return a * n
    return f(X)


def refs():
    make = getattr(jax, "new_ref", None) or getattr(jax, "array_ref", None)
    if make is None:
        return 0

    @jax.jit
    def f(a):
        r = make(a)
        r[0] = r[1] * 2
        r[...] += 1
        return r[...]
    outside = make(jnp.array(X))
    jax.jit(lambda r: r.__setitem__(0, 5.))(outside)
    return f(X), outside[...]


def pallas_call():
    def kernel(x, o):
        o[...] = x[...] * 2
    return pallas.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(X.shape, X.dtype), interpret=True)(X)


def x64():
    with jax.enable_x64(True):
        return jnp.arange(3) / 3, jnp.asarray(1.5), jnp.int64(2 ** 40)


def threefry():
    with jax.threefry_partitionable(False):
        return jax.random.normal(jax.random.key(0), (5,)), jax.random.bits(jax.random.key(0), (3,), "uint8")
