"""The command in a folder of a user's: what tests of files and papers of one's own share."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from verify.__main__ import main
from verify.ledger import collection

Run = Callable[..., tuple[str, str]]


@pytest.fixture
def verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Run]:
    """``verify(*words, status=0)`` in a folder of its own: what the command prints."""
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(collection, "offered", dict)

    def run(*words: str, status: int = 0) -> tuple[str, str]:
        assert main([*words, "--jobs", "1"]) == status
        return tuple(capsys.readouterr())

    yield run
    # What one test has loaded is a source of the files of others.
    for name in sys.modules.keys() - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
