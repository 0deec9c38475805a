"""Numbers in the prose of pages, computed again: what a page says is filled from the library."""

import json
import math
import re
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.special import ndtri

from benchmarks.studies import memory_peaks
from benchmarks.studies.full_inequality import floor_by_rate, known_settings
from benchmarks.studies.memory_peaks import ALL_LAYER, GIBI
from dptheory import Method, gradient, heavy_ball, nesterov, smoothing, triple_momentum
from dptheory.allocation import laplace
from dptheory.bounds import strongly_convex
from dptheory.bounds.strongly_convex import LinearBound
from dptheory.cli import main
from dptheory.distributions import worst_law
from dptheory.distributions.worst_law.problem import drift
from dptheory.distributions.worst_law.solver import solve
from dptheory.lyapunov import (
    floor_from_below,
    noise_floor,
    quadratic_noise_gain,
    rate,
    trade_off,
    worst_final,
)
from dptheory.memory import network, optimal_groupings
from dptheory.optimizers import adam_floor
from dptheory.privacy import GaussianSteps, final_iterate_delta
from verify.ledger import costs
from verify.papers.lssgd.laboratory import lssgd_digits
from verify.papers.lssgd.laboratory.lssgd_digits import STANDARD

ROOT = Path(__file__).resolve().parents[1]


def page(name: str) -> str:
    """A page as one line."""
    return " ".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8").split())


def test_floors_of_adam_against_the_papers() -> None:
    """Phi of Appendix D: (0.4 0.1/256)^2 for SNLI and QNLI, (2/8192)^2 for CIFAR10."""
    text, late = page("adam"), 10**5
    ours = adam_floor((0.4 * 0.1 / 256) ** 2, 0.9, late)
    cifar = adam_floor((2 / 8192) ** 2, 0.9, late)
    assert f"For SNLI it is {ours:.2e}.".replace("e-0", "e-") in text
    assert (
        f"The paper's floors are {1e-10 / ours:.2f} and {3e-10 / ours:.2f} of theirs (SNLI, 1e-10 "
        f"and 3e-10), {3e-9 / ours:.1f} (QNLI) and {5e-8 / cifar:.0f} (CIFAR10)."
    ) in text


def slowness(alpha: float, shortfall: float, kappa: float) -> float:
    """1 - rho by (22) at momentum 1 less the shortfall, mu = 1."""
    found = rate(heavy_ball(alpha, 1 - shortfall), 1, kappa, inequality="paper")
    return 1 - (found.rho or 1.0)


def test_what_momentum_gains_at_short_steps() -> None:
    said = []
    for kappa in (2, 10, 100):
        alpha = 1e-6 / kappa
        tried = np.geomspace(1.2, 3, 31) * math.sqrt(alpha)
        said.append(max(slowness(alpha, b, kappa) for b in tried) / math.sqrt(alpha))
    near, middle, far = (f"{c:.2f}" for c in said)
    assert rf"$C\approx{near}$ at $\kappa=2$, {middle} at 10, {far} at 100" in page("lmi")
    gains = []
    for length in (1, 0.1):
        best = minimize_scalar(
            lambda b, alpha=length / 1e6: -slowness(alpha, b, 1e6),
            bounds=(0.2 * length, 0.9 * length),
            method="bounded",
            options={"xatol": 1e-3 * length},
        )
        gains.append(-best.fun * 1e6 / length)
    assert rf"{gains[0]:.2f} of 2 at $\alpha L=1$, {gains[1]:.1f} of 20 at 0.1" in page("lmi")


def test_the_trade_off_of_rate_and_noise() -> None:
    method, rates = heavy_ball(F(4, 1000), F(1, 2)), ["0.99195", "0.99203", "0.9925", "0.9992"]
    gains = [f"{one.gain:.3f}" for one in trade_off(method, 1, 100, rates) if one is not None]
    assert (
        rf"{gains[0]} at $\rho=0.99195$, {gains[1]} at 0.99203, {gains[2]} at 0.9925, "
        f"{gains[3]} at 0.9992."
    ) in page("lmi")
    assert f"{float(quadratic_noise_gain(method, 1, 100)):.4f} in the example" in page("lmi")


def squared(method: Method, kappa: int, inequality: str = "full") -> str:
    """rho^2 at mu = 1, to four digits."""
    found = rate(method, 1, kappa, inequality=inequality).rho2
    assert found is not None
    return f"{float(found):.4f}"


def test_rates_and_floors_of_the_full_inequality() -> None:
    text = page("lmi")
    standard = nesterov(F(1, 100), F(9, 11))
    assert (
        rf"the full inequality {squared(heavy_ball(F(1, 100), F(4, 5)), 100)}; Nesterov's standard "
        f"tuning has {squared(standard, 100)} instead of {squared(standard, 100, 'paper')}, triple "
        f"momentum {squared(triple_momentum(1, 100), 100)}"
    ) in text
    assert f"the solver finds {squared(standard, 100)}" in text
    triple = rate(triple_momentum(1, 7), 1, 7, inequality="paper").rho
    assert f"this LMI certifies {triple:.4f} at" in text
    ball, plain = heavy_ball(F(1, 10), F(9, 20)), gradient(F(1, 10))
    low = float(quadratic_noise_gain(ball, 1, 10))
    assert f"floor is {noise_floor(plain, 1, 10).gain:.4f}" in text
    assert f"heavy ball's at least {low:.4f}, that of a quadratic" in text


def test_a_floor_that_momentum_lowers() -> None:
    """At a step beyond (1 + beta)/L."""
    alpha = F(19, 100)
    low = float(quadratic_noise_gain(gradient(alpha), 1, 10))
    high = noise_floor(heavy_ball(alpha, F(3, 10)), 1, 10).gain
    said = rf"has {low:.4f} on a quadratic, the heavy ball with $\beta=0.3$ at most {high:.4f} on"
    assert said in page("lmi")


FLOORS = [
    *[r"gradient descent, $\alpha=1$"] * 4,
    r"gradient descent, $\alpha=\frac2{L+\mu}$",
    r"gradient descent, $\alpha=1.5$",
    *[rf"heavy ball, $\alpha=1$, $\beta={beta}$" for beta in (0.45, 0.45, 0.3, 0.8)],
    r"heavy ball, $\alpha=0.35$, $\beta=0.2$",
    *["Nesterov, standard"] * 3,
    *["triple momentum"] * 2,
]


def test_the_table_of_floors() -> None:
    """Both ends at L = 1, and the bound through a rate."""
    text = page("lmi")
    for name, query in zip(FLOORS, known_settings(), strict=True):
        floor, low = noise_floor(*query), floor_from_below(*query)
        ends = f"{floor_by_rate(query):.4g} | {floor.gain:.5g} | {low.gain:.5g}"
        row = re.escape(f"| {name} | {1 / query.mu} | {ends} | ")
        (lookback,) = re.findall(rf"{row}(\d) \|", text)
        # Where two give one floor, the last digit decides, which follows the processor.
        assert abs(int(lookback) - floor.lookback) <= 1


def test_the_table_of_horizons() -> None:
    """Both ends after five steps, and what copies cut."""
    text, steps = page("lmi"), 5
    for name, query in zip(FLOORS, known_settings(), strict=True):
        plain = worst_final(*query, steps)
        noisy, loose = (worst_final(*query, steps, [1] * 5, copies=on) for on in (True, False))
        for found in (plain, noisy):
            assert found.lower <= found.bound <= found.lower * (1 + 1e-6)
        ends = f"{plain.bound:.4g} | {noisy.bound:.4g} | {sum(noisy.weights):.4g}"
        cut = f"{100 * abs(1 - noisy.bound / loose.bound):.2f} %"
        row = f"| {name} | {1 / query.mu} | {ends} | {noise_floor(*query).gain:.4g} | {cut} |"
        assert row in text


def test_nesterovs_own_argument_at_a_hundred() -> None:
    """His rate 1 - r beside the ledger's (1 - r)(1 - r/3), r = kappa^(-1/2)."""
    r, text = 0.1, page("lmi")
    assert r"| $(1-r)(1-\frac r3)$ |" in text
    assert (
        rf"gives $1-r$. At $\kappa=100$ that is {1 - r:.2f}, the row's rate "
        f"{(1 - r) * (1 - r / 3):.2f}, and"
    ) in text


def test_where_normalised_steps_stop() -> None:
    """The gradient at which the worst law's descent is 0, times r, for tau_0 = 1."""

    def stops(r: float) -> float:
        def value(s: float) -> float:
            return solve(drift(worst_law.Normalise(r), s, 1.0)).value

        return float(brentq(value, 1e-3 / r, 1 / r)) * r

    near, far = stops(1.0), (math.sqrt(2) - 1) ** 2
    text = page("normalised")
    assert stops(1e3) == pytest.approx(far, rel=0.01)
    ends = f"{near:.3f} ($r=\\tau_0$) to\n$3-2\\sqrt2$ = {far:.3f} ($r$ large)"
    assert f"the gradient is {' '.join(ends.split())}" in text
    assert f"{1 / far:.1f} to {1 / near:.1f} times what these laws attain" in text
    assert f"a gradient of about {far:.2f} tau_0^2/r" in text


def test_what_no_bound_of_the_generating_function_can_do() -> None:
    def least(alpha: float) -> str:
        return f"{math.sqrt(2 * math.log(2 / alpha)) / -ndtri(alpha / 2):.2f}"

    assert rf"({least(0.01)} at $\alpha=0.01$, {least(0.1)} at $0.1$)" in page("second_moment")


def test_the_last_iterate_of_the_private_run() -> None:
    text = page("privacy")
    run = GaussianSteps(lipschitz=1, noise_std=0.425965, n=50000, batch_size=128, iterations=19531)
    assert " 0.037422 0.0974021 12.4675 privacy loss distribution" in text
    delta = final_iterate_delta(run, 0.037422)
    assert f"it is {delta * 1e5:.2f}e-5 at the" in text


def test_four_groups_over_the_layer_wise_peak() -> None:
    model = network("roberta-base")
    found = optimal_groupings(model.activations, model.output_gradients)
    share = found[3].peak / min(one.peak for one in found) - 1
    assert f"hold {share * 100:.0f} % more than layer-wise" in page("choosing")


def allocated(options: str, capsys: pytest.CaptureFixture[str]) -> dict[str, float]:
    """What ``dptheory allocate`` prints for a page's example with other options."""
    line = (
        "allocate --method nesterov --alpha 1 --mu 0.01 --smoothness 1 --epsilon 1 --n 100000 "
        f"--sensitivity 40 --json {options}"
    )
    assert main(line.split()) == 0
    found: dict[str, float] = json.loads(capsys.readouterr().out)
    return found


def test_schedules_beside_the_optimum(capsys: pytest.CaptureFixture[str]) -> None:
    text = page("allocation")
    long = allocated("--iterations 200 --batch-size 1000", capsys)
    short = allocated("--iterations 100 --batch-size 100", capsys)
    gain = long["uniform_objective"] / long["objective"]
    assert f"the optimum gains a factor {gain:.1f} here" in text
    over = [100 * (one["cube_root_objective"] / one["objective"] - 1) for one in (long, short)]
    assert (
        f"it gains {over[0]:.1f} %; with `--iterations 100 --batch-size 100`, {over[1]:.0f} %"
        in text
    )
    assert (
        f"{long['printed_spent']:.2f} instead of 1 here, {short['printed_spent']:.0f} with" in text
    )
    closed = allocated("--iterations 200", capsys)
    certified = allocated("--iterations 200 --beta 9/11 --weights certified", capsys)
    assert (
        f"the objective above is {certified['objective']:.4f} instead of {closed['objective']:.4f}"
    ) in text


def test_bounds_of_the_first_tuning_example(capsys: pytest.CaptureFixture[str]) -> None:
    """The closed forms, over steps and horizons; with batches of 1000 the command's own."""
    text = page("allocation")

    def least(bound: Callable[..., LinearBound], longest: float) -> float:
        def value(alpha: float, iterations: int) -> float:
            form = bound(alpha, 0.02, 5.0, iterations)
            noise = laplace(form.noise_weights, 1, sensitivity=40, n=10**5, batch_size=10**5)
            return float(form.initial) * 10 + 20 * noise.objective

        steps = np.geomspace(0.05, longest, 9)
        return min(value(float(a), T) for a in steps for T in range(50, 300, 5))

    of_nesterov = f"{least(strongly_convex.nesterov, 0.2):.3f} (Nesterov)"
    assert f"the closed forms through a rate give {of_nesterov}" in text
    assert f"{least(strongly_convex.gradient, 0.3999):.2f} (gradient descent)" in text
    line = "tune class --mu 0.02 --smoothness 5 --dimension 20 --n 1e5 --batch-size 1000"
    line += " --sensitivity 40"
    assert main(f"{line} --gap 10 --epsilon 1".split()) == 0
    rows = re.findall(r"^ *([a-z-]+) +(0\.\d+) ", capsys.readouterr().out, re.M)
    larger, smaller = rows[: len(rows) // 2], rows[len(rows) // 2 :]
    (first, second, output), (third, fourth) = larger[:3], smaller[:2]
    assert [first[0], second[0], third[0], fourth[0]] == [
        "gradient", "heavy-ball", "output-perturbation", "gradient",
    ]  # fmt: skip
    assert (
        f"`--batch-size 1000`: {first[1]} against {output[1]}, and {third[1]} against gradient "
        f"descent's {fourth[1]})"
    ) in text


def test_what_many_workers_gain() -> None:
    seconds = costs.known().values()
    whole, most = sum(seconds), max(seconds)
    assert (
        f"{len(seconds)} claims have cost {whole:.0f} seconds, the costliest {most:.0f}: n workers "
        f"take at most {whole:.0f}/n + {most:.0f}, eight {whole / 8 + most:.0f}, and no number of "
        f"them is more than {whole / most:.0f} times sooner"
    ) in page("scaling")


def rows_of(name: str, head: str) -> list[list[str]]:
    """The cells of the table that begins so."""
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    lines = text.partition(f"\n{head}")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_table_of_best_momenta() -> None:
    """Rates at the momenta of the table; steps of the grid on either side are no better."""
    found = rows_of("lmi", r"| $\kappa$ | $\alpha L$ | best $\beta$ |")
    assert len(found) == 8
    for row in found:
        kappa, length, beta, rho, plain, ratio = (float(cell.replace(" ", "")) for cell in row)
        alpha = length / kappa
        at, below, above = (slowness(alpha, 1 - b, kappa) for b in (beta, beta - 2e-3, beta + 2e-3))
        assert rho == pytest.approx(1 - at, rel=0, abs=max(6e-7, 2e-3 * (1 - rho)))
        assert max(below, above) < 1.002 * at
        assert plain == pytest.approx(1 - alpha)
        assert ratio == pytest.approx(at / alpha, rel=5e-3)


def test_memory_of_a_block() -> None:
    """Differences of Table 3's rows beside 20 widths a block, and the line of two rows."""
    text = page("memory")

    def peaks(name: str) -> dict[int, tuple[float, float, float]]:
        """The batch's bytes, the printed and the predicted peak of every row, in GiB."""
        rows = memory_peaks.rows(name)
        return {X: (x / GIBI, float(y) / GIBI, z / GIBI) for X, x, y, z in rows}

    roberta, vit = peaks("roberta-base"), peaks("vit-large")
    rise = (roberta[12][1] - roberta[8][1]) / 4
    assert f"from 8 to 12 blocks RoBERTa's peak rises by {rise:.2f} GB a block" in text
    widths = 20 * 768 * 256 * 4 * 40 / GIBI  # tokens, bytes a number, samples
    assert f"the 20 widths that a block keeps are {widths:.3f} GiB" in text
    fall, predicted = ((vit[2][k] - vit[10][k]) / 8 for k in (1, 2))
    assert f"the peak falls by {fall:.3f} GB a block, predicted {predicted:.3f};" in text
    (top, whole, _), groups = vit[ALL_LAYER], [vit[X] for X in (2, 4, 6, 8, 10)]
    slopes = [(whole - y) / (top - x) for x, y, _ in groups]
    assert f"give a slope of {min(slopes):.1f} to {max(slopes):.0f} for ViT" in text


def test_the_table_of_tuned_nonconvex_runs() -> None:
    """Predicted over measured, where the horizon is that of the prediction."""
    rows = rows_of("normalised", "| problem | method | T by |")
    shares = [float(r[6]) / float(r[8]) for r in rows if r[6] != "-" and "robust" not in r[0]]
    text = page("normalised")
    assert f"the prediction is {min(shares):.2f} to {max(shares):.2f} of what is measured" in text


def test_the_bound_of_the_digits() -> None:
    """sqrt(gamma D_sigma/D_0) for the error of the start 0, the minimiser at the penalty 0.01."""
    error = lssgd_digits.trained(STANDARD.seed, STANDARD.train, 0.01)
    energy, d = np.abs(np.fft.fft(error)) ** 2, error.size
    shares = [smoothing.spectrum(d, s) @ energy / sum(energy) for s in (1, 2, 3)]
    factors = [(smoothing.gamma(d, s) * D) ** 0.5 for s, D in zip((1, 2, 3), shares, strict=True)]
    one, two, three = (f"{f:.2f}" for f in factors)
    assert f"is {one}, {two} and {three} for smoothing 1, 2 and 3" in page("smoothing")


def test_rates_of_gradient_descent_at_condition_number_10() -> None:
    """README: at step 1/L, and at 2/(mu + L), where the rate is (kappa - 1)/(kappa + 1)."""
    steps = {F(1, 10): F(9, 10), F(2, 11): F(9, 11)}
    for alpha, known in steps.items():
        assert max(abs(1 - alpha * F(1)), abs(1 - alpha * F(10))) == known
    assert [f"{float(known):.3g}" for known in steps.values()] == ["0.9", "0.818"]
