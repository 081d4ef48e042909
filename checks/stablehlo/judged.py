#!/usr/bin/env python3
"""Compares what `jaxlib` says of right and wrong programs with what `judge` says: `judged.py JUDGE [COUNT]`.

The operations of testdata/stablehlo and of `verifier_seeds.mlir` are changed in one and in two places in their generic form (`verifier.py`), and token by token
in the form that upstream prints. COUNT is the number of programs of each kind. It prints each difference once for an operation and two messages.
JUDGE is the example of `tfrt-dialects`: `cargo build -p tfrt-dialects --example judge`.
"""

import pathlib
import random
import re
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir

import verifier

TOKEN = re.compile(r'"[^"]*"|[%#@!^][\w.$]+|->|::|[A-Za-z_][\w.$]*|-?\d+|\S')
OTHERS = ["x", "1", "[", "]", ">", "<", ",", "=", "i1", "tensor<f32>", "{}", "dense<1>", "array<i64: 1>", "unit", '"s"']


def generic(cases, count, chance):
    """Programs that one change or two make, by operation."""
    programs = {}
    while len(programs) < count:
        case = chance.choice(cases)
        new = chance.choice(list(verifier.mutants(case)))
        if chance.random() < 0.7:
            new = chance.choice(list(verifier.mutants(new)))
        if "\n" not in new.text():
            programs[new.text()] = case.name
    return programs


def custom(cases, count, chance):
    """Programs in the form that upstream prints, with one token changed."""
    texts = []
    for case in cases:
        try:
            text = " ".join(ir.Module.parse(case.text()).operation.get_asm().split())
        except ir.MLIRError:
            continue
        body = text[len("module { "):-2].strip()
        if "#map" not in body and not body.startswith("#"):
            texts.append((case.name, body))
    programs = {}
    while len(programs) < count:
        name, body = chance.choice(texts)
        first, last = body.find(") {") + 3, body.rfind("return")
        spans = [found.span() for found in TOKEN.finditer(body) if first <= found.start() and found.end() <= last]
        if not spans:
            continue
        start, end = chance.choice(spans)
        token = body[start:end]
        other = body[slice(*chance.choice(spans))]
        new = chance.choice(["", f"{token} {token}", other, chance.choice(["0", "-1", "7"] if token.isdigit() else OTHERS)])
        programs[body[:start] + new + body[end:]] = name
    return programs


def alike(message):
    return re.sub(r"'[^' ]*tensor<.*?>'|'\[.*?\]'|-?\d+|\?|tensor<[^>]*>+", "N", message)[:120]


def main():
    judge, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    folder, chance = pathlib.Path(__file__).parents[2] / "testdata/stablehlo", random.Random(1)
    cases = []
    with jax_mlir.make_ir_context(), ir.Location.unknown():
        for source in (folder / "forms.generic.mlir", folder / "chlo.generic.mlir", verifier.SEEDS):
            cases += verifier.seeds(source.read_text())
        programs = {**generic(cases, count, chance), **custom(cases, count, chance)}
    order = sorted(programs)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(order) + "\n")
        file.flush()
        ours = subprocess.run([judge, file.name], capture_output=True, text=True, check=True).stdout.splitlines()
    seen, counts = set(), {"same": 0, "outcome": 0, "message": 0, "left out": 0}
    for program, theirs, own in zip(order, verifier.answers(order), ours):
        kind = "left out" if theirs in (None, "?") else "same" if theirs == own else "outcome" if "ok" in (theirs, own) else "message"
        counts[kind] += 1
        key = (programs[program], alike(str(theirs)), alike(own))
        if kind in ("outcome", "message") and key not in seen:
            seen.add(key)
            print(f"{kind}: {program}\n  upstream: {theirs}\n  judge:    {own}")
    print(counts)


if __name__ == "__main__":
    main()
