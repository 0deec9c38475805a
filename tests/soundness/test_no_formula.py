"""Statements beside comparisons: tables, words, limits, constants."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from sound import ACCEPTING, GOOD, QUICK, judged, must_fail, must_not_pass, refusal
from verification.statements import corpus

from verify.judgement.examine import examine
from verify.judgement.exists import Escape
from verify.judgement.findings import covered
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import (
    Draft,
    agrees,
    behaves,
    certified,
    claim,
    external,
    in_words,
    lemma,
    number,
    says,
    table,
    tends,
)
from verify.language.statement import Goal
from verify.methods.base import Proof
from verify.methods.behave import Ratio
from verify.methods.evidence import Level

F = Fraction
LISTS = corpus(__file__, "no_formula")
V = LISTS.V
a, b, kappa, n, r = V.a, V.b, V.kappa, V.n, V.r


def answering(value: Any) -> Callable[[Any], Any]:
    """A predicate of words, or a function of its own, that gives the same answer everywhere."""
    return lambda three: value


def ratio(**changes: Any) -> Callable[[str, Any], Any]:
    """A ratio that is 1/2 in every cell, with changes."""
    fields = {"value": 0.5, "low": 0.4, "high": 0.6, "data_sets": 20} | changes
    return lambda cell, context: Ratio(**fields)


def sometimes(three: Any) -> float:
    """No number at 3."""
    return math.nan if three == 3 else 0.5


def constant(left: Any, right: Any, **values: Any) -> Draft:
    """A comparison with constants that are exhibited."""
    return says(left <= right, exists=values)


NAN, INFINITE = math.nan, math.inf
NO_NUMBERS = (NAN, INFINITE, None, True, [0.1], (0.1,), "0.1", 1j)
ANSWERS = ((False, False), [True], 1, "yes", None, F(1), {"holds": True}, (True,))
ENTRIES = [("nan", 1), ("inf", 1), ("", 1), ("one", 1), (0.5, F(1, 2)), (1, 1), ("1", NAN)]
ENTRIES += [("1", INFINITE), ("1", None)]
ENTRIES += [("1", external("f", lambda v=v: v)) for v in (NAN, [1.0], True)]
RATIOS = ({"value": NAN}, {"low": NAN}, {"high": INFINITE}, {"low": 0.7}, {"high": 0.45})
NO_SYMBOLS = LISTS.values("no_symbols").values()
BROKEN: dict[str, list[Draft]] = {
    "a predicate that answers otherwise": [in_words(V, "well", answering(a)) for a in ANSWERS],
    "a predicate that divides by 0": [in_words(V, "1/0", lambda three: 1 / (three - 2) != 5)],
    "a table without entries": [table(entries) for entries in ({}, [], None)],
    "an entry that is no number": [table({"entry": entry}) for entry in ENTRIES],
    "a ratio that is no interval": [behaves("less", ["cell"], ratio(**r)) for r in RATIOS],
    "a behaviour without an interval": [
        behaves("less", ["cell"], lambda cell, context, found=found: found)
        for found in (0.5, None, (0.4, 0.5, 0.6), True)
    ],
    "a behaviour in no cell": [behaves("less", [], ratio())],
    "a behaviour of another kind": [behaves("rather less", ["good"], ratio())],
    "an external that returns no number": [
        says(external("f", answering(value), V.three) <= 10) for value in NO_NUMBERS
    ],
    "an external that is no number at one value": [
        says(external("f", sometimes, V.three) <= 1),
        agrees(V.of(lambda three: F(1, 2)) == external("f", sometimes, V.three)),
    ],
    "a constant outside its set": [
        constant(2 * V.y, V.C * V.y, C=2),
        constant(V.y, V.N * V.y, N=F(3, 2)),
        constant(V.y, V.C * V.y, C=-1),
    ],
    "a constant that depends on what comes after it": [constant(V.a, V.N * 1 * V.y, N=V.a)],
    "a constant that nothing exhibits": [constant(V.x, V.N, N=None)],
    "a symbol without values or unit": [
        draft for v in NO_SYMBOLS for draft in (says(v.v <= 1), in_words(v, "fine", lambda v: True))
    ],
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_has_no_answer_is_an_error_in_a_line(name: str) -> None:
    for place, draft in enumerate(BROKEN[name]):
        record = judged(draft)
        assert record.verdict == "error", (place, record.verdict, record.reason)
        assert "\n" not in record.reason
        assert "True or False" in record.reason or "answers otherwise" not in name


def in_cells(cell: str, context: Any) -> Ratio:
    """A ratio below 1 but in one cell."""
    high = 1.5 if cell == "bad" else 0.6
    return Ratio(value=high - 0.1, low=high - 0.2, high=high, data_sets=20)


def guarded(x: Any, y: Any) -> Any:
    """Without a value at x = 0 for y > 1/2 only; 1 at x = 0 for the other y."""
    if y > F(1, 2):
        return 0 / x
    return 1 if x == 0 else 0


HALF = external("half", lambda: 0.5)
EXISTS = says(V.x <= V.N, exists={"N": None})
BOUNDED = says(V.y <= V.N, exists={"N": None})
POWER = V.of(lambda share, n: share**n)
ROOT_TWO_SQUARED = V.of(lambda a: math.sqrt(2) * math.sqrt(2) * a)
VERDICTS: dict[str, dict[str, Draft]] = {
    "verified": {
        "a predicate on a finite set": in_words(V, "small", lambda three: three < 4),
        "the limit of 1/n": tends(1 / n, n, "oo", 0),
        "a limit at an end": tends(V.y**2, V.y, 1, 1),
        "a limit inside": tends(r**2, r, 0, 0),
        "a constant that does": constant(V.y, V.C * V.y, C=1),
    },
    "supported": {
        "a sample says that it is one": in_words(V, "small", lambda m: m != 654_321),
        "a behaviour": behaves("less", ["good", "fine"], in_cells),
        # sympy takes parameters to be general.
        "the limit of Euler": tends((1 + b / n) ** n, n, "oo", b.exp()),
        "a limit of powers": tends(n * POWER, n, "oo", 0),
    },
    "refuted": {
        "a behaviour in one cell of two": behaves("less", ["good", "bad"], in_cells),
        "samples of floating point": says(HALF <= F(1, 3)),
        "a limit that is a power": tends(POWER, n, "oo", V.share),
        "a constant that is escaped": EXISTS.but(by=Escape({"x": V.N + 1})),
    }
    | LISTS.drafts("false_tables"),
    "inconclusive": {
        "an undecided hypothesis": in_words(
            V, "above 2", lambda three: three > 2, given=[V("sqrt(2)*sqrt(2) <= three")]
        ),
        "an interval around 1": behaves("less", ["good"], ratio(high=1.2)),
        "19 data sets": behaves("less", ["good"], ratio(data_sets=19)),
        "a constant that does not do": constant(V.y, V.C * V.y, C=F(1, 2)),
    },
}
# Nor may these be supported.
NO_SUPPORT = {
    "equal is not less": behaves("less", ["cell"], ratio(value=1.0, low=1.0, high=1.0)),
    "an undecided comparison": says(ROOT_TWO_SQUARED < 2 * V.a),
}
NOT_PASSING = {
    "no instance": in_words(V, "nothing", lambda three: False, given=[V("three > 5")]),
    "no real instance": in_words(V, "nothing", lambda r: False, given=[V("r**2 < 0")]),
    "a guard is no hypothesis elsewhere": says(V.of(guarded) <= 0),
    **{f"a limit {name}": draft for name, draft in LISTS.drafts("false_limits").items()},
    **{f"no value of {name}": draft for name, draft in LISTS.drafts("undefined").items()},
    **NO_SUPPORT,
}


@pytest.mark.parametrize(("verdict", "name"), [(v, name) for v in VERDICTS for name in VERDICTS[v]])
def test_a_statement_has_its_verdict(verdict: str, name: str) -> None:
    record = judged(VERDICTS[verdict][name])
    assert record.verdict == verdict, record.reason


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


@pytest.mark.parametrize(
    ("draft", "word"),
    [
        (behaves("less", ["cell"], ratio(asymptotic=True)), "asymptotic"),
        (says(HALF <= 1), "numeric"),
    ],
)
def test_a_support_says_what_it_rests_on(draft: Draft, word: str) -> None:
    record = judged(draft)
    assert record.verdict == "supported"
    assert word in record.strength


@pytest.mark.parametrize(
    "escape",
    [EXISTS.but(by=Escape({"x": x})) for x in (V.N, V.N - 1, -V.N - 1)]
    + [BOUNDED.but(by=Escape({"y": V.N + 1}))],
)
def test_an_escape_must_lie_in_the_sets_and_violate(escape: Draft) -> None:
    assert judged(escape).verdict not in ("refuted", *ACCEPTING)


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
        return Proof("at four", Level.EXACT, "settled", fixed={"kappa": 4})


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
    assert judged(says(ROOT_TWO_SQUARED <= 2 * V.a)).verdict in (*GOOD, "supported")
