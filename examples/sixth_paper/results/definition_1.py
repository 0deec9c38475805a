r"""Definition 1: the number of runs K, with :math:`\eta>-1` and :math:`0<\gamma<1`.

K = k has the chance
:math:`\frac{(1-\gamma)^k}{\gamma^{-\eta}-1}\prod_{i=0}^{k-1}\frac{i+\eta}{i+1}` where
:math:`\eta\ne0`, and :math:`\frac{(1-\gamma)^k}{k\log(1/\gamma)}` where :math:`\eta=0`.
"""

from scipy.stats import nbinom

from verify.language import Formula, claim, external, index, lemma, product, says, tends, total
from verify.methods.derive import Derive, chain, shown, substitute

from ..notation import V
from ..settings import GEOMETRIC

i, j = index("i"), index("j")
MEAN = V.eta * (1 - V.gamma) / (V.gamma * (1 - V.gamma**V.eta))
MEAN_LOGARITHMIC = (1 / V.gamma - 1) / (1 / V.gamma).log()


def chance(eta: Formula | int, k: Formula) -> Formula:
    """That K = k."""
    return (1 - V.gamma) ** k / (V.gamma ** (-eta) - 1) * product(i, 0, k - 1, (i + eta) / (i + 1))


GEOMETRIC_LAW = claim(
    "sixth-paper/def-1-geometric",
    "Definition 1",
    "for eta = 1 the number of runs is geometric",
    says(chance(1, V.k) == V.gamma * (1 - V.gamma) ** (V.k - 1)),
    settings=(GEOMETRIC,),
)
# An expectation: what K up to n adds to its mean, and what is left.
UP_TO = total(j, 1, V.n, j * V.gamma * (1 - V.gamma) ** (j - 1))
LEFT = (1 - V.gamma) ** V.n * (V.n + 1 / V.gamma)
SUMMED = lemma("sixth-paper/geometric-sum", UP_TO == 1 / V.gamma - LEFT)
GEOMETRIC_MEAN = claim(
    "sixth-paper/def-1-geometric-mean", "Definition 1", "the mean of the geometric law"
).says(
    {
        "at most": says(
            UP_TO <= 1 / V.gamma,
            by=Derive(chain(substitute(SUMMED, {}), shown(1 / V.gamma - LEFT <= 1 / V.gamma))),
        ),
        "what is left": says(UP_TO == 1 / V.gamma - LEFT),
    },
    settings=(GEOMETRIC,),
)
LOGARITHMIC_MEAN = claim(
    "sixth-paper/def-1-logarithmic-mean",
    "Definition 1",
    "the mean for eta = 0 is the limit of the others",
    tends(MEAN, V.eta, 0, MEAN_LOGARITHMIC),
)


def mean_of_scipy(eta: float, gamma: float) -> float:
    """The mean of scipy's negative binomial law, given that it is not 0."""
    shape, stop = float(eta), float(gamma)
    positive = float(nbinom.sf(0, shape, stop))
    if not positive > 0:  # so small that it is lost to rounding
        raise ValueError(f"K must not be 0 almost surely. Found eta = {shape}, gamma = {stop}.")
    return float(nbinom.mean(shape, stop)) / positive


SCIPY_MEAN = claim(
    "sixth-paper/def-1-mean",
    "Definition 1",
    "the mean for every eta > 0",
    says(
        MEAN == external("mean", mean_of_scipy, V.eta, V.gamma),
        given=[V.eta >= 0.01, V.gamma <= 0.99],
    ),
)
