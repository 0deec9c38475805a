"""``python -m benchmarks.provers``: what each prover settles of the papers' inequalities.

Every inequality stands with the sets that its paper quantifies over (:mod:`benchmarks.inequalities`
has no search box). A proof is checked against random points and corners in exact arithmetic: one
that is false somewhere makes the run fail.
"""

import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np

from benchmarks.inequalities import CASES, Case
from verify.formula.evaluate import Undecided, Undefined, truth
from verify.language.statement import Goal
from verify.language.symbols import (
    Declaration,
    Notation,
    between,
    natural,
    nonnegative,
    notation,
    positive,
    real,
    satisfied,
)
from verify.methods.base import Proof, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.decompose import Decompose

PROVERS: Mapping[str, Callable[[], Any]] = {
    "decompose": Decompose,
    "decide": Decide,
    "boxes": Boxes,
}
WORDS: Mapping[str, Callable[..., Declaration]] = {
    "real": real,
    "positive": positive,
    "nonnegative": nonnegative,
}
POINTS = 2000
CORNERS = 3000


def declared(sets: str) -> Notation:
    """The notation that ``n from 2; q [0, 1]; x, y real; a positive`` declares.

    Raises:
        ValueError: a set is not of this form.
    """
    found: dict[str, Declaration] = {}
    for part in sets.split(";"):
        match = re.fullmatch(
            r"\s*([\w, ]+?) (real|positive|nonnegative|from \d+|[\[(].*[\])])", part
        )
        if match is None:
            raise ValueError(f"sets must be names and a set each. Found {part!r}.")
        names, words = match.groups()
        found |= {name.strip(): _set(words) for name in names.split(",")}
    return notation(**found)


def _set(words: str) -> Declaration:
    if words in WORDS:
        return WORDS[words](unit="1")
    if words.startswith("from "):
        return natural(least=int(words.removeprefix("from ")))
    low, high = words[1:-1].split(",")
    top: Any = float("inf") if high.strip() == "oo" else Fraction(high.strip())
    return between(Fraction(low.strip()), top, unit="1", ends=words[0] + words[-1])


def goal_of(case: Case) -> Goal:
    """The inequality as a goal."""
    v = declared(case.sets)
    given = tuple(part for text in case.given for part in _parts(v, text))
    return Goal(tuple(v.symbols.values()), given, v(case.says).tree)


def _parts(v: Notation, text: str) -> tuple[Any, ...]:
    condition = v(text).tree
    return condition.args if condition.op == "and" else (condition,)


def counterexample(
    goal: Goal, points: int = POINTS, corners: int = CORNERS
) -> Mapping[str, Any] | None:
    """A point that meets the hypotheses and not the inequality, exactly.

    Args:
        goal: the inequality.
        points: random points that meet the hypotheses (of at most four times as many drawn).
        corners: combinations of the sets' corners.
    """
    names = [s.name for s in goal.symbols]
    at_corners = product(*(s.kind.corners({}) for s in goal.symbols))
    for values in islice(at_corners, corners):
        if violated(goal, point := dict(zip(names, values, strict=True))):
            return point
    rng = np.random.default_rng(0)
    inside = 0
    for _ in range(4 * points):
        point = {s.name: s.kind.draw(rng, {}, s.box) for s in goal.symbols}
        answer = violated(goal, point)
        if answer:
            return point
        inside += answer is not None
        if inside == points:
            break
    return None


def violated(goal: Goal, point: Mapping[str, Any]) -> bool | None:
    """Whether a point violates the inequality; None outside of the hypotheses."""
    try:
        if satisfied(goal.symbols, goal.given, point) is not True:
            return None
        return not truth(goal.prove, point)
    except (Undefined, Undecided):
        return None


@dataclass(frozen=True)
class Run:
    """What one prover says of one inequality, and how long it took."""

    prover: str
    case: Case
    answer: Proof | Suspect | None
    seconds: float


def runs(cases: tuple[Case, ...] = CASES) -> list[Run]:
    """Every prover on every inequality."""
    found = []
    context = Context()
    for case in cases:
        goal = goal_of(case)
        for name, make in PROVERS.items():
            start = time.perf_counter()
            answer = make().prove(goal, context)
            found.append(Run(name, case, answer, time.perf_counter() - start))
    return found


def table(found: list[Run]) -> list[str]:
    """The table: prover, settled, seconds, the longest."""
    lines = [f"{'prover':<10}  {'settled':>7}  {'seconds':>7}  {'longest':>7}"]
    for name in PROVERS:
        own = [r for r in found if r.prover == name]
        settled = sum(isinstance(r.answer, Proof) for r in own)
        total, longest = sum(r.seconds for r in own), max(r.seconds for r in own)
        lines.append(f"{name:<10}  {settled:>7}  {total:>7.1f}  {longest:>7.2f}")
    return lines


def open_cases(found: list[Run]) -> list[str]:
    """The inequalities that no prover settles, each with a counterexample where there is one."""
    lines = []
    for case in dict.fromkeys(r.case for r in found):
        own = [r for r in found if r.case is case]
        if any(isinstance(r.answer, Proof) for r in own):
            continue
        goal = goal_of(case)
        points = [r.answer.point for r in own if isinstance(r.answer, Suspect)]
        point = next((p for p in points if violated(goal, p)), None) or counterexample(goal)
        reason = (
            "open"
            if point is None
            else "fails at " + ", ".join(f"{n} = {v}" for n, v in point.items())
        )
        lines.append(f"{case.name}: {reason}")
    return lines


def wrong(found: list[Run]) -> list[str]:
    """Proofs of what is false at some point."""
    lines = []
    for case in dict.fromkeys(r.case for r in found if isinstance(r.answer, Proof)):
        point = counterexample(goal_of(case))
        if point is not None:
            lines.append(f"{case.name}: false at {point}")
    return lines


def main() -> int:
    """Print the table; 1 where a proof is wrong."""
    found = runs()
    print(f"{len(CASES)} inequalities with the sets of their papers")
    print("\n".join(table(found)))
    settled = {r.case for r in found if isinstance(r.answer, Proof)}
    print(f"settled by one of them: {len(settled)}")
    print("\n".join(open_cases(found)))
    mistakes = wrong(found)
    print("\n".join(mistakes) or "no wrong answer")
    return int(bool(mistakes))


if __name__ == "__main__":
    sys.exit(main())
