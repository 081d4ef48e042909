#!/usr/bin/env python3
"""Other programs that run frozen graphs, for `networks.py --peers`: each is a process of its own, which times calls when it is asked to.

    peers.py NAME THREADS PRECISION

reads requests from its standard input, one JSON value a line, and answers each with a line. `{"load": NET.pb, "inputs": [X.npy, ...]}` gets a
network ready for these arguments, `{"seconds": S}` calls it for that long and answers with the milliseconds of the fastest call. An answer that
is a text says why the peer cannot. The precision is that of products, f32 or bf16.
"""
import json
import os
import sys
import time

import numpy as np


def tensorflow(threads, precision):
    if precision != "f32":
        raise ValueError(f"not in {precision}")
    import tensorflow as tf
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(threads)

    def load(graph, arrays):
        definition, names = read(graph)
        wrapped = tf.compat.v1.wrap_function(lambda: tf.import_graph_def(definition, name=""), [])
        outputs = [f"{name}:0" for name in results(definition)]
        call = wrapped.prune([f"{name}:0" for name in names], outputs)
        tensors = [tf.constant(array) for array in arrays]
        return lambda: call(*tensors)
    return load


def openvino(threads, precision):
    import openvino as ov
    core = ov.Core()
    # Left to itself it chooses by the processor.
    settings = {"INFERENCE_PRECISION_HINT": precision, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}

    def load(graph, arrays):
        model = core.read_model(graph)
        _, names = read(graph)
        places = {name: place for place in model.inputs for name in place.get_names()}
        places = [places.get(name) or places[f"{name}:0"] for name in names]
        model.reshape({place: list(array.shape) for place, array in zip(places, arrays)})
        request = core.compile_model(model, "CPU", settings).create_infer_request()
        tensors = [ov.Tensor(array, shared_memory=True) for array in arrays]
        for place, tensor in zip(places, tensors):
            request.set_tensor(place, tensor)

        def call(kept=tensors):
            request.start_async()
            request.wait()
        return call
    return load


def onnxruntime(threads, precision):
    if precision != "f32":
        raise ValueError(f"not in {precision}")
    import onnxruntime as ort
    import tf2onnx

    def load(graph, arrays):
        definition, names = read(graph)
        model, _ = tf2onnx.convert.from_graph_def(
            definition, input_names=[f"{name}:0" for name in names], output_names=[f"{name}:0" for name in results(definition)],
            opset=18)
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 4
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        feeds = dict(zip([f"{name}:0" for name in names], arrays))
        return lambda: session.run(None, feeds)
    return load


def read(graph):
    """The graph, and the names of its arguments in order."""
    import tensorflow as tf
    definition = tf.compat.v1.GraphDef()
    with open(graph, "rb") as file:
        definition.ParseFromString(file.read())
    return definition, [node.name for node in definition.node if node.op == "Placeholder"]


def results(definition):
    """The nodes that freezing names `Identity`, `Identity_1` and so on, which nothing uses."""
    used = {edge.split(":")[0].lstrip("^") for node in definition.node for edge in node.input}
    return [node.name for node in definition.node if node.name.startswith("Identity") and node.name not in used]


PEERS = {peer.__name__: peer for peer in (openvino, onnxruntime, tensorflow)}


def best(call, seconds):
    call()
    times, end = [], time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def main():
    # What the libraries print must not be among the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def answer(value):
        answers.write(json.dumps(value) + "\n")
        answers.flush()
    try:
        load = PEERS[sys.argv[1]](int(sys.argv[2]), sys.argv[3])
    except ImportError as error:
        return answer(f"not installed: {error}")
    except ValueError as error:
        return answer(str(error))
    answer(0)
    call = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            if "load" in request:
                call = None
                call = load(request["load"], [np.load(path) for path in request["inputs"]])
                call()
                answer(0)
            else:
                answer(best(call, request["seconds"]))
        except Exception as error:
            text = " ".join(str(error).split())
            answer(f"{type(error).__name__}: {text[:160]}")


if __name__ == "__main__":
    main()
