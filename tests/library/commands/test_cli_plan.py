"""Each number of the page for three runs, recomputed by another route."""

import contextlib
import io
import json
import math
from fractions import Fraction
from typing import Any

import numpy as np
import plan_routes as route
import pytest

from dptheory.cli import main
from dptheory.gradients.perturbation import Perturbation
from dptheory.memory import network, read_network
from dptheory.memory.layers import Network
from dptheory.planning import AdamNoise, Release, Run, Sampling, epsilon
from dptheory.planning.accounts import Accountant, spent
from dptheory.planning.adam import ALIKE, LIKE_SIGN, choice, most_above
from dptheory.planning.users import mixture_epsilon

DELTA = 1e-5
LINES = {
    "roberta-base": "--n 67349 --batch-size 2000 --epochs 3 --epsilon 8 --clip 1 "
    "--optimizer adambc --model roberta-base --records-per-user 4 --alpha 3e-4",
    "vit-large": "--n 50000 --batch-size 1000 --epochs 5 --epsilon 1 --optimizer nsgd "
    "--model vit-large --groups 4 --records-per-user 2 --alpha 1/2",
    "convolutions": "--n 60000 --batch-size 256 --epochs 30 --epsilon 2 --clip 3/2 "
    "--optimizer adam --model {root}/examples/small_network.csv --groups 2 --alpha 1/1000",
}
RUNS = tuple(LINES)


@pytest.fixture(scope="module")
def plans(root) -> dict[str, Any]:
    """The JSON of the three lines."""
    return {
        name: _answer(f"plan {line.format(root=root)} --delta 1e-5 --json")
        for name, line in LINES.items()
    }


def _answer(line: str) -> Any:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(line.split()) == 0
    return json.loads(out.getvalue())


@pytest.fixture
def networks(root) -> dict[str, Network]:
    return {
        "roberta-base": network("roberta-base"),
        "vit-large": network("vit-large"),
        "convolutions": read_network(root / "examples" / "small_network.csv"),
    }


@pytest.mark.parametrize("name", RUNS)
def test_every_account_is_that_of_another_route(name, plans):
    plan = plans[name]
    rate, steps, sigma = plan["batch_size"] / plan["n"], plan["steps"], plan["noise_multiplier"]
    epochs = math.ceil(float(plan["epochs"]))
    routes = {
        ("poisson", "privacy loss distribution"): (route.poisson_loss, 3e-3),
        ("poisson", "Renyi divergence"): (route.poisson_renyi, 5e-3),
        ("without-replacement", "privacy loss distribution"): (route.replaced_loss, 1e-2),
        ("without-replacement", "Renyi divergence"): (route.replaced_renyi, 5e-3),
    }
    for row in plan["accounts"]:
        if row["sampling"] == "shuffled":
            assert row["epsilon"] == pytest.approx(route.shuffled(sigma, epochs, DELTA), rel=1e-6)
            assert route.shuffled(row["needed"], epochs, DELTA) <= plan["epsilon"]
            less = 0.999 * row["needed"]
            assert route.shuffled(less, epochs, DELTA) > plan["epsilon"]
            continue
        other, close = routes[row["sampling"], row["accountant"]]
        assert row["epsilon"] == pytest.approx(other(sigma, rate, steps, DELTA), rel=close)
        at_needed = other(row["needed"], rate, steps, DELTA)
        assert at_needed == pytest.approx(plan["epsilon"], rel=close)
    assert steps == float(plan["epochs"]) * math.ceil(plan["n"] / plan["batch_size"])
    assert plan["accounts"][0]["needed"] == sigma
    assert plan["accounts"][0]["epsilon"] <= plan["epsilon"]


@pytest.mark.parametrize("name", ["roberta-base", "vit-large"])
def test_users_of_the_page(name, plans):
    plan = plans[name]
    rate, steps, sigma = plan["batch_size"] / plan["n"], plan["steps"], plan["noise_multiplier"]
    k, epochs = plan["records_per_user"], math.ceil(float(plan["epochs"]))
    poisson, fixed, shuffled = plan["users"]
    found = route.users_on_poisson(sigma, rate, steps, DELTA, k)
    assert poisson["epsilon"] == pytest.approx(found, rel=1e-2)
    at_needed = route.users_on_poisson(poisson["needed"], rate, steps, DELTA, k)
    assert at_needed == pytest.approx(plan["epsilon"], rel=1e-2)
    assert shuffled["epsilon"] == pytest.approx(route.shuffled(sigma / k, epochs, DELTA), rel=1e-6)
    assert route.shuffled(shuffled["needed"] / k, epochs, DELTA) <= plan["epsilon"]
    if fixed["epsilon"] is None:  # no eps_1 whose delta_1 an account of one record has
        return
    one = fixed["epsilon"] / k
    left = DELTA * math.expm1(one) / math.expm1(k * one)
    assert route.replaced_loss(sigma, rate, steps, left) == pytest.approx(one, rel=2e-2)


@pytest.mark.parametrize("sampling", list(Sampling))
def test_a_user_with_one_record_is_a_record(sampling):
    run = Run(1000, 50, 4, 1.0)
    one = epsilon(run, Release(2.0, sampling, 1), DELTA)
    assert one < epsilon(run, Release(2.0, sampling, 2), DELTA)


def test_the_mixture_of_one_record_is_the_account_of_a_record():
    run = Run(1000, 50, 4, 1.0)
    mixed = mixture_epsilon([(run, 1.5)], DELTA, 1)
    account = spent(run, 1.5, DELTA, Sampling.POISSON, Accountant.LOSS)
    assert mixed == pytest.approx(account, rel=1e-3)


@pytest.mark.parametrize("name", RUNS)
def test_the_noise_of_every_convention(name, plans):
    plan = plans[name]
    sigma, C, b, n = (plan[key] for key in ("noise_multiplier", "clip", "batch_size", "n"))
    found = {row["name"]: row for row in plan["elsewhere"]}
    mean = Perturbation(sigma, "sum", "bound").deviation(C, b)
    assert plan["noise_on_mean"] == pytest.approx(mean)
    assert plan["noise_on_sum"] == pytest.approx(mean * b)
    assert {"FastDP", "Bu et al. 2023"} <= set(found)
    for row in found.values():
        batches, opacus = route.divisor_of_opacus(n, b)
        divisor = {"Opacus": opacus, "Bu et al. 2023": 1}.get(row["name"], b)
        assert row["divisor"] == divisor
        assert row["noise"] == pytest.approx(sigma * C / divisor)
        rate = 1 / batches if row["name"] == "Opacus" else b / n
        assert row["rate"] == pytest.approx(rate)
        poisson = row["sampling"] == "poisson"
        other = route.poisson_loss if poisson else route.replaced_loss
        eps = other(sigma, rate, row["steps"], DELTA)
        assert row["epsilon"] == pytest.approx(eps, rel=1e-2)
        eta = 1 / 2 if name == "vit-large" else 3e-4 if name == "roberta-base" else 1e-3
        scaled = eta * divisor / b if plan["optimizer"] == "nsgd" else eta
        assert row["alpha"] == pytest.approx(scaled)
    assert (len(found) == 9) == (name == "roberta-base")


def test_what_is_pasted_has_the_numbers_of_the_run(plans):
    plan = plans["roberta-base"]
    said = {row["name"]: " ".join(row["settings"]) for row in plan["elsewhere"]}
    sigma, nu = plan["noise_multiplier"], plan["noise_on_mean"]
    assert f"noise_multiplier={sigma:g}, max_grad_norm=1," in said["Opacus"]
    assert "rate 1/34, 102 steps" in said["Opacus"]
    taken = plan["steps"] * 2000 / 67349
    for part in (f"iterations={plan['steps']}", f"expected_participations={taken:.10g}"):
        assert part in said["JAX Privacy"]
    assert f"(67349, 2000, 3, {sigma:g}, 1e-05," in said["TensorFlow Privacy"]
    assert f"noise_multiplier={sigma:g},   clipping_fn=" in said["FastDP"]
    assert f"nu = {nu:.6g}" in said["Wang et al. 2019"]
    assert f"b_t = {nu / math.sqrt(2):.6g}" in said["Kuru et al. 2020"]
    assert f"Phi = {nu**2:.6g}" in said["Tang et al. 2023"]
    # (2) of Yang et al.: noise of deviation c sigma on the mean.
    printed = Perturbation(sigma / 2000, "mean", "bound").deviation(1.0, 2000)
    assert printed == pytest.approx(nu)
    assert f"sigma = {sigma / 2000:.6g} as printed" in said["Yang et al. 2022"]
    assert f"sigma_DP = {sigma:g}, 1 group with R_m = 1" in said["Bu et al. 2023"]
    four = {row["name"]: " ".join(row["settings"]) for row in plans["vit-large"]["elsewhere"]}
    assert "4 groups with R_m = 0.5" in four["Bu et al. 2023"]
    assert 'clipping_fn="automatic", numerical_stability_constant=0.01' in four["FastDP"]


@pytest.mark.parametrize("name", ["roberta-base", "convolutions"])
def test_the_noise_in_adam(name, plans, networks):
    plan, net = plans[name], networks[name]
    adam, steps = plan["adam"], plan["steps"]
    sigma, C, b = plan["noise_multiplier"], plan["clip"], plan["batch_size"]
    r = route.average_variance(0.9, steps)
    assert adam["phi"] == pytest.approx((sigma * C / b) ** 2)
    opacus = route.divisor_of_opacus(plan["n"], b)[1]
    assert adam["opacus_divisor"] == opacus
    assert adam["phi_opacus"] == pytest.approx((sigma * C / opacus) ** 2)
    assert adam["floor"] == pytest.approx(adam["phi"] * r)
    assert adam["twin_learning_rate_factor"] == pytest.approx(0.1 * b / (sigma * C))
    weights = sum(layer.inputs * layer.outputs for layer in net.layers)
    d = weights if name == "convolutions" else net.parameters
    assert plan["dimension"] == d
    draws = 20_000 if steps < 1000 else 2_000
    for row in adam["gradients"]:
        s = row["ratio"]
        share = route.on_floor(s, 0.999, steps, r, draws)
        assert row["on_floor"] == pytest.approx(share, abs=4 / math.sqrt(draws))
        firsts = [t for t in range(1, 1000) if route.average_variance(0.9, t) <= s * s]
        assert row["first_above"] == (firsts[0] if firsts else None)
        updates = row["updates"]
        assert updates["dp-adam"] == pytest.approx(s / math.sqrt(1 + s * s))
        assert updates["twin"] == s
        assert updates["dp-adambc"] == pytest.approx(s / math.sqrt(max(s * s, r)))
        if s:
            most = C**2 / (s * s * adam["phi"]) / d
            assert row["at_most"] == pytest.approx(min(1, most))


def test_the_choice_follows_from_the_dimension() -> None:
    noise = AdamNoise(1.0, 0.9, 0.999, 1000)
    assert "--model says how many" in choice(noise, 1.0, 100, None)
    words = [choice(noise, 1.0, 100, d)[:9] for d in (10**4, 4 * 10**5, 10**6)]
    assert words == ["DP-AdamBC", "DP-AdamBC", "the twin:"]
    # Below ALIKE its update is the twin's within a tenth, from LIKE_SIGN on a sign's.
    adam, twin, corrected = noise.updates(ALIKE)
    assert adam == pytest.approx(0.9 * twin)
    assert corrected == 1
    assert noise.updates(LIKE_SIGN)[0] == pytest.approx(0.9, abs=0.01)
    # No mean of length C has more coordinates of the size s root Phi than the bound says.
    rows = np.random.default_rng(0).standard_cauchy((50, 2000))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    for s in (0.5, 1.0, 3.0):
        share = np.mean(np.abs(rows) >= s / 100, axis=1).max()
        assert share <= most_above(1.0, 100, 2000, s)


@pytest.mark.parametrize("name", ["vit-large", "convolutions"])
def test_what_is_kept_of_a_gradient(name, plans):
    plan = plans[name]
    C, r = plan["clip"], plan["regulariser"]
    assert r == pytest.approx(C / 100)
    for row in plan["directions"]:
        s, tau0 = row["gradient"], row["deviation"]
        clipped = route.worst(s, tau0, lambda size: np.minimum(1, C / np.maximum(size, C))) / C
        normalised = route.worst(s, tau0, lambda size: 1 / (r + size))
        symmetric = route.worst_symmetric(s, tau0, r)
        assert row["clip_worst"] == pytest.approx(clipped, abs=2e-3)
        assert row["normalise_worst"] == pytest.approx(normalised, abs=2e-3)
        assert row["normalise_symmetric"] == pytest.approx(symmetric, rel=1e-2)


@pytest.mark.parametrize("name", RUNS)
def test_the_memory(name, plans, networks):
    found, net = plans[name]["memory"], networks[name]
    layers = len(net.layers)
    assert found["peak"] == route.peak(net, found["boundaries"])
    assert found["all_layer_peak"] == route.peak(net, [1])
    assert found["layer_wise_peak"] == route.peak(net, list(range(1, layers + 1)))


def test_the_pages_have_eighty_columns_and_what_json_has(plans, root):
    """The pages of docs/plan.md are those of the three lines; tests/test_docs.py prints them."""
    text = (root / "docs" / "plan.md").read_text(encoding="utf-8")
    pages = [block for block in text.split("```") if block.startswith("\n$ dptheory plan")]
    for plan, page in zip(plans.values(), pages, strict=True):
        assert max(map(len, page.splitlines()[2:])) <= 80
        assert f"noise_multiplier = {plan['noise_multiplier']:.6g}\n" in page
        assert f"epsilon {plan['accounts'][0]['epsilon']:.4g}\n" in page


def test_a_run_already_done(answer, prints):
    line = "plan --n 1000 --batch-size 100 --epochs 5/2 --noise-multiplier 2 --clip 1"
    found = answer(line)
    assert (found["epsilon"], found["delta"], found["steps"]) == (None, 1e-4, 25)
    assert {row["needed"] for row in found["accounts"]} == {None}
    eps = route.poisson_loss(2.0, 0.1, 25, 1e-4)
    assert found["accounts"][0]["epsilon"] == pytest.approx(eps, rel=1e-2)
    assert "spent so far" in prints(line)
    assert answer(f"{line} --delta 1/10000")["accounts"] == found["accounts"]


@pytest.mark.parametrize(
    ("n", "batch", "epochs", "loader", "dropped", "whole"),
    [
        (100, 64, "10", 20, 10, 16),
        (14732, 1024, "3", 45, 42, 44),
        (50000, 256, "20", 3920, 3900, 3907),
        (1000, 100, "5/2", 25, 25, 25),  # the third epoch is left in the middle
        (1000, 300, "3/2", 6, 5, 5),
        (10, 7, "1/10", 1, 1, 1),  # a batch that is begun is a step
    ],
)
def test_steps_are_those_that_a_loader_makes(n, batch, epochs, loader, dropped, whole, answer):
    """By going through the records, epoch after epoch, until the last fraction is over."""
    line = f"--n {n} --batch-size {batch} --epochs {epochs} --noise-multiplier 2 --delta 1e-6"
    plan = answer(f"plan {line} --clip 1")
    privacy = answer(f"privacy {line} --sampling poisson")
    counts = {"loader": loader, "drop_last": dropped, "whole_run": whole}
    assert plan["step_counts"] == privacy["step_counts"] == counts
    assert plan["steps"] == privacy["iterations"] == loader == _by_going_through(n, batch, epochs)
    assert plan["accounts"][0]["epsilon"] == privacy["accounts"][0]["epsilon"]
    shorter = answer(f"plan {line} --clip 1 --drop-last")
    assert answer(f"privacy {line} --drop-last")["iterations"] == shorter["steps"] == dropped
    assert shorter["elsewhere"][0]["steps"] == dropped  # Opacus makes as many as its loader


def _by_going_through(n: int, batch: int, epochs: str) -> int:
    whole, part = divmod(Fraction(epochs), 1)
    an_epoch = [min(start + batch, n) for start in range(0, n, batch)]
    return int(whole) * len(an_epoch) + math.ceil(part * len(an_epoch))


def test_an_epoch_of_uneven_batches_spends_what_its_steps_spend(answer, prints):
    line = "--n 100 --batch-size 64 --epochs 10 --delta 1e-3 --noise-multiplier 2"
    found = answer(f"privacy {line} --sampling poisson")["accounts"][0]["epsilon"]
    assert found == pytest.approx(5.2915, rel=2e-4)  # dp-accounting
    assert "20   (a loader makes 20, 10 with drop_last; ceil(E n/b) 16)" in prints(
        f"privacy {line}"
    )
    assert "steps = 20   (a loader makes 20," in prints(f"plan {line} --clip 1")


@pytest.mark.parametrize(
    "line",
    [
        "privacy --n 1000 --batch-size 10 --iterations 5 --noise-multiplier 2",
        "plan --n 1000 --batch-size 10 --epochs 1 --noise-multiplier 2 --clip 1",
        "allocate --method nesterov --alpha 1 --mu 0.1 --smoothness 1 --iterations 5 --n 1000 "
        "--sensitivity 1 --epsilon 1",
        "tune class --mu 1 --smoothness 10 --dimension 2 --n 1000 --sensitivity 1 --gap 1 "
        "--epsilon 1 --max-iterations 9",
        "tune nonconvex --gap 1 --L0 1 --L1 0 --tau0 1 --tau1 0 --dimension 9 --n 1000 "
        "--epsilon 1 --max-iterations 9",
    ],
)
def test_delta_is_weighed_against_the_number_of_records(line, prints):
    said = "is not below 1/n = 0.001"
    assert f"delta 0.01 {said}: it alone" in prints(f"{line} --delta 0.01")
    assert f"delta 0.001 {said}" in prints(f"{line} --delta 1/1000")
    assert said not in prints(f"{line} --delta 9e-4")


def test_a_budget_without_delta_takes_a_tenth_of_one_over_n(answer):
    line = "--n 1000 --batch-size 10 --epochs 2 --epsilon 8"
    assert answer(f"plan {line} --clip 1")["delta"] == 1e-4
    found = answer(f"privacy {line}")
    assert (found["delta"], found["delta_note"]) == (1e-4, "")
