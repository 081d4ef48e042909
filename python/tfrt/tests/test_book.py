"""The programs of the book's page on Python do what the page says."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "python.md"


def test_the_page_on_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text()
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE))
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for block in blocks:
        # Tracebacks have the lines of the page.
        line = page.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), names)
