"""Real programs of JAX, by XLA's CPU and by the plugin, each in a process of its own with the same seeds: prints the wall time from the start of the process
of both, and by how much what they compute differs.

    training.py LIBRARY [--only=PART]

It needs flax, optax, numpyro and scikit-learn. A program gives numbers by name; losses at the end of a training, which amplifies the smallest differences
of single operations, may differ by a part that each program says.
"""

import json
import math
import os
import pathlib
import subprocess
import sys
import time


def digits():
    """A network of flax that learns scikit-learn's digits by optax."""
    import flax.linen as nn
    import jax
    import jax.numpy as jnp
    import numpy as np
    import optax
    from sklearn.datasets import load_digits

    images, labels = load_digits(return_X_y=True)
    images = (images / 16).astype(np.float32)

    class Network(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.relu(nn.Dense(64)(x))
            x = nn.LayerNorm()(x)
            return nn.Dense(10)(x)

    network, optimizer = Network(), optax.adamw(3e-3)
    parameters = network.init(jax.random.key(0), images[:1])
    state = optimizer.init(parameters)

    @jax.jit
    def step(parameters, state, x, y):
        loss = lambda p: optax.softmax_cross_entropy_with_integer_labels(network.apply(p, x), y).mean()
        value, grads = jax.value_and_grad(loss)(parameters)
        updates, state = optimizer.update(grads, state, parameters)
        return optax.apply_updates(parameters, updates), state, value

    order = np.random.RandomState(0)
    losses = []
    for _ in range(12):
        for batch in np.array_split(order.permutation(1347), 21):
            parameters, state, loss = step(parameters, state, images[batch], labels[batch])
        losses.append(float(loss))
    right = jnp.argmax(network.apply(parameters, images[1347:]), -1) == labels[1347:]
    return {"first loss": losses[0], "last loss": losses[-1], "accuracy": float(right.mean())}, 0.05


def transformer():
    """A decoder of two layers learns to continue sequences."""
    import flax.linen as nn
    import jax
    import jax.numpy as jnp
    import optax

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x):
            mask = nn.make_causal_mask(x[..., 0])
            x = x + nn.SelfAttention(4)(nn.LayerNorm()(x), mask=mask)
            return x + nn.Dense(64)(nn.gelu(nn.Dense(128)(nn.LayerNorm()(x))))

    class Model(nn.Module):
        @nn.compact
        def __call__(self, tokens):
            x = nn.Embed(32, 64)(tokens) + nn.Embed(24, 64)(jnp.arange(tokens.shape[1]))
            for _ in range(2):
                x = Block()(x)
            return nn.Dense(32)(nn.LayerNorm()(x))

    model, optimizer = Model(), optax.adam(2e-3)

    def batch(key):
        first, step = jax.random.split(key)
        start = jax.random.randint(first, (16, 1), 0, 32)
        stride = jax.random.randint(step, (16, 1), 1, 6)
        return (start + stride * jnp.arange(25)) % 32

    parameters = model.init(jax.random.key(0), batch(jax.random.key(1))[:, :-1])
    state = optimizer.init(parameters)

    @jax.jit
    def step(parameters, state, key):
        tokens = batch(key)
        loss = lambda p: optax.softmax_cross_entropy_with_integer_labels(model.apply(p, tokens[:, :-1]), tokens[:, 1:]).mean()
        value, grads = jax.value_and_grad(loss)(parameters)
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(parameters, updates), state, value

    losses = []
    for number in range(300):
        parameters, state, loss = step(parameters, state, jax.random.key(number))
        losses.append(float(loss))
    return {"first loss": losses[0], "loss 50": losses[49], "last loss": losses[-1]}, 0.1


def recurrent():
    """An LSTM of flax, scanned over time, learns the sign of a sum."""
    import flax.linen as nn
    import jax
    import jax.numpy as jnp
    import optax

    class Model(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.RNN(nn.OptimizedLSTMCell(32))(x)
            return nn.Dense(1)(x[:, -1])[:, 0]

    model, optimizer = Model(), optax.sgd(0.3, momentum=0.9)
    inputs = jax.random.normal(jax.random.key(0), (256, 20, 3))
    targets = (inputs.sum((1, 2)) > 0).astype(jnp.float32)
    parameters = model.init(jax.random.key(1), inputs)
    state = optimizer.init(parameters)

    @jax.jit
    def step(parameters, state):
        value, grads = jax.value_and_grad(lambda p: optax.sigmoid_binary_cross_entropy(model.apply(p, inputs), targets).mean())(parameters)
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(parameters, updates), state, value

    losses = []
    for _ in range(150):
        parameters, state, loss = step(parameters, state)
        losses.append(float(loss))
    return {"first loss": losses[0], "loss 20": losses[19], "last loss": losses[-1]}, 0.1


def nuts():
    """numpyro's sampler on a regression of three weights."""
    import jax
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist
    from numpyro.infer import MCMC, NUTS

    x = jax.random.normal(jax.random.key(0), (100, 3))
    y = x @ jnp.array([1.0, -2.0, 0.5]) + 0.3 * jax.random.normal(jax.random.key(1), (100,))

    def model(x, y):
        weights = numpyro.sample("weights", dist.Normal(0, 1).expand([3]))
        sigma = numpyro.sample("sigma", dist.HalfNormal(1.0))
        numpyro.sample("y", dist.Normal(x @ weights, sigma), obs=y)

    mcmc = MCMC(NUTS(model), num_warmup=500, num_samples=1000, progress_bar=False)
    mcmc.run(jax.random.key(2), x, y)
    samples = mcmc.get_samples()
    means = samples["weights"].mean(0)
    return {"w0": float(means[0]), "w1": float(means[1]), "w2": float(means[2]), "sigma": float(samples["sigma"].mean())}, 0.02


def differential_equation():
    """The orbit of a pendulum, and its derivative by the start."""
    import jax
    import jax.numpy as jnp
    from jax.experimental.ode import odeint

    times = jnp.linspace(0.0, 10.0, 50)
    swing = jax.jit(lambda start: odeint(lambda s, t: jnp.array([s[1], -jnp.sin(s[0])]), start, times))
    orbit = swing(jnp.array([1.0, 0.0]))
    grads = jax.jit(jax.grad(lambda start: (swing(start)[:, 0] ** 2).sum()))(jnp.array([1.0, 0.0]))
    return {"end": float(orbit[-1, 0]), "speed": float(orbit[-1, 1]), "d0": float(grads[0]), "d1": float(grads[1])}, 2e-3


def sparse():
    """Conjugate gradients with a sparse matrix, and a gradient through a sparse product."""
    import jax
    import jax.numpy as jnp
    from jax.experimental import sparse as js

    n = 400
    dense = jnp.diag(jnp.full(n, 4.0)) - jnp.diag(jnp.ones(n - 1), 1) - jnp.diag(jnp.ones(n - 1), -1)
    matrix = js.BCOO.fromdense(dense)
    right = jnp.sin(jnp.arange(n) * 0.1)
    solution, _ = jax.scipy.sparse.linalg.cg(lambda v: matrix @ v, right, tol=1e-6)
    grad = jax.jit(jax.grad(lambda v: jnp.tanh(matrix @ v).sum()))(right)
    return {"norm": float(jnp.linalg.norm(solution)), "residual ok": float(jnp.linalg.norm(dense @ solution - right) < 1e-4), "grad": float(jnp.linalg.norm(grad))}, 1e-4


PROGRAMS = {f.__name__: f for f in (digits, transformer, recurrent, nuts, differential_equation, sparse)}


def timed(name, environment, platform):
    """The numbers of a program and its tolerance, or an error, and the wall time of its process, which must have run on this platform."""
    start = time.monotonic()
    done = subprocess.run([sys.executable, __file__, "--run", name], env=environment, capture_output=True, text=True, timeout=1800, check=False)
    seconds = time.monotonic() - start
    if done.returncode:
        return " ".join(done.stderr.split())[-400:], 0, seconds
    numbers, tolerance, version = json.loads(done.stdout.splitlines()[-1])
    if platform not in version:
        return f"it ran on {version!r}", 0, seconds
    strange = [key for key, value in numbers.items() if not math.isfinite(value)]
    return f"not finite: {strange}" if strange else numbers, tolerance, seconds


def main():
    library = pathlib.Path(sys.argv[1]).resolve()
    part = next((a.split("=", 1)[1] for a in sys.argv if a.startswith("--only=")), "")
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "PJRT_", "XLA_"))}
    plain["JAX_PLATFORMS"] = "cpu"
    passed = failed = left_out = 0
    for name in (name for name in PROGRAMS if part in name):
        theirs, tolerance, xla = timed(name, plain, "cpu")
        ours, _, own = timed(name, dict(plain, PJRT_NAMES_AND_LIBRARY_PATHS=f"cpu:{library}"), "tfrt")
        if isinstance(theirs, str):
            print(f"left out: {name}: XLA: {theirs}")
            left_out += 1
            continue
        worst = "an error" if isinstance(ours, str) else max((abs(ours[key] - value) / max(abs(value), 0.05), key) for key, value in theirs.items())
        good = not isinstance(ours, str) and worst[0] <= tolerance
        passed, failed = passed + good, failed + (not good)
        print(f"{'passed' if good else 'failed'}: {name}: {own:.1f} s, XLA {xla:.1f} s ({own / xla:.2f}); {ours if isinstance(ours, str) else f'largest difference {worst[0]:.1e} of {worst[1]}'}", flush=True)
        if not good and not isinstance(ours, str):
            print(f"  here {ours}\n  XLA  {theirs}")
    print(f"{passed} passed, {failed} failed, {left_out} left out")
    return 0 if passed and not failed and not left_out else 1


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        import jax

        print(json.dumps([*PROGRAMS[sys.argv[2]](), jax.devices()[0].client.platform_version]))
    else:
        sys.exit(main())
