"""Releases on a subsample and the Gaussian profile: numbers against enclosures and other routes."""

import math
from fractions import Fraction as F

import pytest
from flint import ctx

from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_lower, subsampled_upper
from verify.formula.evaluate import Undecided, Undefined
from verify.papers.nsgd.laboratory.sampled_pair import attained, enclosed_attained
from verify.papers.nsgd.lemmas.gaussian_profile import enclosed_profile, profile

RELEASES = (
    (F(11, 10), F(9, 20), F(1, 10**5)),
    (F(2), F(49, 100), F(1, 2 * 10**7)),
    (F(14, 5), F(6, 5), F(1, 50)),
    (F(25), F(18, 5), F(1, 50)),
)


@pytest.mark.parametrize("release", RELEASES)
def test_a_number_lies_in_its_enclosure(release: tuple[F, F, F]) -> None:
    with ctx.workprec(160):
        ball = enclosed_attained(*release)
        assert float(ball.rad()) < 1e-12 * float(ball)
        assert attained(*release) == pytest.approx(float(ball), rel=1e-9)


@pytest.mark.parametrize("release", RELEASES)
def test_a_pair_attains_what_the_library_says_and_no_more_than_its_bound(
    release: tuple[F, F, F],
) -> None:
    order, noise, rate = map(float, release)
    relation = Neighbouring.REPLACE_ONE
    found = attained(*release)
    assert found <= subsampled_lower(order, noise, rate, neighbouring=relation) * (1 + 1e-6)
    assert found <= subsampled_upper(order, noise, rate, neighbouring=relation)


def test_at_order_2_the_divergence_has_a_closed_form() -> None:
    with ctx.workprec(160):
        ball = enclosed_attained(2, F(1, 2), F(1, 100))
    assert float(ball) == pytest.approx(math.log1p(math.expm1(4) / 10**4), rel=1e-12)


def test_no_enclosure_of_instances_that_are_not_plain() -> None:
    assert enclosed_attained(F(1001, 1000), F(1), F(1, 50)) is None
    assert enclosed_attained(F(1), F(1), F(1, 50)) is None


@pytest.mark.parametrize("release", [(1, 1, F(1, 2)), (2, 0, F(1, 2)), (2, 1, 0)])
def test_outside_its_set_a_release_has_no_divergence(release: tuple[F, F, F]) -> None:
    with pytest.raises(Undefined):
        attained(*release)


def test_an_integral_over_too_large_a_range_is_undecided() -> None:
    with pytest.raises(Undecided):
        attained(1000, F(1, 2), F(1, 50))


@pytest.mark.parametrize(("eps", "noise"), [(1, 1), (2, F(18, 5)), (F(1, 10), F(5)), (8, F(1, 4))])
def test_the_profile_lies_in_its_enclosure(eps: F, noise: F) -> None:
    with ctx.workprec(160):
        assert profile(eps, noise) == pytest.approx(float(enclosed_profile(eps, noise)), rel=1e-8)


def test_without_noise_there_is_no_profile() -> None:
    assert enclosed_profile(1, 0) is None
    with pytest.raises(Undefined):
        profile(1, 0)
