"""What is stored of proofs is read by the checker, saves work and decides nothing."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from verification.test_checked_links import ACCEPTED, said

from verify.judgement import checked, controls, examine, obligations, proof_cache
from verify.language import between, external, natural, notation, number, positive, real, says
from verify.language.statement import Compare, Statement
from verify.ledger import proofs, selection
from verify.methods.context import Context
from verify.methods.derive import Derive
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.kept import Kept, shared
from verify.methods.search.known import Known

V = notation(
    x=positive("x", unit="1"),
    y=real("y", unit="1"),
    n=natural("n", most=5),
    u=between(0, 1, "u", unit="1"),
)
FALSE = says(V.x * V.x >= V.x).build()
Stored = dict[str, Any]


def derived() -> Statement:
    draft, *links = ACCEPTED["chain"]
    return said(draft).but(by=Derive(*links)).build()


PROVED = {
    "signs": says(V.x * V.x + 1 >= 2 * V.x).build(),
    "a hypothesis": says(V.y <= V.x, given=[V.y + 1 <= V.x]).build(),
    "an identity": says((V.x + V.y) * (V.x - V.y) == V.x**2 - V.y**2).build(),
    "a derivation": derived(),
}


def judged(statement: Statement, stored: Stored) -> tuple[Finding, Kept]:
    kept = Kept(json.loads(json.dumps(stored)))
    return examine.examine(statement, replace(Context("quick"), kept=kept)), kept


def refuse(*_: Any, **__: Any) -> Any:
    raise AssertionError("what is stored must not be searched for")


def test_what_two_claims_share_is_kept_of_each() -> None:
    judge = shared(examine.examine)
    first, second = Known({}), Known({})
    for known in (first, second):
        judge(FALSE, replace(Context("quick"), known=known))
    assert first.found
    assert second.found == first.found


@pytest.mark.parametrize("name", PROVED)
def test_a_stored_proof_stands_for_search_and_provers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = PROVED[name]
    first, kept = judged(statement, {})
    assert (first.outcome, first.level, first.read) == (Outcome.HOLDS, Level.EXACT, True)
    monkeypatch.setattr(obligations, "_first", refuse)
    monkeypatch.setattr(examine, "narrowed_search", refuse)
    monkeypatch.setattr(examine, "derive", refuse)
    again, used = judged(statement, kept.used)
    assert again == first
    assert used.used == kept.used, "another run stores the same"
    assert used.read == {statement.hash}


def test_an_instance_that_is_pointed_at_counts_beside_what_is_stored() -> None:
    bound = V.x / (1 + V.x) <= 1
    first, kept = judged(says(bound).build(), {})
    x = 10**12 - 1
    pointed, _ = judged(says(bound, at={"x": x}).build(), kept.used)
    assert pointed.statement == first.statement
    assert pointed.read
    assert pointed.ratio == x / (x + 1)


def doubled(n: Fraction) -> Fraction:
    return 2 * n


def test_what_the_checker_does_not_read_is_proved_again_and_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    statement = says(external("doubled", doubled, V.n) <= 10).build()
    first, kept = judged(statement, {})
    assert (first.method, first.level, first.read) == ("enumerate", Level.EXACT, False)
    monkeypatch.setattr(examine, "narrowed_search", refuse)
    again, used = judged(statement, kept.used)
    assert again == first
    assert used.used == kept.used
    false = says(external("doubled", doubled, V.n) <= 9).build()
    monkeypatch.undo()
    found, _ = judged(false, {false.hash: kept.used[statement.hash]})
    assert found.outcome is Outcome.FAILS


@pytest.mark.parametrize("name", ["multipliers", "a tie"])
def test_a_run_that_reads_stores_what_it_read(name: str) -> None:
    """Of points with one ratio a run keeps those that the next one keeps."""
    statement = {
        "multipliers": says(V.x / (V.x**4 - V.x**3 - V.x + 2) <= V.x + 1).build(),
        "a tie": says((V.x + 1) / (V.x + 1) <= 1).build(),
    }[name]
    first, kept = judged(statement, {})
    again, used = judged(statement, kept.used)
    assert again == first
    assert used.used == kept.used


def test_what_a_comparison_keeps_of_itself_is_not_hashed() -> None:
    one, other = (says(external("doubled", doubled, V.n) <= 10).build() for _ in range(2))
    assert isinstance(other.assertion, Compare)
    assert other.assertion.condition is not None
    assert one.hash == other.hash


def test_what_the_checker_refused_it_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the checker is another one; a forged refusal hides that a proof is checked twice."""
    statement, asked = PROVED["signs"], []

    def weak(document: str) -> None:
        asked.append(document)

    monkeypatch.setattr(checked, "_accepted", weak)
    first, kept = judged(statement, {})
    assert (first.outcome, first.read, len(asked)) == (Outcome.HOLDS, False, 1)
    again, used = judged(statement, kept.used)
    assert (again, used.used, len(asked)) == (first, kept.used, 1)
    monkeypatch.setattr(proof_cache, "_checker", lambda: b"another")
    judged(statement, kept.used)
    assert len(asked) == 2
    monkeypatch.undo()
    hidden, _ = judged(statement, kept.used)
    assert (hidden.outcome, hidden.read) == (Outcome.HOLDS, False)
    assert judged(FALSE, {FALSE.hash: kept.used[statement.hash]})[0].outcome is Outcome.FAILS


def entry(name: str) -> Stored:
    statement = PROVED[name]
    return judged(statement, {})[1].used[statement.hash]


def changed(**fields: Any) -> Callable[[], Stored]:
    return lambda: entry("signs") | fields


FORGED: dict[str, Callable[[], Any]] = {
    "no object": lambda: 3,
    "nothing": dict,
    "the proof of another statement": lambda: entry("a hypothesis"),
    "goals of another statement": lambda: (
        entry("signs") | {"goals": entry("a hypothesis")["goals"]}
    ),
    "no goals": changed(goals=[]),
    "goals of another form": changed(goals=[7]),
    "goals beside those that are read": lambda: (
        entry("signs") | {"goals": [*entry("signs")["goals"], {"how": "so"}]}
    ),
    "a level": changed(level="certified"),
    "a level that is none": changed(level=["exact"]),
    "a method": changed(method="enumerate"),
    "points of another form": changed(seen=[[1]]),
    "points outside the sets": changed(seen=[{"x": -1}]),
    "no points": changed(seen=[]),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_entry_costs_a_search_and_decides_nothing(name: str) -> None:
    statement = PROVED["signs"]
    found, _ = judged(statement, {statement.hash: FORGED[name]()})
    assert found == judged(statement, {})[0]


@pytest.mark.parametrize("name", [*FORGED, "unchanged"])
def test_nothing_that_is_stored_proves_a_false_statement(name: str) -> None:
    forged = FORGED.get(name, lambda: entry("signs"))()
    found, used = judged(FALSE, {FALSE.hash: forged})
    assert found.outcome is Outcome.FAILS
    assert FALSE.hash not in used.read


GRADED = {
    "a sign of a logarithm": (says(V.x * number(2).log() >= 0), "decompose", Level.CERTIFIED),
    "boxes": (says(V.u * (2 - V.u).exp() <= 3), "boxes", Level.CERTIFIED),
    "a square": (says(V.x * V.x + 1 >= 2 * V.x), "decompose", Level.EXACT),
    "an irrational value": (says(V.n.exp() <= 150), "enumerate", Level.CERTIFIED),
    "rational values": (says(V.n**2 <= 25), "enumerate", Level.EXACT),
}


@pytest.mark.parametrize("name", GRADED)
def test_a_grade_and_a_method_are_what_the_checker_did(name: str) -> None:
    draft, method, level = GRADED[name]
    statement = draft.build()
    first, kept = judged(statement, {})
    assert (first.method, first.level, first.read) == (method, level, True), first
    told = kept.used[statement.hash]
    assert told.keys().isdisjoint(("level", "method"))
    words: Stored = {"level": "exact", "method": "induct"}
    for forged in (words, dict.fromkeys(words, "certified")):
        assert judged(statement, {statement.hash: told | forged})[0] == first


@pytest.mark.parametrize("claim_id", ["dptheory/normalised-share", "lssgd/eq-5-sigma-zero"])
def test_a_word_in_a_file_moves_no_grade(claim_id: str) -> None:
    (chosen,) = selection.chosen([claim_id])
    place = proofs.place(chosen)
    assert place is not None
    stored = proofs.read(place)[1].stored
    statements = [draft.build() for draft in chosen.claim.printed.values()]
    told = [s for s in statements if "goals" in stored.get(s.hash, {})]
    assert told
    for statement in told:
        entry, found = stored[statement.hash], []
        for level in ("exact", "certified", "argued"):
            kept = Kept({statement.hash: entry | {"level": level, "method": level}})
            found.append(proof_cache.stored_proof(statement, replace(Context("quick"), kept=kept)))
            assert found[-1] is not None
        assert found[0] == found[1] == found[2]


def test_that_nothing_proved_it_is_stored_too() -> None:
    """What is stored can hide a proof, until it is looked for anew; it never makes one."""
    statement = PROVED["signs"]
    found, _ = judged(statement, {statement.hash: {"by": []}})
    assert (found.outcome, found.level) == (Outcome.HOLDS, Level.NUMERIC)
    assert not found.read


def controlled(statement: Statement, stored: Stored) -> tuple[list[controls.ControlResult], Stored]:
    kept = Kept(json.loads(json.dumps(stored)))
    context = replace(Context(), kept=kept)
    finding = examine.examine(statement, context)
    return controls.run_mutants(statement, finding, "", context), kept.used


@pytest.mark.parametrize("name", PROVED)
def test_controls_are_the_same_with_a_stored_proof(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, stored = controlled(PROVED[name], {})
    assert all(result.behaves for result in first)
    monkeypatch.setattr("verify.judgement.refuting.search", refuse)
    monkeypatch.setattr("verify.methods.search.points.sample", refuse)
    again, used = controlled(PROVED[name], stored)
    assert again == first
    assert used == stored


MUTANTS: Stored = {
    "no object": 3,
    "of other mutants": {"names": "00000000", "points": [], "unclear": list(range(99))},
    "points outside the sets": {"points": [{"x": -1}]},
    "points of another form": {"points": [[1], 7]},
    "points that refute nothing": {"points": [{"x": 1}]},
    "unclear in words": {"unclear": "all"},
}


@pytest.mark.parametrize("name", MUTANTS)
def test_forged_points_make_no_control(name: str) -> None:
    statement = PROVED["signs"]
    first, stored = controlled(statement, {})
    own = stored[statement.hash]
    forged = own["mutants"] | MUTANTS[name] if isinstance(MUTANTS[name], dict) else MUTANTS[name]
    found, _ = controlled(statement, {statement.hash: own | {"mutants": forged}})
    assert [result.answer for result in found] == [result.answer for result in first]


def test_a_checker_that_accepts_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    statement = PROVED["signs"]
    _, stored = controlled(statement, {})
    for reader in (controls, proof_cache):
        monkeypatch.setattr(reader, "accepted", lambda *_: Level.EXACT)
    results, _ = controlled(statement, stored)
    assert any(not result.behaves for result in results)


def test_a_text_of_a_proof_stands_once_in_its_file(tmp_path: Path) -> None:
    condition = "(sub (mul x x) (mul y y))"
    goals = [{"how": {"by": "signs", "steps": [{"of": condition}, {"of": condition, "for": "x"}]}}]
    kept, path = Kept(), tmp_path / "claim.json"
    kept.keep("a", {"goals": goals, "method": "decompose"})
    kept.keep("b", {"goals": [{"how": condition}, "#0", condition]})  # it has a number itself
    proofs.write(path, Known({}), kept)
    text = path.read_text(encoding="utf-8")
    assert text.count(condition) == 1 + 2
    assert proofs.read(path)[1].stored == kept.used
    path.write_text(text.replace('"#0"', '"#9"'), encoding="utf-8")
    assert proofs.read(path)[1].stored["a"] == {}
