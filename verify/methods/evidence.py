"""What a method found about one statement: records with closed vocabularies."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum
from typing import Any

from verify.language.statement import Statement


class Level(StrEnum):
    """How strong a piece of evidence is, strongest first."""

    EXACT = "exact"  # symbolic identity, rational arithmetic, an enumerated finite set
    CERTIFIED = "certified"  # ball arithmetic, or a certificate that the kernel accepts
    DECIDED = "decided"  # z3 says unsat on every path of the formula as written
    ARGUED = "argued"  # checked by machine but for steps in words, which are printed
    NUMERIC = "numeric"  # floating point, no proof
    STATISTICAL = "statistical"  # Monte Carlo with a named interval
    RECOMPUTED = "recomputed"  # printed numbers, digit by digit


BESIDE = "the display is not the tested formula"  # what caps a level beside steps in words
PROOFS = (Level.EXACT, Level.CERTIFIED, Level.DECIDED)


def weakest(*levels: Level) -> Level:
    """The weakest of several levels; exact, where there is none."""
    return max(levels, key=list(Level).index, default=Level.EXACT)


class Outcome(StrEnum):
    """What a method says of the statement."""

    HOLDS = "holds"
    FAILS = "fails"
    INCONCLUSIVE = "inconclusive"
    NOT_REAL = "not-real"
    HYPOTHESES_EMPTY = "hypotheses-empty"
    WORTHLESS = "worthless"
    NEEDS_DATA = "needs-data"


@dataclass(frozen=True)
class Finding:
    """One finding about one statement.

    Attributes:
        statement: the hash of the statement that was tested.
        method: what found it.
        level, outcome: see the enumerations.
        text: one sentence with the numbers in it.
        fixed: symbols at the only values that were looked at; empty where the method left every
            symbol free. A finding covers the statement if it is a proof and ``fixed`` is empty.
        sampled: the method looked at points of the sets, and not at all of them.
        point: the decisive instance. left, right: the two sides there.
        ratio: left/right at the worst instance found, of the statement itself.
        argued: the steps that are words.
        asymptotic: rests on a limit theorem without a bound.
        added: hypotheses that are not printed, in LaTeX: without them there is no value.
        read: the second checker accepts the proof too.
        witness: certificate, intervals, seeds.
    """

    statement: str
    method: str
    level: Level
    outcome: Outcome
    text: str
    _: KW_ONLY
    fixed: Mapping[str, Any] = field(default_factory=dict)
    sampled: bool = False
    point: Mapping[str, Any] = field(default_factory=dict)
    left: Any = None
    right: Any = None
    ratio: float | None = None
    argued: tuple[str, ...] = ()
    asymptotic: bool = False
    added: tuple[str, ...] = ()
    read: bool = False
    witness: Mapping[str, Any] = field(default_factory=dict)

    @property
    def covers_all(self) -> bool:
        """Whether the finding covers the whole statement."""
        return not self.fixed and not self.sampled

    @property
    def edge(self) -> bool:
        """Whether points without a value were left out."""
        return bool(self.added)

    @property
    def checked_by(self) -> str:
        """What checked it a second time, "checker" or "kernel"; else what stands for it.

        That is an "instance" at which it fails, "words", or one program "alone"; "" for nothing.
        """
        if self.outcome in (Outcome.INCONCLUSIVE, Outcome.NEEDS_DATA):
            return ""
        if self.read or self.method == "certify":
            return "checker" if self.read else "kernel"
        if self.outcome in (Outcome.FAILS, Outcome.NOT_REAL) and self.point:
            return "instance"
        if self.argued:
            return "words"
        if self.level is Level.DECIDED:
            return "z3 alone"
        return "sympy alone" if self.method == "limit" else f"{self.method} alone"

    def speaks_of(self, statement: Statement) -> bool:
        """Whether this is evidence about the statement."""
        return self.statement == statement.hash
