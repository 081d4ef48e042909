#!/usr/bin/env python3
"""Writes the models in which products and convolutions take dequantised numbers, in testdata/onnx: small ones with arguments, and what ONNX Runtime
computes without optimisations.

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


model("dequantized_conv", "Conv", [2, 5, 7, 6], [9, 5, 3, 3], signed=False, axis=0, bias=9, pads=[1, 0, 1, 2], strides=[2, 1])
model("dequantized_conv_line", "Conv", [1, 4, 11], [6, 4, 3], signed=True, axis=0, dilations=[2])
model("dequantized_conv_groups", "Conv", [1, 4, 6, 6], [8, 2, 3, 3], signed=False, axis=0, group=2)
model("dequantized_matmul", "MatMul", [2, 3, 20], [20, 17], signed=False, axis=1)
model("dequantized_matmul_rows", "MatMul", [3, 20], [20, 17], signed=True, axis=0)
model("dequantized_gemm", "Gemm", [4, 20], [17, 20], signed=True, axis=0, bias=17, transB=1, alpha=0.5)
