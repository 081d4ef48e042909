#!/usr/bin/env python3
"""Writes the operators that the onnx package defines to compiler/onnx/src/schema/operators.table, a line for each of their versions.

    onnx_schemas.py [FILE]

A line has the domain (`-` for the default one), the name, the first version of the operator set in which it holds, `deprecated` where it is so from
then on, or else: how many inputs and outputs there are (`2-3`, `1-*`), after a colon for each whether it is a single one (`s`), an optional
one (`o`), or as many as one likes (`v`), and the attributes with their types, of which `!` says that they must be given."""

import pathlib
import sys

import onnx

TABLE = pathlib.Path(__file__).parent.parent / "compiler/onnx/src/schema/operators.table"


def values(least, most, parameters):
    kinds = "".join({"Single": "s", "Optional": "o", "Variadic": "v"}[str(p.option).split(".")[-1]] for p in parameters)
    return f"{least}-{'*' if most == 2**31 - 1 else most}:{kinds}"


def line(schema):
    start = [schema.domain or "-", schema.name, str(schema.since_version)]
    if schema.deprecated:
        return " ".join(start + ["deprecated"])
    attributes = [f"{name}:{str(a.type).split('.')[-1].lower()}{'!' if a.required else ''}" for name, a in sorted(schema.attributes.items())]
    return " ".join(start + [values(schema.min_input, schema.max_input, schema.inputs), values(schema.min_output, schema.max_output, schema.outputs)] + attributes)


def main():
    table = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE
    schemas = sorted(onnx.defs.get_all_schemas_with_history(), key=lambda schema: (schema.domain, schema.name, schema.since_version))
    table.write_text("".join(line(schema) + "\n" for schema in schemas))


if __name__ == "__main__":
    sys.exit(main())
