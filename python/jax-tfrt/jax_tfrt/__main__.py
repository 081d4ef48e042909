"""Runs a program with JAX on tfrt: `python -m jax_tfrt [-m MODULE | -c CODE | FILE] [ARGUMENT...]`, as `python` would run it."""

import os
import runpy
import sys

import jax_tfrt

USAGE = "usage: python -m jax_tfrt [-m MODULE | -c CODE | FILE] [ARGUMENT...]"


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE, file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    if arguments[0].startswith("-") and (arguments[0] not in ("-m", "-c") or len(arguments) < 2):
        print(f"{USAGE}\nexpected a file, -m with a module or -c with code, got {arguments[0]}", file=sys.stderr)
        return 2
    try:
        jax_tfrt.enable()
    except ImportError as error:
        print(f"jax_tfrt: {error}", file=sys.stderr)
        return 1
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    elif arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        exec(compile(arguments[1], "<string>", "exec"), {"__name__": "__main__", "__builtins__": __builtins__})
    else:
        sys.argv = arguments
        # As for `python FILE`: modules beside the file are found first.
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
