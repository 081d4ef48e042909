"""Functions of ops: what `help` and editors show of an op is made of its definition, and so are the type stubs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from tfrt import _tfrt


def python_name(name: str, namespace: str) -> str:
    """The name of an op in its namespace; a word that Python keeps for itself gets an underscore."""
    import keyword

    short = name.removeprefix(namespace).replace(".", "_")
    return short + "_" if keyword.iskeyword(short) else short


def names(namespace: str) -> dict[str, str]:
    """The ops of a namespace, from Python's names to those of programs."""
    return {
        python_name(name, namespace): name for name in _tfrt._op_names() if name.startswith(namespace)
    }


def _result(op: _tfrt.Op) -> str:
    kinds = ["list[Tensor]" if is_list else "Tensor" for _, _, is_list in op.results]
    match kinds:
        case []:
            return "None"
        case [kind]:
            return kind
        case _:
            return f"tuple[{', '.join(kinds)}]"


def signature(op: _tfrt.Op) -> inspect.Signature:
    """Inputs in order, then attributes by name."""
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            annotation="Sequence[TensorLike]" if is_list else "TensorLike",
        )
        for name, _, is_list in op.inputs
    ]
    # Those that a caller must give come first.
    for name, annotation, is_required, default, _ in sorted(op.attributes, key=lambda attribute: not attribute[2]):
        value = inspect.Parameter.empty if is_required else default
        parameters.append(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=value, annotation=annotation)
        )
    if all(parameter.name != "device" for parameter in parameters):
        parameters.append(
            inspect.Parameter("device", inspect.Parameter.KEYWORD_ONLY, default=None, annotation="str | None")
        )
    return inspect.Signature(parameters, return_annotation=_result(op))


def documentation(op: _tfrt.Op) -> str:
    """The text of an op: what it computes, and what its inputs, attributes and results are."""
    name = f"The op ``{op.name}``." + (" It has effects or reads state." if op.is_stateful else "")
    lines = [*([op.summary.replace("`", "``"), ""] if op.summary else []), name]

    def section(title: str, entries: Iterable[str]) -> None:
        entries = list(entries)
        if entries:
            lines.extend(["", f"{title}:", *(f"    {entry}" for entry in entries)])

    section("Inputs", (f"{name}: {kind}" for name, kind, _ in op.inputs))
    section(
        "Attributes",
        (
            f"{name}: {kind}{'' if allowed is None else ', ' + allowed}"
            + ("" if is_required else f" (default {default!r})")
            for name, kind, is_required, default, allowed in op.attributes
        ),
    )
    section("Results", (f"{name}: {kind}" for name, kind, _ in op.results))
    section("Types", (f"{name}: {allowed}" for name, allowed in op.types))
    return "\n".join(lines)


def function(name: str, module: str, namespace: str) -> Callable[..., Any]:
    """A function that calls an op."""
    op = _tfrt._op(name)

    def call(*args: Any, **kwargs: Any) -> Any:
        return op(*args, **kwargs)

    call.__name__ = call.__qualname__ = python_name(name, namespace)
    call.__module__ = module
    call.__doc__ = documentation(op)
    call.__signature__ = signature(op)  # type: ignore[attr-defined]
    return call


def find(short: str, module: str, namespace: str) -> Callable[..., Any]:
    """The function of an op, for a module that does not have it yet."""
    name = names(namespace).get(short) if not short.startswith("__") else None
    if name is None:
        import difflib

        known = difflib.get_close_matches(short, names(namespace), 1) if not short.startswith("__") else []
        hint = f"; did you mean {known[0]!r}?" if known else ""
        raise AttributeError(f"module {module!r} has no op {short!r}{hint}")
    return function(name, module, namespace)


def stubs(namespace: str, title: str, submodules: Iterable[str] = ()) -> str:
    """The text of a module's type stubs."""
    lines = [
        f'"""{title} Made from the ops\' definitions by ``python -m tfrt.ops``."""',
        "",
        "from collections.abc import Sequence",
        "",
        "from numpy.typing import DTypeLike",
        "",
        "from tfrt import Tensor",
        *(f"from tfrt.ops import {name} as {name}" for name in submodules),
        "from tfrt._tfrt import TensorLike",
        "",
    ]
    for short, name in sorted(names(namespace).items()):
        op = _tfrt._op(name)
        parameters = []
        is_by_name = False
        for parameter in signature(op).parameters.values():
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not is_by_name:
                parameters.append("*")
                is_by_name = True
            default = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
            default = default.replace("Ellipsis", "...")
            parameters.append(f"{parameter.name}: {parameter.annotation}{default}")
        text = documentation(op).replace("\\", "\\\\").splitlines()
        body = [f'    """{text[0]}', *(f"    {line}".rstrip() for line in text[1:])]
        lines.extend([f"def {short}({', '.join(parameters)}) -> {_result(op)}:", *body, '    """', ""])
    return "\n".join(lines)
