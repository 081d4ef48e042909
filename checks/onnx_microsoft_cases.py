#!/usr/bin/env python3
"""Writes the models of the domain com.microsoft, and of products and convolutions of quantised numbers, in testdata/onnx: small ones with
arguments, and what ONNX Runtime computes.

    onnx_microsoft_cases.py FOLDER

Needs onnx, onnxruntime and numpy. Each model has a folder of its own: model.onnx, in0.npy …, out0.npy …"""

import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

FOLDER = pathlib.Path(sys.argv[1])
DOMAIN = "com.microsoft"
random = np.random.default_rng(5)


def floats(*sizes):
    return random.normal(size=sizes).astype(np.float32)


def bytes_(*sizes, signed=False):
    return random.integers(-128 if signed else 0, 128 if signed else 256, size=sizes).astype(np.int8 if signed else np.uint8)


def node(name, op, inputs, constants=(), outputs=1, domain=DOMAIN, every=False, **attrs):
    """One node; constants are initialisers behind the inputs, None an input that is absent. It has the first and the last output, or every one."""
    names = [f"x{i}" for i in range(len(inputs))]
    fixed = [f"c{i}" if array is not None else "" for i, array in enumerate(constants)]
    results = [f"y{i}" if every or i in (0, outputs - 1) else "" for i in range(outputs)]
    made = helper.make_node(op, names + fixed, results, domain=domain, name=f"the_{op}", **attrs)
    initial = [numpy_helper.from_array(np.asarray(array), n) for n, array in zip(fixed, constants) if n]
    values = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), list(a.shape)) for n, a in zip(names, inputs)]
    graph = helper.make_graph([made], name, values, [helper.make_empty_tensor_value_info(result) for result in results if result], initial)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(DOMAIN, 1)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    arrays = session.run(None, dict(zip(names, inputs)))
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    for kind, all_ in (("in", inputs), ("out", arrays)):
        for at, array in enumerate(all_):
            np.save(folder / f"{kind}{at}.npy", array if array.dtype != object else np.vectorize(str.encode, otypes=["S"])(array))


x = floats(2, 3, 8)
node("ms_fused_matmul", "FusedMatMul", [floats(2, 4, 3), floats(2, 5, 4)], transA=1, transB=1, alpha=0.25)
node("ms_gelu", "Gelu", [x])
node("ms_bias_gelu", "BiasGelu", [x], [floats(8)])
node("ms_fast_gelu", "FastGelu", [x], [floats(8)])
node("ms_quick_gelu", "QuickGelu", [x])
node("ms_skip_layer_normalization", "SkipLayerNormalization", [x, floats(2, 3, 8)], [floats(8), floats(8), floats(8)], outputs=4, epsilon=1e-5)
node("ms_skip_simplified", "SkipSimplifiedLayerNormalization", [x, floats(2, 3, 8)], [floats(8)], outputs=4, epsilon=1e-5)
node("ms_simplified", "SimplifiedLayerNormalization", [x], [floats(8)], domain="", axis=-1, epsilon=1e-5)
node("ms_rotary", "RotaryEmbedding", [floats(1, 2, 3, 4), np.array([[1, 4, 2]])], [floats(8, 2), floats(8, 2)])
for bits, zeros in ((4, None), (4, bytes_(5)), (8, bytes_(5, 2))):
    packed = bytes_(5, 2, 16 * bits // 8)
    zeros = zeros.reshape(-1) if zeros is not None else None
    node(f"ms_matmul_{bits}_bits{'' if zeros is None else '_zeros'}", "MatMulNBits", [floats(3, 32)], [packed, np.abs(floats(10)), zeros], K=32, N=5, bits=bits, block_size=16)
scale = lambda value: np.float32(value)
a, c = bytes_(3, 4), bytes_(3, 4)
node("ms_qlinear_add", "QLinearAdd", [a], [scale(0.02), np.uint8(120), c, scale(0.03), np.uint8(100), scale(0.05), np.uint8(128)])
node("ms_qlinear_mul", "QLinearMul", [a], [scale(0.02), np.uint8(120), c, scale(0.03), np.uint8(100), scale(0.05), np.uint8(128)])
node("ms_qlinear_sigmoid", "QLinearSigmoid", [a], [scale(0.02), np.uint8(120), scale(1 / 256), np.uint8(0)])
node("ms_qlinear_leaky_relu", "QLinearLeakyRelu", [a], [scale(0.02), np.uint8(120), scale(0.02), np.uint8(60)], alpha=0.2)
node("ms_qlinear_concat", "QLinearConcat", [], [scale(0.03), np.uint8(110), a, scale(0.02), np.uint8(120), c, scale(0.03), np.uint8(100)], axis=1)
node("ms_dynamic_matmul", "DynamicQuantizeMatMul", [floats(3, 4)], [bytes_(4, 5, signed=True), scale(0.02), np.int8(3), floats(5)])
node("ms_matmul_integer", "MatMulIntegerToFloat", [a], [bytes_(4, 5), scale(0.02), scale(0.03), np.uint8(120), np.uint8(130), floats(5)])
image, filters = bytes_(1, 2, 5, 4), bytes_(4, 2, 3, 3, signed=True)
of_filters = np.array([0.01, 0.02, 0.015, 0.03], np.float32)
biases = random.integers(-500, 500, size=4).astype(np.int32)
quantized = [scale(0.02), np.uint8(120), filters, of_filters, np.zeros(4, np.int8), scale(0.5), np.uint8(110), biases]
node("ms_qlinear_conv", "QLinearConv", [image], quantized, domain="", pads=[1, 1, 1, 1], strides=[2, 1])
node("ms_conv_integer", "ConvInteger", [image], [bytes_(4, 1, 3, 3), np.uint8(120), np.uint8(7)], domain="", group=2, pads=[0, 1, 1, 0])
columns = np.array([0.01, 0.02, 0.03, 0.04, 0.05], np.float32)
node("ms_qlinear_matmul", "QLinearMatMul", [a], [scale(0.02), np.uint8(120), bytes_(4, 5, signed=True), columns, np.zeros(5, np.int8), scale(0.1), np.uint8(110)], domain="")
query, key, values, heads = floats(2, 3, 8), floats(2, 5, 8), floats(2, 5, 12), dict(num_heads=2)
node("ms_multi_head", "MultiHeadAttention", [query, key, values], **heads)
places = np.array([[1, 1, 1, 0, 0], [1, 0, 1, 1, 1]], np.int32)
node("ms_multi_head_masked", "MultiHeadAttention", [query, key, values], [floats(28), places, floats(1, 2, 3, 5)], scale=0.3, **heads)
cut = [floats(2, 2, 5, 4), floats(2, 2, 5, 4)]
node("ms_multi_head_cut", "MultiHeadAttention", [query, *cut], [None, np.array([2, 5], np.int32)], **heads)
own = [floats(2, 3, 8), floats(2, 3, 8)]
past = [None, None, None, floats(2, 2, 4, 4), floats(2, 2, 4, 4)]
# ONNX Runtime takes the past only where both outputs for what is kept are there.
node("ms_multi_head_past", "MultiHeadAttention", [query, *own], past, outputs=3, every=True, unidirectional=1, **heads)
weights, biases = floats(6, 24), floats(24)
node("ms_attention", "Attention", [floats(2, 3, 6)], [weights, biases], **heads)
node("ms_attention_lengths", "Attention", [floats(2, 3, 6)], [weights, biases, np.array([3, 1], np.int32)], **heads)
node("ms_attention_hidden", "Attention", [floats(2, 5, 6)], [weights, biases, places], qkv_hidden_sizes=[4, 4, 16], mask_filter_value=-3.0, **heads)
node("ms_attention_past", "Attention", [floats(2, 3, 6)], [weights, biases, None, floats(2, 2, 2, 4, 4)], outputs=2, unidirectional=1, **heads)
ids = random.integers(0, 7, size=(2, 5)).astype(np.int32)
tables = [floats(7, 8), floats(6, 8)]
node("ms_embedding", "EmbedLayerNormalization", [ids, ids % 2], [*tables, floats(2, 8), floats(8), floats(8), places], outputs=2)
node("ms_embedding_plain", "EmbedLayerNormalization", [ids], [None, *tables, None, floats(8), floats(8)], outputs=3, epsilon=1e-5)
random = np.random.default_rng(9)
groups = dict(num_heads=4, kv_num_heads=2)
table = np.arange(12, dtype=np.float32)[:, None] * np.float32(0.9) ** np.arange(8)
turns = [np.cos(table).astype(np.float32), np.sin(table).astype(np.float32)]
own = lambda length: [floats(2, length, 64), floats(2, length, 32), floats(2, length, 32)]
node("ms_group_query", "GroupQueryAttention", own(3), [None, None, np.array([2, 2], np.int32), np.int32(3), *turns], outputs=3, every=True, do_rotary=1, **groups)
cache = [floats(2, 2, 5, 16), floats(2, 2, 5, 16)]
node("ms_group_query_past", "GroupQueryAttention", [*own(1), *cache], [np.array([5, 5], np.int32), np.int32(6), *turns], outputs=3, every=True, do_rotary=1, rotary_interleaved=1, softcap=3.0, **groups)
node("ms_group_query_lengths", "GroupQueryAttention", [*own(1), *cache], [np.array([5, 3], np.int32), np.int32(6)], outputs=3, every=True, scale=0.3, **groups)
node("ms_group_query_window", "GroupQueryAttention", [floats(1, 6, 128)], [None, None, None, None, np.array([5], np.int32), np.int32(6)], outputs=3, every=True, local_window_size=2, smooth_softmax=1, **groups)
node("ms_fused_conv", "FusedConv", [floats(1, 3, 5, 6)], [floats(4, 3, 3, 3), floats(4)], activation="LeakyRelu", activation_params=[0.2], pads=[1, 1, 1, 1])
node("ms_fused_gemm", "FusedGemm", [floats(3, 4)], [floats(5, 4), floats(5)], transB=1, activation="Relu")
node("ms_inverse", "Inverse", [floats(2, 3, 3)])
picture = bytes_(1, 2, 5, 4)
node("ms_qlinear_average_pool", "QLinearAveragePool", [picture], [scale(0.02), np.uint8(120), scale(0.03), np.uint8(110)], kernel_shape=[2, 2], pads=[1, 0, 0, 1])
node("ms_qlinear_global_pool", "QLinearGlobalAveragePool", [picture], [scale(0.02), np.uint8(120), scale(0.02), np.uint8(110)])
node("ms_qlinear_softmax", "QLinearSoftmax", [bytes_(2, 3, 4)], [scale(0.02), np.uint8(120), scale(1 / 256), np.uint8(0)], axis=-1, opset=13)
node("ms_qgemm", "QGemm", [bytes_(3, 4)], [scale(0.02), np.uint8(120), bytes_(5, 4, signed=True), scale(0.03), np.int8(2), np.int32([10, -20, 300, 4, 0]), scale(0.05), np.uint8(128)], transB=1)
texts = np.array([["The cat sat.", " a-b  c"], ["", "éa Ünicode_1"]], object)
words = dict(pad_value="#", mincharnum=1)
node("ms_tokenizer_matches", "Tokenizer", [texts], mark=1, tokenexp="[a-zA-Z0-9_]+", **words)
node("ms_tokenizer_separators", "Tokenizer", [texts.ravel()], mark=1, separators=[" ", "-+"], pad_value="", mincharnum=2)
node("ms_tokenizer_characters", "Tokenizer", [texts[:, :1]], mark=1, separators=[""], **words)
