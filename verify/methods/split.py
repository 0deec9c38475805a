"""``split``: one proof where one of two numbers is the larger, and one where it is the smaller.

Neither decomposition nor multipliers look for a case that the hypotheses do not name; where they
need one, each case alone is often plain. Tried are the signs of real symbols and the orders of
pairs. The method of a proof is that of its cases.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verify.formula.expression import Node, binary, free_names
from verify.formula.written import written
from verify.language.statement import Goal
from verify.language.symbols import Real
from verify.methods.base import Proof, Prover
from verify.methods.context import Context
from verify.methods.decompose import Decompose
from verify.methods.evidence import weakest
from verify.methods.multipliers import Multipliers
from verify.methods.reals.branches import paths

QUICK: tuple[Prover, ...] = (Decompose(limit=8, terms=6_000),)
LONG: tuple[Prover, ...] = (Decompose(), Multipliers(deep=True))
MOST_SYMBOLS = 6
MOST_PATHS = 4
MOST_LONG = 1  # splits with a case that is searched longer


@dataclass(frozen=True)
class Split:
    """Two cases, told by the other provers.

    Attributes:
        name: of the method where nothing is told.
    """

    name: str = "split"

    def prove(self, goal: Goal, context: Context) -> Proof | None:
        """A proof of an inequality that can be told, or None.

        One case has to be plain for the other one to be searched longer.
        """
        if goal.prove.op not in ("le", "lt") or not _few_paths(goal):
            return None
        half: list[tuple[Node, list[Proof | None], list[Goal]]] = []
        for gap in _gaps(goal):
            orders = binary("le", 0, gap), binary("le", gap, 0)
            cases = [replace(goal, given=(*goal.given, order)) for order in orders]
            found = [_told(case, QUICK, context) for case in cases]
            if all(found):
                return _joined(gap, found)
            if any(found):
                half.append((gap, found, cases))
        for gap, found, cases in half[:MOST_LONG]:
            found = [
                one or _told(case, LONG, context) for one, case in zip(found, cases, strict=True)
            ]
            if all(found):
                return _joined(gap, found)
        return None


def _few_paths(goal: Goal) -> bool:
    try:
        return len(paths(goal)) <= MOST_PATHS
    except (NotImplementedError, RecursionError):
        return False


def _gaps(goal: Goal) -> Iterator[Node]:
    """What is split at zero: symbols of either sign, then differences of symbols."""
    used = free_names(goal.prove).union(*map(free_names, goal.given))
    numbers = [s for s in goal.symbols if s.scalar and s.name in used]
    if len(numbers) > MOST_SYMBOLS:
        return
    yield from (s.node for s in numbers if isinstance(s.kind, Real) and s.kind.low is None)
    yield from (a.node - b.node for a, b in itertools.combinations(numbers, 2))


def _told(goal: Goal, provers: tuple[Prover, ...], context: Context) -> Proof | None:
    for prover in provers:
        answer = prover.prove(goal, context)
        if isinstance(answer, Proof) and answer.how:
            return answer
    return None


def _joined(gap: Node, cases: Sequence[Proof | None]) -> Proof:
    pieces = [case for case in cases if case is not None]
    method = ", ".join(dict.fromkeys(piece.method for piece in pieces))
    text = "; otherwise ".join(piece.text for piece in pieces)
    how = {"by": "split", "at": written(gap), "pieces": [piece.how for piece in pieces]}
    return Proof(method, weakest(*(piece.level for piece in pieces)), text, how=how)
