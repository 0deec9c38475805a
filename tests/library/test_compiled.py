"""Compiled functions where no folder can be written to keep them."""

import shutil
import subprocess
from pathlib import Path

import pytest

WORDS = (
    "dptheory: no folder for compiled code can be written, so it is compiled anew each time "
    "(NUMBA_CACHE_DIR names another folder)"
)
# Two workers, each with a compiled function that this process has imported.
ASKED = """
from dptheory import smoothing
from dptheory.processes import in_processes
from dptheory.simulation import smoothing_kernels

print(list(in_processes([(smoothing.solve_recursive, ([k, 2.0], 1.0)) for k in (0.0, 1.0)], 2)))
"""


@pytest.fixture
def read_only(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package beside which nobody can write, root neither: files are in the way.

    Nor can folders of the user's be written to.
    """
    tree = tmp_path / "tree"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "dptheory", tree / "dptheory", ignore=ignored)
    for folder in {path.parent for path in tree.rglob("*.py")}:
        (folder / "__pycache__").touch()
    (tmp_path / "home").touch()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tree


def said(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What it said, but for the patience that a loaded machine asks for."""
    return [line for line in done.stderr.splitlines() if "takes longer than" not in line]


def test_nowhere_to_write_is_said_once_also_with_workers_and_changes_no_answer(
    python, root, read_only
):
    anew, kept = (python("-c", ASKED, cwd=root.parent, tree=tree) for tree in (read_only, root))
    assert (anew.returncode, anew.stdout) == (0, kept.stdout)
    assert said(anew) == [WORDS]


def test_a_named_folder_is_used(python, root, read_only, tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    done = python("-c", "import dptheory.simulation.streams", cwd=root.parent, tree=read_only)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "kept").is_dir()


def test_every_compiled_function_has_the_fallback(root: Path) -> None:
    sources = [p for name in ("dptheory", "verify", "figures") for p in (root / name).rglob("*.py")]
    assert [p.name for p in sources if "cache=True" in p.read_text()] == ["compiled.py"]
