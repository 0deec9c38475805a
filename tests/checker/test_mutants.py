"""Changed proofs: none is accepted though its statement is false."""

from collections import Counter

from benchmarks.audits.mutated_proofs import CHANGES, OFTEN, outcomes, sources

MUTANTS = 240


def test_no_changed_proof_of_a_false_statement_is_accepted() -> None:
    found = list(outcomes(MUTANTS, 26, sources()))
    assert [o.proof for o in found if o.false and o.word.startswith("accepted")] == []
    assert {o.kind for o in found} == set(CHANGES) == set(OFTEN)
    assert min(Counter(o.source for o in found).values()) > MUTANTS // 3
    assert sum(o.word == "accepted" for o in found) > MUTANTS // 20
    assert sum(o.said for o in found) > MUTANTS // 2
    assert sum(o.false for o in found) > MUTANTS // 5
