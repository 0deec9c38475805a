"""Derivations: each link goes through where it should, and is refused just outside of that."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from verification.notation import V as SHARED

from verify.formula.evaluate import truth
from verify.formula.expression import free_names
from verify.judgement.examine import prove as prove_by_engine
from verify.language import (
    Draft,
    E,
    Formula,
    conjunction,
    dot,
    expectation,
    external,
    indicator,
    largest,
    law,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    positive,
    real,
    says,
    sequence,
    total,
    vector,
)
from verify.language.statement import Goal, Statement
from verify.language.symbols import Real, Symbol
from verify.methods import defined, gram
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.derive import (
    Derivation,
    Derive,
    add,
    cases,
    cauchy_schwarz,
    chain,
    derive,
    expect,
    given,
    jensen,
    markov,
    monotone,
    multiply,
    shown,
    square,
    square_root,
    substitute,
    sum_over,
    telescope,
    union,
    words,
)
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.reduce import Reduce

V = SHARED.extended(
    y=nonnegative(unit="1"),
    z=real(unit="1"),
    p=positive(unit="1"),
    i=natural(),
    a=sequence("T", unit="1", entry=Real(Fraction(0))),
    s=sequence("T", unit="1"),
    g=vector("d", unit="1"),
    h=vector("d", unit="1"),
    L=law(unit="1"),
    w=vector(1, unit="1"),
)
g, h, i, L, n, p, q, s, T, u, w, x = V.g, V.h, V.i, V.L, V.n, V.p, V.q, V.s, V.T, V.u, V.w, V.x
y, z = V.y, V.z
LOG = says((1 + u).log() <= u).build()


def prove(statement: Statement) -> Finding:
    """Lemmas of the test by decree, the rest by z3 and reduction; a witness refutes."""

    def found(level: Level, outcome: Outcome = Outcome.HOLDS, **more: object) -> Finding:
        return Finding(
            statement=statement.hash, method="test", level=level, outcome=outcome, text="", **more
        )

    if statement.hash in LEMMAS:
        return found(Level.CERTIFIED)
    try:
        goals = gram.lowered(statement)
        for goal in goals:
            if _witness(goal):
                return found(Level.EXACT, Outcome.FAILS)
        proofs = [_proof(goal) for goal in goals]
    except (gram.NotGram, defined.Unclear):
        return found(Level.NUMERIC, sampled=True)
    if not all(proofs):
        return found(Level.NUMERIC, sampled=True)
    return found(Level.DECIDED)


def _proof(goal: Goal) -> Proof | None:
    for need in defined.needs(goal.prove, goal.symbols):
        known = {s.name for s in goal.symbols}
        names = sorted(free_names(need.condition).union(*map(free_names, need.path)) - known)
        bound = tuple(Symbol(n, n, "1", Real()) for n in names)
        inner = Goal(goal.symbols + bound, goal.given + need.path, need.condition)
        if not isinstance(Decide().prove(inner, Context()), Proof):
            return None
    for prover in (Reduce(), Decide()):
        answer = prover.prove(goal, Context())
        if isinstance(answer, Proof):
            return answer
    return None


def _witness(goal: Goal) -> bool:
    for value in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)):
        point = {s.name: value for s in goal.symbols}
        try:
            if not all(truth(c, point) for c in goal.assumptions):
                continue
            if not truth(goal.prove, point):
                return True
        except (ArithmeticError, KeyError):
            continue
    return False


def run(statement: Statement, *steps: object) -> Derivation:
    return Derive(steps).run(statement, prove)


INSTANCE = q * (x.exp() - 1)
AT_INSTANCE = substitute(LOG, {"u": INSTANCE})
FALSE_LOG = says((1 + u).log() <= u / 2).build()
AT_LEAST_1 = says(z <= z**2, given=["1 <= z"]).build()
WHOLE = says(number(1) <= n).build()
SUM_OF_TWO = says(total(i, 1, 2, z * i) == 3 * z).build()
R = V.extended(r=positive(unit="1"))
BALL = R.extended(M=law(unit="1", radius=R.r))
IN_BALL = says(expectation(BALL.M, BALL.w, norm(BALL.w)) <= BALL.r).build()
LEMMAS = {LOG.hash, IN_BALL.hash}

MORE, YET_MORE, OTHER = shown(V("x <= x + y")), shown(V("x + y <= x + 2*y")), shown(V("y <= x + y"))
STRICT, SIGNED = shown(V("x < x + 1")), shown(V("z <= z + x"))
TERM = shown(1 / i <= 1 + x)
FALL = shown(1 / (i * (i + 1)) <= 1 / i - 1 / (i + 1))
FALLING = 1 / (i * (i + 1))
MAXIMUM = largest(x, y) <= x + y
CUBIC = x - x**3 / 6
ARGUMENT = Symbol("t", "t", "1", Real())
POSITIVE_ARGUMENT = Symbol("t", "t", "1", Real(Fraction(0)))
SQUARED, CUBED = Formula(ARGUMENT.node**2), Formula(ARGUMENT.node**3)
SIZE = norm(w)
LARGE, SMALL = SIZE >= p, SIZE <= x


def mean(value: Any) -> Formula:
    return expectation(L, w, value)


def tail(size: Formula) -> Draft:
    """Markov's inequality."""
    return says(mean(indicator(p <= size)) <= mean(size) / p)


def sum_to(last: Any, term: Any, first: Any = 1) -> Formula:
    return total(i, first, last, term)


EITHER, EACH = mean(indicator(LARGE, SMALL)), [mean(indicator(e)) for e in (LARGE, SMALL)]
OF_CUBES = says(mean(SIZE) ** 3 <= mean(SIZE**3))
MEAN_SQUARE = says(sum_to(T, s[i]) ** 2 <= T * sum_to(T, s[i] ** 2))
EXACT, DECIDED, ANY = {Level.EXACT}, {Level.DECIDED}, set(Level)
REFUSED = ""
# A statement, the levels of what is derived or words of the refusal, and the steps.
Row = tuple[Any, ...]
LINKS: dict[str, list[Row]] = {
    "an instance of a lemma": [
        (says((1 + INSTANCE).log() <= INSTANCE), DECIDED, AT_INSTANCE),
        (says((1 + INSTANCE).log() <= q * x.exp() - q), DECIDED, AT_INSTANCE),
        (says((1 + INSTANCE).log() <= INSTANCE / 2), "right side", AT_INSTANCE),
        (says((1 + INSTANCE).log() < INSTANCE), "does not show lt", AT_INSTANCE),
        (says((1 + INSTANCE).log() >= INSTANCE), REFUSED, AT_INSTANCE),
    ],
    "a lemma outside its set": [
        (says((1 + z).log() <= z), "is not proved", substitute(LOG, {"u": z}))
    ],
    "a lemma that is not proved": [
        (says((1 + x).log() <= x / 2), "the lemma", substitute(FALSE_LOG, {"u": x}))
    ],
    "sides that may have no value": [
        (says((1 + x).log() <= x * z / z), "may have no value", substitute(LOG, {"u": x}))
    ],
    "hypotheses of a lemma": [
        (says(x + 1 <= (x + 1) ** 2), DECIDED, substitute(AT_LEAST_1, {"z": x + 1})),
        (says(x <= x**2), "a hypothesis of the lemma", substitute(AT_LEAST_1, {"z": x})),
        (says(x <= x**2, given=["1 <= x"]), DECIDED, substitute(AT_LEAST_1, {"z": x})),
    ],
    "a hypothesis of the statement": [
        (says(z <= x), "not among", given(V("z <= x"))),
        (says(z <= x, given=["z <= x"]), EXACT, given(V("z <= x"))),
    ],
    "a lemma in whole numbers": [
        (says(number(1) <= T + i), DECIDED, substitute(WHOLE, {"n": T + i})),
        (says(number(1) <= T + i / 2), "may not be whole", substitute(WHOLE, {"n": T + i / 2})),
    ],
    "an index of the lemma does not hide a symbol": [
        (says(total(n, 1, 2, i * n) == 3 * i), ANY, substitute(SUM_OF_TWO, {"z": i})),
        (says(sum_to(2, i * i) == 3 * i, forall="i"), REFUSED, substitute(SUM_OF_TWO, {"z": i})),
    ],
    "a law inside a lemma stands for itself": [
        (
            says(expectation(BALL.M, BALL.w, norm(BALL.w)) <= BALL.r / 2),
            "another one in the lemma",
            substitute(IN_BALL, {"r": BALL.r / 2}),
        )
    ],
    "chains, sums and multiples": [
        (says(x <= x + 2 * y), DECIDED, MORE, YET_MORE),
        (says(x <= x + 2 * y), DECIDED, chain(MORE, YET_MORE)),
        (says(x <= x + 2 * y), "a chain breaks", YET_MORE, MORE),
        (says(2 * x + y <= 2 * x + 3 * y), DECIDED, add(MORE, YET_MORE)),
        (says(p * x <= p * (x + y)), DECIDED, multiply(MORE, p)),
        (says(z * x <= z * (x + y)), "the factor", multiply(MORE, z)),
    ],
    "strictness": [
        (says(p * x < p * (x + 1)), ANY, multiply(STRICT, p)),
        (says(y * x < y * (x + 1)), REFUSED, multiply(STRICT, y)),
        (says(y * x <= y * (x + 1)), ANY, multiply(STRICT, y)),
    ],
    "sums over an index": [
        (says(sum_to(T, 1 / i) <= T * (1 + x)), DECIDED, sum_over(i, 1, T, TERM)),
        (says(sum_to(T + 1, 1 / i) <= T * (1 + x)), REFUSED, sum_over(i, 1, T, TERM)),
        (
            says(sum_to(T, 1 / i, first=0) <= (T + 1) * (1 + x)),
            "is not proved",
            sum_over(i, 0, T, TERM),
        ),
        (
            says(sum_to(T, 1 / i) <= T * (1 + x), forall="i"),
            "something else",
            sum_over(i, 1, T, TERM),
        ),
        (
            says(sum_to(x, z * 0) <= sum_to(x, 1)),
            "may not be whole",
            sum_over(i, 1, x, shown(V("0 <= 1"))),
        ),
    ],
    "a sum that may be empty is not strict": [
        (
            says(sum_to(T, x, first=2) <= sum_to(T, x + 1, first=2)),
            DECIDED,
            sum_over(i, 2, T, STRICT),
        ),
        (
            says(sum_to(T, x, first=2) < sum_to(T, x + 1, first=2)),
            "does not show lt",
            sum_over(i, 2, T, STRICT),
        ),
    ],
    "telescopes": [
        (says(sum_to(T, FALLING) <= 1 - 1 / (T + 1)), DECIDED, telescope(i, 1, T, 1 / i, FALL)),
        (
            says(sum_to(T, FALLING) <= 1 - 1 / (T + 1)),
            "difference of two values",
            telescope(i, 1, T, 2 / i, FALL),
        ),
        (says(sum_to(T, FALLING) <= 1 - 2 / (T + 1)), REFUSED, telescope(i, 1, T, 1 / i, FALL)),
        (
            says(sum_to(T, FALLING, first=2) <= Fraction(1, 2) - 1 / (T + 1)),
            DECIDED,
            telescope(i, 2, T, 1 / i, FALL),
        ),
        (  # at T = 1: v(3) - v(2) < 0
            says(sum_to(T, FALLING, first=3) <= Fraction(1, 3) - 1 / (T + 1)),
            "the ends of a telescope",
            telescope(i, 3, T, 1 / i, FALL),
        ),
    ],
    "monotone functions": [
        (says(x**2 <= (x + y) ** 2), ANY, square(MORE)),
        (says(x.sqrt() <= (x + y).sqrt()), ANY, square_root(MORE)),
        (says(x.exp() <= (x + y).exp()), ANY, monotone("exp", MORE)),
        (says(-(x + y) <= -x), ANY, monotone("negative", MORE)),
        (says(z**2 <= (z + x) ** 2), "the smaller side", square(SIGNED)),
        (says(1 / (x + y) <= 1 / x), "the smaller side", monotone("reciprocal", MORE)),
        (says(x.log() <= (x + y).log()), "the smaller side of log", monotone("log", MORE)),
    ],
    "cases": [
        (says(MAXIMUM), DECIDED, cases(V("y <= x"), MORE, OTHER)),
        (says(MAXIMUM), DECIDED, cases(V("y < x"), MORE, OTHER)),
        (says(MAXIMUM), REFUSED, cases(V("y <= 2*x"), MORE, OTHER)),
        (says(MAXIMUM), REFUSED, cases(conjunction(V("y <= x"), V("x <= 1")), MORE, OTHER)),
        (
            says(number(0) <= x, forall="z"),
            "may have no value",
            cases(V("1/z <= 1"), shown(V("0 <= x")), shown(V("0 <= x"))),
        ),
    ],
    "a case inside a derivation says its conclusion": [
        (
            says(p * largest(x, y) <= p * (x + y)),
            DECIDED,
            multiply(cases(V("y <= x"), MORE, OTHER, conclusion=MAXIMUM), p),
        ),
        (
            says(p * largest(x, y) <= p * (x + y)),
            "must say its conclusion",
            multiply(cases(V("y <= x"), MORE, OTHER), p),
        ),
    ],
    "a sampled leaf is no leaf": [(says(CUBIC <= x.sin()), REFUSED, shown(CUBIC <= x.sin()))],
    "expectations are monotone": [
        (says(number(0) <= mean(SIZE)), DECIDED, expect(L, w, shown(SIZE >= 0))),
        (says(number(1) <= mean(SIZE)), REFUSED, expect(L, w, shown(SIZE >= 0))),
    ],
    "Markov needs a nonnegative variable": [
        (tail(SIZE), DECIDED, markov(L, w, SIZE, p)),
        (tail(SIZE - 1), "Markov", markov(L, w, SIZE - 1, p)),
    ],
    "Jensen needs a convex function": [
        (says(mean(SIZE) ** 2 <= mean(SIZE**2)), EXACT, jensen(L, w, SIZE, ARGUMENT, SQUARED)),
        (OF_CUBES, "second derivative", jensen(L, w, SIZE, ARGUMENT, CUBED)),
        (OF_CUBES, DECIDED, jensen(L, w, SIZE, POSITIVE_ARGUMENT, CUBED)),
        (OF_CUBES, "Jensen's variable", jensen(L, w, SIZE - 1, POSITIVE_ARGUMENT, CUBED)),
    ],
    "Cauchy and Schwarz": [
        (says(dot(g, h) <= norm(h) * norm(g)), EXACT, cauchy_schwarz(g, h)),
        (says(dot(g, h) <= norm(h) * norm(g) / 2), REFUSED, cauchy_schwarz(g, h)),
        (MEAN_SQUARE, EXACT, cauchy_schwarz(s[i], 1, i, 1, T)),
        (MEAN_SQUARE, "may have no value", cauchy_schwarz(s[i], 1, i, 1, T + 1)),
    ],
    "unions": [
        (says(EITHER <= EACH[0] + EACH[1]), EXACT, union(L, w, LARGE, SMALL)),
        (says(EITHER <= EACH[0]), REFUSED, union(L, w, LARGE, SMALL)),
    ],
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_goes_through_or_is_refused_with_its_reason(name: str) -> None:
    for place, (draft, expected, *steps) in enumerate(LINKS[name]):
        found = run(draft.build(), *steps)
        if isinstance(expected, str):
            assert found.level is None, place
            assert expected in found.failure, place
        else:
            assert found.level in expected, (place, found.failure)
            assert found.failure == ""


def test_the_engine_gets_a_proof() -> None:
    statement = says((1 + INSTANCE).log() <= INSTANCE, by=Derive(AT_INSTANCE)).build()
    assert LOG in [leaf for leaf, _ in run(statement, AT_INSTANCE).leaves]
    proof = derive(statement, Context(), prove).proof
    assert isinstance(proof, Proof)
    assert proof.level is Level.DECIDED
    with pytest.raises(TypeError, match="must be a Derive"):
        derive(statement.but(by=None), Context(), prove)


def test_words_make_a_result_argued_and_are_no_way_round_a_refutation() -> None:
    statement = says(CUBIC <= x.sin()).build()
    found = run(statement, words("the series alternates", CUBIC <= x.sin()))
    assert (found.level, found.argued) == (Level.ARGUED, ("the series alternates",))
    false = says(x <= x**2).build()
    assert "words are given" in run(false, words("clearly", V("x <= x**2"))).failure
    with pytest.raises(ValueError, match="must have words"):
        words(" ", V("x <= x**2"))


@pytest.mark.parametrize("flaw", [{"edge": True}, {"fixed": {"u": 1}}, {"asymptotic": True}])
def test_a_lemma_that_is_proved_in_part_is_no_lemma(flaw: dict[str, Any]) -> None:
    statement = says((1 + x).log() <= x).build()
    by = Derive(substitute(LOG, {"u": x}))
    assert by.run(statement, prove).level is not None
    assert by.run(statement, lambda inner: replace(prove(inner), **flaw)).level is None


def test_a_finding_about_another_statement_is_refused() -> None:
    statement = says((1 + x).log() <= x).build()
    found = Derive(substitute(LOG, {"u": x})).run(statement, lambda inner: prove(statement))
    assert "another statement" in found.failure


def test_a_derivation_needs_steps() -> None:
    with pytest.raises(ValueError, match="must have steps"):
        Derive(())
    with pytest.raises(ValueError, match="must be one of"):
        monotone("sine", given(x <= E))


def test_words_need_an_instance() -> None:
    root = external("root", lambda x: math.sqrt(x + 1), x)
    anywhere = says(root <= x + 1).argued("a root is smaller")
    assert isinstance(prove_by_engine(anywhere.build(), Context(mode="quick")), Proof)
    # The root of cos x = x is no rational number: no instance is found.
    nowhere = anywhere.but(given=[(x.cos() == x)])
    assert prove_by_engine(nowhere.build(), Context(mode="quick")) is None


def test_three_vectors_have_a_gram_matrix_and_no_other() -> None:
    W = notation(d=natural(), **{name: vector("d", unit="1") for name in "fgh"})
    statement = says(dot(W.f, W.g) * dot(W.g, W.h) <= norm(W.f) * norm(W.h) + dot(W.f, W.h))
    (goal,) = gram.lowered(statement.build())
    ones = {s.name: Fraction(1) for s in goal.symbols}
    assert all(truth(c, ones) for c in goal.given), "the same vector three times"
    assert not all(truth(c, ones | {"f.h": Fraction(-1)}) for c in goal.given)
