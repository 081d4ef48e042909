"""Functions that make datasets (`tf.data`) of their arguments, and use them up."""

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, text

data = tf.data.Dataset


def loop_sum(x):
    t = tf.zeros([3])
    for v in data.from_tensor_slices(x).map(lambda a: a * 2.):
        t = t * .5 + v
    return t


def loop_break(x):
    t, n = tf.zeros([3]), 0
    for i, v in data.from_tensor_slices(x).enumerate():
        if tf.reduce_sum(t) > 3.:
            break
        t, n = t + tf.abs(v), n + 1
    return t, n


def loop_range(n):
    t = tf.constant(0, tf.int64)
    for i in data.range(n):
        t += i * i
    return t


def following(x):
    it = iter(data.from_tensor_slices(x).map(lambda v: v+1.))
    return next(it), next(it)


def nested(x):
    t = tf.zeros([])
    for v in tf.data.Dataset.from_tensor_slices(x):
        for w in tf.data.Dataset.from_tensor_slices(v):
            t = t * .9 + w
    return t


def batches(x):
    t, n = tf.zeros([3]), 0
    for v in tf.data.Dataset.from_tensor_slices(x).batch(2):
        t += tf.reduce_max(v, 0)
        n += tf.shape(v)[0]
    return t, n


def records(n):
    e = lambda: tf.train.Example(features=tf.train.Features(feature={"a": tf.train.Feature(float_list=tf.train.FloatList(value=[float(v) for v in f32(2)]))})).SerializeToString()
    return np.array([e() for _ in range(n)], object)


def cases():
    cases = Cases()
    add = cases.function
    a, b = f32(4,3), f32(6,3)
    add("reduce", lambda x: data.from_tensor_slices(x).map(lambda v: v*2).reduce(tf.zeros([3]), lambda p,q: p*.5+q), (a,), (b,))
    add("filter", lambda x: data.from_tensor_slices(x).filter(lambda v: v[0]>0).map(lambda v: v*2).reduce(tf.zeros([3]), lambda p,q: p+q), (a,), (b,))
    add("range", lambda n: data.range(n).filter(lambda v: v%2==0).reduce(np.int64(0), lambda p,q: p+q), (np.int64(7),), (np.int64(0),))
    add("single", lambda x: data.from_tensor_slices(x).map(lambda v: v*2).batch(100).get_single_element(), (a,), (b,))
    add("single_drop", lambda x: data.from_tensor_slices(x).batch(2,drop_remainder=True).map(tf.reduce_sum).batch(50).get_single_element(), (a,), (b,))
    add("zip", lambda x: data.zip((data.from_tensor_slices(x), data.range(3))).map(lambda u,i: u*tf.cast(i,tf.float32)).concatenate(data.from_tensors(tf.ones([3]))).batch(100).get_single_element(), (a,), (b,))
    add("take", lambda x: data.from_tensor_slices(x).skip(1).take(2).repeat(3).batch(100).get_single_element(), (a,), (b,))
    add("enum", lambda x: data.from_tensor_slices({"u": x, "w": x*2}).enumerate(5).map(lambda i,d: (d["u"]+d["w"], i)).batch(100).get_single_element(), (a,), (b,))
    add("scan", lambda x: data.from_tensor_slices(x).scan(tf.zeros([3]), lambda s,v: (s+v, s*v)).take_while(lambda v: tf.reduce_sum(v)<5.).batch(100).get_single_element(), (a,), (b,))
    add("prefetch", lambda x: data.from_tensor_slices(x).map(lambda v: v+1, num_parallel_calls=2).batch(2,num_parallel_calls=2).unbatch().cache().prefetch(1).batch(9).get_single_element(), (a,), (b,))
    add("flat", lambda x: data.from_tensor_slices(x).flat_map(lambda v: data.from_tensor_slices(v)).batch(100).get_single_element(), (a,), (b,))
    add("loop", loop_sum, (a,), (b,))
    add("loop_break", loop_break, (a,), (b,))
    add("loop_range", loop_range, (np.int64(5),), (np.int64(9),))
    add("next", following, (a,), (b,))
    add("capture", lambda x, y: data.from_tensor_slices(x).map(lambda v: v*y+tf.reduce_sum(x)).batch(10).get_single_element(), (a,f32(3)), (b,f32(3)))
    add("strings", lambda s: data.from_tensor_slices(s).map(lambda v: tf.strings.split(v," ")[0]).batch(10).get_single_element(), (text("a b","c d"),), (text("x y","z","u v"),))
    listed = lambda d: d.reduce(tf.zeros([0]), lambda s, v: tf.concat([s, tf.reshape(tf.cast(v, tf.float32), [-1])], 0))
    add("more.padded", lambda x: listed(data.range(tf.cast(tf.shape(x)[0], tf.int64)).map(lambda n: tf.fill([n], n)).padded_batch(3)), a, b)
    add("more.padded_options", lambda x: data.range(6).map(lambda n: (tf.fill([n], n), tf.strings.as_string(n))).padded_batch(6, ([8], []), (tf.constant(-1, tf.int64), "")).get_single_element(), a)
    add("more.ragged_batch", lambda x: data.range(6).map(lambda n: tf.fill([n], n)).ragged_batch(6).get_single_element(), a)
    add("more.window", lambda x: listed(data.from_tensor_slices(x).window(3, 1, drop_remainder=True).flat_map(lambda w: w.batch(3))), a, b)
    add("more.window_shift", lambda x: listed(data.from_tensor_slices(x).window(3, 2, 2).flat_map(lambda w: w.batch(3)).map(tf.reduce_sum)), a, b)
    add("more.shard", lambda x: listed(data.from_tensor_slices(x).shard(2, 1)), a, b)
    add("more.records", lambda s: data.from_tensor_slices(s).map(lambda e: tf.io.parse_single_example(e, {"a": tf.io.FixedLenFeature([2], tf.float32)})["a"]).batch(9).get_single_element(), records(3), records(2))
    add("more.batched_records", lambda s: data.from_tensor_slices(s).batch(2).map(lambda e: tf.io.parse_example(e, {"a": tf.io.FixedLenFeature([2], tf.float32)})["a"]).unbatch().batch(9).get_single_element(), records(3), records(2))
    add("more.loop_nested", nested, a, b)
    add("more.batch_loop", batches, a, b)
    add("more.text", lambda x: data.from_tensor_slices(x).flat_map(lambda l: data.from_tensor_slices(tf.strings.split(l))).map(tf.strings.lower).batch(100).get_single_element(), text("A b c", "D e"), text("q"))
    add("more.counter", lambda x: listed(data.zip((data.from_tensor_slices(x[:, 0]), data.counter(3, 2))).map(lambda u, c: u * tf.cast(c, tf.float32))), a, b)
    add("more.fold_map", lambda x: listed(data.from_tensor_slices(x).map(lambda v: tf.map_fn(lambda u: u * 2., v)).map(lambda v: tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v + 1.), [0, v])[1])), a, b)
    return cases
