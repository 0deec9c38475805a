"""Derivations: each link goes through where it should, and is refused just outside of that."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from verify.formula.evaluate import truth
from verify.formula.expression import free_names
from verify.judgement.examine import prove as prove_by_engine
from verify.language import (
    E,
    Formula,
    between,
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

V = notation(
    x=nonnegative(unit="1"),
    y=nonnegative(unit="1"),
    z=real(unit="1"),
    q=between(0, 1, unit="1"),
    p=positive(unit="1"),
    u=nonnegative(unit="1"),
    T=natural(),
    n=natural(),
    i=natural(),
    a=sequence("T", unit="1", entry=Real(Fraction(0))),
    s=sequence("T", unit="1"),
    d=natural(),
    g=vector("d", unit="1"),
    h=vector("d", unit="1"),
    L=law(unit="1"),
    w=vector(1, unit="1"),
)
LOG = says((1 + V.u).log() <= V.u).build()
LEMMAS = {LOG.hash}


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


INSTANCE = V.q * (V.x.exp() - 1)


def test_an_instance_of_a_lemma_is_derived() -> None:
    statement = says((1 + INSTANCE).log() <= INSTANCE).build()
    found = run(statement, substitute(LOG, {"u": INSTANCE}))
    assert found.failure == ""
    assert found.level is Level.DECIDED
    assert LOG in [leaf for leaf, _ in found.leaves]


def test_the_engine_gets_a_proof() -> None:
    step = substitute(LOG, {"u": INSTANCE})
    statement = says((1 + INSTANCE).log() <= INSTANCE, by=Derive(step)).build()
    proof = derive(statement, Context(), prove).proof
    assert isinstance(proof, Proof)
    assert proof.level is Level.DECIDED
    with pytest.raises(TypeError, match="must be a Derive"):
        derive(statement.but(by=None), Context(), prove)


def test_a_lemma_outside_its_set_is_refused() -> None:
    formula = V.z * (V.x.exp() - 1)
    statement = says((1 + formula).log() <= formula).build()
    found = run(statement, substitute(LOG, {"u": formula}))
    assert found.level is None
    assert "is not proved" in found.failure


def test_a_lemma_that_is_not_proved_is_refused() -> None:
    false = says((1 + V.u).log() <= V.u / 2).build()
    statement = says((1 + V.x).log() <= V.x / 2).build()
    assert "the lemma" in run(statement, substitute(false, {"u": V.x})).failure


def test_a_derivation_of_another_statement_is_refused() -> None:
    other = says((1 + INSTANCE).log() <= INSTANCE / 2).build()
    assert "right side" in run(other, substitute(LOG, {"u": INSTANCE})).failure
    strict = says((1 + INSTANCE).log() < INSTANCE).build()
    assert "does not show lt" in run(strict, substitute(LOG, {"u": INSTANCE})).failure
    turned = says((1 + INSTANCE).log() >= INSTANCE).build()
    assert run(turned, substitute(LOG, {"u": INSTANCE})).level is None


def test_sides_may_be_written_otherwise_but_need_a_value() -> None:
    written = says((1 + INSTANCE).log() <= V.q * V.x.exp() - V.q).build()
    assert run(written, substitute(LOG, {"u": INSTANCE})).level is Level.DECIDED
    missing = says((1 + V.x).log() <= V.x * V.z / V.z).build()
    assert "may have no value" in run(missing, substitute(LOG, {"u": V.x})).failure


def test_hypotheses_of_a_lemma_are_proved() -> None:
    lemma = says(V.z <= V.z**2, given=["1 <= z"]).build()
    at_two = says(V.x + 1 <= (V.x + 1) ** 2).build()
    assert run(at_two, substitute(lemma, {"z": V.x + 1})).level is Level.DECIDED
    at_x = says(V.x <= V.x**2).build()
    assert "a hypothesis of the lemma" in run(at_x, substitute(lemma, {"z": V.x})).failure
    where_met = says(V.x <= V.x**2, given=["1 <= x"]).build()
    assert run(where_met, substitute(lemma, {"z": V.x})).level is Level.DECIDED


def test_a_hypothesis_that_the_statement_lacks_is_refused() -> None:
    statement = says(V.z <= V.x).build()
    assert "not among" in run(statement, given(V("z <= x"))).failure
    with_it = says(V.z <= V.x, given=["z <= x"]).build()
    assert run(with_it, given(V("z <= x"))).level is Level.EXACT


def test_a_lemma_in_whole_numbers_needs_whole_numbers() -> None:
    lemma = says(number(1) <= V.n).build()
    twice = says(number(1) <= V.T + V.i).build()
    assert run(twice, substitute(lemma, {"n": V.T + V.i})).level is Level.DECIDED
    half = says(number(1) <= V.T + V.i / 2).build()
    assert "may not be whole" in run(half, substitute(lemma, {"n": V.T + V.i / 2})).failure


def test_an_index_of_the_lemma_does_not_hide_a_symbol() -> None:
    lemma = says(total(V.i, 1, 2, V.z * V.i) == 3 * V.z).build()
    honest = says(total(V.n, 1, 2, V.i * V.n) == 3 * V.i).build()
    assert run(honest, substitute(lemma, {"z": V.i})).level is not None
    captured = says(total(V.i, 1, 2, V.i * V.i) == 3 * V.i, forall="i").build()
    assert run(captured, substitute(lemma, {"z": V.i})).level is None


def test_chains_sums_and_multiples() -> None:
    first, second = shown(V("x <= x + y")), shown(V("x + y <= x + 2*y"))
    statement = says(V.x <= V.x + 2 * V.y).build()
    assert run(statement, first, second).level is Level.DECIDED
    assert run(statement, chain(first, second)).level is Level.DECIDED
    assert "a chain breaks" in run(statement, second, first).failure
    summed = says(2 * V.x + V.y <= 2 * V.x + 3 * V.y).build()
    assert run(summed, add(first, second)).level is Level.DECIDED
    times = says(V.p * V.x <= V.p * (V.x + V.y)).build()
    assert run(times, multiply(first, V.p)).level is Level.DECIDED
    unsigned = says(V.z * V.x <= V.z * (V.x + V.y)).build()
    assert "the factor" in run(unsigned, multiply(first, V.z)).failure


def test_strictness_survives_only_where_it_must() -> None:
    step = shown(V("x < x + 1"))
    assert run(says(V.p * V.x < V.p * (V.x + 1)).build(), multiply(step, V.p)).level
    assert run(says(V.y * V.x < V.y * (V.x + 1)).build(), multiply(step, V.y)).level is None
    assert run(says(V.y * V.x <= V.y * (V.x + 1)).build(), multiply(step, V.y)).level


def test_sums_over_an_index() -> None:
    step = shown(1 / V.i <= 1 + V.x)
    statement = says(total(V.i, 1, V.T, 1 / V.i) <= V.T * (1 + V.x)).build()
    assert run(statement, sum_over(V.i, 1, V.T, step)).level is Level.DECIDED
    longer = says(total(V.i, 1, V.T + 1, 1 / V.i) <= V.T * (1 + V.x)).build()
    assert run(longer, sum_over(V.i, 1, V.T, step)).level is None
    from_zero = says(total(V.i, 0, V.T, 1 / V.i) <= (V.T + 1) * (1 + V.x)).build()
    assert "is not proved" in run(from_zero, sum_over(V.i, 0, V.T, step)).failure
    taken = says(total(V.i, 1, V.T, 1 / V.i) <= V.T * (1 + V.x), forall="i").build()
    assert "something else" in run(taken, sum_over(V.i, 1, V.T, step)).failure
    broken = says(total(V.i, 1, V.x, V.z * 0) <= total(V.i, 1, V.x, 1)).build()
    assert "may not be whole" in run(broken, sum_over(V.i, 1, V.x, shown(V("0 <= 1")))).failure


def test_telescopes() -> None:
    step = shown(1 / (V.i * (V.i + 1)) <= 1 / V.i - 1 / (V.i + 1))
    left = total(V.i, 1, V.T, 1 / (V.i * (V.i + 1)))
    statement = says(left <= 1 - 1 / (V.T + 1)).build()
    assert run(statement, telescope(V.i, 1, V.T, 1 / V.i, step)).level is Level.DECIDED
    wrong = telescope(V.i, 1, V.T, 2 / V.i, step)
    assert "difference of two values" in run(statement, wrong).failure
    better = says(left <= 1 - 2 / (V.T + 1)).build()
    assert run(better, telescope(V.i, 1, V.T, 1 / V.i, step)).level is None


def test_monotone_functions() -> None:
    step = shown(V("x <= x + y"))
    assert run(says(V.x**2 <= (V.x + V.y) ** 2).build(), square(step)).level
    assert run(says(V.x.sqrt() <= (V.x + V.y).sqrt()).build(), square_root(step)).level
    assert run(says(V.x.exp() <= (V.x + V.y).exp()).build(), monotone("exp", step)).level
    turned = says(-(V.x + V.y) <= -V.x).build()
    assert run(turned, monotone("negative", step)).level
    signed = shown(V("z <= z + x"))
    squared = says(V.z**2 <= (V.z + V.x) ** 2).build()
    assert "the smaller side" in run(squared, square(signed)).failure
    inverse = says(1 / (V.x + V.y) <= 1 / V.x).build()
    assert "the smaller side" in run(inverse, monotone("reciprocal", step)).failure


def test_cases_cover() -> None:
    statement = says(largest(V.x, V.y) <= V.x + V.y).build()
    low, high = shown(V("x <= x + y")), shown(V("y <= x + y"))
    assert run(statement, cases(V("y <= x"), low, high)).level is Level.DECIDED
    assert run(statement, cases(V("y < x"), low, high)).level is Level.DECIDED
    wedge = cases(V("y <= 2*x"), low, high)
    assert run(statement, wedge).level is None
    both = cases(conjunction(V("y <= x"), V("x <= 1")), low, high)
    assert run(statement, both).level is None
    undefined = cases(V("1/z <= 1"), shown(V("0 <= x")), shown(V("0 <= x")))
    assert "may have no value" in run(says(number(0) <= V.x, forall="z").build(), undefined).failure


def test_a_case_inside_a_derivation_says_its_conclusion() -> None:
    low, high = shown(V("x <= x + y")), shown(V("y <= x + y"))
    maximum = largest(V.x, V.y) <= V.x + V.y
    statement = says(V.p * largest(V.x, V.y) <= V.p * (V.x + V.y)).build()
    split = cases(V("y <= x"), low, high, conclusion=maximum)
    assert run(statement, multiply(split, V.p)).level is Level.DECIDED
    silent = cases(V("y <= x"), low, high)
    assert "must say its conclusion" in run(statement, multiply(silent, V.p)).failure


def test_words_make_a_result_argued_and_are_no_way_round_a_refutation() -> None:
    cubic = V.x - V.x**3 / 6
    statement = says(cubic <= V.x.sin()).build()
    found = run(statement, words("the series alternates", cubic <= V.x.sin()))
    assert (found.level, found.argued) == (Level.ARGUED, ("the series alternates",))
    false = says(V.x <= V.x**2).build()
    assert "words are given" in run(false, words("clearly", V("x <= x**2"))).failure
    with pytest.raises(ValueError, match="must have words"):
        words(" ", V("x <= x**2"))


def test_a_sampled_leaf_is_no_leaf() -> None:
    cubic = V.x - V.x**3 / 6
    statement = says(cubic <= V.x.sin()).build()
    assert run(statement, shown(cubic <= V.x.sin())).level is None


@pytest.mark.parametrize("flaw", [{"edge": True}, {"fixed": {"u": 1}}, {"asymptotic": True}])
def test_a_lemma_that_is_proved_in_part_is_no_lemma(flaw: dict[str, Any]) -> None:
    statement = says((1 + V.x).log() <= V.x).build()
    by = Derive(substitute(LOG, {"u": V.x}))
    assert by.run(statement, prove).level is not None
    assert by.run(statement, lambda inner: replace(prove(inner), **flaw)).level is None


def test_a_finding_about_another_statement_is_refused() -> None:
    statement = says((1 + V.x).log() <= V.x).build()
    found = Derive(substitute(LOG, {"u": V.x})).run(statement, lambda inner: prove(statement))
    assert "another statement" in found.failure


def test_expectations_are_monotone() -> None:
    step = shown(norm(V.w) >= 0)
    statement = says(number(0) <= expectation(V.L, V.w, norm(V.w))).build()
    assert run(statement, expect(V.L, V.w, step)).level is Level.DECIDED
    other = says(number(1) <= expectation(V.L, V.w, norm(V.w))).build()
    assert run(other, expect(V.L, V.w, step)).level is None


def test_markov_needs_a_nonnegative_variable() -> None:
    size = norm(V.w)
    right = expectation(V.L, V.w, size) / V.p
    statement = says(expectation(V.L, V.w, indicator(V.p <= size)) <= right).build()
    assert run(statement, markov(V.L, V.w, size, V.p)).level is Level.DECIDED
    signed = size - 1
    right = expectation(V.L, V.w, signed) / V.p
    statement = says(expectation(V.L, V.w, indicator(V.p <= signed)) <= right).build()
    assert "Markov" in run(statement, markov(V.L, V.w, signed, V.p)).failure


def test_jensen_needs_a_convex_function() -> None:
    t = Symbol("t", "t", "1", Real())
    size, squared, cubed = norm(V.w), Formula(t.node**2), Formula(t.node**3)
    mean = expectation(V.L, V.w, size)
    statement = says(mean**2 <= expectation(V.L, V.w, size**2)).build()
    assert run(statement, jensen(V.L, V.w, size, t, squared)).level is Level.EXACT
    statement = says(mean**3 <= expectation(V.L, V.w, size**3)).build()
    assert "second derivative" in run(statement, jensen(V.L, V.w, size, t, cubed)).failure
    above = Symbol("t", "t", "1", Real(Fraction(0)))
    assert run(statement, jensen(V.L, V.w, size, above, cubed)).level is Level.DECIDED
    outside = jensen(V.L, V.w, size - 1, above, cubed)
    assert "Jensen's variable" in run(statement, outside).failure


def test_cauchy_and_schwarz() -> None:
    statement = says(dot(V.g, V.h) <= norm(V.h) * norm(V.g)).build()
    assert run(statement, cauchy_schwarz(V.g, V.h)).level is Level.EXACT
    halved = says(dot(V.g, V.h) <= norm(V.h) * norm(V.g) / 2).build()
    assert run(halved, cauchy_schwarz(V.g, V.h)).level is None
    left = total(V.i, 1, V.T, V.s[V.i]) ** 2
    statement = says(left <= V.T * total(V.i, 1, V.T, V.s[V.i] ** 2)).build()
    assert run(statement, cauchy_schwarz(V.s[V.i], 1, V.i, 1, V.T)).level is Level.EXACT
    beyond = cauchy_schwarz(V.s[V.i], 1, V.i, 1, V.T + 1)
    assert "may have no value" in run(statement, beyond).failure


def test_unions() -> None:
    large, small = norm(V.w) >= V.p, norm(V.w) <= V.x
    events = [expectation(V.L, V.w, indicator(e)) for e in (large, small)]
    either = expectation(V.L, V.w, indicator(large, small))
    both = says(either <= events[0] + events[1]).build()
    assert run(both, union(V.L, V.w, large, small)).level is Level.EXACT
    found = run(says(either <= events[0]).build(), union(V.L, V.w, large, small))
    assert found.level is None


def test_a_law_inside_a_lemma_stands_for_itself() -> None:
    r = notation(r=positive(unit="1"))
    inner = V.extended(r=positive(unit="1"), M=law(unit="1", radius=r.r))
    lemma = says(expectation(inner.M, inner.w, norm(inner.w)) <= inner.r).build()
    statement = says(expectation(inner.M, inner.w, norm(inner.w)) <= inner.r / 2).build()
    LEMMAS.add(lemma.hash)
    try:
        found = run(statement, substitute(lemma, {"r": inner.r / 2}))
    finally:
        LEMMAS.discard(lemma.hash)
    assert "another one in the lemma" in found.failure


def test_a_derivation_needs_steps() -> None:
    with pytest.raises(ValueError, match="must have steps"):
        Derive(())
    with pytest.raises(ValueError, match="must be one of"):
        monotone("sine", given(V.x <= E))


def test_words_need_an_instance() -> None:
    root = external("root", lambda x: math.sqrt(x + 1), V.x)
    anywhere = says(root <= V.x + 1).argued("a root is smaller")
    assert isinstance(prove_by_engine(anywhere.build(), Context(mode="quick")), Proof)
    # The root of cos x = x is no rational number: no instance is found.
    nowhere = anywhere.but(given=[(V.x.cos() == V.x)])
    assert prove_by_engine(nowhere.build(), Context(mode="quick")) is None


# Guards: each of these would pass without the one condition that stops it.


def test_a_sum_that_may_be_empty_is_not_strict() -> None:
    step = sum_over(V.i, 2, V.T, shown(V("x < x + 1")))
    left, right = total(V.i, 2, V.T, V.x), total(V.i, 2, V.T, V.x + 1)
    assert run(says(left <= right).build(), step).level is Level.DECIDED
    assert "does not show lt" in run(says(left < right).build(), step).failure


def test_a_telescope_does_not_begin_beyond_its_end() -> None:
    step = shown(1 / (V.i * (V.i + 1)) <= 1 / V.i - 1 / (V.i + 1))
    for first, level in ((2, Level.DECIDED), (3, None)):  # at T = 1: v(3) - v(2) < 0
        left = total(V.i, first, V.T, 1 / (V.i * (V.i + 1)))
        statement = says(left <= Fraction(1, first) - 1 / (V.T + 1)).build()
        found = run(statement, telescope(V.i, first, V.T, 1 / V.i, step))
        assert found.level is level
        assert level or "the ends of a telescope" in found.failure


def test_a_logarithm_needs_a_positive_side() -> None:
    statement = says(V.x.log() <= (V.x + V.y).log()).build()
    found = run(statement, monotone("log", shown(V("x <= x + y"))))
    assert "the smaller side of log" in found.failure


def test_three_vectors_have_a_gram_matrix_and_no_other() -> None:
    W = notation(d=natural(), **{name: vector("d", unit="1") for name in "fgh"})
    statement = says(dot(W.f, W.g) * dot(W.g, W.h) <= norm(W.f) * norm(W.h) + dot(W.f, W.h))
    (goal,) = gram.lowered(statement.build())
    ones = {s.name: Fraction(1) for s in goal.symbols}
    assert all(truth(c, ones) for c in goal.given), "the same vector three times"
    assert not all(truth(c, ones | {"f.h": Fraction(-1)}) for c in goal.given)
