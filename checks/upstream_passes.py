#!/usr/bin/env python3
"""Compares passes with upstream's: checks/upstream_passes.py [--bless] [--generated] [--show PASS] [FILE...]

Runs `tfrt-opt` and `mlir-opt` of LLVM 22 over programs, pass by pass, and prints how many results are the same text. Without files the programs
are those of testdata/passes/upstream; `--generated` adds random ones. `--show PASS` prints the programs on which the two differ.
`--bless` writes what upstream prints into the files, as the lines that the tests compare with: so the tests need no LLVM.

Needs `mlir-opt-22` or `mlir-opt` (on Debian: apt-get install mlir-22-tools), and `tfrt-opt` in target/debug, or where TFRT_OPT says.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = os.environ.get("TFRT_OPT", str(ROOT / "target/debug/tfrt-opt"))
PASSES = ["canonicalize", "sccp", "inline", "cse", "symbol-dce"]
MARKER = "// -----\n"
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


def generated(count, seed=1):
    """Programs of `arith` on one block, with small constants."""
    binary = "addi subi muli divsi divui ceildivsi ceildivui floordivsi remsi remui andi ori xori maxsi maxui minsi minui shli shrsi shrui".split()
    predicates = "eq ne slt sle sgt sge ult ule ugt uge".split()
    chance = random.Random(seed)
    programs = []
    for number in range(count):
        ty = chance.choice(["i32", "index", "i8", "i64"])
        values, bools, body = ["a", "b"], ["p"], []
        for index in range(chance.randint(3, 12)):
            name, kind = f"v{index}", chance.random()
            one, two = chance.choice(values), chance.choice(values)
            if kind < 0.25:
                body.append(f"%{name} = arith.constant {chance.choice([0, 1, 2, 3, -1, 7, 8])} : {ty}")
                values.append(name)
            elif kind < 0.65:
                body.append(f"%{name} = arith.{chance.choice(binary)} %{one}, %{two} : {ty}")
                values.append(name)
            elif kind < 0.8:
                body.append(f"%{name} = arith.cmpi {chance.choice(predicates)}, %{one}, %{two} : {ty}")
                bools.append(name)
            elif kind < 0.9:
                body.append(f"%{name} = arith.select %{chance.choice(bools)}, %{one}, %{two} : {ty}")
                values.append(name)
            else:
                body.append(f"%{name} = arith.{chance.choice(['andi', 'ori', 'xori'])} %{chance.choice(bools)}, %{chance.choice(bools)} : i1")
                bools.append(name)
        result = chance.choice(values[-3:])
        lines = "".join(f"  {line}\n" for line in body)
        programs.append(
            f"func.func @f{number}(%a: {ty}, %b: {ty}, %p: i1) -> ({ty}, i1) {{\n{lines}"
            f"  return %{result}, %{bools[-1]} : {ty}, i1\n}}\n"
        )
    return programs


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
    programs = programs_of(text)
    results = {prefix: run(upstream(), flags.split(), programs) for flags, prefix in runs}
    parts = []
    for index, program in enumerate(programs):
        checks = "".join(check_lines(prefix, results[prefix][index][1]) for _, prefix in runs if results[prefix][index][0])
        parts.append(checks + program)
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
        runs = [flags.split()[0].lstrip("-") for flags, _ in RUN.findall(text)]
        groups.append((path.name, runs or PASSES, programs_of(text)))
    if "--generated" in arguments:
        groups.append(("generated", PASSES, generated(500)))
    totals = {}
    for name, passes, programs in groups:
        for option in passes:
            theirs, ours = run(upstream(), [f"-{option}"], programs), run(OURS, [f"-{option}"], programs)
            agree = [a == b or not a[0] and not b[0] for a, b in zip(theirs, ours)]
            total = totals.setdefault(option, [0, 0])
            total[0] += sum(agree)
            total[1] += len(agree)
            print(f"{name:24} {option:28} {sum(agree)} of {len(agree)}", flush=True)
            for program, a, b, same in zip(programs, theirs, ours, agree):
                if option == shown and not same:
                    print(f"{program}--- upstream\n{a[1]}\n--- ours\n{b[1]}")
    for option, (agree, count) in totals.items():
        print(f"{'all':24} {option:28} {agree} of {count} ({100 * agree / max(count, 1):.1f} %)")


main(sys.argv[1:])
