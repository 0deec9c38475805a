"""Section 6: the allocation of Proposition 4.2 under zero-concentrated differential privacy."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory import allocation
from verify.checks.base import Control
from verify.checks.claim import Claim
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.moments import Routes
from verify.context import Context

Case = dict[str, Any]
F = Fraction


def gaussian_variance(Y: Any, y: Any, D: Any, rho: Any) -> Any:
    """sigma_t^2 = D^2/(2 rho_t) at rho_t = rho y/Y, y = a_t^{1/2} and Y their sum."""
    return D**2 / (2 * (rho * y / Y))


def schedules(context: Context) -> Iterator[Case]:
    rng = context.named("weights").rng()
    for T in (1, 2, 10, 100):
        yield {"a": tuple(np.exp(rng.normal(scale=3, size=T)).tolist()), "rho": 0.3}


def closed_form(a: tuple[float, ...], rho: float, power: float = 0.5) -> np.ndarray:
    """Standard deviations for shares in proportion to a power of the weights, D = 40."""
    shares = np.asarray(a) ** power
    deviations: np.ndarray = np.sqrt(gaussian_variance(shares.sum(), shares, 40.0, rho))
    return deviations


def library(power: float) -> Routes:
    """The library against the closed form with another exponent in place of 1/2."""
    return Routes(
        name="the library's schedule",
        part="minimum",
        cases=schedules,
        first=lambda a, rho: allocation.gaussian_zcdp(a, rho, sensitivity=40.0).scales,
        second=lambda a, rho: closed_form(a, rho, power),
        tolerance=1e-12,
        meaning="dptheory.allocation.gaussian_zcdp gives the closed form",
        controls=()
        if power != 0.5
        else (
            Control(
                "cube roots for square roots",
                library(1 / 3),
                Outcome.FAILS,
                # Weights (1, 8): shares (1, sqrt 8) cost (1 + sqrt 8)^2, shares (1, 2) cost 15.
                lambda: (1 + 2) * (1 + 8 / 2) > (1 + 8**0.5) ** 2,
            ),
        ),
    )


SYMBOLS = dict.fromkeys(("y", "Y", "D", "rho"), "positive")
POINT = {"y": F(2), "Y": F(5), "D": F(3), "rho": F(1, 2)}
ZCDP = Claim(
    id="accelerated/zcdp-allocation",
    where="§6",
    title="allocation under zCDP",
    statement=r"A closed form analogous to Prop 4.2 exists for Gaussian noise under zCDP (budget "
    r"$\sum_t\rho_t=\rho$): $\rho_t\propto a_{T,t}^{1/2}$.",
    units={"y": "1", "Y": "1", "D": "loss/length", "rho": "1", "e": "1", "R": "1"},
    hypotheses=(
        "no subsampling",
        "a release with L2 sensitivity D and variance sigma^2 costs rho_t = D^2/(2 sigma^2)",
    ),
    checks=(
        Inequality(
            name="every other schedule costs more, term by term",
            part="minimum",
            # a_t = y_t^2, Y = sum of y_t, budgets e_t of sum R. 1/e lies above its tangent at
            # e = y R/Y: y^2/e >= 2 y Y/R - e Y^2/R^2; the right sides add up to Y^2/R.
            lhs=lambda y, e, Y, R: 2 * y * Y / R - e * Y**2 / R**2,
            rhs=lambda y, e, Y, R: y**2 / e,
            domain=Domain(
                {
                    "y": Range(0, 5, corners=(0, 1, 2)),
                    "e": Range(0.01, 5, log=True, corners=(1, 2)),
                    "Y": Range(0.01, 9, log=True, corners=(2, 4)),
                    "R": Range(0.01, 9, log=True, corners=(2,)),
                }
            ),
            proof=Decomposition(
                {"y": "nonnegative"} | dict.fromkeys(("e", "Y", "R"), "positive"),
                "the difference is (y R - e Y)^2/(e R^2) (Cauchy-Schwarz), for any T",
                terms=lambda y, e, Y, R: ((y * R - e * Y) ** 2 / (e * R**2),),
            ),
        ),
        Identity(
            name="the closed form attains it",
            part="minimum",
            lhs=lambda y, Y, D, rho: y**2 * gaussian_variance(Y, y, D, rho),
            rhs=lambda y, Y, D, rho: y * Y * D**2 / (2 * rho),
            symbols=SYMBOLS,
            instance=POINT,
            general="summed over t it is D^2 (sum of a_t^{1/2})^2/(2 rho)",
        ),
        Identity(
            name="the closed form spends the budget",
            part="feasible",
            lhs=lambda y, Y, D, rho: D**2 / (2 * gaussian_variance(Y, y, D, rho)),
            rhs=lambda y, Y, D, rho: rho * y / Y,
            symbols=SYMBOLS,
            instance=POINT,
            general="summed over t it is rho",
        ),
        library(0.5),
    ),
    note="The budget is spread less evenly than under pure privacy (exponent 1/2 instead of 1/3), "
    "while the noise varies less: sigma_t is proportional to a_{T,t}^{-1/4}, b_t to "
    "a_{T,t}^{-1/3}. Steps of weight zero get no budget.",
)

CLAIMS = (ZCDP,)
