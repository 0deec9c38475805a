"""Changed certificates: the kernel accepts none that is false."""

from benchmarks.audits import mutated_certificates
from benchmarks.audits.mutated_certificates import CHANGES, FALSE, outcomes

MUTANTS = 300


def test_no_changed_certificate_of_a_false_statement_is_accepted(monkeypatch) -> None:
    monkeypatch.setattr(mutated_certificates, "REACHED", 2)
    found = list(outcomes(MUTANTS, 26))
    assert [o.document for o in found if o.false] == []
    assert {o.change for o in found} == set(CHANGES)
    assert {o.kind for o in found} == set(FALSE)
    assert sum(o.word == "accepted" for o in found) > MUTANTS // 20
    assert sum(o.word == "malformed" for o in found) < MUTANTS // 2
