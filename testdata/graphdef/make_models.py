#!/usr/bin/env python3
"""Makes graphs that TensorFlow froze, with inputs and what TensorFlow computes from them: NAME.pb, NAME.inN.npy, NAME.outN.npy.

Run it with no argument from anywhere, with TensorFlow 2.21 installed; the files beside it are replaced.
"""
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

rng = np.random.default_rng(5)
layers = tf.keras.layers


def freeze(name, function, specs, inputs, lower=True):
    """As TensorFlow does by default: functions and control flow are written out in place. Without `lower` they stay functions."""
    function = tf.function(function).get_concrete_function(*specs)
    graph = convert_variables_to_constants_v2(function, lower_control_flow=lower)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path + ".pb", "wb") as file:
        file.write(graph.graph.as_graph_def().SerializeToString(deterministic=True))
    for i, value in enumerate(inputs):
        np.save(f"{path}.in{i}.npy", value)
    results = graph(*[tf.constant(value) for value in inputs])
    for i, value in enumerate(results if isinstance(results, (list, tuple)) else [results]):
        np.save(f"{path}.out{i}.npy", value.numpy())


# Images that become smaller and larger again.
images = tf.keras.Sequential([
    layers.Input((8, 8, 3)), layers.Conv2D(4, 3, padding="same"), layers.Conv2DTranspose(4, 3, strides=2, padding="same"),
    layers.SeparableConv2D(4, 3, dilation_rate=2), layers.UpSampling2D(2, interpolation="bilinear"), layers.UpSampling2D(2),
    layers.ZeroPadding2D(1), layers.Cropping2D(2), layers.AveragePooling2D(8)])
freeze("images", lambda x: images(x, training=False), [tf.TensorSpec((None, 8, 8, 3), tf.float32)],
       [rng.random((2, 8, 8, 3), np.float32)])


# Loops in loops, conditions in conditions, cases and assertions: all of it is nodes in the graph, no functions.
def control_flow(x, n):
    def outer(i, x, s):
        def inner(j, y):
            return j + 1, tf.cond(tf.equal(j % 2, 0), lambda: y * 1.5 + s[0], lambda: y - 0.25)
        _, y = tf.while_loop(lambda j, y: tf.logical_and(j < i, tf.reduce_max(y) < 100.), inner, [0, x])
        z, s = tf.cond(tf.reduce_sum(y) > 6.,
                       lambda: tf.cond(s[1] > 3., lambda: (y * 0.5, s + 1.), lambda: (y + 1., s * 2.)),
                       lambda: (y, s))
        return i + 1, z, s
    i, x, s = tf.while_loop(lambda i, x, s: i < n, outer, [1, x, tf.constant([0.5, 1.])])
    case = tf.switch_case(i % 3, [lambda: x, lambda: x * 2., lambda: x * 3.])
    with tf.control_dependencies([tf.debugging.assert_less(tf.reduce_sum(x), 1e6)]):
        return [x, s, i, tf.cond(i > 3, lambda: x + s[0], lambda: x), tf.identity(case)]


freeze("control_flow", control_flow, [tf.TensorSpec((3,), tf.float32), tf.TensorSpec((), tf.int32)],
       [rng.random(3, np.float32), np.int32(6)])


# Lists that grow in a loop, which is a function here, and is made of nodes there.
def lists(x):
    def body(i, sums):
        return i + 1, sums.write(i, tf.cond(x[i] > 0.5, lambda: tf.reduce_sum(x[:i + 1]), lambda: -x[i]))
    sums = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=())
    return tf.while_loop(lambda i, _: i < tf.size(x), body, [0, sums])[1].stack()


for name, lower in [("lists", False), ("lists_lowered", True)]:
    freeze(name, lists, [tf.TensorSpec((None,), tf.float32)], [rng.random(5, np.float32)], lower)


# Loops over the rows of ragged tensors, over strings, and over pictures in files.
def rows(values, files, lengths):
    ragged = tf.RaggedTensor.from_row_lengths(values, lengths)
    doubled = tf.map_fn(lambda row: row * 2., ragged, fn_output_signature=tf.RaggedTensorSpec([None], tf.float32))
    counted = tf.map_fn(tf.range, lengths, fn_output_signature=tf.RaggedTensorSpec([None], tf.int64))
    pictures = tf.map_fn(lambda file: tf.image.resize(tf.io.decode_png(file, channels=3), (4, 4)), files, fn_output_signature=tf.float32)
    return [doubled.to_tensor(), counted.to_tensor(-1), tf.map_fn(tf.reduce_sum, ragged, fn_output_signature=tf.float32), pictures]


own = np.random.default_rng(6)
files = np.array([tf.io.encode_png(own.integers(0, 256, size).astype(np.uint8)).numpy() for size in ((5, 3, 3), (6, 7, 1))])
freeze("rows", rows, [tf.TensorSpec((None,), tf.float32), tf.TensorSpec((None,), tf.string), tf.TensorSpec((None,), tf.int64)],
       [own.random(6, np.float32), files, np.array([2, 0, 4])])


# What a small network looks at: the gradient of its largest result for its input.
network = tf.keras.Sequential([
    layers.Input((8, 8, 2)), layers.Conv2D(4, 3, activation="elu"), layers.MaxPooling2D(2), layers.DepthwiseConv2D(2, padding="same"),
    layers.LayerNormalization(), layers.AveragePooling2D(2, 1), layers.Flatten(), layers.Dense(3, activation="sigmoid")])


def saliency(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_max(network(tf.image.resize(x, (8, 8)), training=False), -1)
    return tape.gradient(y, x)


freeze("saliency", saliency, [tf.TensorSpec((None, 6, 6, 2), tf.float32)], [own.random((2, 6, 6, 2), np.float32)])


# Records of text, of steps and of pictures, crossed features, and matrices of which little is there.
def records(lines, sequences, file):
    number, word = tf.io.decode_csv(lines, [[0.5], [""]])
    _, steps, _ = tf.io.parse_sequence_example(sequences, sequence_features={"f": tf.io.FixedLenSequenceFeature([2], tf.float32)})
    crossed = tf.ragged.cross_hashed([tf.strings.split(word), tf.strings.as_string(number)[:, None]], 100)
    dense = steps["f"][:, 0] * number[:, None]
    sparse = csr.dense_to_csr_sparse_matrix(dense, tf.where(dense != 0.))
    return [crossed.to_tensor(), csr.sparse_matrix_mat_mul(sparse, dense, transpose_b=True), tf.io.decode_jpeg(file, ratio=2),
            tf.random.stateless_poisson([3], [1, 2], number), *drawn(dense)]


# What goes on where its last call stopped: here from the beginning.
def drawn(x):
    pooled = tf.nn.fractional_max_pool(tf.random.uniform((1, 9, 7, 2), seed=1), [1, 1.44, 1.75, 1], pseudo_random=False, seed=2)
    return [tf.random.shuffle(x, seed=3), tf.random.gamma([2], [0.5, 3.], seed=4), tf.random.poisson([2], [0.5, 30.], seed=5),
            tf.random.categorical(tf.constant([[0.1, 0.7, 0.3]]), 5, seed=6), *pooled]


from tensorflow.python.ops.linalg.sparse import sparse_csr_matrix_ops as csr
sequences = [tf.train.SequenceExample(feature_lists=tf.train.FeatureLists(feature_list={"f": tf.train.FeatureList(feature=[
    tf.train.Feature(float_list=tf.train.FloatList(value=[i * j, i + j])) for i in range(j)])})).SerializeToString() for j in (2, 1, 3)]
file = tf.io.encode_jpeg(np.kron(own.integers(0, 256, (3, 4, 3)), np.ones((4, 4, 1))).astype(np.uint8)).numpy()
freeze("records", records, [tf.TensorSpec((3,), tf.string), tf.TensorSpec((3,), tf.string), tf.TensorSpec((), tf.string)],
       [np.array([b"1.5,a b", b",c", b"40,\"d,e\""]), np.array(sequences), np.array(file)])


# Graphs of an older kind: tables that a node of its own fills, and arrays of tensors as resources.
def freeze_session(name, build, inputs):
    v1 = tf.compat.v1
    v1.disable_control_flow_v2()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with tf.Graph().as_default() as graph, v1.Session() as session:
        feeds, results = build()
        results = [tf.identity(result, name="Identity") for result in results]
        session.run(v1.tables_initializer())
        values = session.run(results, dict(zip(feeds, inputs)))
        fillers = [node.name for node in graph.as_graph_def().node if node.op in ("InitializeTableV2", "LookupTableImportV2")]
        frozen = v1.graph_util.extract_sub_graph(graph.as_graph_def(), [result.op.name for result in results] + fillers)
    with open(path + ".pb", "wb") as file:
        file.write(frozen.SerializeToString(deterministic=True))
    for i, value in enumerate(inputs):
        np.save(f"{path}.in{i}.npy", value)
    for i, value in enumerate(values):
        np.save(f"{path}.out{i}.npy", value)


def tables():
    words = tf.compat.v1.placeholder(tf.string, (None,))
    filler = tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b", "c"]), tf.constant([10, 20, 30], tf.int64))
    table = tf.lookup.StaticHashTable(filler, -1)
    buckets = tf.lookup.StaticVocabularyTable(
        tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([0, 1], tf.int64)), 3)
    cleaned = tf.strings.regex_replace(tf.strings.lower(words), "[^a-z]", "")
    pieces = tf.strings.split(words, " ").to_sparse()
    return [words], [table.lookup(cleaned), table.size(), buckets.lookup(cleaned), tf.sparse.to_dense(
        tf.SparseTensor(pieces.indices, table.lookup(pieces.values), pieces.dense_shape))]


def arrays():
    x = tf.compat.v1.placeholder(tf.float32, (None, 3))
    rows = tf.TensorArray(tf.float32, size=tf.shape(x)[0])
    _, rows = tf.while_loop(lambda i, _: i < tf.shape(x)[0],
                            lambda i, rows: (i + 1, rows.write(i, x[i] * tf.cast(i, tf.float32))), [0, rows])
    kept = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False).unstack(x)
    return [x], [rows.stack(), kept.gather([1, 0]), kept.read(1), tf.map_fn(tf.cumsum, x)]


# Numbers that are whole steps of their range: no half is to be rounded.
def hundredths(*shape):
    return (own.integers(0, 256, shape) / 100 - 1).astype(np.float32)


def quantised():
    ops = tf.raw_ops
    x = tf.compat.v1.placeholder(tf.float32, (1, 6, 6, 2))
    def packed(x): return ops.QuantizeV2(input=x, min_range=-1., max_range=1.55, T=tf.quint8, mode="MIN_FIRST")
    def narrow(sums, low, high):
        least, most = ops.RequantizationRange(input=sums, input_min=low, input_max=high)
        return ops.Requantize(input=sums, input_min=low, input_max=high, requested_output_min=least, requested_output_max=most, out_type=tf.quint8)
    image, low, high = packed(x)
    weights, least, most = packed(tf.constant(hundredths(3, 3, 2, 4)))
    image, low, high = narrow(*ops.QuantizedConv2D(input=image, filter=weights, min_input=low, max_input=high, min_filter=least, max_filter=most, strides=[1, 1, 1, 1], padding="SAME"))
    image, low, high = ops.QuantizedRelu(features=image, min_features=low, max_features=high)
    image, low, high = ops.QuantizedMaxPool(input=image, min_input=low, max_input=high, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    flat, low, high = ops.QuantizedReshape(tensor=image, shape=[1, 36], input_min=low, input_max=high)
    weights, least, most = packed(tf.constant(hundredths(36, 5)))
    sums, low, high = narrow(*ops.QuantizedMatMul(a=flat, b=weights, min_a=low, max_a=high, min_b=least, max_b=most))
    return [x], [ops.Dequantize(input=sums, min_range=low, max_range=high, mode="MIN_FIRST")]


freeze_session("quantised", quantised, [hundredths(1, 6, 6, 2)])
freeze_session("tables", tables, [np.array([b"A!", b"b", b"zz", b"b c"])])
freeze_session("arrays", arrays, [rng.random((3, 3), np.float32)])
