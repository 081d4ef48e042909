"""Layers of Keras 3 and their options, one or a few in each model."""

import tensorflow as tf

from .cases import Cases, f32, ints

L = tf.keras.layers


def one(make, *sizes, dtype="float32"):
    """A network of one layer with an input of these sizes."""
    def network():
        x = tf.keras.Input(sizes, dtype=dtype)
        return tf.keras.Model(x, make()(x))
    return network


def convolutions(add):
    for padding in ("same", "valid"):
        add(f"conv1d.{padding}", one(lambda: tf.keras.Sequential([L.Conv1D(4, 3, padding=padding), L.Conv1D(4, 3, 2, padding, activation="relu"), L.Conv1D(4, 3, padding=padding, dilation_rate=2), L.Conv1D(4, 3, padding=padding, groups=2, use_bias=False)]), None, 3), f32(2, 30, 3), f32(1, 41, 3))
        add(f"conv2d.{padding}", one(lambda: tf.keras.Sequential([L.Conv2D(4, 3, padding=padding), L.Conv2D(4, (3, 2), 2, padding, activation="relu"), L.Conv2D(4, 3, padding=padding, dilation_rate=2), L.Conv2D(4, 3, padding=padding, groups=2)]), None, None, 3), f32(2, 26, 25, 3), f32(1, 30, 27, 3))
        add(f"conv3d.{padding}", one(lambda: tf.keras.Sequential([L.Conv3D(4, 2, padding=padding), L.Conv3D(2, (1, 2, 2), 2, padding, groups=2)]), None, None, None, 3), f32(1, 6, 7, 8, 3), f32(2, 5, 6, 6, 3))
        add(f"transposed1d.{padding}", one(lambda: tf.keras.Sequential([L.Conv1DTranspose(4, 3, 2, padding), L.Conv1DTranspose(4, 4, 1, padding)]), None, 3), f32(2, 9, 3), f32(1, 12, 3))
        add(f"transposed2d.{padding}", one(lambda: tf.keras.Sequential([L.Conv2DTranspose(4, 3, 2, padding), L.Conv2DTranspose(4, (2, 4), (1, 3), padding)]), None, None, 3), f32(2, 5, 6, 3), f32(1, 7, 4, 3))
        add(f"transposed3d.{padding}", one(lambda: L.Conv3DTranspose(4, 3, 2, padding), None, None, None, 3), f32(1, 3, 4, 4, 3), f32(2, 2, 3, 3, 3))
        add(f"separable.{padding}", one(lambda: tf.keras.Sequential([L.SeparableConv2D(4, 3, padding=padding, depth_multiplier=2), L.SeparableConv2D(4, 3, 2, padding), L.DepthwiseConv2D(3, padding=padding, dilation_rate=2), L.DepthwiseConv2D((2, 3), padding=padding, depth_multiplier=2)]), None, None, 3), f32(2, 20, 21, 3), f32(1, 23, 19, 3))
        add(f"separable1d.{padding}", one(lambda: tf.keras.Sequential([L.SeparableConv1D(4, 3, padding=padding), L.DepthwiseConv1D(3, padding=padding, strides=2)]), None, 3), f32(2, 20, 3), f32(1, 23, 3))
        add(f"pools.{padding}", one(lambda: Branches([L.MaxPooling2D(2, 2, padding), L.AveragePooling2D(3, 2, padding), L.GlobalAveragePooling2D(), L.GlobalMaxPooling2D(keepdims=True)]), None, None, 3), f32(2, 9, 8, 3), f32(1, 7, 10, 3))
        add(f"pools1d.{padding}", one(lambda: Branches([L.MaxPooling1D(2, 2, padding), L.AveragePooling1D(3, 2, padding), L.GlobalAveragePooling1D(), L.GlobalMaxPooling1D()]), None, 3), f32(2, 9, 3), f32(1, 10, 3))
        add(f"pools3d.{padding}", one(lambda: Branches([L.MaxPooling3D(2, 2, padding), L.AveragePooling3D(3, 2, padding), L.GlobalAveragePooling3D(), L.GlobalMaxPooling3D()]), None, None, None, 3), f32(2, 5, 6, 5, 3), f32(1, 6, 6, 7, 3))
    add("causal", one(lambda: tf.keras.Sequential([L.Conv1D(4, 3, padding="causal"), L.Conv1D(4, 3, padding="causal", dilation_rate=4)]), None, 3), f32(2, 20, 3), f32(1, 9, 3))
    add("transposed_output_padding", one(lambda: L.Conv2DTranspose(4, 3, 2, "same", output_padding=1), None, None, 3), f32(2, 5, 6, 3), f32(1, 7, 4, 3))
    add("adaptive_pools", one(lambda: Branches([L.AdaptiveAveragePooling2D(3), L.AdaptiveMaxPooling2D(2)]), 9, 8, 3), f32(2, 9, 8, 3), f32(1, 9, 8, 3))
    add("mixed_float16", one(lambda: tf.keras.Sequential([L.Conv2D(4, 3, dtype="mixed_float16"), L.BatchNormalization(dtype="mixed_float16"), L.Dense(3, dtype="mixed_float16"), L.Activation("softmax", dtype="float32")]), None, None, 3), f32(2, 6, 6, 3), f32(1, 7, 5, 3))
    add("mixed_bfloat16", one(lambda: tf.keras.Sequential([L.Conv2D(4, 3, dtype="mixed_bfloat16"), L.LayerNormalization(dtype="mixed_bfloat16"), L.Dense(3, dtype="mixed_bfloat16"), L.Activation("softmax", dtype="float32")]), None, None, 3), f32(2, 6, 6, 3), f32(1, 7, 5, 3))
    add("float64", one(lambda: tf.keras.Sequential([L.Conv2D(4, 3, dtype="float64"), L.Dense(3, dtype="float64")]), None, None, 3, dtype="float64"), f32(2, 6, 6, 3).astype("f8"), f32(1, 7, 5, 3).astype("f8"))


class Branches(tf.keras.layers.Layer):
    """The results of several layers on one input."""

    def __init__(self, layers):
        super().__init__()
        self.branches = layers

    def build(self, sizes):
        for branch in self.branches:
            branch.build(sizes)

    def call(self, x):
        return tf.nest.flatten([branch(x) for branch in self.branches])


def plain(add):
    activations = "celu elu exponential gelu glu hard_shrink hard_sigmoid hard_silu hard_tanh leaky_relu linear log_sigmoid log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid sparsemax squareplus swish tanh tanh_shrink".split()
    add("activations", one(lambda: Branches([L.Activation(name) for name in activations]), None, 4), f32(2, 3, 4) * 3, f32(1, 5, 4) * 3)
    add("activation_layers", one(lambda: Branches([L.ELU(.5), L.LeakyReLU(.2), L.PReLU(shared_axes=[1]), L.ReLU(3., .1, .2), L.Softmax(), L.Softmax(axis=1), L.ActivityRegularization(.1)]), None, 4), f32(2, 3, 4) * 3, f32(1, 5, 4) * 3)
    add("dense", one(lambda: Branches([L.Dense(3, "gelu"), L.Dense(2, use_bias=False), L.EinsumDense("abc,cd->abd", (None, 5), bias_axes="d"), L.EinsumDense("...x,xy->...y", 4), L.Dense(3, lora_rank=2)]), None, 4), f32(2, 3, 4), f32(3, 5, 4))
    add("norms", one(lambda: Branches([L.BatchNormalization(), L.BatchNormalization(center=False), L.LayerNormalization(), L.LayerNormalization(epsilon=.1, center=False), L.GroupNormalization(2), L.GroupNormalization(-1), L.UnitNormalization(), L.RMSNormalization(), L.UnitNormalization(axis=[1, 2])]), None, 4), f32(2, 3, 4), f32(1, 5, 4))
    add("norms_2d", one(lambda: Branches([L.BatchNormalization(axis=1), L.LayerNormalization(axis=[1, 2, 3]), L.LayerNormalization(axis=1), L.GroupNormalization(3, axis=1), L.GroupNormalization(2)]), 6, 5, 4), f32(2, 6, 5, 4), f32(1, 6, 5, 4))
    add("spectral", one(lambda: Branches([L.SpectralNormalization(L.Dense(3)), L.SpectralNormalization(L.Conv1D(3, 2))]), None, 4), f32(2, 3, 4), f32(1, 5, 4))
    add("dropouts", one(lambda: tf.keras.Sequential([L.Dropout(.5), L.SpatialDropout1D(.5), L.GaussianDropout(.5), L.GaussianNoise(.5), L.AlphaDropout(.5)]), None, 4), f32(2, 3, 4), f32(1, 5, 4))
    add("shapes", one(lambda: Branches([L.Flatten(), L.Reshape((2, -1)), L.Permute((2, 1)), L.Cropping1D((1, 1)), L.ZeroPadding1D((1, 2)), L.UpSampling1D(3)]), 6, 4), f32(2, 6, 4), f32(1, 6, 4))
    add("shapes_2d", one(lambda: Branches([L.Cropping2D(((1, 2), (0, 1))), L.ZeroPadding2D(((1, 0), (2, 1))), L.UpSampling2D(2), L.UpSampling2D((2, 3), interpolation="bilinear"), L.Permute((3, 1, 2)), L.GlobalAveragePooling2D(), L.Rescaling(.5)]), None, None, 3), f32(2, 6, 5, 3), f32(1, 7, 8, 3))
    add("shapes_3d", one(lambda: Branches([L.Cropping3D(1), L.ZeroPadding3D(1), L.UpSampling3D(2)]), None, None, None, 3), f32(2, 4, 5, 3, 3), f32(1, 4, 3, 3, 3))
    add("repeat", one(lambda: L.RepeatVector(3), 4), f32(2, 4), f32(1, 4))
    add("lambda", one(lambda: L.Lambda(lambda x: tf.cast(x, tf.float16) * 2), 4), f32(2, 4), f32(1, 4))

    def merged():
        a, b = tf.keras.Input((None, 4), name="a"), tf.keras.Input((None, 4), name="b")
        layers = [L.Add(), L.Subtract(), L.Multiply(), L.Average(), L.Maximum(), L.Minimum(), L.Concatenate(), L.Concatenate(axis=1), L.Dot(2), L.Dot(2, normalize=True)]
        return tf.keras.Model([a, b], [layer([a, b]) for layer in layers])
    add("merge", merged, {"a": f32(2, 3, 4), "b": f32(2, 3, 4)}, {"a": f32(1, 5, 4), "b": f32(1, 5, 4)})
    add("embedding", one(lambda: tf.keras.Sequential([L.Embedding(9, 4, mask_zero=True), L.LSTM(3)]), None, dtype="int32"), ints(9, 2, 5), ints(9, 3, 7))
    add("embedding_rows", one(lambda: Branches([L.Embedding(9, 4), L.Embedding(9, 3, lora_rank=2)]), None, dtype="int64"), ints(9, 2, 5, dtype="int64"), ints(9, 3, 7, dtype="int64"))
    add("masking", one(lambda: tf.keras.Sequential([L.Masking(0.), L.LSTM(3, return_sequences=True), L.GlobalAveragePooling1D()]), None, 2), f32(2, 5, 2) * (ints(2, 2, 5, 1) > 0), f32(1, 7, 2))
    add("numpy_ops", one(lambda: Operations(), None, 4), f32(2, 3, 4), f32(1, 5, 4))
    add("image_ops", one(lambda: Pictures(), None, None, 3), f32(2, 8, 9, 3), f32(1, 7, 7, 3))
    add("losses", one(lambda: Losses(), 4), f32(2, 4), f32(3, 4))
    add("metrics_like", one(lambda: L.Lambda(lambda x: tf.reduce_mean(tf.cast(tf.equal(tf.argmax(x, 1), 1), tf.float32), keepdims=True)), 4), f32(2, 4), f32(3, 4))


class Operations(tf.keras.layers.Layer):
    """Functions of keras.ops."""

    def call(self, x):
        ops = tf.keras.ops
        return [ops.swapaxes(x, 1, 2), ops.moveaxis(x, -1, 0), ops.logsumexp(x, -1), ops.erf(x), ops.einsum("bij,bkj->bik", x, x), ops.median(x, -1), ops.quantile(x, .3, -1), ops.var(x, 1), ops.std(x, -1), ops.tril(x), ops.triu(x, 1),
                ops.roll(x, 1, 1), ops.flip(x, 1), ops.cumsum(x, 1), ops.nan_to_num(x), ops.clip(x, -.5, .5), ops.argsort(x, -1), ops.top_k(x, 2)[0], ops.one_hot(ops.argmax(x, -1), 4), ops.segment_sum(x[0], ops.zeros(ops.shape(x)[1:2], "int32"), 2),
                ops.norm(x, axis=-1), ops.softmax(x, (1, 2)), ops.slice(x, (0, 1, 0), (1, 2, 3)), ops.scatter_update(x, [[0, 0, 1]], [5.]), ops.pad(x, [[0, 0], [1, 1], [0, 2]], "reflect"), ops.diagonal(x, 0, 1, 2), ops.vdot(x, x),
                ops.digitize(x, [-.5, 0., .5]), ops.isclose(x, x), ops.floor_divide(x, .3), ops.round(x, 2), ops.log1p(ops.abs(x)), ops.rsqrt(ops.abs(x) + 1), ops.cross(x[..., :3], x[..., 1:]), ops.in_top_k(ops.zeros((1,), "int32"), x[0, :1], 2),
                ops.expand_dims(x, 0), ops.average(x, 1), ops.count_nonzero(x, 1), ops.repeat(x, 2, 1), ops.tile(x, (1, 2, 1)), ops.stack([x, x], 1), ops.linspace(0., 1., 4), ops.arange(5), ops.eye(3), ops.select([x > 0, x < -.5], [x, -x], 0.), ops.where(x > 0)[0],
                ops.fori_loop(0, 3, lambda i, v: v * 2., x), ops.while_loop(lambda v: ops.sum(v) < 5., lambda v: (ops.abs(v) + 1.,), (x,))[0], ops.cond(ops.sum(x) > 0., lambda: x, lambda: -x), ops.vectorized_map(lambda v: v + 1., x), ops.scan(lambda c, v: (c + v, c * v), x[0, 0], x[0])[1], ops.associative_scan(lambda a, b: a + b, x, axis=2),
                ops.rfft(x)[0], ops.fft((x, x))[1], ops.erfinv(x), ops.logaddexp(x, x), ops.bincount(ops.cast(ops.abs(x[0, 0]) * 3, "int32"), minlength=4), ops.searchsorted(ops.sort(x[0, 0]), x[0, 0]), ops.dot_product_attention(x[:, :, None], x[:, :, None], x[:, :, None]), ops.normalize(x), ops.psnr(x, x * .9, 1.),
                ops.kaiser(5, 3.), ops.hann(6), ops.rot90(x), ops.nanmax(x), ops.trapezoid(x)]


class Pictures(tf.keras.layers.Layer):
    """Functions of keras.ops.image."""

    def call(self, x):
        im = tf.keras.ops.image
        return [im.resize(x, (5, 6)), im.resize(x, (5, 6), "nearest"), im.resize(x, (12, 5), "bicubic", antialias=True), im.resize(x, (6, 6), pad_to_aspect_ratio=True), im.rgb_to_grayscale(x), im.rgb_to_hsv(tf.abs(x)), im.hsv_to_rgb(tf.abs(x)), im.extract_patches(x, 2), im.pad_images(x, 1, 2, 0, 1),
                im.crop_images(x, 1, 1, target_height=3, target_width=3), im.affine_transform(x, tf.constant([[1., .1, 0., 0., 1., 1., 0., 0.]])), im.map_coordinates(x[0, :, :, 0], tf.constant([[.5, 1.5], [1., 2.]]), 1), im.gaussian_blur(x)]


class Losses(tf.keras.layers.Layer):
    """Losses, as functions inside a model have them."""

    def call(self, x):
        losses, y = tf.keras.losses, tf.nn.softmax(x[:, ::-1])
        binary, elements = tf.cast(y > .3, tf.float32), tf.nn.softmax(x)
        plain = [getattr(losses, name)()(y, elements) for name in "MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredLogarithmicError KLDivergence Poisson LogCosh Huber CosineSimilarity CategoricalCrossentropy Hinge SquaredHinge CategoricalHinge Tversky Dice".split()]
        return plain + [losses.binary_crossentropy(binary, elements), losses.binary_focal_crossentropy(binary, elements), losses.sparse_categorical_crossentropy(tf.argmax(y, 1), elements), losses.categorical_focal_crossentropy(y, elements), losses.CategoricalCrossentropy(True, .1)(y, x), losses.circle(tf.constant([0, 1, 0])[:tf.shape(x)[0]], x)]


def recurrent(add):
    for name, make in (("rnn", L.SimpleRNN), ("lstm", L.LSTM), ("gru", L.GRU)):
        add(f"{name}.options", one(lambda make=make: Branches([make(3), make(3, return_sequences=True), make(3, return_state=True), make(3, go_backwards=True), make(2, use_bias=False, activation="relu")]), None, 4), f32(2, 5, 4), f32(1, 8, 4))
        add(f"{name}.unrolled", one(lambda make=make: make(3, unroll=True), 5, 4), f32(2, 5, 4), f32(1, 5, 4))
        add(f"{name}.bidirectional", one(lambda make=make: Branches([L.Bidirectional(make(3)), L.Bidirectional(make(3, return_sequences=True), merge_mode="sum"), L.Bidirectional(make(3), merge_mode=None)]), None, 4), f32(2, 5, 4), f32(1, 8, 4))
        add(f"{name}.masked", one(lambda make=make: tf.keras.Sequential([L.Masking(), L.Bidirectional(make(3, return_sequences=True)), make(2)]), None, 4), f32(2, 5, 4) * (ints(2, 2, 5, 1) > 0), f32(1, 8, 4))
        add(f"{name}.dropout", one(lambda make=make: make(3, dropout=.5, recurrent_dropout=.2), None, 4), f32(2, 5, 4), f32(1, 8, 4))
    add("gru.reset_before", one(lambda: L.GRU(3, reset_after=False), None, 4), f32(2, 5, 4), f32(1, 8, 4))
    add("rnn.cells", one(lambda: L.RNN([L.LSTMCell(3), L.GRUCell(4), L.SimpleRNNCell(2)], return_sequences=True), None, 4), f32(2, 5, 4), f32(1, 8, 4))
    add("convlstm1d", one(lambda: L.ConvLSTM1D(3, 3, padding="same", return_sequences=True), None, 6, 2), f32(2, 4, 6, 2), f32(1, 3, 6, 2))
    add("convlstm2d", one(lambda: L.ConvLSTM2D(3, 3), None, 6, 6, 2), f32(2, 4, 6, 6, 2), f32(1, 3, 6, 6, 2))
    add("convlstm3d", one(lambda: L.ConvLSTM3D(2, 2), None, 4, 4, 4, 2), f32(1, 3, 4, 4, 4, 2), f32(2, 2, 4, 4, 4, 2))
    add("time_distributed", one(lambda: tf.keras.Sequential([L.TimeDistributed(L.Conv2D(3, 2)), L.TimeDistributed(L.GlobalAveragePooling2D()), L.LSTM(2)]), None, 5, 5, 2), f32(2, 4, 5, 5, 2), f32(1, 6, 5, 5, 2))

    def stateful():
        x = tf.keras.Input((5, 4), batch_size=2)
        return tf.keras.Model(x, L.LSTM(3, stateful=True)(x))
    add("lstm.stateful", stateful, f32(2, 5, 4))

    def sequence_to_sequence():
        x, y = tf.keras.Input((None,), dtype="int32", name="x"), tf.keras.Input((None,), dtype="int32", name="y")
        _, *state = L.LSTM(4, return_state=True)(L.Embedding(9, 4, mask_zero=True)(x))
        return tf.keras.Model([x, y], L.Dense(9, "softmax")(L.LSTM(4, return_sequences=True)(L.Embedding(9, 4)(y), initial_state=state)))
    add("sequence_to_sequence", sequence_to_sequence, {"x": ints(9, 2, 5), "y": ints(9, 2, 3)}, {"x": ints(9, 1, 4), "y": ints(9, 1, 6)})


def attention(add):
    def of_two(make):
        def network():
            q, v = tf.keras.Input((None, 8), name="q"), tf.keras.Input((None, 8), name="v")
            return tf.keras.Model([q, v], make(q, v))
        return network
    calls = ({"q": f32(2, 3, 8), "v": f32(2, 5, 8)}, {"q": f32(1, 4, 8), "v": f32(1, 4, 8)})
    add("attention", of_two(lambda q, v: [L.Attention()([q, v]), L.Attention(True, score_mode="concat")([q, v]), L.AdditiveAttention()([q, v]), *L.Attention()([q, v], return_attention_scores=True)]), *calls)
    add("multi_head", of_two(lambda q, v: [L.MultiHeadAttention(2, 4)(q, v), *L.MultiHeadAttention(2, 4, value_dim=3, output_shape=5)(q, v, return_attention_scores=True), L.MultiHeadAttention(2, 4, use_bias=False)(q, q, use_causal_mask=True)]), *calls)
    add("multi_head_masked", of_two(lambda q, v: L.MultiHeadAttention(2, 4)(q, v, attention_mask=L.Lambda(lambda t: t[0][:, :, :1] > t[1][:, None, :, 0], output_shape=(None, None))([q, v]))), *calls)
    add("grouped_query", of_two(lambda q, v: [L.GroupQueryAttention(4, 4, 2)(q, v), L.GroupQueryAttention(4, 4, 1)(q, q, use_causal_mask=True)]), *calls)
    add("multi_head_axes", one(lambda: Itself(L.MultiHeadAttention(2, 4, attention_axes=(1, 2))), 3, 4, 8), f32(2, 3, 4, 8), f32(1, 3, 4, 8))

    def encoder():
        x = tf.keras.Input((None,), dtype="int32")
        y = L.Embedding(20, 8, mask_zero=True)(x)
        for _ in range(2):
            y = L.LayerNormalization()(y + L.MultiHeadAttention(2, 4)(y, y))
            y = L.LayerNormalization()(y + L.Dense(8)(L.Dense(16, "gelu")(y)))
        return tf.keras.Model(x, L.Dense(20)(y))
    add("encoder", encoder, ints(20, 2, 5), ints(20, 1, 9))


class Itself(tf.keras.layers.Layer):
    """Attention of an input to itself."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def call(self, x):
        return self.inner(x, x)


def quantized(add):
    def network():
        x = tf.keras.Input((None, 8))
        made = tf.keras.Model(x, L.Dense(3)(L.EinsumDense("abc,cd->abd", (None, 16), bias_axes="d")(x)))
        made.quantize("int8")
        return made
    add("int8", network, f32(2, 3, 8), f32(1, 5, 8))

    def four():
        x = tf.keras.Input((8,))
        made = tf.keras.Model(x, L.Dense(4)(x))
        made.quantize("int4")
        return made
    add("int4", four, f32(2, 8), f32(3, 8))


def cases():
    collected = Cases()
    for group in (convolutions, plain, recurrent, attention, quantized):
        group(collected.keras)
    return collected
