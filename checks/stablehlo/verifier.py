#!/usr/bin/env python3
"""Writes testdata/stablehlo/verifier.txt: right and wrong programs, each with what upstream's verifier says of it.

`verifier.py DIRECTORY` reads the operations of DIRECTORY/*.generic.mlir and of SEEDS below, changes each in one place (a
rank, a dimension, an element type, a number or a list of an attribute, an operand, a result, a region) and asks `jaxlib`
(pinned: jax==0.12.0) about every program. Of each operation it keeps some programs that are accepted and some for each
message. A line of the file is the answer (`ok`, or the first error), a tab, and the program. The tests need no Python.
"""

import hashlib
import os
import pathlib
import re
import sys

from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

ACCEPTED, REFUSED = 6, 2

SEEDS = pathlib.Path(__file__).with_name("verifier_seeds.mlir")

# Programs, one a line, that no single change of another program makes.
PROGRAMS = pathlib.Path(__file__).with_name("verifier_programs.txt")

# How answers begin that are no rules of operations, but faults of the text.
LEFT_OUT = ("?", "invalid properties", "use of ", "mismatched operand", "expected")

# Rules that begin like faults of the text.
RULES = ("expected group_sizes", "expected both lhs/rhs ranks", "mismatched operands and result")

WORDS = [
    ["EQ", "LT"], ["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"], ["FFT", "IFFT", "RFFT", "IRFFT"],
    ["DEFAULT", "THREE_FRY", "PHILOX"], ["UNIFORM", "NORMAL"], ["TRANSPOSE_INVALID", "NO_TRANSPOSE", "ADJOINT"],
    ["HIGHEST", "TOLERANCE", "DEFAULT"], ["true", "false"],
]


def split(text):
    """The parts of a list, at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(text):
        if c in "<([{":
            depth += 1
        elif c in ">)]}" and text[at - 1] != "-":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


class Case:
    def __init__(self, name, operands, attrs, regions, results, captures):
        self.name, self.operands, self.attrs = name, operands, attrs
        self.regions, self.results, self.captures = regions, results, captures

    def but(self, **changes):
        return Case(**{**self.__dict__, **changes})

    def text(self):
        arguments = [f"%o{i}: {ty}" for i, ty in enumerate(self.operands)]
        arguments += [f"{name}: {ty}" for name, ty in self.captures]
        operands = ", ".join(f"%o{i}" for i in range(len(self.operands)))
        attrs = ", ".join(f"{name} = {attr}" for name, attr in self.attrs)
        attrs = f" <{{{attrs}}}>" if attrs else ""
        regions = f" ({self.regions})" if self.regions else ""
        count = len(self.results)
        names = "" if count == 0 else "%r = " if count == 1 else f"%r:{count} = "
        results = self.results[0] if count == 1 else "(" + ", ".join(self.results) + ")"
        op = f'{names}"{self.name}"({operands}){attrs}{regions} : ({", ".join(self.operands)}) -> {results}'
        return f"func.func @f({', '.join(arguments)}) {{ {op} return }}"


def seeds(text):
    module = ir.Module.parse(text)
    for function in module.body.operations:
        for region in function.regions:
            for block in region.blocks:
                for op in block.operations:
                    if op.operation.name.split(".")[0] in ("stablehlo", "chlo"):
                        yield seed(op.operation)


def seed(op):
    captures = {}

    def walk(block, inside):
        inside = inside + list(block.arguments)
        for nested in block.operations:
            for value in nested.operands:
                if not any(value == own for own in inside):
                    captures[value.get_name(use_local_scope=True)] = str(value.type)
            for region in nested.regions:
                for inner in region.blocks:
                    walk(inner, inside)
            inside += list(nested.results)

    for region in op.regions:
        for block in region.blocks:
            walk(block, [])
    text = op.get_asm(print_generic_op_form=True, use_local_scope=True)
    regions = ""
    if len(op.regions):
        start = text.index(" ({") + 2
        depth, at, quoted = 0, start, False
        while True:
            depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(text[at], 0)
            if depth < 0:
                break
            at += 1
        regions = " ".join(text[start:at].split())
    attrs = []
    header = text.index(")")
    if text.startswith(" <{", header + 1):
        end = header + 4
        depth = 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        attrs = [tuple(item.split(" = ", 1)) if " = " in item else (item, "unit") for item in split(text[header + 4:end - 1])]
    return Case(op.name, [str(v.type) for v in op.operands], attrs, regions,
                [str(v.type) for v in op.results], sorted(captures.items()))


def type_variants(ty):
    match = re.fullmatch(r"tensor<((?:[0-9?]+x)*)([a-z!].*?)(, #.*)?>", ty)
    yield "!stablehlo.token"
    if match is None:
        yield "tensor<f32>"
        return
    dims = match[1].split("x")[:-1]
    elem, encoding = match[2], match[3] or ""

    def make(dims, elem=elem, encoding=""):
        return "tensor<" + "".join(f"{d}x" for d in dims) + elem + encoding + ">"

    yield make(["1", *dims])
    yield make([*dims, "2"])
    yield f"tensor<*x{elem}>"
    for other in ("f32", "i32", "ui8", "i1", "f64", "complex<f32>", "i64", "index", "si32", "i3"):
        if other != elem:
            yield make(dims, other, encoding)
    if dims:
        yield make(dims[1:])
        yield make(dims[:-1])
        yield make(["?"] * len(dims))
        yield make(dims[::-1])
        for at, dim in enumerate(dims):
            rest = lambda new: [*dims[:at], new, *dims[at + 1:]]
            yield make(rest("0"))
            yield make(rest("?"))
            if dim != "?":
                bounds = lambda n: ", #stablehlo.bounds<" + ", ".join("?" if i != at else n for i in range(len(dims))) + ">"
                yield make(rest(str(int(dim) + 1)))
                yield make(rest("1"))
                yield make(rest("?"), encoding=bounds(dim))
                yield make(rest("?"), encoding=bounds("1"))
                yield make(dims, encoding=bounds(dim))
            else:
                yield make(rest("3"), encoding=encoding if encoding else "")


def attr_variants(text):
    for found in re.finditer(r"(?<![a-zA-Z0-9_.])-?\d+(?![a-zA-Z0-9_.x])", text):
        for new in (int(found[0]) + 1, int(found[0]) - 1, 7, -1, 0):
            yield text[:found.start()] + str(new) + text[found.end():]
    for found in re.finditer(r"\[([-0-9, ]*)\]|array<i\d+(?:: ([^>]*))?>", text):
        items = split(found[1] if found[1] is not None else found[2] or "")
        for new in ([*items, "0"], [*items, "1"], items[:-1], items[1:], items[::-1], [*items, *items[:1]]):
            if found[0].startswith("["):
                body = "[" + ", ".join(new) + "]"
            else:
                head = found[0][:found[0].index("i") + 2 + (found[0][7:8].isdigit())].split(":")[0].rstrip(">")
                body = head + (": " + ", ".join(new) if new else "") + ">"
            yield text[:found.start()] + body + text[found.end():]
    for words in WORDS:
        for found in re.finditer(r"\b(" + "|".join(words) + r")\b", text):
            for new in words:
                yield text[:found.start()] + new + text[found.end():]
    yield re.sub(r"tensor<(\d+)x", lambda m: f"tensor<{int(m[1]) + 1}x", text)
    yield "unit"
    yield '"text"'


def replaced(items, at, new):
    return [*items[:at], *new, *items[at + 1:]]


def mutants(case):
    yield case
    every = sorted(set(case.operands + case.results))
    for ty in every:
        for new in type_variants(ty):
            swap = lambda types: [new if t == ty else t for t in types]
            yield case.but(operands=swap(case.operands), results=swap(case.results))
            yield case.but(operands=swap(case.operands))
            yield case.but(results=swap(case.results))
    yield case.but(operands=[])
    for at, ty in enumerate(case.operands):
        for new in type_variants(ty):
            yield case.but(operands=replaced(case.operands, at, [new]))
        yield case.but(operands=replaced(case.operands, at, []))
        yield case.but(operands=replaced(case.operands, at, [ty, ty]))
    for at, ty in enumerate(case.results):
        for new in type_variants(ty):
            yield case.but(results=replaced(case.results, at, [new]))
        yield case.but(results=replaced(case.results, at, []))
        yield case.but(results=replaced(case.results, at, [ty, ty]))
    for at, (name, attr) in enumerate(case.attrs):
        yield case.but(attrs=replaced(case.attrs, at, []))
        for new in attr_variants(attr):
            yield case.but(attrs=replaced(case.attrs, at, [(name, new)]))
    if case.regions:
        if "^bb0" not in case.regions:
            yield case.but(regions=case.regions.replace("{ ", "{ ^bb0(%more: tensor<f32>): ", 1))
        for at, (name, ty) in enumerate(case.captures):
            for new in type_variants(ty):
                old = f'"stablehlo.return"({name}) : ({ty})'
                yield case.but(captures=replaced(case.captures, at, [(name, new)]),
                               regions=case.regions.replace(old, old.replace(ty, new)))
        yield case.but(regions="{}")
        yield case.but(regions="")
        yield case.but(regions=case.regions + ", " + case.regions)
        for ty in sorted(set(re.findall(r"tensor<[^>]*>+", case.regions))):
            for new in type_variants(ty):
                yield case.but(regions=case.regions.replace(ty, new))
        for found in re.finditer(r"\^bb0\((.*?)\):", case.regions):
            arguments = split(found[1])
            for at, argument in enumerate(arguments):
                name, ty = argument.split(": ", 1)
                for new in [[], [argument, f"%more: {ty}"], [f"{name}: tensor<2xf32>"], [f"{name}: tensor<f64>"]]:
                    changed = "^bb0(" + ", ".join(replaced(arguments, at, new)) + "):"
                    yield case.but(regions=case.regions[:found.start()] + changed + case.regions[found.end():])
        for found in re.finditer(r'"stablehlo.return"\((.*?)\) : \((.*?)\) -> \(\)', case.regions):
            names, types = split(found[1]), split(found[2])
            for names, types in ((names[1:], types[1:]), (names[:1] + names, types[:1] + types), ([], [])):
                new = f'"stablehlo.return"({", ".join(names)}) : ({", ".join(types)}) -> ()'
                yield case.but(regions=case.regions[:found.start()] + new + case.regions[found.end():])


def answers(programs):
    """What upstream says of each program; None where it ends its process."""
    stablehlo.register_stablehlo_passes()
    at, found = 0, []
    while at < len(programs):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            with os.fdopen(write, "w", buffering=1) as out, jax_mlir.make_ir_context() as context, ir.Location.unknown():
                # The threads of the parent's pool are not in this process.
                context.enable_multithreading(False)
                # Only passes load the dialect of quantized types.
                passmanager.PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.parse("module {}").operation)
                for program in programs[at:]:
                    try:
                        ir.Module.parse(program)
                        out.write("ok\n")
                    except ir.MLIRError as error:
                        message = error.error_diagnostics[0].message if error.error_diagnostics else "?"
                        out.write(message.replace("\n", "\\n").replace("\t", " ") + "\n")
                    except ValueError:  # Sizes that upstream's own lists cannot have.
                        out.write("?\n")
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as lines:
            new = [line.rstrip("\n") for line in lines]
        os.waitpid(child, 0)
        found += new
        at = len(found)
        if at < len(programs):
            found.append(None)
            at += 1
    return found


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = []
    with jax_mlir.make_ir_context(), ir.Location.unknown():
        for source in [folder / "forms.generic.mlir", folder / "chlo.generic.mlir", SEEDS]:
            for case in seeds(source.read_text()):
                cases += mutants(case)
    programs = {}
    for case in cases:
        programs.setdefault(case.text(), case.name)
    written = PROGRAMS.read_text().splitlines()
    for line in written:
        programs.setdefault(line, line.split(") { ", 1)[1].split('"')[1])
    # In an order that no change of another operation moves.
    order = sorted(programs, key=lambda text: (programs[text], hashlib.sha256(text.encode()).digest()))
    kept, seen = [], {}
    for text, answer in zip(order, answers(order)):
        # Ranks of unranked tensors are printed from memory that nobody wrote.
        is_left_out = answer is not None and answer.startswith(LEFT_OUT) and not answer.startswith(RULES)
        if answer is None or is_left_out or re.search(r"<= \d+, got \d{6}", answer):
            continue
        key = (programs[text], re.sub(r"'[^' ]*tensor<.*?>'|'\[.*?\]'|'[a-z]\w*(<\w+>)?'|-?\d+|\?", "N", answer))
        seen[key] = seen.get(key, 0) + 1
        if text in written or seen[key] <= (ACCEPTED if answer == "ok" else REFUSED):
            kept.append(f"{answer}\t{text}\n")
    (folder / "verifier.txt").write_text("".join(kept))
    print(f"{len(order)} programs, {len(kept)} kept, {sum(k.startswith('ok') for k in kept)} of them accepted")


if __name__ == "__main__":
    main()
