#!/usr/bin/env python3
"""Freezes whole networks with random weights, runs them with TensorFlow and with the tools here, and compares results and times.

    networks.py --tools FOLDER [--keep FOLDER] [--batch N,...] [--time] [NAME ...]
    networks.py --tools FOLDER --peers openvino,onnxruntime,tensorflow [--threads N,...] [--seconds S] [--rounds N] [--precision bf16] [NAME ...]

Without names all networks are run. TensorFlow 2.21 must be installed. Nothing is left behind unless --keep names a folder.

The second form prints a table of times here and of other programs that run the same frozen graph, in `f32`, one after the other in turn, with the
ratio of ours to the fastest of them and the geometric mean of all ratios, and the largest difference of our results from TensorFlow's in `f32`, as a part of the
largest value. A peer that is not installed is left out with a line, a network that a peer does not run has a dash. ONNX Runtime gets what
`tf2onnx` makes of the graph. With `--precision bf16` products are computed in `bf16` here and by OpenVINO; differences are only printed then.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

from peer_table import Table

layers = tf.keras.layers
F = tf.float32
NETWORKS = {}


def network(make):
    NETWORKS[make.__name__] = make
    return make


def images(size):
    return lambda batch, rng: [rng.random((batch, size, size, 3), np.float32)]


def application(name, build, size):
    def make():
        model = build(weights=None)
        return (lambda x: model(x, training=False)), [tf.TensorSpec((None, size, size, 3), F)], images(size), model
    NETWORKS[name] = make


A = tf.keras.applications
for name, build, size in [
    ("mobilenet", A.MobileNet, 224), ("mobilenet_v2", A.MobileNetV2, 224), ("mobilenet_v3_small", A.MobileNetV3Small, 224),
    ("mobilenet_v3_large", A.MobileNetV3Large, 224), ("resnet50", A.ResNet50, 224), ("resnet50_v2", A.ResNet50V2, 224),
    ("vgg16", A.VGG16, 224), ("inception_v3", A.InceptionV3, 299), ("xception", A.Xception, 299),
    ("densenet121", A.DenseNet121, 224), ("nasnet_mobile", A.NASNetMobile, 224), ("efficientnet_b0", A.EfficientNetB0, 224),
    ("efficientnet_v2_b0", A.EfficientNetV2B0, 224), ("convnext_tiny", A.ConvNeXtTiny, 224),
]:
    application(name, build, size)


def tokens(length, vocabulary):
    return lambda batch, rng: [rng.integers(0, vocabulary, (batch, length)).astype(np.int32)]


def attention(x, mask, heads, width, dense):
    """Attention as written by hand: reshapes, transposes and batched products."""
    b, n = tf.shape(x)[0], tf.shape(x)[1]
    split = lambda t: tf.transpose(tf.reshape(t, [b, n, heads, width // heads]), [0, 2, 1, 3])
    q, k, v = split(dense[0](x)), split(dense[1](x)), split(dense[2](x))
    scores = tf.matmul(q, k, transpose_b=True) * (1.0 / np.sqrt(width // heads)).astype(np.float32)
    if mask is not None:
        scores += mask
    y = tf.matmul(tf.nn.softmax(scores), v)
    return dense[3](tf.reshape(tf.transpose(y, [0, 2, 1, 3]), [b, n, width]))


class HandNorm(tf.Module):
    """A layer norm as separate ops."""
    def __init__(self, width, rng):
        self.gamma = tf.Variable(1 + 0.1 * rng.standard_normal(width).astype(np.float32))
        self.beta = tf.Variable(0.1 * rng.standard_normal(width).astype(np.float32))

    def __call__(self, x):
        mean = tf.reduce_mean(x, -1, keepdims=True)
        variance = tf.reduce_mean(tf.math.squared_difference(x, mean), -1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-6) * self.gamma + self.beta


@network
def bert():
    rng, width, heads, depth, vocabulary = np.random.default_rng(1), 256, 4, 4, 1000
    embed, place = layers.Embedding(vocabulary, width), layers.Embedding(128, width)
    blocks = [([layers.Dense(width) for _ in range(4)], HandNorm(width, rng), layers.Dense(4 * width), layers.Dense(width),
               HandNorm(width, rng)) for _ in range(depth)]
    first, pooler = HandNorm(width, rng), layers.Dense(width, activation="tanh")
    def run(ids):
        x = first(embed(ids) + place(tf.range(tf.shape(ids)[1]))[tf.newaxis])
        mask = (1.0 - tf.cast(ids > 0, F))[:, tf.newaxis, tf.newaxis, :] * -1e4
        for dense, norm_a, up, down, norm_b in blocks:
            x = norm_a(x + attention(x, mask, heads, width, dense))
            h = up(x)
            h = h * 0.5 * (1.0 + tf.math.erf(h / np.sqrt(2.0).astype(np.float32)))
            x = norm_b(x + down(h))
        return x, pooler(x[:, 0])
    return run, [tf.TensorSpec((None, None), tf.int32)], tokens(128, vocabulary), (embed, place, blocks, first, pooler)


@network
def gpt():
    """Greedy decoding with a cache of keys and values, in a loop."""
    rng, width, heads, depth, vocabulary, steps = np.random.default_rng(2), 128, 4, 3, 500, 24
    var = lambda *s: tf.Variable(rng.standard_normal(s).astype(np.float32) / np.sqrt(s[0]).astype(np.float32))
    embed, place = tf.Variable(rng.standard_normal((vocabulary, width)).astype(np.float32)), var(64, width)
    blocks = [(HandNorm(width, rng), var(width, 3 * width), var(width, width), HandNorm(width, rng), var(width, 4 * width),
               var(4 * width, width)) for _ in range(depth)]
    last = HandNorm(width, rng)
    head = width // heads
    def step(i, ids, cache):
        x = tf.gather(tf.identity(embed), ids[:, i]) + tf.identity(place)[i]
        new = []
        for n, (norm_a, qkv, out, norm_b, up, down) in enumerate(blocks):
            q, k, v = tf.split(tf.reshape(norm_a(x) @ qkv, [-1, heads, 3 * head]), 3, axis=-1)
            kv = tf.concat([cache[n], tf.stack([k, v], 1)[:, :, :, tf.newaxis]], 3)
            scores = tf.einsum("bhd,bhtd->bht", q, kv[:, 0]) / np.sqrt(head).astype(np.float32)
            y = tf.einsum("bht,bhtd->bhd", tf.nn.softmax(scores), kv[:, 1])
            x = x + tf.reshape(y, [-1, width]) @ out
            x = x + tf.nn.gelu(norm_b(x) @ up, approximate=True) @ down
            new.append(kv)
        logits = tf.matmul(last(x), embed, transpose_b=True)
        nxt = tf.cast(tf.argmax(logits, -1), tf.int32)
        return i + 1, tf.concat([ids, nxt[:, tf.newaxis]], 1), new, logits
    def run(ids):
        b = tf.shape(ids)[0]
        cache = [tf.zeros([b, 2, heads, 0, head]) for _ in range(depth)]
        body = lambda i, ids, cache, logits: step(i, ids, cache)
        shapes = [tf.TensorShape([]), tf.TensorShape([None, None]), [tf.TensorShape([None, 2, heads, None, head])] * depth,
                  tf.TensorShape([None, vocabulary])]
        _, ids, _, logits = tf.while_loop(lambda i, *_: i < steps, body, [0, ids, cache, tf.zeros([b, vocabulary])],
                                          shape_invariants=shapes)
        return ids, logits
    return run, [tf.TensorSpec((None, None), tf.int32)], tokens(1, vocabulary), (embed, place, blocks, last)


@network
def vit():
    width, depth, size, patch = 192, 6, 224, 16
    x = inputs = layers.Input((size, size, 3))
    x = layers.Conv2D(width, patch, strides=patch)(x)
    x = layers.Reshape((-1, width))(x)
    x = x + tf.keras.Variable(0.02 * np.random.default_rng(3).standard_normal((1, 196, width)), dtype="float32")
    for _ in range(depth):
        y = layers.LayerNormalization(epsilon=1e-6)(x)
        x = x + layers.MultiHeadAttention(3, width // 3)(y, y)
        y = layers.LayerNormalization(epsilon=1e-6)(x)
        x = x + layers.Dense(width)(layers.Dense(4 * width, activation="gelu")(y))
    x = layers.GlobalAveragePooling1D()(layers.LayerNormalization(epsilon=1e-6)(x))
    model = tf.keras.Model(inputs, layers.Dense(1000, activation="softmax")(x))
    return (lambda x: model(x, training=False)), [tf.TensorSpec((None, size, size, 3), F)], images(size), model


def seq2seq(cell):
    source, target = layers.Input((None,), dtype="int32"), layers.Input((None,), dtype="int32")
    e = layers.Embedding(300, 96, mask_zero=True)(source)
    _, *state = cell(128, return_state=True)(layers.Bidirectional(cell(64, return_sequences=True))(e))
    d = layers.Embedding(300, 96)(target)
    d = cell(128, return_sequences=True)(d, initial_state=state)
    model = tf.keras.Model([source, target], layers.Dense(300, activation="softmax")(d))
    feeds = lambda batch, rng: [rng.integers(0, 300, (batch, n)).astype(np.int32) for n in (20, 16)]
    return (lambda a, b: model([a, b], training=False)), [tf.TensorSpec((None, None), tf.int32)] * 2, feeds, model


@network
def lstm_seq2seq():
    return seq2seq(layers.LSTM)


@network
def gru_seq2seq():
    return seq2seq(layers.GRU)


@network
def unet():
    x = inputs = layers.Input((128, 128, 3))
    def block(x, n):
        for _ in range(2):
            x = layers.Activation("relu")(layers.BatchNormalization()(layers.Conv2D(n, 3, padding="same")(x)))
        return x
    skips = []
    for n in (32, 64, 128):
        x = block(x, n)
        skips.append(x)
        x = layers.MaxPooling2D()(x)
    x = block(x, 256)
    for n, skip in zip((128, 64, 32), reversed(skips)):
        x = layers.Conv2DTranspose(n, 2, strides=2)(x) if n != 64 else layers.Conv2D(n, 3, padding="same")(
            layers.UpSampling2D(interpolation="bilinear")(x))
        x = block(layers.Concatenate()([x, skip]), n)
    model = tf.keras.Model(inputs, layers.Conv2D(4, 1, activation="softmax")(x))
    return (lambda x: model(x, training=False)), [tf.TensorSpec((None, 128, 128, 3), F)], images(128), model


@network
def wavenet():
    x = inputs = layers.Input((1024, 1))
    x = layers.Conv1D(32, 2, padding="causal")(x)
    skips = []
    for i in range(18):
        rate = 2 ** (i % 9)
        gate = layers.Conv1D(64, 2, padding="causal", dilation_rate=rate)(x)
        z = tf.keras.ops.tanh(gate[..., :32]) * tf.keras.ops.sigmoid(gate[..., 32:])
        skips.append(layers.Conv1D(64, 1)(z))
        x = x + layers.Conv1D(32, 1)(z)
    y = layers.Activation("relu")(layers.Add()(skips))
    model = tf.keras.Model(inputs, layers.Conv1D(256, 1, activation="softmax")(layers.Conv1D(64, 1, activation="relu")(y)))
    return (lambda x: model(x, training=False)), [tf.TensorSpec((None, 1024, 1), F)], (
        lambda batch, rng: [rng.standard_normal((batch, 1024, 1)).astype(np.float32)]), model


@network
def dlrm():
    """Embeddings by number and by string, their products in pairs, and a wide part."""
    rng = np.random.default_rng(7)
    var = lambda *s: rng.standard_normal(s).astype(np.float32) / np.sqrt(s[0]).astype(np.float32)
    words = [f"word{i}" for i in range(50)]
    tables = [var(1000, 32) for _ in range(8)]
    by_word, wide = var(51, 32), var(1000, 1)
    bottom, top = [var(13, 64), var(64, 32)], [var(32 + 45, 64), var(64, 1)]
    def run(dense, sparse, text):
        table = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(tf.constant(words), tf.range(50, dtype=tf.int64)), -1)
        x = dense
        for w in bottom:
            x = tf.nn.relu(x @ w)
        ids = table.lookup(tf.strings.lower(text)) + 1
        parts = [x] + [tf.nn.embedding_lookup(t, sparse[:, i]) for i, t in enumerate(tables)] + [tf.gather(by_word, ids)]
        t = tf.stack(parts, 1)
        z = tf.matmul(t, t, transpose_b=True)
        upper = np.argwhere(np.triu(np.ones((10, 10)), 1) > 0)
        flat = tf.gather(tf.reshape(z, [-1, 100]), upper[:, 0] * 10 + upper[:, 1], axis=1)
        y = tf.nn.relu(tf.concat([x, flat], 1) @ top[0]) @ top[1]
        crossed = tf.strings.to_hash_bucket_fast(tf.strings.join([text, tf.strings.as_string(sparse[:, 0])], "_"), 1000)
        return tf.sigmoid(y + tf.gather(wide, crossed))
    def feeds(batch, rng):
        return [rng.standard_normal((batch, 13)).astype(np.float32), rng.integers(0, 1000, (batch, 8)).astype(np.int64),
                np.array([[b"WORD3", b"word49", b"other"][i % 3] for i in range(batch)])]
    return run, [tf.TensorSpec((None, 13), F), tf.TensorSpec((None, 8), tf.int64), tf.TensorSpec((None,), tf.string)], feeds, None


@network
def autoencoder():
    x = inputs = layers.Input((64, 64, 3))
    for n in (16, 32, 64):
        x = layers.LeakyReLU()(layers.Conv2D(n, 3, strides=2, padding="same")(x))
    x = layers.Reshape((8, 8, 64))(layers.Dense(8 * 8 * 64, activation="elu")(layers.Dense(32)(layers.Flatten()(x))))
    for n in (64, 32, 16):
        x = layers.PReLU(shared_axes=[1, 2])(layers.Conv2DTranspose(n, 3, strides=2, padding="same")(x))
    model = tf.keras.Model(inputs, layers.Conv2D(3, 3, padding="same", activation="sigmoid")(x))
    return (lambda x: model(x, training=False)), [tf.TensorSpec((None, 64, 64, 3), F)], images(64), model


@network
def ssd():
    backbone = A.MobileNetV2(weights=None, include_top=False, input_shape=(160, 160, 3), alpha=0.5)
    x = backbone.output
    y = layers.ReLU(6.0)(layers.Conv2D(128, 3, strides=2, padding="same")(x))
    heads = [[layers.Conv2D(3 * 4, 3, padding="same"), layers.Conv2D(3 * 6, 3, padding="same")] for _ in range(2)]
    boxes = [layers.Reshape((-1, 4))(h[0](f)) for h, f in zip(heads, (x, y))]
    scores = [layers.Reshape((-1, 6))(h[1](f)) for h, f in zip(heads, (x, y))]
    model = tf.keras.Model(backbone.input, [layers.Concatenate(1)(boxes), layers.Concatenate(1)(scores)])
    anchors = []
    for n in (5, 3):
        c = (np.stack(np.meshgrid(np.arange(n), np.arange(n), indexing="ij"), -1).reshape(-1, 1, 2) + 0.5) / n
        wh = np.array([[0.2, 0.2], [0.3, 0.15], [0.15, 0.3]])[None].repeat(n * n, 0)
        anchors.append(np.concatenate([c.repeat(3, 1), wh], -1).reshape(-1, 4))
    anchors = np.concatenate(anchors).astype(np.float32)
    def run(x):
        raw, logits = model(x, training=False)
        center = raw[..., :2] * 0.1 * anchors[:, 2:] + anchors[:, :2]
        half = tf.exp(raw[..., 2:] * 0.2) * anchors[:, 2:] / 2
        boxes, scores = tf.concat([center - half, center + half], -1), tf.sigmoid(logits * 5)
        found = tf.image.combined_non_max_suppression(boxes[:, :, tf.newaxis], scores, 10, 20, 0.4, 0.1)
        keep = tf.image.non_max_suppression(boxes[0], scores[0, :, 1], 10, 0.5, 0.1)
        return list(found) + [tf.gather(boxes[0], keep), keep]
    return run, [tf.TensorSpec((None, 160, 160, 3), F)], images(160), model


@network
def transformer():
    """Encoder and decoder, all products as einsums."""
    rng, width, heads, vocabulary = np.random.default_rng(4), 128, 4, 200
    var = lambda *s: tf.Variable(rng.standard_normal(s).astype(np.float32) * np.float32(0.08))
    attend = lambda: [var(width, heads, 32) for _ in range(3)] + [var(heads, 32, width)]
    parts = [(attend(), attend(), var(width, 512), var(512, width)) for _ in range(4)]
    embed = var(vocabulary, width)
    def att(x, y, w, causal):
        q, k, v = (tf.einsum("btd,dhk->bthk", t, m) for t, m in zip((x, y, y), w))
        s = tf.einsum("bqhk,bthk->bhqt", q, k) / np.float32(np.sqrt(32))
        if causal:
            n = tf.shape(x)[1]
            s = tf.where(tf.linalg.band_part(tf.ones([n, n], tf.bool), -1, 0), s, -1e9)
        return tf.einsum("bqhk,hkd->bqd", tf.einsum("bhqt,bthk->bqhk", tf.nn.softmax(s), v), w[3])
    def norm(x):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, None, None, 1e-5)
    def run(source, target):
        place = lambda n: tf.sin(tf.cast(tf.range(n), F)[:, tf.newaxis] / tf.pow(1e4, tf.range(width, dtype=F) / width))
        x = tf.gather(embed, source) + place(tf.shape(source)[1])
        y = tf.gather(embed, target) + place(tf.shape(target)[1])
        for a, _, up, down in parts[:2]:
            x = norm(x + att(x, x, a, False))
            x = norm(x + tf.einsum("btf,fd->btd", tf.nn.silu(tf.einsum("btd,df->btf", x, up)), down))
        for a, c, up, down in parts[2:]:
            y = norm(y + att(y, y, a, True))
            y = norm(y + att(y, x, c, False))
            y = norm(y + tf.einsum("btf,fd->btd", tf.nn.gelu(tf.einsum("btd,df->btf", y, up)), down))
        return tf.nn.log_softmax(tf.einsum("btd,vd->btv", y, embed))
    feeds = lambda batch, rng: [rng.integers(0, vocabulary, (batch, n)).astype(np.int32) for n in (40, 32)]
    return run, [tf.TensorSpec((None, None), tf.int32)] * 2, feeds, (parts, embed)


def shake(keep):
    """Weights as after training: statistics of batch norms and biases are not their initial values."""
    rng = np.random.default_rng(11)
    for v in getattr(keep, "variables", []):
        path = v.path if hasattr(v, "path") else v.name
        if re.search("moving_variance|gamma|variance", path):
            v.assign(0.5 + rng.random(v.shape).astype(np.float32))
        elif re.search("moving_mean|beta|bias", path):
            v.assign(0.1 * rng.standard_normal(v.shape).astype(np.float32))


class Session:
    """A network with tables, frozen as TensorFlow 1 does: the nodes that fill the tables are part of the graph."""
    def __init__(self, run, specs):
        v1 = tf.compat.v1
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.feeds = [v1.placeholder(spec.dtype, spec.shape) for spec in specs]
            self.result = tf.identity(run(*self.feeds), name="Identity")
            self.session = v1.Session(config=v1.ConfigProto(intra_op_parallelism_threads=2, inter_op_parallelism_threads=2))
            self.session.run(v1.tables_initializer())

    def __call__(self, *values):
        return tf.constant(self.session.run(self.result, {feed: value.numpy() for feed, value in zip(self.feeds, values)}))


def freeze(run, specs):
    if tf.string in [spec.dtype for spec in specs]:
        return Session(run, specs)
    return convert_variables_to_constants_v2(tf.function(run).get_concrete_function(*specs))


def compare(ours, theirs):
    """The largest difference, relative to the largest value."""
    if theirs.dtype.kind not in "f":
        return 0.0 if np.array_equal(ours, theirs) else np.inf
    if ours.shape != theirs.shape:
        return np.inf
    scale = max(np.abs(theirs).max(initial=0), 1e-30)
    return float(np.abs(ours.astype(np.float64) - theirs).max(initial=0) / scale)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--tools", required=True)
    parser.add_argument("--batch", default="1,8")
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--queue", default="mstd:2")
    parser.add_argument("--peers")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--precision", default="f32", choices=["f32", "bf16"])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    numbers = lambda text: [int(number) for number in text.split(",")]
    table = options.peers and Table(os.path.join(options.tools, "tfrt-run"), options.peers.split(","), numbers(options.threads),
                                    options.seconds, options.rounds, options.precision)
    allowed = 1e-5 if options.precision == "f32" else float("inf")
    tf.config.threading.set_intra_op_parallelism_threads(2)
    tf.config.threading.set_inter_op_parallelism_threads(2)
    bad = []
    for name in options.names or NETWORKS:
        tf.keras.utils.set_random_seed(3)
        try:
            run, specs, feeds, keep = NETWORKS[name]()
        except Exception as error:
            print(f"{name}: cannot be made: {error}")
            continue
        shake(keep)
        with tempfile.TemporaryDirectory(dir=options.keep) as scratch:
            folder = options.keep or scratch
            path = lambda file: os.path.join(folder, name + file)
            graph = freeze(run, specs)
            with open(path(".pb"), "wb") as file:
                file.write(graph.graph.as_graph_def().SerializeToString(deterministic=True))
            start = time.time()
            tool = lambda tool, *args: subprocess.run([os.path.join(options.tools, tool), *args], capture_output=True, text=True)
            made = tool("tfrt-translate", "--graphdef-to-bef", "-O2", f"--precision={options.precision}", path(".pb"), "-o", path(".bef"))
            translate = time.time() - start
            if made.returncode:
                print(f"{name}: not translated: {made.stderr.strip()[:400]}")
                bad.append(name)
                continue
            for batch in numbers(options.batch):
                values = feeds(batch, np.random.default_rng(5))
                results = graph(*[tf.constant(value) for value in values])
                results = results if isinstance(results, (list, tuple)) else [results]
                args = []
                for i, value in enumerate(values):
                    np.save(path(f".{batch}.in{i}.npy"), value)
                    args.append(f"--input=@{path(f'.{batch}.in{i}.npy')}")
                outs = [path(f".{batch}.out{i}.npy") for i in range(len(results))]
                done = tool("tfrt-run", path(".bef"), f"--work_queue_type={options.queue}", *args, *[f"--output=@{o}" for o in outs])
                if done.returncode:
                    print(f"{name} x{batch}: fails: {(done.stderr + done.stdout).strip()[:600]}")
                    bad.append(name)
                    continue
                worst = max(compare(np.load(o), r.numpy()) for o, r in zip(outs, results))
                line = f"{name} x{batch}: difference {worst:.1e}"
                if not worst <= allowed:
                    bad.append(name)
                    line += " TOO LARGE"
                if options.time:
                    tensors = [tf.constant(value) for value in values]
                    for _ in range(3):
                        graph(*tensors)
                    theirs, end, cpu = [], time.time() + 2.5, time.process_time()
                    while time.time() < end or len(theirs) < 3:
                        start = time.perf_counter()
                        graph(*tensors)
                        theirs.append(time.perf_counter() - start)
                    cpu = (time.process_time() - cpu) / len(theirs) * 1e3
                    def spent(seconds):
                        before = resource.getrusage(resource.RUSAGE_CHILDREN)
                        timed = tool("tfrt-run", path(".bef"), f"--work_queue_type={options.queue}", *args, "--quiet",
                                     f"--benchmark={seconds}")
                        after = resource.getrusage(resource.RUSAGE_CHILDREN)
                        match = re.search(r"(\d+) calls, best ([0-9.]+) ms", timed.stderr + timed.stdout)
                        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                        return int(match.group(1)), used, float(match.group(2))
                    # What starting takes is the same in both.
                    (few, least, _), (many, most, ours) = spent(0), spent(2.5)
                    our_cpu = (most - least) / max(many - few, 1) * 1e3 if many > few else float("nan")
                    line += f", {ours:.2f} ms, TensorFlow {min(theirs) * 1e3:.2f} ms, ratio {ours / (min(theirs) * 1e3):.2f}"
                    line += f", of the processors {our_cpu:.1f} and {cpu:.1f} ms, ratio {our_cpu / cpu:.2f}"
                if table and worst <= allowed:
                    inputs = [path(f".{batch}.in{i}.npy") for i in range(len(values))]
                    table.row(name, path(".pb"), path(".bef"), batch, inputs, worst)
                else:
                    print(line + f", translated in {translate:.1f} s", flush=True)
    if table:
        table.finish()
    if bad:
        sys.exit("not as TensorFlow: " + ", ".join(dict.fromkeys(bad)))


if __name__ == "__main__":
    main()
