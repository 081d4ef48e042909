#!/usr/bin/env python3
"""Writes the models in testdata/onnx that show what tools around the format write, beside the operators of its standard: ONNX Runtime's
optimizer, converters to halves, quantizers of a few bits, tensors that are mostly zeros, and exporters of its first years.

    onnx_tools_cases.py FOLDER

Needs onnx, onnxruntime and numpy; the models with blocks of channels are those of the processor that it runs on. Each model has a folder
of its own: model.onnx, in0.npy …, out0.npy …"""

import pathlib
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from google.protobuf import text_format
from onnx import helper, numpy_helper, parser, printer

FOLDER = pathlib.Path(sys.argv[1])
random = np.random.default_rng(11)


def floats(*sizes):
    return random.normal(size=sizes).astype(np.float32)


def session(model, level="ORT_DISABLE_ALL", path=None):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
    options.log_severity_level = 4
    if path:
        options.optimized_model_filepath = path
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def write(name, model, *inputs):
    runtime, inputs = session(model), [np.asarray(array) for array in inputs]
    outputs = runtime.run(None, dict(zip([value.name for value in runtime.get_inputs()], inputs)))
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    for kind, arrays in (("in", inputs), ("out", outputs)):
        for at, array in enumerate(arrays):
            array = array.astype("S") if array.dtype == object else array
            np.save(folder / f"{kind}{at}.npy", array)


def parsed(text, opset=17, **constants):
    model = parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}, "com.microsoft" : 1]>\n{text}')
    model.graph.initializer.extend(numpy_helper.from_array(np.asarray(array), key) for key, array in constants.items())
    return model


def node(name, op, inputs, constants=(), opset=17, domain="", **attrs):
    """One node; constants are initialisers behind the inputs, None an input that is absent."""
    names = [f"x{i}" for i in range(len(inputs))]
    fixed = [f"c{i}" if array is not None else "" for i, array in enumerate(constants)]
    made = helper.make_node(op, names + fixed, ["y"], domain=domain, name=f"the_{op}", **attrs)
    initial = [numpy_helper.from_array(np.asarray(array), n) for n, array in zip(fixed, constants) if n]
    values = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(a.dtype), list(a.shape)) for n, a in zip(names, inputs)]
    graph = helper.make_graph([made], name, values, [helper.make_empty_tensor_value_info("y")], initial)
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)]
    write(name, helper.make_model(graph, opset_imports=opsets, ir_version=8), *inputs)


def blocks_of_channels(name, given, few, many):
    """Convolutions of so many channels, one for each channel, a gate, pools, copies of pixels, and an image with its channels last."""
    network = parsed("""g (float[n, GIVEN, 8, 8] x) => (float[n, 12, 12, k] last, float[n, k] y) {
        a = Conv<pads=[1, 1, 1, 1]>(x, w0, b0)
        b = Relu(a)
        c = Conv<pads=[1, 1, 1, 1], group=FEW>(b, w1, b1)
        d = Clip(c, least, most)
        e = Conv(d, w2)
        f = Add(e, b)
        g = Relu(f)
        h = MaxPool<kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]>(g)
        i = Conv<pads=[1, 1, 1, 1]>(h, w3, b3)
        j = GlobalAveragePool(i)
        k = Conv(j, w4, b4)
        l = HardSigmoid<alpha=0.2, beta=0.4>(k)
        m = Mul(i, l)
        o = AveragePool<kernel_shape=[2, 2]>(m)
        p = Resize<mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor">(o, , scales)
        g2 = AveragePool<kernel_shape=[3, 3], strides=[2, 2]>(g)
        q = Resize<mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor">(g2, , scales2)
        r = Concat<axis=1>(p, q)
        last = Transpose<perm=[0, 2, 3, 1]>(r)
        s = GlobalMaxPool(r)
        y = Flatten(s)
    }""".replace("FEW", str(few)).replace("GIVEN", str(given)),
        w0=floats(few, given, 3, 3) / 8, b0=floats(few) / 4, w1=floats(few, 1, 3, 3) / 4, b1=floats(few), least=np.float32(0), most=np.float32(6), w2=floats(few, few, 1, 1) / 8,
        w3=floats(many, few, 3, 3) / 32, b3=floats(many) / 4, w4=floats(many, many, 1, 1), b4=floats(many), scales=np.float32([1, 1, 4, 4]), scales2=np.float32([1, 1, 4, 4]))
    with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
        session(network, "ORT_ENABLE_ALL", file.name)
        optimized = onnx.load(file.name)
    used = {made.op_type for made in optimized.graph.node if made.domain == "com.microsoft.nchwc"}
    print(f"{name}:", ", ".join(sorted(used)))
    write(name, optimized, floats(2, given, 8, 8))


def order_and_types():
    write("unordered_nodes", parsed("""g (float[n, 3] x) => (float[n, 3] y) {
        c = Constant<value = bool {1}>()
        y = If(c)<then_branch = t () => (float[n, 3] u) { u = Add(b, x) }, else_branch = e () => (float[n, 3] v) { v = Neg(x) }>
        b = Mul(a, a)
        a = Relu(x)
    }"""), floats(2, 3))
    weights = helper.make_tensor("w", onnx.TensorProto.INT4, [4, 3], [1, -3, 7, -8, 0, 5, -1, 2, 3, 6, -6, 4])
    model = parsed("""g (float[n, 4] x) => (float[n, 3] y) {
        q = QuantizeLinear<output_dtype=0>(x, s, z)
        d = DequantizeLinear(q, s, z)
        v = com.microsoft.DequantizeLinear<axis=1>(w, t)
        y = MatMul(d, v)
    }""", opset=21, s=np.float32(0.02), z=np.uint8(128), t=np.abs(floats(3)))
    model.graph.initializer.append(weights)
    write("default_types", model, floats(2, 4))


def mostly_zeros():
    sparse = [(np.int64([0, 7, 29]), "linear"), (np.int64([[0, 1], [2, 3], [5, 4]]), "places")]
    for indices, name in sparse:
        model = parsed("g (float[2, 6] x) => (float[2, 5] y) { y = MatMul(x, w) }")
        values = numpy_helper.from_array(np.float32([1, 2, 3]), "w")
        model.graph.sparse_initializer.append(helper.make_sparse_tensor(values, numpy_helper.from_array(indices), [6, 5]))
        write(f"sparse_{name}", model, floats(2, 6))


def loops():
    text = """g (float[n, 3] x, int64 count) => (float[n, 3] y, float[k, n, 3] all) {
        c = Constant<value = bool {1}>()
        y, all = Loop(count, c, x)<body = b (int64 i, bool go, float[n, 3] v) => (bool on, float[n, 3] w, float[n, 3] o) {
            w = Add(v, v)
            on = Identity(go)
            o = Neg(w)
        }>
    }"""
    write("loop_never", parsed(text), floats(2, 3), np.int64(0))
    write("loop_open", parsed(text), floats(2, 3), np.int64(3))


def former():
    image = floats(2, 4, 6, 6)
    regions = np.float32([[0, 0, 0, 3, 3], [1, 1, 1, 5, 4], [0, 2, 2, 2, 2], [1, -3, 2, 9, 12]])
    node("max_roi_pool", "MaxRoiPool", [image, regions], pooled_shape=[2, 3], spatial_scale=0.7)
    node("former_affine", "Affine", [floats(2, 3)], opset=8, alpha=2.0, beta=0.5)
    node("former_crop", "Crop", [image], opset=8, border=[1, 1, 2, 1])
    node("former_crop_of_size", "Crop", [image], opset=8, border=[1, 2, 0, 0], scale=[3, 2])
    node("former_image_scaler", "ImageScaler", [image], opset=8, scale=0.5, bias=[0.1, 0.2, 0.3, 0.4])
    node("former_softplus", "ParametricSoftplus", [floats(2, 3)], opset=8, alpha=2.0, beta=0.5)
    node("former_scaled_tanh", "ScaledTanh", [floats(2, 3)], opset=8, alpha=2.0, beta=0.5)
    node("former_slice", "DynamicSlice", [image], [np.int64([1, 0]), np.int64([3, 2]), np.int64([2, 1])], opset=8)
    node("former_mean_variance", "MeanVarianceNormalization", [image], opset=8, across_channels=1)


def converted_graphs():
    """What converters from TensorFlow write: nearest pixels by its rule, the number of a round as a bound, coordinates of a count that is open, texts."""
    node("resize_under_centres", "Resize", [floats(1, 2, 5, 6)], [None, None, np.array([1, 2, 7, 4])], mode="nearest", nearest_mode="floor", coordinate_transformation_mode="tf_half_pixel_for_nn")
    # ONNX Runtime gives a loop's number as a list where the graph says so.
    write("slice_by_counter", parsed("""g (float[n, 3] x, int64 count) => (float[k, m, 3] y) {
        c = Constant<value = bool {1}>()
        y = Loop(count, c)<body = b (int64[1] i, bool go) => (bool on, float[m, 3] o) {
            after = Add(i, one)
            o = Slice(x, i, after, zero)
            on = Identity(go)
        }>
    }""", one=np.int64([1]), zero=np.int64([0])), floats(4, 3), np.int64(3))
    write("gather_nd_open", parsed("g (float[n, m, l] x, int64[a, b] at) => (float[c, d] y) { y = GatherND<batch_dims=0>(x, at) }"), floats(3, 4, 2), np.array([[0, -1], [2, 1]]))
    numbers = [np.float32([np.nan, np.inf, -np.inf, 1e-7, 123456789, 0.1, -0.0, 1e20, 3]), np.float64([np.nan, -np.inf, 0.1, 2 / 3, 1e300]), np.float16([0.1, np.nan]), np.array([True, False]), np.int8([-3, 4]), np.uint64([3, 2**64 - 1])]
    for array in numbers:
        node(f"cast_{array.dtype.name}_to_text", "Cast", [array], to=onnx.TensorProto.STRING)


def rare():
    own = dict(domain="com.microsoft")
    node("ms_experts", "MoE", [floats(5, 8), floats(5, 4)], [floats(4, 16, 8) / 3, floats(4, 16), floats(4, 8, 16) / 3, floats(4, 8)], k=2, activation_type="gelu", **own)
    node("ms_experts_normalized", "MoE", [floats(5, 8), floats(5, 4)], [floats(4, 16, 8) / 3, None, floats(4, 8, 16) / 3], k=2, activation_type="silu", normalize_routing_weights=1, **own)
    words = np.array([[1, 2, 3, 1, 2], [4, 4, 4, 4, 4]])
    node("ms_without_repeats", "NGramRepeatBlock", [words, floats(2, 6)], ngram_size=3, **own)
    node("ms_without_repeated_words", "NGramRepeatBlock", [words, floats(2, 6)], ngram_size=1, **own)
    node("ms_without_repeats_of_few", "NGramRepeatBlock", [words, floats(2, 6)], ngram_size=7, **own)
    node("ms_unfold", "UnfoldTensor", [floats(2, 7, 3)], dim=1, size=3, step=2, **own)
    node("ms_matmul_integer_16", "MatMulInteger16", [random.integers(-300, 300, (3, 4)).astype(np.int16)], [random.integers(-300, 300, (4, 2)).astype(np.int16)], **own)
    node("ms_conv_transpose_pads", "ConvTransposeWithDynamicPads", [floats(1, 3, 4, 4)], [floats(3, 2, 3, 3), np.array([1, 1, 1, 1])], strides=[2, 2], **own)
    node("ms_fused_gemm_elu", "FusedGemm", [floats(2, 3)], [floats(3, 4), floats(4)], activation="Elu", activation_alpha=0.5, **own)
    node("ms_fused_conv_hard", "FusedConv", [floats(1, 2, 5, 5)], [floats(3, 2, 2, 2)], activation="HardSigmoid", activation_params=[0.2, 0.4], **own)


def as_texts():
    """A model in ONNX's textual syntax, and as the text of its message."""
    model = parsed("""g (float[n, 3] x, int64 count) => (float[n, 3] y) {
        go = Constant<value = bool {1}>()
        [loop] scaled = Loop(count, go, x)<body = b (int64 i, bool on, float[n, 3] before) => (bool more, float[n, 3] after) {
            more = Identity(on)
            after = Gemm<alpha = 0.5, transB = 1>(before, w, c)
        }>
        y = LeakyRelu<alpha: float = 0.25>(scaled)
    }""", w=floats(3, 3), c=floats(3))
    for name, text in (("text_syntax", printer.to_text(model)), ("text_of_message", text_format.MessageToString(model))):
        write(name, model, floats(4, 3), np.int64(3))
        (FOLDER / name / "model.onnx").write_text(text)


# Channels that are dropped, or that come in without blocks, tell how large the blocks are.
blocks_of_channels("blocks_of_channels", 3, 20, 24)
blocks_of_channels("blocks_with_pools", 12, 16, 32)
order_and_types()
mostly_zeros()
loops()
former()
converted_graphs()
rare()
as_texts()
