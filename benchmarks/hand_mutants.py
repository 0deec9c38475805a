"""Small changes made by hand, each with the tests that should notice it: ``make mutants``.

A change is (room, old text, new text, tests). Its file is the only one of its room (``dptheory`` or
``verify``) that holds the old text, so that files may move; a text that is gone, or stands twice,
is an error of this list. All is done in a copy of the tree::

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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
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


def _of(tests: str, *pairs: tuple[str, str], room: str = "dptheory") -> tuple[Change, ...]:
    return tuple(Change(room, old, new, tuple(tests.split())) for old, new in pairs)


PRIVACY = _of(
    "tests/library/privacy/test_gaussian_privacy.py",
    ("moved = 2 if neighbouring is REPLACE else 1", "moved = 1 if neighbouring is REPLACE else 1"),
    ("(q * order <= 1 and 4 * order <= squared)", "(q * order <= 1 and 2 * order <= squared)"),
    (
        "return _divergence(order, [(order, gain, x, weight), (1 - order, gain, x, weight)])",
        "return _divergence(order, [(order, gain, x, weight)])",
    ),
    (
        "sides = profiles.removed_profile, profiles.added_profile",
        "sides = (profiles.added_profile,)",
    ),
    ("left = delta - LOST * schedule.iterations", "left = delta"),
) + _of(
    "tests/library/privacy",
    ("np.floor(np.log(z / values[0]) / width)", "np.ceil(np.log(z / values[0]) / width)"),
    ("m * log_mixture(eps_step, n, m))", "m * log_mixture(eps_step, m, n))"),
)
BOUNDS = _of(
    "tests/library/bounds",
    (
        "floor = quotient(step_size * problem.l1 * V, 2)",
        "floor = quotient(step_size * problem.l1 * V, 3)",
    ),
    (
        'scale = positive("regulariser r", regulariser) + 2 * problem.border',
        'scale = positive("regulariser r", regulariser) + problem.border',
    ),
    ("way * run.second_moment, 2)", "way * run.second_moment, 3)"),
    ("carried = 2 * carried", "carried = 1 * carried"),
    ("quotient(square * (n - b), b * (n - 1))", "quotient(square * (n - b), b * n)"),
    ("quotient(4 * ratio * b, b - 2)", "quotient(3 * ratio * b, b - 2)"),
    ("least=0) + 1) ** 2 + t**2 * square)", "least=0) + 1) ** 2 + t * square)"),
)
ALLOCATION = _of(
    "tests/library/allocation",
    ("variances = sensitivity**2 / (2 * budgets)", "variances = sensitivity**2 / budgets"),
    ("sensitivity)) / setting.m", "sensitivity)) / setting.n"),
    ("ceiling = noise / (-math.expm1(log_s)) ** power", "ceiling = noise / -math.expm1(log_s)"),
)
TUNING = _of(
    "tests/library/tuning/test_tuning.py",
    (
        "laplace_variance(self.sensitivity / (self.n * self.eps))",
        "laplace_variance(self.sensitivity / (2 * self.n * self.eps))",
    ),
    ("return Geometric(2.0, 1 - math.sqrt", "return Geometric(1.0, 1 - math.sqrt"),
    ("(2 * (P[0] + 2 * P[1] + P[2]) / mu", "(2 * (P[0] + P[1] + P[2]) / mu"),
)
GRADIENTS = _of(
    "tests/library/gradients",
    ("Neighbouring.ADD_OR_REMOVE_ONE else 4)", "Neighbouring.ADD_OR_REMOVE_ONE else 2)"),
    ("else math.hypot(*self.bounds)", "else sum(self.bounds)"),
    ('divisor = 1 if self.on == "mean"', 'divisor = 1 if self.on != "mean"'),
    ("widest[1].value > need.value", "widest[1].value < need.value"),
)
DISTRIBUTIONS = _of(
    "tests/library/distributions",
    ("phi**2 * self._power_sum(2, 2.0, 4.0) if", "phi**2 * self._power_sum(2, 2.0, 2.0) if"),
    (
        "(math.erfc((root - delta) / scale) + math.erfc((root + delta) / scale)) / 2",
        "math.erfc((root - delta) / scale) / 2",
    ),
)
MEMORY = _of(
    "tests/library/memory",
    ("held -= activations[r - 1] + gradients[r - 1]", "held -= activations[r - 1]"),
    ("if f > m and top - O[f - 2] < values[e]:", "if f > m and top - O[f - 2] > values[e]:"),
)
PROBLEMS = _of(
    "tests/library/problems",
    (
        "float(self.profile.L1) / float(self.widths.min())",
        "float(self.profile.L1) / float(self.widths.max())",
    ),
    ("/ self.size)[-1]) / 2", "/ self.size)[-1]) / 4"),
)
REFUSALS = _of(
    "tests/library/test_refused_calls.py",
    ("inside and np.unique(batch).size == batch.size", "inside and np.unique(batch).size > 0"),
    ("steps <= {0, 1} and known", "steps <= {0, 1, 2} and known"),
)
SMOOTHING = _of(
    "tests/library/smoothing",
    ("wound = d / (2 * np.sinh(d * a) ** 2)", "wound = d / np.sinh(d * a) ** 2"),
    ("return eigenvalue(d // 2, d, s)", "return eigenvalue((d - 1) // 2, d, s)"),
)
COMMANDS = _of(
    "tests/library/commands",
    ('factor = 2.0 if which == "printed"', 'factor = 1.0 if which == "printed"'),
    ("require(1 <= value <= LARGEST, option", "require(0 <= value <= LARGEST, option"),
)
CONTRACT = _of(
    "tests/library/test_contract.py",
    ("if has_nan(answer) and not any(", "if has_nan(answer) and any("),
    ("value.dtype.kind in families", 'value.dtype.kind in "biufc"'),
)
FILES = _of(
    "tests/library/test_files.py",
    ("if state is not None and not os.access(target, os.W_OK):", "if state is None and False:"),
    ("len(content) > LONGEST else problem", "len(content) > 2 * LONGEST else problem"),
)
VERDICT = _of(
    "tests/verification/test_verdict.py",
    ("or facts.changed or not facts.reachable or", "or facts.changed or"),
    ("and not f.argued and not f.asymptotic", "and not f.argued"),
    (
        "gravity = [Extent.AT_SETTINGS, Extent.IN_GENERAL,",
        "gravity = [Extent.IN_GENERAL, Extent.AT_SETTINGS,",
    ),
    room="verify",
)
JUDGES = _of(
    "tests/soundness",
    ('if a.relation not in ("eq", "le"):', 'if a.relation not in ("eq", "le", "lt"):'),
    room="verify",
) + _of(
    "tests/verification/test_verdict.py",
    ("proof.argued and not false:\n", "proof.argued and false:\n"),
    room="verify",
)
KERNEL = _of(
    "tests/verification/test_kernel.py",
    ("(excess >= 0 if r == 1 else excess > 0)", "(excess >= 0)"),
    ('(-w["slope"], D, 1)', '(-w["slope"], D, 0)'),
    room="verify",
)
DRIFT = _of(
    "tests/verification/test_kernel.py tests/library/distributions/test_worst_law.py",
    ("bool(mass == 1 and mean == size and", "bool(mass == 1 and"),
    room="verify",
)
DERIVATIONS = _of(
    "tests/verification/methods/test_derive.py",
    (
        'binary("le", self.first, self.last + 1), "the ends of a telescope"',
        'binary("le", self.first, self.last + 2), "the ends of a telescope"',
    ),
    ('"log": (lambda x: x.log(), "lt", False)', '"log": (lambda x: x.log(), "le", False)'),
    (
        'return Compare("le" if found.relation == "lt" else found.relation, left, right)',
        "return Compare(found.relation, left, right)",
    ),
    ("+ 2 * p(a, b) * p(b, c) * p(a, c)", "- 2 * p(a, b) * p(b, c) * p(a, c)"),
    room="verify",
)
CHANGES = (
    PRIVACY
    + BOUNDS
    + ALLOCATION
    + TUNING
    + GRADIENTS
    + DISTRIBUTIONS
    + MEMORY
    + PROBLEMS
    + REFUSALS
    + SMOOTHING
    + COMMANDS
    + CONTRACT
    + FILES
    + VERDICT
    + JUDGES
    + KERNEL
    + DRIFT
    + DERIVATIONS
)


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


def status(tree: Path, tests: tuple[str, ...]) -> int | None:
    """Exit status of pytest on the tests, to their first failure; None if it did not end."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    # Compiled modules of the same size and second would hide a change.
    environment = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            words, cwd=tree, env=environment, capture_output=True, check=False, timeout=LONGEST
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
    chosen = [
        c for c in CHANGES if not words or any(w in f"{c} {' '.join(c.tests)}" for w in words)
    ]
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
