"""Shared by the tests of the library."""

import pytest

from dptheory import progress


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a loaded machine no command says that it takes long, unless a test wants it to."""
    monkeypatch.setattr(progress, "PATIENCE", 3600.0)
