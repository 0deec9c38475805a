"""Induction: base cases, levels, and the symbol that is chosen."""

from verification.methods import induct_statements
from verification.methods.induct_statements import V
from verification.notation import goal
from verification.statements import drafts

from verify.language import Draft, says, total
from verify.methods.base import Proof, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.induct import Induct

TRUE, FALSE = drafts(induct_statements.PROVED), drafts(induct_statements.FALSE)
b, m, t = V.b, V.m, V.t


def outcome(draft: Draft, **options: object) -> Proof | Suspect | None:
    return Induct(**options).prove(goal(draft), Context())  # type: ignore[arg-type]


def test_a_base_case_that_fails_is_a_counterexample() -> None:
    assert isinstance(outcome(FALSE["one less"]), Suspect)
    assert isinstance(outcome(FALSE["false at its start"]), Suspect)
    # 1 <= 1.9 at the start.
    assert not isinstance(outcome(FALSE["constant of the roots"]), Suspect)


def test_exact_base_and_step_make_an_exact_proof() -> None:
    for name in ("sum of naturals", "geometric sum", "geometric sum backwards", "product"):
        found = outcome(TRUE[name], provers=())
        assert isinstance(found, Proof)
        assert found.level is Level.EXACT


def test_the_weaker_of_base_and_step_is_the_level() -> None:
    found = outcome(TRUE["geometric decay from 0"], provers=(Boxes(),))
    assert isinstance(found, Proof)
    assert found.level is Level.CERTIFIED


def test_without_provers_an_inequality_that_needs_them_is_not_proved() -> None:
    assert outcome(TRUE["geometric decay from 0"], provers=()) is None


def test_the_symbol_can_be_named() -> None:
    draft = says(t <= t * m)
    assert isinstance(outcome(draft, on="m"), Proof)
    assert outcome(draft, on="x") is None
    hidden = says(b**t <= total(t, 1, m, b**t))
    assert not isinstance(outcome(hidden, on="t"), Proof)


def test_a_negative_exponent_of_zero_is_not_multiplied_out() -> None:
    # b^(t-3) grows by the factor b only where t >= 3 or b > 0.
    powers = b ** (t - 3)
    found = outcome(says(powers * b <= b ** (t - 2)))
    assert not isinstance(found, Proof) or "exact" in found.text
