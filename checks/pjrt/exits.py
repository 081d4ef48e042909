"""Processes of JAX that end in unusual ways, with the plugin: `exits.py LIBRARY`. Each must end as its program says, not by a signal and not never.

Left out is what ends the same with XLA's CPU: a daemon thread that Python ends inside of JAX aborts the process, and a child of a fork must end by
`os._exit`, because JAX's own work at the end of a process waits for threads that the child does not have.

`pjrt.sh` makes the environment.
"""

import os
import pathlib
import subprocess
import sys

START = """
import os, sys, threading, time
import jax, jax.numpy as jnp, numpy as np
long = jax.jit(lambda a: jax.lax.fori_loop(0, 300_000, lambda k, v: jnp.sin(v) + k, a))
X = np.arange(6, dtype=np.float32)
begun = threading.Event()
def work():
    for _ in range(3):
        begun.set()
        long(X).block_until_ready()
def at_work():
    threading.Thread(target=work).start()
    begun.wait()
    time.sleep(0.1)
"""

# Name, program, the code that it exits with.
PROGRAMS = [
    ("the end of the program while a thread runs one", "at_work()", 0),
    ("sys.exit while a thread runs one", "at_work(); sys.exit(7)", 7),
    ("an exception while a thread runs one", "at_work(); raise ValueError('mine')", 1),
    ("os._exit while a thread runs one", "at_work(); os._exit(9)", 9),
    ("the end of the program with arrays and executables alive", "kept = [jnp.sin(X) for _ in range(100)]; f = jax.jit(jnp.cos).lower(X).compile(); kept.append(f(X))", 0),
    ("the end of the program in a callback", "jax.jit(lambda a: jax.pure_callback(lambda b: sys.exit(3), jax.ShapeDtypeStruct((6,), np.float32), a))(X).block_until_ready()", 1),
    ("a fork whose child leaves JAX alone", """
jnp.sin(X).block_until_ready()
child = os.fork()
if child == 0:
    os._exit(5 if np.sin(1.0) > 0 else 6)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
assert np.allclose(jnp.sin(X), np.sin(X), atol=1e-6)
""", 0),
    ("two clients, one of which goes first", """
from jax._src.lib import xla_client
first = jnp.sin(X)
other = xla_client.make_c_api_client("cpu")
device = other.local_devices()[0]
mine = other.buffer_from_pyval(X, device) if hasattr(other, "buffer_from_pyval") else None
assert device.platform == "cpu" and other.platform_version == jax.devices()[0].client.platform_version
if mine is not None:
    assert np.array_equal(np.asarray(mine), X)
del mine, device, other
assert np.allclose(jnp.cos(first), np.cos(np.sin(X)), atol=1e-6)
""", 0),
    ("the only process of a distributed program", """
import socket
with socket.socket() as free:
    free.bind(("localhost", 0))
    port = free.getsockname()[1]
jax.distributed.initialize(f"localhost:{port}", 1, 0)
assert jax.process_count() == 1 and np.allclose(jnp.sin(X), np.sin(X), atol=1e-6)
# JAX tells the client of its processes some time after the start.
time.sleep(2)
jax.distributed.shutdown()
""", 0),
    ("clients that JAX throws away", """
for _ in range(3):
    a = jnp.sin(X)
    jax.clear_caches()
    jax.extend.backend.clear_backends()
    assert np.allclose(jnp.sin(X), np.sin(X), atol=1e-6)
    np.asarray(a)
""", 0),
]


def main():
    library = pathlib.Path(sys.argv[1]).resolve()
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "PJRT_", "XLA_"))}
    environment.update(JAX_PLATFORMS="cpu", PJRT_NAMES_AND_LIBRARY_PATHS=f"cpu:{library}")
    failed = 0
    for name, program, expected in PROGRAMS:
        start = START + ("import jax.extend\n" if "extend" in program else "")
        try:
            done = subprocess.run([sys.executable, "-c", start + program], env=environment, capture_output=True, text=True, timeout=120)
            ended = done.returncode
        except subprocess.TimeoutExpired:
            ended = "never"
        if ended != expected:
            failed += 1
            print(f"failed: {name}: expected exit code {expected}, got {ended}\n{done.stderr[-600:] if ended != 'never' else ''}")
    print(f"{len(PROGRAMS) - failed} of {len(PROGRAMS)} processes end as they should")
    sys.exit(failed > 0)


main()
