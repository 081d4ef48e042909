#!/usr/bin/env python3
"""Exports networks and other models as ONNX in the ways that people do, and compares what tfrt-run computes with ONNX Runtime.

    onnx_exports.py export FOLDER [PATTERN…]           writes FOLDER/NAME/model.onnx and arguments and results of calls, FOLDER/NAME/K.npz
    onnx_exports.py compare FOLDER TFRT [PATTERN…]     runs every call with tfrt-run and compares; prints what does not pass, and how many did
    onnx_exports.py time FOLDER TFRT [PATTERN…]        prints the time of the first call of each beside ONNX Runtime's, one thread each

The models are in exports/: a module for each family, which says what it needs; a family is left out where that is not installed. Models have
random weights; what has been exported before is kept, unless it is named without a wildcard. Calls after the first have other sizes than the export, where the model leaves them open. A name is FAMILY.MODEL.HOW, patterns
are those of a shell."""

import collections
import concurrent.futures
import fnmatch
import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="", HF_HUB_OFFLINE="1")
import numpy as np

FAMILIES = ["layers", "operators", "vision", "detection", "language", "speech", "classic", "quantized", "keras_models"]
LONGEST = 300
# Where numbers are rounded to 8 bits between layers, a last bit there becomes steps of the results.
ROUNDING = {"quantized": 0.05}


def selected(name, patterns):
    return not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def to_export(package, families, folder, patterns):
    """Name and writer of each case that is wanted and was not exported before, or is named without a wildcard; its folder is new."""
    for family in families:
        if patterns and not any(fnmatch.fnmatch(family, pattern.split(".")[0]) for pattern in patterns):
            continue
        try:
            cases = importlib.import_module(f"{package}.{family}").cases()
        except ModuleNotFoundError as missing:
            print(f"{family}: left out, {missing.name} is not installed", flush=True)
            continue
        for how, write in cases.items():
            name = f"{family}.{how}"
            done = folder / name / "done"
            if not selected(name, patterns) or (done.exists() and name not in patterns):
                continue
            shutil.rmtree(folder / name, ignore_errors=True)
            (folder / name).mkdir(parents=True)
            yield name, write


def exported(folder, make):
    """Notes that a case was exported by `make`, or why not."""
    try:
        make()
        (folder / "done").touch()
    except Exception as error:
        (folder / "error.txt").write_text(traceback.format_exc())
        message = " ".join(str(error).split())
        print(f"{folder.name}: not exported: {type(error).__name__}: {message[:300]}", flush=True)


def export(folder, patterns):
    for name, write in to_export("exports", FAMILIES, folder, patterns):
        own = folder / name
        exported(own, lambda: answer(own, write(own / "model.onnx")))


def session(path, level="ORT_ENABLE_ALL"):
    import onnxruntime
    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def answer(folder, calls):
    """What ONNX Runtime computes. Calls that it refuses are left out, unless it is the first: exporters fix sizes now and then."""
    runtime = session(folder / "model.onnx")
    names = [value.name for value in runtime.get_inputs()]
    outputs = [value.name for value in runtime.get_outputs()]
    for number, given in enumerate(calls):
        given = dict(zip(names, given)) if not isinstance(given, dict) else {name: given[name] for name in names}
        given = {name: np.asarray(array) for name, array in given.items()}
        try:
            results = runtime.run(None, given)
        except Exception:
            if number == 0:
                raise
            continue
        arrays = {f"in {name}": stored(array) for name, array in given.items()}
        for name, result in zip(outputs, results):
            arrays.update(flat(f"out {name}", result))
        # An archive has no member names with slashes that differ from folders.
        np.savez(folder / f"{number}.npz", names=np.array(list(arrays)), **{f"a{i}": array for i, array in enumerate(arrays.values())})


def flat(name, result):
    """A result as arrays: a sequence has several; the maps that classifiers of older exports give are left out."""
    if isinstance(result, list):
        if result and isinstance(result[0], dict):
            return {f"{name}#map": np.zeros(0)}
        return {f"{name}#{i}": stored(np.asarray(item)) for i, item in enumerate(result)} or {f"{name}#none": np.zeros(0)}
    return {name: stored(np.asarray(result))}


def stored(array):
    """Strings as bytes of a fixed length, which is how a NumPy file holds them."""
    if array.dtype.kind in "OU":
        text = [item if isinstance(item, bytes) else str(item).encode() for item in array.ravel()]
        return np.array(text, "S").reshape(array.shape)
    return array


def call_of(path):
    """The arguments, by name, and the results, of a call."""
    with np.load(path) as archive:
        arrays = {name: archive[f"a{i}"] for i, name in enumerate(archive["names"])}
    return ({name[3:]: array for name, array in arrays.items() if name.startswith("in ")},
            {name[4:]: array for name, array in arrays.items() if name.startswith("out ")})


def command(tfrt, model, given, outputs, scratch):
    line = [tfrt, "run", str(model), "--quiet"]
    for i, (name, array) in enumerate(given.items()):
        np.save(f"{scratch}/i{i}.npy", array)
        line.append(f"--input={name}=@{scratch}/i{i}.npy")
    return line + [f"--output={name}=@{path}" for name, path in outputs.items()]


def compare_one(tfrt, path):
    """The outcome of a call, and why."""
    given, results = call_of(path)
    with tempfile.TemporaryDirectory() as scratch:
        outputs = {}
        for i, name in enumerate(results):
            outputs.setdefault(name.split("#")[0], f"{scratch}/o{i}.{'npz' if '#' in name else 'npy'}")
        maps = {name.split("#")[0] for name in results if name.endswith("#map")}
        kept = {name: place for name, place in outputs.items() if name not in maps}
        line = command(tfrt, path.parent / "model.onnx", given, {name: kept.get(name, "-") for name in outputs}, scratch)
        try:
            done = subprocess.run(line, capture_output=True, text=True, errors="replace", timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return "failed", f"takes more than {LONGEST} s"
        if done.returncode != 0:
            message = re.sub(r"^/\S+/", "", (done.stderr.strip() or "?").splitlines()[0])
            if done.returncode < 0 or done.returncode == 101 or "panicked" in done.stderr:
                return "CRASHED", f"{done.returncode}: {message}"
            return "unsupported" if "not supported" in done.stderr else "failed", message
        for name, want in results.items():
            base = name.split("#")[0]
            if base in maps or name.endswith("#none"):
                continue
            got = np.load(kept[base])
            if "#" in name:
                got = got[got.files[int(name.split("#")[1])]]
            why = difference(got, want, ROUNDING.get(path.parent.name.split(".")[0], 1e-3))
            if why:
                return "failed", f"{name}: {why}"
    return "passed", ""


def difference(got, want, rounding):
    """How two results differ by more than rounding, a part of the largest element, explains."""
    if got.shape != want.shape:
        return f"shape {got.shape}, not {want.shape}"
    if want.dtype.kind in "SU":
        return None if np.array_equal(got.astype("S"), want.astype("S")) else f"{got.ravel()[:4]}, not {want.ravel()[:4]}"
    if got.dtype != want.dtype:
        return f"{got.dtype}, not {want.dtype}"
    if want.size == 0:
        return None
    if want.dtype.kind not in "fc":
        wrong = np.count_nonzero(got != want)
        return f"{wrong} of {want.size} integers differ: {got[got != want][:4]}, not {want[got != want][:4]}" if wrong else None
    finite = np.isfinite(want)
    if not np.array_equal(finite, np.isfinite(got)) or not np.array_equal(got[~finite], want[~finite], equal_nan=True):
        return f"{np.count_nonzero(~np.isfinite(got))} elements are not finite, of {np.count_nonzero(~finite)}"
    a, b = got[finite].astype(np.float64), want[finite].astype(np.float64)
    size = np.max(np.abs(b), initial=0)
    tolerance = (max(rounding, 2e-2) if want.dtype == np.float16 else rounding) * size + 1e-6
    most = np.max(np.abs(a - b), initial=0)
    return f"differs by {most:.3g}, the largest is {size:.3g}" if most > tolerance else None


def calls(folder, patterns):
    for path in sorted(folder.glob("*/*.npz")):
        if selected(path.parent.name, patterns) and (path.parent / "done").exists():
            yield path


def compare(folder, tfrt, patterns):
    counts = collections.Counter()
    paths = list(calls(folder, patterns))
    def one(path):
        return compare_one(tfrt, path)
    with concurrent.futures.ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        for path, (outcome, why) in zip(paths, pool.map(one, paths)):
            counts[outcome] += 1
            if outcome != "passed":
                print(f"{outcome}: {path.parent.name} {path.stem}: {why}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 1 if counts["failed"] or counts["CRASHED"] else 0


def timed(folder, tfrt, patterns):
    """Milliseconds of a call: the middle one of those that fit into a second."""
    for path in calls(folder, patterns):
        if path.stem != "0":
            continue
        given, results = call_of(path)
        runtime = session(path.parent / "model.onnx")
        took = []
        while sum(took) < 1 or len(took) < 3:
            before = time.perf_counter()
            runtime.run(None, given)
            took.append(time.perf_counter() - before)
        theirs = sorted(took)[len(took) // 2] * 1e3
        with tempfile.TemporaryDirectory() as scratch:
            line = command(tfrt, path.parent / "model.onnx", given, {}, scratch) + ["--benchmark=1"]
            done = subprocess.run(line, capture_output=True, text=True, errors="replace", timeout=LONGEST)
        found = re.search(r"median ([\d.]+) ms", done.stderr)
        if found:
            ours = float(found[1])
            print(f"{path.parent.name:50} {ours:10.3f} ms, ONNX Runtime {theirs:10.3f} ms, {ours / theirs:5.2f}", flush=True)
        else:
            print(f"{path.parent.name:50} {(done.stderr.strip() or '?').splitlines()[-1]}", flush=True)


def main():
    words = sys.argv[1:]
    if len(words) >= 2 and words[0] == "export":
        export(pathlib.Path(words[1]), words[2:])
    elif len(words) >= 3 and words[0] in ("compare", "time"):
        return {"compare": compare, "time": timed}[words[0]](pathlib.Path(words[1]), words[2], words[3:])
    else:
        return __doc__


if __name__ == "__main__":
    sys.exit(main())
