"""A derivation with a step left out or a leaf changed: the conclusion is lost, or the step idle."""

import subprocess
import sys

import pytest
from verification.notation import V

from verify.judgement.controls import Answer, run_mutants
from verify.judgement.examine import examine
from verify.judgement.proof_mutants import of_derivation, tried
from verify.language import says
from verify.language.statement import Statement
from verify.methods.context import Context
from verify.methods.derive import (
    Derive,
    add,
    cases,
    chain,
    multiply,
    shown,
    square,
    substitute,
    words,
)

QUICK, STANDARD, FULL = Context("quick"), Context("standard"), Context("full")
x, y, z = V.x, V.y, V.z
NARROW = says(x**2 <= x, given=["x <= 1"]).build()
FREE = says(x <= x + 1, given=["x <= 1"]).build()
AT_Y = substitute(NARROW, {"x": y})
SMALL = shown(y <= 1)
# A statement, its links, and what they could do without.
DERIVED = {
    "a lemma": (says(y**2 <= y), [AT_Y], []),
    "its hypothesis is not needed": (
        says(y <= y + 1),
        [substitute(FREE, {"x": y})],
        ["step 1: lemma: hypothesis 1 dropped"],
    ),
    "a chain": (says(y**2 <= 1), [AT_Y, SMALL], []),
    "an identity that the normal form finds": (
        says(y**2 <= y),
        [shown(y**2 == y * y + 0), AT_Y],
        ["step 1 left out"],
    ),
    "both ways of a factor": (says(2 * y**2 <= 2 * y), [multiply(AT_Y, 2)], []),
    "a factor of one": (says(y**2 <= y), [multiply(AT_Y, 1)], ["step 1: Multiply left out"]),
    "a sum": (says(y**2 + z <= y + 1), [add(AT_Y, shown(z <= 1))], []),
    "nothing is added": (
        says(y**2 <= y),
        [add(AT_Y, shown(0 * z <= 0 * z))],
        ["step 1: link 2 of Add left out"],
    ),
    "a square": (says(y**4 <= y**2), [square(AT_Y)], []),
    "cases that say the same": (
        says(y**2 <= y),
        [cases(y <= z, AT_Y, AT_Y)],
        ["step 1: Cases: the second left out", "step 1: Cases: the first left out"],
    ),
    "cases of a maximum": (
        says(V.of(lambda y, z: max(y, z)) <= 1),
        [
            cases(
                y <= z,
                chain(shown(V.of(lambda y, z: max(y, z)) == z), shown(z <= 1)),
                shown(V.of(lambda y, z: max(y, z)) <= 1),
            )
        ],
        ["step 1: Cases: the first left out", "step 1: link 1 of Chain left out"],
    ),
    "words": (says(y**2 <= y), [words("It is a square of less than one.", y**2 <= y)], []),
}


def derived(name: str) -> Statement:
    draft, links, _ = DERIVED[name]
    return draft.but(by=Derive(*links)).build()


@pytest.mark.parametrize("name", DERIVED)
def test_each_change_loses_the_conclusion_or_names_an_idle_step(name: str) -> None:
    statement = derived(name)
    every = list(of_derivation(statement.by))
    assert every
    idle = [m.name for m in every if m.concludes(statement, QUICK)]
    assert idle == DERIVED[name][2]


def test_a_changed_leaf_is_taken_as_proved() -> None:
    """What refuses the conclusion is the derivation, and not that the leaf is false."""
    statement = derived("a chain")
    leaves = [m for m in of_derivation(statement.by) if m.assumed is not None]
    assert [m.name for m in leaves] == [
        "step 1: lemma: right side one more",
        "step 2: Shown: right side one more",
    ]
    for mutant in leaves:
        moved = statement.assertion.right + 1  # type: ignore[union-attr]
        if mutant is leaves[1]:
            weaker = says(y**2 <= 1).but(right=moved).build()
            assert mutant.concludes(weaker, QUICK)


def test_one_change_a_derivation_in_mode_standard_and_all_in_full() -> None:
    statement = derived("a chain")
    assert list(tried(statement, QUICK)) == []
    assert len(list(tried(statement, STANDARD))) == 1
    assert len(list(tried(statement, FULL))) == len(list(of_derivation(statement.by)))
    assert list(tried(says(y <= 1).build(), FULL)) == []


def test_the_controls_show_it() -> None:
    for name, answer in (("a chain", Answer.REJECTED), ("a factor of one", Answer.SLACK)):
        statement = derived(name)
        found = run_mutants(statement, examine(statement, FULL), "part", FULL)
        proofs = [r for r in found if r.kind == "proof"]
        assert answer in [r.answer for r in proofs]
        assert all(r.behaves and r.through_proof for r in proofs)


def test_the_command_lists_what_is_idle() -> None:
    line = [sys.executable, "-m", "benchmarks.audits.idle_steps", "nsgd/eq-19"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert "lose the conclusion" in done.stdout
