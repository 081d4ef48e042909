"""Small programs of JAX, run by XLA's CPU and by the plugin, and compared: prints how many pass, fail and are not supported, by reason.

`checks/pjrt.sh` makes the environment and runs this file. Each side runs in processes of its own: one that ends early loses the program that it
ran, and the rest goes on. A program fails if it gives an error on the plugin alone, or other results; it is not supported if the plugin says so
by its code UNIMPLEMENTED. Programs that XLA does not run, and those of whose results it is known to round one differently, are left out. XLA runs
without excess precision: else it leaves out conversions to narrow floats that a program asks for.

    pjrt_programs.py LIBRARY [--only=PART] [--verbose] [--keep=FILE] [--wide[=GROUPS]] [--sample=N]

With `-` for the library only XLA's results are made. `--keep` writes XLA's results to a file and reads them from there the next time. `--wide` runs the programs of `pjrt/wide_*.py` instead, many
thousands over all dtypes: all groups, or those that are named, with commas between them. `--sample` runs one of N programs.
"""

import collections
import importlib
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).parent
# Groups of programs: the module and the name of the table in it.
GROUPS = {"one": ("features", "PROGRAMS"), "devices": ("devices", "DEVICES")}
WIDE = ["interface", "types", "sharding", "numpy", "lax", "transforms", "library", "behaviour", "layouts", "divided", "reports", "kernels"]
GROUPS.update({f"wide_{name}": (f"wide_{name}", "PROGRAMS") for name in WIDE})
# Results of both sides may differ by so much of their size.
RELATIVE = {"float64": 1e-9, "complex128": 1e-9, "float32": 2e-4, "complex64": 2e-4, "float16": 4e-3, "bfloat16": 2e-2}

# Programs of whose results XLA rounds one differently from what StableHLO says, and why.
DIFFERENT = {"small_exp_float8_e5m2": "XLA rounds to float16 first, where exp(-0.375) is halfway between two numbers"}


def run(which, part, sample, done_file):
    """Runs the programs that the file does not have yet, each written when it is done."""
    sys.path.insert(0, str(HERE / "pjrt"))
    import numpy as np
    import jax
    module, table = GROUPS[which]
    programs = getattr(importlib.import_module(module), table)
    known = set()
    try:
        with open(done_file, "rb") as file:
            while True:
                known.add(pickle.load(file)[0])
    except (EOFError, FileNotFoundError):
        pass
    with open(done_file, "ab") as file:
        for count, (name, function) in enumerate(programs.items()):
            if name in known or part not in name or zlib.crc32(name.encode()) % int(sample):
                continue
            if count % 500 == 499:
                jax.clear_caches()
            pickle.dump((name, None), file)
            file.flush()
            try:
                leaves = jax.tree.leaves(function())
                result = [leaf if isinstance(leaf, (str, bool)) else np.asarray(leaf) for leaf in leaves]
            except Exception as error:
                result = f"{type(error).__name__}: {error}"
            pickle.dump((name, result), file)
            file.flush()
    os._exit(0)


def results_of(which, part, sample, environment):
    """The results by name of one side; None where its process ended."""
    with tempfile.TemporaryDirectory() as folder:
        done_file = os.path.join(folder, "results")
        while True:
            arguments = [sys.executable, __file__, "--run", which, part, sample, done_file]
            done = subprocess.run(arguments, env=environment, capture_output=True, check=False, timeout=3600)
            found = {}
            with open(done_file, "rb") as file:
                while True:
                    try:
                        name, result = pickle.load(file)
                    except EOFError:
                        break
                    found[name] = result
            if done.returncode == 0:
                return found
            last = list(found)[-1]
            print(f"{last}: the process ended: {done.stderr.decode()[-300:]}", file=sys.stderr)


def agree(got, expected):
    """Why results differ, if they do."""
    import numpy as np
    if len(got) != len(expected):
        return f"expected {len(expected)} results, got {len(got)}"
    for mine, theirs in zip(got, expected):
        plain = isinstance(theirs, (str, bool))
        if plain != isinstance(mine, (str, bool)) or plain and mine != theirs:
            return f"expected {theirs!r}, got {mine!r}"[:200]
        if plain:
            continue
        if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
            return f"expected {theirs.dtype}{theirs.shape}, got {mine.dtype}{mine.shape}"
        if theirs.dtype.kind in "USO":
            if mine.astype(str).tolist() != theirs.astype(str).tolist():
                return f"expected {theirs}, got {mine}"[:200]
            continue
        # Derivatives of integers, which have no values.
        if theirs.dtype.names:
            continue
        wide = np.complex128 if theirs.dtype.kind == "c" else np.float64
        exact = theirs.dtype.kind in "biu" or "int" in theirs.dtype.name
        tolerance = 0 if exact else RELATIVE.get(str(theirs.dtype), 0.13)
        mine, theirs = mine.astype(wide), theirs.astype(wide)
        largest = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=0)
        if not np.allclose(mine, theirs, rtol=tolerance, atol=tolerance * max(largest, 1e-2), equal_nan=True):
            return f"values differ by up to {np.nanmax(np.abs(mine - theirs)):.3g}"
    return None


def main():
    library = None if sys.argv[1] == "-" else pathlib.Path(sys.argv[1]).resolve()
    part = next((a.split("=", 1)[1] for a in sys.argv if a.startswith("--only=")), "")
    sample = next((a.split("=", 1)[1] for a in sys.argv if a.startswith("--sample=")), "1")
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "PJRT_", "XLA_"))}
    plain["JAX_PLATFORMS"] = "cpu"
    plain["XLA_FLAGS"] = "--xla_allow_excess_precision=false"
    kept = next((pathlib.Path(a.split("=", 1)[1]) for a in sys.argv if a.startswith("--keep=")), None)
    answers = pickle.loads(kept.read_bytes()) if kept and kept.exists() else {}
    counts = collections.Counter()
    unsupported, failed = collections.defaultdict(list), []
    wide = next((a.partition("=")[2] for a in sys.argv if a.startswith("--wide")), None)
    groups = ["one", "devices"] if wide is None else [f"wide_{name}" for name in (wide.split(",") if wide else WIDE)]
    for which in groups:
        environment = dict(plain, XLA_FLAGS=plain["XLA_FLAGS"] + " --xla_force_host_platform_device_count=4") if which in ("devices", "wide_interface", "wide_sharding", "wide_behaviour", "wide_layouts", "wide_divided", "wide_reports") else plain
        if which not in answers:
            answers[which] = results_of(which, "" if kept else part, sample, environment)
        if library is None:
            continue
        theirs = {name: result for name, result in answers[which].items() if part in name}
        ours = results_of(which, part, sample, dict(environment, PJRT_NAMES_AND_LIBRARY_PATHS=f"cpu:{library}"))
        for name, expected in theirs.items():
            label = f"devices_{name}" if which == "devices" else name
            got = ours.get(name)
            if expected is None or isinstance(expected, str) or label in DIFFERENT:
                counts["left out"] += 1
                if "--verbose" in sys.argv:
                    print(f"left out: {label}: {DIFFERENT.get(label) or str(expected)[:200]}")
            elif got is None:
                failed.append((label, "the process ended"))
            elif isinstance(got, str):
                first = " ".join(got.split())
                if "UNIMPLEMENTED" in got:
                    reason = re.sub(r"^.*?(error|UNIMPLEMENTED): ", "", first)
                    unsupported[reason[:150]].append(label)
                else:
                    failed.append((label, first[:250]))
            else:
                why = agree(got, expected)
                if why:
                    failed.append((label, why))
                else:
                    counts["passed"] += 1
    if kept:
        kept.write_bytes(pickle.dumps(answers))
    for label, why in failed:
        print(f"failed: {label}: {why}")
    for reason, names in sorted(unsupported.items(), key=lambda item: -len(item[1])):
        print(f"not supported: {len(names)}: {reason}: {' '.join(names)}")
    total = sum(len(names) for names in unsupported.values())
    print(f"{counts['passed']} passed, {len(failed)} failed, {total} not supported, {counts['left out']} left out")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        run(*sys.argv[2:])
    else:
        sys.exit(main())
