"""The digits experiment: constants, pairing, budgets and the store; all at a tiny size."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from verify.papers.lssgd.laboratory import lssgd_digits as digits
from verify.papers.lssgd.laboratory.lssgd_digits import Cell

QUICK = digits.QUICK


def test_records_have_unit_norm_and_constants_hold() -> None:
    records, labels, held_out, held_labels = digits.digits(0, 180)
    assert len(records) + len(held_out) == len(labels) + len(held_labels) == 1797
    np.testing.assert_allclose(np.linalg.norm(np.vstack([records, held_out]), axis=1), 1)
    rng = np.random.default_rng(0)
    for scale in (0.0, 1.0, 100.0):
        w, v = scale * rng.normal(size=(2, digits.DIMENSION))
        for i in range(5):
            one = records[i : i + 1], labels[i : i + 1]
            g = digits.gradient(w, *one)
            assert np.linalg.norm(g) <= digits.LIPSCHITZ * (1 + 1e-12)
            change = np.linalg.norm(g - digits.gradient(v, *one))
            assert change <= digits.SMOOTHNESS * np.linalg.norm(w - v) + 1e-12


def test_gradient_is_the_derivative_of_the_loss_and_nothing_says_the_first_class() -> None:
    records, labels, *_ = digits.digits(0, 50)
    rng = np.random.default_rng(1)
    w, direction = rng.normal(size=(2, digits.DIMENSION))
    h = 1e-6
    ahead, behind = (digits.loss(w + s * h * direction, records, labels) for s in (1, -1))
    slope = digits.gradient(w, records, labels) @ direction
    assert (ahead - behind) / (2 * h) == pytest.approx(slope, rel=1e-7)

    nothing = np.zeros((2, digits.DIMENSION))
    first = np.mean(labels == 0)
    np.testing.assert_allclose(digits.accuracy(nothing, records, labels), first)
    np.testing.assert_allclose(digits.loss(nothing, records, labels), math.log(10))


@pytest.mark.parametrize("schedule", digits.SCHEDULES)
def test_lanes_are_paired_and_reproducible(schedule: str) -> None:
    cell = Cell(schedule, 3.0)
    found, again = digits.run_cell(QUICK, cell), digits.one_run(QUICK, cell, 1)
    for name, values in found.items():
        assert values.shape == (2, 4, 6, 3)
        np.testing.assert_array_equal(values[1], again[name])
    # A smoothing's lanes do not depend on which others run beside it.
    alone = digits.run_cell(replace(QUICK, smoothings=(2.0,)), cell)
    np.testing.assert_allclose(alone["loss"][:, 0], found["loss"][:, 2], rtol=1e-10)


def test_the_first_lane_is_dp_sgd() -> None:
    cell = Cell("1/iteration", 2.0)
    records, labels, *_ = digits.digits(0, QUICK.train)
    generator = np.random.Generator(np.random.Philox(key=[0, 0]))
    w = np.zeros(digits.DIMENSION)
    a = digits.GRID["1/iteration"][0]
    for t in range(QUICK.iterations):
        batch = generator.choice(QUICK.train, QUICK.batch, replace=False)
        noise = generator.standard_normal(digits.DIMENSION) * math.sqrt(2) * 2.0 / QUICK.batch
        g = digits.gradient(w, records[batch], labels[batch]) + noise + 1e-4 * w
        w = w - a / (t + 1) * g
    found = digits.one_run(QUICK, cell, 0)["loss"][0, 0, -1]
    assert found == pytest.approx(float(digits.loss(w, records, labels)), rel=1e-10)


def test_budgets() -> None:
    for eps in (1.0, 4.0):
        multiplier = digits.cell(QUICK, "constant", eps).noise_multiplier
        assert digits.epsilon(QUICK, multiplier) <= eps < digits.epsilon(QUICK, 0.999 * multiplier)
    assert digits.cell(QUICK, "adam", math.inf).noise_multiplier == 0


def test_tuned_chooses_for_each_smoothing() -> None:
    values = np.zeros((2, 2, 3, 4))
    values[:, 0, 2, -1], values[:, 1, 1, -1] = -1, -1
    best, runs = digits.tuned(values)
    assert best.tolist() == [2, 1]
    np.testing.assert_array_equal(runs[..., -1], -1)
    assert digits.tuned(-values, largest=True)[0].tolist() == [2, 1]


def test_results_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [Cell("constant", 1.0), Cell("constant", 2.0)]
    found = digits.results(QUICK, tmp_path, cells)
    monkeypatch.setattr(digits, "run_cell", lambda *_: pytest.fail("computed twice"))
    again = digits.results(QUICK, tmp_path, cells)
    np.testing.assert_array_equal(found[cells[1]]["loss"], again[cells[1]]["loss"])
    assert not np.array_equal(found[cells[0]]["loss"], found[cells[1]]["loss"])


def test_output_perturbation_is_calibrated() -> None:
    records, labels, *_ = digits.digits(0, 100)
    penalty = 0.1
    first = digits.minimiser(records, labels, penalty)
    other = labels.copy()
    other[0] = (labels[0] + 1) % 10
    moved = np.linalg.norm(first - digits.minimiser(records, other, penalty))
    assert 0 < moved <= 2 * digits.LIPSCHITZ / (len(records) * penalty)
    accuracy = digits.output_perturbation(QUICK, 1e6, 3)
    assert accuracy.shape == (len(digits.PENALTIES), 3)
    assert accuracy.max() > 0.6, "almost no noise"
