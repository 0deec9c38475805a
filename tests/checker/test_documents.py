"""Files: what is malformed has status 2 and one line, and work has its bounds."""

import json
import os
import threading
from pathlib import Path

import pytest

from tests.checker.proofs import ACCEPTED, FALSE, document
from verify.checker.documents import answer, of_file
from verify.checker.text import Spent

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
    '"goals": [{"prove": "(le 0 x)"}]}}',
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


LARGE = {
    "a power": "(eq (pow (add x (add y 1)) 60) 0)",
    "a tower": "(eq (pow (pow (pow (pow 7 99) 99) 99) 99) 0)",
    "many terms": "(eq (sum k 1 1000000000 (mul k x)) 0)",
    "many paths": "(le "
    + " ".join(f"(add (abs (add x {k})) " for k in range(30))
    + "0"
    + ")" * 30
    + " y)",
}


@pytest.mark.parametrize("name", LARGE)
def test_work_is_bounded(name: str) -> None:
    symbols = ["x real (-oo, oo)", "y real (-oo, oo)"]
    for how in (None, {"by": "identity"}, {"by": "boxes"}, {"by": "enumerate"}):
        try:
            said = answer(document((symbols, [], LARGE[name], how)))
        except Spent:
            continue
        assert said.word in ("refused", "not read")
