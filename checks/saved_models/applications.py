"""The networks of keras.applications, with small pictures and random weights."""

import tensorflow as tf

from .cases import Cases, f32

NETWORKS = {"MobileNet": 64, "MobileNetV2": 64, "MobileNetV3Small": 64, "EfficientNetB0": 64, "EfficientNetV2B0": 64, "ResNet50": 64, "ResNet50V2": 64, "DenseNet121": 64, "NASNetMobile": 224, "Xception": 75,
            "InceptionV3": 80, "InceptionResNetV2": 80, "ConvNeXtTiny": 64, "VGG16": 32}


def cases():
    collected = Cases()
    for name, size in NETWORKS.items():
        def write(folder, name=name, size=size):
            getattr(tf.keras.applications, name)(weights=None, input_shape=(size, size, 3), classes=10).export(folder, verbose=False)
            key = sorted(tf.saved_model.load(folder).signatures["serving_default"].structured_input_signature[1])[0]
            return {"serving_default": [{key: f32(2, size, size, 3) * 127 + 128}, {key: f32(1, size, size, 3) * 127 + 128}]}
        collected[name] = write
    return collected
