"""Statements beside comparisons: tables, words, limits, constants."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from sound import ACCEPTING, GOOD, QUICK, judged, must_fail, must_not_pass, refusal
from soundness import other_statements
from soundness.other_statements import RESTS_ON, ROOT_TWO_SQUARED, V, always
from verification.statements import drafts, said

from dptheory.gradients.representability import FlatClipping, representable
from dptheory.lyapunov.full_rates import full_rate
from dptheory.methods import heavy_ball
from verify.judgement import exists
from verify.judgement.findings import covered, proved
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.judgement.verdict import Verdict, strength
from verify.language import (
    Draft,
    Escape,
    certified,
    claim,
    external,
    in_words,
    lemma,
    number,
    says,
    table,
)
from verify.language.statement import Statement
from verify.language.symbols import notation, one_of
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.search.worst import Found

F = Fraction


a, b, kappa = V.a, V.b, V.kappa
BROKEN = [
    (name, draft)
    for name, made in drafts(other_statements.BROKEN).items()
    for draft in (made if isinstance(made, list) else [made])
]


@pytest.mark.parametrize(("name", "draft"), BROKEN)
def test_what_has_no_answer_is_an_error_in_a_line(name: str, draft: Draft) -> None:
    record = judged(draft)
    assert record.verdict == "error", record.reason
    assert "\n" not in record.reason
    assert "True or False" in record.reason or "answers otherwise" not in name


WORDS = ("verified", "argued", "supported", "refuted", "inconclusive")
VERDICTS = {v: drafts(getattr(other_statements, v.upper())) for v in WORDS}
NO_SUPPORT = drafts(other_statements.NO_SUPPORT)  # nor may these be supported
NOT_PASSING = drafts(other_statements.NOT_PASSING | other_statements.UNDEFINED) | NO_SUPPORT


@pytest.mark.parametrize(("verdict", "name"), [(v, name) for v in VERDICTS for name in VERDICTS[v]])
def test_a_statement_has_its_verdict(verdict: str, name: str) -> None:
    record = judged(VERDICTS[verdict][name])
    assert record.verdict == verdict, record.reason
    assert record.defects == [] or verdict == "inconclusive"


@pytest.mark.parametrize("name", NOT_PASSING)
def test_what_is_false_or_empty_does_not_pass(name: str) -> None:
    record = must_not_pass(NOT_PASSING[name])
    assert name not in NO_SUPPORT or record.verdict != "supported"


def test_a_predicate_is_refuted_by_one_value_of_a_finite_set() -> None:
    must_fail(in_words(V, "small", lambda three: three < 3))


def test_the_neighbours_of_a_true_table_are_rejected() -> None:
    record = judged(table({"a": ("0.33", F(1, 3)), "root": ("1.41", number(2).sqrt())}))
    assert record.verdict == "verified"
    assert record.controls
    assert all(c.behaves for c in record.controls)


@pytest.mark.parametrize(("claimed", "word"), RESTS_ON)
def test_a_support_says_what_it_rests_on(claimed: Any, word: str) -> None:
    record = judged(said(claimed))
    assert record.verdict == "supported"
    assert word in record.strength


@pytest.mark.parametrize("escape", drafts(other_statements.ESCAPES).values())
def test_an_escape_must_lie_in_the_sets_and_violate(escape: Draft) -> None:
    assert judged(escape).verdict not in ("refuted", *ACCEPTING)


# Controls.
TRUE = says(V.y**2 <= V.y)
FALSE = says(V.y**2 <= V.y / 2)


def rejecting(name: str, says: Draft, route: Draft | None = None) -> ClaimRecord:
    """The record of a true claim with a neighbour to reject."""
    return run_claim(
        claim("test/one", "here", "a test", TRUE).rejects(name, says, route=route), QUICK
    )


EMPTY_ROUTES = drafts(other_statements.EMPTY_ROUTES)


@pytest.mark.parametrize("route", EMPTY_ROUTES.values(), ids=EMPTY_ROUTES)
def test_a_route_that_computes_nothing_is_refused(route: Draft) -> None:
    record = rejecting("half", FALSE, route=route)
    assert record.verdict == "error", record.controls
    assert "route" in record.reason


def test_a_route_that_does_not_hold_is_refused() -> None:
    wrong = says(V.y + 1 < V.y)
    record = rejecting("half", FALSE, route=wrong)
    assert record.verdict == "error"


def test_a_control_that_is_true_is_a_defect() -> None:
    record = rejecting("double", TRUE.but(right=2 * V.y))
    assert record.defects
    good = rejecting("half", FALSE)
    assert not good.defects
    other = says(V.y / 2 < V.y**2, given=[V("y == 1")])
    assert not rejecting("half", FALSE, route=other).defects


# A proof at one value, a certificate, and evidence about something else.
def test_a_proof_at_one_value_does_not_cover_the_others() -> None:
    statement = says(kappa**2 <= kappa**2 + 1).build()
    at_four = Proof("at four", Level.EXACT, "settled", fixed={"kappa": 4})
    finding = proved(statement, at_four, Found())
    assert not covered(finding, statement)
    assert strength(finding) is Verdict.SUPPORTED


@pytest.mark.parametrize("document", [None, {}, {"kind": "unknown"}, [], "certificate", 7])
def test_a_certificate_that_the_kernel_refuses_is_not_verified(document: Any) -> None:
    record = judged(certified(lambda: document, says="rate"))
    assert record.verdict not in (*ACCEPTING, "supported", "refuted")


# Polyak's tuning on F(1, 25) has a cycle: no V falls at a rate.
NO_RATE = full_rate(heavy_ball("1/9", "4/9"), 1, 25).certificate
GRADIENT = full_rate(heavy_ball("1/10", "0"), 1, 10)


@pytest.mark.parametrize(
    ("document", "asked", "verdict"),
    [
        (NO_RATE, "infeasible", "verified"),
        (NO_RATE, "rate", "refuted"),
        (NO_RATE, "noise", "refuted"),
        (NO_RATE, "feasible", "inconclusive"),  # of another kind
        (NO_RATE, "psd", "inconclusive"),
        (GRADIENT.certificate, "rate", "verified"),
        (GRADIENT.certificate, "infeasible", "refuted"),
        (GRADIENT.lower_certificate, "lower", "verified"),
        (GRADIENT.lower_certificate, "rate", "inconclusive"),  # of a smaller rate
        (
            representable(FlatClipping(F(16)), [[9, 16], [36, 0]]).certificate,
            "not abadi",
            "verified",
        ),
        (representable(FlatClipping(F(16)), [[9, 16], [36, 0]]).certificate, "abadi", "refuted"),
    ],
)
def test_a_certificate_says_what_it_is_asked_for(document: Any, asked: str, verdict: str) -> None:
    assert judged(certified(lambda: document, says=asked)).verdict == verdict


def test_what_a_certificate_says_must_be_asked_for() -> None:
    for asked in ("", "converges"):
        record = judged(certified(lambda: NO_RATE, says=asked))
        assert record.verdict == "error"
        assert record.reason.endswith(f"Found {asked!r}.")
        assert "rate, noise" in record.reason


# What is asked again, later and in another order, answers the same.
BITS = notation(bit=one_of([0, 1], unit="1"))


def counting(truths: int) -> Callable[..., bool]:
    """A predicate that is true for the first calls."""
    calls: list[int] = []

    def answer(bit: int) -> bool:
        calls.append(bit)
        return len(calls) <= truths

    return answer


def drifting(step: float) -> Callable[..., float]:
    """A number that another call moves."""
    calls: list[int] = []

    def number(bit: int) -> float:
        calls.append(bit)
        return len(calls) * step

    return number


def test_a_formula_that_keeps_state_is_refused() -> None:
    for predicate in (counting(2), counting(3)):
        assert "keep state" in refusal(lambda p=predicate: in_words(BITS, "always", p))
    for step in (1e-6, -1, 1e-3):
        moved = external("number", drifting(step), BITS.bit)
        assert "keep state" in refusal(lambda n=moved: says(n <= 10**6))
    assert judged(says(external("number", lambda bit: 2 * bit, BITS.bit) <= 2)).verdict != "error"


def test_words_about_every_number_cap_at_argued_and_a_constant_says_nothing() -> None:
    numbers = notation(n=one_of(range(40), unit="1"))
    assert judged(in_words(numbers, "every n is small", lambda n: n < 40)).verdict == "argued"
    for nothing in (lambda: True, lambda: 1 < 2, always):
        assert "constant" in refusal(lambda p=nothing: in_words(numbers, "P = NP", p))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_escape_has_the_weakest_level_of_its_leaves(order: tuple[int, ...]) -> None:
    levels = [(Level.DECIDED, Level.EXACT)[place] for place in order]
    said = says(V.x <= V.c, exists={"c": None}, by=Escape({"x": V.c + 1})).build()
    leaves: list[Finding] = []

    def examined(leaf: Statement, context: Context, first: Any) -> Finding:
        level = levels[len(leaves) % 2]
        leaves.append(Finding(leaf.hash, "a prover", level, Outcome.HOLDS, "proved"))
        return leaves[-1]

    found = exists.examine(said, QUICK, (), examined)
    assert len(leaves) == 2
    assert (found.outcome, found.level) == (Outcome.FAILS, Level.DECIDED)
    assert found.ratio is None


# Parts.
def test_a_part_that_waits_for_data_is_not_verified() -> None:
    parts = claim("test/parts", "here", "a test", {"easy": TRUE}, needs_data=("main inequality",))
    record = run_claim(parts, QUICK)
    assert record.verdict == "needs-data"
    assert "main inequality" in record.reason


def test_the_weakest_part_decides() -> None:
    identity = says((a + b) ** 2 == a**2 + 2 * a * b + b**2)
    right = table({"half": ("0.5", F(1, 2))})
    false = says(V.x**2 <= V.x)
    for others in (
        {"identity": identity},
        {"table": right},
        {"identity": identity, "table": right},
    ):
        for parts in ({**others, "bound": false}, {"bound": false, **others}):
            record = run_claim(claim("test/parts", "here", "a test", parts), QUICK)
            assert record.verdict == "refuted"
    unsure = says(external("half", lambda y: 0.5, V.y) <= 1)
    record = run_claim(claim("test/parts", "here", "a test", {"a": identity, "b": unsure}), QUICK)
    assert record.verdict == "supported"
    with pytest.raises(ValueError, match="must have id, where, title and a statement"):
        claim("test/parts", "here", "a test", {})


def test_what_is_false_beside_a_statement_is_an_error() -> None:

    false = says(V.x <= 1)
    assert judged(TRUE, notes=(false,)).verdict == "error"
    assert judged(FALSE, instead=TRUE).verdict == "refuted"
    assert judged(FALSE, instead=false).verdict == "error"
    cites = [lemma("test/lemma", false)]
    assert judged(TRUE.argued("so", cites=cites)).verdict == "error"


def test_a_display_that_is_not_the_tested_object_is_argued_at_best() -> None:
    assert judged(TRUE.but(display="y^2 \\le y/2")).verdict == "argued"


# Declarations.
def test_a_symbol_of_another_name_is_an_error() -> None:
    assert "declared" in refusal(lambda: says(V.of(lambda nothing: nothing) <= 1))
    assert "declared" in refusal(lambda: says(V.y <= 1, given=["nothing <= 1"]))
    assert "declared" in refusal(lambda: says(V.y <= 1, forall="nothing"))


def test_hypotheses_that_no_point_meets_prove_nothing() -> None:
    for where in (
        ["y > 2"],
        ["y < 0"],
        ["y > 1/2", "y < 1/3"],
        ["r**2 < 0"],
        ["sqrt(-1 - x) >= 0"],
    ):
        record = must_not_pass(says(V.y <= -5, given=where))
        assert record.verdict in ("vacuous", "inconclusive"), where


def test_a_comparison_that_is_nearly_undecided_passes() -> None:
    assert judged(said(ROOT_TWO_SQUARED <= 2 * a)).verdict in (*GOOD, "supported")
