#!/usr/bin/env python3
"""Writes testdata/onnx: small models with arguments, and what ONNX Runtime computes; for element types that it does not have, what the
reference implementation of the onnx package does.

    onnx_cases.py FOLDER

Needs onnx, onnxruntime, numpy and Pillow. Each model has a folder of its own: model.onnx, in0.npy …, out0.npy …"""

import pathlib
import sys

import numpy as np
import onnx
import onnx.reference
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

FOLDER = pathlib.Path(sys.argv[1])
random = np.random.default_rng(7)


def floats(*sizes):
    return random.normal(size=sizes).astype(np.float32)


def value(name, array, sizes=None):
    kind = helper.np_dtype_to_tensor_dtype(array.dtype)
    return helper.make_tensor_value_info(name, kind, list(sizes or array.shape))


def by_runtime(model, inputs):
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, inputs)


def by_reference(model, inputs):
    return onnx.reference.ReferenceEvaluator(model).run(None, inputs)


def write(name, graph, inputs, opset=17, functions=(), domains=(), compute=by_runtime):
    inputs = {key: np.asarray(array) for key, array in inputs.items()}
    domains = {*domains, *(function.domain for function in functions)}
    opsets = [helper.make_opsetid("", opset)] + [helper.make_opsetid(domain, 1) for domain in sorted(domains)]
    model = helper.make_model(graph, opset_imports=opsets, functions=list(functions), ir_version=10 if opset > 21 else 8)
    outputs = compute(model, inputs)
    # The types of results are those that there are.
    for output, array in zip(model.graph.output, outputs):
        output.CopyFrom(value(output.name, array))
    onnx.checker.check_model(model)
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    for at, array in enumerate(inputs.values()):
        np.save(folder / f"in{at}.npy", saved(array))
    for at, array in enumerate(outputs):
        np.save(folder / f"out{at}.npy", saved(array))


def saved(array):
    """Strings as files have them."""
    return np.vectorize(str.encode, otypes=["S"])(array) if array.dtype.kind in "OU" else array


def node(name, op, *inputs, opset=17, constants=(), outputs=1, compute=by_runtime, is_open=False, **attrs):
    """One node; constants are initialisers behind the inputs. The sizes of inputs are names if it is open."""
    inputs = [np.asarray(array) for array in inputs]
    names = [f"x{i}" for i in range(len(inputs))]
    fixed = [f"c{i}" for i in range(len(constants))]
    results = [f"y{i}" for i in range(outputs)]
    of_absent = [name if array is not None else "" for name, array in zip(fixed, constants)]
    made = helper.make_node(op, names + of_absent, results, name=f"the_{op}", **attrs)
    initial = [numpy_helper.from_array(np.asarray(array), name) for name, array in zip(fixed, constants) if array is not None]
    results = [helper.make_empty_tensor_value_info(result) for result in results]
    sizes = lambda name, array: [f"{name}_{i}" for i in range(array.ndim)] if is_open else None
    graph = helper.make_graph([made], name, [value(n, a, sizes(n, a)) for n, a in zip(names, inputs)], results, initial)
    write(name, graph, dict(zip(names, inputs)), opset, compute=compute)


def int64s(*values):
    return np.array(values, dtype=np.int64)


def operators():
    image = floats(2, 3, 7, 8)
    node("conv_same", "Conv", image, constants=[floats(4, 3, 3, 3), floats(4)], auto_pad="SAME_UPPER")
    node("conv_pads", "Conv", image, constants=[floats(4, 3, 3, 2)], pads=[1, 0, 2, 1], strides=[2, 1], dilations=[1, 2])
    node("conv_groups", "Conv", floats(1, 4, 6, 6), constants=[floats(6, 2, 3, 3)], group=2)
    node("conv_depthwise", "Conv", image, constants=[floats(6, 1, 3, 3), floats(6)], group=3, pads=[1, 1, 1, 1])
    node("conv_line", "Conv", floats(2, 3, 9), constants=[floats(4, 3, 3), floats(4)], pads=[1, 1])
    node("conv_volume", "Conv", floats(1, 2, 4, 5, 6), constants=[floats(3, 2, 2, 3, 2)], pads=[0, 1, 0, 1, 1, 1])
    node("conv_transpose", "ConvTranspose", floats(1, 3, 4, 5), constants=[floats(3, 2, 3, 3), floats(2)], strides=[2, 3], pads=[1, 0, 1, 1], output_padding=[1, 0])
    node("max_pool", "MaxPool", image, kernel_shape=[3, 2], strides=[2, 2], pads=[1, 0, 1, 1])
    node("max_pool_ceil", "MaxPool", image, kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1)
    node("average_pool", "AveragePool", image, kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    node("average_pool_with_pad", "AveragePool", image, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1)
    node("global_average_pool", "GlobalAveragePool", image)
    node("batch_normalization", "BatchNormalization", image, constants=[floats(3), floats(3), floats(3), np.abs(floats(3))])
    node("instance_normalization", "InstanceNormalization", image, constants=[floats(3), floats(3)])
    node("layer_normalization", "LayerNormalization", floats(2, 3, 8), constants=[floats(8), floats(8)])
    node("lrn", "LRN", image, size=3, alpha=0.01)
    node("gemm", "Gemm", floats(3, 4), constants=[floats(5, 4), floats(5)], transB=1)
    node("gemm_scaled", "Gemm", floats(4, 3), constants=[floats(4, 5), floats(3, 5)], transA=1, alpha=0.5, beta=2.0)
    node("matmul_batches", "MatMul", floats(2, 1, 3, 4), floats(5, 4, 2))
    node("matmul_vector", "MatMul", floats(2, 3, 4), floats(4))
    node("einsum", "Einsum", floats(2, 3, 4), floats(2, 4, 5), equation="bij,bjk->bki")
    spread = np.linspace(-1, 1, 24, dtype=np.float32)
    node("einsum_of_ones", "Einsum", spread[:6].reshape(2, 3, 1), spread.reshape(1, 3, 4, 2), spread[:2].reshape(1, 2), equation="bij,...ijk,jk->...bik")
    node("softmax_axis", "Softmax", floats(2, 3, 4), axis=1)
    node("softmax_flat", "Softmax", floats(2, 3, 4), axis=1, opset=11)
    node("log_softmax", "LogSoftmax", floats(2, 5))
    node("reduce_mean", "ReduceMean", image, axes=[2, 3], keepdims=0)
    node("reduce_sum_input", "ReduceSum", image, constants=[int64s(-1)])
    node("reduce_log_sum_exp", "ReduceLogSumExp", floats(3, 4), axes=[1])
    node("arg_max_last", "ArgMax", np.array([[1, 3, 3], [2, 2, 0]], np.float32), axis=1, select_last_index=1)
    node("cum_sum", "CumSum", floats(3, 4), constants=[np.int32(1)], reverse=1, exclusive=1)
    node("top_k", "TopK", floats(3, 6), constants=[int64s(2)], outputs=2, axis=-1)
    node("top_k_smallest", "TopK", floats(6, 3), constants=[int64s(3)], outputs=2, axis=0, largest=0)
    node("gather_negative", "Gather", floats(4, 3), np.array([[0, -1], [2, -4]], np.int64), axis=0)
    node("gather_elements", "GatherElements", floats(3, 4), np.array([[0, -1, 2, 0]], np.int64), axis=0)
    node("gather_nd", "GatherND", floats(2, 3, 4), np.array([[[0, 1], [-1, 3]], [[2, 2], [1, 0]]], np.int64), batch_dims=1)
    node("scatter_elements", "ScatterElements", floats(3, 4), np.array([[1, 0, 2, 1]], np.int64), floats(1, 4), axis=0)
    node("scatter_nd_add", "ScatterND", floats(4, 3), np.array([[1], [1]], np.int64), floats(2, 3), reduction="add")
    node("slice_steps", "Slice", floats(6, 7), constants=[int64s(-1, 1), int64s(-100, 6), int64s(0, 1), int64s(-2, 3)])
    node("slice_computed", "Slice", floats(6, 7), int64s(1), int64s(-1), int64s(-1))
    node("split_uneven", "Split", floats(7, 2), constants=[int64s(2, 4, 1)], outputs=3, axis=0)
    node("concat", "Concat", floats(2, 3), floats(2, 1), axis=-1)
    node("pad_reflect", "Pad", floats(4, 5), constants=[int64s(1, 2, 1, 0)], mode="reflect")
    node("pad_edge", "Pad", floats(4, 5), constants=[int64s(1, 2, 1, 0)], mode="edge")
    node("pad_negative", "Pad", floats(4, 5), constants=[int64s(-1, 2, 1, -2), np.float32(9)])
    node("expand_both", "Expand", floats(3, 1), constants=[int64s(2, 1, 4)])
    node("tile", "Tile", floats(2, 3), constants=[int64s(2, 2)])
    node("transpose", "Transpose", floats(2, 3, 4), perm=[2, 0, 1])
    node("reshape_zero", "Reshape", floats(2, 3, 4), constants=[int64s(0, -1)])
    node("unsqueeze", "Unsqueeze", floats(2, 3), constants=[int64s(-1, 0)])
    node("squeeze", "Squeeze", floats(1, 3, 1), constants=[int64s(0, -1)])
    node("depth_to_space", "DepthToSpace", floats(1, 8, 2, 3), blocksize=2, mode="CRD")
    node("resize_nearest", "Resize", floats(1, 2, 3, 3), constants=[None, np.array([1, 1, 2, 1.5], np.float32)], mode="nearest")
    node("resize_linear", "Resize", floats(1, 2, 3, 4), constants=[None, None, int64s(1, 2, 5, 6)], mode="linear")
    node("where", "Where", np.array([[True], [False]]), floats(2, 3), floats(3))
    node("clip_inputs", "Clip", floats(3, 4), constants=[np.float32(-0.5), np.float32(0.5)])
    node("elu", "Elu", floats(3, 4), alpha=0.3)
    node("p_relu", "PRelu", floats(2, 3, 4), constants=[floats(3, 1)])
    node("hard_sigmoid", "HardSigmoid", floats(3, 4), alpha=0.25)
    node("hard_swish", "HardSwish", floats(3, 4))
    node("erf", "Erf", floats(3, 4))
    node("div_integers", "Div", np.array([-7, 7, 5], np.int32), np.array([2, -2, 3], np.int32))
    node("mod_python", "Mod", np.array([-7, 7, 5], np.int64), np.array([2, -2, 3], np.int64))
    node("pow_mixed", "Pow", floats(3, 4) ** 2, constants=[np.int64(3)])
    node("cast_half", "Cast", floats(3, 4), to=TensorProto.FLOAT16)
    node("quantize", "QuantizeLinear", floats(3, 4), constants=[np.float32(0.05), np.uint8(128)])
    node("dequantize_axis", "DequantizeLinear", np.arange(-6, 6, dtype=np.int8).reshape(3, 4), constants=[np.abs(floats(3)), np.array([1, 0, -1], np.int8)], axis=0)
    node("one_hot", "OneHot", int64s(0, -1, 2), constants=[np.int64(3), np.array([2.0, 5.0], np.float32)])
    node("non_zero", "NonZero", np.array([[1, 0, 2], [0, 3, 0]], np.float32))
    node("trilu", "Trilu", floats(3, 4), constants=[np.int64(1)], upper=0)
    node("range", "Range", np.float32(1), np.float32(6), np.float32(1.5))
    node("lstm", "LSTM", floats(3, 2, 4), constants=[floats(2, 12, 4), floats(2, 12, 3), floats(2, 24)], outputs=3, hidden_size=3, direction="bidirectional")
    node("gru", "GRU", floats(3, 2, 4), constants=[floats(1, 9, 4), floats(1, 9, 3), floats(1, 18)], outputs=2, hidden_size=3, linear_before_reset=1)
    node("attention_of_groups", "Attention", floats(1, 4, 3, 8), floats(1, 2, 5, 8), floats(1, 2, 5, 6), opset=23, is_causal=1)
    node("non_max_suppression", "NonMaxSuppression", np.sort(np.abs(floats(1, 6, 4)), -1), np.abs(floats(1, 2, 6)), constants=[np.int64(3), np.float32(0.4)])


def networks():
    """Small networks as exporters write them."""
    make, array = helper.make_node, numpy_helper.from_array

    nodes = [
        make("Conv", ["image", "w1", "b1"], ["c1"], pads=[1, 1, 1, 1], name="stem/conv"),
        make("BatchNormalization", ["c1", "s", "o", "m", "v"], ["n1"], name="stem/norm"),
        make("Relu", ["n1"], ["r1"]),
        make("Conv", ["r1", "w2"], ["c2"], group=8, pads=[1, 1, 1, 1], strides=[2, 2]),
        make("Sigmoid", ["c2"], ["g2"]),
        make("Mul", ["c2", "g2"], ["r2"]),
        make("GlobalAveragePool", ["r2"], ["p"]),
        make("Conv", ["p", "w3", "b3"], ["e"]),
        make("HardSigmoid", ["e"], ["gate"]),
        make("Mul", ["r2", "gate"], ["scaled"]),
        make("Add", ["scaled", "r2"], ["sum"]),
        make("MaxPool", ["sum"], ["pooled"], kernel_shape=[2, 2], strides=[2, 2]),
        make("Flatten", ["pooled"], ["flat"]),
        make("Gemm", ["flat", "w4", "b4"], ["logits"], transB=1),
        make("Softmax", ["logits"], ["probabilities"], axis=1),
    ]
    initial = {
        "w1": floats(8, 3, 3, 3), "b1": floats(8), "s": floats(8), "o": floats(8), "m": floats(8), "v": np.abs(floats(8)) + 0.5,
        "w2": floats(8, 1, 3, 3), "w3": floats(8, 8, 1, 1), "b3": floats(8), "w4": floats(5, 32), "b4": floats(5),
    }
    images = floats(3, 3, 8, 8)
    graph = helper.make_graph(
        nodes, "small network", [value("image", images, ["batch", 3, 8, 8])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", 5])], [array(a, n) for n, a in initial.items()],
    )
    write("network_of_convolutions", graph, {"image": images})

    # Heads are cut by sizes that the graph computes.
    nodes = [
        make("Gather", ["table", "tokens"], ["x"]),
        make("MatMul", ["x", "wqkv"], ["qkv"]),
        make("Split", ["qkv"], ["q", "k", "v"], axis=2),
        make("Shape", ["x"], ["shape"]),
        make("Gather", ["shape", "zero"], ["batch"]),
        make("Gather", ["shape", "one"], ["length"]),
        make("Unsqueeze", ["batch", "axis"], ["batch1"]),
        make("Unsqueeze", ["length", "axis"], ["length1"]),
        make("Concat", ["batch1", "length1", "heads", "size"], ["cut"], axis=0),
        *[make("Reshape", [name, "cut"], [name + "_cut"]) for name in "qkv"],
        *[make("Transpose", [name + "_cut"], [name + "_heads"], perm=perm) for name, perm in zip("qkv", [[0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]])],
        make("MatMul", ["q_heads", "k_heads"], ["scores"]),
        make("Div", ["scores", "scale"], ["scaled"]),
        make("Softmax", ["scaled"], ["weights"], axis=-1),
        make("MatMul", ["weights", "v_heads"], ["seen"]),
        make("Transpose", ["seen"], ["moved"], perm=[0, 2, 1, 3]),
        make("Concat", ["batch1", "length1", "rest"], ["whole"], axis=0),
        make("Reshape", ["moved", "whole"], ["joined"]),
        make("Add", ["joined", "x"], ["sum"]),
        make("LayerNormalization", ["sum", "gain", "offset"], ["normal"], axis=-1),
        make("my_gelu", ["normal"], ["result"], domain="example"),
    ]
    initial = {
        "table": floats(11, 8), "wqkv": floats(8, 24), "zero": np.int64(0), "one": np.int64(1), "axis": int64s(0), "heads": int64s(2),
        "size": int64s(4), "rest": int64s(-1), "scale": np.float32(2), "gain": floats(8), "offset": floats(8),
    }
    gelu = helper.make_function(
        "example", "my_gelu", ["a"], ["z"],
        [
            make("Constant", [], ["root"], value_float=1.4142135), make("Div", ["a", "root"], ["b"]), make("Erf", ["b"], ["c"]),
            make("Constant", [], ["unit"], value_float=1.0), make("Add", ["c", "unit"], ["d"]), make("Mul", ["a", "d"], ["e"]),
            make("Constant", [], ["half"], value_float=0.5), make("Mul", ["e", "half"], ["z"]),
        ],
        [helper.make_opsetid("", 17)],
    )
    tokens = random.integers(0, 11, size=(2, 5))
    graph = helper.make_graph(
        nodes, "transformer", [value("tokens", tokens, ["batch", "length"])],
        [helper.make_tensor_value_info("result", TensorProto.FLOAT, ["batch", "length", 8])], [array(np.asarray(a), n) for n, a in initial.items()],
    )
    write("transformer", graph, {"tokens": tokens}, functions=[gelu])

    then = helper.make_graph([make("Add", ["x", "w"], ["t"])], "then", [], [helper.make_empty_tensor_value_info("t")])
    other = helper.make_graph([make("Neg", ["x"], ["e"])], "else", [], [helper.make_empty_tensor_value_info("e")])
    nodes = [
        make("ReduceSum", ["x"], ["total"], keepdims=0), make("Greater", ["total", "nought"], ["positive"]),
        make("If", ["positive"], ["y"], then_branch=then, else_branch=other),
    ]
    x = floats(2, 3)
    graph = helper.make_graph(
        nodes, "branches", [value("x", x)], [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 3])],
        [array(np.float32(0), "nought"), array(floats(3), "w")],
    )
    write("branch_positive", graph, {"x": np.abs(x)})
    write("branch_negative", graph, {"x": -np.abs(x)})


def loops():
    make, array = helper.make_node, numpy_helper.from_array
    empty = helper.make_empty_tensor_value_info
    scalar = lambda name, kind: helper.make_tensor_value_info(name, kind, [])
    # The sum of 1 to n, and all sums on the way; a weight from around the body.
    body = helper.make_graph(
        [
            make("Cast", ["i"], ["number"], to=TensorProto.FLOAT), make("Mul", ["number", "w"], ["step"]), make("Add", ["sum", "step"], ["next"]),
            make("ReduceMax", ["next"], ["most"], keepdims=0), make("Less", ["most", "limit"], ["goes"]), make("Identity", ["next"], ["shown"]),
        ],
        "body", [scalar("i", TensorProto.INT64), scalar("c", TensorProto.BOOL), value("sum", floats(3))], [scalar("goes", TensorProto.BOOL), empty("next"), empty("shown")],
    )
    for name, limit in [("loop_counted", 1e9), ("loop_until", 12.0)]:
        graph = helper.make_graph(
            [make("Loop", ["n", "", "x"], ["last", "all"], body=body, name="the_Loop")], name,
            [scalar("n", TensorProto.INT64), value("x", floats(3)), value("w", floats(3))], [empty("last"), empty("all")], [array(np.float32(limit), "limit")],
        )
        write(name, graph, {"n": np.int64(9), "x": floats(3), "w": np.float32([0.5, 1, -1])})
    # A cell of a recurrent network, forwards over rows and backwards over columns.
    body = helper.make_graph(
        [
            make("Concat", ["h", "row", "column"], ["all"], axis=0), make("Gemm", ["all2", "w"], ["z"]), make("Reshape", ["all", "one_row"], ["all2"]),
            make("Reshape", ["z", "line"], ["z1"]), make("Tanh", ["z1"], ["next"]), make("Identity", ["next"], ["shown"]),
        ],
        "cell", [value("h", floats(2)), value("row", floats(3)), value("column", floats(2))], [empty("next"), empty("shown")],
    )
    body.node.insert(1, body.node[2])
    del body.node[3]
    graph = helper.make_graph(
        [make("Scan", ["h0", "rows", "columns"], ["last", "all"], body=body, num_scan_inputs=2, scan_input_axes=[0, 1], scan_input_directions=[0, 1], scan_output_axes=[1], scan_output_directions=[1])],
        "scan", [value("h0", floats(2)), value("rows", floats(4, 3)), value("columns", floats(2, 4))], [empty("last"), empty("all")],
        [array(floats(7, 2), "w"), array(int64s(1, 7), "one_row"), array(int64s(2), "line")],
    )
    write("scan_cell", graph, {"h0": floats(2), "rows": floats(4, 3), "columns": floats(2, 4)})
    # Sequences: parts that are taken, put elsewhere and joined; pieces of different sizes.
    graph = helper.make_graph(
        [
            make("SplitToSequence", ["x", "parts"], ["s"], axis=1), make("SequenceAt", ["s", "minus"], ["last"]), make("SequenceErase", ["s", "zero"], ["t"]),
            make("SequenceInsert", ["t", "last", "zero"], ["u"]), make("SequenceLength", ["u"], ["n"]), make("ConcatFromSequence", ["u"], ["y"], axis=-1),
        ],
        "sequence", [value("x", floats(2, 6))], [empty("y"), empty("n")], [array(int64s(1, 3, 2), "parts"), array(np.int64(-1), "minus"), array(np.int64(0), "zero")],
    )
    write("sequence", graph, {"x": floats(2, 6)})
    collect = helper.make_graph(
        [make("Add", ["i", "one"], ["count"]), make("Unsqueeze", ["count", "axis"], ["length"]), make("Slice", ["x", "begin", "length"], ["part"]), make("SequenceInsert", ["s", "part"], ["more"]), make("Identity", ["c"], ["goes"])],
        "collect", [scalar("i", TensorProto.INT64), scalar("c", TensorProto.BOOL), helper.make_tensor_sequence_value_info("s", TensorProto.FLOAT, None)],
        [scalar("goes", TensorProto.BOOL), helper.make_tensor_sequence_value_info("more", TensorProto.FLOAT, None)],
    )
    graph = helper.make_graph(
        [make("SequenceEmpty", [], ["none"]), make("Loop", ["n", "", "none"], ["parts"], body=collect), make("ConcatFromSequence", ["parts"], ["y"], axis=0)],
        "loop_sequence", [scalar("n", TensorProto.INT64), value("x", floats(5))], [empty("y")],
        [array(np.int64(1), "one"), array(int64s(0), "axis"), array(int64s(0), "begin")],
    )
    write("loop_sequence", graph, {"n": np.int64(4), "x": floats(5)})


def samples():
    image = floats(2, 3, 5, 6)
    for mode, padding, corners in [("linear", "zeros", 0), ("linear", "border", 1), ("nearest", "reflection", 0), ("cubic", "zeros", 1), ("cubic", "reflection", 0)]:
        name = f"grid_{mode}_{padding}"
        node(name, "GridSample", image, (1.3 * floats(2, 4, 3, 2)).clip(-1.8, 1.8), opset=20, mode=mode, padding_mode=padding, align_corners=corners)
    node("resize_cubic", "Resize", image, constants=[None, None, int64s(2, 3, 9, 4)], mode="cubic")
    node("resize_cubic_outside", "Resize", image, constants=[None, np.float32([1, 1, 0.7, 1.6])], mode="cubic", cubic_coeff_a=-0.5, exclude_outside=1)
    node("resize_antialias", "Resize", image, constants=[None, None, int64s(2, 3, 2, 3)], opset=18, mode="linear", antialias=1)
    node("resize_region", "Resize", image, constants=[np.float32([0, 0, -0.2, 0.1, 1, 1, 0.8, 1.2]), None, int64s(2, 3, 4, 5)], opset=18, mode="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=7.0)
    node("resize_not_larger", "Resize", image, constants=[None, None, int64s(7, 9)], opset=18, mode="nearest", axes=[2, 3], keep_aspect_ratio_policy="not_larger")
    node("resize_computed", "Resize", image, np.zeros(0, np.float32), np.float32([1, 1, 2, 1.5]), mode="linear")
    node("max_pool_indices", "MaxPool", image, outputs=2, kernel_shape=[2, 3], strides=[2, 2], pads=[0, 1, 1, 1])
    node("max_pool_dilated", "MaxPool", image, kernel_shape=[2, 2], dilations=[2, 3], ceil_mode=1, strides=[2, 1])
    node("lp_pool", "LpPool", image, opset=18, kernel_shape=[3, 2], p=3, strides=[2, 2], pads=[1, 0, 1, 1])
    node("affine_grid", "AffineGrid", floats(2, 2, 3), int64s(2, 3, 4, 5), opset=20, align_corners=0)
    node("unique", "Unique", np.int64([[3, 1, 3], [2, 1, 3]]), outputs=4)
    node("unique_unsorted", "Unique", np.float32([3, -1, 3, 2, -1]), outputs=4, sorted=0)
    node("unique_columns", "Unique", np.float32([[1, 0, 1, 1], [2, 1, 2, 0]]), outputs=4, axis=1)
    classes = int64s(0, 3, 1, 2)
    node("loss_of_classes", "NegativeLogLikelihoodLoss", floats(4, 5), classes, constants=[np.abs(floats(5))])
    node("loss_of_pixels", "NegativeLogLikelihoodLoss", floats(2, 4, 3), np.int64([[0, 1, 2], [3, 1, 0]]), reduction="none", ignore_index=1)
    node("cross_entropy", "SoftmaxCrossEntropyLoss", floats(2, 4, 3, 2), random.integers(0, 4, size=(2, 3, 2)), outputs=2, reduction="sum")
    node("hann_window", "HannWindow", np.int64(8), periodic=0)
    node("blackman_window", "BlackmanWindow", np.int64(7))
    node("dft", "DFT", floats(2, 10, 1), axis=1, onesided=1)
    node("dft_inverse", "DFT", floats(2, 8, 3, 2), constants=[np.int64(10)], axis=1, inverse=1)
    node("stft", "STFT", floats(2, 32, 1), constants=[np.int64(4), floats(16)])
    node("shift_beyond", "BitShift", np.uint8([16, 4, 255, 1]), np.uint8([1, 3, 7, 0]), direction="RIGHT")


def small_types():
    """Floats of 4 and 8 bits and integers of 2 and 4, between tensors of types that files have."""
    make, empty = helper.make_node, helper.make_empty_tensor_value_info
    x = np.float32([0, -0.0, 1, -1.06, 1.19, 3.3, -5, 6.5, 0.001, 447, 465, -500, 60000, -7e4, 1e-9, np.inf, -np.inf, np.nan])
    nodes, results = [], []
    for name in ["FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"]:
        for saturate in [1, 0]:
            result = f"{name.lower()}_{saturate}"
            nodes += [make("Cast", ["x"], [f"small_{result}"], to=getattr(TensorProto, name), saturate=saturate), make("Cast", [f"small_{result}"], [result], to=TensorProto.FLOAT)]
            results.append(result)
    graph = helper.make_graph(nodes, "small_floats", [value("x", x)], [empty(result) for result in results])
    write("small_floats", graph, {"x": x}, 21, compute=by_reference)
    fixed = lambda name, kind, array: helper.make_tensor(name, kind, array.shape, array.ravel())
    weights, zero = np.arange(-8, 7).reshape(3, 5), np.array([1, -2, 3])
    graph = helper.make_graph(
        [
            make("Transpose", ["w"], ["moved"]), make("DequantizeLinear", ["moved", "scale", "zero"], ["wide"], axis=1), make("MatMul", ["x", "wide"], ["y"]),
            make("QuantizeLinear", ["y", "step", "middle"], ["small"]), make("DequantizeLinear", ["small", "step", "middle"], ["again"]),
        ],
        "small_integers", [value("x", floats(2, 5))], [empty("y"), empty("again")],
        [fixed("w", TensorProto.INT4, weights), fixed("zero", TensorProto.INT4, zero), numpy_helper.from_array(np.float32([0.5, 0.25, 2]), "scale"), numpy_helper.from_array(np.float32(1.5), "step"), fixed("middle", TensorProto.UINT4, np.array(7))],
    )
    write("small_integers", graph, {"x": floats(2, 5)}, 21, compute=by_reference)


def mapped_lists():
    """Axes of tensors in a list whose ranks differ, so that the body of a map knows none."""
    make = helper.make_node
    nodes = [
        make("Unsqueeze", ["item", "front"], ["u"]), make("Unsqueeze", ["u", "back"], ["v"]), make("Concat", ["v", "v"], ["w"], axis=1),
    ]
    info = lambda name: helper.make_value_info(name, helper.make_tensor_type_proto(TensorProto.FLOAT, None))
    body = helper.make_graph(nodes, "body", [info("item")], [info("w")])
    whole = [
        make("SequenceConstruct", ["x", "y"], ["list"]), make("SequenceMap", ["list"], ["mapped"], body=body),
        make("SequenceAt", ["mapped", "zero"], ["a"]), make("SequenceAt", ["mapped", "one"], ["b"]),
    ]
    initial = {"front": int64s(0), "back": int64s(-1, -3), "zero": np.int64(0), "one": np.int64(1)}
    given = {"x": np.arange(3, dtype=np.float32), "y": np.arange(6, dtype=np.float32).reshape(2, 3) - 2}
    graph = helper.make_graph(
        whole, "mapped_lists", [value(n, a) for n, a in given.items()], [helper.make_empty_tensor_value_info(n) for n in ("a", "b")],
        [numpy_helper.from_array(np.asarray(a), n) for n, a in initial.items()],
    )
    write("mapped_lists", graph, given)


def strings_and_lists():
    text = np.array([["a b  c", " one"], ["", "x\u00e9\u00c9 y"]], dtype=object)
    node("string_concat", "StringConcat", text, np.array(["-", "+"], dtype=object), opset=20)
    node("string_split", "StringSplit", text, opset=20, outputs=2)
    node("string_split_at", "StringSplit", np.array(["a--b--c", "--", "d"], dtype=object), opset=20, outputs=2, delimiter="--", maxsplit=1)
    words = np.array(["Monday", "tuesday", "WEDNESDAY", "thursday"], dtype=object)
    node("string_normalizer", "StringNormalizer", words, opset=10, compute=by_reference, case_change_action="LOWER", stopwords=["monday", "wednesday"])
    node("string_normalizer_empty", "StringNormalizer", words[None, :1], opset=10, compute=by_reference, case_change_action="UPPER", is_case_sensitive=1, stopwords=["Monday"])
    node("regex_full_match", "RegexFullMatch", np.array(["a1", "b", "a1b"], dtype=object), opset=20, pattern="[a-z][0-9]?")
    line = (np.arange(48, dtype=np.float32) - 20) / 7
    node("mel_weights", "MelWeightMatrix", *[np.int64(n) for n in (8, 16, 8192)], np.float32(0), np.float32(4096))
    node("dft_computed", "DFT", line.reshape(2, 4, 6, 1), np.int64(5), np.int64(1), opset=20)
    node("stft_computed", "STFT", line.reshape(2, 24, 1), np.int64(3), line[:8], np.int64(8), opset=17)
    node("conv_volume_groups", "Conv", line.reshape(1, 4, 3, 2, 2), constants=[line[:32].reshape(4, 2, 2, 2, 1)], group=2)
    node("conv_transpose_volume", "ConvTranspose", line[:24].reshape(1, 2, 3, 2, 2), constants=[line[:32].reshape(2, 2, 2, 2, 2)], strides=[2, 1, 2])
    node("scatter_multiply", "ScatterElements", line[:12].reshape(3, 4), int64s(1, 0, 1, 2).reshape(2, 2), line[:4].reshape(2, 2), opset=18, axis=1, reduction="mul")
    square = line[:16].reshape(4, 4)
    node("pad_edge_computed", "Pad", square, int64s(1, 0, 2, 3), opset=19, mode="edge")
    node("pad_wrap_computed", "Pad", square, int64s(1, 0, 2, 3), opset=19, mode="wrap")
    node("center_crop_pad", "CenterCropPad", line[:20].reshape(4, 5), int64s(7, 2), opset=18)
    node("columns_to_image", "Col2Im", line.reshape(1, 8, 6), int64s(4, 5), int64s(2, 2), opset=18, strides=[2, 2], pads=[0, 1, 0, 1])
    node("max_unpool", "MaxUnpool", line[:4].reshape(1, 1, 2, 2), int64s(5, 7, 13, 15).reshape(1, 1, 2, 2), int64s(1, 1, 5, 6), opset=11, kernel_shape=[2, 2], strides=[2, 2], compute=by_reference)
    pool = dict(ngram_counts=[0, 3], ngram_indexes=[1, 0, 3, 2, 4], min_gram_length=1, max_gram_length=2, max_skip_count=1)
    node("tf_idf_numbers", "TfIdfVectorizer", int64s(1, 2, 3, 1, 2, 2, 1, 5).reshape(2, 4), mode="TFIDF", pool_int64s=[1, 2, 5, 1, 2, 2, 2], weights=[0.5, 2.0, 3.0, 1.5, 4.0], opset=9, **pool)
    node("tf_idf_words", "TfIdfVectorizer", np.array(["b", "a", "c", "a", "b"], dtype=object), mode="TF", pool_strings=["a", "b", "x", "b", "a", "a", "b"], opset=9, **pool)
    token = lambda last: line[: 6 * last].reshape(2, 3, last) / 4
    heads = dict(q_num_heads=2, kv_num_heads=1, opset=27, compute=by_reference)
    node("linear_attention", "LinearAttention", token(8), token(4), token(2), outputs=2, update_rule="linear", **heads)
    node("linear_attention_gated_delta", "LinearAttention", token(8), token(4), token(2), line[:16].reshape(2, 1, 4, 2), -np.abs(token(4)), np.abs(token(1)), outputs=2, **heads)
    node("causal_conv", "CausalConvWithState", line[:20].reshape(2, 2, 5), line[:6].reshape(2, 1, 3), line[:2], line[:8].reshape(2, 2, 2), opset=27, outputs=2, activation="silu", compute=by_reference)
    make, tensor_value = helper.make_node, helper.make_tensor_value_info
    inputs = {name: line[:n].reshape(1, -1, 3, 4) for name, n in [("q", 48), ("k", 24), ("v", 24)]}
    change = helper.make_graph([make("Mul", ["s", "two"], ["t"])], "change", [tensor_value("s", TensorProto.FLOAT, [1, 4, 3, 3])], [tensor_value("t", TensorProto.FLOAT, [1, 4, 3, 3])], [numpy_helper.from_array(np.float32(2), "two")])
    graph = helper.make_graph([make("FlexAttention", ["q", "k", "v"], ["y"], domain="ai.onnx.preview", score_mod=change)], "flex_attention", [value(name, array) for name, array in inputs.items()], [helper.make_empty_tensor_value_info("y")])
    write("flex_attention", graph, inputs, 26, domains=["ai.onnx.preview"], compute=by_reference)
    branch = lambda name, *nodes: helper.make_graph(nodes, name, [], [tensor_value(f"{name}_y", TensorProto.FLOAT, [None])])
    some = branch("some", make("OptionalGetElement", ["extra"], ["more"]), make("Add", ["whole", "more"], ["some_y"]))
    graph = helper.make_graph(
        [
            make("ConcatFromSequence", ["parts"], ["whole"], axis=0), make("OptionalHasElement", ["extra"], ["is_given"]),
            make("If", ["is_given"], ["y"], then_branch=some, else_branch=branch("none", make("Identity", ["whole"], ["none_y"]))),
            make("SplitToSequence", ["y", "two"], ["pieces"], axis=0),
        ],
        "lists",
        [
            helper.make_tensor_sequence_value_info("parts", TensorProto.FLOAT, [None]),
            helper.make_value_info("extra", helper.make_optional_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, []))),
        ],
        [tensor_value("y", TensorProto.FLOAT, [None]), helper.make_tensor_sequence_value_info("pieces", TensorProto.FLOAT, [None])],
        [numpy_helper.from_array(np.int64(2), "two")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.checker.check_model(model)
    folder = FOLDER / "lists"
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    parts, extra = [line[:2], line[2:3]], np.float32(1.5)
    np.savez(folder / "in0.npz", *parts)
    np.save(folder / "in1.npy", extra)
    np.save(folder / "out0.npy", np.concatenate(parts) + extra)


def open_sizes():
    """Models that know ranks of their inputs only."""
    global random
    random = np.random.default_rng(8)
    lengths = np.array([3, 5, 1], np.int32)
    steps, part = floats(5, 3, 4), dict(is_open=True, hidden_size=2)
    weights = lambda gates, directions=1: [floats(directions, 2 * gates, 4), floats(directions, 2 * gates, 2), floats(directions, 4 * gates)]
    node("rnn_open", "RNN", steps, constants=weights(1), outputs=2, activations=["Relu"], direction="reverse", **part)
    node("gru_open", "GRU", steps, constants=[*weights(3, 2), lengths], outputs=2, direction="bidirectional", **part)
    node("gru_reset_after", "GRU", steps, constants=[*weights(3), None, floats(1, 3, 2)], outputs=2, linear_before_reset=1, **part)
    node("lstm_open", "LSTM", steps, constants=[*weights(4, 2), lengths, floats(2, 3, 2), floats(2, 3, 2), floats(2, 6)], outputs=3, direction="bidirectional", **part)
    node("lstm_clip", "LSTM", steps, constants=weights(4), outputs=3, clip=0.4, **part)
    image = floats(2, 4, 5, 6)
    node("conv_open", "Conv", image, constants=[floats(6, 2, 3, 2), floats(6)], group=2, auto_pad="SAME_UPPER", strides=[2, 3], is_open=True)
    node("conv_transpose_open", "ConvTranspose", image, constants=[floats(4, 2, 3, 2), floats(2)], strides=[2, 3], pads=[1, 0, 1, 1], output_padding=[1, 0], is_open=True)
    node("max_pool_open", "MaxPool", image, auto_pad="SAME_UPPER", kernel_shape=[3, 2], strides=[2, 2], is_open=True)
    node("average_pool_open", "AveragePool", image, auto_pad="SAME_UPPER", kernel_shape=[3, 2], strides=[2, 2], is_open=True)
    node("trilu_open", "Trilu", floats(2, 4, 5), constants=[np.int64(-1)], upper=0, is_open=True)
    node("depth_to_space_open", "DepthToSpace", image, blocksize=2, is_open=True)
    node("space_to_depth_open", "SpaceToDepth", floats(1, 3, 4, 6), blocksize=2, is_open=True)
    node("softmax_flat_open", "Softmax", floats(2, 3, 4), axis=1, opset=11, is_open=True)
    node("hardmax_open", "Hardmax", floats(2, 3, 4), axis=1, is_open=True)
    node("arg_max_open", "ArgMax", np.array([[1, 3, 3], [2, 2, 0]], np.float32), axis=1, select_last_index=1, is_open=True)
    node("reduce_all_open", "ReduceSum", floats(2, 3), int64s(), keepdims=0, is_open=True)
    attend = dict(opset=23, q_num_heads=4, kv_num_heads=2, is_open=True)
    node("attention_open", "Attention", floats(2, 3, 16), floats(2, 3, 8), floats(2, 3, 12), np.array([[1, 1, 0], [1, 0, 1], [1, 1, 1]], bool), is_causal=1, softcap=2.0, compute=by_reference, **attend)
    make, tensor_value = helper.make_node, helper.make_tensor_value_info
    # Sizes that are computed from those of the input, most of which are known.
    graph = helper.make_graph(
        [
            make("Shape", ["x"], ["sizes"]), make("Gather", ["sizes", "zero"], ["batch"]), make("Unsqueeze", ["batch", "first"], ["front"]),
            make("Concat", ["front", "rest"], ["wanted"], axis=0), make("Reshape", ["x", "wanted"], ["cut"]), make("Transpose", ["cut"], ["moved"], perm=[0, 2, 1, 3]),
            make("GroupNormalization", ["moved", "scale", "bias"], ["y"], num_groups=2),
        ],
        "sizes_computed", [tensor_value("x", TensorProto.FLOAT, ["batch", 3, 8])], [helper.make_empty_tensor_value_info("y")],
        [numpy_helper.from_array(array, name) for name, array in {"zero": np.int64(0), "first": int64s(0), "rest": int64s(3, 4, 2), "scale": floats(4), "bias": floats(4)}.items()],
    )
    write("sizes_computed", graph, {"x": floats(2, 3, 8)}, 21)
    regions = np.float32([[0, 0, 5, 4], [1.5, 0.5, 3, 3.5], [-2, 1, 9, 2]])
    for mode in ["avg", "max"]:
        node(f"roi_align_{mode}", "RoiAlign", image, regions, int64s(0, 1, 1), mode=mode, output_height=2, output_width=3, sampling_ratio=2 * (mode == "avg"), spatial_scale=0.9)
    node("roi_align_before", "RoiAlign", image, regions, int64s(0, 1, 1), opset=10, output_height=2, output_width=2)
    node("deform_conv", "DeformConv", floats(1, 4, 5, 5), floats(2, 2, 2, 2), floats(1, 16, 6, 6) / 2, floats(2), np.abs(floats(1, 8, 6, 6)), opset=22, group=2, offset_group=2, pads=[1, 1, 1, 1], compute=by_reference)


def pictures():
    """Files of two rows of three pixels; Pillow decodes."""
    import io
    import PIL.Image
    pixels = (np.arange(18, dtype=np.uint8) * 14).reshape(2, 3, 3)
    for kind, pixel_format in [("bmp", "BGR"), ("ppm", "RGB"), ("png", "Grayscale"), ("jpeg", "RGB")]:
        file = io.BytesIO()
        PIL.Image.fromarray(pixels).save(file, kind)
        contents = np.frombuffer(file.getvalue(), np.uint8)
        node(f"image_decoder_{kind}", "ImageDecoder", contents, opset=20, pixel_format=pixel_format, compute=by_reference)


def exports():
    """What exporters write, as far as the cases above do not have it."""
    node("non_max_suppression_open", "NonMaxSuppression", np.abs(floats(2, 9, 4)) + 0.5, np.abs(floats(2, 3, 9)), constants=[np.int64(4), np.float32(0.3), np.float32(0.2)],
         center_point_box=1, is_open=True)
    node("eye_like_open", "EyeLike", floats(3, 5), k=1, is_open=True)
    node("grid_cubic_border", "GridSample", floats(1, 2, 5, 6), floats(1, 3, 4, 2) * 1.5, opset=20, mode="cubic", padding_mode="border", align_corners=1)
    node("pad_negative_computed", "Pad", floats(4, 5), int64s(-1, 2, 2, -3), constants=[np.float32(7)], is_open=True)
    node("pad_reflect_negative_computed", "Pad", floats(4, 5), int64s(2, -1, -1, 3), mode="reflect", is_open=True)
    node("slice_count_open", "Slice", floats(4, 5), int64s(1), int64s(-1), is_open=True)
    node("stft_without_parts", "STFT", floats(2, 16), constants=[np.int64(4), np.hanning(8).astype(np.float32)], is_open=True)
    make, array, empty = helper.make_node, numpy_helper.from_array, helper.make_empty_tensor_value_info
    scalar = lambda name, kind: helper.make_tensor_value_info(name, kind, [])
    rows = np.int64([[2, 0, 3], [1, 1, 1]])
    # The ranks of tensors in sequences follow from what is put into them, before a loop and in it.
    repeat = helper.make_graph(
        [
            make("SequenceAt", ["rows", "i"], ["row"]), make("Unsqueeze", ["row", "one"], ["wide"]), make("Tile", ["wide", "times"], ["more"]),
            make("SequenceInsert", ["s", "more"], ["t"]), make("Identity", ["c"], ["goes"]),
        ],
        "repeat", [scalar("i", TensorProto.INT64), scalar("c", TensorProto.BOOL), helper.make_tensor_sequence_value_info("s", TensorProto.FLOAT, None)],
        [scalar("goes", TensorProto.BOOL), helper.make_tensor_sequence_value_info("t", TensorProto.FLOAT, None)],
    )
    graph = helper.make_graph(
        [
            make("SplitToSequence", ["x"], ["rows"], axis=0, keepdims=0), make("SequenceEmpty", [], ["none"]), make("SequenceLength", ["rows"], ["count"]),
            make("Loop", ["count", "", "none"], ["all"], body=repeat), make("ConcatFromSequence", ["all"], ["joined"], axis=0), make("Transpose", ["joined"], ["y"], perm=[1, 0]),
        ],
        "sequence_ranks", [value("x", floats(3, 4), ["rows_of_x", 4])], [empty("y")], [array(int64s(1), "one"), array(int64s(1, 2), "times")],
    )
    write("sequence_ranks", graph, {"x": floats(3, 4)})
    graph = helper.make_graph(
        [make("ReverseSequence", ["x", "lengths"], ["turned"], batch_axis=1, time_axis=0), make("Gather", ["turned", "last"], ["y"], axis=0)],
        "reverse_gather", [value("x", rows, ["steps", "batch"]), value("lengths", int64s(2, 1, 2), ["batch"])], [empty("y")], [array(np.int64(-1), "last")],
    )
    write("reverse_gather", graph, {"x": rows, "lengths": int64s(2, 1, 2)})


def norms():
    node("global_norm", "GlobalLpPool", floats(2, 3, 4, 5), p=3)
    node("global_root", "GlobalLpPool", floats(2, 3, 6))


def layouts():
    """Images that come and go with channels last, padded between convolutions, and filters that reach beyond them."""
    make = helper.make_node
    nodes = [
        make("Transpose", ["image"], ["x"], perm=[0, 3, 1, 2]),
        make("Conv", ["x", "w1", "b1"], ["c1"], pads=[1, 1, 1, 1]),
        make("Relu", ["c1"], ["r1"]),
        make("Pad", ["r1", "behind"], ["p1"]),
        make("Conv", ["p1", "w2"], ["c2"], group=8, strides=[2, 2]),
        make("Pad", ["c2", "cut"], ["p2"], mode="reflect"),
        make("MaxPool", ["p2"], ["m"], kernel_shape=[5, 5], pads=[2, 2, 2, 2]),
        make("AveragePool", ["p2"], ["a"], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        make("Concat", ["m", "a"], ["all"], axis=1),
        make("Conv", ["all", "w3"], ["far"], dilations=[6, 6], pads=[6, 6, 6, 6]),
        make("Conv", ["all", "w3"], ["farther"], dilations=[24, 24], pads=[24, 24, 24, 24]),
        make("Add", ["far", "farther"], ["sum"]),
        make("Pad", ["sum", "around"], ["p3"], mode="edge"),
        make("Transpose", ["p3"], ["y"], perm=[0, 2, 3, 1]),
    ]
    initial = {
        "w1": floats(8, 3, 3, 3) / 4, "b1": floats(8), "w2": floats(8, 1, 3, 3) / 4, "w3": floats(12, 16, 3, 3) / 16,
        "behind": np.array([0, 0, 0, 0, 0, 0, 1, 1]), "cut": np.array([0, 0, 1, 2, 0, 0, 1, 0]), "around": np.array([0, 1, 0, 1, 0, 0, 2, 0]),
    }
    graph = helper.make_graph(
        nodes, "layouts", [value("image", floats(2, 16, 18, 3))], [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(a, n) for n, a in initial.items()],
    )
    write("padded_images", graph, {"image": floats(2, 16, 18, 3)}, compute=by_reference)

    # Halves of channels, amounts of padding from sizes, a gate that is expanded, several channels from one, and pixels as tokens.
    nodes = [
        make("Transpose", ["image"], ["x"], perm=[0, 3, 1, 2]),
        make("Conv", ["x", "w1"], ["c1"], pads=[1, 1, 1, 1]),
        make("Shape", ["c1"], ["sizes"]),
        make("Slice", ["sizes", "two", "four", "zero"], ["pixels"]),
        make("Mod", ["pixels", "two"], ["rest"]),
        make("Concat", ["zeros4", "zeros2", "rest"], ["amounts"], axis=0),
        make("Pad", ["c1", "amounts"], ["p1"]),
        make("Slice", ["p1", "zero", "four", "one"], ["front"]),
        make("Split", ["p1", "parts"], ["back", "rest_of"], axis=1),
        make("Slice", ["back", "last", "least", "two", "back_by_two"], ["turned"]),
        make("GlobalAveragePool", ["front"], ["mean"]),
        make("Reshape", ["mean", "as_list"], ["list"]),
        make("Sigmoid", ["list"], ["gate"]),
        make("Reshape", ["gate", "as_pixel"], ["pixel"]),
        make("Expand", ["pixel", "as_image"], ["gates"]),
        make("Mul", ["front", "gates"], ["gated"]),
        make("Mul", ["gated", "pixel"], ["again"]),
        make("Concat", ["again", "rest_of"], ["all"], axis=1),
        make("Conv", ["all", "w2"], ["many"], group=8, pads=[1, 1, 1, 1]),
        make("Reshape", ["many", "as_tokens"], ["flat"]),
        make("Transpose", ["flat"], ["tokens"], perm=[0, 2, 1]),
        make("MatMul", ["tokens", "w3"], ["mixed"]),
        make("Transpose", ["mixed"], ["channels"], perm=[0, 2, 1]),
        make("Reshape", ["channels", "as_before"], ["y"]),
    ]
    initial = {
        "w1": floats(8, 3, 3, 3) / 4, "w2": floats(16, 1, 3, 3) / 4, "w3": floats(16, 12) / 4, "zero": np.array([0]), "one": np.array([1]), "two": np.array([2]), "four": np.array([4]),
        "zeros2": np.array([0, 0]), "zeros4": np.array([0, 0, 0, 0]), "parts": np.array([4, 4]), "last": np.array([-1]), "least": np.array([-100]), "back_by_two": np.array([-2]),
        "as_list": np.array([1, 1, -1]), "as_pixel": np.array([1, -1, 1, 1]), "as_image": np.array([1, 4, 8, 10]), "as_tokens": np.array([1, 16, -1]),
        "as_before": np.array([1, 12, 8, -1]),
    }
    graph = helper.make_graph(
        nodes, "more layouts", [value("image", floats(1, 7, 9, 3))],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("y", "turned")],
        [numpy_helper.from_array(a, n) for n, a in initial.items()],
    )
    write("pixels_and_channels", graph, {"image": floats(1, 7, 9, 3)}, compute=by_reference)


def groups_and_volumes():
    make = helper.make_node
    ints = lambda *values: np.array(values, np.int64)
    # A group normalisation as exporters write it, one of each channel, sizes that change, and pixels as tokens with an open number of channels.
    nodes = [
        make("Conv", ["x", "w1"], ["c1"], pads=[1, 1, 1, 1]),
        make("Reshape", ["c1", "as_groups"], ["cut"]),
        make("InstanceNormalization", ["cut", "ones", "zeros"], ["of_groups"]),
        make("Shape", ["c1"], ["sizes"]),
        make("Reshape", ["of_groups", "sizes"], ["joined"]),
        make("Mul", ["joined", "scale"], ["scaled"]),
        make("Add", ["scaled", "bias"], ["n1"]),
        make("Relu", ["n1"], ["r1"]),
        make("Resize", ["r1", "", "twice"], ["large"], mode="linear"),
        make("InstanceNormalization", ["large", "of_each", "and_bias"], ["n2"]),
        make("Resize", ["n2", "", "", "sizes_of_all"], ["odd"], mode="nearest"),
        make("Conv", ["odd", "w2"], ["c2"], pads=[1, 1, 1, 1]),
        make("Reshape", ["c2", "as_one"], ["whole"]),
        make("InstanceNormalization", ["whole", "one", "zero"], ["of_all"]),
        make("Reshape", ["of_all", "as_line"], ["line"]),
        make("Transpose", ["line"], ["tokens"], perm=[0, 2, 1]),
        make("MatMul", ["tokens", "w3"], ["mixed"]),
        make("Transpose", ["mixed"], ["channels"], perm=[0, 2, 1]),
        make("Reshape", ["channels", "as_image"], ["y"]),
    ]
    initial = {
        "w1": floats(8, 3, 3, 3) / 4, "w2": floats(6, 8, 3, 3) / 8, "w3": floats(6, 5) / 4, "as_groups": ints(0, 2, -1), "ones": np.ones(2, np.float32),
        "zeros": np.zeros(2, np.float32), "scale": floats(8, 1, 1), "bias": floats(8, 1, 1), "twice": np.array([1, 1, 2, 2], np.float32),
        "of_each": floats(8), "and_bias": floats(8), "sizes_of_all": ints(2, 8, 9, 15), "as_one": ints(0, 1, -1), "one": np.ones(1, np.float32),
        "zero": np.zeros(1, np.float32), "as_line": ints(2, 6, -1), "as_image": ints(2, -1, 9, 15),
    }
    graph = helper.make_graph(
        nodes, "groups", [value("x", floats(2, 3, 6, 7))], [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(a, n) for n, a in initial.items()],
    )
    write("groups_of_channels", graph, {"x": floats(2, 3, 6, 7)})
    # Volumes of enough channels for panels of the filters.
    nodes = [
        make("Conv", ["x", "w1", "b1"], ["c1"], pads=[1] * 6),
        make("Relu", ["c1"], ["r1"]),
        make("Conv", ["r1", "w2"], ["c2"], strides=[2, 1, 2], pads=[1, 0, 1, 0, 1, 1], dilations=[1, 2, 1]),
        make("ConvTranspose", ["c2", "w3"], ["t1"], strides=[2, 2, 2]),
        make("ConvTranspose", ["t1", "w4"], ["y"], strides=[2, 1, 1], pads=[1, 1, 1, 1, 1, 1], output_padding=[1, 0, 0]),
    ]
    initial = {
        "w1": floats(16, 6, 3, 3, 3) / 12, "b1": floats(16), "w2": floats(20, 16, 3, 2, 3) / 16, "w3": floats(20, 8, 2, 2, 2) / 6, "w4": floats(8, 7, 3, 3, 3) / 12,
    }
    graph = helper.make_graph(
        nodes, "volumes", [value("x", floats(2, 6, 3, 8, 7))], [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(a, n) for n, a in initial.items()],
    )
    write("volumes_in_panels", graph, {"x": floats(2, 6, 3, 8, 7)})


operators()
networks()
loops()
samples()
small_types()
strings_and_lists()
mapped_lists()
open_sizes()
pictures()
exports()
norms()
layouts()
groups_and_volumes()
