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
random = np.random.default_rng(13)


def narrow(*sizes):
    """Weights of 7 bits: with AVX2, sums of two products of larger ones saturate in ONNX Runtime."""
    return random.integers(-64, 64, size=sizes).astype(np.int8)


x, weights = floats(5, 2, 4), [narrow(1, 4, 12), narrow(1, 3, 12)]
one = lambda value, dtype: np.array([value], dtype)
signed = [one(0.01, np.float32), one(0, np.int8), one(0.02, np.float32), one(0, np.int8)]
node("ms_dynamic_lstm", "DynamicQuantizeLSTM", [x], [*weights, floats(1, 24), None, None, None, None, *signed], outputs=3, every=True, hidden_size=3)
unsigned = [bytes_(2, 4, 12), bytes_(2, 3, 12)]
levels = lambda: (np.abs(floats(2)) / 50 + 0.01).astype(np.float32)
node("ms_dynamic_lstm_both", "DynamicQuantizeLSTM", [x], [*unsigned, floats(2, 24), None, floats(2, 2, 3), floats(2, 2, 3), floats(2, 9), levels(), np.array([120, 130], np.uint8), levels(), np.array([125, 128], np.uint8)],
    outputs=3, every=True, hidden_size=3, direction="bidirectional")
kinds = [bytes_(2, 3, 6), narrow(6, 24)]
node("ms_qattention", "QAttention", [kinds[0]], [kinds[1], floats(24), scale(0.02), scale(0.015), np.array([3, 1], np.int32), np.uint8(120), np.int8(2)], num_heads=2)
node("ms_qattention_columns", "QAttention", [kinds[0]], [kinds[1], floats(24), scale(0.02), np.abs(floats(24)) / 30, None, np.uint8(120), np.zeros(24, np.int8)], num_heads=2, unidirectional=1)
ids = random.integers(0, 7, size=(2, 5)).astype(np.int32)
levels = [scale(0.02), scale(0.03), scale(0.01), scale(0.02), scale(0.015)]
zeros = [np.uint8(zero) for zero in (120, 130, 128, 100, 125)]
node("ms_qembedding", "QEmbedLayerNormalization", [ids, ids % 2], [bytes_(7, 8), bytes_(6, 8), bytes_(2, 8), bytes_(8), bytes_(8), (ids > 2).astype(np.int32), *levels, *zeros], outputs=2, every=True)
place = np.array([[3, 0], [1, 4]], np.int64)
node("ms_gather_blocks", "GatherBlockQuantized", [], [bytes_(5, 16), place, np.abs(floats(5, 2)), bytes_(5, 1)], block_size=16, bits=4, gather_axis=0, quantize_axis=1)
node("ms_gather_blocks_plain", "GatherBlockQuantized", [], [bytes_(5, 20), place, np.abs(floats(5, 3))], block_size=16, bits=4, gather_axis=0, quantize_axis=1)
node("ms_gather_blocks_wide", "GatherBlockQuantized", [], [bytes_(5, 32), place, np.abs(floats(5, 2)), bytes_(5, 2)], block_size=16, bits=8, gather_axis=0, quantize_axis=1)
node("ms_matmul_bnb4_fp4", "MatMulBnb4", [floats(3, 32)], [bytes_(5 * 32 // 2), np.abs(floats(10))], K=32, N=5, block_size=16, quant_type=0)
node("ms_matmul_bnb4_nf4", "MatMulBnb4", [floats(3, 32)], [bytes_(5 * 32 // 2), np.abs(floats(10))], K=32, N=5, block_size=16, quant_type=1)
node("ms_qlinear_where", "QLinearWhere", [np.array([[True], [False], [True]]), a], [scale(0.02), np.uint8(120), c, scale(0.03), np.uint8(100), scale(0.05), np.uint8(128)])
turned = np.ascontiguousarray(image.transpose(0, 2, 3, 1))
quantized[2] = narrow(4, 2, 3, 3)
node("ms_qlinear_conv_last", "QLinearConv", [turned], quantized, channels_last=1, pads=[1, 1, 1, 1], strides=[2, 1])
turned = np.ascontiguousarray(picture.transpose(0, 2, 3, 1))
node("ms_qlinear_average_pool_last", "QLinearAveragePool", [turned], [scale(0.02), np.uint8(120), scale(0.03), np.uint8(110)], kernel_shape=[2, 2], pads=[1, 0, 0, 1], channels_last=1)
node("ms_qlinear_global_pool_last", "QLinearGlobalAveragePool", [turned], [scale(0.02), np.uint8(120), scale(0.02), np.uint8(110)], channels_last=1)
node("ms_nhwc_max_pool", "NhwcMaxPool", [turned], kernel_shape=[2, 2], pads=[1, 0, 0, 1], strides=[2, 1])
node("ms_cdist", "CDist", [floats(3, 4), floats(5, 4)], metric="euclidean")
node("ms_cdist_squared", "CDist", [floats(3, 4), floats(5, 4)], metric="sqeuclidean")
node("ms_crop_and_resize", "CropAndResize", [floats(2, 3, 5, 6)], [np.array([[0, 0, 1, 1], [0.1, 0.3, 0.8, 1.2], [0.9, 0.2, 0.3, 0.7]], np.float32), np.array([0, 1, 1], np.int32), np.array([3, 4], np.int32)], extrapolation_value=0.5)
node("ms_transpose_matmul", "TransposeMatMul", [floats(2, 4, 3), floats(2, 5, 4)], transA=1, transB=1, alpha=0.25)
node("ms_expand_dims", "ExpandDims", [floats(2, 3)], [np.array(-1, np.int32)])
node("ms_pad", "Pad", [floats(2, 3)], [np.array([0, 1, 2, 0]), np.float32(7)], mode="constant")
node("ms_range", "Range", [], [np.float32(1), np.float32(4.5), np.float32(0.5)])
node("ms_gather_nd", "GatherND", [floats(2, 3, 4)], [np.array([[1, 2], [0, 0]])])
node("ms_trilu", "Trilu", [floats(2, 3, 4)], [np.array(1)], upper=0)
node("ms_grid_sample", "GridSample", [floats(1, 2, 4, 5), floats(1, 3, 3, 2)], mode="bicubic", padding_mode="border", align_corners=1)
for name, half in (("ms_three_positions", 0), ("ms_three_positions_mixed", 1)):
    positions = random.integers(0, 9, size=(3, 2, 4)).astype(np.int64)
    angles = random.uniform(0, 6, size=(9, 6)).astype(np.float32)
    node(name, "MRotaryEmbedding", [floats(2, 4, 24) if half else floats(2, 2, 4, 12)], [positions, np.cos(angles), np.sin(angles)], mrope_section=[2, 2, 2], mrope_layout=half, **({"num_heads": 2, "rotary_embedding_dim": 12} if half else {}))
node("ms_gated_norm", "GatedRMSNorm", [floats(2, 3, 8), floats(2, 3, 8)][:1], [floats(4) + 1, floats(2, 3, 8)])
node("ms_gated_norm_open", "GatedRMSNorm", [floats(2, 8)], [floats(8) + 1, floats(2, 8)], activation="sigmoid", epsilon=0.01)
node("ms_attention_gate", "LinearAttentionGate", [floats(2, 3, 4)], [floats(4), -np.abs(floats(4)), floats(2, 3, 4)], outputs=2, every=True)
node("ms_scaled_silu", "ScaledSiLU", [floats(2, 5)], alpha=1.7)
node("ms_gated_add", "GatedAdd", [floats(2, 3, 5), floats(2, 3, 5), floats(2, 3, 1)])
node("ms_branch_norm", "BranchwiseRMSNorm", [floats(2, 3, 8)], [floats(2, 4)], num_branches=2)
node("ms_branch_norm_shared", "BranchwiseRMSNorm", [floats(2, 3, 4)], [floats(4)], epsilon=0.01)
