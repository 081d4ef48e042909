"""Profiles of runs."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from types import TracebackType

from tfrt import _tfrt


class profile:
    """Profiles what runs meanwhile, into a folder that TensorBoard opens, with a file that Perfetto opens.

    >>> with tfrt.profile("logs") as profile:
    ...     net(x)
    >>> profile.path  # the file for TensorBoard
    >>> profile.trace  # the file for Perfetto, at https://ui.perfetto.dev
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.folder = Path(folder)
        self.path: Path | None = None
        self.trace: Path | None = None
        self._session: _tfrt.Profile | None = None

    def __enter__(self) -> profile:
        self._session = _tfrt.Profile(self.folder)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._session is not None:
            written = self._session.finish()
            if written is not None:
                self.path, self.trace = written
            self._session = None
