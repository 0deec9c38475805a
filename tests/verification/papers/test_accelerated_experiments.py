"""The Section 5 experiment: same bits for any number of workers, resumable, budgets exact."""

import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xarray

from dptheory.privacy import LaplaceSteps, Neighbouring, laplace_guarantee
from dptheory.privacy.subsampling import covariance_factor
from dptheory.problems.logistic import synthetic
from verify.papers.accelerated.laboratory import accelerated_data_sets as several
from verify.papers.accelerated.laboratory import accelerated_logistic as experiment
from verify.papers.accelerated.laboratory.accelerated_logistic import (
    SECTION_5,
    Cell,
    cells,
    results,
)

TINY = replace(SECTION_5, n=200, batch_sizes=(20, 200), horizons=(6, 9), runs=3)


SLOW = replace(TINY, horizons=(6, 9, 20000))


def test_the_experiment_has_96_cells_of_20_runs() -> None:
    assert len(cells(SECTION_5)) == len(set(cells(SECTION_5))) == 96
    assert SECTION_5.runs == 20


def test_bits_do_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    one, two = (results(TINY, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 2))
    other = results(replace(TINY, seed=1), tmp_path / "1")
    assert experiment.digest(one) == experiment.digest(two) != experiment.digest(other)


CHILD = """
import sys
from pathlib import Path
from verify.papers.accelerated.laboratory.accelerated_logistic import results
from tests.verification.papers.test_accelerated_experiments import SLOW
results(SLOW, Path(sys.argv[1]), jobs=2)
"""


def test_a_killed_run_resumes_with_nothing_recomputed(root: Path, tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path)], cwd=root, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 120
        while len(list(tmp_path.glob("*.npz"))) < 2 and time.monotonic() < deadline:
            assert child.poll() is None, "the run ended before it could be killed"
            time.sleep(0.005)
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    before = {p: p.stat().st_mtime_ns for p in tmp_path.glob("*.npz")}
    quick = [cell for cell in cells(SLOW) if cell.T < 20000]
    assert 2 <= len(before) < len(cells(SLOW))
    found = results(SLOW, tmp_path, quick)
    assert before == {p: p.stat().st_mtime_ns for p in before}
    assert experiment.digest(found) == experiment.digest(results(SLOW, tmp_path / "new", quick))


@pytest.mark.parametrize("m", SECTION_5.batch_sizes)
@pytest.mark.parametrize("algorithm", experiment.PLAIN + experiment.OPTIMISED)
def test_every_run_spends_its_budget_exactly(algorithm: str, m: int) -> None:
    _, scales = experiment.plan(SECTION_5, Cell(algorithm, m, 200, 1.0))
    steps = LaplaceSteps(SECTION_5.sensitivity, tuple(scales.tolist()), SECTION_5.n, m)
    spent = laplace_guarantee(steps, neighbouring=Neighbouring.REPLACE_ONE).epsilon
    assert spent == pytest.approx(SECTION_5.epsilon, rel=1e-12)


def test_chosen_horizons_of_the_stated_and_of_the_drawn_setting() -> None:
    choices = [(algorithm, c, 1000) for algorithm in experiment.OPTIMISED for c in (1.0, 0.1)]
    for setting, lengths in (
        (SECTION_5, [106, 303, 89, 89]),
        (experiment.AS_DRAWN, [136, 396, 89, 89]),
    ):
        assert [experiment.chosen_horizon(setting, *choice) for choice in choices] == lengths


def test_a_thinned_batch_varies_like_a_batch_of_all_records() -> None:
    for thinning in (1, 100, 400):
        here = replace(SECTION_5, thinning=thinning)
        kept = covariance_factor(SECTION_5.n // thinning, experiment.kept_batch(here, 1000))
        assert float(kept) == pytest.approx(float(covariance_factor(SECTION_5.n, 1000)), rel=0.02)
    assert experiment.kept_batch(SECTION_5, 1000) == 1000


def test_the_stated_smoothness_is_a_singular_value() -> None:
    data = synthetic(60, 5, 0.02, 3)
    gram = data.features.T @ data.features / 60 + 0.04 * np.eye(5)
    assert experiment.stated_smoothness(data) == pytest.approx(np.linalg.svd(gram)[1][0], rel=1e-13)


def test_horizons_that_choose_the_same_length_share_their_runs() -> None:
    long, longer = (Cell("DP-NAG-opt", SECTION_5.n, T, 1.0) for T in (200, 1000))
    assert several.same_run(SECTION_5, longer) == several.same_run(SECTION_5, long) == long
    plain = Cell("DP-NAG", SECTION_5.n, 1000, 1.0)
    assert several.same_run(SECTION_5, plain) == plain


def test_data_sets_are_those_of_single_runs(tmp_path: Path) -> None:
    chosen = tuple(Cell(a, m, 9, 1.0) for a in ("DP-GD", "DP-NAG-opt") for m in (20, 200))
    design = several.Design(TINY, tuple((cell, 2) for cell in chosen))
    first, second = several.data_sets(design, (5, 6), tmp_path, jobs=1)
    alone = experiment.run_cell(replace(TINY, data_seed=6, seed=6, runs=2), chosen[0])
    np.testing.assert_array_equal(second[several.part(chosen[0], "gap")], alone["gap"])
    name = several.part(chosen[0], "gap")
    assert not np.array_equal(first[name], second[name])


def test_dataset_is_labelled_and_survives_a_file(tmp_path: Path) -> None:
    found = results(TINY, tmp_path / "cells")
    data = experiment.dataset(TINY, found)
    data.to_netcdf(tmp_path / "runs.nc", engine="h5netcdf")
    with xarray.open_dataset(tmp_path / "runs.nc", engine="h5netcdf") as again:
        cell = Cell("DP-NAG", 20, 9, 0.1)
        chosen = again.sel(m=20, c=0.1, algorithm="DP-NAG", T=9)
        gap = found[cell]["gap"]
        np.testing.assert_array_equal(chosen.gap.values[:, : gap.shape[1]], gap)
        assert math.isnan(float(chosen.laplace_scale[gap.shape[1] - 1]))
        assert again.attrs["epsilon"] == 1.0


def test_output_perturbation_has_its_second_moment() -> None:
    # On a nearly flat neighbourhood of the minimiser: E F - F* = E|x|^2 tr(H)/(2 d).
    setting = replace(TINY, epsilon=1e4)
    data = experiment.problem(setting)
    reach = setting.sensitivity / (setting.n * data.mu * setting.epsilon)
    d = setting.dimension
    expected = d * (d + 1) * reach**2 * np.trace(data.hessian(data.minimiser)) / (2 * d)
    errors = experiment.output_perturbation(setting, 20_000)
    assert errors.mean() == pytest.approx(expected, rel=0.02)


def test_breast_cancer_rows_have_unit_norm() -> None:
    data = experiment.problem(experiment.BREAST_CANCER)
    assert (data.size, data.dimension) == (569, 31)
    np.testing.assert_allclose(np.abs(data.features).sum(axis=1), 1.0)
