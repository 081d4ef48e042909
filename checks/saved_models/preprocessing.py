"""Preprocessing layers of Keras."""

import numpy as np
import tensorflow as tf

from .cases import Cases, f32, ints, text
from .layers import Branches, one

L = tf.keras.layers


def texts(add):
    lines = np.array([["the cat sat on a mat!"], ["A dog, the DOG?"], [""]], object)
    more = np.array([["cat"], ["ünder the Mat, <br /> and"]], object)
    corpus = ["the cat sat on the mat", "a dog and the dog and a cat"]

    def vectorized(inputs=(1,), **options):
        def network():
            layer = L.TextVectorization(**options)
            layer.adapt(corpus)
            x = tf.keras.Input(inputs, dtype=tf.string)
            return tf.keras.Model(x, layer(x))
        return network
    add("text.int", vectorized(), lines, more)
    add("text.sequence", vectorized(max_tokens=8, output_sequence_length=4), lines, more)
    for mode in ("multi_hot", "count", "tf_idf"):
        add(f"text.{mode}", vectorized(output_mode=mode), lines, more)
        add(f"text.{mode}_padded", vectorized(output_mode=mode, max_tokens=30, pad_to_max_tokens=True, ngrams=2), lines, more)
    add("text.characters", vectorized(split="character", standardize="lower"), lines, more)
    add("text.ngrams", vectorized(ngrams=(1, 3), standardize="strip_punctuation"), lines, more)
    add("text.plain", vectorized(standardize=None, split="whitespace"), lines, more)
    add("text.own_split", vectorized(standardize=lambda x: tf.strings.regex_replace(tf.strings.lower(x), "<br />", " "), split=lambda x: tf.strings.split(x, " "), output_sequence_length=5), lines, more)
    add("text.scalars", vectorized(inputs=()), lines[:, 0], more[:, 0])
    words = np.array([["a", "q"], ["c", ""]], object)
    for mode in ("int", "one_hot", "multi_hot", "count"):
        for oov in (1, 3):
            sizes = (1,) if mode == "one_hot" else (2,)
            given = words[:, :sizes[0]]
            add(f"lookup.string.{mode}.{oov}", one(lambda mode=mode, oov=oov: L.StringLookup(vocabulary=["a", "b", "c"], output_mode=mode, num_oov_indices=oov), *sizes, dtype="string"), given, given[:1])
            numbers = np.array([[10, 7], [30, 0]])[:, :sizes[0]]
            add(f"lookup.integer.{mode}.{oov}", one(lambda mode=mode, oov=oov: L.IntegerLookup(vocabulary=[10, 20, 30], output_mode=mode, num_oov_indices=oov), *sizes, dtype="int64"), numbers, numbers[:1])
    add("lookup.string.idf", one(lambda: L.StringLookup(vocabulary=["a", "b", "c"], idf_weights=[.1, .2, .3], output_mode="tf_idf"), 2, dtype="string"), words, words[:1])
    add("lookup.string.mask", one(lambda: L.StringLookup(vocabulary=["a", "b", "c"], mask_token=""), None, dtype="string"), words, words[:1, :1])
    add("lookup.string.inverse", one(lambda: L.StringLookup(vocabulary=["a", "b", "c"], invert=True), 2, dtype="int64"), ints(4, 3, 2, dtype="int64"), ints(4, 1, 2, dtype="int64"))
    add("lookup.integer.inverse", one(lambda: L.IntegerLookup(vocabulary=[10, 20], invert=True), 2, dtype="int64"), ints(3, 3, 2, dtype="int64"), ints(3, 1, 2, dtype="int64"))
    add("lookup.characters", one(lambda: tf.keras.Sequential([L.StringLookup(vocabulary=list("abc")), L.Embedding(5, 3)]), None, dtype="string"), words, words[:1])
    for mode in ("int", "one_hot"):
        add(f"hashing.{mode}", one(lambda mode=mode: L.Hashing(7, output_mode=mode), 1, dtype="string"), words[:, :1], words[:1, :1])
    add("hashing.salt", one(lambda: Branches([L.Hashing(7, salt=[3, 4]), L.Hashing(7, mask_value="")]), 2, dtype="string"), words, words[:1])
    add("hashing.integers", one(lambda: L.Hashing(7), 2, dtype="int64"), ints(1000, 3, 2, dtype="int64"), ints(1000, 1, 2, dtype="int64"))


def numbers(add):
    for mode, sizes in (("one_hot", (1,)), ("multi_hot", (3,)), ("count", (3,))):
        add(f"category.{mode}", one(lambda mode=mode: L.CategoryEncoding(5, mode), *sizes, dtype="int32"), ints(5, 4, *sizes), ints(5, 1, *sizes))

    def weighted():
        x, w = tf.keras.Input((3,), dtype="int32", name="x"), tf.keras.Input((3,), name="w")
        return tf.keras.Model([x, w], L.CategoryEncoding(5, "count")(x, count_weights=w))
    add("category.weights", weighted, {"x": ints(5, 2, 3), "w": f32(2, 3)}, {"x": ints(5, 4, 3), "w": f32(4, 3)})
    for mode in ("int", "one_hot", "multi_hot", "count"):
        add(f"discretization.{mode}", one(lambda mode=mode: L.Discretization([-.5, 0., .5], output_mode=mode), 1 if mode == "one_hot" else 3), *((f32(4, 1), f32(2, 1)) if mode == "one_hot" else (f32(4, 3), f32(2, 3))))

    def adapted():
        layer = L.Discretization(num_bins=4)
        layer.adapt(f32(50, 1))
        x = tf.keras.Input((3,))
        return tf.keras.Model(x, layer(x))
    add("discretization.adapted", adapted, f32(4, 3), f32(2, 3))
    add("normalization.given", one(lambda: Branches([L.Normalization(mean=2., variance=3.), L.Normalization(mean=[1., 2., 3.], variance=[1., 2., 3.], invert=True), L.Normalization(axis=None, mean=1., variance=.5)]), 3), f32(4, 3), f32(2, 3))

    def fitted():
        layer = L.Normalization()
        layer.adapt(f32(50, 3))
        x = tf.keras.Input((3,))
        return tf.keras.Model(x, layer(x))
    add("normalization.adapted", fitted, f32(4, 3), f32(2, 3))

    def crossed():
        a, b = tf.keras.Input((1,), dtype="string", name="a"), tf.keras.Input((1,), dtype="int64", name="b")
        return tf.keras.Model([a, b], [L.HashedCrossing(7)((a, b)), L.HashedCrossing(7, output_mode="one_hot")((a, b))])
    add("crossing", crossed, {"a": text("x", "y")[:, None], "b": ints(9, 2, 1, dtype="int64")}, {"a": text("x")[:, None], "b": ints(9, 1, 1, dtype="int64")})

    def features():
        space = tf.keras.utils.FeatureSpace(features={
            "age": tf.keras.utils.FeatureSpace.float_normalized(), "kind": tf.keras.utils.FeatureSpace.string_categorical(num_oov_indices=1), "n": tf.keras.utils.FeatureSpace.integer_categorical(),
            "bin": tf.keras.utils.FeatureSpace.float_discretized(3), "hash": tf.keras.utils.FeatureSpace.string_hashed(5)}, crosses=[tf.keras.utils.FeatureSpace.cross(("kind", "hash"), 6)])
        space.adapt(tf.data.Dataset.from_tensor_slices({"age": f32(9), "kind": ["a", "b", "c"] * 3, "n": ints(4, 9), "bin": f32(9), "hash": ["p", "q", "r"] * 3}))
        inputs = space.get_inputs()
        return tf.keras.Model(inputs, L.Dense(2)(space.get_encoded_features()))
    row = lambda n: {"age": f32(n, 1), "kind": np.array([["a"], ["z"], ["c"]][:n], object), "n": ints(4, n, 1), "bin": f32(n, 1), "hash": np.array([["p"], ["s"], [""]][:n], object)}
    add("feature_space", features, row(3), row(2))


def pictures(add):
    x, y = abs(f32(2, 9, 8, 3)) * 255, abs(f32(1, 12, 7, 3)) * 255
    add("image.rescaling", one(lambda: tf.keras.Sequential([L.Rescaling(1 / 127.5, -1), L.CenterCrop(5, 6)]), None, None, 3), x, y)
    add("image.bytes", one(lambda: tf.keras.Sequential([L.Rescaling(1 / 255), L.Resizing(6, 6)]), None, None, 3, dtype="uint8"), x.astype("u1"), y.astype("u1"))
    for method in ("bilinear", "nearest", "bicubic", "lanczos3", "area"):
        add(f"image.resizing.{method}", one(lambda method=method: Branches([L.Resizing(5, 6, method), L.Resizing(12, 6, method, crop_to_aspect_ratio=True)] + ([L.Resizing(6, 12, method, pad_to_aspect_ratio=True)] if method != "area" else [])), None, None, 3), x, y)
    add("image.random", one(lambda: tf.keras.Sequential([L.RandomFlip(), L.RandomRotation(.2), L.RandomZoom(.2), L.RandomTranslation(.1, .1), L.RandomContrast(.3), L.RandomBrightness(.2)]), None, None, 3), x, y)
    add("image.random_more", one(lambda: tf.keras.Sequential([L.RandomShear(.2, .2), L.RandomHue(.1, (0, 255)), L.RandomSaturation(.3), L.RandomSharpness(.3), L.RandomColorDegeneration(.3), L.RandomPosterization(4), L.RandomGrayscale(.5), L.Solarization(.3, .2), L.AutoContrast(), L.Equalization()][:7]), None, None, 3), x, y)
    add("image.fixed", one(lambda: Branches([L.AutoContrast(), L.Equalization(), L.Rescaling(1.), L.Solarization(.3, .2)]), None, None, 3), x, y)
    add("audio.mel", one(lambda: Branches([L.MelSpectrogram(64, 32, 64, sampling_rate=1000, num_mel_bins=8), L.STFTSpectrogram("log", 64, 32, 64), L.STFTSpectrogram("real", 64, 32, 64)]), 400), f32(2, 400), f32(1, 400))


def cases():
    collected = Cases()
    for group in (texts, numbers, pictures):
        group(collected.keras)
    return collected
