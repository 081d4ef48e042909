"""Networks of Keras through its own ONNX export and through tf2onnx."""

import numpy as np
import tensorflow as tf
import tf2onnx

layers = tf.keras.layers
random = np.random.default_rng(3)
APPLICATIONS = {"MobileNet": 64, "MobileNetV2": 64, "MobileNetV3Small": 64, "EfficientNetB0": 64, "EfficientNetV2B0": 64, "ResNet50": 64, "ResNet50V2": 64, "DenseNet121": 64, "InceptionV3": 96,
                "Xception": 96, "NASNetMobile": 64, "ConvNeXtTiny": 64, "VGG16": 64, "InceptionResNetV2": 96}


def f32(*sizes):
    return random.random(sizes, np.float32)


def exported(make, *calls):
    """Keras's own export."""
    def write(path):
        tf.keras.utils.set_random_seed(1)
        model = make()
        given = [call if isinstance(call, tuple) else (call,) for call in calls]
        model(list(given[0]) if len(given[0]) > 1 else given[0][0])
        model.export(str(path), format="onnx", verbose=False)
        return given
    return write


def converted(make, *calls, opset=17):
    """A function of a model through tf2onnx."""
    def write(path):
        tf.keras.utils.set_random_seed(1)
        model = make()
        given = [call if isinstance(call, tuple) else (call,) for call in calls]
        spec = [tf.TensorSpec([None if a != b else a for a, b in zip(x.shape, y.shape)], x.dtype if x.dtype != object else tf.string, name=f"x{i}")
                for i, (x, y) in enumerate(zip(given[0], given[-1]))]
        takes_list = isinstance(model, tf.keras.Model) and len(spec) > 1
        function = tf.function((lambda *xs: model(list(xs))) if takes_list else (lambda *xs: model(*xs)), input_signature=spec, autograph=not isinstance(model, tf.keras.Model))
        tf2onnx.convert.from_function(function, input_signature=spec, opset=opset, output_path=str(path))
        return [{f"x{i}": array for i, array in enumerate(call)} for call in given]
    return write


def networks():
    """Networks by name, and calls."""
    Input = layers.Input
    yield "dense", lambda: tf.keras.Sequential([Input((4,)), layers.Dense(3, "relu"), layers.Dense(2, "softmax")]), f32(2, 4), f32(5, 4)
    for cell in ("LSTM", "GRU", "SimpleRNN"):
        of = getattr(layers, cell)
        yield cell.lower(), lambda of=of: tf.keras.Sequential([Input((None, 3)), of(4, return_sequences=True), of(3)]), f32(2, 6, 3), f32(3, 9, 3)
        yield f"{cell.lower()}_both", lambda of=of: tf.keras.Sequential([Input((None,)), layers.Embedding(9, 4, mask_zero=True), layers.Bidirectional(of(3)), layers.Dense(1)]), \
            random.integers(0, 9, (2, 6)).astype(np.float32), random.integers(0, 9, (3, 8)).astype(np.float32)
    def transformer():
        x = Input((None, 8))
        y = layers.MultiHeadAttention(2, 4)(layers.LayerNormalization()(x), x, use_causal_mask=True)
        y = layers.Add()([x, y])
        return tf.keras.Model(x, layers.Dense(8, "gelu")(layers.LayerNormalization()(y)))
    yield "transformer", transformer, f32(2, 7, 8), f32(3, 5, 8)
    yield "convolutions", lambda: tf.keras.Sequential([Input((None, None, 3)), layers.Conv2D(4, 3, 2, "same", activation="relu"), layers.SeparableConv2D(6, 3), layers.Conv2DTranspose(3, 3, 2, "same"),
        layers.UpSampling2D(interpolation="bilinear"), layers.BatchNormalization(), layers.SpatialDropout2D(0.3), layers.GlobalMaxPooling2D()]), f32(1, 16, 17, 3), f32(2, 21, 18, 3)
    yield "lines", lambda: tf.keras.Sequential([Input((None, 3)), layers.Conv1D(4, 3, padding="causal", dilation_rate=2), layers.MaxPooling1D(), layers.ZeroPadding1D(1), layers.Conv1DTranspose(4, 3),
        layers.GroupNormalization(2), layers.GlobalAveragePooling1D()]), f32(1, 16, 3), f32(2, 21, 3)
    yield "volumes", lambda: tf.keras.Sequential([Input((6, 8, 8, 2)), layers.Conv3D(3, 2), layers.MaxPooling3D((1, 2, 2)), layers.AveragePooling3D(2), layers.Flatten(), layers.Dense(2)]), f32(1, 6, 8, 8, 2), f32(2, 6, 8, 8, 2)
    yield "conv_lstm", lambda: tf.keras.Sequential([Input((4, 6, 6, 2)), layers.ConvLSTM2D(3, 3)]), f32(1, 4, 6, 6, 2), f32(2, 4, 6, 6, 2)
    yield "activations", lambda: tf.keras.Sequential([Input((5,)), layers.LeakyReLU(), layers.PReLU(), layers.ELU(), layers.Softmax(), layers.Activation("selu"), layers.Activation("mish"),
        layers.Activation("hard_sigmoid"), layers.Activation("swish"), layers.UnitNormalization()]), f32(2, 5), f32(3, 5)
    def wide_and_deep():
        a, b = Input((3,), name="a"), Input((4,), name="b")
        deep = layers.Dense(4, "relu")(layers.Concatenate()([a, b]))
        return tf.keras.Model([a, b], [layers.Dense(1, name="y")(layers.Concatenate()([deep, b])), layers.Dot(1)([layers.Dense(4)(a), b])])
    yield "wide_and_deep", wide_and_deep, (f32(2, 3), f32(2, 4)), (f32(5, 3), f32(5, 4))
    yield "images", lambda: tf.keras.Sequential([Input((20, 24, 3)), layers.Resizing(16, 16), layers.Rescaling(1 / 127.5, -1), layers.CenterCrop(12, 12), layers.Normalization(mean=0.3, variance=2.0), layers.Permute((3, 1, 2))]), \
        f32(1, 20, 24, 3), f32(2, 20, 24, 3)


def functions():
    """Functions of TensorFlow."""
    def loop(x):
        total = tf.zeros_like(x[0])
        for i in tf.range(tf.shape(x)[0]):
            if tf.reduce_sum(x[i]) > 2.0:
                total += x[i] * tf.cast(i, tf.float32)
            else:
                total -= x[i]
        return total
    yield "loop", tf.function(loop), f32(3, 4), f32(6, 4)
    def lists(x):
        parts = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for i in tf.range(tf.shape(x)[0]):
            parts = parts.write(i, tf.cumsum(x[i]))
        return parts.stack()
    yield "lists", tf.function(lists), f32(3, 4), f32(6, 4)
    yield "einsum_top", lambda x: tf.math.top_k(tf.einsum("bij,bkj->bik", x, x), 2), f32(2, 3, 4), f32(2, 5, 4)
    yield "gather_scatter", lambda x: tf.tensor_scatter_nd_add(x, [[0], [1]], tf.gather(x, [1, 0])), f32(3, 4), f32(5, 4)
    yield "segments", lambda x: tf.math.unsorted_segment_sum(x, [0, 1, 0], 2), f32(3, 4)
    yield "where_mask", lambda x: (tf.where(x > 0.5), tf.boolean_mask(x, x > 0.5), tf.sort(x), tf.argsort(x)), f32(3, 4), f32(5, 6)
    yield "resize", lambda x: (tf.image.resize(x, (7, 9)), tf.image.resize(x, (7, 9), "nearest"), tf.image.resize(x, (30, 20), "bicubic")), f32(1, 12, 10, 3), f32(2, 12, 10, 3)
    yield "suppression", lambda b, s: tf.image.non_max_suppression(b, s, 5, 0.5), (f32(9, 4), f32(9)), (f32(12, 4), f32(12))
    yield "strided", lambda x: (x[:, ::2, tf.newaxis], x[..., -1], tf.reverse(x, [1]), tf.roll(x, 1, 0), tf.space_to_batch(x[:, :, tf.newaxis, tf.newaxis], [[2, 1]], [[0, 0], [0, 0]])), f32(3, 4), f32(5, 4)
    yield "fft", lambda x: tf.abs(tf.signal.rfft(x)), f32(3, 16), f32(5, 16)


def cases():
    cases = {}
    for name, make, *calls in networks():
        cases[f"{name}.keras"] = exported(make, *calls)
        cases[f"{name}.tf2onnx13"] = converted(make, *calls, opset=13)
        cases[f"{name}.tf2onnx18"] = converted(make, *calls, opset=18)
    for name, size in APPLICATIONS.items():
        make = lambda name=name, size=size: getattr(tf.keras.applications, name)(weights=None, input_shape=(size, size, 3), classes=10)
        calls = (f32(1, size, size, 3), f32(2, size, size, 3))
        cases[f"{name}.keras"] = exported(make, *calls)
        cases[f"{name}.tf2onnx17"] = converted(make, *calls)
        cases[f"{name}.tf2onnx12"] = converted(make, *calls, opset=12)
    for name, function, *calls in functions():
        cases[f"function_{name}.tf2onnx13"] = converted(lambda function=function: function, *calls, opset=13)
        cases[f"function_{name}.tf2onnx18"] = converted(lambda function=function: function, *calls, opset=18)
    return cases
