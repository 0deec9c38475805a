"""A claim is data plus functions: what is printed, what it means, and the checks that test it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.checks.base import Check


@dataclass(frozen=True, kw_only=True)
class Repair:
    """The nearest true statement.

    Attributes:
        statement: the repaired statement, own words and LaTeX.
        changes: every changed hypothesis or constant.
        checks: the evidence for it, as strong as for a claim.
        consequence: what it changes for users and for the paper's figures.
    """

    statement: str
    changes: tuple[str, ...]
    checks: tuple[Check, ...]
    consequence: str = ""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement of a paper.

    Attributes:
        id: ``slug/name``, the ledger's key.
        where: section and equation numbers of the paper.
        title: a few words.
        statement: own words and the LaTeX as printed.
        units: unit of every symbol of the formulas (see :mod:`verify.units`); with it every
            scalar formula of the checks is tested for covariance.
        hypotheses: what the statement assumes, one sentence each.
        checks: tests of the statement as printed.
        repair: where the printed form fails.
        assumption: the statement is an assumption, judged in each of the paper's settings.
        note: what a reader should know and no check can say.
    """

    id: str
    where: str
    title: str
    statement: str
    checks: tuple[Check, ...]
    units: Mapping[str, str] = field(default_factory=dict)
    hypotheses: tuple[str, ...] = ()
    repair: Repair | None = None
    assumption: bool = False
    note: str = ""
