#!/usr/bin/env python3
"""Exports many small SavedModels and frozen graphs with TensorFlow, and compares what tfrt-run computes with TensorFlow.

    savedmodel_wide.py export FOLDER [PATTERN…]           writes FOLDER/NAME/model and arguments and results of calls, FOLDER/NAME/K.npz
    savedmodel_wide.py compare FOLDER TFRT [PATTERN…]     runs every call with tfrt-run and compares; prints what does not pass, and how many did

The models are in saved_models/: a module for each family. They have random weights; what has been exported before is kept, unless it is
named without a wildcard. Calls after the first have other sizes, where the model leaves them open. Every signature is called. A name is
FAMILY.MODEL, patterns are those of a shell."""

import collections
import concurrent.futures
import gc
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="")
import numpy as np

from onnx_exports import LONGEST, call_of, difference, exported, selected, stored, to_export

FAMILIES = ["layers", "preprocessing", "functions", "texts", "control", "datasets", "version_1", "gradients", "linear_operators", "columns", "applications"]


def export(folder, patterns):
    import tensorflow as tf
    tf.get_logger().setLevel("ERROR")
    tf.config.threading.set_intra_op_parallelism_threads(1)
    # Collecting garbage takes longer than what it frees here is worth.
    gc.disable()
    for name, write in to_export("saved_models", FAMILIES, folder, patterns):
        own = folder / name
        tf.keras.utils.set_random_seed(1)
        exported(own, lambda: answer(tf, own, write(str(own / "model"))))
        if name.startswith("applications."):
            tf.keras.backend.clear_session()


def answer(tf, folder, calls):
    """What TensorFlow computes. `calls` has the results already where the model is a frozen graph: pairs of arguments and results."""
    number, loaded = 0, None
    for signature, given in calls.items():
        for call in given:
            if isinstance(call, tuple):
                call, results = call
            else:
                # Loaded for each call where a call may write something.
                if loaded is None or any(word in (folder / "model/saved_model.pb").read_bytes() for word in (b"VarHandleOp", b"HashTable")):
                    loaded = tf.saved_model.load(str(folder / "model"))
                function = loaded.signatures[signature]
                known = function.structured_input_signature[1]
                arguments = {k if k in known else re.sub(r"\W", "_", k): tf.constant(v, dtype_of(tf, v)) for k, v in call.items()}
                results = {k: v.numpy() for k, v in function(**arguments).items()}
            arrays = {f"in {k}": stored(np.asarray(v)) for k, v in call.items()}
            arrays.update({f"out {k}": stored(np.asarray(v)) for k, v in results.items()})
            np.savez(folder / f"{number}.npz", names=np.array(list(arrays)), **{f"a{i}": array for i, array in enumerate(arrays.values())})
            (folder / f"{number}.json").write_text(json.dumps({"signature": signature}))
            number += 1


def dtype_of(tf, array):
    return tf.string if np.asarray(array).dtype.kind in "OSU" else None


def rounding(name):
    """The part of the largest element by which a result may differ."""
    # TensorFlow rounds to bytes in two ways, depending on the processor.
    return 4e-2 if "quantized" in name else 2e-2 if "bfloat16" in name else 1e-4


def compare_one(tfrt, path):
    """The outcome of a call, and why."""
    given, results = call_of(path)
    signature = json.loads(path.with_suffix(".json").read_text())["signature"]
    model = path.parent / "model"
    with tempfile.TemporaryDirectory() as scratch:
        line = [tfrt, "run", str(model if model.is_dir() else model.with_suffix(".pb")), "--quiet"]
        line += [f"--signature={signature}"] if model.is_dir() else []
        for i, (name, array) in enumerate(given.items()):
            np.save(f"{scratch}/i{i}.npy", array)
            line.append(f"--input={name}=@{scratch}/i{i}.npy")
        line += [f"--output={name}=@{scratch}/o{i}.npy" for i, name in enumerate(results)]
        try:
            done = subprocess.run(line, capture_output=True, text=True, errors="replace", timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return "failed", f"takes more than {LONGEST} s"
        if done.returncode != 0:
            lines = [re.sub(r"^/\S+/", "", line) for line in (done.stderr.strip() or "?").splitlines()]
            if done.returncode < 0 or done.returncode == 101 or "panicked" in done.stderr:
                return "CRASHED", f"{done.returncode}: {lines[0]}"
            missing = [line for line in lines if "nothing here computes" in line or "not supported" in line]
            return ("unsupported", missing[0]) if missing else ("failed", lines[0])
        found = [(name, difference(np.load(f"{scratch}/o{i}.npy"), want, rounding(name + path.parent.name))) for i, (name, want) in enumerate(results.items())]
        wrong = [f"{name}: {why}" for name, why in found if why]
    return ("failed", "; ".join(wrong)) if wrong else ("passed", "")


def compare(folder, tfrt, patterns):
    counts = collections.Counter()
    paths = [path for path in sorted(folder.glob("*/*.npz")) if selected(path.parent.name, patterns) and (path.parent / "done").exists()]
    with concurrent.futures.ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        for path, (outcome, why) in zip(paths, pool.map(lambda path: compare_one(tfrt, path), paths)):
            counts[outcome] += 1
            if outcome != "passed":
                print(f"{outcome}: {path.parent.name} {path.stem}: {why}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 1 if counts["failed"] or counts["CRASHED"] else 0


def main():
    words = sys.argv[1:]
    if len(words) >= 2 and words[0] == "export":
        return export(pathlib.Path(words[1]).absolute(), words[2:])
    if len(words) >= 3 and words[0] == "compare":
        return compare(pathlib.Path(words[1]), words[2], words[3:])
    return __doc__


if __name__ == "__main__":
    sys.exit(main())
