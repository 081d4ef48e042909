"""Both wheels of this repository in one process: `tfrt`, and JAX on `jax_tfrt`. `checks/python.sh` runs it.

Each test has a process of its own, because JAX chooses its devices once.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
IMPORTS = {
    "tfrt first": "import numpy as np, tfrt, jax_tfrt\ntfrt.ops.Neg(np.float32([1]))\njax_tfrt.enable()\nimport jax\n",
    "JAX first": "import numpy as np, jax_tfrt\njax_tfrt.enable()\nimport jax\njax.numpy.ones(1).block_until_ready()\nimport tfrt\n",
}
PROGRAM = """
import jax.export, jax.numpy as jnp

assert "tfrt" in jax.devices()[0].client.platform_version.lower(), jax.devices()[0].client.platform_version

def model(x, w):
    return jnp.tanh(x @ w).sum(axis=1)

x, w = (np.random.default_rng(seed).standard_normal((8, 8), np.float32) for seed in (0, 1))
jitted = jax.jit(model)
expected = jitted(x, w)
np.testing.assert_allclose(expected, np.tanh(x @ w).sum(axis=1), rtol=1e-4, atol=1e-5)
net = tfrt.compile(jax.export.export(jitted)(x, w))
np.testing.assert_allclose(net(x, w), expected, rtol=1e-6)
"""


def run(source: str, *arguments: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source), *map(str, arguments)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("order", IMPORTS)
def test_a_model_of_jax_runs_in_both(order: str) -> None:
    assert run(IMPORTS[order] + PROGRAM + "print('same')") == "same\n"


@pytest.mark.parametrize("order", IMPORTS)
def test_tensors_go_from_one_to_the_other(order: str) -> None:
    text = run(
        IMPORTS[order]
        + PROGRAM
        + textwrap.dedent(
            """
            from_jax = net(jnp.asarray(x), jnp.asarray(w))
            back = jax.dlpack.from_dlpack(from_jax)
            for _ in range(200):
                back = jitted(jax.dlpack.from_dlpack(tfrt.tensor(x)), w)
            print(np.allclose(back, from_jax), tfrt.from_dlpack(back).shape)
            """
        )
    )
    assert text == "True (8,)\n"


@pytest.mark.parametrize("order", IMPORTS)
def test_threads_call_both_and_the_process_ends(order: str) -> None:
    text = run(
        IMPORTS[order]
        + PROGRAM
        + textwrap.dedent(
            """
            import threading
            wrong = []
            def work(call):
                for _ in range(50):
                    if not np.allclose(call(x, w), expected, rtol=1e-4):
                        wrong.append(call)
            threads = [threading.Thread(target=work, args=(call,)) for call in (net, jitted) * 4]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            futures = [net.submit(x, w) for _ in range(100)]
            print(wrong, flush=True)
            # The process ends with calls of both on their way.
            jitted(x, w)
            """
        )
    )
    assert text == "[]\n"


def test_plugins_come_before_jax_runs(tmp_path: Path) -> None:
    library = tmp_path / "libplugin.so"
    source = ROOT / "plugins/examples/c/scale_shift.c"
    command = ["cc", "-shared", "-fPIC", f"-I{ROOT}/plugins/include", "-o", library, source]
    subprocess.run(command, check=True, timeout=60)
    before = """
        import sys, numpy as np, tfrt, jax_tfrt
        jax_tfrt.enable()
        import jax
        tfrt.load_plugin(sys.argv[1])
        print(tfrt.ops.ScaleShift(np.float32([1, 2]), scale=2.0, shift=1).tolist(), jax.jit(lambda x: x + 1)(np.float32(1)))
        """
    assert run(before, library) == "[3.0, 5.0] 2.0\n"
    after = """
        import sys
        try:
            tfrt.load_plugin(sys.argv[1])
        except ImportError as error:
            print(error)
        print(tfrt.ops.Neg(np.float32([1])).tolist(), jax.jit(lambda x: x + 1)(np.float32(1)))
        """
    text = run(IMPORTS["JAX first"] + textwrap.dedent(after), library)
    assert "libtfrt_pjrt.so has the functions TF_* already" in text and text.endswith("[-1.0] 2.0\n")
