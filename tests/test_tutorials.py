"""The tutorials run, and print what they say they print."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from verify.site import tutorials

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted((ROOT / "examples" / "tutorials").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_tutorial_prints_what_it_says(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": script.stem}
    for cell in tutorials.cells(script.read_text(encoding="utf-8")):
        if not cell.code:
            continue
        printed = io.StringIO()
        # Lines of the script in what goes wrong.
        code = compile("\n" * (cell.line - 1) + cell.text, str(script), "exec")
        with contextlib.redirect_stdout(printed):
            exec(code, names)
        assert tuple(printed.getvalue().splitlines()) == cell.prints, cell.text


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_tutorial_is_whole(script: Path) -> None:
    """It has text and code, and is listed in the index."""
    text = script.read_text(encoding="utf-8")
    cells = list(tutorials.cells(text))
    assert {cell.code for cell in cells} == {True, False}
    assert tutorials.title(text)
    assert not re.search(r"^#:(?! )(?=.)", text, re.M)
    assert script.name in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
