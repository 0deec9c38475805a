"""What Figures 3 and 4 show, and the remark on uncorrelated noise, by other code."""

from collections.abc import Callable
from fractions import Fraction as F

import pytest

from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import Claim
from verify.methods.context import Context
from verify.papers.accelerated.laboratory.accelerated_logistic import Cell
from verify.papers.accelerated.laboratory.data_sets import (
    FACTORS,
    FULL,
    HORIZONS,
    PRINTED_LEVELS,
    SAMPLED,
)
from verify.papers.accelerated.laboratory.drawn_errors import levels
from verify.papers.accelerated.results import section_5_text as text
from verify.papers.accelerated.results.assumption_3_2 import ASSUMPTION
from verify.papers.accelerated.results.required_noise import SUBSAMPLING
from verify.papers.accelerated.results.uncorrelated_noise import UNCORRELATED_NOISE, WITNESS

QUICK = Context(mode="quick")


def end(algorithm: str, T: int, c: float = 1.0, m: int = FULL) -> float:
    """The logarithm at which a curve ends."""
    return levels()[Cell(algorithm, m, T, c)]


def test_every_curve_has_an_end_near_the_level_that_is_printed() -> None:
    assert len(levels()) == 6 * len(HORIZONS) * len(FACTORS) * 2
    assert all(-3 < level < 2 for level in levels().values())
    for cell, printed in PRINTED_LEVELS.items():
        assert levels()[cell] == pytest.approx(float(printed), abs=0.02)


def test_the_figures_settle_what_is_said_of_them() -> None:
    assert min(HORIZONS, key=lambda T: end("DP-GD", T)) == 500
    assert min(HORIZONS, key=lambda T: end("DP-GD", T, 0.1)) == 1000
    assert min(HORIZONS, key=lambda T: end("DP-HB", T)) == 100
    for m in (FULL, SAMPLED):
        best = {a: min(end(a, T, 1.0, m) for T in HORIZONS) for a in ("DP-GD", *text.ACCELERATED)}
        assert min(best, key=best.__getitem__) == "DP-NAG-opt"
        assert max(best, key=best.__getitem__) == "DP-GD"
    worse = end("DP-MASG-opt", 1000, 0.1, SAMPLED) - end("DP-MASG", 1000, 0.1, SAMPLED)
    assert 10**worse == pytest.approx(4.646, rel=1e-3)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (text.VERSUS_GD, "supported"),
        (text.BOTH_M, "supported"),
        (text.BEST_HB, "supported"),
        (text.OPT_BEST, "supported"),
        (text.BEST_GD, "corrected"),
        (text.OPT_SUBSAMPLED, "corrected"),
    ],
)
def test_a_sentence_on_a_figure_is_judged_by_the_figure(said: Claim, verdict: str) -> None:
    # What other data sets show are notes, and take minutes where they are not kept.
    bare = Claim(**{**vars(said), "notes": ()})
    assert run_claim(bare, QUICK).verdict == verdict


@pytest.mark.parametrize("said", [SUBSAMPLING, ASSUMPTION])
def test_what_is_meant_holds(said: Claim, judged: Callable[[str], ClaimRecord]) -> None:
    record = judged(said.id)
    assert record.verdict == "verified"
    assert record.extent is None


def test_uncorrelated_noise_breaks_23_after_two_steps() -> None:
    """The instance by hand: three values of x_1, F' = x up to 2 and 2 + (x - 2)/2 beyond."""
    alpha, beta, rho, s2 = F(4, 3), F(1, 50), F(5, 12), F(17, 8)
    law = ((F(3, 4), F(-1), F(-3, 8)), (F(3, 16), F(2), F(21, 8)), (F(1, 16), F(6), F(-27, 8)))

    def slope(x: F) -> F:
        return min(x, 2 + (x - 2) / 2)

    def loss(x: F) -> F:
        return x**2 / 2 if x <= 2 else 2 + 2 * (x - 2) + (x - 2) ** 2 / 4

    def mean(of: object) -> F:
        return sum((q * of(x, w) for q, x, w in law), F(0))  # type: ignore[operator]

    assert mean(lambda x, w: x) == mean(lambda x, w: w) == mean(lambda x, w: x * w) == 0
    assert max(mean(lambda x, w: (x / alpha) ** 2), mean(lambda x, w: w * w)) < s2
    assert mean(lambda x, w: slope(x) * w) > 0
    left = mean(lambda x, w: loss((1 + beta) * x - alpha * (slope(x) + w)))
    right = (1 + rho**2) * alpha**2 / 2 * s2
    record = run_claim(Claim(**{**vars(UNCORRELATED_NOISE), "instead": {}}), QUICK)
    assert record.verdict == "refuted"
    printed = record.parts[1].printed
    assert printed is not None
    assert (printed.finding.left, printed.finding.right) == (left, right)
    assert printed.finding.point == WITNESS
    assert record.parts[0].verdict == "verified"
