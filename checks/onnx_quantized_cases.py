#!/usr/bin/env python3
"""Writes the models in which products and convolutions take dequantised numbers, and small quantised networks, in testdata/onnx, with arguments, and what
ONNX Runtime computes without optimisations.

    onnx_quantized_cases.py FOLDER

Needs onnx, onnxruntime and numpy. Each model has a folder of its own: model.onnx, in0.npy, out0.npy."""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

FOLDER = pathlib.Path(sys.argv[1])
random = np.random.default_rng(7)


def model(name, op, sizes, weights, *, signed, axis, bias=None, **attrs):
    """The op of an argument that is quantised and dequantised, and of weights that are dequantised along an axis."""
    kind = np.int8 if signed else np.uint8
    scales = (0.002 + 0.004 * random.random(weights[axis])).astype(np.float32)
    zeros = random.integers(-3, 4, weights[axis]).astype(np.int8)
    constants = {
        "scale": np.float32(0.025), "zero": kind(-7 if signed else 119),
        "weights": random.integers(-128, 128, weights).astype(np.int8), "scales": scales, "zeros": zeros,
    }
    nodes = [
        helper.make_node("QuantizeLinear", ["x", "scale", "zero"], ["q"]),
        helper.make_node("DequantizeLinear", ["q", "scale", "zero"], ["a"]),
        helper.make_node("DequantizeLinear", ["weights", "scales", "zeros"], ["w"], axis=axis),
    ]
    operands = ["a", "w"]
    if bias is not None:
        constants["b"] = random.normal(size=bias).astype(np.float32)
        operands.append("b")
    nodes.append(helper.make_node(op, operands, ["y"], name=f"the_{op}", **attrs))
    initial = [numpy_helper.from_array(np.asarray(array), key) for key, array in constants.items()]
    save(name, nodes, initial, sizes)


def save(name, nodes, initial, sizes):
    """Writes a model of an argument of these sizes, with the argument and the result."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, sizes)
    graph = helper.make_graph(nodes, name, [x], [helper.make_empty_tensor_value_info("y")], initial)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(made.SerializeToString(), options, providers=["CPUExecutionProvider"])
    value = (random.normal(size=sizes) * 2).astype(np.float32)
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(made, folder / "model.onnx")
    np.save(folder / "in0.npy", value)
    np.save(folder / "out0.npy", session.run(None, {"x": value})[0])



class Network:
    """A network whose numbers are quantised and dequantised between its nodes."""

    def __init__(self, signed):
        self.kind, self.nodes, self.initial = np.int8 if signed else np.uint8, [], []
        self.zero = self.constant(self.kind(-4 if signed else 124))

    def name(self):
        return f"v{len(self.nodes)}"

    def constant(self, array):
        name = f"c{len(self.initial)}"
        self.initial.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, op, inputs, **attrs):
        name = self.name()
        self.nodes.append(helper.make_node(op, inputs, [name], **attrs))
        return name

    def quantized(self, x, scale):
        """As quantised with this scale, and as numbers again."""
        scale = self.constant(np.float32(scale))
        q = self.node("QuantizeLinear", [x, scale, self.zero])
        return self.node("DequantizeLinear", [q, scale, self.zero])

    def weights(self, sizes, scales):
        """Dequantised weights, with a scale for each filter."""
        values = self.constant(random.integers(-127, 128, sizes).astype(np.int8))
        zeros = self.constant(np.zeros(sizes[0], np.int8))
        return self.node("DequantizeLinear", [values, self.constant(scales), zeros], axis=0)

    def conv(self, x, scale, sizes, **attrs):
        """A convolution with a bias in the scale of its products."""
        scales = (0.004 + 0.004 * random.random(sizes[0])).astype(np.float32)
        bias = self.constant(random.integers(-2000, 2000, sizes[0]).astype(np.int32))
        none = self.constant(np.zeros(sizes[0], np.int32))
        bias = self.node("DequantizeLinear", [bias, self.constant(np.float32(scale) * scales), none], axis=0)
        return self.node("Conv", [x, self.weights(sizes, scales), bias], **attrs)

    def block(self, x, channels):
        """Convolutions, a rectifier, padding, a pool, and a sum of two branches."""
        y = self.conv(self.quantized(x, 0.0313), 0.0313, [channels, 3, 3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
        y = self.quantized(self.node("Relu", [y]), 0.0517)
        pads = self.constant(np.array([0, 0, 1, 1, 0, 0, 1, 1], np.int64))
        y = self.quantized(self.node("Pad", [y, pads]), 0.0517)
        y = self.quantized(self.node("MaxPool", [y], kernel_shape=[3, 3], strides=[2, 2]), 0.0517)
        each = self.conv(y, 0.0517, [channels, 1, 3, 3], group=channels, pads=[1, 1, 1, 1])
        all_ = self.conv(y, 0.0517, [channels, channels, 1, 1])
        y = self.node("Add", [self.quantized(each, 0.0419), self.quantized(all_, 0.0733)])
        return self.quantized(self.node("Relu", [y]), 0.0607)


model("dequantized_conv", "Conv", [2, 5, 7, 6], [9, 5, 3, 3], signed=False, axis=0, bias=9, pads=[1, 0, 1, 2], strides=[2, 1])
model("dequantized_conv_line", "Conv", [1, 4, 11], [6, 4, 3], signed=True, axis=0, dilations=[2])
model("dequantized_conv_groups", "Conv", [1, 4, 6, 6], [8, 2, 3, 3], signed=False, axis=0, group=2)
model("dequantized_matmul", "MatMul", [2, 3, 20], [20, 17], signed=False, axis=1)
model("dequantized_matmul_rows", "MatMul", [3, 20], [20, 17], signed=True, axis=0)
model("dequantized_gemm", "Gemm", [4, 20], [17, 20], signed=True, axis=0, bias=17, transB=1, alpha=0.5)

for signed in (False, True):
    net = Network(signed)
    y = net.block("x", 40)
    y = net.node("Transpose", [y], perm=[0, 2, 3, 1])
    y = net.node("Reshape", [y, net.constant(np.array([2, -1], np.int64))])
    y = net.quantized(y, 0.0607)
    y = net.node("Gemm", [y, net.weights([10, 40 * 16], np.full(10, 1e-4, np.float32))], transB=1)
    net.nodes[-1].output[0] = "y"
    save("quantized_block_signed" if signed else "quantized_block", net.nodes, net.initial, [2, 3, 15, 13])
