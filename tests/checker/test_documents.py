"""Files: what is malformed has status 2 and one line, and work has its bounds."""

import contextlib
import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.checked_proofs import ACCEPTED, FALSE, document
from verify.checker import documents
from verify.checker.documents import answer, of_file, spelled
from verify.checker.text import Malformed, Spent, Work

MALFORMED = {
    "nothing": "",
    "no object": "[]",
    "no proofs": "{}",
    "no JSON": "{",
    "not a number": '{"a": NaN}',
    "a key twice": '{"a": {}, "a": {}}',
    "no statement": '{"a": {"goals": []}}',
    "no formula": '{"a": {"statement": {"symbols": [], "given": [], "prove": ")"}, "goals": []}}',
    "no set": '{"a": {"statement": {"symbols": ["x real"], "given": [], "prove": "(le 0 x)"}, '
    '"goals": [{}]}}',
    "deep": "[" * 100_000,
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.json"
    path.write_text(MALFORMED[name])
    assert of_file(str(path)) == 2
    said = capsys.readouterr().out
    assert said.startswith("malformed: ")
    assert said.count("\n") == 1


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    done: list[int] = []
    thread = threading.Thread(target=lambda: done.append(of_file(str(path))), daemon=True)
    thread.start()
    thread.join(5)
    assert done == [2]


def test_statuses(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"a": document(ACCEPTED["square"])}))
    bad.write_text(json.dumps({"a": document(FALSE["a square below"])}))
    assert (of_file(str(good)), of_file(str(bad))) == (0, 1)


def test_a_file_of_a_claim_is_read_as_far_as_it_tells_proofs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claim.json"
    told = document(ACCEPTED["square"])
    path.write_text(json.dumps({"violations": {}, "proofs": {"a": told, "b": {"by": []}}}))
    assert of_file(str(path)) == 0
    assert capsys.readouterr().out == f"accepted: {path}: a\n"
    path.write_text(json.dumps({"violations": {"a": [{"x": 1}]}}))
    assert of_file(str(path)) == 0
    path.write_text(json.dumps({"proofs": []}))
    assert of_file(str(path)) == 2


LARGE = {
    "a power": "(eq (pow (add x (add y 1)) 60) 0)",
    "a tower": "(eq (pow (pow (pow (pow 7 99) 99) 99) 99) 0)",
    "many terms": "(eq (sum k 1 1000000000 (mul k x)) 0)",
    "many paths": f"(le {' '.join(f'(add (abs (add x {k})) ' for k in range(30))}0{')' * 30} y)",
    "sums in sums": f"(eq {' '.join(f'(sum k{n} 1 39' for n in range(9))} x{')' * 9} y)",
    "long sums": f"(eq {'(add (pow (add x (add y 1)) 40) ' * 150}0{')' * 150} 0)",
    "long numbers": f"(eq {'(mul 12345678901234567890123456789/7 ' * 190}x{')' * 190} 0)",
    "long enclosures": f"(le {'(exp (cos ' * 40}x{'))' * 40} y)",
    "substituted into itself": f"(eq {'(pow ' * 12}(add x 1){' 5)' * 12} 0)",
}
HOWS: tuple[Any, ...] = (
    None,
    {"by": "identity"},
    {"by": "boxes"},
    {"by": "enumerate"},
    {"by": "signs", "steps": [{"of": "(sub x y)", "for": "x", "let": "k"}] * 30},
)
SECONDS = 30  # of a loaded machine; a quiet one takes less than one


@pytest.mark.parametrize("name", LARGE)
def test_work_is_bounded(name: str) -> None:
    symbols = ["x real [0, 1]", "y real [0, 1]"]
    start = time.process_time()
    for how in HOWS:
        try:
            said = answer(document((symbols, [], LARGE[name], how)), Work(100_000))
        except Spent:
            continue
        assert said.word in ("refused", "not read")
    assert time.process_time() - start < SECONDS


def test_an_instance_of_an_instance_is_not_walked_for_ever() -> None:
    """Each step doubles what it puts in: 2^30 letters that share their parts."""
    doubled, symbols = "(le (mul x x) (mul x x))", ["x real (-oo, oo)"]
    leaf = {"symbols": symbols, "given": ["(le (mul x x) (mul x x))"], "prove": doubled}
    scope = {"symbols": symbols, "given": []}
    value = f"{'(mul x ' * 150}x{')' * 150}"
    step = {"rule": "substitute", "scope": 0, "from": [], "lemma": 0, "values": {"x": value}}
    how = {
        "by": "links",
        "scopes": [scope],
        "leaves": [leaf | {"needs": [], "how": {"by": "signs"}}],
        "steps": [step | {"says": doubled}] * 300,
    }
    with contextlib.suppress(Spent):
        assert answer(document((symbols, [], doubled, how)), Work(50_000)).word == "refused"


def test_a_file_that_takes_too_much_work_has_status_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_IN_FILE", 2_000)
    proofs = {str(k): document(ACCEPTED["a mean value"]) for k in range(100)}
    path = tmp_path / "proofs.json"
    path.write_text(json.dumps(proofs))
    assert of_file(str(path)) == 2
    said = capsys.readouterr().out
    assert said == f"malformed: {path}: more work than the checker does\n"


def test_a_text_that_comes_twice_may_have_a_number() -> None:
    proof = {
        "statement": {
            "symbols": ["x real [0, oo)"],
            "given": [],
            "prove": "(le 0 (mul x (exp x)))",
        },
        "texts": ["(mul x (exp x))", "x"],
        "goals": [{"how": {"by": "multipliers", "terms": [{"c": "1", "conditions": ["#0"]}]}}],
    }
    assert answer(proof).word == "accepted"
    told = spelled({"of": "#1", "for": ["#0", 3, "#"]}, ["x", "(exp x)", "#0"], Work())
    assert told == {"of": "(exp x)", "for": ["x", 3, "#"]}
    for texts in ([["x"]], [7]):
        with pytest.raises(Malformed):
            answer(proof | {"texts": texts})
    with pytest.raises(Malformed):
        answer(json.loads(json.dumps(proof).replace("#0", "#2")))


def test_a_text_in_many_places_costs_its_length() -> None:
    proof = {
        "statement": {"symbols": ["x real [0, oo)"], "given": [], "prove": "(le 0 x)"},
        "texts": ["(add x " * 10_000 + "x" + ")" * 10_000],
        "goals": [{"how": {"by": "signs", "steps": ["#0"] * 2_000}}],
    }
    with pytest.raises(Spent):
        answer(proof)
