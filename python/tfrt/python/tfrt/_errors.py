"""The exceptions of the package."""

from __future__ import annotations


class Error(Exception):
    """The base of the package's own exceptions.

    ``message`` is the text without its place; ``file``, ``line`` and ``column`` are the place in the program's source, if it is known.
    """

    def __init__(
        self,
        text: str,
        *,
        message: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(text)
        self.message = text if message is None else message
        self.file = file
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (type(self), self.args[0], self.__dict__))


def _again(kind: type[Error], text: str, attributes: dict[str, object]) -> Error:
    error = kind(text)
    error.__dict__.update(attributes)
    return error


class CompileError(Error):
    """A program does not compile. The text has each mistake with its line and a caret, as the command-line tools print it."""


class LoadError(Error):
    """A file holds no program, or one that this runtime cannot run."""


class RunError(Error, RuntimeError):
    """A call failed. ``code`` is a status code such as INVALID_ARGUMENT, ``op`` the op that failed, if one did."""

    def __init__(
        self,
        text: str,
        *,
        message: str | None = None,
        code: str = "INTERNAL",
        op: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(text, message=message, file=file, line=line, column=column)
        self.code = code
        self.op = op


class CancelledError(RunError):
    """A call was cancelled."""


class CompileWarning(UserWarning):
    """A program compiles, but is probably not what its author wants."""
