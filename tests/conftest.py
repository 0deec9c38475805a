"""Shared by the tests of the claim engine: the project's root, its command line, scratch copies."""

import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from dptheory.processes import RARELY
from verify.judgement.record import ClaimRecord
from verify.ledger import lock
from verify.ledger.run import kept, run_entry
from verify.ledger.selection import Entry, all_entries
from verify.methods.context import Context

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[..., subprocess.CompletedProcess[str]]
# Tests, formulas and proofs are many objects that stay: with Python's own thresholds its collector
# of garbage goes through them again and again.
gc.set_threshold(*RARELY)
# A draw or an example that waited for a busy machine is no fault of what is tested.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
# Files of ten seconds and more: a worker that began one last would let the others wait.
LONG = (
    "test_claims.py",
    "test_docs.py",
    "test_figures.py",
    "library/allocation/test_allocation.py",
    "library/commands/test_cli_privacy.py",
    "soundness/test_true.py",
    "checker/test_mutants.py",
    "library/testing/test_plugin.py",
    "library/simulation/test_compiled_cache.py",
    "library/test_cluster.py",
    "library/commands/test_cli_tune_data.py",
    "library/commands/test_cli_tune.py",
    "verification/test_workers.py",
    "soundness/test_false.py",
    "library/test_processes.py",
    "verification/test_verify_cli.py",
    "library/commands/test_cli_plan.py",
    "library/commands/test_cli_allocate.py",
    "site/test_browser.py",
    "verification/papers/test_accelerated_experiments.py",
    "library/test_compiled.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, all others in their order (``make test`` keeps it)."""
    rank = {ROOT / "tests" / name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path, len(rank)))


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: no later collection looks at it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def heard() -> Iterator[None]:
    """Signals end the tests' children as they do by default.

    Where nohup, cron or a shell's background had them ignored, children would ignore them too.
    """
    before = {s: signal.getsignal(s) for s in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)}
    ignored = [s for s, handler in before.items() if handler is signal.SIG_IGN]
    for each in ignored:
        signal.signal(each, signal.SIG_DFL)
    yield
    for each in ignored:
        signal.signal(each, signal.SIG_IGN)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def ledger_lines() -> dict[str, lock.Line]:
    """The line of every claim in ``ledger.lock``."""
    path = ROOT / lock.LOCK
    if not path.exists():
        pytest.fail("ledger.lock must exist. Found none: run 'python -m verify'.")
    return {line.id: line for line in lock.parsed(path.read_text(encoding="utf-8"))}


@pytest.fixture(scope="session")
def entries() -> dict[str, Entry]:
    """The claims in code by their ids, in the lock's order."""
    return {entry.claim.id: entry for entry in all_entries()}


@pytest.fixture(scope="session")
def judged(entries: dict[str, Entry]) -> Callable[[str], ClaimRecord]:
    """``judged(id)``: a claim's record; what a whole run has finished is not computed again."""

    def record(name: str) -> ClaimRecord:
        entry = entries[name]
        return kept(entry, Context()) or run_entry(entry, Context(mode="quick"))

    return record


@pytest.fixture(scope="session")
def python() -> Run:
    """``python(*arguments, cwd=..., tree=...)``: a child that imports the project from ``tree``."""

    def run(*arguments: str, cwd: Path, tree: Path = ROOT) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": str(tree), "COLUMNS": "200"}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """``complaint(main, arguments)``: the one line with which a command refuses bad input."""

    def run(main: Callable[[list[str]], int], arguments: list[str]) -> str:
        try:
            status: object = main(arguments)
        except SystemExit as stop:
            status = stop.code
        captured = capsys.readouterr()
        assert (status, captured.out) == (2, "")
        assert captured.err.count("\n") == 1
        return captured.err

    return run


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A copy of the packages that may be damaged."""
    tree = tmp_path / "tree"
    for package in ("dptheory", "verify"):
        shutil.copytree(ROOT / package, tree / package)
    return tree
