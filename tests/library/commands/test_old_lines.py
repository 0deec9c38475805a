"""Lines as they were written before answer what the new ones answer, and say them in one line."""

import json
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands.options import PART_OF
from dptheory.old_lines import renewed
from dptheory.renamed import OPTIONS

CLASS = "--mu 1 --smoothness 10"
SHAPE = f"{CLASS} --iterations 5 --epsilon 1 --n 1000 --sensitivity 2"
TUNED = "--dimension 2 --n 1000 --sensitivity 1 --gap 1 --epsilon 1 --max-iterations 5"
LAW = "--n 9 --batch-size 9 --iterations 2 --epsilon 1"
LINEAR = "--radius-l2 2 --regularisation 0.1 --epsilon 1 --max-iterations 3"
AUDIT = "audit --epsilon 8 --delta 1e-5"
MOMENT = "second-moment --noise-multiplier 0.4 --clip 1 --beta2 0.9"
NONCONVEX = "--n 1e4 --epsilon 2 --delta 1e-6 --max-iterations 30"
CONSTANTS = "--gap 1 --L0 1 --L1 0 --tau0 1 --tau1 0 --dimension 9"
PAIRS = {
    f"map {CLASS} --points 2 --jobs 1": f"rate {CLASS} --grid 2 --jobs 1",
    f"map {CLASS} --points 2 --jobs 1 --top 2 --method nesterov --inequality paper": (
        f"rate {CLASS} --grid 2 --jobs 1 --alpha 0.2 --method nesterov --inequality paper"
    ),
    f"tune {CLASS} {TUNED}": f"tune class {CLASS} {TUNED}",
    f"tune --surrogate --n 50 --dimension 2 {LINEAR}": (f"tune data --n 50 --dimension 2 {LINEAR}"),
    f"tune --data records.csv {LINEAR}": f"tune data --data records.csv {LINEAR}",
    f"tune-nonconvex {CONSTANTS} {NONCONVEX}": f"tune nonconvex {CONSTANTS} {NONCONVEX}",
    f"tune-nonconvex --estimate records.csv --model logistic {NONCONVEX}": (
        f"tune nonconvex --public records.csv --model logistic {NONCONVEX}"
    ),
    f"allocate {SHAPE} --method multistage --scale 1/2": (
        f"allocate {SHAPE} --method multistage --alpha 1/20"
    ),
    "allocate --epsilon 1 --n 9 --sensitivity 1 --weights-file weights": (
        "allocate --epsilon 1 --n 9 --sensitivity 1 --weights weights"
    ),
    f"privacy {LAW} --lipschitz 2": f"privacy {LAW} --clip 2",
    f"privacy {LAW} --mechanism gaussian": f"privacy {LAW}",
    f"privacy {LAW} --candidates 3 --candidates-law poisson": (
        f"privacy {LAW} --candidates 3,poisson"
    ),
    f"privacy {LAW} --release last --alpha 1 --spectrum 1 --momentum 1/2": (
        f"privacy {LAW} --release last --alpha 1 --quadratic 1 --beta 1/2"
    ),
    "worst-law --rule clip --clip 2 --gradient 1 --tau0 1 --line": (
        "worst-law --clip 2 --gradient 1 --tau0 1 --dimension 1"
    ),
    "worst-law --rule normalise --regulariser 1 --gradient 1 --tau0 1": (
        "worst-law --regulariser 1 --gradient 1 --tau0 1"
    ),
    "memory --layers vit-small --groups 4": "memory --model vit-small --groups 4",
    "memory --model vit-small --groups 4 --tokens 50 --classes 9 --optimal": (
        "memory --model vit-small,tokens=50,classes=9 --groups 4,optimal"
    ),
    "memory --model vit-small --batch-size 4 --fused --no-dropout": (
        "memory --model vit-small,fused,no-dropout --batch-size 4"
    ),
    f"allocate {SHAPE} --method multistage --first-stage 2 --p 3": (
        f"allocate {SHAPE} --method multistage,first-stage=2,p=3"
    ),
    f"tune data --n 50 --dimension 2 --clip 1 --loss quadratic --label-bound 2 {LINEAR}": (
        f"tune data --n 50 --dimension 2 --clip 1 --loss quadratic,label-bound=2 {LINEAR}"
    ),
    f"{AUDIT} --optimizer sgd --draws 100 --noise-multiplier 2 --on mean --unit one": (
        f"{AUDIT} --optimizer sgd --runs 100 --noise-multiplier 2,on=mean,unit=one"
    ),
    f"{AUDIT} --step step.py:step --draws 100": f"{AUDIT} --optimizer step.py:step --runs 100",
    f"{MOMENT} --noise-divisor 9 --phi-divisor 8 --iteration 5": (
        f"{MOMENT} --batch-size 9,phi-divisor=8 --iterations 5"
    ),
    f"{MOMENT} --phi-divisor 8 --step 5": f"{MOMENT} --batch-size phi-divisor=8 --iterations 5",
    f"rate {CLASS} --alpha 0.1 --beta 0 --trade-off": (
        f"rate {CLASS} --alpha 0.1 --beta 0 --floor trade-off"
    ),
    f"rate {CLASS} --alpha 0.1 --beta 0 --certificate c.json": (
        f"rate {CLASS} --alpha 0.1 --beta 0 --output c.json"
    ),
    "worst-law --clip 2 --gradient 1 --tau0 1 --certificate c.json": (
        "worst-law --clip 2 --gradient 1 --tau0 1 --output c.json"
    ),
}
GIVEN_UP = {*OPTIONS, *(f"--{n.replace('_', '-')}" for n in PART_OF)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = (f"{k / 10},{1 - k / 20},{k % 2}" for k in range(12))
    Path("records.csv").write_text("\n".join(rows))
    Path("weights").write_text("1\n2\n")
    Path("step.py").write_text("def step(gradients, rng):\n    return rng.normal(size=16)\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("old", PAIRS)
def test_an_old_line_answers_as_the_new_one(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for line in (old, PAIRS[old]):
        assert main([*line.split(), "--json"]) == 0
        out, said = capsys.readouterr()
        found.append(json.loads(out))
    assert found[0] == found[1]
    assert said == ""


@pytest.mark.parametrize("old", PAIRS)
def test_what_is_said_is_a_line_as_it_is_written_now(
    old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = renewed(old.split())
    said = capsys.readouterr().err
    assert renewed(words) == words
    assert capsys.readouterr().err == ""
    if words == old.split():  # an option has another name, which its parser says
        assert any(word in GIVEN_UP for word in words)
    else:
        assert said == f"dptheory {old.split()[0]}: this is now dptheory {' '.join(words)}\n"


def test_the_picture_of_a_map_is_an_output(capsys: pytest.CaptureFixture[str]) -> None:
    words = renewed(f"map {CLASS} --picture map.png".split())
    assert words == ["rate", "--mu", "1", "--smoothness", "10", "--output", "map.png", "--grid"]
    assert capsys.readouterr().err.count("\n") == 1
