"""Guards of derivations, provers, tables, behaviours, limits, certificates and of the kernel."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest
import sympy
from guarding import Guard, V, accepts, answering, argued, derives, drafted, holds, row, z3_within
from sound import proves as proves_draft

from verify import kernel
from verify.formula.evaluate import Undecided, Undefined
from verify.formula.expression import lift
from verify.language import (
    Draft,
    behaves,
    certified,
    dot,
    expectation,
    external,
    floor,
    in_words,
    norm,
    notation,
    one_of,
    says,
    tends,
    total,
)
from verify.language.drafts import _no_index_alone
from verify.language.statement import Behaviour, Compare
from verify.methods import behave, certify, defined, gram, limit, recompute
from verify.methods import enumerate as listing
from verify.methods import words as predicates
from verify.methods.decide import Decide
from verify.methods.derivation.instance import Substitute
from verify.methods.derivation.links import Cases, Given, Monotone, SumOver, _weakest
from verify.methods.derivation.scope import Run, comparison
from verify.methods.derive import (
    cases,
    chain,
    given,
    monotone,
    multiply,
    shown,
    substitute,
    sum_over,
    telescope,
    words,
)
from verify.methods.evidence import Level, Outcome
from verify.methods.induction.step import Step
from verify.methods.search import interior

a, b, T, k, n, x, u, i, v, w = V.a, V.b, V.T, V.k, V.n, V.x, V.u, V.i, V.v, V.w
X, Y, Z, z, z3, falling = V.X, V.Y, V.Z, V.z, V.z3, V.falling
UNIT = (norm(X) == 1, norm(Y) == 1, norm(Z) == 1)
ALIKE = (dot(X, Y) == dot(Y, Z), dot(Y, Z) == dot(X, Z))
GROWS = says(v <= v**2, given=["1 <= v"]).build()
SMALLER = says((1 + x).log() <= x).build()
COIN = notation(P=one_of((((F(1, 2), 0), (F(1, 2), 1)),), unit="1")).P


def proves(said: Any, prover: str) -> bool:
    """Whether a prover by itself proves a statement."""
    return proves_draft(drafted(said), prover)


def always() -> bool:
    return True


def number_1(x: Any) -> Any:
    return 1 + 0 * x


def nearly_half() -> float:
    return 0.45


def ratio(low: float, value: float, high: float, data_sets: int) -> Callable[..., behave.Ratio]:
    return lambda cell, context: behave.Ratio(value=value, low=low, high=high, data_sets=data_sets)


def of_0() -> dict[str, Any]:
    """A certificate that the matrix 0 is semidefinite."""
    statement = {"says": "psd", "matrix": [["0"]]}
    return {"kind": "semidefinite", "version": 1, "statement": statement, "witness": {}}


def wrongly(value: int, draft: Draft) -> bool:
    """Whether a limit holds where sympy finds this value."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limit, "_sympy_limit", lambda *_: sympy.Integer(value))
        return holds(draft)


def not_asked(why: str) -> Any:
    """Demands of a step, but for those with this reason."""

    def without(was: Any, run: Run, scope: Any, condition: Any, reason: str) -> None:
        if why not in reason:
            was(run, scope, condition, reason)

    return without


def order_kept(was: Any, link: Any, *others: Any) -> Compare:
    """A conclusion under a function as if it were increasing."""
    said: Compare = was(link, *others)
    return replace(said, left=said.right, right=said.left)


def other_determinant(was: Any, names: Any, symbols: Any) -> Any:
    """The Gram matrix with a wrong sign in its determinant."""
    found, conditions = was(names, symbols)
    *others, positive = conditions
    one, two, three = names.vectors
    p = names.product
    wrong = positive.args[1] - 4 * p(one, two) * p(two, three) * p(one, three)
    return found, (*others, positive.having((positive.args[0], wrong)))


def strictly_positive(was: Any, names: Any, symbols: Any) -> Any:
    """The Gram matrix of two vectors with a positive determinant."""
    found, conditions = was(names, symbols)
    return found, tuple(Compare("lt", *c.args).condition for c in conditions)


def passing_over(was: Any, *given: Any) -> Any:
    """A test of points that passes where there is no value."""
    test = was(*given)

    def passes(point: Any) -> tuple[bool, bool]:
        try:
            return test(point)
        except (Undefined, Undecided):
            return True, True

    return passes


def taken_for_proved(was: Any, *asked: Any) -> Any:
    """z3's answer, unsat where it does not know."""
    answer = was(*asked)
    return replace(answer, verdict="unsat") if answer.verdict == "unknown" else answer


def measured(**fields: Callable[[behave.Ratio], Any]) -> Any:
    """The judge of behaviours, with other fields of each ratio."""

    def without(was: Any, statement: Any, said: Behaviour, context: Any) -> Any:
        def other(*cell: Any) -> behave.Ratio:
            one = said.ratio.function(*cell)
            return replace(one, **{name: field(one) for name, field in fields.items()})

        return was(statement, replace(said, ratio=replace(said.ratio, function=other)), context)

    return without


def eliminating(refused: Callable[[F, Sequence[F], str], bool]) -> Any:
    """The kernel's test of a matrix with another refusal of a pivot and its row."""

    def without(was: Any, s: Any, _: Any) -> bool:
        m = s["matrix"]
        while m:
            (pivot, *first), *rest = m
            if refused(pivot, first, s["says"]):
                return False
            scale = 1 / pivot if pivot > 0 else 0
            m = [
                [entry - line[0] * scale * p for entry, p in zip(line[1:], first, strict=True)]
                for line in rest
            ]
        return True

    return without


LINKS = [
    Guard("the end of a telescope", Run.require, not_asked("the ends of a telescope"),
          lambda: derives(
              total(i, 1, k - 1, i / i) <= k - 1,
              telescope(i, 1, k - 1, -i, shown(i / i <= -i - (-(i + 1)))))),
    # A difference of two values of the potential is asked for; both ends are no differences.
    Guard("another potential", Run.same,
          lambda was, run, scope, one, other: other.op == "sub" or was(run, scope, one, other),
          lambda: derives(
              total(i, 1, T, i / i) <= 0,
              telescope(i, 1, T, 1 + 0 * i, shown(i / i <= 1 + 0 * i)))),
    Guard("a chain that breaks", Run.same, answering(True),
          lambda: derives(x <= u, chain(shown(x <= x + 1), shown(0 * u <= u)))),
    Guard("a factor without a sign", Run.require, not_asked("the factor of an inequality"),
          lambda: derives(w * x <= w * (x + 1), multiply(shown(x <= x + 1), w))),
    Guard("a factor that may be 0", Run.shows,
          lambda was, run, scope, *said: said == ("lt", lift(0), u.tree) or was(run, scope, *said),
          lambda: derives(u * x < u * (x + 1), multiply(shown(x < x + 1), u))),
    Guard("no hypothesis", Given.conclude, lambda was, link, *_: comparison(link.condition),
          lambda: derives(x <= u, given(x <= u))),
    Guard("a square of negatives", Run.require, not_asked("the smaller side of square"),
          lambda: derives(says(w**2 <= v**2, given=[w <= v]), monotone("square", given(w <= v)))),
    Guard("a reciprocal turns round", Monotone.conclude, order_kept,
          lambda: derives(
              1 / (1 + x) <= 1 / (2 + x), monotone("reciprocal", shown(1 + x <= 2 + x)))),
    Guard("an empty sum is not below itself", SumOver.conclude,
          lambda was, *given: replace(was(*given), relation="lt"),
          lambda: derives(
              total(i, 1, k, i) < total(i, 1, k, 2 * i), sum_over(i, 1, k, shown(i < 2 * i)))),
    Guard("one case alone", Cases.conclude,
          lambda was, link, run, scope, goal: run.step(
              link.then, scope.given(link.condition), goal),
          lambda: derives(x**2 <= x, cases(x <= 1, shown(x**2 <= x), shown(x <= x)))),
    Guard("words for what is false", Run.finding,
          lambda was, *asked: replace(was(*asked), outcome=Outcome.HOLDS, sampled=True),
          lambda: argued(x <= 1 + u / 2, words("It is known.", x <= 1 + u / 2))),
    Guard("a chain of <= is not strict", _weakest, answering("lt"),
          lambda: derives(x < x + 2 * u, chain(shown(x <= x + u), shown(x + u <= x + 2 * u)))),
    Guard("<= for <", Run.matches,
          lambda was, run, scope, said, wanted: was(
              run, scope, replace(said, relation=wanted.relation), wanted),
          lambda: derives(x < x + u, shown(x <= x + u))),
    Guard("another side", Run.matches,
          lambda was, run, scope, said, wanted: was(
              run, scope, replace(wanted, relation=said.relation), wanted),
          lambda: derives(x <= u, shown(x <= x + u))),
    Guard("a step that is not proved", Run._prove, answering(None),
          lambda: derives(x <= u, shown(x <= u))),
    Guard("a hypothesis of a lemma", Substitute._meets, answering(None),
          lambda: derives(x <= x**2, substitute(GROWS, {"v": x}))),
    Guard("outside a lemma's set", Substitute._number, answering(None),
          lambda: derives(
              says((1 + w).log() <= w, given=["w > -1"]), substitute(SMALLER, {"x": w}))),
]  # fmt: skip
PROVERS = [
    Guard("the determinant of three vectors", gram._gram, other_determinant,
          lambda: z3_within(says(dot(X, Y) <= F(3, 4), given=[*UNIT, *ALIKE]), 2_000_000)),
    Guard("Cauchy and Schwarz with equality", gram._gram, strictly_positive,
          lambda: proves(dot(X, Y) ** 2 < norm(X) ** 2 * norm(Y) ** 2, "decide")),
    Guard("an inner product starts at 0", gram._inner, lambda was, *given: 1 + was(*given),
          lambda: proves(dot(X, X) >= 1, "decide")),
    Guard("factors are multiplied", gram._combination,
          lambda was, *given: dict.fromkeys(was(*given), lift(1)),
          lambda: proves(norm(2 * (3 * X)) <= 5 * norm(X), "decide")),
    Guard("the norm of a negative multiple", gram._length,
          lambda was, one, names: sum(factor * names.length(name) for name, factor in one.items()),
          lambda: proves(norm(-2 * X) <= 0, "decide")),
    Guard("what has no value", defined.needs, answering(()),
          lambda: proves((x - 1).sqrt() >= 0, "decide")),
    Guard("a set without end", listing.Enumerate.refusal, answering(None),
          lambda: proves(n <= 10, "enumerate")),
    Guard("a point without a value", listing._test, passing_over,
          lambda: proves(expectation(COIN, v, 1 / v) >= -1, "enumerate")),
    Guard("z3 does not know", Decide._ask, taken_for_proved,
          lambda: z3_within(says(a * b <= a**2 + b**2 - F(1, 10**9)), 1)),
    Guard("no step", Step.prove, lambda was, *asked: was(*asked) or (Level.EXACT, ""),
          lambda: proves(n <= 5, "induct")),
]  # fmt: skip
OTHERS = [
    Guard("a last digit", recompute.spread, lambda was, digits, slack: was(digits, slack + 1),
          lambda: holds(row("0.34", F(1, 3)))),
    Guard("an entry on the edge", recompute.enclosure, lambda was, node: (sum(was(node)) / 2,) * 2,
          lambda: holds(row("0.5", external("half", nearly_half)))),
    Guard("too few data sets", behave.examine, measured(data_sets=lambda one: None),
          lambda: holds(behaves("less", ["all"], ratio(0.1, 0.2, 0.3, 2)))),
    Guard("an interval across the line", behave.examine,
          measured(low=lambda one: one.value, high=lambda one: one.value),
          lambda: holds(behaves("less", ["all"], ratio(0.1, 0.2, 3.0, 100)))),
    Guard("a constant predicate", predicates.computes, answering(True),
          lambda: holds(in_words(V, "P = NP", always))),
    Guard("an answer that is no truth", predicates._answer,
          lambda was, said, point: said.test.function(**predicates._named(said, point)),
          lambda: holds(in_words(V, "it is", number_1))),
    Guard("values that stand still", limit._stands, answering(False),
          lambda: wrongly(0, tends(F(1, 2000) + 1 / T, T, "oo", 0))),
    Guard("ten whole numbers", interior._are_few, lambda was, broken: 2 * sum(broken) < len(broken),
          lambda: holds(floor(z / 10) / floor(z / 10) == 1)),
    Guard("half of a set", interior._are_few, lambda was, broken: sum(broken) <= interior.FEW,
          lambda: holds((z3 - 2 * floor(z3 / 2)) / (z3 - 2 * floor(z3 / 2)) == 1)),
    Guard("another word", certify._outcome, answering(Outcome.HOLDS),
          lambda: holds(certified(of_0, says="pd"))),
    Guard("an index of hypotheses alone", _no_index_alone, answering(None),
          lambda: says(falling[i] <= falling[i] + 1, given=[falling[z] <= falling[i]]).build()),
]  # fmt: skip
KERNEL = [
    Guard("a negative pivot", kernel.definite,
          eliminating(lambda pivot, first, says: pivot == 0 and (says == "pd" or any(first))),
          lambda: accepts("psd", [[1, 2], [2, 1]])),
    Guard("a pivot of 0 beside another entry", kernel.definite,
          eliminating(lambda pivot, first, says: pivot < 0 or (pivot == 0 and says == "pd")),
          lambda: accepts("psd", [[0, 1], [1, 0]])),
    Guard("a pivot of 0", kernel.definite,
          eliminating(lambda pivot, first, says: pivot < 0 or (pivot == 0 and any(first))),
          lambda: accepts("pd", [[0, 0], [0, 1]])),
]  # fmt: skip
GUARDS = [*LINKS, *PROVERS, *OTHERS, *KERNEL]
