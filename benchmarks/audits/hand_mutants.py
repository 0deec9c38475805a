"""Small changes made by hand, each with the tests that should notice it: ``make hand-mutants``.

They are those that :mod:`.mutants` does not make at random: of files that it leaves alone
and of another kind. A change names a function and what is called in its place::

    python -m benchmarks.audits.hand_mutants [WORD ...]

runs the changes whose function or tests contain one of the words; all without a word. The module is
also the plugin that makes a change in the run of its tests. The exit status is 0 if all were
noticed.
"""

import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from csv import reader
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.audits.replacing import in_place_of
from dptheory import argument_types, files
from dptheory.commands import allocate, options
from dptheory.gradients import PerSample
from dptheory.memory import timeline
from dptheory.privacy import gaussian, laplace, laws, rdp, schedule
from dptheory.problems import files as tables
from dptheory.problems.nonconvex import Separable
from dptheory.problems.parameters import Layout
from dptheory.problems.records import check_batch
from dptheory.problems.softmax import Softmax
from dptheory.ranges import quotient
from dptheory.smoothing import shares
from dptheory.tuning import geometric, noise
from dptheory.tuning.problem import Proposal
from verify.judgement import verdict
from verify.methods.derivation import scope
from verify.methods.search import worst

ROOT = Path(__file__).resolve().parents[2]
CHOSEN = "HAND_MUTANT"  # the variable that tells a run of tests its change
FAILED, INTERRUPTED = 1, 2  # pytest's exit status: a test failed; a module could not be imported
LONGEST = 900.0  # seconds of one run: a change may make a loop endless


@dataclass(frozen=True)
class Change:
    """A change by hand.

    Attributes:
        name: what is changed, in words.
        function: a function, method or property.
        by: what is called in its place, with the function as it was first.
        tests: the files or folders of tests that should notice, below ``tests``.
    """

    name: str
    function: Any
    by: Callable[..., Any]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        inside = getattr(self.function, "fget", None) or getattr(self.function, "func", None)
        place = inside or self.function
        return f"{place.__module__}.{place.__qualname__}: {self.name}"


def _kept_gradients(was: Any, activations: Any, gradients: Any, groups: Any) -> Iterator[Any]:
    kept, members = 0, {min(group): group for group in groups}
    for event in was(activations, gradients, groups):
        if event.kind == timeline.DELETION:
            kept += sum(gradients[r - 1] for r in members[event.layer])
        yield replace(event, held=event.held + kept)


def _complex_too(was: Any, parts: Any) -> Any:
    def fits(value: Any) -> bool:
        return argument_types._is_array(value) and value.dtype.kind in "biufc"

    return replace(was(parts), fits=fits)


def _labels_apart(was: Any, first: Any, column: int, labels: Any, *others: Any) -> Any:
    """A first line as if no other had its label, where that is a number."""
    apart = tables.NUMBER.fullmatch(first[column])
    return was(first, column, np.append(np.nan, labels[1:]) if apart else labels, *others)


def _names_without_numbers(was: Any, first: Any, column: int, *others: Any) -> Any:
    """A first line of names where its label is a word, whatever else is in it."""
    named, skipped = was(first, column, *others), others[-1]
    unsure = named is None and not skipped and not tables.NUMBER.fullmatch(first[column])
    return True if unsure else named


def _rows_of_any_lines(was: Any, option: str, path: Path, lines: Any) -> Iterator[list[str]]:
    return ([cell.strip() for cell in row] for row in reader(lines, strict=True))


def _one_bound_more(was: Any, order: Any, multiplier: Any, q: Any) -> Any:
    """The closed form for orders up to half of the squared multiplier, instead of a quarter."""
    if q * order <= 1 and 2 * order <= multiplier**2:
        return rdp.CONSTANT * q**2 * order / multiplier**2
    return was(order, multiplier, q)


def _any_blocks(was: Any, layout: Layout) -> None:
    try:
        was(layout)
    except ValueError as error:
        if not str(error).startswith("blocks"):
            raise


def _wider(was: Any, d: int, a: Any) -> Any:
    return was(d, a) + np.tanh(a) ** 2 * d / (2 * np.sinh(d * a) ** 2)


def _not_strict(was: Any, statement: Any, point: Any) -> Any:
    said = statement.assertion
    relation = "le" if said.relation == "lt" else said.relation
    return was(replace(statement, assertion=replace(said, relation=relation)), point)


def _settings_last(was: Any, part: Any) -> Any:
    within, general = verdict.Extent.WITHIN_SETTINGS, verdict.Extent.IN_GENERAL
    other = {within: general, general: within}.get(part.extent, part.extent)
    return was(replace(part, extent=other))


GAUSSIAN = ("library/privacy/test_gaussian_privacy.py",)
COMPOSED = ("library/privacy/test_composed_loss.py",)
PRIVACY = ("library/privacy",)
TUNING = ("library/tuning/test_tuning.py",)
PROBLEMS = ("library/problems",)
REFUSED = ("library/test_refused_calls.py",)
SMOOTHING = ("library/smoothing",)
CONTRACT = ("library/test_contract.py",)
COMMANDS = ("library/commands",)
FILES = ("library/test_files.py",)
RECORDS = tuple(f"library/problems/test_{n}.py" for n in ("records_from_files", "odd_tables"))
CHANGES = (
    Change("a replaced record moves a sum once", gaussian.GaussianSteps.multiplier,
          lambda was, steps, neighbouring: steps.batch_size * steps.noise_std / steps.lipschitz,
          GAUSSIAN),
    Change("orders up to z^2/2", rdp.subsampled_bound, _one_bound_more, GAUSSIAN),
    Change("one side alone", rdp._divergence, lambda was, order, parts: was(order, parts[:1]),
          GAUSSIAN),
    Change("no removed record", schedule._sides,
          lambda was, relation: [side for side in was(relation) if side is not laws.removed],
          COMPOSED),
    Change("drawn half as often", schedule._most_drawn,
          lambda was, *given: (was(*given)[0] / 2, was(*given)[1]), COMPOSED),
    Change("no groups", schedule._grouped, lambda was, z, counts: (z, counts), PRIVACY),
    Change("the sizes exchanged", laplace.step_laplace_scale,
          lambda was, S, epsilon, n, m: quotient(S, m * laplace.log_mixture(epsilon, m, n)),
          PRIVACY),
    Change("half of the scale", noise.FullLaplace.least, lambda was, *given: was(*given) / 4,
          TUNING),
    Change("a start of 1", geometric.nesterov, lambda was, *given: replace(was(*given), start=1.0),
          TUNING),
    Change("the variance of Laplace noise halved", Proposal.moments,
          lambda was, proposal, problem: was(proposal, replace(problem, delta=1e-5)), TUNING),
    Change("the sum of the bounds", PerSample.bound, lambda was, rule: sum(rule.clips),
          ("library/gradients",)),
    Change("gradients are kept", timeline.events, _kept_gradients, ("library/memory",)),
    Change("the widest well", Separable.L1,
          lambda was, problem: float(problem.profile.L1) / float(problem.widths.max()), PROBLEMS),
    Change("half of the curvature", Softmax.L, lambda was, problem: was(problem) / 2, PROBLEMS),
    Change("a record twice", check_batch, lambda was, indices, size: was(np.unique(indices), size),
          REFUSED),
    Change("blocks in any order", Layout.__post_init__, _any_blocks, REFUSED),
    Change("twice the winding", shares._hyperbolic_beta, _wider, SMOOTHING),
    Change("the printed weights as proved", allocate._chosen,
          lambda was, weights, which: [float(a) for a in weights], COMMANDS),
    Change("a count of 0", options._whole, lambda was, least, most: was(min(least, 0), most),
          COMMANDS),
    Change("NaN comes through", argument_types.has_nan, lambda was, value: False, CONTRACT),
    Change("complex numbers", argument_types._array, _complex_too, CONTRACT),
    Change("a file that may not be written", files._require_writable, lambda was, *_: None, FILES),
    Change("twice the length", files.text_of,
          lambda was, option, path, longest=None: was(option, path, 2 * (longest or files.LONGEST)),
          FILES),
    Change("a label that is a cell", tables._is_named,
          lambda was, *given: given[-1] or was(*given), RECORDS),
    Change("a label that comes again", tables._is_named, _labels_apart, RECORDS),
    Change("names that are no numbers", tables._is_named, _names_without_numbers, RECORDS),
    Change("a wrong checksum", zipfile.ZipFile.testzip, lambda was, stored: None, RECORDS),
    Change("very small numbers", tables._require_moderate,
          lambda was, *given: given[-1].max() <= tables.LARGEST or was(*given), RECORDS),
    Change("cells of several lines", tables._rows, _rows_of_any_lines, RECORDS),
    Change("any label", tables._is_label, lambda was, cell: bool(cell), RECORDS),
    Change("the order of the extents", verdict._weight, _settings_last,
          ("verification/test_verdict.py",)),
    Change("sides of < that meet", worst._meet, _not_strict, ("soundness",)),
    Change("a function at 0", scope.zero_below, lambda was, node, strict=False: was(node),
          ("verification/methods/test_derive.py",)),
)  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main() -> Iterator[None]:
    """Run the tests with the change that the environment names."""
    change = {str(one): one for one in CHANGES}.get(os.environ.get(CHOSEN, ""))
    with in_place_of(change.function, change.by) if change else nullcontext():
        return (yield)


def status(tests: tuple[str, ...], change: Change | None = None) -> int | None:
    """Exit status of pytest on the tests, to their first failure; None if it did not end."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p"]
    try:
        done = subprocess.run(
            [*words, "benchmarks.audits.hand_mutants", *(f"tests/{test}" for test in tests)],
            cwd=ROOT,
            env=os.environ | {CHOSEN: str(change or "")},
            capture_output=True,
            check=False,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def noticed(change: Change) -> bool:
    """Whether the tests fail with a change.

    Raises:
        ValueError: pytest could not run the tests.
    """
    found = status(change.tests, change)
    if found not in (0, FAILED, INTERRUPTED, None):
        raise ValueError(f"tests must be found. Found none in {' '.join(change.tests)}.")
    return found != 0


def main(words: list[str]) -> int:
    """Run the changes and print a line for each.

    Raises:
        ValueError: the tests fail without any change.
    """
    texts = [(change, f"{change} {' '.join(change.tests)}") for change in CHANGES]
    chosen = [change for change, text in texts if not words or any(w in text for w in words)]
    for tests in dict.fromkeys(change.tests for change in chosen):
        if status(tests) != 0:
            raise ValueError(f"tests must pass without a change. Found {' '.join(tests)}.")
    missed = 0
    for change in chosen:
        start = time.perf_counter()
        seen = noticed(change)
        missed += not seen
        spent = time.perf_counter() - start
        print(f"{'noticed  ' if seen else 'UNNOTICED'} {spent:4.0f} s  {change}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} changes noticed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
