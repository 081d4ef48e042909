"""Small programs of JAX, run by XLA's CPU and by the plugin, and compared: prints how many pass, fail and are not supported, by reason.

`checks/pjrt.sh` makes the environment and runs this file. Each side runs in processes of its own: one that ends early loses the program that it
ran, and the rest goes on. A program fails if it gives an error on the plugin alone, or other results; it is not supported if the plugin says so
by its code UNIMPLEMENTED. Programs that XLA does not run are left out.

    pjrt_programs.py LIBRARY [--only=PART] [--verbose] [--keep=FILE]

`--keep` writes XLA's results to a file and reads them from there the next time.
"""

import collections
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
# Results of both sides may differ by so much of their size.
RELATIVE = {"float64": 1e-9, "complex128": 1e-9, "float32": 2e-4, "complex64": 2e-4, "float16": 4e-3, "bfloat16": 2e-2}


def run(which, part, done_file):
    """Runs the programs that the file does not have yet, each written when it is done."""
    sys.path.insert(0, str(HERE / "pjrt"))
    import numpy as np
    import features
    import jax
    if which == "devices":
        from devices import DEVICES as programs
    else:
        programs = features.PROGRAMS
    known = set()
    try:
        with open(done_file, "rb") as file:
            while True:
                known.add(pickle.load(file)[0])
    except (EOFError, FileNotFoundError):
        pass
    with open(done_file, "ab") as file:
        for name, function in programs.items():
            if name in known or part not in name:
                continue
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


def results_of(which, part, environment):
    """The results by name of one side; None where its process ended."""
    with tempfile.TemporaryDirectory() as folder:
        done_file = os.path.join(folder, "results")
        while True:
            arguments = [sys.executable, __file__, "--run", which, part, done_file]
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
        wide = np.complex128 if theirs.dtype.kind == "c" else np.float64
        exact = theirs.dtype.kind in "biu"
        tolerance = 0 if exact else RELATIVE.get(str(theirs.dtype), 0.13)
        mine, theirs = mine.astype(wide), theirs.astype(wide)
        largest = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=0)
        if not np.allclose(mine, theirs, rtol=tolerance, atol=tolerance * max(largest, 1e-3), equal_nan=True):
            return f"values differ by up to {np.nanmax(np.abs(mine - theirs)):.3g}"
    return None


def main():
    library = pathlib.Path(sys.argv[1]).resolve()
    part = next((a.split("=", 1)[1] for a in sys.argv if a.startswith("--only=")), "")
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("JAX_", "PJRT_", "XLA_"))}
    plain["JAX_PLATFORMS"] = "cpu"
    kept = next((pathlib.Path(a.split("=", 1)[1]) for a in sys.argv if a.startswith("--keep=")), None)
    answers = pickle.loads(kept.read_bytes()) if kept and kept.exists() else {}
    counts = collections.Counter()
    unsupported, failed = collections.defaultdict(list), []
    for which in ["one", "devices"]:
        environment = dict(plain, XLA_FLAGS="--xla_force_host_platform_device_count=4") if which == "devices" else plain
        if which not in answers:
            answers[which] = results_of(which, "" if kept else part, environment)
        theirs = {name: result for name, result in answers[which].items() if part in name}
        ours = results_of(which, part, dict(environment, PJRT_NAMES_AND_LIBRARY_PATHS=f"cpu:{library}"))
        for name, expected in theirs.items():
            label = f"devices_{name}" if which == "devices" else name
            got = ours.get(name)
            if expected is None or isinstance(expected, str):
                counts["left out"] += 1
                if "--verbose" in sys.argv:
                    print(f"left out: {label}: {str(expected)[:200]}")
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
    print(f"{counts['passed']} passed, {len(failed)} failed, {total} not supported, {counts['left out']} left out (XLA does not run them)")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        run(*sys.argv[2:])
    else:
        sys.exit(main())
