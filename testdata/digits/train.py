#!/usr/bin/env python3
"""Trains the handwritten-digits network of this folder and writes it as a program.

    python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && .venv/bin/python train.py

The data are the 1,797 real 8x8 images of scikit-learn's digits set, scaled to [0, 1]; a quarter is held out. The network is
64-128-64-10 with ReLU and softmax, trained by scikit-learn in float32. Written beside this script:

  digits.mlir          the network as a corert.executeop program, weights as constants
  images.npy           f32 [450, 64], the held-out images
  labels.npy           i64 [450], what they show
  probabilities.npy    f32 [450, 10], scikit-learn's predict_proba on them, with the same float32 weights
  accuracy.txt         scikit-learn's score on them

All seeds are fixed; another version of scikit-learn, NumPy or its BLAS may still give other weights, and then all files change
together.
"""
import os

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

HERE = os.path.dirname(os.path.abspath(__file__))


def constant(name, array):
    """A tensor constant, its bytes as hex digits."""
    array = np.ascontiguousarray(array, dtype="<f4")
    shape = "x".join(map(str, array.shape))
    return f'  %{name} = corert.const_dense_tensor dense<"0x{array.tobytes().hex().upper()}"> : tensor<{shape}xf32>\n'


def program(coefs, intercepts):
    """The network as MLIR text: one MatMul, BiasAdd and Relu a hidden layer, then Softmax and ArgMax."""
    out = [
        "// A 64-128-64-10 network for handwritten digits, written by train.py.\n",
        "// In: images, f32 [n, 64], pixels in [0, 1]. Out: probabilities, f32 [n, 10], and the predicted digits, i64 [n].\n",
        "func.func @main(%images: !corert.tensorhandle {tf.type = tensor<?x64xf32>})\n",
        "    -> (!corert.tensorhandle, !corert.tensorhandle) {\n",
        "  %ch = tfrt.new.chain\n",
        '  %cpu = corert.get_op_handler %ch "cpu"\n',
    ]
    layers = list(zip(coefs, intercepts))
    for i, (weights, bias) in enumerate(layers):
        out += [constant(f"weights{i}", weights), constant(f"bias{i}", bias)]
    value = "images"
    for i in range(len(layers)):
        out.append(
            f'  %product{i} = corert.executeop(%cpu) "tf.MatMul"(%{value}, %weights{i})'
            " {T = f32, transpose_a = false, transpose_b = false} : 1\n"
        )
        out.append(
            f'  %sum{i} = corert.executeop(%cpu) "tf.BiasAdd"(%product{i}, %bias{i})'
            ' {T = f32, data_format = "NHWC"} : 1\n'
        )
        value = f"sum{i}"
        if i + 1 < len(layers):
            out.append(f'  %hidden{i} = corert.executeop(%cpu) "tf.Relu"(%{value}) {{T = f32}} : 1\n')
            value = f"hidden{i}"
    out += [
        f'  %probabilities = corert.executeop(%cpu) "tf.Softmax"(%{value}) {{T = f32}} : 1\n',
        "  %axis = corert.const_dense_tensor dense<1> : tensor<i32>\n",
        '  %digits = corert.executeop(%cpu) "tf.ArgMax"(%probabilities, %axis)'
        " {T = f32, Tidx = i32, output_type = i64} : 1\n",
        "  tfrt.return %probabilities, %digits : !corert.tensorhandle, !corert.tensorhandle\n}\n",
    ]
    return "".join(out)


def main():
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype(np.float32)
    train_x, test_x, train_y, test_y = train_test_split(
        images, labels, test_size=0.25, random_state=7, stratify=labels
    )
    model = MLPClassifier(hidden_layer_sizes=(128, 64), max_iter=400, random_state=7)
    model.fit(train_x, train_y)
    assert all(w.dtype == np.float32 for w in model.coefs_ + model.intercepts_), "trained in another precision"
    assert list(model.classes_) == list(range(10)), "the columns of the output are the digits"

    probabilities = model.predict_proba(test_x).astype(np.float32)
    correct = int((model.predict(test_x) == test_y).sum())
    with open(os.path.join(HERE, "digits.mlir"), "w") as f:
        f.write(program(model.coefs_, model.intercepts_))
    np.save(os.path.join(HERE, "images.npy"), test_x)
    np.save(os.path.join(HERE, "labels.npy"), test_y.astype(np.int64))
    np.save(os.path.join(HERE, "probabilities.npy"), probabilities)
    with open(os.path.join(HERE, "accuracy.txt"), "w") as f:
        f.write(f"{correct} of {len(test_y)}\n")
    print(f"accuracy: {correct} of {len(test_y)} ({100.0 * correct / len(test_y):.2f}%)")


if __name__ == "__main__":
    main()
