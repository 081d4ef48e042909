#!/usr/bin/env python3
"""Exports SavedModels of many kinds with TensorFlow, and what TensorFlow computes with each of their signatures.

    savedmodel.py export FOLDER [NAME…]     writes FOLDER/NAME (the model) and FOLDER/NAME.calls (arguments and results)
    savedmodel.py compare FOLDER TFRT_RUN   runs every call with tfrt-run and compares; prints a table

A call is a folder with `inN.ARGUMENT.npy` and `outN.RESULT.npy`, in the order of the names, in FOLDER/NAME.calls/SIGNATURE.K.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np

MODELS = {}


def model(function):
    """A function that writes a model into a folder, and returns the arguments of its calls: {signature: [{name: array}]}."""
    MODELS[function.__name__] = function
    return function


def keras_model(make, *inputs):
    def write(folder):
        network = make()
        network.export(folder, verbose=False)
        import tensorflow as tf
        signature = tf.saved_model.load(folder).signatures["serving_default"]
        names = sorted(signature.structured_input_signature[1])
        given = inputs if not isinstance(inputs[0], dict) else [inputs[0][name] for name in names]
        return {"serving_default": [dict(zip(names, given))]}
    return write


def define():
    import tensorflow as tf
    v1 = tf.compat.v1
    layers = tf.keras.layers
    rng = np.random.default_rng(3)
    f32 = lambda *shape: rng.random(shape, np.float32)
    Sequential, Input = tf.keras.Sequential, layers.Input

    def keras(name, make, *inputs):
        MODELS[name] = keras_model(make, *inputs)

    keras("dense", lambda: Sequential([Input((4,)), layers.Dense(3, activation="relu"), layers.Dense(2, activation="softmax")]), f32(2, 4))
    keras("convnet", lambda: Sequential([
        Input((12, 12, 3)), layers.Conv2D(4, 3, activation="relu"), layers.BatchNormalization(), layers.MaxPooling2D(),
        layers.DepthwiseConv2D(3, padding="same"), layers.GlobalAveragePooling2D(), layers.Dropout(0.5), layers.Dense(5)]), f32(2, 12, 12, 3))
    keras("lstm", lambda: Sequential([Input((5, 3)), layers.LSTM(4, return_sequences=True), layers.LSTM(3)]), f32(2, 5, 3))
    keras("gru", lambda: Sequential([Input((None, 3)), layers.GRU(4)]), f32(2, 6, 3))
    keras("bidirectional", lambda: Sequential([Input((6,)), layers.Embedding(9, 4, mask_zero=True), layers.Bidirectional(layers.LSTM(3)), layers.Dense(1)]),
          rng.integers(0, 9, (2, 6)).astype(np.float32))
    keras("simple_rnn", lambda: Sequential([Input((4, 2)), layers.Masking(), layers.SimpleRNN(3)]), f32(2, 4, 2))
    keras("conv1d3d", lambda: Sequential([
        Input((4, 6, 6, 2)), layers.Conv3D(3, 2), layers.MaxPooling3D((1, 2, 2)), layers.Reshape((-1, 3)), layers.Conv1D(4, 3, padding="causal"),
        layers.GlobalMaxPooling1D()]), f32(1, 4, 6, 6, 2))
    keras("upsampling", lambda: Sequential([
        Input((5, 5, 2)), layers.Conv2DTranspose(3, 3, strides=2), layers.UpSampling2D(interpolation="bilinear"), layers.ZeroPadding2D(1),
        layers.AveragePooling2D(2), layers.Resizing(7, 7), layers.Rescaling(2., 1.)]), f32(1, 5, 5, 2))

    def transformer():
        x = Input((7, 8))
        y = layers.LayerNormalization()(x)
        y = layers.MultiHeadAttention(2, 4)(y, y, use_causal_mask=True)
        y = layers.Add()([x, y])
        z = layers.Dense(16, activation="gelu")(layers.LayerNormalization()(y))
        return tf.keras.Model(x, layers.Add()([y, layers.Dense(8)(z)]))
    keras("transformer", transformer, f32(2, 7, 8))

    def several():
        a, b = Input((3,), name="a"), Input((2,), name="b")
        joined = layers.Concatenate()([layers.Dense(2)(a), layers.Dense(2, activation="tanh")(b)])
        return tf.keras.Model({"a": a, "b": b}, {"sum": layers.Dense(1)(joined), "mean": layers.Dense(2, activation="sigmoid")(joined)})
    keras("several_inputs", several, {"a": f32(2, 3), "b": f32(2, 2)})

    def normalised():
        numbers = layers.Normalization()
        numbers.adapt(rng.random((20, 3), np.float32))
        return Sequential([Input((3,)), numbers, layers.Discretization([-1., 0., 1.]), layers.CategoryEncoding(4, "multi_hot")])
    keras("normalised", normalised, f32(4, 3))

    words = np.array([["the cat sat on a mat!"], ["A dog, the DOG?"], [""]], object)

    def text():
        vectors = layers.TextVectorization(max_tokens=20, output_sequence_length=6)
        vectors.adapt(["the cat sat on the mat", "a dog and the dog and a cat"])
        return Sequential([tf.keras.Input((1,), dtype=tf.string), vectors, layers.Embedding(20, 4), layers.GlobalAveragePooling1D(), layers.Dense(2)])
    keras("text_vectorization", text, words)

    def tf_idf():
        vectors = layers.TextVectorization(max_tokens=20, output_mode="tf_idf", ngrams=2)
        vectors.adapt(["the cat sat on the mat", "a dog and the dog and a cat"])
        return Sequential([tf.keras.Input((1,), dtype=tf.string), vectors])
    keras("tf_idf", tf_idf, words)
    keras("string_lookup", lambda: Sequential([
        tf.keras.Input((2,), dtype=tf.string), layers.StringLookup(vocabulary=["x", "y", "z"])]), np.array([["x", "q"], ["z", "y"]], object))
    keras("integer_lookup", lambda: Sequential([tf.keras.Input((2,), dtype=tf.int64), layers.IntegerLookup(vocabulary=[10, 20, 30])]),
          np.array([[10, 30], [7, 20]]))
    keras("hashing", lambda: Sequential([tf.keras.Input((2,), dtype=tf.string), layers.Hashing(11)]), np.array([["x", "q"], ["z", "why"]], object))

    def hashed_cross():
        a, b = tf.keras.Input((), dtype=tf.string, name="a"), tf.keras.Input((), dtype=tf.int64, name="b")
        return tf.keras.Model([a, b], layers.HashedCrossing(7)((a, b)))
    keras("hashed_crossing", hashed_cross, {"a": np.array(["x", "y"], object), "b": np.array([4, 5])})

    @model
    def signatures(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = tf.Variable(f32(3, 2), name="w")
                self.b = tf.Variable([1., 2.], name="b")

            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x")])
            def predict(self, x):
                return {"y": x @ self.w + self.b}

            @tf.function(input_signature=[tf.TensorSpec((), tf.float32, name="scale"), tf.TensorSpec((2,), tf.float32, name="offset")])
            def shift(self, scale, offset):
                return {"product": self.w * scale, "sum": self.b + offset}
        m = M()
        tf.saved_model.save(m, folder, {"serving_default": m.predict, "shift": m.shift})
        return {"serving_default": [{"x": f32(4, 3)}], "shift": [{"scale": np.float32(2), "offset": f32(2)}]}

    @model
    def shared_function(folder):
        """One function that is called with different variables, also by branches and in a loop."""
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.layers = [tf.Variable(f32(3, 3)) for _ in range(3)]
                self.other = tf.Variable(f32(3, 3))

            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x"), tf.TensorSpec((), tf.int32, name="n")])
            def call(self, x, n):
                for w in self.layers:
                    x = tf.tanh(x @ w)
                i = tf.constant(0)
                while i < n:
                    x = tf.cond(tf.reduce_sum(x) > 0., lambda: x @ self.other, lambda: x + self.layers[0][0])
                    i += 1
                return {"y": x * self.layers[1][0]}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 3), "n": np.int32(3)}, {"x": -f32(2, 3), "n": np.int32(0)}]}

    @model
    def custom_gradient(folder):
        @tf.custom_gradient
        def clipped(x):
            return tf.minimum(x, 1.), lambda dy: dy

        class M(tf.Module):
            @tf.function(input_signature=[tf.TensorSpec((3,), tf.float32, name="x")])
            def call(self, x):
                with tf.GradientTape() as tape:
                    tape.watch(x)
                    y = tf.reduce_sum(clipped(x * x) * tf.sin(x))
                return {"gradient": tape.gradient(y, x), "value": y}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(3)}]}

    @model
    def counter(folder):
        """A variable that a signature writes stays a variable."""
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.count = tf.Variable(5, name="count")
                self.step = tf.Variable(2, name="step")

            @tf.function(input_signature=[tf.TensorSpec((), tf.int32, name="by")])
            def add(self, by):
                self.count.assign_add(by * self.step)
                return {"count": self.count.read_value()}

            @tf.function(input_signature=[])
            def get(self):
                return {"count": self.count.read_value()}
        m = M()
        tf.saved_model.save(m, folder, {"add": m.add, "get": m.get})
        return {"add": [{"by": np.int32(4)}], "get": [{}]}

    @model
    def keras_saved(folder):
        """Signatures take handles of Keras' variables, and the checkpoint goes to others; one is written."""
        class Counting(layers.Layer):
            def build(self, shape):
                self.calls = self.add_weight(shape=(), initializer="ones", dtype="int32", trainable=False, name="calls")

            def call(self, x):
                self.calls.assign(self.calls + 1)
                return x * tf.cast(self.calls, tf.float32)
        inputs = tf.keras.Input((3,))
        network = tf.keras.Model(inputs, Counting()(layers.Dense(2)(inputs)))
        tf.saved_model.save(network, folder)
        (name,) = tf.saved_model.load(folder).signatures["serving_default"].structured_input_signature[1]
        return {"serving_default": [{name: f32(2, 3)}]}

    @model
    def loop_by_name(folder):
        """The functions of the loop call functions by their names, with several results."""
        class M(tf.Module):
            @tf.function(input_signature=[tf.TensorSpec((3, 2, 4), tf.float32, name="logits"), tf.TensorSpec((2,), tf.int32, name="lengths")])
            def loss(self, logits, lengths):
                return {"loss": tf.nn.ctc_loss(tf.constant([[1, 2], [2, 0]]), logits, tf.constant([2, 1]), lengths, blank_index=0)}
        m = M()
        tf.saved_model.save(m, folder, m.loss)
        return {"serving_default": [{"logits": f32(3, 2, 4), "lengths": np.array([3, 2], np.int32)}]}

    @model
    def jax_network(folder):
        """A module of StableHLO, for two platforms, with an open batch and a loop. Left out where JAX is not installed."""
        import jax
        from jax.experimental import jax2tf
        # Places in files, without their folders.
        jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")

        def network(weights, x):
            h = jax.nn.gelu(x @ weights)
            return jax.lax.fori_loop(0, 3, lambda i, h: jax.numpy.tanh(h + i), h), jax.numpy.arange(x.shape[0])
        m = tf.Module()
        m.weights = tf.Variable(f32(4, 3))
        converted = jax2tf.convert(network, polymorphic_shapes=[None, "(batch, 4)"], native_serialization_platforms=("cuda", "cpu"), with_gradient=False)
        m.call = tf.function(lambda x: dict(zip(("h", "rows"), converted(m.weights, x))), input_signature=[tf.TensorSpec((None, 4), tf.float32, name="x")], autograph=False)
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 4)}, {"x": f32(5, 4)}]}

    @model
    def batched(folder):
        """Requests are put together around a function."""
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.scale = tf.Variable(f32(3))

            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x")])
            def call(self, x):
                @tf.nondifferentiable_batch_function(1, 4, 1000)
                def scaled(x):
                    return x * self.scale, tf.reduce_sum(x, 1)
                return dict(zip(("y", "sums"), scaled(x)))
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 3)}]}

    @model
    def float8(folder):
        """Factors of a product are rounded to 8 bits, as layers that are quantised so do it; weights are constants of them."""
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.weights = tf.Variable(f32(3, 4))

            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x")])
            def call(self, x):
                kinds = tf.dtypes.experimental.float8_e4m3fn, tf.dtypes.experimental.float8_e5m2
                small = [tf.reshape(tf.cast(x * 100, kind), [-1, 3]) for kind in kinds]
                wide = [tf.cast(tf.concat([part, part], 0), tf.float32) for part in small]
                fixed = tf.cast(tf.constant([0.3, 500.0, -2.0, 1e-3], kinds[0]), tf.float16)
                return {"y": wide[0] @ tf.cast(tf.cast(self.weights, kinds[0]), tf.float32), "z": wide[1], "fixed": fixed}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 3)}]}

    @model
    def datasets(folder):
        """Loops over datasets of the arguments, and elements that a function takes of them."""
        data = tf.data.Dataset

        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.scale = tf.Variable(f32(3))

            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x")])
            def call(self, x):
                rows = data.from_tensor_slices(x)
                total = tf.zeros(3)
                for row in rows.map(lambda v: v * self.scale):
                    total = total * 0.5 + row
                kept = tf.zeros(3)
                for i, row in rows.enumerate():
                    if i > 2:
                        break
                    kept += row
                batched = rows.filter(lambda v: v[0] > 0.3).concatenate(rows.skip(1).take(2).repeat(2)).batch(100)
                split = data.zip((rows, data.range(100))).map(lambda v, i: v * tf.cast(i, tf.float32)).flat_map(data.from_tensor_slices)
                pairs = split.batch(2, drop_remainder=True).map(tf.reduce_sum, num_parallel_calls=2).prefetch(1)
                scanned = rows.scan(tf.zeros(3), lambda a, v: (a + v, a)).take_while(lambda v: tf.reduce_sum(v) < 4.).batch(100)
                iterator = iter(rows.batch(2).unbatch())
                first, second = next(iterator), next(iterator)
                return {"total": total, "kept": kept, "batched": batched.get_single_element(), "pairs": pairs.batch(100).get_single_element(),
                        "scanned": scanned.get_single_element(), "first": first, "second": second}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(4, 3)}, {"x": f32(7, 3)}]}

    @model
    def windows(folder):
        """Datasets of windows, of elements that are padded to one size, and of a part of the elements."""
        data = tf.data.Dataset

        class M(tf.Module):
            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x")])
            def call(self, x):
                rows = data.from_tensor_slices(x)
                spans = rows.window(3, 1, drop_remainder=True).flat_map(lambda w: w.batch(3))
                apart = rows.window(2, 3, 2).flat_map(lambda w: w.batch(2)).map(tf.reduce_sum)
                numbers = data.range(5).map(lambda n: (tf.fill([n], n), tf.strings.as_string(tf.fill([1, n], n))))
                long, words = numbers.padded_batch(5, ([7], [None, None]), (tf.constant(-1, tf.int64), "?")).get_single_element()
                pairs = data.range(7).map(lambda n: tf.fill([n], n)).padded_batch(2, drop_remainder=True).map(tf.reduce_sum)
                part = rows.shard(3, 1)
                return {"spans": spans.batch(100).get_single_element(), "apart": apart.batch(100).get_single_element(), "long": long, "words": words,
                        "pairs": pairs.batch(9).get_single_element(), "part": part.batch(100).get_single_element()}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(4, 3)}, {"x": f32(7, 3)}]}

    @model
    def rows_written(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.memory = tf.Variable(tf.zeros((4, 2)), name="memory")

            @tf.function(input_signature=[tf.TensorSpec((), tf.int32, name="at"), tf.TensorSpec((2,), tf.float32, name="row")])
            def put(self, at, row):
                self.memory.scatter_update(tf.IndexedSlices(row[None], at[None]))
                return {"memory": self.memory + 0.}
        m = M()
        tf.saved_model.save(m, folder, m.put)
        return {"serving_default": [{"at": np.int32(2), "row": f32(2)}]}

    @model
    def vocabulary_file(folder):
        path = "words.txt"
        with open(path, "w") as file:
            file.write("zero\none\ntwo\nthree\n")
        try:
            class M(tf.Module):
                def __init__(self):
                    super().__init__()
                    self.table = tf.lookup.StaticHashTable(
                        tf.lookup.TextFileInitializer(path, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER), -1)
                    self.back = tf.lookup.StaticHashTable(
                        tf.lookup.TextFileInitializer(path, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE), "?")

                @tf.function(input_signature=[tf.TensorSpec((None,), tf.string, name="words")])
                def number(self, words):
                    numbers = self.table.lookup(words)
                    return {"numbers": numbers, "words": self.back.lookup(numbers + 1)}
            m = M()
            tf.saved_model.save(m, folder, m.number)
        finally:
            os.remove(path)
        return {"serving_default": [{"words": np.array(["two", "five", "zero"], object)}]}

    @model
    def tables(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.static = tf.lookup.StaticHashTable(
                    tf.lookup.KeyValueTensorInitializer(tf.constant([1, 2], tf.int64), tf.constant([0.5, 0.25])), -1.)
                self.mutable = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, [0., 0.])
                self.mutable.insert(tf.constant(["a", "b"]), tf.constant([[1., 2.], [3., 4.]]))

            @tf.function(input_signature=[tf.TensorSpec((None,), tf.int64, name="keys"), tf.TensorSpec((None,), tf.string, name="names")])
            def look(self, keys, names):
                return {"static": self.static.lookup(keys), "mutable": self.mutable.lookup(names), "size": self.mutable.size()}
        m = M()
        tf.saved_model.save(m, folder, m.look)
        return {"serving_default": [{"keys": np.array([2, 3]), "names": np.array(["b", "c"], object)}]}

    @model
    def dtypes(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.bf16 = tf.Variable(tf.cast(f32(3), tf.bfloat16))
                self.f16 = tf.Variable(tf.cast(f32(3), tf.float16))
                self.f64 = tf.Variable(tf.cast(f32(3), tf.float64))
                self.i8 = tf.Variable(tf.constant([1, -2, 3], tf.int8))
                self.u16 = tf.Variable(tf.constant([1, 2, 65535], tf.uint16))
                self.bools = tf.Variable([True, False, True])
                self.texts = tf.Variable(["a", "", "long enough to be more than a few bytes"])
                self.complex = tf.Variable(tf.complex(f32(3), f32(3)))
                self.empty = tf.Variable(tf.zeros((0, 3)))

            @tf.function(input_signature=[tf.TensorSpec((3,), tf.float32, name="x")])
            def call(self, x):
                return {"a": tf.cast(self.bf16, tf.float32) + x, "b": self.f16 + tf.cast(x, tf.float16), "c": self.f64 + tf.cast(x, tf.float64),
                        "d": tf.cast(self.i8, tf.int32) * 2, "e": tf.cast(self.u16, tf.int32), "f": tf.logical_not(self.bools),
                        "g": tf.strings.join([self.texts, tf.strings.as_string(tf.range(3))]), "h": self.complex * 2., "i": self.empty + 1.}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(3)}]}

    @model
    def ragged(folder):
        class M(tf.Module):
            @tf.function(input_signature=[tf.TensorSpec((None,), tf.string, name="lines")])
            def split(self, lines):
                words = tf.strings.split(lines)
                lengths = tf.ragged.map_flat_values(tf.strings.length, words)
                return {"lengths": tf.reduce_sum(lengths, 1), "words": words.to_tensor("-"), "joined": tf.strings.reduce_join(words, -1, separator="+")}
        m = M()
        tf.saved_model.save(m, folder, m.split)
        return {"serving_default": [{"lines": np.array(["one two  three", "", "four"], object)}]}

    @model
    def sparse(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = tf.Variable(f32(4, 3))

            @tf.function(input_signature=[tf.TensorSpec((None, 2), tf.int64, name="indices"), tf.TensorSpec((None,), tf.float32, name="values")])
            def multiply(self, indices, values):
                x = tf.SparseTensor(indices, values, [2, 4])
                return {"product": tf.sparse.sparse_dense_matmul(x, self.w), "dense": tf.sparse.to_dense(tf.sparse.reorder(x))}
        m = M()
        tf.saved_model.save(m, folder, m.multiply)
        return {"serving_default": [{"indices": np.array([[0, 1], [1, 0], [1, 3]]), "values": f32(3)}]}

    @model
    def embedding_bag(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.table = tf.Variable(f32(6, 3))

            @tf.function(input_signature=[tf.RaggedTensorSpec((None, None), tf.int64)])
            def embed(self, ids):
                return {"mean": tf.nn.safe_embedding_lookup_sparse(self.table, ids.to_sparse(), combiner="mean")}

            @tf.function(input_signature=[tf.TensorSpec((None,), tf.int64, name="values"), tf.TensorSpec((None,), tf.int64, name="splits")])
            def call(self, values, splits):
                return self.embed(tf.RaggedTensor.from_row_splits(values, splits))
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"values": np.array([1, 2, 5]), "splits": np.array([0, 2, 2, 3])}]}

    @model
    def lists(folder):
        class M(tf.Module):
            @tf.function(input_signature=[tf.TensorSpec((None,), tf.float32, name="x")])
            def call(self, x):
                sums = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=())
                for i in tf.range(tf.size(x)):
                    sums = sums.write(i, tf.cond(x[i] > 0.5, lambda: tf.reduce_sum(x[:i + 1]), lambda: -x[i]))
                return {"sums": sums.stack(), "mapped": tf.map_fn(lambda v: v * v, x), "scanned": tf.scan(lambda a, v: a * 0.5 + v, x)}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(5)}]}

    @model
    def branches(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = [tf.Variable(f32(2)) for _ in range(3)]

            @tf.function(input_signature=[tf.TensorSpec((), tf.int32, name="i"), tf.TensorSpec((2,), tf.float32, name="x")])
            def call(self, i, x):
                return {"y": tf.switch_case(i, [lambda: x + self.w[0], lambda: x * self.w[1], lambda: x - self.w[2]])}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"i": np.int32(i), "x": f32(2)} for i in range(3)]}

    @model
    def pictures(folder):
        class M(tf.Module):
            @tf.function(input_signature=[tf.TensorSpec((None,), tf.string, name="files")])
            def call(self, files):
                read = lambda file: tf.image.resize(tf.cast(tf.io.decode_png(file, channels=3), tf.float32) / 255., (4, 4))
                return {"images": tf.map_fn(read, files, fn_output_signature=tf.float32)}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        png = tf.io.encode_png(rng.integers(0, 256, (6, 5, 3)).astype(np.uint8)).numpy()
        return {"serving_default": [{"files": np.array([png, png], object)}]}

    @model
    def quantised(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = tf.Variable(f32(4, 3) - 0.5)

            @tf.function(input_signature=[tf.TensorSpec((None, 4), tf.float32, name="x")])
            def call(self, x):
                w = tf.quantization.fake_quant_with_min_max_vars_per_channel(self.w, [-.5] * 3, [.5] * 3)
                q, low, high = tf.quantization.quantize(x, -1., 1., tf.qint8)
                y = tf.quantization.fake_quant_with_min_max_args(x, -1., 1.) @ w
                return {"y": y, "again": tf.quantization.dequantize(q, low, high)}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 4)}]}

    @model
    def einsum(folder):
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = tf.Variable(f32(3, 4, 5))

            @tf.function(input_signature=[tf.TensorSpec((None, 3), tf.float32, name="x")])
            def call(self, x):
                y = tf.einsum("bi,ijk->bjk", x, self.w)
                values, indices = tf.math.top_k(tf.reduce_sum(y, 1), 2)
                return {"y": y, "values": values, "indices": indices, "sorted": tf.sort(y, -1)}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 3)}]}

    @model
    def defaults(folder):
        """A layer with a default argument, which the signature has as an optional input, and a nested one."""
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.inner = tf.Module()
                self.inner.scale = tf.Variable(3.)

            @tf.function(input_signature=[tf.TensorSpec((2,), tf.float32, name="x-1/y")])
            def call(self, x):
                tf.debugging.assert_less(x, 10.)
                return x * self.inner.scale
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x-1/y": f32(2)}]}

    @model
    def large(folder):
        """More than one block in the index, and tensors that are not small."""
        class M(tf.Module):
            def __init__(self):
                super().__init__()
                self.w = [tf.Variable(f32(17, 17) / 9, name=f"a_variable_with_a_long_name_{i}") for i in range(300)]

            @tf.function(input_signature=[tf.TensorSpec((None, 17), tf.float32, name="x")])
            def call(self, x):
                for w in self.w:
                    x = tf.tanh(x @ w)
                return {"y": x}
        m = M()
        tf.saved_model.save(m, folder, m.call)
        return {"serving_default": [{"x": f32(2, 17)}]}

    def in_graph(folder, build, tags=("serve",), init=True, assets=None, main_op=None):
        """Version 1: `build` makes {signature: (inputs, outputs)} in a graph."""
        with tf.Graph().as_default(), v1.Session() as session:
            signatures, calls = build()
            session.run(v1.global_variables_initializer())
            session.run(v1.tables_initializer())
            builder = v1.saved_model.Builder(folder)
            info = v1.saved_model.build_tensor_info
            described = {
                name: v1.saved_model.build_signature_def({k: info(t) for k, t in inputs.items()}, {k: info(t) for k, t in outputs.items()}, "predict")
                for name, (inputs, outputs) in signatures.items()}
            builder.add_meta_graph_and_variables(
                session, list(tags), described, assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS), main_op=v1.tables_initializer(), strip_default_attrs=True)
            builder.save()
        return calls

    def version_1(name, build, **options):
        MODELS[name] = lambda folder: in_graph(folder, build, **options)

    def linear(resource):
        def build():
            x = v1.placeholder(tf.float32, (None, 3), name="x")
            w = v1.get_variable("w", initializer=f32(3, 2), use_resource=resource)
            b = v1.get_variable("b", initializer=f32(2), use_resource=resource)
            y = tf.nn.softmax(tf.matmul(x, w) + b, name="probabilities")
            return {"serving_default": ({"images": x}, {"scores": y}), "classes": ({"images": x}, {"class": tf.argmax(y, 1)})}, {
                "serving_default": [{"images": f32(4, 3)}], "classes": [{"images": f32(4, 3)}]}
        return build
    version_1("v1_resource", linear(True))
    version_1("v1_reference", linear(False))

    def partitioned():
        x = v1.placeholder(tf.int64, (None,), name="ids")
        w = v1.get_variable("w", (10, 3), initializer=v1.random_normal_initializer(seed=1), partitioner=v1.fixed_size_partitioner(3), use_resource=True, dtype=tf.float32)
        return {"serving_default": ({"ids": x}, {"rows": v1.nn.embedding_lookup(w, x, "div")})}, {"serving_default": [{"ids": np.array([0, 4, 9])}]}
    version_1("v1_partitioned", partitioned)

    def with_loop():
        x = v1.placeholder(tf.float32, (3,), name="x")
        n = v1.placeholder_with_default(tf.constant(4), (), name="n")
        w = v1.get_variable("w", initializer=f32(3), use_resource=True)
        v1.disable_control_flow_v2()
        _, y = v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, v1.cond(tf.reduce_sum(y) > 2., lambda: y * w, lambda: y + w)), [0, x])
        return {"serving_default": ({"x": x, "n": n}, {"y": y})}, {"serving_default": [{"n": np.int32(5), "x": f32(3)}]}
    version_1("v1_loop", with_loop)

    def gradients():
        """Gradients of loops, which keep numbers on stacks and in arrays, one loop within the other."""
        v1.disable_control_flow_v2()
        x = v1.placeholder(tf.float32, (None, None, 3), name="x")
        w = v1.get_variable("w", initializer=f32(5, 2), use_resource=True)
        steps = tf.TensorArray(tf.float32, tf.shape(x)[1]).unstack(tf.transpose(x, (1, 0, 2)))

        def step(i, state, states):
            state = tf.tanh(tf.matmul(tf.concat([steps.read(i), state], 1), w))
            return i + 1, state, states.write(i, state)
        start = tf.zeros((tf.shape(x)[0], 2))
        _, state, states = v1.while_loop(lambda i, *_: i < tf.shape(x)[1], step, (0, start, tf.TensorArray(tf.float32, tf.shape(x)[1])))
        _, powers = v1.while_loop(
            lambda i, _: i < 3, lambda i, a: (i + 1, v1.while_loop(lambda j, _: j < i, lambda j, b: (j + 1, b * state), (0, a))[1] + a), (0, state))
        loss = tf.reduce_sum(states.stack() ** 2) + tf.reduce_sum(powers)
        of_x, of_w = v1.gradients(loss, [x, w])
        return {"serving_default": ({"x": x}, {"of_x": of_x, "of_w": of_w})}, {"serving_default": [{"x": f32(2, 4, 3)}, {"x": f32(1, 6, 3)}]}
    version_1("v1_gradients", gradients)

    def branches_of_references():
        """Functions take values of variables that have no handles."""
        v1.enable_control_flow_v2()
        x = v1.placeholder(tf.float32, (2,), name="x")
        w = v1.get_variable("w", initializer=f32(2), use_resource=False)
        y = tf.cond(tf.reduce_sum(x) > 1., lambda: x * w, lambda: x - w)
        _, z = tf.while_loop(lambda i, _: i < 3, lambda i, z: (i + 1, z * w), (0, x))
        v1.disable_control_flow_v2()
        return {"serving_default": ({"x": x}, {"y": y, "z": z})}, {"serving_default": [{"x": f32(2) + 1}, {"x": -f32(2)}]}
    version_1("v1_branches", branches_of_references)

    def estimator():
        serialized = v1.placeholder(tf.string, (None,), name="input_example_tensor")
        features = v1.parse_example(serialized, {
            "age": v1.FixedLenFeature((1,), tf.float32, [0.5]), "words": v1.VarLenFeature(tf.string), "size": v1.FixedLenFeature((2,), tf.int64)})
        table = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64)), 0)
        ids = tf.sparse.to_dense(table.lookup(features["words"]))
        w = v1.get_variable("w", initializer=f32(3, 2), use_resource=True)
        y = tf.matmul(tf.concat([features["age"], tf.cast(features["size"], tf.float32)], 1), w)
        e = lambda age, words, size: tf.train.Example(features=tf.train.Features(feature={
            **({"age": tf.train.Feature(float_list=tf.train.FloatList(value=[age]))} if age else {}),
            "words": tf.train.Feature(bytes_list=tf.train.BytesList(value=words)),
            "size": tf.train.Feature(int64_list=tf.train.Int64List(value=size))})).SerializeToString()
        examples = np.array([e(1.5, [b"a", b"q", b"b"], [3, 4]), e(None, [b"b"], [1, 2])], object)
        return {"serving_default": ({"inputs": serialized}, {"scores": y, "ids": ids}), "regression": ({"inputs": serialized}, {"outputs": y[:, :1]})}, {
            "serving_default": [{"inputs": examples}], "regression": [{"inputs": examples}]}
    version_1("v1_estimator", estimator)

    def rows_of_lengths():
        """A loop that ends before its array is full, as that of a recurrent network does, and ops that read a variable without a handle."""
        x = v1.placeholder(tf.float32, (None, None, 3), name="x")
        n = v1.placeholder(tf.int32, (None,), name="lengths")
        w = v1.get_variable("w", initializer=f32(4, 3), use_resource=False)
        v1.disable_control_flow_v2()
        steps = tf.TensorArray(tf.float32, tf.shape(x)[1], element_shape=(None, 3))
        _, steps = v1.while_loop(lambda i, steps: i < tf.reduce_max(n), lambda i, steps: (i + 1, steps.write(i, x[:, i] * w[0])), [0, steps])
        sums = tf.raw_ops.SparseSegmentSum(data=w, indices=[0, 3, 1], segment_ids=[0, 0, 1])
        return {"serving_default": ({"x": x, "lengths": n}, {"steps": steps.stack(), "sums": sums})}, {
            "serving_default": [{"x": f32(2, 5, 3), "lengths": np.array([3, 1], np.int32)}]}
    version_1("v1_lengths", rows_of_lengths)

    def asset_table():
        path = "values.txt"
        with open(path, "w") as file:
            file.write("zero\t10\none\t20\ntwo\t30\n")
        x = v1.placeholder(tf.string, (None,), name="words")
        table = tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer(path, tf.string, 0, tf.int64, 1), -1)
        return {"serving_default": ({"words": x}, {"values": table.lookup(x)})}, {"serving_default": [{"words": np.array(["one", "?"], object)}]}
    version_1("v1_asset_table", asset_table)


def export(folder, names):
    import tensorflow as tf
    define()
    os.makedirs(folder, exist_ok=True)
    # Files that models read are named without their folder, which a model would repeat.
    os.chdir(folder)
    for name in names or MODELS:
        path = name
        if not names and os.path.exists(path + ".calls/done"):
            continue
        for old in (path, path + ".calls"):
            shutil.rmtree(old, ignore_errors=True)
        tf.keras.utils.set_random_seed(1)
        try:
            calls = MODELS[name](path)
        except Exception as error:
            print(f"{name}: not exported: {str(error)[:300]}", flush=True)
            shutil.rmtree(path, ignore_errors=True)
            continue
        for signature, arguments in calls.items():
            # Each signature sees the state that was saved.
            loaded = tf.saved_model.load(path)
            for number, given in enumerate(arguments):
                there = os.path.join(path + ".calls", f"{signature}.{number}")
                os.makedirs(there)
                results = loaded.signatures[signature](**{pythonic(loaded.signatures[signature], k): tf.constant(v) for k, v in given.items()})
                for i, (key, value) in enumerate(sorted(given.items())):
                    np.save(f"{there}/in{i}.{safe(key)}.npy", array(value), allow_pickle=False)
                for i, (key, value) in enumerate(sorted(results.items())):
                    np.save(f"{there}/out{i}.{safe(key)}.npy", array(value.numpy()), allow_pickle=False)
        for unused in glob.glob(path + "/fingerprint.pb"):
            os.remove(unused)
        if not names:
            open(path + ".calls/done", "w").close()
        print(f"{name}: exported", flush=True)


def safe(name):
    return name.replace("/", "_")


def pythonic(signature, name):
    known = signature.structured_input_signature[1]
    return name if name in known else re.sub(r"\W", "_", name)


def array(value):
    """Strings as bytes of a fixed length, which is how a NumPy file holds them; bfloat16 as float32."""
    value = np.asarray(value)
    if value.dtype == object:
        value = np.array([v if isinstance(v, bytes) else str(v).encode() for v in value.reshape(-1)], "S").reshape(value.shape)
    return value.astype(np.float32) if value.dtype.name == "bfloat16" else value


def compare(folder, run):
    passed, failed, unsupported = [], [], []
    for calls in sorted(glob.glob(os.path.join(folder, "*.calls"))):
        path = calls[:-len(".calls")]
        for call in sorted(glob.glob(calls + "/*.*")):
            name = f"{os.path.basename(path)} {os.path.basename(call)}"
            signature = os.path.basename(call).rsplit(".", 1)[0]
            order = lambda kind: sorted(glob.glob(f"{call}/{kind}*.npy"), key=lambda p: int(re.match(r"\D*(\d+)", os.path.basename(p))[1]))
            expected = order("out")
            results = [f"{call}/got{i}.npy" for i in range(len(expected))]
            command = [run, path, "-O2", f"--signature={signature}", *[f"--input=@{i}" for i in order("in")], *[f"--output=@{r}" for r in results]]
            start = time.time()
            try:
                done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300)
            except subprocess.TimeoutExpired:
                failed.append((name, "takes more than 300 s"))
                continue
            seconds = time.time() - start
            why = (done.stderr.strip() or done.stdout.strip()).splitlines()
            if done.returncode != 0:
                missing = [line for line in why if "nothing here computes" in line or "not supported" in line]
                (unsupported if missing else failed).append((name, (missing or why or ["?"])[-1 if not missing else 0][:200]))
                continue
            wrong = [w for w in (differ(a, b) for a, b in zip(expected, results)) if w]
            if wrong:
                failed.append((name, wrong[0]))
            else:
                passed.append((name, f"{seconds * 1e3:.0f} ms"))
    for word, list_ in (("passed", passed), ("unsupported", unsupported), ("FAILED", failed)):
        for name, why in list_:
            print(f"{word:12} {name:40} {why}")
    print(f"passed {len(passed)}, failed {len(failed)}, unsupported {len(unsupported)}")
    return 1 if failed else 0


def differ(expected, got):
    key = os.path.basename(expected)
    a, b = np.load(expected), np.load(got)
    if a.shape != b.shape:
        return f"{key}: shape {b.shape}, not {a.shape}"
    if a.dtype.kind in "SU":
        return None if np.array_equal(a.astype("S"), b.astype("S")) else f"{key}: {b}, not {a}"
    if a.dtype.kind in "fc":
        tolerance = 2e-3 if a.dtype == np.float16 else 1e-5
        good = np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)
        return None if good else f"{key}: differs by {np.max(np.abs(a - b))}"
    return None if np.array_equal(a, b) else f"{key}: {b}, not {a}"


if __name__ == "__main__":
    if len(sys.argv) >= 3 and sys.argv[1] == "export":
        export(sys.argv[2], sys.argv[3:])
    elif len(sys.argv) == 4 and sys.argv[1] == "compare":
        sys.exit(compare(sys.argv[2], sys.argv[3]))
    else:
        sys.exit(__doc__)
