"""One noisy step against what is stated: planted mistakes, exact tests, false alarms, refusals."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import mpmath
import numpy as np
import pytest
from scipy.stats import binom, f, ttest_1samp

from benchmarks.studies import check_steps
from dptheory.planning import StatedNoise, Verdict, check_step
from dptheory.planning.step import LEVELS, judge
from dptheory.planning.step_conventions import conventions, divisors, scales
from dptheory.planning.step_noise import (
    Summary,
    flat_chance,
    layer_chances,
    log_interval,
    mean_chance,
    outlier_chance,
    repeats_chance,
    strongest_lag,
    summary,
    tails_chance,
)

STATED = StatedNoise(clip=0.7, batch_size=256, noise_multiplier=1.1, on="mean")
DEVIATION = 1.1 * 0.7 / 256


def noise(d: int, seed: int = 0, deviation: float = DEVIATION) -> np.ndarray:
    return deviation * np.random.default_rng(seed).standard_normal(d)


# Planted mistakes ---------------------------------------------------------------------------------

PLANTED = {mistake.name: mistake for mistake in check_steps.mistakes()}
NEEDS_MORE = {"divisor B - 1", "C forgotten and divisor B - 1"}


@pytest.mark.parametrize("name", sorted(set(PLANTED) - NEEDS_MORE))
def test_a_planted_mistake_is_found_with_a_hundred_thousand_coordinates(name: str) -> None:
    assert check_steps.planted(PLANTED[name], 10**5, 2) == {"found": 2}


def test_255_for_256_takes_a_million_coordinates() -> None:
    wrong = 1.1 * 0.7 / 255
    few = check_step(noise(10**5, 1, wrong), STATED)
    assert few.verdict is Verdict.UNDECIDED
    assert [one.name for one in few.compatible][:2] == [
        "z C on the mean, divisor B",
        "divisor B - 1",
    ]
    needed = few.needed
    assert needed is not None
    assert 9e5 < needed < 1e6
    # The standard error of a deviation is 1/sqrt(2d) of it: 5.4 of them are the least distance.
    assert math.log(257 / 256) * math.sqrt(2 * needed) == pytest.approx(3.090 + 2.326, abs=2e-3)
    many = check_step(noise(2 * 10**6, 1, wrong), STATED)
    assert many.sentence.startswith("wrong: looks like divisor B - 1 (multiplier 1.10")
    right = check_step(noise(2 * 10**6, 1), STATED)
    assert right.sentence.startswith("right: z C on the mean, divisor B (multiplier 1.0")
    assert [one.name for one in right.excluded][:2] == ["not divided", "divisor B - 1"]


def test_two_mistakes_are_named_where_none_alone_explains_the_deviation() -> None:
    found = check_step(noise(2 * 10**6, 2, 1.1 / 255), STATED)
    assert found.compatible[0].name == "C forgotten and divisor B - 1"
    assert found.compatible[0].mistakes == 2


def test_another_clipping_norm_is_measured() -> None:
    found = check_step(noise(10**6, 4, 1.1 * 0.72 / 256), STATED)
    assert found.sentence.startswith("wrong: looks like no known mistake, but another C (0.71")
    assert found.clip[0] < 0.72 < found.clip[1]
    assert found.noise_multiplier[0] < 1.1 * 0.72 / 0.7 < found.noise_multiplier[1]


def test_the_convention_is_named_where_it_is_not_stated() -> None:
    unknown = replace(STATED, on=None)
    on_the_sum = check_step(noise(2 * 10**6, 3, 1.1 * 0.7), unknown)
    assert on_the_sum.sentence.startswith("right: z C on the sum")
    on_the_mean = check_step(noise(2 * 10**6, 3), unknown)
    assert on_the_mean.sentence.startswith("right: z C on the mean, divisor B")
    stated = check_step(noise(2 * 10**6, 3, 1.1 * 0.7), STATED)
    assert stated.sentence.startswith("wrong: looks like not divided")
    divided = check_step(noise(10**4, 3), replace(STATED, on="sum"))
    assert divided.sentence.startswith("wrong: looks like divided by B")


def test_what_makes_no_difference_is_no_mistake() -> None:
    names = " ".join(c.name for c in conventions(replace(STATED, clip=1.0, noise_multiplier=1.0)))
    for part in ("C forgotten", "C twice", "root of C", "z forgotten", "variance"):
        assert part not in names
    alike = StatedNoise(clip=0.5, batch_size=256, noise_multiplier=1.1, on="mean", drawn=256)
    names = " ".join(c.name for c in conventions(alike))
    assert "drawn" not in names
    assert "C forgotten or factor 2" in names


def test_every_mistake_of_the_tables_alone_has_its_factor() -> None:
    stated = replace(STATED, n=50_000, drawn=243, microbatches=8, groups=12)
    found = {part.name.partition(",")[0]: part.log_factor for part in scales(stated)}
    expected = {
        "C forgotten": 1 / 0.7,
        "variance for deviation": 1.1 * 0.7,
        "deviation for variance": (1.1 * 0.7) ** -0.5,
        "factor 2": 2.0,
        "noise on every record": 16.0,
        "noise on every micro-batch": math.sqrt(8),
        "noise of a micro-batch's share": 1 / math.sqrt(8),
        "noise once for every group": math.sqrt(12),
    }
    assert {name: math.exp(found[name]) for name in expected} == pytest.approx(expected)
    by = {part.name: round(math.exp(-part.log_factor)) for part in divisors(stated)}
    assert by == {
        "on the mean, divisor B": 256,
        "not divided": 1,
        "divisor B - 1": 255,
        "divisor B + 1": 257,
        "divisor B^2": 2**16,
        "divisor n": 50_000,
        "divisor the batch drawn": 243,
        "divisor a micro-batch": 32,
        "divisor B K": 2048,
    }
    assert sum(part.right for part in (*scales(stated), *divisors(stated))) == 2


def test_a_layer_without_noise_is_named() -> None:
    step = noise(3000)
    step[1000:2000] = 0
    found = check_step(step, replace(STATED, layers=(1000, 1000, 1000)))
    assert found.sentence == "wrong: no noise on 1000 of 3000 coordinates, layer 2"
    whole = check_step(step, STATED)
    assert whole.sentence == "wrong: no noise on 1000 of 3000 coordinates"
    step[1000:2000] = noise(1000, 5, 2 * DEVIATION)
    unequal = check_step(step, replace(STATED, layers=(1000, 1000, 1000)))
    assert "layers of unequal deviation (of their share: 1, 2, 3)" in unequal.sentence


def test_a_gradient_that_is_not_zero_is_not_taken_for_noise() -> None:
    step = noise(10**5)
    step[17] = 10 * DEVIATION
    found = check_step(step, STATED)
    assert [flaw.test for flaw in found.flaws] == ["outlier"]
    assert found.verdict is Verdict.WRONG


@pytest.mark.parametrize("lag", [1, 50])
def test_noise_that_takes_back_some_of_its_own_is_found(lag: int) -> None:
    white = noise(10**4)
    step = (white - 0.5 * np.roll(white, lag)) / math.sqrt(1.25)
    found = check_step(step, STATED)
    assert found.sentence.startswith(f"wrong: coordinates {lag} apart are alike (correlation -0.4")
    assert found.compatible == ()


# The tests ----------------------------------------------------------------------------------------


def test_the_chances_of_false_alarms_add_to_half_of_one_in_a_hundred() -> None:
    assert sum(LEVELS.values()) == pytest.approx(0.005)


@pytest.mark.parametrize("d", [40, 1000])
def test_right_steps_are_called_wrong_no_more_often_than_stated(d: int) -> None:
    said = replace(STATED, layers=(d // 4, d - d // 4))
    wrong = sum(check_step(noise(d, seed), said).verdict is Verdict.WRONG for seed in range(500))
    assert binom.sf(wrong - 1, 500, 0.005) > 1e-4


def plain(d: int, **given: float) -> Summary:
    """A summary whose unit is one and whose moments are those of the standard normal law."""
    return replace(Summary(d, 0, 1.0, 0.0, 1.0, math.sqrt(2 / math.pi)), **given)


@pytest.mark.parametrize("d", [2, 7, 1000, 10**7])
def test_the_interval_of_a_gaussian_deviation_is_exact(d: int) -> None:
    for end, above in zip(log_interval(plain(d), "gaussian", 0.01), (True, False), strict=True):
        with mpmath.workdps(30):
            half = d * mpmath.exp(-2 * end) / 2
            if d < 10**5:
                ends = (half, mpmath.inf) if above else (0, half)
                chance = mpmath.gammainc(mpmath.mpf(d) / 2, *ends, regularized=True)
            else:  # Wilson and Hilferty's cube root, whose error falls as 1/d
                spread = mpmath.mpf(2) / (9 * d)
                place = (mpmath.exp(-2 * end / 3) - 1 + spread) / mpmath.sqrt(spread)
                chance = mpmath.ncdf(-place if above else place)
        assert float(chance) == pytest.approx(0.005, rel=1e-10 if d < 10**5 else 1e-6)


@pytest.mark.parametrize("law", ["gaussian", "laplace", "uniform"])
def test_the_intervals_hold_the_deviation_as_often_as_they_say(law: str) -> None:
    rng = np.random.default_rng(1)
    steps = {
        "gaussian": rng.standard_normal((2000, 30)),
        "laplace": rng.laplace(0, math.sqrt(0.5), (2000, 30)),
        "uniform": rng.uniform(-math.sqrt(3), math.sqrt(3), (2000, 30)),
    }[law]
    missed = sum(
        not low <= 0 <= high
        for low, high in (log_interval(summary(step), law, 0.1) for step in steps)
    )
    assert 0.01 < binom.cdf(missed, 2000, 0.1) < 0.99


def test_the_bounds_are_above_the_chances_and_not_far() -> None:
    """Tails, repeats at one lag and extremes, against 100,000 steps of 50 coordinates."""
    d, steps = 50, 100_000
    x = np.random.default_rng(2).standard_normal((steps, d))
    share = 0.01
    ratio = float(np.quantile(np.abs(x).mean(1) / np.sqrt((x**2).mean(1)), share))
    assert share < tails_chance(plain(d, absolute=ratio)) < 12 * share
    at_one_lag = np.abs((x[:, 1:] * x[:, :-1]).sum(1)) / (x**2).sum(1)
    c = float(np.quantile(at_one_lag, 1 - share))
    all_lags = repeats_chance(plain(d, correlation=c, compared=d))
    assert share < 2 * (1 - c * c) ** (d / 2) < 12 * share
    assert all_lags == pytest.approx(min(1.0, (d - 1) * 2 * (1 - c * c) ** (d / 2)))
    largest = np.abs(x).max(1)
    for chance, quantile in ((flat_chance, share), (outlier_chance, 1 - share)):
        end = float(np.quantile(largest, quantile))
        found = chance(replace(plain(d), unit=end), (0.0, 0.0))
        assert found == pytest.approx(share, rel=0.1)


def test_the_determinant_behind_the_bound_of_repeats() -> None:
    d = 12
    for k in range(1, d):
        W = (np.eye(d, k=k) + np.eye(d, k=-k)) / 2
        for beta in (0.1, 0.5, 0.99):
            a = (1 + math.sqrt(1 - beta**2)) / 2
            assert np.linalg.det(np.eye(d) - beta * W) >= a**d * (1 - 1e-12)
            assert np.linalg.det(np.eye(d) + beta * W) >= a**d * (1 - 1e-12)


def test_student_s_and_the_beta_law() -> None:
    x = np.random.default_rng(3).standard_normal(60) + 0.3
    found = summary(x, (20, 40))
    assert mean_chance(found) == pytest.approx(ttest_1samp(x, 0).pvalue)
    ratio = (x[:20] ** 2).mean() / (x[20:] ** 2).mean()
    expected = 2 * min(f.cdf(ratio, 20, 40), f.sf(ratio, 20, 40))
    assert layer_chances(found) == pytest.approx((expected, expected))


def test_the_strongest_lag_is_that_of_the_sums() -> None:
    x = noise(200, 4)
    direct = [float(np.dot(x[k:], x[:-k]) / np.dot(x, x)) for k in range(1, 200)]
    lag, correlation = strongest_lag(x)
    assert lag == 1 + int(np.argmax(np.abs(direct)))
    assert correlation == pytest.approx(direct[lag - 1], abs=1e-6)


def test_the_answer_has_no_unit() -> None:
    x = noise(1000)
    small = check_step(x * 1e-200, replace(STATED, clip=0.7e-200))
    large = check_step(x * 1e200, replace(STATED, clip=0.7e200))
    usual = check_step(x, STATED)
    for found in (small, large):
        assert found.noise_multiplier == pytest.approx(usual.noise_multiplier)
        assert found.verdict is usual.verdict


def test_the_moments_alone_are_judged_alike() -> None:
    x = noise(500).astype(np.float32)
    assert judge(summary(x), STATED) == check_step(x, STATED)


def test_steps_of_the_benchmark_are_the_same_a_layer_at_a_time() -> None:
    whole = list(check_steps.whole_steps(2000, 5))
    for one, other in zip(whole, check_steps.without_repeats(2000, 5), strict=True):
        assert other.verdict is one.verdict
        assert other.noise_multiplier == pytest.approx(one.noise_multiplier, rel=1e-6)


# Half precision -----------------------------------------------------------------------------------


Rounding = Callable[[np.ndarray], np.ndarray]


def bfloat16(x: np.ndarray) -> np.ndarray:
    """Rounded to bfloat16, as float32, whose low half is zero then."""
    bits = x.astype(np.float32).view(np.uint32)
    rounded = bits + 0x7FFF + ((bits >> 16) & 1)
    return (rounded & 0xFFFF0000).astype(np.uint32).view(np.float32)


def float16(x: np.ndarray) -> np.ndarray:
    return x.astype(np.float16).astype(np.float32)


@pytest.mark.parametrize("d", [12, 300, 2000, 200_000])
@pytest.mark.parametrize("rounded", [bfloat16, float16])
def test_half_precision_is_named_whatever_it_is_cast_to(rounded: Rounding, d: int) -> None:
    step = rounded(noise(d))
    for cast in (step, step.astype(np.float64), step / 256):
        flaw = next(f for f in check_step(cast, STATED).flaws if f.test == "precision")
        assert flaw.words.startswith("values of half precision (at most 11 significant bits")
    if d >= 2000:  # scaled after the cast it has all bits again, but few values
        found = check_step(step.astype(np.float64) / 3, STATED)
        assert ", as of half precision that was scaled" in found.sentence
        assert found.verdict is Verdict.WRONG


@pytest.mark.parametrize("d", [12, 300, 2000, 200_000, 2_000_000])
def test_single_precision_is_fine(d: int) -> None:
    single = noise(d).astype(np.float32)
    weights = np.float32(0.01) - (np.float32(0.01) - single)  # a step as a difference of weights
    for step in (single, single.astype(np.float64), single / np.float32(3), weights):
        assert "precision" not in {flaw.test for flaw in check_step(step, STATED).flaws}


def with_nan(x: np.ndarray) -> np.ndarray:
    x[len(x) // 2] = math.nan
    return x


# Refusals -----------------------------------------------------------------------------------------

GIVEN = partial(StatedNoise, clip=1.0, batch_size=8, noise_multiplier=1.0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: check_step(np.zeros(5), STATED), r"not zero must be 2 or more .* Found 0\."),
        (lambda: check_step([0.0, 1.0], STATED), "coordinates that are not zero must be 2 or more"),
        (lambda: check_step([1.0, math.nan], STATED), r"array of numbers. Found \[1.0, nan\]"),
        (lambda: check_step(with_nan(noise(500)), STATED), r"numbers. Found .*, with NaN\."),
        (lambda: check_step([*noise(500), math.nan], STATED), r"Found .*, with NaN\."),
        (lambda: check_step(with_nan(noise(200_000)), STATED), r"must be finite. .*, with NaN\."),
        (lambda: check_step([1.0, math.inf], STATED), "released must be finite. Found"),
        (lambda: check_step([1, 2, 3], STATED), "single or double precision. Found int64"),
        (lambda: check_step(np.ones(3, np.float16), STATED), "precision. Found float16"),
        (lambda: check_step(np.ones((3, 2)), STATED), r"of shape \(d,\). Found shape \(3, 2\)"),
        (lambda: check_step(1.0, STATED), r"of shape \(d,\). Found shape \(\)"),
        (lambda: check_step("noise", STATED), "released must be an array of numbers. Found noise"),
        (lambda: check_step(np.ones(3), None), "claim must be a StatedNoise. Found None"),
        (lambda: check_step(noise(5), GIVEN(layers=(2, 2))), "layers must be of sum 5. Found 4"),
        (lambda: GIVEN(clip=0.0), "clipping norm C must be positive and finite. Found 0"),
        (lambda: GIVEN(noise_multiplier=-1.0), "noise multiplier must be positive"),
        (lambda: GIVEN(batch_size=0), "batch size B must be a whole number at least 1. Found 0"),
        (lambda: GIVEN(batch_size=2.5), "batch_size must be a whole number. Found 2.5"),
        (lambda: GIVEN(on="step"), "on must be one of sum, mean, or None. Found step"),
        (lambda: GIVEN(n=7), "data size n must be a whole number at least 8. Found 7"),
        (lambda: GIVEN(drawn=0), "records drawn must be a whole number at least 1"),
        (lambda: GIVEN(microbatches=3), "micro-batches must be a divisor of the batch size"),
        (lambda: GIVEN(microbatches=16), "micro-batches must be a whole number from 1 to 8"),
        (lambda: GIVEN(groups=0), "number of groups must be a whole number at least 1"),
        (lambda: GIVEN(layers=(2, 0)), "size of a layer must be a whole number at least 1"),
        (lambda: log_interval(plain(9), "cauchy", 0.1), "law must be one of gaussian, laplace"),
        (lambda: log_interval(plain(9), "uniform", 0.0), r"level must be in \(0, 1\)"),
    ],
)
def test_what_is_no_step_is_refused_in_one_line(call, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
