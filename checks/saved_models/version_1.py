"""Exports of TensorFlow 1: builders with signatures and tags, and frozen graphs."""

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, ints, text

v1 = tf.compat.v1


def graph(build, old_control_flow=True):
    """A SavedModel of version 1. `build` gives {signature: (inputs, outputs)} and calls."""
    def write(folder):
        with tf.Graph().as_default(), v1.Session() as session:
            if old_control_flow:
                v1.disable_control_flow_v2()
            signatures, calls = build()
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            info = v1.saved_model.build_tensor_info
            described = {name: v1.saved_model.build_signature_def({k: info(t) for k, t in given.items()}, {k: info(t) for k, t in made.items()}, "predict") for name, (given, made) in signatures.items()}
            builder = v1.saved_model.Builder(folder)
            builder.add_meta_graph_and_variables(session, ["serve"], described, assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS), main_op=v1.tables_initializer())
            builder.save()
        v1.enable_control_flow_v2()
        return calls
    return write


def simple(build):
    """`simple_save` of one signature."""
    def write(folder):
        with tf.Graph().as_default(), v1.Session() as session:
            inputs, outputs, calls = build()
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            v1.saved_model.simple_save(session, folder, inputs, outputs, legacy_init_op=v1.tables_initializer())
        return {"serving_default": calls}
    return write


def frozen(build):
    """A graph with variables frozen into constants, and results that a session computes."""
    def write(folder):
        with tf.Graph().as_default(), v1.Session() as session:
            v1.disable_control_flow_v2()
            inputs, outputs, calls = build()
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            results = [{t.op.name: r for t, r in zip(outputs, session.run(list(outputs), {inputs[k]: v for k, v in call.items()}))} for call in calls]
            constants = v1.graph_util.convert_variables_to_constants(session, session.graph_def, [t.op.name for t in outputs])
            tf.io.write_graph(constants, *folder.rsplit("/", 1)[:1], "model.pb", as_text=False)
        v1.enable_control_flow_v2()
        return {"frozen": [({inputs[k].op.name: v for k, v in call.items()}, result) for call, result in zip(calls, results)]}
    return write


def dense(x, units, name, activation=None):
    w = v1.get_variable(f"{name}/w", (int(x.shape[-1]), units), initializer=v1.glorot_uniform_initializer(seed=1))
    b = v1.get_variable(f"{name}/b", (units,), initializer=v1.zeros_initializer())
    y = v1.nn.xw_plus_b(x, w, b)
    return activation(y) if activation else y


def perceptron():
    x = v1.placeholder(tf.float32, (None, 4), name="x")
    y = tf.nn.softmax(dense(dense(x, 5, "a", tf.nn.relu), 3, "b"), name="y")
    return {"x": x}, {"y": y, "class": tf.argmax(y, 1)}, [{"x": f32(3, 4)}, {"x": f32(1, 4)}]


def convnet():
    x = v1.placeholder(tf.float32, (None, 8, 8, 3), name="images")
    y = v1.nn.conv2d(x, v1.get_variable("k", (3, 3, 3, 4), initializer=v1.random_normal_initializer(seed=2)), [1, 2, 2, 1], "SAME")
    y, mean, _ = v1.nn.fused_batch_norm(y, [1., 2., 3., 4.], [0.] * 4, [.1] * 4, [1.] * 4, is_training=False)
    y = v1.nn.max_pool(tf.nn.relu(y), [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    y = dense(tf.reshape(y, [-1, 16]), 3, "d")
    return {"x": x}, {"y": tf.identity(y, "y")}, [{"x": f32(2, 8, 8, 3)}, {"x": f32(1, 8, 8, 3)}]


def classic_loops():
    x, n = v1.placeholder(tf.float32, (None,), name="x"), v1.placeholder(tf.int32, (), name="n")
    _, y = v1.while_loop(lambda i, _: i < n, lambda i, y: (i + 1, v1.cond(tf.reduce_sum(y) > 2., lambda: y * .5, lambda: y + x)), [0, x])
    z = v1.case([(n > 3, lambda: x * 3.), (n > 1, lambda: x * 2.)], lambda: x)
    array = tf.scan(lambda a, v: a + v, x)
    _, nested = v1.while_loop(lambda i, _: i < n, lambda i, s: (i + 1, s + v1.while_loop(lambda j, _: j < i, lambda j, t: (j + 1, t + 1), [0, 0])[1]), [0, 0])
    return {"x": x, "n": n}, {"y": y, "z": z, "scan": array, "map": tf.map_fn(lambda v: v * v, x), "nested": nested}, [{"x": f32(3), "n": np.int32(4)}, {"x": f32(5), "n": np.int32(0)}]


def lstm():
    x, n = v1.placeholder(tf.float32, (None, None, 3), name="x"), v1.placeholder(tf.int32, (None,), name="n")
    w = v1.get_variable("w", (7, 16), initializer=v1.glorot_uniform_initializer(seed=1))

    def step(state, given):
        c, h, t = state
        i, j, f, o = tf.split(tf.matmul(tf.concat([given, h], 1), w), 4, 1)
        new = tf.sigmoid(f + 1.) * c + tf.sigmoid(i) * tf.tanh(j)
        live = tf.expand_dims(t < n, 1)
        c2, h2 = tf.where(tf.broadcast_to(live, tf.shape(c)), new, c), tf.where(tf.broadcast_to(live, tf.shape(c)), tf.tanh(new) * tf.sigmoid(o), h)
        return c2, h2, t + 1
    zero = tf.zeros([tf.shape(x)[0], 4])
    c, h, _ = tf.scan(step, tf.transpose(x, [1, 0, 2]), (zero, zero, tf.constant(0)))
    return {"x": x, "n": n}, {"outputs": tf.transpose(h, [1, 0, 2]), "state": h[-1], "cells": c[-1]}, [{"x": f32(2, 5, 3), "n": np.array([5, 2], np.int32)}, {"x": f32(1, 4, 3), "n": np.array([3], np.int32)}]


def embeddings():
    ids = v1.placeholder(tf.int64, (None, None), name="ids")
    table = v1.get_variable("table", (9, 3), initializer=v1.random_normal_initializer(seed=4))
    y = tf.reduce_mean(v1.nn.embedding_lookup(table, ids), 1)
    top = tf.nn.top_k(y, 2)
    return {"ids": ids}, {"mean": y, "top": top.values, "at": top.indices}, [{"ids": ints(9, 2, 4, dtype=np.int64)}, {"ids": ints(9, 1, 2, dtype=np.int64)}]


def dropout():
    x, rate = v1.placeholder(tf.float32, (None, 4), name="x"), v1.placeholder_with_default(np.float32(0), (), name="rate")
    y = v1.nn.dropout(x, rate=rate)
    training = v1.placeholder_with_default(False, (), name="training")
    z = v1.cond(training, lambda: y * 0., lambda: y + 1.)
    return {"x": x, "rate": rate, "training": training}, {"y": z}, [{"x": f32(2, 4), "rate": np.float32(0), "training": np.False_}, {"x": f32(1, 4), "rate": np.float32(0), "training": np.True_}]


def pictures():
    files = v1.placeholder(tf.string, (None,), name="files")
    read = lambda f: v1.image.resize_bilinear(tf.expand_dims(tf.image.convert_image_dtype(tf.image.decode_png(f, 3), tf.float32), 0), [6, 6], align_corners=True)[0]
    images = tf.map_fn(read, files, dtype=tf.float32)
    png = lambda h, w: tf.io.encode_png(ints(255, h, w, 3, dtype=np.uint8))
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = session.run([png(7, 8), png(5, 5)])
    return {"files": files}, {"images": images}, [{"files": np.array([a, b], object)}, {"files": np.array([b], object)}]


def examples():
    F, e = tf.train.Feature, []
    serialized = v1.placeholder(tf.string, (None,), name="input_example_tensor")
    features = v1.parse_example(serialized, {"age": v1.FixedLenFeature((1,), tf.float32, [.5]), "words": v1.VarLenFeature(tf.string), "size": v1.FixedLenFeature((2,), tf.int64), "n": v1.VarLenFeature(tf.int64)})
    table = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([0, 1], tf.int64)), 2)
    hashed = tf.SparseTensor(features["words"].indices, tf.strings.to_hash_bucket_fast(features["words"].values, 10), features["words"].dense_shape)
    weights = v1.get_variable("w", (10, 3), initializer=v1.random_normal_initializer(seed=4))
    bag = v1.nn.safe_embedding_lookup_sparse(weights, hashed, combiner="sqrtn")
    ids = tf.SparseTensor(features["words"].indices, table.lookup(features["words"].values), features["words"].dense_shape)
    indicator = tf.reduce_sum(tf.one_hot(tf.sparse.to_dense(ids, -1), 4), 1)
    bucket = tf.one_hot(tf.raw_ops.Bucketize(input=features["age"], boundaries=[1., 2.])[:, 0], 3)
    logits = dense(tf.concat([features["age"], tf.cast(features["size"], tf.float32), bag, indicator, bucket], 1), 1, "head")
    probability = tf.concat([1 - tf.sigmoid(logits), tf.sigmoid(logits)], 1)
    classes = tf.tile(tf.constant([["0", "1"]]), [tf.shape(logits)[0], 1])
    for age, words in ((1.5, [b"a", b"q"]), (None, []), (2.5, [b"b"])):
        made = {"words": F(bytes_list=tf.train.BytesList(value=words)), "size": F(int64_list=tf.train.Int64List(value=[3, 4]))}
        if age:
            made["age"] = F(float_list=tf.train.FloatList(value=[age]))
        e.append(tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString())
    calls = [{"inputs": np.array(e, object)}, {"inputs": np.array(e[:1], object)}]
    return {"serving_default": ({"inputs": serialized}, {"scores": probability, "classes": classes}), "predict": ({"inputs": serialized}, {"logits": logits, "class_ids": tf.argmax(probability, 1), "bag": bag})}, {"serving_default": calls, "predict": calls}


def files():
    with open("/tmp/words.txt", "w") as file:
        file.write("zero\t10\none\t20\n")
    x = v1.placeholder(tf.string, (None,), name="words")
    table = tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer("/tmp/words.txt", tf.string, 0, tf.int64, 1), -1)
    lines = tf.lookup.StaticVocabularyTable(tf.lookup.TextFileInitializer("/tmp/words.txt", tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER), 2)
    return {"serving_default": ({"words": x}, {"values": table.lookup(x), "lines": lines.lookup(x)})}, {"serving_default": [{"words": text("one", "?")}, {"words": text("zero\t10")}]}


def counting():
    step = v1.get_variable("step", initializer=np.int64(3), use_resource=True)
    old = v1.get_variable("old", initializer=f32(2), use_resource=False)
    x = v1.placeholder(tf.float32, (2,), name="x")
    with tf.control_dependencies([v1.assign_add(step, 1)]):
        read = step.read_value()
    return {"serving_default": ({"x": x}, {"step": read, "sum": v1.assign_add(old, x)})}, {"serving_default": [{"x": f32(2)}]}


def composite():
    indices, values = v1.placeholder(tf.int64, (None, 2), name="i"), v1.placeholder(tf.float32, (None,), name="v")
    x = tf.SparseTensor(indices, values, [2, 4])
    dense = v1.sparse_tensor_dense_matmul(x, v1.get_variable("w", (4, 3), initializer=v1.random_normal_initializer(seed=4)))
    return {"i": indices, "v": values}, {"product": dense, "dense": v1.sparse_tensor_to_dense(x)}, [{"i": np.array([[0, 1], [1, 0]]), "v": f32(2)}, {"i": np.array([[0, 3]]), "v": f32(1)}]


def quantized():
    x = v1.placeholder(tf.float32, (None, 4), name="x")
    q, low, high = tf.raw_ops.QuantizeV2(input=x, min_range=-1., max_range=1., T=tf.quint8, mode="MIN_FIRST")
    w, wl, wh = tf.raw_ops.QuantizeV2(input=tf.constant(f32(4, 3)), min_range=-1., max_range=1., T=tf.quint8, mode="MIN_FIRST")
    y, yl, yh = tf.raw_ops.QuantizedMatMul(a=q, b=w, min_a=low, max_a=high, min_b=wl, max_b=wh)
    y, yl, yh = tf.raw_ops.Requantize(input=y, input_min=yl, input_max=yh, requested_output_min=-4., requested_output_max=4., out_type=tf.quint8)
    return {"x": x}, {"y": tf.raw_ops.Dequantize(input=y, min_range=yl, max_range=yh, mode="MIN_FIRST")}, [{"x": f32(2, 4)}, {"x": f32(3, 4)}]


def cases():
    collected = Cases()
    for build in (perceptron, convnet, classic_loops, lstm, embeddings, dropout, pictures, composite, quantized):
        collected[f"simple.{build.__name__}"] = simple(build)
        # The inputs of a frozen graph are its placeholders without defaults.
        if build is not dropout:
            collected[f"frozen.{build.__name__}"] = frozen(lambda build=build: (lambda given, made, calls: (given, [tf.identity(t, f"out_{k}") for k, t in made.items()], calls))(*build()))
        collected[f"old_loops.{build.__name__}"] = graph(lambda build=build: (lambda given, made, calls: ({"serving_default": (given, made)}, {"serving_default": calls}))(*build()))
    for build in (examples, files, counting):
        collected[f"builder.{build.__name__}"] = graph(build)
    return collected
