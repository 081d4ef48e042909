"""Control flow, lists of tensors, variables that are written, several signatures."""

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, ints, text


def loops(add):
    def autograph(x, n):
        total, best, i = tf.zeros_like(x), x, 0
        for i in tf.range(n):
            if tf.reduce_sum(total) > 3.:
                total += x
                continue
            if i == 7:
                break
            total = total + tf.cast(i, tf.float32)
            best = tf.maximum(best, total)
        while tf.reduce_sum(best) < 10. and i < 100:
            best *= 1.5
            i += 1
        return total, best, i
    add("loop.autograph", tf.autograph.to_graph(autograph), (f32(3), np.int32(9)), (f32(5), np.int32(0)))

    def returns(x):
        if tf.reduce_sum(x) > 0.:
            return x * 2.
        elif tf.size(x) > 3:
            return x - 1.
        else:
            return tf.zeros_like(x)
    add("cond.returns", tf.autograph.to_graph(returns), np.abs(f32(3)), -np.abs(f32(5)), -np.abs(f32(2)))
    add("loop.while", lambda n: (tf.while_loop(lambda i, x: i < n, lambda i, x: (i + 1, tf.concat([x, [i]], 0)), [0, tf.constant([9])], shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])]),
                                 tf.while_loop(lambda i: i < n, lambda i: [i * 2], [1], maximum_iterations=3), tf.while_loop(lambda i: i < n, lambda i: [i + 1], [0], parallel_iterations=1)), np.int32(5), np.int32(0))
    add("loop.nested", lambda n: tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + tf.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + j), [0, 0])[1]), [0, 0]), np.int32(6), np.int32(2))
    add("loop.strings", lambda x, n: tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, tf.strings.join([s, x])), [0, x]), (text("ab")[0], np.int32(3)), (text("q")[0], np.int32(0)))
    add("cond.values", lambda p, x: (tf.cond(p, lambda: x, lambda: x * 2.), tf.cond(p, lambda: tf.shape(x)[0], lambda: 7), tf.cond(p, lambda: tf.constant("yes"), lambda: tf.constant("no")), tf.cond(p, lambda: (x, tf.cond(x[0] > 0., lambda: 1, lambda: 2)), lambda: (x[:0], 3))), (np.True_, f32(3)), (np.False_, f32(4)))
    add("cond.case", lambda i, x: (tf.case([(i < 1, lambda: x), (i < 2, lambda: x * 2.)], lambda: -x), tf.switch_case(i, {0: lambda: x, 1: lambda: x + 9.}, lambda: x * 0.), tf.switch_case(i, [lambda: x, lambda: x + 9.])), (np.int32(0), f32(3)), (np.int32(1), f32(4)), (np.int32(2), f32(4)), (np.int32(-3), f32(4)))
    add("map.maps", lambda x: (tf.map_fn(lambda v: v * 2., x), tf.map_fn(lambda v: (v, tf.reduce_sum(v)), x, fn_output_signature=(tf.float32, tf.float32)), tf.map_fn(lambda p: p[0] + p[1], (x, x * 2.), fn_output_signature=tf.float32), tf.map_fn(lambda v: tf.cast(v > 0, tf.int32), x, fn_output_signature=tf.int32), tf.vectorized_map(lambda v: tf.reduce_sum(v) * v, x), tf.map_fn(lambda v: tf.strings.as_string(v), x, fn_output_signature=tf.string)), f32(3, 2), f32(5, 4))
    add("map.folds", lambda x: (tf.foldl(lambda a, v: a * .5 + v, x), tf.foldr(lambda a, v: a * .5 + v, x), tf.scan(lambda a, v: a * .5 + v, x), tf.scan(lambda a, v: a + v, x, initializer=tf.ones_like(x[0]), reverse=True), tf.scan(lambda a, v: (a[0] + v, a[1] * v), x, initializer=(x[0], x[0]))), f32(3, 2), f32(5, 4))

    def arrays(x):
        array = tf.TensorArray(tf.float32, size=3, dynamic_size=True, clear_after_read=False)
        array = array.write(0, x).write(4, x * 2.).write(1, x).write(2, x).write(3, x)
        parts = tf.TensorArray(tf.float32, size=3, infer_shape=False).split(tf.concat([x, x], 0), [1, tf.size(x), tf.size(x) - 1])
        return array.stack(), array.concat(), array.gather([4, 0]), array.read(4), array.size(), parts.concat(), tf.TensorArray(tf.float32, 2).unstack(tf.stack([x, x])).stack()
    add("list.arrays", arrays, f32(3), f32(2))

    def growing(n):
        array = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=[None])
        for i in tf.range(n):
            array = array.write(i, [i, i + 1])
        return array.stack(), array.concat()
    add("list.growing", tf.autograph.to_graph(growing), np.int32(4), np.int32(1))
    add("list.uneven", lambda x: (lambda a: (a.concat(), a.read(1)))(tf.TensorArray(tf.float32, size=2, infer_shape=False, clear_after_read=False, element_shape=[None]).write(0, x).write(1, x[1:])), f32(3), f32(5))
    add("gradient.loop", lambda x: tf.gradients(tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * x + tf.sin(v)), [0, x])[1], x), f32(3), f32(2))
    add("gradient.cond", lambda x: tf.gradients(tf.cond(x[0] > 0., lambda: x * x, lambda: tf.exp(x)), x), np.abs(f32(3)), -np.abs(f32(2)))

    def tape(x):
        with tf.GradientTape(persistent=True) as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.reduce_sum(x ** 3 * tf.sin(x))
            first = inner.gradient(y, x)
        return first, outer.gradient(first, x), outer.jacobian(first, x)
    add("gradient.second", tape, f32(3))
    add("call.partitioned", lambda x: (tf.function(lambda y: y * 2.)(x), tf.recompute_grad(lambda y: tf.sin(y))(x), tf.function(lambda y: y - 1., jit_compile=True)(x), tf.stop_gradient(x)), f32(3), f32(5))
    add("call.while_options", lambda x: tf.nn.ctc_greedy_decoder(x, [3, 3])[0][0].values, f32(3, 2, 4))
    add("checks.assert", lambda x: [(tf.debugging.assert_positive(x), tf.debugging.assert_less(x, 9.), tf.debugging.assert_rank(x, 1), tf.debugging.assert_shapes([(x, ("N",))]), tf.debugging.assert_all_finite(x, "m"), tf.debugging.Assert(tf.size(x) > 0, [x])) and tf.identity(x)], np.abs(f32(3)) + 1, np.abs(f32(2)) + 1)
    add("checks.print", lambda x: (tf.print("x", x, output_stream=__import__("sys").stderr), x)[1], f32(2))
    add("checks.timestamp", lambda x: tf.cast(tf.timestamp() > 0, tf.float32) * x, f32(2))
    add("beam.search", lambda x: beam(x), f32(3, 5), f32(2, 7))


def beam(scores):
    """The shape of a decoder: a loop that selects, gathers and appends."""
    def body(i, tokens, total):
        best, at = tf.math.top_k(tf.reshape(total[:, None] + scores, [-1]), tf.shape(scores)[0])
        tokens = tf.gather(tokens, at // tf.shape(scores)[1])
        return i + 1, tf.concat([tokens, (at % tf.shape(scores)[1])[:, None]], 1), best
    n = tf.shape(scores)[0]
    return tf.while_loop(lambda i, *_: i < 4, body, [0, tf.zeros([n, 1], tf.int32), tf.zeros([n])], shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, None]), tf.TensorShape([None])])


def variables(add):
    variable = lambda *sizes: lambda: tf.Variable(f32(*sizes))
    add("state.assigns", lambda v, x: (v.assign(x), v.assign_add(x * 2.), v.assign_sub(x), v.read_value()), f32(3), state=variable(3))
    add("state.scatters", lambda v, x: [f(tf.IndexedSlices(x, tf.constant([2, 0]))) for f in (v.scatter_add, v.scatter_sub, v.scatter_update, v.scatter_max, v.scatter_min, v.scatter_mul, v.scatter_div)] + [v.read_value()], f32(2, 3) + 2, state=variable(4, 3))
    add("state.scatter_nd", lambda v, x: (v.scatter_nd_add([[0, 1], [2, 2]], x), v.scatter_nd_sub([[0, 1]], x[:1]), v.scatter_nd_update([[3, 1], [2, 2]], x), v.read_value()), f32(2), state=variable(4, 3))
    add("state.slices", lambda v, x: (v[1:3, 0].assign(x), v.read_value(), tf.gather(v, [1, 2]), v.gather_nd([[1, 2]]), v.sparse_read([0, 3]), tf.nn.embedding_lookup(v, [2])), f32(2), state=variable(4, 3))
    add("state.loop", lambda v, n: (tf.while_loop(lambda i: i < n, lambda i: (v.assign_add([1., 2.]), i + 1)[1:], [0]), v.read_value()), np.int32(3), np.int32(0), state=variable(2))
    add("state.cond", lambda v, p: (tf.cond(p, lambda: v.assign_add([1., 2.]), lambda: v.assign([0., 0.])), v.read_value()), np.True_, np.False_, state=variable(2))
    add("state.kinds", lambda v, x: (v[0].assign_add(tf.cast(x, tf.int64)), v[1].assign(x > 0), v[2].assign(tf.strings.as_string(x)), v[3].assign(tf.cast(x, tf.float16)), v[4].assign_add(tf.cast(x, tf.float64)), v[0].read_value(), v[2].read_value()), f32(), state=lambda: [tf.Variable(tf.constant(5, tf.int64)), tf.Variable(True), tf.Variable("a"), tf.Variable(tf.constant(1, tf.float16)), tf.Variable(tf.constant(1, tf.float64))])
    add("state.open", lambda v, x: (v.assign(x), tf.shape(v), v.read_value()), f32(3), f32(5), state=lambda: tf.Variable(f32(2), shape=[None]))
    add("state.optimizer", lambda v, x: (tf.raw_ops.ResourceApplyGradientDescent(var=v.handle, alpha=.1, delta=x), v.read_value())[1:], f32(3), state=variable(3))
    add("state.adam", lambda v, x: (tf.raw_ops.ResourceApplyAdam(var=v[0].handle, m=v[1].handle, v=v[2].handle, beta1_power=.9, beta2_power=.99, lr=.1, beta1=.9, beta2=.99, epsilon=1e-3, grad=x), v[0].read_value(), v[1].read_value())[1:], f32(3), state=lambda: [tf.Variable(f32(3)), tf.Variable(f32(3)), tf.Variable(np.abs(f32(3)))])
    for rule, given in (("Momentum", dict(lr=.1, momentum=.9)), ("Adagrad", dict(lr=.1)), ("KerasMomentum", dict(lr=.1, momentum=.9))):
        add(f"state.apply.{rule}", lambda v, x, rule=rule, given=given: (getattr(tf.raw_ops, f"ResourceApply{rule}")(var=v[0].handle, accum=v[1].handle, grad=x, **given), v[0].read_value(), v[1].read_value())[1:], f32(3), state=lambda: [tf.Variable(f32(3)), tf.Variable(np.abs(f32(3)))])
    slots = lambda count: lambda: [tf.Variable(f32(4, 3))] + [tf.Variable(np.abs(f32(4, 3)) + np.float32(i)) for i in range(1, count)]
    for rule, names, given in (
            ("AdaMax", "var m v", dict(beta1_power=.9, lr=.1, beta1=.9, beta2=.99, epsilon=1e-3)),
            ("Adadelta", "var accum accum_update", dict(lr=.1, rho=.9, epsilon=1e-3)),
            ("AdagradDA", "var gradient_accumulator gradient_squared_accumulator", dict(lr=.1, l1=.01, l2=.02, global_step=np.int64(3))),
            ("AdagradV2", "var accum", dict(lr=.1, epsilon=1e-3)),
            ("AdamWithAmsgrad", "var m v vhat", dict(beta1_power=.9, beta2_power=.99, lr=.1, beta1=.9, beta2=.99, epsilon=1e-3)),
            ("AddSign", "var m", dict(lr=.1, alpha=1.5, sign_decay=.5, beta=.9)),
            ("CenteredRMSProp", "var mg ms mom", dict(lr=.1, rho=.9, momentum=.5, epsilon=1e-1)),
            ("Ftrl", "var accum linear", dict(lr=.1, l1=.01, l2=.02, lr_power=-.5)),
            ("FtrlV2", "var accum linear", dict(lr=.1, l1=.01, l2=.02, l2_shrinkage=.03, lr_power=-.7)),
            ("PowerSign", "var m", dict(lr=.1, logbase=1.5, sign_decay=.5, beta=.9)),
            ("ProximalAdagrad", "var accum", dict(lr=.1, l1=.01, l2=.02)),
            ("ProximalGradientDescent", "var", dict(alpha=.1, l1=.01, l2=.02)),
            ("RMSProp", "var ms mom", dict(lr=.1, rho=.9, momentum=.5, epsilon=1e-3))):
        names = names.split()
        gradient = "delta" if rule == "ProximalGradientDescent" else "grad"
        all_ = lambda v: [x.read_value() for x in v]
        add(f"state.rule.{rule}", lambda v, x, rule=rule, given=given, names=names, gradient=gradient: (getattr(tf.raw_ops, f"ResourceApply{rule}")(**{n: w.handle for n, w in zip(names, v)}, **{gradient: x}, **given), all_(v))[1], f32(4, 3), state=slots(len(names)))
        if hasattr(tf.raw_ops, f"ResourceSparseApply{rule}"):
            add(f"state.rows.{rule}", lambda v, x, i, rule=rule, given=given, names=names: (getattr(tf.raw_ops, f"ResourceSparseApply{rule}")(**{n: w.handle for n, w in zip(names, v)}, grad=x, indices=i, **given), all_(v))[1], (f32(3, 3), np.array([2, 0, 2], np.int32)), (f32(2, 3), np.array([3, 1], np.int32)), state=slots(len(names)))
    add("state.generator_binomial", lambda g, n: (g.binomial([n], 9., .25), g.binomial([n], 90., .5), g.normal([n])), np.int32(3), np.int32(5), state=lambda: tf.random.Generator.from_seed(5, alg="philox"))
    add("state.generator", lambda g, n: (g.normal([n]), g.uniform([n]), g.uniform([2], 0, 9, tf.int32), g.make_seeds(2), g.truncated_normal([2]), g.uniform_full_int([2])), np.int32(3), np.int32(5), state=lambda: tf.random.Generator.from_seed(5, alg="philox"))
    add("state.average", lambda v, x: (v.assign(v * .9 + x * .1), v / 2., tf.reduce_sum(v)), f32(3), state=variable(3))
    add("state.shared", lambda v, x: (x @ v[0], x @ v[0] @ tf.transpose(v[0]), v[1]), f32(2, 3), f32(4, 3), state=lambda: (lambda w: [w, tf.Variable(1.)])(tf.Variable(f32(3, 2))))
    add("state.captured", lambda c, x: (x + c[0], c[1].lookup(tf.strings.as_string(tf.cast(x, tf.int32))), tf.nn.embedding_lookup(c[2], tf.cast(tf.abs(x), tf.int32))), f32(3) * 3, f32(2), state=lambda: [tf.constant(2.), tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.constant(["0", "1"]), tf.constant([5, 6])), -1), tf.Variable(f32(5, 2))])


class Decoder(tf.Module):
    """Keys and values of earlier steps in variables, as decoders keep them."""

    def __init__(self):
        super().__init__()
        self.keys = tf.Variable(tf.zeros((1, 8, 4)))
        self.at = tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec((1, None, 4), tf.float32, name="x")])
    def prefill(self, x):
        self.keys[:, :tf.shape(x)[1]].assign(x)
        self.at.assign(tf.shape(x)[1])
        return {"sum": tf.reduce_sum(self.keys)}

    @tf.function(input_signature=[tf.TensorSpec((1, 1, 4), tf.float32, name="x")])
    def step(self, x):
        self.keys[:, self.at:self.at + 1].assign(x)
        self.at.assign_add(1)
        scores = tf.nn.softmax(tf.matmul(x, self.keys, transpose_b=True))
        return {"y": tf.matmul(scores, self.keys), "at": self.at.read_value()}

    @tf.function(input_signature=[])
    def reset(self):
        self.keys.assign(tf.zeros_like(self.keys))
        return {"at": self.at.assign(0)}


def decoder(folder):
    module = Decoder()
    tf.saved_model.save(module, folder, {"prefill": module.prefill, "step": module.step, "reset": module.reset})
    return {"prefill": [{"x": f32(1, 5, 4)}, {"x": f32(1, 2, 4)}], "step": [{"x": f32(1, 1, 4)}], "reset": [{}]}


def cases():
    collected = Cases()
    loops(collected.function)
    variables(collected.function)
    collected["module.decoder"] = decoder
    return collected
