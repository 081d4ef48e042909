"""Networks of the other families after ONNX Runtime's tools: quantized in each format, in halves, and with its own fused operators."""

import pathlib
import tempfile

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime import quantization
from onnxruntime.quantization import shape_inference

from . import language, vision
from .pytorch import Cases, arrays

NETWORKS = ["vision.resnet18", "vision.mobilenet_v2", "vision.mobilenet_v3_small", "vision.efficientnet_b0", "vision.densenet121", "vision.squeezenet1_1", "vision.convnext_tiny",
            "vision.u_net", "vision.shufflenet_v2_x0_5", "language.bert", "language.distilbert", "language.vit", "language.swin", "language.gpt2_cached", "language.llama_cached", "language.t5"]
OPTIMIZED = {"language.bert": "bert", "language.distilbert": "bert", "language.roberta": "bert", "language.vit": "vit", "language.gpt2": "gpt2", "language.gpt2_cached": "gpt2",
             "language.llama_cached": "gpt2", "language.t5": "t5", "language.bart": "bart", "language.clip": "clip", "language.swin": "swin", "language.qwen2_cached": "gpt2"}


class Reader(quantization.CalibrationDataReader):
    def __init__(self, model, calls):
        names = [value.name for value in onnxruntime.InferenceSession(str(model)).get_inputs()]
        self.calls = iter([dict(zip(names, call)) for call in calls])

    def get_next(self):
        return next(self.calls, None)


def prepared(write, scratch, opset=None):
    """The network of a case, with shapes inferred as the tools want them."""
    plain, ready = pathlib.Path(scratch) / "plain.onnx", pathlib.Path(scratch) / "ready.onnx"
    calls = write(plain)
    try:
        shape_inference.quant_pre_process(str(plain), str(ready), skip_symbolic_shape=True)
    except Exception:
        return plain, calls
    return ready, calls


def statically(write, **how):
    def quantized(path):
        with tempfile.TemporaryDirectory() as scratch:
            ready, calls = prepared(write, scratch)
            quantization.quantize_static(str(ready), str(path), Reader(ready, calls), **how)
        return calls
    return quantized


def dynamically(write, **how):
    def quantized(path):
        with tempfile.TemporaryDirectory() as scratch:
            ready, calls = prepared(write, scratch)
            quantization.quantize_dynamic(str(ready), str(path), **how)
        return calls
    return quantized


def blocks(write, bits):
    """Weights of products in blocks."""
    def quantized(path):
        from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer
        with tempfile.TemporaryDirectory() as scratch:
            ready, calls = prepared(write, scratch)
            quantizer = MatMulNBitsQuantizer(onnx.load(ready), bits=bits, block_size=32, is_symmetric=bits == 4)
            quantizer.process()
            quantizer.model.save_model_to_file(str(path))
        return calls
    return quantized


def halved(write, **how):
    def converted(path):
        from onnxconverter_common import float16
        with tempfile.TemporaryDirectory() as scratch:
            plain = pathlib.Path(scratch) / "plain.onnx"
            calls = write(plain)
            onnx.save(float16.convert_float_to_float16(onnx.load(plain), **how), path)
        if how.get("keep_io_types"):
            return calls
        return [tuple(array.astype(np.float16) if array.dtype == np.float32 else array for array in call) for call in calls]
    return converted


def optimized(write, kind, **how):
    def fused(path):
        from onnxruntime.transformers import optimizer
        with tempfile.TemporaryDirectory() as scratch:
            plain = pathlib.Path(scratch) / "plain.onnx"
            calls = write(plain)
            optimizer.optimize_model(str(plain), model_type=kind, num_heads=4, hidden_size=32, opt_level=0, **how).save_model_to_file(str(path))
        return calls
    return fused


def saved(write, level):
    """What ONNX Runtime makes of a model before it runs it."""
    def optimized(path):
        with tempfile.TemporaryDirectory() as scratch:
            plain = pathlib.Path(scratch) / "plain.onnx"
            calls = write(plain)
            options = onnxruntime.SessionOptions()
            options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
            options.optimized_model_filepath = str(path)
            onnxruntime.InferenceSession(str(plain), options, providers=["CPUExecutionProvider"])
        return calls
    return optimized


def cases():
    known = {f"{family.__name__.split('.')[-1]}.{name}": write for family in (vision, language) for name, write in family.cases().items()}
    traced = lambda name: known[f"{name}.traced17"]
    kinds = quantization.QuantType
    cases = {}
    for name in NETWORKS:
        short = name.split(".")[1]
        write = traced(name)
        # The masks of decoders are infinite, of which calibration makes scales that are.
        if not name.endswith("cached"):
            cases[f"{short}.qdq"] = statically(write, quant_format=quantization.QuantFormat.QDQ)
            cases[f"{short}.qdq_channels"] = statically(write, quant_format=quantization.QuantFormat.QDQ, per_channel=True, activation_type=kinds.QUInt8, weight_type=kinds.QInt8)
            cases[f"{short}.operators"] = statically(write, quant_format=quantization.QuantFormat.QOperator, activation_type=kinds.QUInt8, weight_type=kinds.QUInt8)
            cases[f"{short}.operators_channels"] = statically(write, quant_format=quantization.QuantFormat.QOperator, per_channel=True, activation_type=kinds.QUInt8, weight_type=kinds.QInt8)
            cases[f"{short}.qdq_16_bits"] = statically(write, quant_format=quantization.QuantFormat.QDQ, activation_type=kinds.QUInt16, weight_type=kinds.QInt8, extra_options={"UseQDQContribOps": True})
        cases[f"{short}.dynamic"] = dynamically(write)
        cases[f"{short}.dynamic_channels"] = dynamically(write, per_channel=True, weight_type=kinds.QInt8)
        cases[f"{short}.half"] = halved(write)
        cases[f"{short}.half_inside"] = halved(write, keep_io_types=True)
        cases[f"{short}.runtime_basic"] = saved(write, "ORT_ENABLE_BASIC")
        cases[f"{short}.runtime_extended"] = saved(write, "ORT_ENABLE_EXTENDED")
        if name.startswith("language"):
            cases[f"{short}.blocks_4"] = blocks(write, 4)
            cases[f"{short}.blocks_8"] = blocks(write, 8)
    for name, kind in OPTIMIZED.items():
        short = name.split(".")[1]
        cases[f"{short}.optimized"] = optimized(traced(name), kind)
        if f"{name}.dynamo18" in known:
            cases[f"{short}.optimized_dynamo"] = optimized(known[f"{name}.dynamo18"], kind)
    cases["lstm.dynamic"] = dynamically(recurrent())
    cases["lstm.half"] = halved(recurrent())
    return cases


def recurrent():
    from . import layers
    return layers.cases()["LSTM_both_deep.traced17"]
