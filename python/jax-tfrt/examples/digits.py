"""Trains a small network on scikit-learn's handwritten digits, prints its accuracy on a held-out quarter, and exports it.

    pip install ./python/jax-tfrt scikit-learn
    python -m jax_tfrt python/jax-tfrt/examples/digits.py FOLDER
    tfrt-run FOLDER/digits.mlirbc --input=@FOLDER/images.npy --output=@FOLDER/served.npy

The last command needs no Python. `digits.mlirbc` is the network as StableHLO with its weights, `images.npy` the held-out images, `labels.npy`
what they show, and `predictions.npy` what JAX said of them.
"""

import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits

EPOCHS, BATCH, RATE = 40, 64, 2e-3


def init(key):
    """Weights and biases of the layers 64-128-64-10."""
    sizes = [64, 128, 64, 10]
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        (jax.random.normal(k, (m, n)) * jnp.sqrt(2 / m), jnp.zeros(n)) for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def logits(params, images):
    for weights, bias in params[:-1]:
        images = jax.nn.relu(images @ weights + bias)
    weights, bias = params[-1]
    return images @ weights + bias


def loss(params, images, labels):
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits(params, images)), labels[:, None], axis=1)
    return -chosen.mean()


@jax.jit
def step(params, moments, count, images, labels):
    """One step of Adam."""
    gradients = jax.grad(loss)(params, images, labels)
    first, second = moments
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradients)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradients)
    rate = RATE * jnp.sqrt(1 - 0.999 ** count) / (1 - 0.9 ** count)
    params = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-8), params, first, second)
    return params, (first, second)


def main(folder):
    data = load_digits()
    order = np.random.default_rng(0).permutation(len(data.data))
    images = (data.data[order] / 16).astype(np.float32)
    labels = data.target[order].astype(np.int32)
    held = len(images) // 4
    train_images, train_labels = images[held:], labels[held:]
    images, labels = images[:held], labels[:held]

    params = init(jax.random.key(0))
    zeros = jax.tree.map(jnp.zeros_like, params)
    moments, count = (zeros, zeros), 0
    for epoch in range(EPOCHS):
        order = np.random.default_rng(epoch + 1).permutation(len(train_images))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            count += 1
            params, moments = step(params, moments, np.float32(count), train_images[batch], train_labels[batch])
    predict = jax.jit(lambda x: jnp.argmax(logits(params, x), axis=1))
    predictions = np.asarray(predict(images))
    print(f"accuracy on {held} held-out images: {(predictions == labels).mean():.4f}")

    folder.mkdir(parents=True, exist_ok=True)
    exported = jax.export.export(predict)(jax.ShapeDtypeStruct(images.shape, images.dtype))
    (folder / "digits.mlirbc").write_bytes(exported.mlir_module_serialized)
    for name, array in [("images", images), ("labels", labels), ("predictions", predictions)]:
        np.save(folder / f"{name}.npy", array)
    print(f"wrote {folder / 'digits.mlirbc'}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "digits"))
