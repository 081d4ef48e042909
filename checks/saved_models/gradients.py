"""Gradients of functions, and modules whose function is a step of training."""

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, ints

L = tf.keras.layers


def gradients(add):
    g = lambda f: lambda *a: tf.gradients(tf.reduce_sum(tf.sin(f(*a))), list(a))
    im = tf.image
    pic, more = f32(1, 6, 7, 2), f32(2, 8, 5, 2)
    def adds(name, f, *calls):
        add(f"gradients.{name}", g(f), *calls)
    adds("crop_and_resize", lambda x, b: im.crop_and_resize(x, b, [0, 0], [3, 4]), (pic, np.float32([[.1, .2, .7, .9], [0, 0, 1.2, 1]])), (more, np.float32([[.3, .2, .7, .9], [.1, .1, .5, 1]])))
    adds("crop_nearest", lambda x: im.crop_and_resize(x, [[.1, .2, .7, .9]], [0], [3, 4], "nearest"), pic, more)
    for m in "bilinear nearest bicubic area".split():
        adds(f"resize_{m}", lambda x, m=m: im.resize(x, [9, 5], m), pic, more)
    adds("resize_lanczos", lambda x: im.resize(x, [9, 5], "lanczos3", antialias=True), pic, more)
    adds("dilation", lambda x, f: tf.nn.dilation2d(x, f, [1, 2, 1, 1], "SAME", "NHWC", [1, 1, 2, 1]), (pic, f32(3, 2, 2)), (more, f32(3, 2, 2)))
    adds("erosion", lambda x, f: tf.nn.erosion2d(x, f, [1, 1, 1, 1], "VALID", "NHWC", [1, 1, 1, 1]), (pic, f32(3, 2, 2)), (more, f32(3, 2, 2)))
    vol = f32(1, 5, 6, 4, 2)
    adds("conv3d", lambda x, k: tf.nn.conv3d(x, k, [1, 1, 2, 1, 1], "SAME"), (vol, f32(2, 3, 2, 2, 3)), (f32(2, 3, 6, 5, 2), f32(2, 3, 2, 2, 3)))
    adds("conv2d", lambda x, k: tf.nn.conv2d(x, k, 2, "SAME", dilations=1), (pic, f32(3, 2, 2, 4)), (more, f32(3, 2, 2, 4)))
    adds("conv2d_dilated", lambda x, k: tf.nn.conv2d(x, k, 1, "SAME", dilations=2), (pic, f32(3, 2, 2, 4)), (more, f32(3, 2, 2, 4)))
    adds("conv2d_groups", lambda x, k: tf.nn.conv2d(x, k, 1, "SAME"), (f32(1, 6, 7, 4), f32(3, 2, 2, 4)), (f32(2, 6, 7, 4), f32(3, 2, 2, 4)))
    adds("conv1d", lambda x, k: tf.nn.conv1d(x, k, 2, "SAME"), (f32(2, 9, 3), f32(3, 3, 2)), (f32(1, 8, 3), f32(3, 3, 2)))
    adds("transposed", lambda x, k: tf.nn.conv2d_transpose(x, k, [tf.shape(x)[0], 12, 14, 3], 2), (pic, f32(3, 3, 3, 2)), (f32(2, 6, 7, 2), f32(3, 3, 3, 2)))
    adds("depthwise", lambda x, k: tf.nn.depthwise_conv2d(x, k, [1, 2, 2, 1], "SAME"), (pic, f32(3, 3, 2, 2)), (more, f32(3, 3, 2, 2)))
    adds("separable", lambda x, k, p: tf.nn.separable_conv2d(x, k, p, [1, 1, 1, 1], "VALID"), (pic, f32(3, 3, 2, 2), f32(1, 1, 4, 3)), (more, f32(3, 3, 2, 2), f32(1, 1, 4, 3)))
    adds("max_pool", lambda x: tf.nn.max_pool2d(x, 3, 2, "SAME"), pic, more)
    adds("max_pool_argmax", lambda x: tf.nn.max_pool_with_argmax(x, 2, 2, "SAME")[0], pic, more)
    adds("max_pool3d", lambda x: tf.nn.max_pool3d(x, 2, 2, "SAME"), vol, f32(2, 3, 6, 5, 2))
    adds("avg_pool3d", lambda x: tf.nn.avg_pool3d(x, 2, 2, "SAME"), vol, f32(2, 3, 6, 5, 2))
    adds("lrn", lambda x: tf.nn.local_response_normalization(x), pic, more)
    adds("batch_norm", lambda x, s, o: tf.compat.v1.nn.fused_batch_norm(x, s, o)[0], (pic, f32(2), f32(2)), (more, f32(2), f32(2)))
    adds("batch_norm_fixed", lambda x, s, o: tf.compat.v1.nn.fused_batch_norm(x, s, o, tf.zeros(2), tf.ones(2), is_training=False)[0], (pic, f32(2), f32(2)), (more, f32(2), f32(2)))
    adds("moments", lambda x: tf.nn.batch_normalization(x, *tf.nn.moments(x, [0, 1]), None, None, 1e-3), f32(3, 4), f32(5, 4))
    for comb in ("sum", "mean", "sqrtn"):
        adds(f"embedding_{comb}", lambda t, comb=comb: tf.nn.embedding_lookup_sparse(t, tf.sparse.from_dense([[1, 2, 0], [0, 3, 3]]), None, combiner=comb), f32(5, 3), f32(6, 3))
        adds(f"safe_embedding_{comb}", lambda t, comb=comb: tf.nn.safe_embedding_lookup_sparse(t, tf.SparseTensor([[0, 1], [2, 0]], tf.constant([1, 3], tf.int64), [4, 2]), combiner=comb), f32(5, 3), f32(6, 3))
        adds(f"embedding_weights_{comb}", lambda t, w, comb=comb: tf.nn.embedding_lookup_sparse(t, tf.sparse.from_dense([[1, 2, 0], [0, 3, 3]]), tf.SparseTensor([[0, 0], [0, 1], [1, 1], [1, 2]], tf.abs(w), [2, 3]), combiner=comb), (f32(5, 3), f32(4)), (f32(6, 3), f32(4)))
    adds("segments", lambda x: tf.concat([getattr(tf.math, f"segment_{f}")(x, [0, 0, 1, 3]) for f in "sum mean max min".split()], 0), f32(4, 2), f32(4, 3))
    adds("segment_prod", lambda x: tf.math.segment_prod(x, [0, 0, 1, 3]), f32(4, 2))
    adds("unsorted", lambda x: tf.concat([getattr(tf.math, f"unsorted_segment_{f}")(x, [3, 0, 1, 0], 4) for f in "sum mean max min prod sqrt_n".split()], 0), f32(4, 2), f32(4, 3))
    adds("sparse_segments", lambda x: tf.concat([getattr(tf.sparse, f"segment_{f}")(x, [0, 1, 3, 0], [0, 0, 1, 2]) for f in "sum mean sqrt_n".split()], 0), f32(4, 2), f32(5, 3))
    adds("sparse_segments_n", lambda x: tf.concat([getattr(tf.sparse, f"segment_{f}")(x, [0, 1, 3, 0], [0, 0, 1, 2], 4) for f in "sum mean sqrt_n".split()], 0), f32(4, 2), f32(5, 3))
    adds("sparse_dense", lambda x, v: tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, 1], [1, 0]], v, [2, 4]), x), (f32(4, 3), f32(2)), (f32(4, 5), f32(2)))
    adds("sparse_ops", lambda v: tf.sparse.to_dense(tf.sparse.add(tf.sparse.slice(tf.SparseTensor([[0, 1], [1, 0], [1, 2]], v, [2, 4]), [0, 0], [2, 2]), tf.SparseTensor([[0, 1]], v[:1], [2, 2]))), f32(3))
    adds("sparse_softmax", lambda v: tf.sparse.softmax(tf.SparseTensor([[0, 1], [1, 0], [1, 2]], v, [2, 4])).values, f32(3))
    adds("sparse_reduce", lambda v: tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [1, 0], [1, 2]], v, [2, 4]), 1), f32(3))
    adds("sparse_fill", lambda v: tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 1], [2, 0], [2, 2]], v, [4, 4]), 1.)[0].values, f32(3))
    adds("sparse_transpose", lambda v: tf.sparse.transpose(tf.sparse.reorder(tf.SparseTensor([[1, 1], [0, 0], [1, 2]], v, [2, 4]))).values, f32(3))
    adds("ragged", lambda v: tf.reduce_sum(tf.RaggedTensor.from_row_lengths(v, [2, 0, 3]).to_tensor(), 1) + tf.reduce_mean(tf.RaggedTensor.from_row_lengths(v, [2, 1, 2]), 1), f32(5))
    adds("ragged_map", lambda v: tf.map_fn(lambda r: r * 2., tf.RaggedTensor.from_row_lengths(v, [2, 0, 3])).values, f32(5))
    for f in "det inv cholesky logdet expm slogdet eigvalsh qr svd trace pinv".split():
        spd = lambda x: tf.matmul(x, x, transpose_b=True) + 4. * tf.eye(3)
        def body(x, f=f):
            y = spd(x)
            r = getattr(tf.linalg, f)(y)
            if f == "svd":
                r = r[0]
            if f == "slogdet":
                r = r[1]
            if f == "qr":
                r = tf.abs(r[1])
            return r
        adds(f"linalg_{f}", body, f32(2, 3, 3), f32(1, 3, 3))
    adds("linalg_solve", lambda a, b: tf.linalg.solve(a + 4. * tf.eye(3), b), (f32(2, 3, 3), f32(2, 3, 1)), (f32(1, 3, 3), f32(1, 3, 1)))
    adds("linalg_lstsq", lambda a, b: tf.linalg.lstsq(a + 4. * tf.eye(3), b, .1), (f32(2, 3, 3), f32(2, 3, 1)), (f32(1, 3, 3), f32(1, 3, 1)))
    adds("linalg_triangular", lambda a, b: tf.linalg.triangular_solve(a + 4. * tf.eye(3), b), (f32(2, 3, 3), f32(2, 3, 1)), (f32(1, 3, 3), f32(1, 3, 1)))
    adds("linalg_eigh", lambda x: tf.linalg.eigh(tf.matmul(x, x, transpose_b=True))[0], f32(2, 3, 3))
    adds("linalg_band", lambda x: tf.linalg.band_part(x, 1, 0) + tf.linalg.diag(tf.linalg.diag_part(x)) + tf.linalg.set_diag(x, x[..., 0]), f32(2, 3, 3), f32(1, 3, 3))
    adds("linalg_tridiagonal", lambda x: tf.linalg.tridiagonal_solve(tf.stack([x, x + 4., x]), x), f32(5), f32(4))
    adds("linalg_sqrtm", lambda x: tf.linalg.sqrtm(tf.matmul(x, x, transpose_b=True) + tf.eye(3)), f32(2, 3, 3))
    s = tf.signal
    adds("fft", lambda x: tf.abs(s.fft(tf.cast(x, tf.complex64))) + tf.math.real(s.ifft2d(tf.cast(x, tf.complex64))), f32(4, 8), f32(3, 6))
    adds("rfft", lambda x: tf.abs(s.rfft(x)) + 0. * tf.math.real(s.rfft(s.irfft(s.rfft(x)))), f32(4, 8), f32(3, 6))
    adds("rfft2", lambda x: tf.abs(s.rfft2d(x)), f32(4, 8), f32(3, 6))
    adds("irfft", lambda x: s.irfft(tf.cast(x, tf.complex64)), f32(4, 8), f32(3, 6))
    adds("stft", lambda x: tf.abs(s.stft(x, 8, 4)), f32(2, 32), f32(1, 40))
    adds("dct", lambda x: s.dct(x) + s.idct(x), f32(4, 8), f32(3, 6))
    for f in "lgamma digamma erf erfinv erfc ndtri bessel_i0 bessel_i1 bessel_i0e bessel_i1e special.bessel_k0 special.bessel_j0 special.bessel_j1 special.bessel_y0 special.expint special.dawsn special.fresnel_cos special.spence sinh cosh tan asin acos atan asinh atanh log1p expm1 rsqrt reciprocal softplus softsign cumulative_logsumexp reduce_logsumexp reduce_std reduce_euclidean_norm reduce_prod cumprod cumsum".split():
        function = tf.math
        for part in f.split("."):
            function = getattr(function, part)
        adds(f"math_{f}", function, np.abs(f32(3, 4)) * np.float32(.8) + np.float32(.1), np.abs(f32(2, 5)) * np.float32(.8) + np.float32(.1))
    for f in "igamma igammac atan2 pow xlogy xlog1py xdivy divide_no_nan squared_difference maximum minimum floormod mod".split():
        adds(f"binary_{f}", getattr(tf.math, f), (np.abs(f32(3, 4)) + np.float32(.1), np.abs(f32(4)) + np.float32(.2)), (np.abs(f32(2, 4)) + np.float32(.1), np.abs(f32(4)) + np.float32(.2)))
    adds("polygamma", lambda x: tf.math.polygamma(2., x) + tf.math.zeta(3., x), np.abs(f32(4)) + np.float32(.5), np.abs(f32(3)) + np.float32(.5))
    adds("array", lambda x: tf.reduce_sum(tf.tile(x, [2, 3]) * 1.5) + tf.concat([x, x[::-1]], 1)[0, 0] + tf.reduce_sum(tf.gather_nd(x, [[0, 1]])) + tf.reduce_sum(tf.reverse(x, [0]) * x) + tf.reduce_sum(tf.roll(x, 1, 0) * x) + tf.reduce_sum(tf.pad(x, [[1, 1], [1, 0]], "SYMMETRIC") ** 2) + tf.reduce_sum(tf.broadcast_to(x[:1], [4, 4])) + tf.reduce_sum(tf.repeat(x, 3, 1) ** 2), f32(3, 4), f32(2, 4))
    adds("gather", lambda x: tf.gather(x, [[1, 0]], axis=1) * 2. + tf.gather(x, [[0, 1]] * 3, axis=1, batch_dims=1), f32(3, 4), f32(3, 5))
    adds("scatter", lambda x: tf.tensor_scatter_nd_add(x, [[0], [1]], x[:2]) + tf.tensor_scatter_nd_update(x, [[1], [0]], x[:2] * 2.) + tf.tensor_scatter_nd_sub(x, [[0], [1]], x[:2] ** 2) + tf.scatter_nd([[1]], x[:1], tf.shape(x)), f32(3, 4), f32(2, 4))
    adds("scatter_max", lambda x: tf.tensor_scatter_nd_max(x, [[0], [1]], x[1:]) + tf.tensor_scatter_nd_min(x, [[0], [1]], x[1:]), f32(3, 4))
    adds("slices", lambda x: x[1:, ::2] * 2. + tf.slice(x, [1, 0], [2, 2]) + tf.strided_slice(x, [2, 3], [0, 0], [-1, -2]), f32(3, 4))
    adds("space", lambda x: tf.reshape(tf.nn.space_to_depth(x, 2), [-1]) + tf.reshape(tf.nn.depth_to_space(x, 2), [-1]) + tf.reshape(tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]), [-1]), f32(1, 4, 4, 4), f32(2, 4, 4, 4))
    adds("patches", lambda x: tf.image.extract_patches(x, [1, 3, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], "SAME"), pic, more)
    adds("volume_patches", lambda x: tf.extract_volume_patches(x, [1, 2, 2, 2, 1], [1, 1, 2, 1, 1], "VALID"), vol)
    adds("sort", lambda x: tf.sort(x, -1) * 2. + tf.math.top_k(x, 4)[0], f32(3, 4), f32(2, 4))
    adds("ctc", lambda x: tf.nn.ctc_loss(tf.constant([[1, 2], [2, 1]]), x, [2, 2], [5, 5], blank_index=0), f32(5, 2, 4), f32(6, 2, 4))
    adds("ctc_v1", lambda x: tf.compat.v1.nn.ctc_loss(tf.sparse.from_dense([[1, 2], [2, 1]]), x, [5, 5]), f32(5, 2, 4), f32(6, 2, 4))
    adds("losses", lambda x, y: tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(y), x) + tf.nn.sparse_softmax_cross_entropy_with_logits([1, 2], x) + tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(y, x)) + tf.nn.l2_loss(x) + tf.reduce_sum(tf.nn.log_poisson_loss(tf.abs(y), x)), (f32(2, 4), f32(2, 4)), (f32(2, 5), f32(2, 5)))
    for f in "relu relu6 elu selu leaky_relu gelu silu softmax log_softmax crelu tanh sigmoid softplus softsign swish".split():
        adds(f"nn_{f}", getattr(tf.nn, f), f32(3, 4), f32(2, 6))
    adds("fake_quant", lambda x, a: tf.quantization.fake_quant_with_min_max_vars(x, a[0] - 1., a[1] + 1.) + tf.quantization.fake_quant_with_min_max_vars_per_channel(x, a - 1., a + 1.) + tf.quantization.fake_quant_with_min_max_args(x, -.5, .5), (f32(3, 2), f32(2)), (f32(4, 2), f32(2)))
    adds("quantize_v4", lambda x: tf.quantization.quantize_and_dequantize_v2(x, -1., 1., range_given=True), f32(3, 4), f32(2, 5))
    adds("einsum", lambda a, b: tf.einsum("bij,bkj->bik", a, b) + tf.einsum("bij,bij->i", a, b)[None, :, None], (f32(2, 3, 4), f32(2, 3, 4)), (f32(1, 3, 5), f32(1, 3, 5)))
    adds("random", lambda x: x * tf.random.stateless_normal(tf.shape(x), [1, 2]) + tf.random.stateless_gamma(tf.shape(x), [1, 2], tf.abs(x) + 1.), f32(3), f32(4))
    adds("custom", tf.custom_gradient(lambda x: (tf.exp(x), lambda d: d * 3.)), f32(3), f32(4))
    adds("transform", lambda x: tf.raw_ops.ImageProjectiveTransformV3(images=x, transforms=[[1., .1, 0., .2, 1., 1., 0., 0.]], output_shape=[6, 6], fill_value=0., interpolation="BILINEAR", fill_mode="CONSTANT"), pic)
    adds("while_array", lambda x: tf.map_fn(lambda r: tf.reduce_sum(r ** 2), x), f32(3, 4), f32(5, 4))
    adds("scan", lambda x: tf.scan(lambda a, v: a * .5 + tf.sin(v), x), f32(3, 4), f32(5, 4))
    adds("vectorized", lambda x: tf.vectorized_map(lambda r: r * tf.reduce_sum(r), x), f32(3, 4), f32(5, 4))
    add("gradients.hessian", lambda x: tf.hessians(tf.reduce_sum(x ** 3 + tf.exp(x[0] * x)), x), f32(4), f32(3))
    add("gradients.jvp", lambda x: jvp(x), f32(4), f32(3))
    add("gradients.batch_jacobian", lambda x: batch_jacobian(x), f32(4, 3), f32(2, 3))


def batch_jacobian(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stack([tf.reduce_sum(x ** 2, 1), tf.reduce_prod(x, 1)], 1)
    return tape.batch_jacobian(y, x)


def jvp(x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as acc:
        y = tf.sin(x) * tf.reduce_sum(x ** 2)
    return acc.jvp(y)


class Trained(tf.Module):
    """A network with a step of training as its function."""

    def __init__(self, make, optimizer, loss):
        super().__init__()
        self.net = make()
        self.optimizer = optimizer
        self.loss = loss
        self.optimizer.build(self.net.trainable_variables)

    def __call__(self, x, y):
        with tf.GradientTape() as tape:
            value = tf.reduce_mean(self.loss(y, self.net(x, training=True)))
        grads = tape.gradient(value, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        return value, self.net(x, training=False)


def training(add):
    S, k = tf.keras.Sequential, tf.keras
    nets = {
        "dense": (lambda: S([k.Input((4,)), L.Dense(5, "relu"), L.Dense(3)]), (f32(6, 4), f32(6, 3)), (f32(2, 4), f32(2, 3))),
        "conv": (lambda: S([k.Input((8, 8, 3)), L.Conv2D(4, 3, padding="same"), L.BatchNormalization(), L.ReLU(), L.MaxPooling2D(), L.DepthwiseConv2D(3), L.SeparableConv2D(4, 2), L.GlobalAveragePooling2D(), L.Dense(3)]), (f32(3, 8, 8, 3), f32(3, 3)), (f32(2, 8, 8, 3), f32(2, 3))),
        "lstm": (lambda: S([k.Input((5, 4)), L.LSTM(4, return_sequences=True), L.GRU(3), L.Dense(3)]), (f32(3, 5, 4), f32(3, 3)), (f32(2, 5, 4), f32(2, 3))),
        "bidirectional": (lambda: S([k.Input((5, 4)), L.Bidirectional(L.LSTM(4, return_sequences=True)), L.SimpleRNN(3), L.LayerNormalization(), L.Dense(3)]), (f32(3, 5, 4), f32(3, 3)), (f32(2, 5, 4), f32(2, 3))),
        "volume": (lambda: S([k.Input((4, 4, 4, 2)), L.Conv3D(3, 2), L.MaxPooling3D(2, 1), L.AveragePooling3D(2, 1, "same"), L.Conv3DTranspose(2, 2, 2), L.Flatten(), L.Dense(3)]), (f32(3, 4, 4, 4, 2), f32(3, 3)), (f32(2, 4, 4, 4, 2), f32(2, 3))),
        "attention": (lambda: attention_net(), (f32(3, 5, 4), f32(3, 3)), (f32(2, 5, 4), f32(2, 3))),
        "up": (lambda: S([k.Input((4, 4, 2)), L.Conv2DTranspose(3, 3, 2, "same"), L.GroupNormalization(3), L.UpSampling2D(2, interpolation="bilinear"), L.Conv2D(2, 3, dilation_rate=2, activation="gelu"), L.GlobalMaxPooling2D(), L.Dense(3)]), (f32(3, 4, 4, 2), f32(3, 3)), (f32(2, 4, 4, 2), f32(2, 3))),
        "embedding": (lambda: S([k.Input((5,), dtype="int32"), L.Embedding(9, 4), L.Conv1D(4, 3, 2), L.GlobalAveragePooling1D(), L.Dense(3)]), (ints(9, 3, 5), f32(3, 3)), (ints(9, 2, 5), f32(2, 3))),
    }
    for name, (make, *calls) in nets.items():
        add(f"training.{name}", lambda t, x, y: t(x, y), *calls, state=lambda make=make: Trained(make, tf.keras.optimizers.SGD(.1, momentum=.9), tf.keras.losses.MeanSquaredError()))
    for name in "Adam AdamW Adadelta Adafactor Adagrad Adamax Ftrl Lion Nadam RMSprop SGD Lamb Muon".split():
        if hasattr(k.optimizers, name):
            make, *calls = nets["dense"]
            add(f"training.optimizer.{name}", lambda t, x, y: t(x, y), *calls, state=lambda make=make, name=name: Trained(make, getattr(tf.keras.optimizers, name)(.01), tf.keras.losses.CategoricalCrossentropy(from_logits=True)))
    make, *calls = nets["dense"]
    add("training.clipped", lambda t, x, y: t(x, y), *calls, state=lambda: Trained(nets["dense"][0], tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(.1, 10), clipnorm=1., weight_decay=.01, use_ema=True), tf.keras.losses.Huber()))


def attention_net():
    x = tf.keras.Input((5, 4))
    y = L.MultiHeadAttention(2, 3)(x, x, use_causal_mask=True)
    y = L.LayerNormalization()(x + y)
    y = L.Attention()([y, y])
    return tf.keras.Model(x, L.Dense(3)(L.GlobalAveragePooling1D()(y)))


def cases():
    collected = Cases()
    for group in (gradients, training):
        group(collected.function)
    return collected
