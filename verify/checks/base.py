"""What every check has in common: a name, the part it speaks of, and the controls that test it."""

import abc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verify.checks.evidence import Evidence, Outcome
from verify.context import Context

Formula = Callable[..., Any]  # keyword arguments of any number type -> number or tuple of tuples


@dataclass(frozen=True, kw_only=True)
class Check(abc.ABC):
    """A test of one part of a claim.

    Attributes:
        name: unique within the claim.
        part: the part of the claim it speaks of.
        setting: one of the paper's own settings, or "".
        controls: neighbours of the statement, known true or false by another route, on which this
            check must say so; kinds with formulas add mutations of their own.
    """

    name: str
    part: str = "statement"
    setting: str = ""
    controls: tuple["Control", ...] = ()

    @abc.abstractmethod
    def run(self, context: Context) -> Evidence:
        """Test the statement."""

    def labels(self) -> dict[str, Any]:
        """The fields of an evidence that name the check."""
        return {"check": self.name, "part": self.part, "setting": self.setting}

    def mutations(self, context: Context) -> Iterator["Control"]:
        """Mutated copies that another route knows to be false."""
        return iter(())

    def sides(self) -> tuple[Formula, Formula, Mapping[str, Any]] | None:
        """Left side, right side and a sample instance of a scalar formula, for covariance."""
        return None


@dataclass(frozen=True)
class Control:
    """A neighbour of a check's statement and what the check must say of it.

    ``known`` is the other route: it returns True when that route confirms that the neighbour is
    false (``expect`` fails) or true (``expect`` holds).
    """

    name: str
    check: Check
    expect: Outcome
    known: Callable[[], bool]


@dataclass(frozen=True)
class ControlResult:
    """How a control behaved."""

    check: str
    name: str
    expected: str
    found: str
    behaves: bool


def run_controls(check: Check, found: Outcome, context: Context) -> list[ControlResult]:
    """Run a check's own controls and, where it holds, its mutations."""
    controls = list(check.controls)
    if found is Outcome.HOLDS:
        controls += check.mutations(context)
    results = []
    for control in controls:
        if not control.known():
            results.append(
                ControlResult(check.name, control.name, control.expect, "not confirmed", False)
            )
            continue
        outcome = control.check.run(context.named(f"control/{control.name}")).outcome
        # A mutation may leave the range in which the formula has a value: rejected as well.
        rejected = control.expect is Outcome.FAILS and outcome is Outcome.NOT_REAL
        behaves = outcome is control.expect or rejected
        results.append(ControlResult(check.name, control.name, control.expect, outcome, behaves))
    return results
