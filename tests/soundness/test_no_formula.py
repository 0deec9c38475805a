"""Statements beside comparisons: tables, words, limits, constants."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from sound import ACCEPTING, GOOD, QUICK, judged, must_fail, must_not_pass, refusal

from verify.judgement.examine import examine
from verify.judgement.exists import Escape
from verify.judgement.findings import covered
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import (
    Draft,
    agrees,
    behaves,
    between,
    certified,
    claim,
    external,
    in_words,
    lemma,
    natural,
    nonnegative,
    notation,
    number,
    one_of,
    positive,
    real,
    says,
    table,
    tends,
    vector,
)
from verify.language.statement import Goal
from verify.methods.base import Proof
from verify.methods.behave import Ratio

F = Fraction
V = notation(
    x=nonnegative(unit="1"),
    y=between(0, 1, unit="1"),
    r=real(unit="1"),
    a=positive(unit="1"),
    b=nonnegative(unit="1"),
    n=natural(),
    t=natural(),
    m=natural(least=1, most=700_000),
    three=one_of([1, 2, 3], unit="1"),
    C=between(0, 1, unit="1"),
    N=natural(),
    kappa=between(1, 100, unit="1"),
    d=natural(),
    X=vector("d", unit="1"),
)
a, b, kappa, n, r = V.a, V.b, V.kappa, V.n, V.r


# Words: a predicate answers True or False, at every instance.
@pytest.mark.parametrize(
    "answer", [(False, False), [True], 1, "yes", None, F(1), {"holds": True}, (True,)]
)
def test_a_predicate_that_answers_otherwise_is_an_error(answer: Any) -> None:
    record = judged(in_words(V, "all is well", lambda three: answer))
    assert record.verdict == "error"
    assert "True or False" in record.reason


def test_a_predicate_is_asked_at_every_instance_of_a_finite_set() -> None:
    must_fail(in_words(V, "small", lambda three: three < 3))
    assert judged(in_words(V, "small", lambda three: three < 4)).verdict == "verified"
    large = judged(in_words(V, "small", lambda m: m != 654_321))
    assert large.verdict == "supported", "a sample says that it is one"


def test_a_predicate_under_an_undecided_hypothesis_is_inconclusive() -> None:
    record = judged(
        in_words(V, "above 2", lambda three: three > 2, given=[V("sqrt(2)*sqrt(2) <= three")])
    )
    assert record.verdict == "inconclusive"


def test_a_predicate_without_an_instance_is_not_verified() -> None:
    must_not_pass(in_words(V, "nothing", lambda three: False, given=[V("three > 5")]))
    must_not_pass(in_words(V, "nothing", lambda r: False, given=[V("r**2 < 0")]))


def test_an_error_in_a_predicate_is_an_error_of_the_claim() -> None:
    assert judged(in_words(V, "1/0", lambda three: 1 / (three - 2) != 5)).verdict == "error"


# Tables.
@pytest.mark.parametrize("entries", [{}, [], None])
def test_a_table_without_entries_is_refused(entries: Any) -> None:
    assert judged(table(entries)).verdict == "error"


WRONG_TABLES: dict[str, Any] = {
    "one entry of three": {"a": ("0.33", F(1, 3)), "b": ("0.67", F(2, 3)), "c": ("0.51", F(1, 2))},
    "the last digit": {
        "pi": ("3.1415", number(math.pi) if False else external("pi", lambda: math.pi))
    },
    "a sign": {"a": ("-0.5", F(1, 2))},
    "a power of ten": {"a": ("1.5e3", 150)},
    "truncated": {"two thirds": ("0.66", F(2, 3))},
    "a digit too many": {"a": ("0.30000000001", F(3, 10))},
    "an irrational value": {"root": ("1.415", number(2).sqrt())},
}


@pytest.mark.parametrize("name", WRONG_TABLES)
def test_a_wrong_entry_fails(name: str) -> None:
    record = must_not_pass(table(WRONG_TABLES[name]))
    assert record.verdict == "refuted", record.reason


@pytest.mark.parametrize(
    "entry",
    [
        ("nan", 1),
        ("inf", 1),
        ("", 1),
        ("one", 1),
        (0.5, F(1, 2)),
        (1, 1),
        ("1", math.nan),
        ("1", math.inf),
        ("1", None),
        ("1", external("nan", lambda: math.nan)),
        ("1", external("list", lambda: [1.0])),
        ("1", external("bool", lambda: True)),
    ],
)
def test_an_entry_that_is_no_number_is_an_error(entry: Any) -> None:
    assert judged(table({"entry": entry})).verdict == "error"


def test_a_true_table_is_verified_and_its_neighbours_are_rejected() -> None:
    record = judged(table({"a": ("0.33", F(1, 3)), "root": ("1.41", number(2).sqrt())}))
    assert record.verdict == "verified"
    assert record.controls
    assert all(c.behaves for c in record.controls)


# Behaviours.
def ratio(**changes: Any) -> Callable[[str, Any], Any]:
    """A ratio that is 1/2 in every cell, with changes."""
    fields = {"value": 0.5, "low": 0.4, "high": 0.6, "data_sets": 20} | changes
    return lambda cell, context: Ratio(**fields)


@pytest.mark.parametrize(
    "change",
    [{"value": math.nan}, {"low": math.nan}, {"high": math.inf}, {"low": 0.7}, {"high": 0.45}],
)
def test_a_ratio_that_is_no_interval_is_an_error(change: dict[str, Any]) -> None:
    assert judged(behaves("less", ["cell"], ratio(**change))).verdict == "error"


@pytest.mark.parametrize("answer", [0.5, None, (0.4, 0.5, 0.6), True])
def test_a_behaviour_without_an_interval_is_an_error(answer: Any) -> None:
    assert judged(behaves("less", ["cell"], lambda cell, context: answer)).verdict == "error"


def test_a_behaviour_is_judged_in_every_cell() -> None:
    def cells(cell: str, context: Any) -> Ratio:
        high = 1.5 if cell == "bad" else 0.6
        return Ratio(value=high - 0.1, low=high - 0.2, high=high, data_sets=20)

    assert judged(behaves("less", ["good", "fine"], cells)).verdict == "supported"
    assert judged(behaves("less", ["good", "bad"], cells)).verdict == "refuted"
    assert judged(behaves("less", [], cells)).verdict == "error"
    assert judged(behaves("rather less", ["good"], cells)).verdict == "error"
    assert judged(behaves("less", ["good"], ratio(high=1.2))).verdict == "inconclusive"
    assert judged(behaves("less", ["good"], ratio(data_sets=19))).verdict == "inconclusive"


def test_equal_is_not_less() -> None:
    same = ratio(value=1.0, low=1.0, high=1.0)
    assert judged(behaves("less", ["cell"], same)).verdict not in (*ACCEPTING, "supported")


def test_an_interval_that_rests_on_a_limit_theorem_says_so() -> None:
    record = judged(behaves("less", ["cell"], ratio(asymptotic=True)))
    assert record.verdict == "supported"
    assert "asymptotic" in record.strength


# Externals: a NaN, a vector, a value that two routes do not share.
@pytest.mark.parametrize("value", [math.nan, math.inf, None, True, [0.1], (0.1,), "0.1", 1j])
def test_an_external_that_returns_no_number_is_an_error(value: Any) -> None:
    record = judged(says(external("f", lambda y: value, V.y) <= 10))
    assert record.verdict == "error"


def test_an_external_that_is_no_number_at_one_value_is_an_error() -> None:
    def sometimes(three: Any) -> float:
        return math.nan if three == 3 else 0.5

    assert judged(says(external("f", sometimes, V.three) <= 1)).verdict == "error"
    assert (
        judged(agrees(V.of(lambda three: F(1, 2)) == external("f", sometimes, V.three))).verdict
        == "error"
    )


def test_samples_of_floating_point_are_no_proof() -> None:
    record = judged(says(external("half", lambda: 0.5) <= 1))
    assert record.verdict == "supported"
    assert "numeric" in record.strength
    record = must_not_pass(says(external("half", lambda: 0.5) <= F(1, 3)))
    assert record.verdict == "refuted"


# Limits.
FALSE_LIMITS: dict[str, Draft] = {
    "of a sign": tends(abs(r) / r, V.r, 0, 1),
    "of a floor": tends(V.of(lambda r: math.floor(r)), V.r, 0, 0),
    "from one side": tends(1 / (1 + (1 / r).exp()), V.r, 0, 0),
    "of 1/n": tends(1 / n, V.n, "oo", F(1, 1000)),
    "at one parameter": tends(b * n / (b * n + 1), V.n, "oo", 1),
    "of a power": tends(V.y**n, V.n, "oo", 0),
    "to infinity": tends((a * n).exp() / n, V.n, "oo", 0),
    "alternating": tends((-1) ** n, V.n, "oo", 1),
    "with an empty hypothesis": tends(1 / n, V.n, "oo", 0, given=[V("n <= 5")]),
    "at a parameter inside": tends((b - 3) ** 2 * n / ((b - 3) ** 2 * n + 1), V.n, "oo", 1),
    "off by 10^-9": tends(1 / n + F(1, 10**9), V.n, "oo", 0),
}


@pytest.mark.parametrize("name", FALSE_LIMITS)
def test_a_false_limit_is_not_verified(name: str) -> None:
    must_not_pass(FALSE_LIMITS[name])


def test_true_limits_hold() -> None:
    assert judged(tends(1 / n, V.n, "oo", 0)).verdict == "verified"
    assert judged(tends(V.y**2, V.y, 1, 1)).verdict == "verified"
    assert judged(tends(r**2, V.r, 0, 0)).verdict == "verified"
    euler = tends((1 + b / n) ** n, V.n, "oo", b.exp())
    assert judged(euler).verdict == "supported", "sympy takes parameters to be general"
    w = notation(share=between(0, 1, unit="1", ends="()"), n=natural())
    decay = tends(w.of(lambda share, n: n * share**n), w.n, "oo", 0)
    assert judged(decay).verdict == "supported", "sympy takes parameters to be general"
    stays = tends(w.of(lambda share, n: share**n), w.n, "oo", w.of(lambda share: share))
    assert judged(stays).verdict == "refuted"


# Constants that exist.
def test_a_constant_outside_its_set_exhibits_nothing() -> None:
    doubled = says(2 * V.y <= V.C * V.y, exists={"C": 2})
    assert judged(doubled).verdict == "error"
    assert judged(says(V.y <= V.N * V.y, exists={"N": F(3, 2)})).verdict == "error"
    assert judged(says(V.y <= V.C * V.y, exists={"C": -1})).verdict == "error"
    assert judged(says(V.y <= V.C * V.y, exists={"C": 1})).verdict == "verified"


def test_a_constant_may_not_depend_on_what_comes_after_it() -> None:
    depends = says(V.a <= V.N * 1 * V.y, exists={"N": V.a})
    assert judged(depends).verdict == "error"


def test_a_constant_that_does_not_do_is_not_a_refutation() -> None:
    record = judged(says(V.y <= V.C * V.y, exists={"C": F(1, 2)}))
    assert record.verdict == "inconclusive"


def test_an_escape_must_lie_in_the_sets_and_violate() -> None:
    claimed = says(V.x <= V.N, exists={"N": None})
    assert judged(claimed.but(by=Escape({"x": V.N + 1}))).verdict == "refuted"
    for family in ({"x": V.N}, {"x": V.N - 1}, {"x": -V.N - 1}):
        assert judged(claimed.but(by=Escape(family))).verdict not in ("refuted", *ACCEPTING)
    assert judged(claimed).verdict == "error"
    bounded = says(V.y <= V.N, exists={"N": None})
    assert judged(bounded.but(by=Escape({"y": V.N + 1}))).verdict not in ("refuted", *ACCEPTING)


# Controls.
TRUE = says(V.y**2 <= V.y)
FALSE = says(V.y**2 <= V.y / 2)
YES = True


def rejecting(name: str, says: Draft, route: Draft | None = None) -> ClaimRecord:
    """The record of a true claim with a neighbour to reject."""
    return run_claim(
        claim("test/one", "here", "a test", TRUE).rejects(name, says, route=route), QUICK
    )


def always() -> bool:
    """Computes nothing."""
    return YES


EMPTY_ROUTES: dict[str, Draft] = {
    "True": in_words(V, "so it is", lambda: True),
    "two literals in words": in_words(V, "so it is", lambda: 0.0566 > 0.0490),
    "a builtin": in_words(V, "so it is", lambda: bool(1)),
    "a helper": in_words(V, "so it is", lambda: always()),
    "an argument that is not used": in_words(V, "so it is", lambda y: True),
    "two literals": says(number(F(490, 10**4)) < F(566, 10**4)),
    "a sum of literals": says(number(1) + 1 == 2),
    "a root of a literal": says(number(1) < V.of(lambda: math.sqrt(2))),
    "a tautology": says(V.y == V.y),
    "another tautology": says(V.y + a == a + V.y),
    "an external literal": says(number(0) < external("one", lambda: 1)),
}


@pytest.mark.parametrize("name", EMPTY_ROUTES)
def test_a_route_that_computes_nothing_is_refused(name: str) -> None:
    record = rejecting("half", FALSE, route=EMPTY_ROUTES[name])
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
class AtFour:
    """Settles kappa = 4, and says so."""

    name = "at four"

    def prove(self, goal: Goal, context: Any) -> Proof:
        return Proof("at four", covered_level(), "settled", fixed={"kappa": 4})


def covered_level() -> Any:
    """The strongest level there is."""
    from verify.methods.evidence import Level

    return Level.EXACT


def test_a_proof_at_one_value_does_not_cover_the_others() -> None:
    draft = says(kappa**2 <= kappa**2 + 1, by=AtFour())
    record = judged(draft)
    assert record.verdict == "supported"
    assert "fixed" in record.strength
    statement = draft.build()
    assert not covered(examine(statement, QUICK), statement)


@pytest.mark.parametrize("document", [None, {}, {"kind": "unknown"}, [], "certificate", 7])
def test_a_certificate_that_the_kernel_refuses_is_not_verified(document: Any) -> None:
    record = judged(certified(lambda: document))
    assert record.verdict not in (*ACCEPTING, "supported", "refuted")
    refutes = judged(certified(lambda: document, refutes=True))
    assert refutes.verdict not in (*ACCEPTING, "supported", "refuted")


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


def test_a_note_or_lemma_that_is_false_is_an_error() -> None:

    false = says(V.x <= 1)
    assert judged(TRUE, notes=(false,)).verdict == "error"
    cites = [lemma("test/lemma", false)]
    assert judged(TRUE.argued("so", cites=cites)).verdict == "error"


def test_a_display_that_is_not_the_tested_object_is_argued_at_best() -> None:
    assert judged(TRUE.but(display="y^2 \\le y/2")).verdict == "argued"


# Declarations.
@pytest.mark.parametrize(
    "declared",
    [
        notation(v=one_of([], unit="1")),
        notation(v=between(1, 0, unit="1")),
        notation(v=between(0, 0, unit="1", ends="()")),
        notation(v=real()),
        notation(v=real(unit="furlong")),
    ],
)
def test_a_symbol_without_values_or_unit_is_an_error(declared: Any) -> None:
    record = judged(says(declared.v <= 1))
    assert record.verdict == "error"
    assert "\n" not in record.reason
    words = judged(in_words(declared, "fine", lambda v: True))
    assert words.verdict == "error"


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


def test_a_statement_without_a_value_on_an_open_set_is_undefined() -> None:
    drafts = [
        says((V.x - 1).sqrt() <= -1),
        says(-(V.x - F(1, 10**9)).sqrt() <= 0),
        says(V.of(lambda r: 1 / max(r, 0)) <= 10**9, given=["r <= 0"]),
        says(V.of(lambda r: max(r, 0) / max(r, 0)) == 1),
        says((r - r) / (r - r) == 1),
        says(-((abs(r) - 1).log() ** 2) <= 0),
        says(-((V.y - F(1, 2)) ** 0.5) <= 0),
    ]
    for draft in drafts:
        must_not_pass(draft)


def test_a_guard_is_not_a_hypothesis_elsewhere() -> None:
    # Without a value at x = 0 for y > 1/2 only; false at x = 0 for the other y.
    def formula(x: Any, y: Any) -> Any:
        if y > F(1, 2):
            return 0 / x
        return 1 if x == 0 else 0

    must_not_pass(says(V.of(formula) <= 0))


def test_an_undecided_comparison_is_no_support() -> None:
    root = says(V.of(lambda a: math.sqrt(2) * math.sqrt(2) * a) < 2 * a)
    assert judged(root).verdict not in (*ACCEPTING, "supported")
    assert judged(says(V.of(lambda a: math.sqrt(2) * math.sqrt(2) * a) <= 2 * a)).verdict in (
        *GOOD,
        "supported",
    )
