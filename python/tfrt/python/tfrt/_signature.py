"""Signatures of functions, for ``inspect.signature``, ``help`` and editors."""

from __future__ import annotations

import inspect
import keyword

from tfrt._tfrt import Function


def of(function: Function) -> inspect.Signature | None:
    """The signature, if all arguments have names that Python's arguments may have."""
    names = [spec.name for spec in function.arguments]
    if len(set(names)) < len(names):
        return None
    is_by_name = False
    parameters: list[inspect.Parameter] = []
    for index, (name, spec) in enumerate(zip(names, function.arguments)):
        if name is None or not name.isidentifier() or keyword.iskeyword(name):
            return None
        default = function._default(index) if spec.optional else inspect.Parameter.empty
        # Python has no argument without a default after one that has it, unless it is given by name.
        is_by_name |= not spec.optional and any(known.default is not inspect.Parameter.empty for known in parameters)
        kind = inspect.Parameter.KEYWORD_ONLY if is_by_name else inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters.append(inspect.Parameter(name, kind, default=default))
    return inspect.Signature(parameters)
