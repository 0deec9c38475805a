"""The plugin of pytest in a stranger's repository, in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

FALSE = """
from verify.language import claim, nonnegative, notation, says

V = notation(a=nonnegative(unit="1"), b=nonnegative(unit="1"))
HALF = says(V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4)
YOUNG = says(2 * V.a * V.b <= V.a**2 + V.b**2)
CLAIMS = (
    claim("draft/half", "Lemma 4", "too small", HALF),
    claim("draft/young", "Lemma 1", "Young", YOUNG),
)
"""
# Plugins that a stranger need not have; importing them takes longer than a test.
OTHERS = tuple(
    word for name in ("hypothesispytest", "benchmark", "xdist") for word in ("-p", f"no:{name}")
)
Tests = Callable[..., tuple[int, str]]


@pytest.fixture
def repository(root: Path, tmp_path: Path) -> Path:
    """A copy of the example, with a module by the name of the engine's package."""
    place = tmp_path / "noise-notes"
    leave = shutil.ignore_patterns("build", "__pycache__", ".pytest_cache")
    shutil.copytree(root / "examples/repository", place, ignore=leave)
    (place / "verify.py").write_text("raise ImportError('somebody else')")
    (place / "false.py").write_text(FALSE)
    return place


@pytest.fixture
def tests(repository: Path, root: Path) -> Tests:
    """``tests(*words)``: exit status and output of pytest there."""

    def run(*words: str) -> tuple[int, str]:
        environment = os.environ | {"PYTHONPATH": str(root), "COLUMNS": "200"}
        command = [sys.executable, "-P", "-m", "pytest", "-q", *OTHERS, *words]
        done = subprocess.run(
            command,
            cwd=repository,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    return run


def test_the_example(tests, repository) -> None:
    """Claims beside tests in another folder: a test each, a table, a badge, pictures."""
    words = ("--dptheory-badge", "badge.json", "--dptheory-picture", "pictures")
    status, said = tests(*words)
    assert status == 0, said
    assert "\n5 passed in " in said
    table = said[said.index(" claims ==") :].splitlines()[1:6]
    assert [line.split() for line in table] == [
        ["claim", "verdict", "evidence", "left/right"],
        ["draft/young", "verified", "exact", "1"],
        ["draft/growing", "verified", "exact", "1"],
        ["draft/normalised", "verified", "exact"],
        ["3", "verified"],
    ]
    assert json.loads((repository / "badge.json").read_text())["message"] == "3 verified"
    assert (repository / "pictures/draft-growing.png").stat().st_size > 1000


def test_a_false_claim_fails_with_its_counterexample(tests) -> None:
    only = ("-o", "dptheory_claims=false.py", "-o", "testpaths=", "false.py")
    status, said = tests(*only)
    assert status == 1, said
    assert "1 failed, 1 passed" in said
    assert "Lemma 4 (too small) is refuted: 2 is not at most 401/201 at a = 1, b = 2." in said
    assert "right side  1.99502" in said
    assert "Traceback" not in said
    assert "FAILED false.py::draft/half" in said
    status, said = tests(*only[:-1], "false.py::draft/young")
    assert (status, "1 passed" in said) == (0, True), said


def test_files_that_are_none_are_named(tests) -> None:
    status, said = tests("-o", "dptheory_claims=missing.py")
    assert status == 4
    assert "dptheory_claims must be files that exist. Found " in said
    status, said = tests("-o", "dptheory_claims=verify.py", "-o", "testpaths=tests")
    assert status == 2, said
    assert "verify.py must be what Python imports as verify. Found " in said
    status, said = tests("-o", "dptheory_at_least=true")
    assert (status, "dptheory_at_least must be one of verified, argued" in said) == (4, True)


def test_no_claims_no_word_of_them(tests) -> None:
    status, said = tests("-o", "dptheory_claims=", "--collect-only", "tests")
    assert (status, "draft/" in said) == (0, False), said
