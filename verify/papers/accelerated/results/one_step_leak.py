r"""Section 3, (11): the leak of one step, by the densities of what it releases on Y and Y'.

Y has the gradients of the records 1..n at x_t, and Y' that of n + 1 in the place of 1; densities
are those at the point z times :math:`(2b)^d`.
"""

import itertools
from typing import Any

from dptheory.numbers import exp, log
from verify.display.latex import tex
from verify.formula.evaluate import Undefined
from verify.language import claim, natural, of_kind, positive, real, says, vector
from verify.papers.accelerated.kinds import Gradients
from verify.papers.accelerated.lemmas import sampling
from verify.papers.accelerated.lemmas.sampling import BATCHES, EXCHANGED, GRADIENT, MIXTURE
from verify.papers.accelerated.results.thm_a1 import THM_A1
from verify.papers.enclosures import computed

MOST = 8  # records of which all batches are listed
V = sampling.V.extended(
    d=sampling.V.d.within(search=(1, 2)),
    n=natural("n", search=(1, 5)),
    m=sampling.V.m.within(search=(1, 5)),
    S_x=positive("S", unit=GRADIENT, search=(0.1, 10)),
    b=positive("b", unit=GRADIENT, search=(0.1, 10)),
    pair=of_kind(
        Gradients("n", extra=1), r"\nabla f(x_t;y_1),\dots,\nabla f(x_t;y_{n+1})", unit=GRADIENT
    ),
    z=vector("d", "z", unit=GRADIENT),
    y=real("y", unit=GRADIENT, search=(-10, 10)),
)


def density(batches: Any, m: int, b: Any, z: Any) -> Any:
    """The mean over the batches of exp(-|z - mean of the batch|_1 / b)."""
    found = [
        exp(-sum(abs(x - sum(c) / m) for x, c in zip(z, zip(*batch, strict=True), strict=True)) / b)
        for batch in batches
    ]
    return sum(found[1:], found[0]) / len(found)


def log_ratio(pair: Any, m: int, b: Any, z: Any) -> Any:
    """The logarithm of the density on Y over that on Y'."""
    if not 1 <= m < len(pair) <= MOST + 1:
        raise Undefined(f"a batch must be of few records. Found {m} of {len(pair) - 1}.")
    both = (itertools.combinations(data, int(m)) for data in (pair[:-1], pair[1:]))
    first, second = (density(list(batches), int(m), b, z) for batches in both)
    return log(first / second)


LEAK = r"\ln\left[(e^{S/(bm)}-1)\frac{m}{n}+1\right]"
RATIO = computed("log ratio of the densities", log_ratio, V.pair, V.m, V.b, V.z, whole=(1,))
SENSITIVITY = (
    "Replacing a record moves the mean of a batch by at most S/m, which costs a factor e^(S/(bm)) "
    "by accelerated/thm-a1."
)
AT_MOST = says(RATIO <= tex(V, LEAK), given=BATCHES).argued(
    f"{SENSITIVITY} {EXCHANGED}", cites=[THM_A1, MIXTURE]
)
# On the line, record 1 at S and all others at 0, released at y >= S/m.
FAR = (-V.y / V.b).exp()
CLOSE = (-(V.y - V.S_x / V.m) / V.b).exp()
ATTAINED = says(
    (((1 - V.m / V.n) * FAR + V.m / V.n * CLOSE) / FAR).log() == tex(V, LEAK),
    given=[*BATCHES, V.y >= V.S_x / V.m],
)
EQ_11 = (
    claim(
        "accelerated/eq-11",
        "§3, (11)",
        "leak of one step",
        {"no more": AT_MOST, "attained": ATTAINED},
    )
    .quoting(r"\varepsilon(S,b,n,m)=\ln\left[(e^{S/(bm)}-1)\frac mn+1\right]", part="attained")
    .quoting(
        r"\epsilon_t=\varepsilon(S_1(x_t),b_t(x_t),n,m)",
        part="attained",
        reading="epsilon_t is the log ratio of two densities, on the data that attain it",
    )
    .rejects(
        "sensitivity S/n",
        part="no more",
        right=tex(V, r"\ln\left[(e^{S/(bn)}-1)\frac{m}{n}+1\right]"),
    )
)

CLAIMS = (EQ_11,)
