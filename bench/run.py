#!/usr/bin/env python3
"""bench/run.py [NAME…]: what a kernel or op costs, in programs someone would write.

Builds the tools in release mode, generates each program of the table below, compiles it as written (-O0) and runs it. Prints, a line a
program: the best time of one run, the number of kernels or ops executed in one run (the executor's own counter), and their
quotient. With names, only the programs whose line starts with one of them. Needs Python 3 and nothing else.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BIN = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release")

# Name, generator and its arguments, what is counted.
PROGRAMS = [
    ("chain", ["gen_chain.py", "10000", "2000", "3"], "kernel"),
    ("tree", ["gen_tree.py", "10000", "add", "add", "2000", "3"], "kernel"),
    ("corert", ["gen_corert.py", "1000", "i32", "5000", "3"], "op"),
    ("fib", ["gen_fib.py", "16", "1000", "3"], "kernel"),
    ("loop", ["gen_loop.py", "100000", "100", "3"], "kernel"),
    ("mlp1", ["gen_mlp.py", "1", "5000", "3"], "op"),
    ("mlp64", ["gen_mlp.py", "64", "1000", "3"], "op"),
]


def tool(name, *args):
    return [os.path.join(BIN, name), *args]


def generate(arguments, path):
    with open(path, "wb") as f:
        subprocess.run([sys.executable, os.path.join(HERE, arguments[0]), *arguments[1:]], stdout=f, check=True)


def seconds(command, times):
    """The best wall time of a command."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        best = min(best, time.perf_counter() - start)
    return best


def run(name, arguments, unit, folder):
    text, bef = os.path.join(folder, "program.mlir"), os.path.join(folder, "program.bef")
    generate(arguments, text)
    subprocess.run(tool("tfrt-translate", "--mlir-to-bef", "-O0", text, "-o", bef), check=True)
    output = subprocess.run(
        tool("tfrt-run", "--print_statistics", bef), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True
    )
    best = re.search(r"^BM:.*:Time Min\(ns\): (\d+)", output.stdout, re.M)
    runs = re.search(r"^BM:.*:Count: (\d+)", output.stdout, re.M)
    # An op is executed by one kernel.
    executed = re.search(r"^kernels executed: (\d+)", output.stderr, re.M)
    if not (best and runs and executed):
        sys.exit(f"{name}: no figures in the output of tfrt-run:\n{output.stdout}{output.stderr}")
    # Warm-up runs execute kernels as well; a program counts them in whole runs.
    per_run = int(executed.group(1)) / (int(runs.group(1)) + WARM_UP.get(arguments[0], 10))
    best = int(best.group(1))
    print(f"{name:8} {best / 1000:12.1f} us a run {per_run:12.0f} {unit}s a run {best / per_run:10.2f} ns a {unit}", flush=True)


WARM_UP = {"gen_loop.py": 3}


def run_translation(folder):
    text, bef = os.path.join(folder, "program.mlir"), os.path.join(folder, "program.bef")
    generate(["gen_prog.py", "1000000"], text)
    took = seconds(tool("tfrt-translate", "--mlir-to-bef", "-O0", text, "-o", bef), 3)
    size = os.path.getsize(bef)
    print(f"{'encode':8} {took:12.3f} s text to BEF, 1,000,001 kernels, {size / 1000001:.1f} bytes a kernel", flush=True)
    took = seconds(tool("tfrt-run", "--quiet", bef), 3)
    print(f"{'once':8} {took:12.3f} s for the process that opens, verifies and runs it once", flush=True)
    took = seconds(tool("tfrt-translate", "--bef-to-mlir", bef, "-o", os.devnull), 3)
    print(f"{'decode':8} {took:12.3f} s BEF to text", flush=True)


def main():
    wanted = sys.argv[1:]
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "--bins"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments, unit in PROGRAMS:
            if not wanted or any(name.startswith(w) for w in wanted):
                run(name, arguments, unit, folder)
        if not wanted or any("encode".startswith(w) for w in wanted):
            run_translation(folder)


if __name__ == "__main__":
    main()
