"""DP-AdamBC without momentum: its bounds, runs and attacks."""

import math

import numpy as np
import pytest

from benchmarks.studies import corrected_adam as attacks
from dptheory.bounds.corrected_adam import CorrectedAdam, full_batch_slope, lost_share, mean_slope
from verify.papers.dptheory.laboratory.corrected_steps import (
    mean_slopes,
    of_full_batches,
    of_skewed,
    skewed,
)

PAPER = {  # d, C, noise variance and floor; d is ours
    "CIFAR10": (550_000, 1.0, (2 / 8192) ** 2, 5e-8),
    "SNLI, Table 2": (7_700_000, 0.1, (0.04 / 256) ** 2, 3e-10),
    "SNLI": (7_700_000, 0.1, (0.04 / 256) ** 2, 1e-10),
}


def of_paper(name: str, entries: float) -> CorrectedAdam:
    d, clip, noise, floor = PAPER[name]
    return CorrectedAdam(1.0, 1.0, d, clip, entries * clip / math.sqrt(d), noise, floor, 0.999)


@pytest.mark.parametrize(
    ("name", "equal", "larger"),
    [("CIFAR10", 0.05, 0.41), ("SNLI, Table 2", 0.21, 0.24), ("SNLI", 0.81, 0.92)],
)
def test_the_papers_runs_after_many_steps(name: str, equal: float, larger: float) -> None:
    for entries, limit in ((1.0, equal), (3.0, larger)):
        run = of_paper(name, entries)
        found = mean_slope(run, 1e-11, 10**16) / run.clip
        assert found == pytest.approx(limit, abs=0.005)


@pytest.mark.parametrize(("beta2", "factor"), [(0.9, 9.9), (0.99, 10.1)])
def test_both_sides_are_within_ten(beta2: float, factor: float) -> None:
    run = of_skewed(beta2)
    limit = mean_slope(run, 1e-6, 10**12)
    assert limit / skewed(beta2).slope == pytest.approx(factor, abs=0.05)


def test_runs_keep_the_slope_of_skewed_batches_and_lose_it_with_full_ones() -> None:
    kept = [mean_slopes(False, 0.9, T, 20, 1) for T in (100, 3000)]
    assert kept == pytest.approx([skewed(0.9).slope] * 2)
    found = [mean_slopes(True, 0.9, T, 20, 1) for T in (100, 3000)]
    assert found[1] < found[0] / 3
    for T, slope in zip((100, 3000), found, strict=True):
        assert slope < full_batch_slope(of_full_batches(0.9), T**-0.5, T)


def test_full_batches_have_a_bound_that_vanishes() -> None:
    bounds = [full_batch_slope(of_full_batches(0.9), T**-0.5, T) for T in (10**4, 10**8, 10**12)]
    assert bounds[0] > 5 * bounds[1] > 25 * bounds[2]
    assert full_batch_slope(of_paper("SNLI", 100.0), 1e-3, 100) == math.inf


def test_the_newest_square_counts_less_and_less() -> None:
    run = of_full_batches(0.9)
    shares = [lost_share(run, t) for t in (1, 2, 5, 50, 500)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1
    assert shares[-1] == pytest.approx(0.1 * (1.5**2 + 1.5) / 2)


def test_attacks_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "POINTS", 20_000)
    draw = np.random.default_rng(2)
    assert attacks.step(draw) < 1e-15
    assert 0.05 < max(attacks.problem(draw) for _ in range(20)) < 1


@pytest.mark.parametrize("wrong", [{"floor": 0}, {"beta2": 1}, {"slope": 0}, {"dimension": 0}])
def test_a_run_needs_a_floor_and_entries(wrong: dict[str, float]) -> None:
    right = {
        "gap": 1, "smoothness": 1, "dimension": 1, "clip": 1, "slope": 1, "noise_variance": 0,
        "floor": 1, "beta2": 0.9,
    }  # fmt: skip
    with pytest.raises(ValueError, match="must be"):
        CorrectedAdam(**(right | wrong))
