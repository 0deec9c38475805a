r"""Noise schedules for the last iterate of gradient descent at the step 1/L.

With noise of the mean square :math:`\sigma_t^2`, whose law may change with t, the worst case of
:math:`EF(x_T)-F^*` has the noise part :math:`\sum_tc_{T-1-t}\sigma_t^2`. With :math:`m=\mu/L`

.. math:: c_k=\frac1{2L}\,\frac m{m-1+(1-m)^{-2k}}:

what k steps without noise make of the distance :math:`\frac{\sigma_t}L` (Drori and Teboulle 2014;
Taylor, Hendrickx and Glineur 2017). No weight is smaller: a function of a coordinate for each
noise has all of them at once. None need be larger: the row ``dptheory/last-iterate-weights``.

At a fixed :math:`S=\sum_t\sigma_t^{-2}` (the budget of Gaussian noise) the best schedule is
:math:`\sigma_t^2\propto c_{T-1-t}^{-1/2}` and costs :math:`\frac1S(\sum_k\sqrt{c_k})^2`. The row
compares worst cases with it: of equal noise, and of the best schedule for the weights
:math:`\rho^{2k}`, :math:`\rho=1-m`, of a bound through the rate. :math:`\sum_kc_k` is the worst
case of equal noise on the last iterate; the mean of all iterates has :math:`\frac1{2L}`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction as F

from verify.language import Draft, Formula, claim, index, notation, says, sequence, table, total
from verify.language.symbols import Real, between, natural, positive
from verify.methods.derive import Derive, cauchy_schwarz, shown

V = notation(
    T=natural("T", search=(1, 6)),
    L=positive("L", unit="loss/length^2", search=(0.1, 10)),
    mu=positive(r"\mu", unit="loss/length^2", search=(0.01, 10)),
    q=between(0, 1, "q", unit="1", ends="(]"),
    root=sequence("T", "b", unit="1", entry=Real(F(0))),
    sigma=sequence("T", r"\sigma", unit="gradient", entry=Real(F(0), open_low=True)),
)
i = index("i")

# p = (1 - m)^(2k) of its distance and S the steps in it, in the form of last-iterate-weights.
P = V.q**2
S = (1 - P) / V.mu
M = V.mu / V.L
WEIGHT = M / (2 * V.L * (M - 1 + 1 / P))

# b_k = sqrt(c_k).
SCALED, INVERSE = V.root[i] * V.sigma[i], 1 / V.sigma[i]
ROOTS, PAIRS = total(i, 1, V.T, V.root[i]), total(i, 1, V.T, SCALED * INVERSE)
COST = total(i, 1, V.T, V.root[i] ** 2 * V.sigma[i] ** 2) * total(i, 1, V.T, 1 / V.sigma[i] ** 2)
LEAST = says(
    ROOTS**2 <= COST,
    by=Derive(
        shown(ROOTS**2 == PAIRS**2),
        cauchy_schwarz(SCALED, INVERSE, i, 1, V.T),
        shown(total(i, 1, V.T, SCALED**2) * total(i, 1, V.T, INVERSE**2) == COST),
    ),
)


def weight(T: int) -> Formula:
    """L c_i at kappa = T."""
    m = F(1, T)
    return m / (2 * (m - 1 + (1 - m) ** (-2 * i)))


def summed(T: int, body: Formula) -> Formula:
    """Over the T steps."""
    return total(i, 0, T - 1, body)


def best(T: int) -> Formula:
    """The cost of the best schedule times L S."""
    return summed(T, weight(T).sqrt()) ** 2


def constant(T: int) -> Formula:
    """That of equal noise."""
    return T * summed(T, weight(T))


def by_rate(T: int) -> Formula:
    """That of sigma^2 as rho^-k, k steps before the end."""
    rho = 1 - F(1, T)
    return summed(T, weight(T) * rho**-i) * summed(T, rho**i)


def entries(digits: Mapping[int, str], value: Callable[[int], Formula]) -> Draft:
    """A table over T = kappa."""
    return table({f"T = {T}": (shown, value(T)) for T, shown in digits.items()})


TOGETHER = {10: "0.89", 100: "1.44"}
EQUAL = {10: "1.55", 100: "2.16", 1000: "2.88"}
RATE = {10: "1.18", 100: "1.55", 1000: "1.99"}
SCHEDULES = (
    claim(
        "dptheory/noise-schedules",
        "docs/allocation.md",
        "Schedules for the last iterate of gradient descent at the step $1/L$ with "
        r"$T=\kappa$: equal noise, noise by the weights of the rate, and the best one",
    )
    .says(
        {
            "the weight": says(
                V.L / 2 * P / (1 + (V.L - V.mu) * S) / V.L**2 == WEIGHT, given=[V.mu < V.L]
            ),
            "no schedule costs less than the best one": LEAST,
            "all weights together": entries(TOGETHER, lambda T: summed(T, weight(T))),
            "equal noise over the best schedule": entries(EQUAL, lambda T: constant(T) / best(T)),
            "by the rate's weights over it": entries(RATE, lambda T: by_rate(T) / best(T)),
        }
    )
    .rejects(
        "the weights of the rate",
        entries(EQUAL, lambda T: T * summed(T, (1 - F(1, T)) ** (2 * i)) / best(T)),
        part="equal noise over the best schedule",
    )
)
