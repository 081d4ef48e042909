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
    return cases
