"""Programs of JAX in several processes that share a persistent compilation cache, with the plugin: `cache.py LIBRARY`.

The first process compiles and writes its executables; the second reads all of them and compiles nothing; a third finds each one damaged, says so
and compiles again. Results are the same. `pjrt.sh` makes the environment.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """
import logging, jax, jax.numpy as jnp, numpy as np
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)
counts = {}
jax.monitoring.register_event_listener(lambda name, **_: counts.update({name: counts.get(name, 0) + 1}))
X = np.arange(24, dtype=np.float32).reshape(4, 6)
mesh, spec = jax.sharding.Mesh(np.array(jax.devices()), ("i",)), jax.sharding.PartitionSpec("i")
results = [
    jax.jit(jax.shard_map(lambda a: a * jax.lax.psum(a, "i"), mesh=mesh, in_specs=spec, out_specs=spec))(X),
    jax.pmap(lambda a: a + jax.lax.axis_index("i"), axis_name="i")(X[:2]),
    jax.jit(lambda a: jnp.sin(a) @ a.T)(X), jax.jit(jax.grad(lambda a: jax.nn.logsumexp(a)))(X),
    jax.jit(lambda a: jax.lax.fori_loop(0, 5, lambda k, v: v * 1.5 + k, a), donate_argnums=0)(jnp.array(X)),
    jax.random.normal(jax.random.key(3), (5,)), jnp.linalg.cholesky(jnp.eye(3) * 4.0), jax.jit(lambda a: a.astype(jnp.float8_e5m2))(X).astype(jnp.float32),
]
print([float(np.asarray(r, np.float64).sum()) for r in results])
print(counts.get("/jax/compilation_cache/cache_hits", 0), counts.get("/jax/compilation_cache/cache_misses", 0))
"""


def run(library, folder):
    """The results of one process, its hits and its misses, and what it warns of."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "PJRT_", "XLA_"))}
    environment.update(JAX_PLATFORMS="cpu", TFRT_PJRT_DEVICES="2", JAX_COMPILATION_CACHE_DIR=folder, PJRT_NAMES_AND_LIBRARY_PATHS=f"cpu:{library}")
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True, timeout=600)
    results, counts = done.stdout.splitlines()
    return results, *map(int, counts.split()), done.stderr


def main():
    library = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        results, hits, misses, _ = run(library, folder)
        assert hits == 0 and misses > 0, (hits, misses)
        again, hits, missed, _ = run(library, folder)
        assert again == results, (again, results)
        assert (hits, missed) == (misses, 0), (hits, missed)
        import zlib
        for name in pathlib.Path(folder).glob("*-cache"):
            name.write_bytes(zlib.compress(zlib.decompress(name.read_bytes())[:-40]))
        again, hits, missed, warnings = run(library, folder)
        assert again == results, (again, results)
        assert hits == 0, hits
        assert "the serialized executable cannot be loaded" in warnings, warnings
    print(f"{misses} programs: the second process compiles none, a damaged entry is compiled again")


main()
