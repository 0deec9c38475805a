"""What a check found: one frozen record, with closed vocabularies for level, form and outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """How strong a piece of evidence is, strongest first."""

    EXACT = "exact"  # symbolic identity or rational arithmetic
    CERTIFIED = "certified"  # ball arithmetic, or a certificate proved in rational arithmetic
    NUMERIC = "numeric"  # deterministic floating point with a stated error
    STATISTICAL = "statistical"  # Monte Carlo with a named interval
    RECOMPUTED = "recomputed"  # a printed number or table, digit by digit


class Form(StrEnum):
    """Which statement was tested: the one in print or the project's repair of it."""

    PRINTED = "printed"
    REPAIR = "repair"


class Scope(StrEnum):
    """Whether the evidence covers the whole quantifier range."""

    ALL = "all"
    SAMPLED = "sampled"


class Outcome(StrEnum):
    """What the check says of the statement it tested."""

    HOLDS = "holds"
    FAILS = "fails"
    INCONCLUSIVE = "inconclusive"
    NOT_REAL = "not-real"
    HYPOTHESES_EMPTY = "hypotheses-empty"
    WORTHLESS = "worthless"
    NEEDS_DATA = "needs-data"


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One finding of one check.

    Attributes:
        check: name of the check.
        part: the part of the claim it speaks of; a claim is verified part by part.
        setting: one of the paper's own settings, or "" where the finding concerns the statement.
        level, form, scope, outcome: see the enumerations above.
        summary: one sentence for the ledger, with the numbers in it.
        instance: every parameter of the decisive instance.
        measured, bound: the two sides there (errors, where there are any, are in the summary).
        tightness: the largest measured/bound that was seen, or None.
        witness: certificate, counterexample, or confidence and runs.
        seconds: time spent.
    """

    check: str
    part: str
    level: Level
    outcome: Outcome
    summary: str
    form: Form = Form.PRINTED
    scope: Scope = Scope.SAMPLED
    setting: str = ""
    instance: Mapping[str, Any] = field(default_factory=dict)
    measured: Any = None
    bound: Any = None
    tightness: float | None = None
    witness: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def conclusive(self) -> bool:
        """Whether the finding settles its part: exact or certified, over the whole range."""
        return self.level is Level.RECOMPUTED or (
            self.level in (Level.EXACT, Level.CERTIFIED) and self.scope is Scope.ALL
        )
