"""The verdict rule, applied to made-up findings."""

import itertools
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from verify.judgement import controls
from verify.judgement.controls import Answer
from verify.judgement.mutants import Mutant
from verify.judgement.refuting import Refuting
from verify.judgement.verdict import (
    AtSetting,
    Decision,
    Extent,
    Facts,
    Judged,
    Verdict,
    changes_object,
    of_assumption,
    of_claim,
    of_part,
)
from verify.language import notation, positive, says, table
from verify.language.statement import Statement
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome

V = notation(a=positive(unit="1"), b=positive(unit="1"), c=positive(unit="1"))
a, b, c = V.a, V.b, V.c
PRINTED = says(2 * a * b <= a * b)
TRUE = says(2 * a * b <= a**2 + b**2)


def judged(
    statement: Statement, outcome: str = "holds", level: str = "decided", **f: Any
) -> Judged:
    finding = Finding(
        statement=statement.hash,
        method="m",
        level=Level(level),
        outcome=Outcome(outcome),
        text="t.",
        **f,
    )
    return Judged(statement=statement, finding=finding)


def part(outcome: str = "holds", level: str = "decided", **fields: Any) -> Decision:
    facts = {k: fields.pop(k) for k in list(fields) if k in Facts.__dataclass_fields__}
    return of_part(Facts(printed=judged(PRINTED.build(), outcome, level, **fields), **facts))


def repaired(**fields: Any) -> Judged:
    return judged(TRUE.build(), **fields)


def test_evidence_about_another_statement_cannot_be_attached() -> None:
    finding = judged(TRUE.build()).finding
    with pytest.raises(ValueError, match="must speak of the statement"):
        Judged(statement=PRINTED.build(), finding=finding)


@pytest.mark.parametrize(
    ("level", "fields", "verdict"),
    [
        ("exact", {}, "verified"),
        ("certified", {}, "verified"),
        ("decided", {}, "verified"),
        ("recomputed", {}, "verified"),
        ("argued", {"argued": ("words",)}, "argued"),
        ("numeric", {}, "supported"),
        ("statistical", {}, "supported"),
        ("exact", {"sampled": True}, "supported"),
        ("certified", {"fixed": {"kappa": 4}}, "supported"),
        ("exact", {"asymptotic": True}, "supported"),
    ],
)
def test_what_holds(level: str, fields: dict[str, Any], verdict: str) -> None:
    assert part("holds", level, **fields) == Decision(Verdict(verdict), None, "t.")


@pytest.mark.parametrize(
    ("fields", "verdict"),
    [
        ({}, "refuted"),
        ({"repaired": repaired()}, "corrected"),
        ({"repaired": repaired(level="argued")}, "corrected"),
        ({"repaired": repaired(level="numeric", sampled=True)}, "corrected"),
        ({"repaired": repaired(fixed={"a": 1})}, "corrected"),
        ({"repaired": repaired(outcome="inconclusive")}, "refuted"),
        ({"repaired": repaired(outcome="fails")}, "refuted"),
        ({"repaired": repaired(), "changed": "it bounds another quantity"}, "refuted"),
        ({"repaired": repaired(), "reachable": False}, "refuted"),
        ({"instead": repaired()}, "refuted"),
    ],
)
def test_what_fails(fields: dict[str, Any], verdict: str) -> None:
    assert part("fails", "exact", **fields).verdict == verdict


@pytest.mark.parametrize(
    ("fields", "extent"),
    [
        ({}, Extent.IN_GENERAL),
        ({"edge": True}, Extent.AT_EDGE),
        ({"edge": True, "settings": (AtSetting(setting="§5", ratio=2.0),)}, Extent.AT_SETTINGS),
        ({"settings": (AtSetting(setting="§5", chosen={"t": 1}),)}, Extent.WITHIN_SETTINGS),
        ({"repaired": repaired(), "misprint": "(31)"}, Extent.MISPRINT),
        ({"misprint": "(31)"}, Extent.IN_GENERAL),
    ],
)
def test_where_it_fails(fields: dict[str, Any], extent: Extent) -> None:
    assert part("fails", "exact", **fields).extent is extent


def test_other_outcomes() -> None:
    assert part("not-real", "exact").verdict is Verdict.UNDEFINED
    assert part("hypotheses-empty", "exact").verdict is Verdict.VACUOUS
    assert part("holds", empty="no setting.").verdict is Verdict.VACUOUS
    assert part("inconclusive").verdict is Verdict.INCONCLUSIVE
    at_isolated_points = of_part(Facts(printed=judged(PRINTED.build(), added=("$a\\ne b$",))))
    assert (at_isolated_points.verdict, at_isolated_points.extent) == ("verified", Extent.AT_EDGE)
    whole = of_claim([part("holds", "argued"), at_isolated_points])
    assert (whole.verdict, whole.extent) == ("argued", Extent.AT_EDGE)
    assert of_claim([part("fails", "exact"), at_isolated_points]).extent is Extent.IN_GENERAL


def decision(verdict: str, extent: Extent | None = None) -> Decision:
    return Decision(Verdict(verdict), extent, f"{verdict}.")


def test_the_weakest_part_decides() -> None:
    order = [v.value for v in reversed(list(Verdict)) if v not in ("error", "needs-data")]
    assert of_claim([decision("verified"), decision("argued")]).verdict == "argued"
    assert of_claim([decision("corrected"), decision("supported")]).verdict == "corrected"
    assert of_claim([decision("refuted"), decision("corrected")]).verdict == "refuted"
    for other in order:
        assert of_claim([decision("verified"), decision(other)]).verdict == other
        assert of_claim([decision("error"), decision(other)]).verdict == "error"
    assert of_claim([]).verdict == "inconclusive"


def test_a_part_that_waits_for_data_votes_only_where_no_part_fails() -> None:
    waiting = decision("needs-data")
    assert of_claim([waiting, decision("verified")]).verdict == "needs-data"
    assert "verified" in of_claim([waiting, decision("verified")]).reason
    assert of_claim([waiting, decision("refuted")]).verdict == "refuted"
    assert of_claim([waiting]).verdict == "needs-data"


def test_an_assumption_is_judged_per_setting() -> None:
    good, bad = ("A", decision("verified")), ("B", decision("refuted"))
    assert of_assumption([good]).verdict == "verified"
    assert of_assumption([good, bad]).verdict == "corrected"
    assert of_assumption([bad]).verdict == "vacuous"
    assert of_assumption([good, ("C", decision("needs-data"))]).verdict == "verified"
    assert of_assumption([good, ("C", decision("supported"))]).verdict == "supported"
    assert of_assumption([good, ("C", decision("inconclusive"))]).verdict == "inconclusive"


def test_a_correction_keeps_relation_symbols_and_the_left_side() -> None:
    printed = PRINTED.build()
    assert changes_object(printed, TRUE.build()) == ""
    doubled = PRINTED.but(left=4 * a * b).build()
    assert changes_object(printed, doubled) == "it bounds another quantity"
    conclusion = PRINTED.but(given=[lambda a, b: 2 * a * b <= a * b]).build()
    assert "conclusion" in changes_object(printed, conclusion)
    renamed = says(2 * a * c <= a * c).build()
    assert "quantify" in changes_object(printed, renamed)
    circular = TRUE.but(given=[lambda a, b: 2 * a * b <= a**2]).build()
    assert "contains the left side" in changes_object(printed, circular)
    other = replace(printed, assertion=replace(printed.assertion, relation="eq"))
    assert changes_object(printed, other) == "its relation is another one"


def test_a_table_with_no_other_entries_is_corrected() -> None:
    half, third, tenth = ({name: (name, F(name))} for name in ("0.5", "0.3", "0.1"))
    printed = table(half | third).build()
    for entries, kept in ((half | third, True), (third, True), (third | tenth, False)):
        assert (changes_object(printed, table(entries).build()) == "") == kept


def test_of_parts_that_fail_alike_the_gravest_place_is_told() -> None:
    at = [Extent.AT_SETTINGS, Extent.WITHIN_SETTINGS]
    order = [*at, Extent.IN_GENERAL, Extent.AT_EDGE, Extent.MISPRINT, None]
    parts = [Decision(Verdict.REFUTED, extent, "") for extent in order]
    for first, second in itertools.combinations(parts, 2):
        assert of_claim([first, second]) == of_claim([second, first]) == first


def test_words_that_go_with_a_mutant_too_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    statement, context = TRUE.build(), Context(mode="quick")
    mutant, finding = Mutant("changed", statement), judged(statement).finding
    refuting = Refuting(statement, [mutant], context)
    for argued, answer in ((("a step",), Answer.SURVIVOR), ((), Answer.SLACK)):
        proof = Proof("m", Level.DECIDED, "t", argued=argued)
        monkeypatch.setattr(controls, "prove", lambda *_, proof=proof, **__: proof)
        found = controls._through(0, mutant, finding, "part", refuting, context)
        assert found.answer is answer
        assert controls._accepted(mutant, statement, finding, context), "one that is false"
