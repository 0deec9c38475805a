r"""Steps of the proof of Theorem 2 (``results/proof_2``): step sizes that weight the iterates.

The step sizes of step 3 are :math:`\eta_k=s_k/(2L)` with shares :math:`s_k\in(0,1]`.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, number, says, symbols, total
from verify.methods.derive import Derive, multiply, shown, sum_over, words
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.laboratory import training
from verify.papers.lssgd.lemmas import runs
from verify.papers.lssgd.lemmas.runs import k
from verify.papers.lssgd.results.eq_9 import EQ_9
from verify.papers.lssgd.results.lemmas_4_5 import LEMMA_4

V = printed.V.extended(
    whole=symbols.positive("S", unit="1"),
    shares=symbols.sequence("T", "s", unit="1", entry=symbols.Real(F(0), F(1), True)),
)
STEP_2 = (
    "By one-step, added up over the coordinates, the squared A-norm of the error falls on average "
    "by 2 eta <grad F, w^k - w^*>, at least 2 eta (F(w^k) - F^*), less eta^2 times the squared "
    "gradient, at most 4/3 eta (F(w^k) - F^*) by (10), the sampling error's G^2/b of (9) and the "
    "noise's gamma d nu^2 of Lemma 4."
)


def of_shares(name: str, function: Any, at: Any = V.T) -> Formula:
    """An expectation over a run with these step sizes."""
    return runs.of_run(name, function, V.convex, at, eta=V.shares, shares=True)


EXCESS = of_shares(r"E[F(\tilde w)]-F^*", training.average_gap)
COST = V.G**2 / V.b + runs.LEFT


def by_steps(bound: Formula) -> Derive:
    """The bound of the excess from (2/3) eta_k (F(w^k) - F^*), what step k gains at least."""
    eta, gap = V.shares[k + 1] / (2 * V.L), of_shares("E[F(w^k)]-F^*", training.gap, k)
    here, there = (
        of_shares(r"E\Vert w^k-w^*\Vert_{A_\sigma}^2", training.distance, at) for at in (k, k + 1)
    )
    gain, fall = F(2, 3) * eta * gap, here - there + eta**2 * COST
    weight = 1 / (F(2, 3) * (V.whole / (2 * V.L)))
    step = words(STEP_2, gain <= fall, cites=[runs.ONE_STEP, EQ_9, LEMMA_4])
    return Derive(
        words(
            "A convex F is at the weighted mean of the iterates at most what it is there in the "
            "weighted mean.",
            EXCESS <= weight * total(k, 0, V.T - 1, gain),
        ),
        multiply(sum_over(k, 0, V.T - 1, step), weight),
        words(runs.TELESCOPES, weight * total(k, 0, V.T - 1, fall) <= bound),
    )


def at_number(C_2: Formula, iterations: Formula, eta: Formula, nu: Formula) -> Draft:
    """The bound of constant steps eta = 1/sqrt(T), at the noise nu and number T of step 4."""
    summed = V.distance + V.G**2 / V.b
    with_noise = (summed + printed.level(V.gamma, runs.EFFECTIVE)) / V.T.sqrt()
    share = summed * V.C1.sqrt() / V.T.sqrt()
    return says(
        (V.distance / (eta * V.T) + eta * (V.G**2 / V.b + V.gamma * V.d * nu**2)) / 2
        <= printed.step_4(C_2, V.distance),
        given=[iterations],
        by=Derive(
            shown(with_noise / 2 <= F(3, 2) * with_noise),
            multiply(shown(share == printed.step_4(number(1), V.distance)), C_2),
        ),
    )
