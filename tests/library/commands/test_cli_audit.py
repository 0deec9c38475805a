"""``dptheory audit``: optimisers of the library, steps of a file, and what is printed."""

from pathlib import Path

import pytest

QUICK = "audit --epsilon 8 --delta 1e-5 --runs 2000"
STEP = """
import numpy as np

def released(gradients, rng):
    lengths = np.linalg.norm(gradients, axis=1, keepdims=True)
    clipped = gradients * np.minimum(1, 1 / lengths)
    return clipped.mean(axis=0) + rng.normal(0, {deviation}, gradients.shape[1])

def short(gradients, rng):
    return gradients[0, :2]

def broken(gradients, rng):
    raise RuntimeError("two\\nlines")

number = 3
"""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with steps in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("right.py").write_text(STEP.format(deviation=0.6003 / 4))
    Path("half.py").write_text(STEP.format(deviation=0.6003 / 8))
    Path("ends.py").write_text("raise SystemExit('no')")


def test_the_account_of_the_smallest_noise_is_the_claimed_one(answer):
    found = answer(f"{QUICK} --optimizer sgd --runs 1e5")
    assert list(found) == [
        "step", "epsilon", "delta", "iterations", "batch_size", "n", "neighbouring",
        "noise_multiplier", "account", "confidence", "observed", "mu", "seen", "one_run",
        "exceeded", "sentence",
    ]  # fmt: skip
    assert 7.99 < found["account"] <= 8
    gaussian, plain = found["seen"]
    assert 7.6 < gaussian["epsilon"] < 8
    assert plain["epsilon"] < gaussian["epsilon"]
    assert gaussian["draws"] == 90_000
    assert found["exceeded"] is False


@pytest.mark.parametrize(
    "rest",
    [
        "--optimizer nsgd",
        "--optimizer adam --groups 4 --dimension 8",
        "--optimizer adambc --clip 0.1",
        "--optimizer nadam --regulariser 1 --iterations 3",
        "--optimizer sgd --n 40",
        "--optimizer sgd --neighbouring replace-one --other-records zero",
    ],
)
def test_no_optimiser_is_seen_to_spend_more_than_its_account(answer, rest):
    found = answer(f"{QUICK} {rest}")
    assert 6 < found["seen"][0]["epsilon"] < found["account"] <= 8
    assert found["exceeded"] is False


def test_less_noise_than_the_claim_needs_is_seen(prints):
    shown = prints(f"{QUICK} --optimizer sgd --noise-multiplier 0.4 --canaries 100")
    assert "account  epsilon 13.2067" in shown
    assert shown.splitlines()[-1].startswith("spends more than claimed: epsilon 1")
    assert "guesses right, 100 canaries" in shown


def test_printed_noise_on_the_mean_is_seen_to_spend_nothing(answer):
    line = f"{QUICK} --optimizer nsgd --noise-multiplier 1.2,on=mean --batch-size 1000"
    found = answer(f"{line} --dimension 1 --runs 1000")
    assert found["seen"][0]["epsilon"] == 0


@pytest.mark.usefixtures("steps")
def test_a_step_of_a_file(answer):
    found = answer(f"{QUICK} --optimizer right.py:released")
    assert (found["account"], found["noise_multiplier"]) == (None, None)
    assert found["exceeded"] is False
    assert answer(f"{QUICK} --optimizer half.py:released --runs 1000")["exceeded"] is True


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("right.py", "nadam, or FILE:FUNCTION. Found 'right.py'."),
        (
            "none.py:f",
            "--optimizer must be FILE:FUNCTION, of a file that is there. Found none.py:f.",
        ),
        (".:f", "--optimizer must be FILE:FUNCTION, of a file that is there."),
        ("right.py:other", "--optimizer must be FILE:FUNCTION, of a function in that file."),
        ("right.py:number", "--optimizer must be FILE:FUNCTION, of a function in that file."),
        ("right.py:short", "what the step returns must be of shape (16,). Found shape (2,)."),
        ("right.py:broken", "Found RuntimeError: two lines."),
        ("ends.py:f", "--optimizer must be a file that Python can run. Found SystemExit: no."),
    ],
)
def test_a_step_that_cannot_be_run_is_refused(refusal, step, words):
    assert words in refusal(f"{QUICK} --optimizer {step}")
