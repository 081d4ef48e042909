"""Writes convnet.pb, a small convolutional network with random weights frozen by TensorFlow, an input and what TensorFlow
computes from it. Run with TensorFlow 2.21: python make_convnet.py"""

import os

os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import numpy as np
import tensorflow as tf
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

tf.keras.utils.set_random_seed(7)
layers = tf.keras.layers
model = tf.keras.Sequential(
    [
        layers.Input((12, 12, 2)),
        layers.Conv2D(6, 3, padding="same", use_bias=False),
        layers.BatchNormalization(),
        layers.ReLU(),
        layers.MaxPooling2D(),
        layers.DepthwiseConv2D(3, padding="valid", activation="relu6"),
        layers.Conv2D(8, 2, strides=2, activation="tanh"),
        layers.AveragePooling2D(2, strides=1, padding="same"),
        layers.Flatten(),
        layers.Dense(16, activation="gelu"),
        layers.Dropout(0.5),
        layers.Dense(5, activation="softmax"),
    ]
)
# Statistics that are not those of an untrained network.
random = np.random.default_rng(7)
for layer in model.layers:
    if isinstance(layer, layers.BatchNormalization):
        layer.set_weights([random.uniform(0.5, 1.5, w.shape).astype(np.float32) for w in layer.get_weights()])
images = random.normal(size=(3, 12, 12, 2)).astype(np.float32)
function = tf.function(lambda x: model(x, training=False))
frozen = convert_variables_to_constants_v2(
    function.get_concrete_function(tf.TensorSpec([None, 12, 12, 2], tf.float32, name="images"))
)
graph = frozen.graph.as_graph_def()
with open("convnet.pb", "wb") as file:
    file.write(graph.SerializeToString(deterministic=True))
np.save("convnet_images.npy", images)
np.save("convnet_probabilities.npy", frozen(tf.constant(images))[0].numpy())
print(sorted({node.op for node in graph.node}), os.path.getsize("convnet.pb"))
