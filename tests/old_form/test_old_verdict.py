"""The verdict rule: every branch, and what must hold for any evidence."""

import dataclasses
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.checks.evidence import Evidence, Form, Level, Outcome, Scope
from verify.checks.verdict import Verdict, decide, disagreement


def evidence(outcome: Outcome = Outcome.HOLDS, **fields: Any) -> Evidence:
    """A finding: exact and of scope all unless said otherwise."""
    common = {"check": "check", "part": "statement", "level": Level.EXACT, "scope": Scope.ALL}
    return Evidence(**(common | {"summary": f"it {outcome}"} | fields), outcome=outcome)


SAMPLED = {"level": Level.NUMERIC, "scope": Scope.SAMPLED}
FAILING = evidence(Outcome.FAILS, scope=Scope.SAMPLED, instance={"x": 2}, part="counterexample")
REPAIRED = evidence(form=Form.REPAIR)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([evidence()], Verdict.VERIFIED),
        ([evidence(level=Level.CERTIFIED)], Verdict.VERIFIED),
        ([evidence(level=Level.RECOMPUTED, scope=Scope.SAMPLED)], Verdict.VERIFIED),
        ([evidence(**SAMPLED), evidence()], Verdict.VERIFIED),
        ([evidence(scope=Scope.SAMPLED)], Verdict.SUPPORTED),
        ([evidence(level=Level.NUMERIC)], Verdict.SUPPORTED),
        ([evidence(level=Level.STATISTICAL)], Verdict.SUPPORTED),
        ([evidence(part="a"), evidence(part="b", **SAMPLED)], Verdict.SUPPORTED),
        ([FAILING], Verdict.REFUTED),
        ([FAILING, REPAIRED], Verdict.CORRECTED),
        ([FAILING, evidence(**SAMPLED, form=Form.REPAIR)], Verdict.CORRECTED),
        ([FAILING, REPAIRED, evidence(Outcome.INCONCLUSIVE, form=Form.REPAIR)], Verdict.REFUTED),
        ([FAILING, evidence(Outcome.FAILS, form=Form.REPAIR)], Verdict.REFUTED),
        ([FAILING, evidence(Outcome.INCONCLUSIVE)], Verdict.REFUTED),
        ([FAILING, evidence(part="another part")], Verdict.REFUTED),
        ([evidence(Outcome.NOT_REAL)], Verdict.UNDEFINED),
        ([evidence(Outcome.NOT_REAL), FAILING, REPAIRED], Verdict.UNDEFINED),
        ([evidence(Outcome.HYPOTHESES_EMPTY)], Verdict.VACUOUS),
        ([evidence(Outcome.WORTHLESS), evidence(part="proof")], Verdict.VACUOUS),
        ([evidence(Outcome.INCONCLUSIVE), evidence()], Verdict.INCONCLUSIVE),
        ([evidence(Outcome.NEEDS_DATA)], Verdict.NEEDS_DATA),
        ([evidence(Outcome.NEEDS_DATA, part="table"), evidence()], Verdict.VERIFIED),
        ([evidence(Outcome.NEEDS_DATA, part="table"), FAILING], Verdict.REFUTED),
        ([], Verdict.INCONCLUSIVE),
        ([REPAIRED], Verdict.INCONCLUSIVE),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_rule(found: list[Evidence], expected: Verdict) -> None:
    assert decide(found).verdict is expected


def in_settings(**outcomes: Outcome) -> list[Evidence]:
    return [evidence(outcome, setting=name) for name, outcome in outcomes.items()]


def test_emptiness_counts_only_when_no_setting_of_the_paper_is_left() -> None:
    proof = evidence(part="proof")
    some = in_settings(table=Outcome.HYPOTHESES_EMPTY, figure=Outcome.HOLDS)
    every = in_settings(table=Outcome.HYPOTHESES_EMPTY, figure=Outcome.WORTHLESS)
    assert decide([proof, *some]).verdict is Verdict.VERIFIED
    assert decide([proof, *every]).verdict is Verdict.VACUOUS


HOLDS, FAILS, OPEN, EMPTY, DATA = (
    Outcome.HOLDS,
    Outcome.FAILS,
    Outcome.INCONCLUSIVE,
    Outcome.HYPOTHESES_EMPTY,
    Outcome.NEEDS_DATA,
)


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ({"a": HOLDS, "b": HOLDS}, Verdict.VERIFIED),
        ({"a": HOLDS, "b": FAILS}, Verdict.CORRECTED),
        ({"a": HOLDS, "b": EMPTY, "c": OPEN}, Verdict.CORRECTED),
        ({"a": FAILS, "b": EMPTY}, Verdict.VACUOUS),
        ({"a": HOLDS, "b": OPEN}, Verdict.INCONCLUSIVE),
        ({"a": FAILS, "b": OPEN}, Verdict.INCONCLUSIVE),
        ({"a": HOLDS, "b": DATA}, Verdict.VERIFIED),
        ({"a": FAILS, "b": DATA}, Verdict.VACUOUS),
        ({"a": DATA}, Verdict.NEEDS_DATA),
        ({}, Verdict.INCONCLUSIVE),
    ],
)
def test_assumptions_are_judged_per_setting(
    outcomes: dict[str, Outcome], expected: Verdict
) -> None:
    decision = decide(in_settings(**outcomes), assumption=True)
    assert decision.verdict is expected
    if expected is Verdict.CORRECTED:
        assert decision.reason.startswith("holds for a; fails for b")


def test_an_assumption_without_proof_is_supported() -> None:
    found = [evidence(setting="a"), evidence(setting="b", **SAMPLED)]
    assert decide(found, assumption=True).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("yes", "no", "clash"),
    [
        ({}, {"scope": Scope.SAMPLED}, True),
        ({"scope": Scope.SAMPLED, "instance": {"x": 1}}, {"instance": {"x": 1}}, True),
        ({"scope": Scope.SAMPLED, "instance": {"x": 1}}, {"instance": {"x": 2}}, False),
        ({"scope": Scope.SAMPLED}, {}, False),
        ({}, {"part": "other"}, False),
        ({}, {"setting": "table"}, False),
        ({}, {"form": Form.REPAIR}, False),
    ],
)
def test_two_routes_disagree(yes: dict[str, Any], no: dict[str, Any], clash: bool) -> None:
    found = [evidence(check="one", **yes), evidence(Outcome.FAILS, check="two", **no)]
    assert (disagreement(found) is not None) is clash
    decision = decide(found)
    assert (decision.verdict is Verdict.ERROR) is clash
    if clash:
        assert "one and two" in decision.reason


def test_repairs_disagree_as_well() -> None:
    clash = [REPAIRED, evidence(Outcome.FAILS, form=Form.REPAIR)]
    assert decide([FAILING, *clash]).verdict is Verdict.ERROR


FINDINGS = st.builds(
    evidence,
    st.sampled_from(list(Outcome)),
    level=st.sampled_from(list(Level)),
    scope=st.sampled_from(list(Scope)),
    form=st.sampled_from(list(Form)),
    part=st.sampled_from(["statement", "constant"]),
    setting=st.sampled_from(["", "table", "figure"]),
    instance=st.sampled_from([{}, {"x": 1}, {"x": 2}]),
)
LISTS = st.lists(FINDINGS, max_size=6)
QUICK = settings(max_examples=150, deadline=None, derandomize=True)


@QUICK
@given(found=LISTS, assumption=st.booleans(), data=st.data())
def test_order_does_not_matter(found: list[Evidence], assumption: bool, data: Any) -> None:
    shuffled = data.draw(st.permutations(found))
    expected = decide(found, assumption=assumption).verdict
    assert decide(shuffled, assumption=assumption).verdict is expected


@QUICK
@given(found=LISTS, bad=FINDINGS, assumption=st.booleans(), where=st.integers(0, 6))
def test_a_failing_finding_never_leaves_a_claim_standing(
    found: list[Evidence], bad: Evidence, assumption: bool, where: int
) -> None:
    bad = dataclasses.replace(bad, form=Form.PRINTED, outcome=Outcome.FAILS)
    found.insert(where, bad)
    standing = (Verdict.VERIFIED, Verdict.SUPPORTED, Verdict.NEEDS_DATA)
    assert decide(found, assumption=assumption).verdict not in standing


@QUICK
@given(found=LISTS)
def test_verified_means_proved_part_by_part(found: list[Evidence]) -> None:
    if decide(found).verdict is not Verdict.VERIFIED:
        return
    printed = [e for e in found if e.form is Form.PRINTED]
    assert all(
        e.outcome in (Outcome.HOLDS, Outcome.NEEDS_DATA)
        or (e.setting and e.outcome in (Outcome.HYPOTHESES_EMPTY, Outcome.WORTHLESS))
        for e in printed
    )
    holding = [e for e in printed if e.outcome is Outcome.HOLDS]
    assert holding
    for _, part in itertools.groupby(sorted(holding, key=lambda e: e.part), lambda e: e.part):
        assert any(e.conclusive for e in part)


@QUICK
@given(found=LISTS, more=LISTS)
def test_a_repair_only_ever_saves_a_failing_statement(
    found: list[Evidence], more: list[Evidence]
) -> None:
    printed = [e for e in found if e.form is Form.PRINTED]
    repairs = [dataclasses.replace(e, form=Form.REPAIR) for e in more]
    before, after = decide(printed).verdict, decide(printed + repairs).verdict
    if disagreement(repairs):
        assert after is Verdict.ERROR
    elif before is Verdict.REFUTED:
        assert after in (Verdict.REFUTED, Verdict.CORRECTED)
    else:
        assert after is before


@QUICK
@given(found=LISTS, assumption=st.booleans())
def test_repeating_evidence_changes_nothing(found: list[Evidence], assumption: bool) -> None:
    once = decide(found, assumption=assumption)
    assert decide(found + found, assumption=assumption) == once
