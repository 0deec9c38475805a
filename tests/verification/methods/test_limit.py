"""Limits: near misses, slow ones, and two routes that must agree."""

import pytest
import sympy
from soundness.sound import QUICK, judged
from verification.methods import limit_statements
from verification.statements import drafts

from verify.judgement.examine import examine
from verify.methods import limit
from verify.methods.evidence import Outcome

VERDICTS = ("verified", "supported", "inconclusive", "refuted")
TABLES = {verdict: drafts(getattr(limit_statements, verdict.upper())) for verdict in VERDICTS}


@pytest.mark.parametrize(
    ("verdict", "name"), [(verdict, name) for verdict in TABLES for name in TABLES[verdict]]
)
def test_a_limit_has_its_verdict_and_rejects_another_value(verdict: str, name: str) -> None:
    record = judged(TABLES[verdict][name])
    assert record.verdict == verdict, record.reason
    assert all(control.behaves for control in record.controls)
    assert bool(record.controls) is (verdict in ("verified", "supported"))


def test_a_near_miss_shows_a_point_that_tells_the_two_apart() -> None:
    finding = examine(TABLES["refuted"]["twelve digits of e"].build(), QUICK)
    assert finding.outcome is Outcome.FAILS
    assert finding.text.startswith("the limit is E: ")
    assert abs(float(finding.left) - float(sympy.E)) < abs(float(finding.right) - float(sympy.E))


@pytest.mark.parametrize(
    ("name", "wrong"), [("zero", 1), ("zero", 10**-4), ("from 10^30 down", 2), ("the number e", 2)]
)
def test_another_limit_of_sympy_is_an_error(
    name: str, wrong: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit, "_sympy_limit", lambda *_: sympy.Rational(wrong))
    with pytest.raises(ArithmeticError, match="must agree"):
        examine(TABLES["verified"][name].build(), QUICK)


@pytest.mark.parametrize("name", ["a floor", "a floor far away"])
def test_values_that_stay_away_from_sympys_limit_are_an_error(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit, "_sympy_limit", lambda *_: sympy.Rational(0))
    with pytest.raises(ArithmeticError, match="must agree"):
        examine(TABLES["refuted"][name].build(), QUICK)
