r"""What the last iterate of gradient descent at the step 1/L loses to noise, at least.

With :math:`m=\mu/L`, k steps without noise from the distance R to the minimiser lead at worst to
:math:`F(x_k)-F^*=\frac L2R^2\frac m{m-1+(1-m)^{-2k}}` (Drori and Teboulle 2014 for m = 0; Taylor,
Hendrickx and Glineur 2017), which a function of one variable attains: its slope grows by L up to
:math:`\tau` and by :math:`\mu` from there on, and :math:`\tau` is where the path ends its last step
or before.

**Noise** :math:`w_t` **of the mean square** :math:`\sigma_t^2`, **whose law may change with t.**
Let F be a sum of such functions, one of each coordinate, and start in the minimiser. Let
:math:`w_t` move coordinate t alone: by a large number with a small probability p, by a small
opposite one otherwise, so that its mean is 0. The coordinate's error at the end is then that of
T - 1 - t steps from :math:`\frac{|w_t|}L`, and as :math:`p\to0` its mean goes to
:math:`c_{T-1-t}\sigma_t^2`,

.. math:: c_k=\frac1{2L}\,\frac m{m-1+(1-m)^{-2k}}.

So every bound :math:`\sum_tc'_{T-1-t}\sigma_t^2` of the last iterate that holds for all F and all
such noise has :math:`\sum_tc'_{T-1-t}\sigma_t^2\ge\sum_tc_{T-1-t}\sigma_t^2`. Whether there is one
with these weights is open for all T.

**Schedules.** At a fixed :math:`S=\sum_t\sigma_t^{-2}` (the budget of Gaussian noise) this noise
costs :math:`\frac1S(\sum_k\sqrt{c_k})^2` under the best schedule, :math:`\sigma_t^2\propto
c_{T-1-t}^{-1/2}`, and no schedule costs less. The row has what a constant one, and the best one for
the weights :math:`\rho^{2k}`, :math:`\rho=1-m`, cost beside it, and :math:`\sum_kc_k`: equal noise
on the last iterate, where the mean of all iterates has :math:`\frac1{2L}` at most.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction as F

from verify.language import (
    Draft,
    Formula,
    claim,
    index,
    lemma,
    notation,
    says,
    sequence,
    table,
    total,
)
from verify.language.symbols import Real, between, natural, positive
from verify.methods.derive import Derive, cauchy_schwarz, shown, substitute

V = notation(
    T=natural("T", search=(1, 6)),
    k=natural("k", least=0, search=(0, 8)),
    L=positive("L", unit="loss/length^2", search=(0.1, 10)),
    R=positive("R", unit="length", search=(0.1, 10)),
    m=between(0, 1, "m", unit="1", ends="()"),
    q=between(0, 1, "q", unit="1", ends="(]"),
    tau=positive(r"\tau", unit="length", search=(0.1, 10)),
    root=sequence("T", "b", unit="1", entry=Real(F(0))),
    sigma=sequence("T", r"\sigma", unit="gradient", entry=Real(F(0), open_low=True)),
)
i = index("i")


def place(q: Formula, tau: Formula) -> Formula:
    """x_k where the slope is L tau + mu (x - tau), q = (1 - m)^k."""
    return q * V.R - (1 - q) * (1 - V.m) / V.m * tau


def slope(x: Formula) -> Formula:
    """F'(x), for x >= tau."""
    return V.L * (V.tau + V.m * (x - V.tau))


def value(x: Formula, tau: Formula) -> Formula:
    """F(x) - F*, for x >= tau."""
    return V.L * (tau**2 / 2 + tau * (x - tau) + V.m / 2 * (x - tau) ** 2)


def worst(q: Formula) -> Formula:
    """m/(m - 1 + q^-2)."""
    return V.m / (V.m - 1 + q**-2)


TAU = worst(V.q) * V.R
STAYS = lemma("dptheory/late-noise-stays", TAU <= place(V.q, TAU))
ENDS = lemma(
    "dptheory/late-noise-ends", value(place(V.q, TAU), TAU) == V.L / 2 * V.R**2 * worst(V.q)
)
POWER = (1 - V.m) ** V.k
BEST = worst(POWER) * V.R
AT_LEAST = claim(
    "dptheory/late-noise",
    "docs/lmi.md",
    "last iterate of gradient descent at 1/L: what noise k steps before the end costs at least",
).says(
    {
        "the path": says(
            place((1 - V.m) ** (V.k + 1), V.tau)
            == place(POWER, V.tau) - slope(place(POWER, V.tau)) / V.L
        ),
        "where the slope is that": says(
            BEST <= place(POWER, BEST), by=Derive(substitute(STAYS, {"q": POWER}))
        ),
        "its end": says(
            value(place(POWER, BEST), BEST) == V.L / 2 * V.R**2 * worst(POWER),
            by=Derive(substitute(ENDS, {"q": POWER})),
        ),
    },
    known="Drori, Teboulle 2014; Taylor, Hendrickx, Glineur 2017",
)


SCALED, INVERSE = V.root[i] * V.sigma[i], 1 / V.sigma[i]
ROOTS, PAIRS = total(i, 1, V.T, V.root[i]), total(i, 1, V.T, SCALED * INVERSE)
COST = total(i, 1, V.T, V.root[i] ** 2 * V.sigma[i] ** 2) * total(i, 1, V.T, 1 / V.sigma[i] ** 2)
ALL = says(
    ROOTS**2 <= COST,
    by=Derive(
        shown(ROOTS**2 == PAIRS**2),
        cauchy_schwarz(SCALED, INVERSE, i, 1, V.T),
        shown(total(i, 1, V.T, SCALED**2) * total(i, 1, V.T, INVERSE**2) == COST),
    ),
)


def weight(T: int, k: Formula) -> Formula:
    """L c_k at kappa = T."""
    m = F(1, T)
    return m / (2 * (m - 1 + (1 - m) ** (-2 * k)))


def summed(T: int, body: Formula) -> Formula:
    """Over the T steps."""
    return total(i, 0, T - 1, body)


def best(T: int) -> Formula:
    """The cost of the best schedule times L S."""
    return summed(T, weight(T, i).sqrt()) ** 2


def constant(T: int) -> Formula:
    """That of equal noise."""
    return T * summed(T, weight(T, i))


def by_rate(T: int) -> Formula:
    """That of sigma^2 as rho^-k, k steps before the end."""
    rho = 1 - F(1, T)
    return summed(T, weight(T, i) * rho**-i) * summed(T, rho**i)


TOGETHER = {10: "0.89", 100: "1.44"}
EQUAL = {10: "1.5", 100: "2.2", 1000: "2.9"}
RATE = {10: "1.2", 100: "1.5", 1000: "2.0"}


def entries(digits: Mapping[int, str], value: Callable[[int], Formula]) -> Draft:
    """A table over T."""
    return table({f"T = {T}": (shown, value(T)) for T, shown in digits.items()})


SCHEDULES = claim(
    "dptheory/late-noise-schedules",
    "docs/lmi.md",
    "schedules against such noise, at T = kappa: constant, and by the rate's weights",
).says(
    {
        "no schedule costs less than the best one": ALL,
        "all weights together": entries(TOGETHER, lambda T: summed(T, weight(T, i))),
        "equal noise over the best schedule": entries(EQUAL, lambda T: constant(T) / best(T)),
        "by the rate's weights over it": entries(RATE, lambda T: by_rate(T) / best(T)),
    }
)
