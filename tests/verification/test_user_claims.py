"""The example of a user's own claims: it runs as the documentation says, and can be refuted."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(root: Path, tmp_path: Path) -> Path:
    """A copy of the example's folder."""
    shutil.copytree(root / "examples", tmp_path / "examples")
    return tmp_path / "examples"


def test_the_example_is_verified(folder: Path, python: Run) -> None:
    done = python("-m", "verify", "--module", "my_claims", "--json", "-", cwd=folder)
    assert done.returncode == 0, done.stderr
    (record,) = json.loads(done.stdout)["claims"]
    assert (record["id"], record["verdict"]) == ("mine/noise-floor", "verified")
    assert record["tightness"] == 1
    assert sum(control["through_proof"] for control in record["controls"]) == 2
    assert all(control["behaves"] for control in record["controls"])
    assert not (folder / "paper_checks.md").exists()


def test_without_its_hypothesis_the_example_is_refuted(folder: Path, python: Run) -> None:
    module = folder / "my_claims.py"
    text = module.read_text()
    assert text.count("alpha * curvature <= 1") == 1
    module.write_text(text.replace("alpha * curvature <= 1", "alpha * curvature < 2"))
    done = python("-m", "verify", "--module", "my_claims", "--json", "-", cwd=folder)
    assert done.returncode == 0, "a refutation is a result"
    (record,) = json.loads(done.stdout)["claims"]
    assert record["verdict"] == "refuted"


def test_the_documentation_shows_the_example(root: Path) -> None:
    example = (root / "examples" / "my_claims.py").read_text()
    code = [line for line in example.splitlines() if line and not line.startswith(('"""', "from"))]
    assert len(code) <= 15
    assert example in (root / "docs" / "claims.md").read_text()
