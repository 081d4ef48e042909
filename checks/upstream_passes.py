#!/usr/bin/env python3
"""Compares passes with upstream's: checks/upstream_passes.py [--bless] [--generated [SEED]] [--show PASS] [FILE...]

Runs `tfrt-opt` and `mlir-opt` of LLVM 22 over programs, pass by pass, and prints how many results are the same text. Without files the programs
are those of testdata/passes/upstream; `--generated` adds random ones (random_programs.py). `--show PASS` prints the programs on which the two
differ. Programs that upstream itself refuses, or on which it crashes, as `remove-dead-values` does on a third of the random ones, are counted apart.
`--bless` writes what upstream prints into the files, as the lines that the tests compare with: so the tests need no LLVM. Files without
prefixes of checks, which say where this project differs, stay as they are.

Needs `mlir-opt-22` or `mlir-opt` (on Debian: apt-get install mlir-22-tools), and `tfrt-opt` in target/debug, or where TFRT_OPT says.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import random_programs

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = os.environ.get("TFRT_OPT", str(ROOT / "target/debug/tfrt-opt"))
PASSES = ["canonicalize", "sccp", "inline", "cse", "symbol-dce"]
# Those for random programs.
ALL_PASSES = PASSES + [
    "canonicalize=region-simplify=aggressive",
    "loop-invariant-code-motion",
    "control-flow-sink",
    "convert-scf-to-cf",
    "topological-sort",
    "remove-dead-values",
]
MARKER = "// -----\n"
CHECK = re.compile(r"// (#|RUN:|[A-Z]+(-[A-Z]+)*: )")
RUN = re.compile(r"// RUN: tfrt-opt (.*?) %s \| FileCheck %s --check-prefix=(\S+)")


def upstream():
    for name in ("mlir-opt-22", "/usr/lib/llvm-22/bin/mlir-opt", "mlir-opt"):
        found = shutil.which(name)
        if found:
            return found
    sys.exit(__doc__)


def run(tool, flags, programs):
    """The result of each program: whether it is accepted, and the text."""
    if not programs:
        return []
    command = [tool, "-split-input-file", "-allow-unregistered-dialect", *flags]
    result = subprocess.run(command, input=MARKER.join(programs).encode(), capture_output=True)
    parts = result.stdout.decode().split(MARKER)
    if result.returncode == 0 and len(parts) == len(programs):
        return [(True, part.strip()) for part in parts]
    if len(programs) == 1:
        return [(False, result.stderr.decode(errors="replace"))]
    half = len(programs) // 2
    return run(tool, flags, programs[:half]) + run(tool, flags, programs[half:])


def programs_of(text):
    """The programs of a file, without its comments."""
    parts = [re.sub(r"^// .*\n", "", part, flags=re.M) for part in re.split(r"^// -----\n", text, flags=re.M)]
    return [part.strip() + "\n" for part in parts]


def comments_of(text):
    """What the comments before each program say, but for the lines that it is compared with."""
    parts = re.split(r"^// -----\n", text, flags=re.M)
    lines = [[line for line in part.splitlines(keepends=True) if line.startswith("// ")] for part in parts]
    return ["".join(line for line in part if not CHECK.match(line)) for part in lines]


def check_lines(prefix, text):
    """What a program's test compares with: every line, the first of them anywhere."""
    lines = []
    for number, line in enumerate(text.splitlines()):
        # What compares the lines takes blanks together, in the output alone.
        line = re.sub(" +", " ", line.strip()).replace("{{", "{{\\{\\{}}").replace("[[", "{{\\[\\[}}")
        lines.append(f"// {prefix}{':     ' if number == 0 else '-NEXT:'} {line}\n")
    return "".join(lines)


def bless(path):
    text = path.read_text()
    head = [line for line in text.splitlines(keepends=True)[:20] if line.startswith(("// RUN:", "// #"))]
    runs = RUN.findall("".join(head))
    if not runs:
        return
    programs = programs_of(text)
    comments = comments_of(text)
    results = {prefix: run(upstream(), shlex.split(flags), programs) for flags, prefix in runs}
    parts = []
    for index, program in enumerate(programs):
        checks = "".join(check_lines(prefix, results[prefix][index][1]) for _, prefix in runs if results[prefix][index][0])
        parts.append(comments[index] + checks + program)
    path.write_text("".join(head) + "\n" + ("\n" + MARKER + "\n").join(parts))


def main(arguments):
    blesses = "--bless" in arguments
    shown = arguments[arguments.index("--show") + 1] if "--show" in arguments else None
    files = [pathlib.Path(name) for name in arguments if name.endswith(".mlir")]
    files = files or sorted((ROOT / "testdata/passes/upstream").glob("*.mlir"))
    if blesses:
        for path in files:
            bless(path)
        return
    groups = []
    for path in files:
        text = path.read_text()
        runs = [shlex.split(flags)[0].lstrip("-") for flags, _ in RUN.findall(text)]
        groups.append((path.name, runs or PASSES, programs_of(text)))
    if "--generated" in arguments:
        seed = next(filter(str.isdigit, arguments[arguments.index("--generated") + 1 :][:1]), "1")
        groups.append(("arithmetic", PASSES, random_programs.arithmetic(500, seed)))
        groups.append(("structured", ALL_PASSES, random_programs.structured(500, seed)))
    totals = {}
    for name, passes, programs in groups:
        for option in passes:
            theirs, ours = run(upstream(), [f"-{option}"], programs), run(OURS, [f"-{option}"], programs)
            taken = [index for index, (accepted, _) in enumerate(theirs) if accepted]
            agree = [index for index in taken if theirs[index] == ours[index]]
            total = totals.setdefault(option, [0, 0])
            total[0] += len(agree)
            total[1] += len(taken)
            refused = f"; {len(theirs) - len(taken)} that upstream does not take" if len(taken) < len(theirs) else ""
            print(f"{name:24} {option:28} {len(agree)} of {len(taken)}{refused}", flush=True)
            for index in set(taken) - set(agree) if option == shown else ():
                print(f"{programs[index]}--- upstream\n{theirs[index][1]}\n--- ours\n{ours[index][1]}")
    for option, (agree, count) in totals.items():
        print(f"{'all':24} {option:28} {agree} of {count} ({100 * agree / max(count, 1):.1f} %)")


main(sys.argv[1:])
