"""What a prover is: it takes a goal about numbers and proves it, suspects a point, or gives up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from verify.language.statement import Goal
from verify.methods.context import Context
from verify.methods.evidence import Level


@dataclass(frozen=True)
class Proof:
    """A proof of a goal.

    Attributes:
        method: the prover's name.
        level: exact, certified or decided.
        text: the argument in a few words.
        fixed: symbols that the proof speaks of at one value only.
        argued: steps that are words. unearned: why these leave the statement unproved, or "".
        how: how the proof goes, as JSON for :mod:`verify.checker`; None where nothing is told.
        read: the checker accepts it.
    """

    method: str
    level: Level
    text: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    argued: tuple[str, ...] = ()
    unearned: str = ""
    how: Mapping[str, Any] | None = None
    read: bool = False


@dataclass(frozen=True)
class Suspect:
    """A point at which the goal may fail; whoever asked evaluates it again, exactly."""

    point: Mapping[str, Any]


class Prover(Protocol):
    """A method that proves goals; it stops by counts, never by the clock."""

    @property
    def name(self) -> str:
        """What findings call it."""

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """A proof, a suspected counterexample, or None.

        Every denominator, radicand and logarithm of the goal has been proved to have a value
        wherever the assumptions hold.
        """
