#!/usr/bin/env python3
"""Runs the node tests that the onnx package carries through tfrt-run and compares every output.

    onnx_nodes.py TFRT [PATTERN]

prints a line for each test that does not pass, then how many passed, failed and are not supported, by operator. With OPEN=1 in the
environment the models know ranks of their inputs only, no sizes."""

import collections
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.case.node import collect_testcases

TFRT = sys.argv[1]
PATTERN = sys.argv[2] if len(sys.argv) > 2 else "*"
DATA = pathlib.Path(onnx.__file__).parent / "backend/test/data"
OPEN = os.environ.get("OPEN") == "1"
# Tests whose outputs depend on numbers that the standard does not say how to make: their sizes are compared.
RANDOM = re.compile(r"test_bernoulli|test_training_dropout_(default|default_mask|mask)$|test_training_dropout$")
FAMILIES = os.environ.get("FAMILIES", "node,simple,pytorch-converted,pytorch-operator").split(",")


def tensors(folder, kind):
    """The arrays of a data set; None if one of them is no tensor."""
    names = sorted(folder.glob(f"{kind}_*.pb"), key=lambda name: int(re.search(r"_(\d+)\.pb", name.name)[1]))
    arrays = []
    for name in names:
        proto = onnx.TensorProto()
        try:
            proto.ParseFromString(name.read_bytes())
            arrays.append(numpy_helper.to_array(proto))
        except Exception:
            return None
    return arrays


def widened(array):
    """Elements of small types as the tools take and give them: floats as f32, integers in bytes."""
    if re.match(r"float[468]_", array.dtype.name):
        return array.astype(np.float32)
    return array.astype(np.uint8 if array.dtype.name.startswith("u") else np.int8) if re.fullmatch(r"u?int[24]", array.dtype.name) else array


def as_array(value):
    """A tensor of a data set as an array; anything else as it is."""
    return numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def listed(values, path):
    """A sequence as an archive, and no value by its word."""
    if values is None:
        return "none"
    np.savez(path, *[np.asarray(value) for value in values])
    return f"@{path}"


def close(got, want, rtol):
    if want.dtype.kind in "OSU":
        text = lambda x: x if isinstance(x, bytes) else str(x).encode()
        return got.shape == want.shape and [text(x) for x in got.ravel()] == [text(x) for x in want.ravel()]
    if got.shape != want.shape:
        return False
    if want.dtype.kind in "fc" or want.dtype.name == "bfloat16":
        wide = lambda x: x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
        return np.allclose(wide(got), wide(want), rtol=rtol, atol=1e-5, equal_nan=True)
    return np.array_equal(got, want)


def cases():
    """The name, model and data sets of each test: those of operators are made now, the others are files."""
    for family in FAMILIES:
        if family == "node":
            for case in collect_testcases(None):
                yield case.name, case.model, case.data_sets, case.rtol
            continue
        for folder in sorted((DATA / family).iterdir()):
            sets = [(tensors(data, "input"), tensors(data, "output")) for data in sorted(folder.glob("test_data_set_*"))]
            yield folder.name, onnx.load(folder / "model.onnx"), sets, 1e-3


def without_sizes(model):
    """The model with a name for each size of its inputs."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    for i, value in enumerate(model.graph.input):
        for j, dim in enumerate(value.type.tensor_type.shape.dim if value.type.HasField("tensor_type") else []):
            dim.dim_param = f"d{i}_{j}"
    return model


def run(case):
    test, model, sets, rtol = case
    model = without_sizes(model) if OPEN else model
    op = model.graph.node[0].op_type if len(model.graph.node) == 1 else "(several)"
    for inputs, outputs in sets:
        if inputs is None or outputs is None:
            return test, op, "unsupported", "data that cannot be read"
        inputs, outputs = ([as_array(value) for value in values] for values in (inputs, outputs))
        initial = {tensor.name for tensor in model.graph.initializer}
        names = [value.name for value in model.graph.input if value.name not in initial]
        with tempfile.TemporaryDirectory() as scratch:
            onnx.save(model, f"{scratch}/model.onnx")
            command = [TFRT, "run", f"{scratch}/model.onnx"]
            for number, array in enumerate(inputs[: len(names)]):
                if array is None or isinstance(array, list):
                    command.append(f"--input={names[number]}={listed(array, f'{scratch}/i{number}.npz')}")
                    continue
                array = widened(np.asarray(array))
                if array.dtype.kind == "O":
                    array = np.vectorize(lambda text: text if isinstance(text, bytes) else str(text).encode(), otypes=["S"])(array)
                np.save(f"{scratch}/i{number}.npy", array)
                command.append(f"--input=@{scratch}/i{number}.npy")
            for number, want in enumerate(outputs):
                command.append(f"--output=@{scratch}/o{number}.{'npz' if want is None or isinstance(want, list) else 'npy'}")
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=120)
            except subprocess.TimeoutExpired:
                return test, op, "failed", "takes too long"
            if done.returncode != 0:
                message = re.sub(r"^\S+/", "", next(iter(done.stderr.strip().split("\n"))))
                crashed = done.returncode < 0 or done.returncode == 101 or "panicked" in done.stderr
                refused = "not supported" in done.stderr
                return test, op, "CRASHED" if crashed else "unsupported" if refused else "failed", message
            for number, want in enumerate(outputs):
                if want is None or isinstance(want, list):
                    with np.load(f"{scratch}/o{number}.npz") as archive:
                        got = [archive[name] for name in archive.files]
                    want = [np.asarray(item) for item in want or []]
                    if len(got) != len(want) or not all(close(a, b, rtol) for a, b in zip(got, want)):
                        return test, op, "failed", f"output {number} differs: {got} {want}"
                    continue
                want = widened(np.asarray(want))
                got = np.load(f"{scratch}/o{number}.npy", allow_pickle=False)
                if got.dtype.kind == "V" and want.dtype.itemsize == got.dtype.itemsize:
                    got = got.view(want.dtype)
                if got.dtype != want.dtype and want.dtype.kind not in "OSU":
                    return test, op, "failed", f"output {number} is {got.dtype}, not {want.dtype}"
                if RANDOM.match(test) and got.shape == want.shape:
                    continue
                # The reference of attention rounds after each of its steps: two units of the last place of a half.
                halves = {"float16": 2**-9, "bfloat16": 2**-6} if test.startswith("test_attention_") else {}
                if not close(got, want, max(rtol, halves.get(want.dtype.name, 0))):
                    return test, op, "failed", f"output {number} differs: {got.shape} {want.shape} {got.ravel()[:4]} {want.ravel()[:4]}"
    return test, op, "passed", ""


def main():
    tests = [case for case in cases() if fnmatch.fnmatch(case[0], PATTERN)]
    counts, by_op = collections.Counter(), collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for test, op, outcome, why in pool.map(run, tests):
            counts[outcome] += 1
            by_op[op][outcome] += 1
            if outcome != "passed":
                print(f"{outcome}: {test}: {why}", flush=True)
    for op, outcomes in sorted(by_op.items()):
        if set(outcomes) != {"passed"}:
            print(f"{op}: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())))
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 1 if counts["failed"] or counts["CRASHED"] else 0


sys.exit(main())
