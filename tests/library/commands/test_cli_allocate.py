"""``dptheory allocate`` and ``dptheory tune class``: what they print, corners."""

import math
import re
import time

import numpy as np
import pytest

from dptheory.allocation import laplace
from dptheory.allocation.zcdp import gaussian_zcdp
from dptheory.bounds import last_iterate, strongly_convex
from dptheory.bounds.strongly_convex import nesterov
from dptheory.privacy.laplace import step_epsilon

DATA = "--epsilon 1 --n 100000 --sensitivity 40"
CLASS = f"{DATA} --mu 0.01 --smoothness 1 --iterations 200"
FULL = f"allocate {CLASS} --method nesterov --alpha 1"
NESTEROV = f"{FULL} --batch-size 1000"


def test_the_example_spends_its_budget_best(answer):
    found = answer(NESTEROV)
    assert [found["spent"], math.fsum(found["epsilon_t"])] == pytest.approx([1, 1], abs=1e-12)
    leaks = [step_epsilon(40.0, b, 100000, 1000) for b in found["laplace_scale_t"]]
    assert math.fsum(leaks) == pytest.approx(1, abs=1e-11)
    assert found["weights"] == pytest.approx(list(nesterov(1.0, 0.01, 1.0, 200).noise_weights))
    variances = 2 * np.array(found["laplace_scale_t"]) ** 2
    assert found["objective"] == pytest.approx(float(found["weights"] @ variances))
    assert found["objective"] < found["cube_root_objective"] < found["uniform_objective"]
    assert found["kkt_residual"] < 1e-12
    assert found["printed_spent"] > 3
    printed = answer(f"{NESTEROV} --weights printed --delta 1e-6")
    # (29): a_{T,t} = (1 - sqrt(mu alpha))^(T-t) alpha (1 + alpha L), t = 1, ..., T: twice ours.
    assert printed["weights"] == pytest.approx([0.9 ** (200 - t) * 2 for t in range(1, 201)])
    assert printed["weights"] == pytest.approx([2 * a for a in found["weights"]])
    assert printed["epsilon_t"] == pytest.approx(found["epsilon_t"])
    # What the releases really cost.
    assert 0.1 < printed["epsilon_at_delta"] < 0.5


@pytest.mark.parametrize(
    "line",
    [
        f"{NESTEROV} --iterations 1",
        f"{NESTEROV} --batch-size 1",
        FULL,
        f"{NESTEROV} --n 1 --batch-size 1",
        f"{NESTEROV} --epsilon 1/1000",
        f"{NESTEROV} --epsilon 1e4",
        f"{NESTEROV} --method gradient --alpha 19/10",
        f"allocate {CLASS} --batch-size 1000 --method multistage",
        f"allocate {CLASS} --batch-size 1000 --method multistage,first-stage=7,p=2 --alpha 0.1",
        f"{NESTEROV} --mu 1",
    ],
)
def test_corners(answer, line):
    found = answer(line)
    epsilon = re.findall(r"--epsilon (\S+)", line)[-1]
    assert found["spent"] == pytest.approx({"1/1000": 1e-3, "1e4": 1e4, "1": 1}[epsilon], rel=1e-12)
    T = int(re.findall(r"--iterations (\S+)", line)[-1])
    assert len(found["weights"]) == found["iterations"] == T
    assert found["objective"] <= found["uniform_objective"] * (1 + 1e-12)


@pytest.mark.parametrize(("alpha", "bound"), [(1.0, last_iterate), (1.9, strongly_convex)])
def test_gradient_descent_has_the_exact_weights_where_they_hold(answer, alpha, bound):
    found = answer(f"allocate {CLASS} --method gradient --alpha {alpha}")
    exact = bound.gradient(alpha, 0.01, 1.0, 200).noise_weights
    assert found["weights"] == pytest.approx(list(exact))
    assert found["objective"] < found["uniform_objective"]


def test_many_iterations_take_seconds(answer):
    before = time.process_time()
    found = answer(f"{NESTEROV} --iterations 2e5 --mu 1e-9")
    assert time.process_time() - before < 6
    assert found["spent"] == pytest.approx(1, abs=1e-12)


def test_own_weights_with_zeros(answer, prints, tmp_path):
    path = tmp_path / "weights.txt"
    path.write_text("1\n0\n\n2/3\n1e-3\n")
    line = f"allocate {DATA} --batch-size 1000 --weights {path}"
    found = answer(line)
    best = laplace([1, 0, 2 / 3, 1e-3], 1.0, sensitivity=40.0, n=100000, batch_size=1000)
    assert found["epsilon_t"] == pytest.approx(list(best.budgets))
    assert (found["epsilon_t"][1], found["laplace_scale_t"][1]) == (0, None)
    assert "infinite" in prints(line)


def test_gaussian_mechanisms(answer):
    full = FULL.replace("--epsilon 1 ", "")
    found = answer(f"{full} --mechanism gaussian --rho-total 1/2")
    best = gaussian_zcdp(found["weights"], 0.5, sensitivity=40.0 / 10**5)
    assert found["sigma_t"] == pytest.approx(list(best.scales))
    assert found["spent"] == pytest.approx(0.5)
    approximate = "--mechanism gaussian --delta 1e-6 --iterations 12"
    assert answer(f"{FULL} {approximate}")["spent"] == pytest.approx(1)
    sampled = answer(f"{NESTEROV} {approximate}")
    assert 0.999 < sampled["spent"] <= 1
    names = [row["accountant"].split(",")[0] for row in sampled["accounts"]]
    assert names == ["privacy loss distribution", "Renyi divergence", "Renyi divergence"]
    made = [row["epsilon"] for row in sampled["accounts"]]
    assert sampled["spent"] == pytest.approx(made[0], rel=1e-6)
    assert made == sorted(made)
    assert sampled["objective"] < sampled["uniform_objective"]
