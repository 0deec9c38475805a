"""``dptheory privacy`` in everybody's words: rates, clients, phases, what is asked for."""

import math
import shlex
from fractions import Fraction

import numpy as np
import pytest

import dptheory
from dptheory import Release, Run, Sampling, epsilon
from dptheory.cli import main
from dptheory.commands.privacy_search import DECADES, MANTISSAS, rate_of
from dptheory.commands.privacy_statement import rounded_up
from dptheory.planning.largest import largest_within
from dptheory.privacy.release import release_epsilon

RATE = "privacy --delta 1e-5 --sampling poisson --q 0.1 --iterations 20"
SMALL = "privacy --n 100 --batch-size 10 --delta 1e-5 --sampling poisson"
PHASE = '--phase "noise-multiplier=2 iterations=20"'


@pytest.fixture
def answer(capsys):
    """The JSON of a line whose phases are quoted."""
    import json

    def run(line: str):
        assert main([*shlex.split(line), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def first(found) -> float:
    return found["accounts"][0]["epsilon"]


def test_a_rate_is_a_batch_of_that_share(answer) -> None:
    found = answer(f"{RATE} --noise-multiplier 2")
    same = answer(f"{SMALL} --iterations 20 --noise-multiplier 2")
    assert first(found) == first(same)
    assert [found[key] for key in ("n", "batch_size", "noise_std", "q")] == [None] * 3 + [0.1]
    assert (same["q"], same["batch_size"]) == (None, 10)
    third = answer(f"{RATE.replace('0.1', '1/3')} --noise-multiplier 2")
    assert third["q"] == 1 / 3


def test_clients_and_rounds_are_a_batch_and_iterations_of_users(answer) -> None:
    rest = "--delta 1e-5 --sampling poisson --noise-multiplier 2"
    found = answer(f"privacy --n 100 --clients 10 --rounds 20 {rest}")
    same = answer(f"{SMALL} --iterations 20 --noise-multiplier 2")
    assert found["accounts"] == same["accounts"]
    assert (found["unit"], same["unit"]) == ("user", "record")
    assert "for one user added or removed" in found["statements"][0]["sentence"]


@pytest.mark.parametrize("sampling", ["poisson", "shuffled"])
def test_users_are_accounted_for_as_by_the_library(answer, sampling: str) -> None:
    line = SMALL.replace("poisson", sampling)
    found = answer(f"{line} --epochs 2 --epsilon 4 --records-per-user 3")
    z = found["noise_multiplier"]
    release = Release(z, Sampling(sampling), records_per_user=3)
    spent = epsilon(Run(100, 10, 2), release, 1e-5)
    assert first(found) == pytest.approx(spent, rel=1e-12)
    assert 3.999 <= first(found) <= 4
    assert "one user with at most 3 records" in found["statements"][0]["sentence"]


@pytest.mark.parametrize("line", [SMALL, RATE.replace("--iterations 20", "")])
def test_the_most_iterations(answer, line: str) -> None:
    found = answer(f"{line} --noise-multiplier 2 --epsilon 1")
    T, asked = found["iterations"], found["asked"]
    assert (asked["name"], asked["value"], asked["following"]) == ("iterations", T, T + 1)
    ends = [epsilon(Run(100, 10, iterations=t), Release(2.0), 1e-5) for t in (T, T + 1)]
    assert ends[0] <= 1 < ends[1]
    assert [first(found), asked["epsilon_of_next"]] == pytest.approx(ends, rel=1e-12)
    assert found["epochs"] == T / 10


def test_the_largest_batch_and_rate(answer) -> None:
    line = "privacy --delta 1e-5 --sampling poisson --noise-multiplier 2 --epsilon 1"
    found = answer(f"{line} --n 100 --epochs 2")
    b = found["batch_size"]
    ends = [epsilon(Run(100, k, 2), Release(2.0), 1e-5) for k in (b, b + 1)]
    assert ends[0] <= 1 < ends[1]
    found = answer(f"{line} --iterations 20")
    q = found["asked"]["value"]
    assert first(found) <= 1 < found["asked"]["epsilon_of_next"]
    assert found["asked"]["following"] == pytest.approx(q * 1.0001, rel=1e-3)
    whole = answer(f"{line.replace('multiplier 2', 'multiplier 200')} --iterations 20")
    assert (whole["q"], whole["asked"]["following"]) == (1, None)


def test_rates_rise_from_the_least_to_one() -> None:
    last = DECADES * MANTISSAS + 1
    assert (rate_of(1), rate_of(last)) == (Fraction(1, 10**12), 1)
    tried = [rate_of(i) for i in (1, 2, MANTISSAS, MANTISSAS + 1, MANTISSAS + 2, last - 1)]
    assert tried == sorted(set(tried))


@pytest.mark.parametrize(("limit", "found"), [(0.5, 0), (1, 1), (7.5, 7), (8, 8), (100, 20)])
def test_the_largest_number_within_a_budget(limit: float, found: int) -> None:
    assert largest_within(float, limit, 20) == found


def test_where_an_account_falls_both_ends_are_still_as_said() -> None:
    spent = {k: float(k if k != 6 else 1) for k in range(1, 30)}
    found = largest_within(spent.__getitem__, 4.5, 29)
    assert spent[found] <= 4.5 < spent[found + 1]


def test_phases_and_what_is_left_after_them(answer) -> None:
    runs = [Run(100, 10, iterations=20), Run(100, 5, iterations=30)]
    both = epsilon(runs, [Release(2.0), Release(3.0)], 1e-5)
    second = '--phase "noise-multiplier=3 iterations=30 batch-size=5"'
    found = answer(f"{SMALL} {PHASE} {second}")
    assert first(found) == both
    before = '--phase "noise-multiplier=2 iterations=20 batch-size=10"'
    last = "--batch-size 5 --noise-multiplier 3 --iterations 30"
    as_options = answer(f"{SMALL.replace('--batch-size 10', last)} {before}")
    assert first(as_options) == both
    assert found["earlier_phases"] == [{"q": 0.1, "iterations": 20, "noise_multiplier": 2.0}]
    assert "of all iterates of 2 phases" in found["statements"][0]["sentence"]
    left = answer(f"{SMALL} {PHASE} --noise-multiplier 2 --epsilon 2")
    alone = answer(f"{SMALL} --noise-multiplier 2 --epsilon 2")
    assert left["iterations"] == alone["iterations"] - 20  # one schedule, so exactly what is left


def test_shuffled_epochs_and_a_tree_over_each(answer) -> None:
    line = f"{SMALL.replace('poisson', 'shuffled')} --epochs 3 --noise-multiplier 8"
    assert first(answer(line)) == release_epsilon(4 / math.sqrt(3), 1e-5)
    # Ten batches: complete nodes of 1, 2, 4 and 8 of them.
    tree = first(answer(f"{line} --mechanism tree"))
    assert tree == pytest.approx(release_epsilon(4 / math.sqrt(12), 1e-5), rel=1e-9)


def test_an_adaptive_clip_is_one_release_with_its_count(answer) -> None:
    """Per step the sum moves by 1 of noise z and the count by 1/2 of noise s: two Gaussians."""
    z, s = 1.5, 0.8
    full = "privacy --n 100 --batch-size 100 --iterations 9 --delta 1e-5 --sampling poisson"
    found = answer(f"{full} --noise-multiplier {z} --clip adaptive={s}")
    both = 1 / math.hypot(1 / z, 1 / (2 * s))
    assert found["released_multiplier"] == pytest.approx(both, rel=1e-12)
    assert (found["noise_std"], found["lipschitz"]) == (None, None)  # the norm is not known
    assert first(found) == pytest.approx(release_epsilon(both / 3, 1e-5), rel=1e-9)
    assert "on the sum and on the count" in found["statements"][0]["sentence"]
    # What an accountant is given for one release, and the noise that a budget leaves for the sum.
    plain = answer(f"{SMALL} --iterations 9 --epsilon 2")
    asked = answer(f"{SMALL} --iterations 9 --epsilon 2 --clip adaptive={s}")
    assert asked["released_multiplier"] == pytest.approx(plain["noise_multiplier"], rel=1e-4)
    assert asked["noise_multiplier"] > plain["noise_multiplier"]
    assert asked["accounts"][0]["smallest_noise"] is None
    without = answer(f"{SMALL} --iterations 9 --noise-multiplier 2 --clip 3")
    assert (without["count_std"], without["released_multiplier"]) == (None, 2.0)


def test_banded_matrix_noise_costs_an_epoch_one_release(answer) -> None:
    """Of a matrix with b bands and columns of norm 1, columns that are b steps apart add up."""
    bands, steps, epochs = 5, 5, 4
    T = steps * epochs
    below = np.subtract.outer(range(T), range(T))
    matrix = np.random.default_rng(0).uniform(0.1, 1, (T, T)) * ((below >= 0) & (below < bands))
    matrix /= np.linalg.norm(matrix, axis=0)
    moved = max(np.linalg.norm(matrix[:, k::steps].sum(axis=1)) for k in range(steps))
    assert moved == pytest.approx(math.sqrt(epochs))
    line = "privacy --n 50 --batch-size 10 --epochs 4 --delta 1e-5 --noise-multiplier 8"
    found = answer(f"{line} --sampling shuffled --mechanism banded")
    assert first(found) == pytest.approx(release_epsilon(8 / (2 * moved), 1e-5), rel=1e-9)
    assert "the same order in each epoch" in found["statements"][0]["sentence"]


def test_the_sentence_is_never_below_the_account(answer) -> None:
    assert rounded_up(1.23401, 4) == 1.235
    assert rounded_up(Fraction(1, 30000), 4) == 3.334e-5
    assert [rounded_up(x, 4) for x in (0, 1e-5, Fraction("1e-5"), 2)] == [0, 1.001e-5, 1e-5, 2]
    found = answer("privacy --n 30000 --batch-size 10 --iterations 5 --noise-multiplier 1")
    for said, sampling in zip(found["statements"], ("without-replacement", "poisson"), strict=True):
        rows = [row for row in found["accounts"] if row["sampling"] == sampling]
        assert rows[0]["epsilon"] <= said["epsilon"] <= rows[0]["epsilon"] * 1.001
        assert said["delta"] >= found["delta"]
        for word in (said["neighbouring"], said["accountant"], dptheory.__version__, "record"):
            assert word in said["sentence"]


def test_the_sentence_of_a_choice_and_of_the_last_iterate(answer) -> None:
    line = "privacy --n 10 --batch-size 10 --iterations 9 --delta 1e-5 --noise-multiplier 30"
    found = answer(f"{line} --candidates 20 --sampling poisson")
    (said,) = found["statements"]
    assert said["epsilon"] == rounded_up(found["choosing"][0]["epsilon"], 4)
    assert said["released"] == "the best of K runs (geometric, mean 20)"
    found = answer(f"{line} --release last --alpha 1 --mu 1/2 --smoothness 1 --sampling poisson")
    (said,) = found["statements"]
    assert said["epsilon"] == rounded_up(found["last_iterate"][0]["epsilon"], 4)
    assert said["released"].startswith("the last iterate alone (strongly convex")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("privacy --q 0.1 --iterations 9 --noise-multiplier 1", "--delta must be given, or --n"),
        (f"{RATE} --noise-std 1", "--q and --noise-std exclude each other"),
        (f"{RATE} --batch-size 3 --noise-multiplier 1", "--batch-size and --q exclude each other"),
        (f"{SMALL} --clients 3 --rounds 2 --epsilon 1", "--batch-size and --clients exclude each"),
        (f"{SMALL} --noise-multiplier 1", "--epochs must be given, or --iterations, or left"),
        (f"{SMALL} --epochs 1 --records-per-user 101 --epsilon 1", "--records-per-user"),
        (f"{SMALL} --noise-multiplier 1 --epsilon 1e-9", "--epsilon must be a budget that the"),
        (f"{SMALL} --phase noise=2", '--phase must be "noise-multiplier=Z epochs=E batch-size=B"'),
        (f"{SMALL} --phase noise-multiplier=2", "--phase must be a text with epochs or iterations"),
        (f'{SMALL} --phase "noise-multiplier=2 epochs=1 q=2"', "--phase q must be from 1e-12 to 1"),
        (
            f"{SMALL} {PHASE} --release last --alpha 1 --mu 1 --smoothness 1",
            "--phase must be left out with --candidates and --release last.",
        ),
        (f"{SMALL} --epochs 1 --epsilon 1 --mechanism tree", "--sampling must be shuffled with"),
        (f"{SMALL} --epochs 1 --epsilon 1 --mechanism banded", "--sampling must be shuffled with"),
        (f"{SMALL} --epochs 1 --epsilon 1 --clip adaptive=0", "--clip must be positive"),
        (
            f"{SMALL} --epochs 1 --noise-std 1 --clip adaptive=2",
            "--noise-std must be left out with --clip adaptive=S, whose norm is not known",
        ),
        (f"{SMALL} --epochs 1 --epsilon 1 --clip adapted=2", "--clip must be a finite decimal"),
        (
            f"{SMALL} {PHASE} --epochs 1 --epsilon 9 --clip adaptive=2",
            "--phase must be left out with --clip adaptive=S.",
        ),
        (
            f"{SMALL.replace('poisson', 'shuffled')} --epochs 1 --epsilon 1 --mechanism laplace",
            "--sampling must be poisson or without-replacement with --mechanism laplace",
        ),
        (
            f"{SMALL.replace('poisson', 'balls-in-bins')} --epochs 1 --epsilon 1",
            "shuffled is an upper bound of balls in bins",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(line: str, words: str, capsys) -> None:
    try:
        status = main(shlex.split(line))
    except SystemExit as stop:
        status = int(stop.code or 0)
    assert status == 2
    assert words in capsys.readouterr().err
