"""Changed bounds for functions of a class: none is accepted though it is false."""

from benchmarks.audits.mutated_bounds import KINDS, outcomes, sources

MUTANTS = 400


def test_no_changed_bound_that_is_false_is_accepted() -> None:
    found = list(outcomes(MUTANTS, 3))
    assert [o.proof for o in found if o.false and o.word.startswith("accepted")] == []
    assert {o.kind for o in found} == set(KINDS)
    assert sum(o.false for o in found) > MUTANTS // 8
    assert sum(o.said for o in found) > MUTANTS // 3
    assert sum(o.word == "refused" for o in found) > MUTANTS // 2


def test_the_points_tell_a_bound_from_one_that_is_too_small() -> None:
    for source in sources():
        assert len(source.points) > 12
