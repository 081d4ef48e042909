"""Log lines in Python's ``logging``."""

from __future__ import annotations

import logging


def emit(name: str, level: int, file: str, line: int, text: str) -> None:
    """Gives a line of the native module to a logger."""
    logger = logging.getLogger(name)
    if logger.isEnabledFor(level):
        logger.handle(logger.makeRecord(name, level, file, line, text, (), None))
