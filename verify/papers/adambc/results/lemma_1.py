r"""Appendix C, Lemma 1: a squared normal variable is sub-exponential.

The moment generating function of :math:`\beta Z^2` about its mean is
:math:`e^{-\lambda a}/\sqrt{1-2\lambda a}` with :math:`a=\beta\sigma^2C^2/B^2`; sub-exponential with
:math:`(\nu,b)` means :math:`e^{\lambda^2\nu^2/2}` above it for :math:`|\lambda|<1/b`.
"""

from fractions import Fraction as F

from verify.language import Draft, Formula, claim, instance, number, says
from verify.methods.derive import Derive, chain, monotone, shown, substitute
from verify.papers.adambc.formulas.concentration import NOISE, V
from verify.papers.adambc.lemmas.noncentral import CENTRAL, LEAST, central
from verify.papers.adambc.lemmas.noncentral import V as U
from verify.papers.adambc.settings import EXPERIMENTS

MEAN = V.beta * NOISE


def mgf(a: Formula) -> Formula:
    """The moment generating function of a times a squared standard normal, about the mean."""
    return (-V.lam * a).exp() / (1 - 2 * V.lam * a).sqrt()


def normal_mgf(nu: Formula) -> Formula:
    """What bounds it."""
    return (V.lam**2 * nu**2 / 2).exp()


def sub_exponential(a: Formula, nu: Formula, b: Formula) -> Draft:
    """Sub-exponential with (nu, b)."""
    return says(mgf(a) <= normal_mgf(nu), given=[abs(V.lam) * b < 1])


OF_A = sub_exponential(V.a, 2 * V.a, 4 * V.a)
QUARTER = number(F(1, 4))
LEMMA_1 = (
    claim("adambc/lemma-1", "App C, Lemma 1", "A squared normal variable is sub-exponential")
    .says(
        sub_exponential(MEAN, 2 * MEAN, 4 * MEAN).but(by=Derive(substitute(OF_A, {"a": MEAN}))),
        settings=EXPERIMENTS,
        # 2 a in nu can be sqrt(3.1) a, and no less than sqrt(3.09) a: at lambda = 1/(4 a).
        notes=(CENTRAL.says, says(central(QUARTER) >= F(309, 200) * QUARTER**2)),
    )
    .quoting(
        r"\frac{e^{-\lambda a}}{\sqrt{1-2\lambda a}}\leq e^{\lambda^2\nu^2/2}",
        letters={"a": MEAN, r"\nu": 2 * MEAN},
    )
    .quoting(r"\nu=2\beta\sigma^2C^2/B^2")
    .quoting(
        r"b=4\beta\sigma^2C^2/B^2",
        reading="Its inverse is the end of the tested range of the argument.",
    )
    .quoting(r"a=\beta\sigma^2C^2/B^2")
    .quoting(r"\nu=2a")
    .quoting(r"b=4a", reading="Its inverse is the end of the tested range of the argument.")
    .rejects(
        "b = 2 a", OF_A.but(given=[2 * abs(V.lam) * V.a < 1], at=instance("a=1/1 lam=499/1000"))
    )
)

EXPONENT = V.lam * V.a
NARROW = Derive(
    monotone(
        "exp",
        chain(
            substitute(CENTRAL, {"u": EXPONENT}),
            shown(V.lam**2 * V.nu**2 / 2 >= LEAST / 2 * EXPONENT**2),
        ),
    )
)
TAYLOR = (
    claim("adambc/lemma-1-taylor", "App C, proof of Lemma 1", "The constant by Taylor expansions")
    .says(
        says(
            mgf(V.a) <= normal_mgf(V.nu),
            given=[2 * V.lam * V.a < 1, V.nu >= (number(2).sqrt() * V.a)],
            at=instance("a=1/1 lam=1/4 nu=3/2"),
        ),
        settings=EXPERIMENTS,
        # At nu = sqrt(2) a it fails for every positive lambda, and holds for all others.
        notes=(
            says(U.u**2 < central(U.u), given=[U.u > 0, 2 * U.u < 1]),
            says(central(U.u) <= U.u**2, given=[U.u <= 0]),
        ),
    )
    .quoting(r"\frac{e^{-\lambda a}}{\sqrt{1-2\lambda a}}\leq e^{\lambda^2\nu^2/2}")
    .quoting(r"\nu\ge\sqrt2a")
    .quoting(r"\lambda<1/(2a)")
    .repaired(given=[4 * abs(EXPONENT) <= 1, V.nu**2 >= LEAST * V.a**2], at=(), by=NARROW)
)
