"""Single decisions of the judge: controls, changed statements, grades of repairs, settings."""

import math
from dataclasses import replace
from fractions import Fraction as F
from types import SimpleNamespace
from typing import Any

import pytest
from soundness.sound import QUICK, judged
from verification.notation import V

from verify.formula.evaluate import value_at
from verify.judgement.controls import Answer, ControlResult
from verify.judgement.decisions import changed
from verify.judgement.examine import examine, prove
from verify.judgement.judge import run_claim
from verify.judgement.mutants import changes, mutants
from verify.judgement.proof_cache import before
from verify.judgement.record import ClaimRecord, PartRecord
from verify.judgement.repairs import objection
from verify.judgement.settings import failing_settings, misprint
from verify.judgement.verdict import Judged
from verify.language import (
    Escape,
    Setting,
    behaves,
    claim,
    external,
    index,
    lemma,
    natural,
    notation,
    says,
    table,
    total,
)
from verify.language.statement import DEMANDS, Compare, Goal
from verify.methods.base import Proof
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.induct import Induct

k = index("k")


@pytest.mark.parametrize("answer", Answer)
def test_a_control_misbehaves_where_something_false_is_accepted(answer: Answer) -> None:
    found = ControlResult("part", "a change", "mutant", "decide", answer)
    assert found.behaves == (answer != Answer.ACCEPTED)


@pytest.mark.parametrize("span", [(0.4, 0.6), (0.01, 0.02), (0.96, 1.04), (3.0, 4.0), (20.0, 30.0)])
def test_a_word_is_rejected_where_a_ratio_lies_below_or_above_it(span: tuple[float, float]) -> None:
    low, high = span
    statement = behaves("order of magnitude", ["here"], lambda cell, context: None).build()
    cells = {"here": (low, (low + high) / 2, high)}
    finding = Finding(statement.hash, "behave", Level.STATISTICAL, Outcome.HOLDS, "",
                      witness={"cells": cells})  # fmt: skip
    names = {name.split("'")[1] for name, answer, _ in changed(statement, finding)}
    fitting = {word for word, (least, most) in DEMANDS.items() if least <= high and low <= most}
    assert names == set(DEMANDS) - fitting - {"order of magnitude"}


def test_a_sum_with_a_term_less_or_more_is_that() -> None:
    statement = says(total(k, 1, V.n, 2**k) <= 2 ** (V.n + 1)).build()
    sums = {}
    for mutant in mutants(statement):
        said = mutant.statement.assertion
        for name in ("less", "more"):
            if f"one term {name}" in mutant.name and isinstance(said, Compare):
                sums[name] = value_at(said.left, {"n": 4})
    assert sums == {"less": 2 + 4 + 8, "more": 2 + 4 + 8 + 16 + 32}


@pytest.mark.parametrize(
    ("name", "said"),
    [("sqrt", V.a.sqrt()), ("log", V.a.log()), ("exp", V.a.exp()), ("abs", abs(V.a))],
)
def test_a_function_is_dropped_for_what_it_is_of(name: str, said: Any) -> None:
    assert dict(changes(said.tree))[f"{name} dropped"] == V.a.tree


def test_a_repair_counts_for_the_grade_where_its_part_is_corrected() -> None:
    def part(verdict: str, strength: str) -> Any:
        repaired: Any = SimpleNamespace(strength=strength) if strength else None
        return PartRecord(name="p", verdict=verdict, extent=None, reason="", printed=None,
                          repaired=repaired)  # fmt: skip

    fields: dict[str, Any] = dict.fromkeys(ClaimRecord.__dataclass_fields__, "")
    for parts, grade in (
        ([part("corrected", "verified"), part("verified", "supported")], "verified"),
        ([part("corrected", "verified"), part("corrected", "argued")], "argued"),
        ([part("verified", "verified"), part("corrected", "supported")], "supported"),
    ):
        record = ClaimRecord(**{**fields, "verdict": "corrected", "parts": tuple(parts)})
        assert record.repair_grade == grade


def test_a_setting_at_which_a_formula_has_a_value_is_no_failing_one() -> None:
    statement = says((V.x - 1).sqrt() >= 0).build()
    finding = examine(statement, QUICK)
    assert finding.outcome is Outcome.NOT_REAL
    printed = Judged(statement=statement, finding=finding)
    settings = [
        Setting(name="above", values={"x": 3}),
        Setting(name="below", values={"x": F(1, 2)}),
    ]
    assert [s.setting for s in failing_settings(printed, settings, QUICK)] == ["below"]


def test_what_we_chose_in_a_setting_is_what_the_instance_shows() -> None:
    settings = [Setting(name="wide", values={"x": 4}), Setting(name="narrow", values={"x": 2})]
    pointed = {"x": F(2), "wide": F(7, 3)}
    made = claim(
        "test/one", "here", "a product", says(V.x * V.wide <= V.x, at=pointed), settings=settings
    )
    for order in (settings, settings[::-1]):
        (part,) = run_claim(replace(made, settings=tuple(order)), QUICK).parts
        assert part.printed is not None
        shown, (first, *_) = part.printed.finding.point, part.settings
        assert first.setting == order[0].name
        assert shown == {**order[0].values, **first.chosen}
        assert part.reason.endswith(f"setting {first.setting}; of our choice: wide.")
    assert shown == pointed


@pytest.mark.parametrize(("at", "verdict"), [(3, "vacuous"), (F(1, 2), "verified")])
def test_a_bound_is_empty_where_the_trivial_one_is_smaller(at: Any, verdict: str) -> None:
    share = V.x / (1 + V.x)
    ours = Setting(name="ours", values={"x": at})
    made = claim("test/one", "here", "a share", says(share <= V.x), settings=[ours])
    assert run_claim(made.trivially(says(share <= 1)), QUICK).verdict == verdict


def test_a_finding_shows_both_sides_at_its_point() -> None:
    for said, outcome in ((V.y <= 1, Outcome.HOLDS), (V.y <= V.y / 2, Outcome.FAILS)):
        statement = says(said).build()
        found = examine(statement, QUICK)
        assert found.outcome is outcome
        sides = [value_at(side, found.point) for side in said.tree.args]
        assert [found.left, found.right] == sides
        assert found.ratio == float(sides[0]) / float(sides[1])


@pytest.mark.parametrize(("most", "words"), [(1, "its only point"), (3, "evaluating all 3 points")])
def test_an_enumeration_says_how_many_points_there_are(most: int, words: str) -> None:
    few = notation(n=natural(least=1, most=most)).n
    assert words in examine(says(few <= most, by=Enumerate()).build(), QUICK).text


def test_an_escape_is_from_an_inequality() -> None:
    said = says(V.x == V.c, exists={"c": None}, by=Escape({"x": V.c}))
    with pytest.raises(TypeError, match="needs an inequality"):
        examine(said.build(), QUICK)


def test_a_table_elsewhere_is_no_misprint_of_a_comparison() -> None:
    said = says(V.x <= V.x + 1)
    repaired = Judged(statement=said.build(), finding=examine(said.build(), QUICK))
    made: Any = SimpleNamespace(
        elsewhere={"p": ("(5)", table({"half": ("0.5", F(1, 2))})), "q": ("(6)", said)}
    )
    assert misprint(made, "p", repaired, QUICK) == ""
    assert misprint(made, "q", repaired, QUICK) == "(6)"


def test_a_misprint_is_printed_elsewhere_on_both_sides() -> None:
    said = says(V.x <= V.x + 1)
    repaired = Judged(statement=said.build(), finding=examine(said.build(), QUICK))
    for other, place in (
        (says(2 * V.x / 2 <= 1 + V.x), "(7)"),
        (says(V.x <= V.x + 2), ""),
        (says(V.x / 2 <= V.x + 1), ""),
    ):
        made: Any = SimpleNamespace(elsewhere={"p": ("(7)", other)})
        assert misprint(made, "p", repaired, QUICK) == place


def test_an_equation_is_no_repair_of_itself() -> None:
    printed, repaired = says(V.x == V.y), says(V.x == V.y, given=[V.y == V.x])
    assert "among its hypotheses" in objection(printed.build(), repaired.build())


ERFC = external("erfc", math.erfc, V.x)


def test_hypotheses_that_no_prover_reads_are_left_out_and_the_others_stay() -> None:
    unread = external("erfc", math.erfc, V.y) <= 2
    said = says(F(1, 5) <= V.y**2, by=Boxes())
    assert isinstance(prove(said.but(given=[unread, V.y >= F(1, 2)]).build(), QUICK), Proof)
    assert not isinstance(prove(said.but(given=[unread]).build(), QUICK), Proof)


def test_a_proof_where_no_point_meets_the_hypotheses_is_none() -> None:
    nowhere = examine(says(V.y <= -5, given=["y > 2"]).build(), QUICK)
    assert nowhere.outcome is Outcome.HYPOTHESES_EMPTY
    # Numbers beyond floating point: the hypotheses are met, and the sides are not compared.
    far = examine(says((V.x + 1000).exp().exp() <= ERFC * (V.x + 2000).exp().exp()).build(), QUICK)
    assert (far.outcome, far.text.split(" at any")[0]) == (
        Outcome.INCONCLUSIVE,
        "the sides could not be compared",
    )


class Faith(Decide):
    """A method of the engine's in name."""

    def prove(self, goal: Goal, context: Context) -> Proof:
        return Proof("decide", Level.EXACT, "settled")


@pytest.mark.parametrize("by", [Faith(), (Decide(), Faith()), Induct(provers=(Faith(),))])
def test_a_method_of_the_author_proves_nothing(by: Any) -> None:
    with pytest.raises(ValueError, match="by must be of"):
        prove(says(V.x <= V.x + 1, by=by).build(), QUICK)


def test_a_computation_that_another_call_moves_is_refused() -> None:
    calls: list[int] = []

    def moving(x: Any) -> float:
        calls.append(1)
        return len(calls) / 10**6

    with pytest.raises(ValueError, match="keep state"):
        examine(says(external("moving", moving, V.x) <= 100).build(), QUICK)


def test_a_lemma_may_be_cited_where_it_is_proved_or_has_an_argument() -> None:
    proved = lemma("test/proved", says(V.x <= V.x + 1))
    argued = lemma("test/argued", says(ERFC <= 2).argued("It is below 1.", cites=[proved]))
    unproved = lemma("test/unproved", says(ERFC <= 3))
    for cited, verdict in ((proved, "supported"), (argued, "supported"), (unproved, "error")):
        said = says(ERFC <= 4).argued("By what is cited.", cites=[cited])
        assert judged(said).verdict == verdict, cited.id


@pytest.mark.parametrize(
    ("by", "names"),
    [(["decide"], ["decide", "induct"]), (["induct"], ["induct", "decide"]), ([], [])],
)
def test_the_prover_that_found_a_proof_is_asked_first(by: list[str], names: Any) -> None:
    context: Any = SimpleNamespace(kept=SimpleNamespace(entry=lambda _: {"by": by}))
    found = before(says(V.x <= V.x + 1).build(), context).ordered((Decide(), Induct()))
    assert [prover.name for prover in found] == names
