"""The computations that the claims on the concentration of DP-AdamBC rest on."""

from fractions import Fraction as F

import numpy as np
import pytest

from verify.formula.evaluate import Undecided
from verify.language import instance
from verify.papers.adambc.laboratory import deviations
from verify.papers.adambc.laboratory.tail import (
    enclosed_noise_tail,
    enclosed_reacting,
    enclosed_tail,
    noise_tail,
    reacting,
    tail,
    tenths_tail,
)
from verify.papers.adambc.results.prop_4 import Late

PLAIN = instance("sigma=1 C=1 B=2 beta2=9/10")


def test_the_tail_of_one_step_is_that_of_a_shifted_normal() -> None:
    # v = (1 + z)^2 with z of deviation 1/2 has mean 5/4: |v - 5/4| >= 1 outside (1/2, 3/2).
    value = tail((F(1),), xi=F(1), **PLAIN)
    draws = (1 + np.random.Generator(np.random.Philox(1)).normal(0, 0.5, 200_000)) ** 2
    assert value == pytest.approx(np.mean(np.abs(draws - 1.25) >= 1), abs=5e-3)


@pytest.mark.parametrize("g", [(F(1),), (F(0), F(1)), (F(1, 2),) * 10])
def test_a_ball_contains_the_tail_in_floating_point(g: tuple[F, ...]) -> None:
    ball = enclosed_tail(g, xi=F(1, 2), **PLAIN)
    assert abs(float(ball) - tail(g, xi=F(1, 2), **PLAIN)) < 1e-9


def test_the_noise_alone_is_a_tail_without_gradients() -> None:
    value = noise_tail(3, F(1, 4), F(9, 10), F(1, 5))
    assert value == pytest.approx(tail((F(0),) * 3, xi=F(1, 5), **PLAIN), rel=1e-9)
    assert float(enclosed_noise_tail(2, F(1, 4), F(9, 10), F(1, 5))) == pytest.approx(
        noise_tail(2, F(1, 4), F(9, 10), F(1, 5)), rel=1e-9
    )


@pytest.mark.parametrize("own", [True, False])
def test_a_process_that_does_not_react_is_fixed(own: bool) -> None:
    g = (F(0), F(1))
    expected = tail(g, xi=F(1, 2), **PLAIN)
    assert reacting(own)(g, g, xi=F(1, 2), **PLAIN) == pytest.approx(expected, rel=1e-9)
    assert float(enclosed_reacting(own)(g, g, xi=F(1, 2), **PLAIN)) == pytest.approx(expected)


def test_a_reaction_moves_the_private_moment_and_not_its_distance_from_the_clean_one() -> None:
    still, all_of_it = (F(0), F(0)), (F(0), F(1))
    values = PLAIN | instance("B=10 xi=1/4")
    assert float(enclosed_reacting(own=False)(still, all_of_it, **values)) > 0.5
    assert float(enclosed_reacting(own=True)(still, all_of_it, **values)) < 0.05


def test_tenths_repeat_their_gradients() -> None:
    g = tuple(F(i, 10) for i in range(10))
    repeated = tuple(x for x in g for _ in range(2))
    assert tenths_tail(g, 20, xi=F(1, 2), **PLAIN) == tail(repeated, xi=F(1, 2), **PLAIN)


def test_a_tail_without_noise_or_far_outside_is_undecided() -> None:
    with pytest.raises(Undecided):
        tail((F(1),), xi=F(1), **(PLAIN | instance("sigma=0")))
    with pytest.raises(Undecided):
        tail((F(1),), xi=F(1000), **PLAIN)
    with pytest.raises(Undecided):
        noise_tail(1, F(0), F(1, 2), F(1))


def test_quantiles_have_their_probability() -> None:
    xi = deviations.two_sided(F(1, 10), 10, F(2), 2, 2, F(9, 10))
    assert noise_tail(10, F(1), F(9, 10), F(xi)) == pytest.approx(0.1, rel=1e-6)
    assert deviations.one_sided(F(1, 10), 10, F(2), 2, 2, F(9, 10)) < xi


def test_late_sequences_begin_with_zero() -> None:
    rng = np.random.Generator(np.random.Philox(0))
    point = instance("t=3 C=1")
    kind = Late()
    assert all(kind.contains(g, point) for g in (kind.draw(rng, point, None), *kind.corners(point)))
    assert not kind.contains((F(1), F(0), F(0)), point)
