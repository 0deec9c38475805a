r"""Section 3, (11): the leak of one step, by the densities of what it releases on Y and Y'.

Y has the gradients of the records 1..n at x_t, and Y' that of n + 1 in the place of 1; densities
are those at the point z times :math:`(2b)^d`.
"""

import itertools
from functools import partial
from typing import Any

from dptheory.numbers import exp
from verify.display.latex import tex
from verify.formula.evaluate import Undefined
from verify.language import Formula, claim, natural, number, of_kind, positive, real, says, vector
from verify.methods.derive import Derive, chain, having, monotone, multiply, shown, words
from verify.papers.accelerated.kinds import Gradients
from verify.papers.accelerated.lemmas import amplification
from verify.papers.accelerated.lemmas.amplification import SHARE, amplified
from verify.papers.accelerated.lemmas.sampling import BATCHES, GRADIENT
from verify.papers.accelerated.results.thm_a1 import THM_A1
from verify.papers.enclosures import computed

MOST = 8  # records of which all batches are listed
V = amplification.V.extended(
    d=amplification.V.d.within(search=(1, 2)),
    n=natural("n", search=(1, 5)),
    m=amplification.V.m.within(search=(1, 5)),
    S_x=positive("S", unit=GRADIENT, search=(0.1, 10)),
    b=positive("b", unit=GRADIENT, search=(0.1, 10)),
    pair=of_kind(
        Gradients("n", extra=1), r"\nabla f(x_t;y_1),\dots,\nabla f(x_t;y_{n+1})", unit=GRADIENT
    ),
    z=vector("d", "z", unit=GRADIENT),
    y=real("y", unit=GRADIENT, search=(-10, 10)),
)


def density(pair: Any, m: int, b: Any, z: Any, *, shift: int, inside: bool | None = None) -> Any:
    r"""The mean over batches of $\exp(-\Vert z-m_B\Vert_1/b)$ with the mean gradient $m_B$ of each.

    Args:
        inside: whether the record of Y and Y' that differs is in the batch; None: in either case.
            Where no batch lacks it (m = n), the mean is over those that have it.
    """
    n = len(pair) - 1
    if not 1 <= m <= n <= MOST:
        raise Undefined(f"a batch must be of few records. Found {m} of {n}.")
    differing, wanted = n * shift, inside if m < n else None
    found = [
        exp(-sum(abs(x - sum(c) / m) for x, c in zip(z, zip(*batch, strict=True), strict=True)) / b)
        for records in itertools.combinations(range(shift, n + shift), int(m))
        if wanted in (None, differing in records)
        for batch in [[pair[k] for k in records]]
    ]
    return sum(found[1:], found[0]) / len(found)


def mean(name: str, **which: Any) -> Formula:
    """The mean density at z over batches of Y or of Y'."""
    return computed(name, partial(density, **which), V.pair, V.m, V.b, V.z, whole=(1,))


LEAK = r"\ln\left[(e^{S/(bm)}-1)\frac{m}{n}+1\right]"
LARGEST = tex(V, r"(e^{S/(bm)}-1)\frac{m}{n}+1")
ON_Y, ON_Y2 = mean("p_Y(z)", shift=0), mean("p_{Y'}(z)", shift=1)
PARTS = {
    "without": mean("P", shift=0, inside=False),
    "on_y": mean("P_Y", shift=0, inside=True),
    "on_y2": mean("P_{Y'}", shift=1, inside=True),
}
EXPONENT = V.S_x / (V.b * V.m)
ODDS = EXPONENT.exp()
AT_LEAST_1 = chain(
    shown(number(1) == number(0).exp()), monotone("exp", shown(number(0) <= EXPONENT))
)
SENSITIVITY = (
    "Replacing a record moves the mean of a batch by at most S/m, which by accelerated/thm-a1 "
    "costs a factor e^(S/(bm)), here e^epsilon. "
)
MORE_LIKELY = chain(
    shown(ON_Y / ON_Y2 == 1 / ON_Y2 * ON_Y),
    multiply(amplified(ON_Y, ON_Y2, PARTS, ODDS, why=SENSITIVITY, cites=[THM_A1]), 1 / ON_Y2),
    shown(1 / ON_Y2 * ((1 + SHARE * (ODDS - 1)) * ON_Y2) == LARGEST),
)
POSITIVE = [words("A density of Laplace noise.", 0 < density) for density in (ON_Y, ON_Y2)]
AT_MOST = says(
    (ON_Y / ON_Y2).log() <= tex(V, LEAK),
    given=BATCHES,
    by=Derive(having([AT_LEAST_1, *POSITIVE], monotone("log", MORE_LIKELY))),
)
# On the line, record 1 at S and all others at 0, released at y >= S/m.
FAR = (-V.y / V.b).exp()
CLOSE = (-(V.y - V.S_x / V.m) / V.b).exp()
ATTAINED = says(
    (((1 - V.m / V.n) * FAR + V.m / V.n * CLOSE) / FAR).log() == tex(V, LEAK),
    given=[*BATCHES, V.y >= V.S_x / V.m],
)
EQ_11 = (
    claim("accelerated/eq-11", "§3, (11)", "Leak of one step")
    .says({"no more": AT_MOST, "attained": ATTAINED})
    .quoting(r"\varepsilon(S,b,n,m)=\ln\left[(e^{S/(bm)}-1)\frac mn+1\right]", part="attained")
    .quoting(
        r"\epsilon_t=\varepsilon(S_1(x_t),b_t(x_t),n,m)",
        part="attained",
        reading=("as the logarithm of the ratio of two densities, on data for which it is largest"),
    )
    .rejects(
        "sensitivity S/n",
        part="no more",
        right=tex(V, r"\ln\left[(e^{S/(bn)}-1)\frac{m}{n}+1\right]"),
    )
)
