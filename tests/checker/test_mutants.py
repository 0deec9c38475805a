"""Changed proofs: none is accepted though its statement is false."""

from benchmarks.mutated_proofs import CHANGES, outcomes, sources

MUTANTS = 240


def test_no_changed_proof_of_a_false_statement_is_accepted() -> None:
    # What is stored changes with the ledger; the examples stay.
    found = list(outcomes(MUTANTS, 26, sources(stored=False)))
    assert [o.proof for o in found if o.false and o.word.startswith("accepted")] == []
    assert {o.kind for o in found} == set(CHANGES)
    assert sum(o.word == "accepted" for o in found) > MUTANTS // 20
    assert sum(o.false for o in found) > MUTANTS // 5
    assert sum(o.kind != "shape" for o in found) > MUTANTS // 2
