"""Changed bounds, read again: ``python -m benchmarks.audits.mutated_bounds --count 5000``.

Proofs of bounds for every function of a class, by conditions and squares, that the second checker
accepts are changed in one place. Whether a changed statement is false is decided at functions of
the class and at worst functions of statements nearby, in the engine's exact arithmetic. One that is
accepted though false makes the run fail.
"""

import argparse
import copy
import functools
import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from benchmarks.audits.mutated_proofs import CHANGES, UNREADABLE, node
from verify.checker.documents import answer
from verify.checker.text import Malformed, Work, number, read
from verify.formula.evaluate import Undecided, Undefined, truth
from verify.judgement.bounds import for_every_function
from verify.judgement.checked import statement_text
from verify.language import (
    Draft,
    dot,
    function,
    let,
    mean,
    method,
    natural,
    noise,
    norm,
    notation,
    says,
    vector,
)
from verify.language.statement import Statement
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.search import points
from verify.methods.search.worst import Witness

QUICK = Context("quick")
NEAR = (Fraction(99, 100), Fraction(9, 10), Fraction(1, 2))  # of the right side
DRAWN = 12  # functions of the class
ALLOWED = 200_000  # steps of a changed proof
OF_STATEMENTS = ("coefficient", "sign", "operation", "relation", "everywhere", "vector")
KINDS = (*OF_STATEMENTS, "hypothesis", "hint", "part", "shape", "factor")
V = notation(d=natural(search=(1, 3)), x=vector("d"), y=vector("d"))
CONVEX = function("f", "d", smooth=1, convex=True)
STRONG = function("f", "d", smooth=1, strongly_convex=Fraction(1, 4))
SMOOTH = function("f", "d", smooth=1)
KINKED = function("f", "d", strongly_convex=Fraction(1, 4))
NOISE = noise("w", "d", second_moment_at_most=1)
STEP = method(lambda f, x, k: x - f.grad(x))
HALF = method(lambda f, x, k: x - f.grad(x) / 2)


def statements() -> Iterator[Draft]:
    """True bounds, each tight at a function of its class."""
    for n in (1, 2, 3):
        last = STEP.after(CONVEX, V.x, n)
        yield says(CONVEX(last) - CONVEX.min <= norm(V.x - CONVEX.argmin) ** 2 / (4 * n + 2))
    last = HALF.after(STRONG, V.x, 2)
    yield says(STRONG(last) - STRONG.min <= Fraction(7, 8) ** 4 * (STRONG(V.x) - STRONG.min))
    gap = V.x - V.y - (STRONG.grad(V.x) - STRONG.grad(V.y))
    yield says(norm(gap) ** 2 <= Fraction(9, 16) * norm(V.x - V.y) ** 2)
    here = SMOOTH.grad(V.x)
    yield says(SMOOTH(V.y) - SMOOTH(V.x) - dot(here, V.y - V.x) <= norm(V.y - V.x) ** 2 / 2)
    yield says(norm(here) ** 2 <= 2 * (SMOOTH(V.x) - SMOOTH(STEP.after(SMOOTH, V.x, 1))))
    far = V.x - STRONG.argmin
    after = mean(NOISE, norm(far - STRONG.grad(V.x) - NOISE) ** 2)
    yield says(after <= Fraction(9, 16) * norm(far) ** 2 + 1)
    yield _noisy_momentum()


def _noisy_momentum() -> Draft:
    """A step of Nesterov's method with its Lyapunov value, at the ends of its range of steps."""
    here = let("x_1", (3 * V.x - V.y) / 2)
    step = -(KINKED.grad(V.x) + NOISE)
    value = KINKED(V.x) + dot(KINKED.grad(V.x), step) + norm(step) ** 2 / 2
    far = norm(here + 2 * (V.x + step - here) - KINKED.argmin) ** 2 / 8
    before = KINKED(here) - KINKED.min + norm(V.y - KINKED.argmin) ** 2 / 8
    return says(mean(NOISE, value + far) - KINKED.min <= before / 2 + 1)


@dataclass(frozen=True)
class Source:
    """A proof that is accepted, and points at which a change of its statement may be false."""

    proof: Mapping[str, Any]
    points: tuple[Mapping[str, Any], ...]


@functools.cache
def sources() -> tuple[Source, ...]:
    """The statements with their proofs.

    Raises:
        RuntimeError: one of them has none.
    """
    found = []
    for draft in statements():
        statement = draft.build()
        proof = for_every_function(statement, QUICK)
        if not isinstance(proof, Proof) or proof.how is None:
            raise RuntimeError(f"a bound must be proved. Found {statement.assertion!r}.")
        told = {"statement": statement_text(statement), "goals": proof.how["goals"]}
        found.append(Source(told, tuple(_points(draft, statement))))
    return tuple(found)


def _points(draft: Draft, statement: Statement) -> Iterator[Mapping[str, Any]]:
    rng = np.random.Generator(np.random.Philox(7))
    yield from itertools.islice(points.draws(statement, rng), DRAWN)
    for share in NEAR:
        witness = for_every_function(draft.but(right=draft.right * share).build(), QUICK)
        if isinstance(witness, Witness):
            yield witness.point


@dataclass(frozen=True)
class Outcome:
    """What became of a changed proof.

    Attributes:
        kind: of the change. word: the checker's. false: it fails at a point that meets what it
            assumes. said: the statement was changed, not only its proof.
    """

    kind: str
    word: str
    false: bool
    said: bool
    proof: Mapping[str, Any]


def _factor(proof: dict[str, Any], names: list[str], rng: random.Random) -> None:
    """A factor of a condition or square a little larger or smaller, or its sign turned."""
    how = proof["goals"][0]["how"]
    part = rng.choice([*how["conditions"], *how["squares"]])
    value = number(part["times"]) or Fraction(1)
    part["times"] = str(value * rng.choice((-1, Fraction(101, 100), Fraction(99, 100), 0)))


def outcomes(count: int, seed: int) -> Iterator[Outcome]:
    """Changed proofs, a source after another, each with a change of a kind that is drawn."""
    rng = random.Random(seed)
    for source in itertools.islice(itertools.cycle(sources()), count):
        kind = rng.choice(KINDS)
        proof = copy.deepcopy(dict(source.proof))
        names = [line.split(" ")[0] for line in proof["statement"]["symbols"]]
        try:
            (_factor if kind == "factor" else CHANGES[kind])(proof, names, rng)
        except UNREADABLE:
            continue
        word = _word(proof)
        said = proof.get("statement") != source.proof["statement"]
        yield Outcome(kind, word, said and _false(proof, source.points), said, proof)


def _word(proof: Mapping[str, Any]) -> str:
    try:
        return answer(proof, Work(ALLOWED)).word
    except Malformed:
        return "malformed"


def _false(proof: Mapping[str, Any], at: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether a point meets every hypothesis and breaks what is said."""
    try:
        given = [node(read(line)) for line in proof["statement"]["given"]]
        prove = node(read(proof["statement"]["prove"]))
    except UNREADABLE:
        return False
    return any(all(_true(c, p) for c in given) and _true(prove, p) is False for p in at)


def _true(condition: Any, point: Mapping[str, Any]) -> bool | None:
    try:
        return truth(condition, point)
    except (Undefined, Undecided, *UNREADABLE):
        return None


def main(arguments: list[str] | None = None) -> int:
    """Print a table of kinds and words; 1 where something false is accepted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    found = list(outcomes(options.count, options.seed))
    table = Counter((o.kind, o.word) for o in found)
    for (kind, word), number_of in sorted(table.items()):
        print(f"{kind:12} {word:10} {number_of:6}")
    wrong = [o for o in found if o.false and o.word.startswith("accepted")]
    print(
        f"{len(found)} changed, {sum(o.false for o in found)} false, {len(wrong)} of these accepted"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
