"""Files: what is malformed has status 2 and one line, and work has its bounds."""

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.audits.checked_proofs import ACCEPTED, FALSE, document
from verify.checker import documents
from verify.checker.documents import Answer, answer, of_file, spelled
from verify.checker.links import checked
from verify.checker.text import Malformed, Spent, Work

MALFORMED = {
    "nothing": "",
    "no object": "[]",
    "no proofs": "{}",
    "no JSON": "{",
    "no proofs of a claim": '{"proofs": {}}',
    "points alone": '{"violations": {"a": [{"x": 1}]}}',
    "notes alone": '{"proofs": {"a": {"by": []}}}',
    "a list of proofs": '{"proofs": []}',
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
    assert capsys.readouterr().out.splitlines() == [
        f"accepted: {path}: a",
        "    for all x in (-oo, oo); y in (-oo, oo)",
        "    2 * (x * y) <= x * x + y * y",
        "    exact, sha256 4ded3c57eb238ec6965df261669eacd25563088060f835c2403364b6975fc4bc",
    ]


def fraction(seed: int) -> str:
    """A fraction of 399 digits above and below."""
    return f"{7**471 + seed}/{11**382 + 3 * seed}"


def polynomial(seed: int, terms: int) -> str:
    parts = [
        f"(mul {fraction(seed + k)} (mul (pow x {k % 10}) (pow y {k // 10})))" for k in range(terms)
    ]
    while len(parts) > 1:
        parts = [f"(add {a} {b})" for a, b in zip(parts[::2], parts[1::2], strict=True)]
    return parts[0]


LARGE = {
    "long coefficients": f"(lt (mul {polynomial(1, 64)} {polynomial(9, 64)}) 0)",
    "a power of long coefficients": f"(lt (pow (add (mul {fraction(1)} x) {fraction(2)}) 60) 0)",
    "a quotient of long coefficients": f"(eq 0 (div {polynomial(1, 32)} (add x {fraction(3)})))",
    "logarithms": f"(le {''.join(f'(add (log {fraction(k)}) ' for k in range(9))}0{')' * 9} y)",
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


def test_a_file_that_takes_too_much_work_has_status_2_and_says_where_it_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MOST_IN_FILE", 2_000)
    proofs = {str(k): document(ACCEPTED["a mean value"]) for k in range(100)}
    path = tmp_path / "proofs.json"
    path.write_text(json.dumps(proofs))
    assert of_file(str(path)) == 2
    said = [line for line in capsys.readouterr().out.splitlines() if line[0] != " "]
    assert len(said) == 100
    assert said[0] == f"accepted: {path}: 0"
    assert said[-1] == f"malformed: {path}: 99: more work than the checker does"


STATED = {
    "sets": (
        ["x real (-oo, 2]", "T natural 1", "k natural 1 5", "b one-of 1/2 3"],
        [],
        "(le x 2)",
        ["for all x in (-oo, 2]; T whole in [1, oo); k whole in [1, 5]; b in {1/2, 3}", "x <= 2"],
    ),
    "spaces": (
        ["g Vector 2", "r Sequence 3 [0, oo)", "P Law 2 (add 1 (norm g))"],
        [],
        "(le 0 (expect e P (norm (add g e))))",
        [
            "for all g in R^2; r in [0, oo)^3; P a Law on R^2 within 1 + norm(g)",
            "0 <= expect(e, P, norm(g + e))",
        ],
    ),
    "brackets": (
        ["x real [1, oo)", "y real [1, oo)"],
        ["(le (sub x (sub y 1)) (mul (add x 1) (div y -2)))"],
        "(le (pow (neg x) (pow 2 2)) (div (mul (pow (pow x 2) 2) 1/2) (mul 1/2 1)))",
        [
            "for all x in [1, oo); y in [1, oo)",
            "where x - (y - 1) <= (x + 1) * (y/(-2))",
            "(-x)^(2^2) <= (x^2)^2 * (1/2)/(1/2 * 1)",
        ],
    ),
    "a sum": (
        ["n natural 1"],
        [],
        "(lt (sum k 1 n 0) 1)",
        ["for all n whole in [1, oo)", "sum(k, 1, n, 0) < 1"],
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_what_is_accepted_is_stated(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    symbols, given, prove, lines = STATED[name]
    path = tmp_path / "proof.json"
    path.write_text(json.dumps({"its key": document((symbols, given, prove, {"by": "signs"}))}))
    assert of_file(str(path)) == 0
    head, *said, last = capsys.readouterr().out.splitlines()
    assert head == f"accepted: {path}: its key"
    assert said == [f"    {line}" for line in lines]
    text = json.dumps([symbols, given, prove])
    assert last == f"    exact, sha256 {hashlib.sha256(text.encode()).hexdigest()}"


ENCLOSED = [
    (["x real [0, oo)"], "(le 0 (mul (log 2) x))"),
    ([], "(lt (cos 4) -3/5)"),
    (["n natural 1"], "(eq (sum k 1 n (mul k (abs (log 2)))) (mul (log 2) (sum k 1 n k)))"),
    ([], "(eq (abs (cos 4)) (neg (cos 4)))"),
]


def test_an_enclosure_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, last = tmp_path / "proof.json", []
    for prove in ("(lt (exp x) 3)", "(le x 1)"):
        told = document((["x real [0, 1]"], [], prove, {"by": "boxes"}))
        path.write_text(json.dumps({"a": told}))
        assert of_file(str(path)) == 0
        last.append(capsys.readouterr().out.splitlines()[-1].split(",")[0].strip())
    assert last == ["by enclosures of numbers"] * 2
    for symbols, prove in ENCLOSED:
        assert answer(document((symbols, [], prove, None))) == Answer("accepted", enclosed=True)
    assert not answer(document(ACCEPTED["square"])).enclosed


def test_every_proof_of_a_file_is_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(goal: Any, how: Any, needs: Any) -> None:
        if "y" in {s.name for s in goal.symbols}:
            raise OverflowError("Python int too large to convert to C ssize_t")
        checked(goal, how, needs)

    monkeypatch.setattr(documents, "checked", failing)
    proofs = {
        "huge": document((["k natural 0 1" + 30 * "0"], [], "(le 0 k)", {"by": "enumerate"})),
        "other": {"statement": []},
        "too large": document(ACCEPTED["square"]),
        "a \x1b[2K\naccepted: b": document((["x real [0, 1]"], [], "(le 1 x)", None)),
        "good": document((["x real [0, 1]"], [], "(le 0 x)", None)),
    }
    path = tmp_path / "proofs.json"
    path.write_text(json.dumps(proofs))
    assert of_file(str(path)) == 2
    said = [line for line in capsys.readouterr().out.splitlines() if line[0] != " "]
    assert [line.split(f": {path}: ") for line in said] == [
        ["malformed", "huge: more points than the checker looks at"],
        ["malformed", "other: a proof of another form ('goals')"],
        [
            "malformed",
            "too large: a proof of another form (Python int too large to convert to C ssize_t)",
        ],
        ["refused", "a ?[2K accepted: b: a numerator whose sign is not shown"],
        ["accepted", "good"],
    ]


@pytest.mark.parametrize("name", ["1.5", "+1", ".5", "1e3", "x+y", "x²", "-x", "½", "x,y", "1/2"])
def test_what_reads_as_a_number_or_a_formula_is_no_name(name: str) -> None:
    if name != "1/2":
        found = answer(document(([f"{name} real [0, 1]"], [], f"(le {name} 1)", {"by": "signs"})))
        assert found.word == "refused"
    with pytest.raises(Malformed):
        answer(document((["n natural 1"], [], f"(le (sum {name} 1 n 0) 1)", {"by": "signs"})))


def test_no_file_is_not_all_accepted() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "verify.checker"], capture_output=True, text=True, check=False
    )
    assert found.returncode == 2
    assert found.stdout.startswith("malformed: a file of proofs must be named")


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
