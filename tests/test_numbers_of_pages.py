"""Numbers that pages state and neither a command on the page nor a row of the ledger shows."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ndtri

from dptheory import smoothing
from dptheory.bounds import smoothed
from dptheory.optimizers.floor import adam_floor, average_variance
from verify.ledger import meanings
from verify.ledger.collection import project
from verify.papers.adambc.laboratory.adam_moments import (
    BATCH,
    BETA1,
    DIVISOR,
    SNLI,
    STEPS,
    SUBTRACTED,
    snli_like,
)
from verify.papers.lssgd.laboratory.smoothing_figures import SIGNALS, best_smoothing, error_ratio

ROOT = Path(__file__).resolve().parents[1]


def page(name: str) -> str:
    """A page as one line."""
    return " ".join((ROOT / name).read_text(encoding="utf-8").split())


def test_smoothing_harms_a_constant_error_with_batches_of_one() -> None:
    """f_1 = w_1^2, f_2 = w_2^2, b = 1, w_0 = (1, 1), eta = 1/2, no noise, T = 10."""

    def error(inverse: np.ndarray) -> float:
        second = np.ones((2, 2))  # E w w'
        steps = [np.eye(2) - inverse @ np.diag(h) / 2 for h in ([2.0, 0.0], [0.0, 2.0])]
        for _ in range(10):
            second = sum(step @ second @ step.T for step in steps) / 2
        return float(np.trace(second)) / 2

    inverse = np.column_stack([smoothing.solve(unit, 1.0) for unit in np.eye(2)])
    assert f"{error(inverse) / error(np.eye(2)):.1f} times larger" in page("docs/smoothing.md")


def test_the_square_of_figure_2_is_smoothed_away() -> None:
    signal = SIGNALS["v_2"]
    best = best_smoothing(signal)
    times = error_ratio(signal, signal.smoothing) / error_ratio(signal, best)
    said = f"the printed strength of {signal.smoothing:g} is far beyond the best one, {best:.1f}"
    assert f"{said}, and leaves {times:.1f} times its error" in page("docs/smoothing.md")


def test_the_stand_in_for_snli_has_the_printed_quartile() -> None:
    quartile = SNLI.deviation * math.sqrt(average_variance(BETA1, STEPS)) * ndtri(0.75)
    mantissa, exponent = f"{quartile:.2e}".split("e-0")
    assert (
        f"the exact law then has the printed upper quartile of `m^p`, {mantissa}e-{exponent}"
        in (page("docs/adam.md"))
    )
    assert f"has the divisor {DIVISOR} in place of the batch size {BATCH}" in page("docs/adam.md")


def test_the_updates_of_the_stand_in_for_snli(tmp_path: Path) -> None:
    found, said = snli_like(folder=tmp_path), page("docs/adam.md")
    left, floor = found["v_p"] - SUBTRACTED, 3e-10
    assert np.median(left) < floor
    assert f"{100 * np.mean(left <= floor):.0f} % of the coordinates are then on" in said
    alike = np.mean(found["v_p"] - SNLI.variance <= floor)
    assert f"(with one divisor for both: {100 * alike:.0f} %)" in said
    adam = np.quantile(found["m_p"] / np.sqrt(found["v_p"]), 0.75)
    updates = found["m_p"] / np.sqrt(np.maximum(left, floor))
    assert (
        f"{adam:.3f} for DP-Adam (printed: 0.155) and {np.quantile(updates, 0.75):.2f} for" in said
    )
    assert f"has updates of {np.sqrt(np.mean(updates**2)):.1f} in root mean square" in said
    own = np.maximum(left, adam_floor(SUBTRACTED, BETA1, STEPS))
    assert f"with its own floor {np.sqrt(np.mean(found['m_p'] ** 2 / own)):.2f}." in said


def test_the_rings_of_figure_3_need_more_than_the_budget() -> None:
    """As much as the ledger's page says of the released runs."""
    said = re.search(
        r"`accelerated/released-budget`: .* spend ([\d.]+) times", page("paper_checks.md")
    )
    assert said is not None
    assert f"{math.sqrt(2):.2f}" == said[1]


def test_the_best_bound_of_a_capped_step() -> None:
    D, L, V, T = 1.0, 1.0, 1e-6, 10
    assert smoothed.convex_best(D, L, V, T) == (L * D / T + V / L) / 2
    assert D * L**2 > T * V
    said = r"$\frac12\left(\frac{LD}T+\frac VL\right)$ where the step is capped ($DL^2>TV$)"
    assert said in page("docs/smoothing.md")


def test_the_noise_of_theorem_1_against_what_is_enough() -> None:
    shown = page("docs/privacy.md")
    least = re.search(r"0\.037422 (\S+) \S+ privacy loss", shown)
    assert least is not None
    assert f"{0.425965 / float(least[1]):.1f} times as much as necessary" in shown


@pytest.mark.parametrize("name", ["README.md", "docs/allocation.md", "docs/privacy.md"])
def test_samplers_are_said_to_be_for_analysis(name: str) -> None:
    assert "for analysis, not for the release of data" in page(name)


def test_the_findings_of_the_first_page_are_those_of_the_ledger() -> None:
    shown = re.findall(
        r"^  \[`([^`]+)`\]\(docs/ledger/\S+\) (.*)$",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(shown) == 5
    ledger = (ROOT / "paper_checks.md").read_text(encoding="utf-8")
    assert [name for name, said in shown if f"- `{name}`: {said}\n" not in ledger] == []


def test_the_first_findings_of_a_paper_have_an_objection_and_an_answer() -> None:
    answered = set(re.findall(r"\[`([^`]+)`\]\(ledger/", page("docs/objections.md")))
    first = {name for ids in meanings.all_first(project()).values() for name in ids}
    assert len(first) == 25
    assert sorted(first - answered) == []


def test_the_first_page_has_a_screen_and_a_half() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 105
