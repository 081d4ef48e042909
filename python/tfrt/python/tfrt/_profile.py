"""Profiles of runs."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from types import TracebackType

from tfrt import _tfrt


class profile:
    """Profiles what runs meanwhile, into a folder that TensorBoard and Perfetto open.

    >>> with tfrt.profile("logs") as profile:
    ...     net(x)
    >>> profile.path  # the file that was written
    """

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.folder = Path(folder)
        self.path: Path | None = None
        self._session: _tfrt.Profile | None = None

    def __enter__(self) -> profile:
        self._session = _tfrt.Profile(self.folder)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._session is not None:
            self.path = self._session.finish()
            self._session = None
