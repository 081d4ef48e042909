"""Feature columns under layers of version 1, with features parsed from examples, and recurrent cells of version 1."""

import numpy as np
import tensorflow as tf
# Keras 3 has taken the cells out of the public names.
from tensorflow.python.keras.layers.legacy_rnn import rnn_cell_impl as cells

from .cases import Cases, f32, text
from .version_1 import dense, graph, simple

v1 = tf.compat.v1
fc = tf.feature_column


def examples(n):
    F = tf.train.Feature
    out = []
    for i in range(n):
        made = {"age": F(float_list=tf.train.FloatList(value=[float(f32(1)[0]) * 50])), "words": F(bytes_list=tf.train.BytesList(value=[[b"a"], [b"b", b"zz"], []][i % 3])), "id": F(int64_list=tf.train.Int64List(value=[i % 4 + 1])),
                "weights": F(float_list=tf.train.FloatList(value=[[.5], [1., 2.], []][i % 3]))}
        out.append(tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString())
    return np.array(out, object)


GROUPS = {
    "numeric": lambda: [fc.numeric_column("age", normalizer_fn=lambda x: x / 50.)],
    "bucketized": lambda: [fc.bucketized_column(fc.numeric_column("age"), [-10., 0., 10.])],
    "vocabulary": lambda: [fc.indicator_column(fc.categorical_column_with_vocabulary_list("words", ["a", "b"], num_oov_buckets=2))],
    "embedding": lambda: [fc.embedding_column(fc.categorical_column_with_vocabulary_list("words", ["a", "b"], default_value=1), 3, combiner="mean")],
    "embedding_sum": lambda: [fc.embedding_column(fc.categorical_column_with_hash_bucket("words", 9), 3, combiner="sum", max_norm=1.)],
    "sqrtn": lambda: [fc.embedding_column(fc.categorical_column_with_hash_bucket("words", 9), 3, combiner="sqrtn")],
    "hashed": lambda: [fc.indicator_column(fc.categorical_column_with_hash_bucket("words", 7)), fc.indicator_column(fc.categorical_column_with_hash_bucket("id", 7, tf.int64))],
    "identity": lambda: [fc.indicator_column(fc.categorical_column_with_identity("id", 5))],
    "crossed": lambda: [fc.indicator_column(fc.crossed_column(["words", fc.bucketized_column(fc.numeric_column("age"), [-10., 0., 10.])], 11))],
    "weighted": lambda: [fc.indicator_column(fc.weighted_categorical_column(fc.categorical_column_with_hash_bucket("words", 7), "weights")), fc.embedding_column(fc.weighted_categorical_column(fc.categorical_column_with_hash_bucket("words", 7), "weights"), 3)],
    "shared": lambda: v1.feature_column.shared_embedding_columns([fc.categorical_column_with_hash_bucket("words", 9)], 3),
}


def layer(columns):
    def build():
        serialized = v1.placeholder(tf.string, (None,), name="x")
        made = columns()
        features = v1.parse_example(serialized, v1.feature_column.make_parse_example_spec(made))
        x = v1.feature_column.input_layer(features, made)
        return {"x": serialized}, {"layer": x, "y": dense(x, 2, "d")}, [{"x": examples(4)}, {"x": examples(2)}]
    return build


def linear(columns):
    def build():
        serialized = v1.placeholder(tf.string, (None,), name="x")
        made = columns()
        features = v1.parse_example(serialized, v1.feature_column.make_parse_example_spec(made))
        return {"x": serialized}, {"y": v1.feature_column.linear_model(features, made, units=2)}, [{"x": examples(4)}, {"x": examples(2)}]
    return build


WIDE = {
    "wide": lambda: [fc.categorical_column_with_hash_bucket("words", 9), fc.categorical_column_with_identity("id", 5), fc.numeric_column("age")],
    "crossed": lambda: [fc.crossed_column(["words", fc.categorical_column_with_identity("id", 5)], 11)],
    "weighted": lambda: [fc.weighted_categorical_column(fc.categorical_column_with_hash_bucket("words", 7), "weights")],
}


def rnn(kind):
    def build():
        x = v1.placeholder(tf.float32, (None, None, 3), name="x")
        n = v1.placeholder(tf.int32, (None,), name="n")
        cell = {"lstm": cells.LSTMCell, "gru": cells.GRUCell, "basic": cells.BasicRNNCell}[kind](4)
        if kind == "lstm":
            cell = cells.MultiRNNCell([cells.DropoutWrapper(cell, output_keep_prob=1.), cells.ResidualWrapper(cells.BasicLSTMCell(4))])
        y, state = v1.nn.dynamic_rnn(cell, x, n, dtype=tf.float32)
        return {"x": x, "n": n}, {"y": y, "state": tf.nest.flatten(state)[-1]}, [{"x": f32(2, 5, 3), "n": np.array([5, 2], np.int32)}, {"x": f32(1, 4, 3), "n": np.array([3], np.int32)}]
    return build


def bidirectional():
    x = v1.placeholder(tf.float32, (None, None, 3), name="x")
    n = v1.placeholder(tf.int32, (None,), name="n")
    (a, b), _ = v1.nn.bidirectional_dynamic_rnn(cells.LSTMCell(4, use_peepholes=True), cells.GRUCell(4), x, n, dtype=tf.float32)
    return {"x": x, "n": n}, {"y": tf.concat([a, b], -1)}, [{"x": f32(2, 5, 3), "n": np.array([5, 2], np.int32)}, {"x": f32(1, 4, 3), "n": np.array([3], np.int32)}]


def queued():
    """A graph with the queue of its training's input, which is not asked for."""
    x = v1.placeholder(tf.float32, (None, 4), name="x")
    queue = v1.FIFOQueue(10, [tf.float32], [[4]])
    enqueue = queue.enqueue_many([x])
    batch = queue.dequeue_many(2)
    y = dense(v1.placeholder_with_default(batch, (None, 4), name="batch"), 3, "d")
    del enqueue
    return {"batch": y.graph.get_tensor_by_name("batch:0")}, {"y": y}, [{"batch": f32(3, 4)}]


def batch_norms():
    x = v1.placeholder(tf.float32, (None, 6, 6, 3), name="x")
    training = v1.placeholder_with_default(False, (), name="training")
    y = tf.nn.conv2d(x, v1.get_variable("k", (3, 3, 3, 4)), 1, "SAME")
    scale, offset = v1.get_variable("s", (4,), initializer=v1.ones_initializer()), v1.get_variable("o", (4,), initializer=v1.zeros_initializer())
    y = v1.cond(training, lambda: v1.nn.fused_batch_norm(y, scale, offset)[0], lambda: v1.nn.fused_batch_norm(y, scale, offset, tf.zeros(4), tf.ones(4), is_training=False)[0])
    return {"x": x, "training": training}, {"y": tf.reduce_mean(y, [1, 2])}, [{"x": f32(2, 6, 6, 3), "training": np.False_}, {"x": f32(2, 6, 6, 3), "training": np.True_}]


def text_classes():
    x = v1.placeholder(tf.string, (None,), name="x")
    words = v1.string_split(x)
    table = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b", "c"]), tf.constant([0, 1, 2], tf.int64)), 1)
    ids = tf.SparseTensor(words.indices, table.lookup(words.values), words.dense_shape)
    emb = v1.get_variable("e", (4, 3), initializer=v1.random_normal_initializer(seed=4))
    y = v1.nn.embedding_lookup_sparse(emb, ids, None, combiner="mean")
    rows = v1.sparse_tensor_to_dense(ids, default_value=-1)
    return {"x": x}, {"y": y, "rows": rows}, [{"x": text("a b", "c q a")}, {"x": text("b")}]


def cases():
    c = Cases()
    for name, columns in GROUPS.items():
        c[f"layer.{name}"] = simple(layer(columns))
    for name, columns in WIDE.items():
        c[f"linear.{name}"] = simple(linear(columns))
    for kind in ("lstm", "gru", "basic"):
        c[f"rnn.{kind}"] = simple(rnn(kind))
        c[f"rnn_old.{kind}"] = graph(lambda kind=kind: (lambda i, o, calls: ({"serving_default": (i, o)}, {"serving_default": calls}))(*rnn(kind)()))
    for build in (bidirectional, queued, batch_norms, text_classes):
        c[f"v1.{build.__name__}"] = simple(build)
    return c
