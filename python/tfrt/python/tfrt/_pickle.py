"""Programs that come from another process: each is loaded once, however often it is sent."""

from __future__ import annotations

import weakref
from typing import Any

from tfrt import _tfrt

# The programs of this process that were sent or received, by the hash of their content.
_programs: weakref.WeakValueDictionary[str, _tfrt.Program] = weakref.WeakValueDictionary()


def remember(hash: str, program: _tfrt.Program) -> None:
    """Says what program has this content."""
    _programs.setdefault(hash, program)


def restore(source: str, path: str | None, hash: str, content: Any) -> _tfrt.Program:
    """The program of this content: one that is there already, the file at the path if it is the same, or a new one."""
    program = _programs.get(hash)
    if program is None:
        program = _tfrt._restore_from_file(source, path, hash)
        if program is None:
            # What came beside the pickle is read only where no file has it.
            program = _tfrt._restore(source, hash, content)
        program = _programs.setdefault(hash, program)
    return program
