"""Small changes made by hand, each with the tests that should notice it: ``make mutants``.

The changes stand in ``hand_mutants.toml``: pairs of an old and a new text, by room and tests. A
change's file is the only one of its room (``dptheory`` or ``verify``) that holds the old text, so
that files may move; a text that is gone, or stands twice, is an error of the table. All is done in
a copy of the tree::

    python -m benchmarks.hand_mutants [WORD ...]

runs the changes whose room, tests or old text contain one of the words; all without a word. The
exit status is 0 if all were noticed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_suffix(".toml")
NOT_COPIED = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info")
FAILED, INTERRUPTED = 1, 2  # pytest's exit status: a test failed; a module could not be imported
LONGEST = 900.0  # seconds of one run: a change may make a loop endless


@dataclass(frozen=True)
class Change:
    """A change by hand.

    Attributes:
        room: the package in which the old text stands once.
        old, new: the text and what replaces it.
        tests: the files or folders of tests that should notice.
    """

    room: str
    old: str
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.room}: {' '.join(self.old.split())} -> {' '.join(self.new.split())}"


def changes() -> list[Change]:
    """The table ``hand_mutants.toml``: groups of changes in one room that the same tests notice."""
    groups = tomllib.loads(TABLE.read_text(encoding="utf-8"))["group"]
    return [Change(g["room"], *pair, tuple(g["tests"])) for g in groups for pair in g["changes"]]


def place(tree: Path, change: Change) -> Path:
    """The file that a change is for.

    Raises:
        ValueError: not exactly one file of the room holds the old text, once.
    """
    found = {
        path: times
        for path in sorted((tree / change.room).rglob("*.py"))
        if (times := path.read_text(encoding="utf-8").count(change.old))
    }
    if sum(found.values()) != 1:
        names = ", ".join(str(path.relative_to(tree)) for path in found) or "no file"
        raise ValueError(f"the old text must stand once in {change.room}. Found {names}: {change}")
    return next(iter(found))


@contextmanager
def changed(tree: Path, change: Change) -> Iterator[Path]:
    """The tree with one change, which is taken back at the end."""
    path = place(tree, change)
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace(change.old, change.new), encoding="utf-8")
    if "njit" in before:
        # Numba looks at a function's own file only, not at those that it calls.
        _forget(tree)
    try:
        yield path
    finally:
        path.write_text(before, encoding="utf-8")
        if "njit" in before:
            _forget(tree)


def _forget(tree: Path) -> None:
    for compiled in [*tree.rglob("*.nbi"), *tree.rglob("*.nbc")]:
        compiled.unlink()


def environment(tree: Path) -> dict[str, str]:
    """Where a run finds the copy; compiled modules of one size and second would hide a change."""
    return os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}


def status(tree: Path, tests: tuple[str, ...]) -> int | None:
    """Exit status of pytest on the tests, to their first failure; None if it did not end."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            words,
            cwd=tree,
            env=environment(tree),
            capture_output=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def noticed(tree: Path, change: Change) -> bool:
    """Whether the tests fail with a change.

    Raises:
        ValueError: pytest could not run the tests.
    """
    with changed(tree, change):
        found = status(tree, change.tests)
    if found not in (0, FAILED, INTERRUPTED, None):
        raise ValueError(f"tests must be found. Found none in {' '.join(change.tests)}.")
    return found != 0


def main(words: list[str]) -> int:
    """Run the changes and print a line for each.

    Raises:
        ValueError: an old text stands nowhere or twice, or the tests fail without any change.
    """
    texts = [(change, f"{change} {' '.join(change.tests)}") for change in changes()]
    chosen = [change for change, text in texts if not words or any(w in text for w in words)]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
        for change in chosen:
            place(tree, change)
        for tests in dict.fromkeys(change.tests for change in chosen):
            if status(tree, tests) != 0:
                raise ValueError(f"tests must pass without a change. Found {' '.join(tests)}.")
        for change in chosen:
            start = time.perf_counter()
            seen = noticed(tree, change)
            missed += not seen
            spent = time.perf_counter() - start
            print(f"{'noticed  ' if seen else 'UNNOTICED'} {spent:4.0f} s  {change}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} changes noticed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
