"""Compiled functions that can be kept nowhere, and those whose kept code is damaged."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numba
import pytest

from dptheory import compiled as room
from dptheory.compiled import compiled

WORDS = (
    "dptheory: no folder for compiled code can be written, so it is compiled anew each time "
    "(NUMBA_CACHE_DIR names another folder, one that only you can write)"
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


ASKED_RATES = """
import random
from dptheory import compiled, heavy_ball, lyapunov, nesterov
from dptheory.lyapunov import solver

{patience}
rng = random.Random(1)
for _ in range(300):
    ell, b, e = rng.uniform(0.05, 2.5), rng.uniform(0, 0.95), rng.uniform(0, 0.9)
    asked = ell / 10 ** rng.uniform(0, 4), ell, b, e
    _, _, P = solver.interior(*asked, 0.1)
    print(solver.critical_gap(*asked), P, solver.smallest_eigenvalue(P))
for method in (heavy_ball("1/10", "9/20"), nesterov("1/10", "1/2")):
    print(lyapunov.rate(method, 1, 10), lyapunov.noise_floor(method, 1, 10))
"""


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_interpreted_and_compiled_answers_are_equal_bit_for_bit(
    python, root, monkeypatch, disabled
):
    at_once = ASKED_RATES.format(patience="compiled.PATIENCE = -1.0")
    answers = [python("-c", at_once, cwd=root.parent, tree=root)]
    monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
    never = ASKED_RATES.format(patience="compiled.PATIENCE = float('inf')")
    answers.append(python("-c", never, cwd=root.parent, tree=root))
    assert [(it.returncode, it.stderr) for it in answers] == [(0, "")] * 2
    assert answers[0].stdout == answers[1].stdout


def doubled(x: float) -> float:
    """Compiled below."""
    return 2 * x


def changed(content: bytes, place: int) -> bytes:
    """The content with three other bytes at a place."""
    return (
        content[:place] + bytes(255 - b for b in content[place : place + 3]) + content[place + 3 :]
    )


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut": lambda content: content[:100],
    "without its end": lambda content: content[:-1],
    "without its checksum": lambda content: content[:-32],
    "longer": lambda content: content + b"x",
    "changed at the start": lambda content: changed(content, 0),
    "changed": lambda content: changed(content, 60),
    "changed within": lambda content: changed(content, len(content) // 2),
    "changed at the end": lambda content: changed(content, len(content) - 3),
    "another's checksum": lambda content: b"cos\nsystem\n." + content[-32:],
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_code_is_removed_and_compiled_anew(
    kind: str, damage: str, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    found = []
    for k in range(4):
        room._say.cache_clear()
        function = compiled()(doubled)
        assert function(1.5) == 3.0
        found.append((sum(function.stats.cache_hits.values()), capsys.readouterr().err))
        if k == 1:
            (file,) = tmp_path.rglob(f"*.{kind}")
            file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert found == [(0, ""), (1, ""), (0, f"dptheory: {room.DAMAGED}\n"), (1, "")]


def test_code_that_is_gone_or_of_another_source_is_compiled_without_a_word(
    tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for gone in ("*.nbc", "*.nbi"):
        compiled()(doubled)(1.5)
        for file in tmp_path.rglob(gone):
            file.unlink()
        function = compiled()(doubled)
        assert (function(1.5), sum(function.stats.cache_hits.values())) == (3.0, 0)
    assert capsys.readouterr().err == ""
