r"""Appendix F, :math:`v_t^p` and the proof of Lemma 3: the terms, their means and sizes."""

import functools
from fractions import Fraction as F
from typing import Any

from dptheory.distributions.arb_tails import ball
from verify.language import PI, Formula, Real, claim, instance, says, sequence, tends, total
from verify.methods.derivation.sums import sum_over
from verify.methods.derive import Derive, add, chain, monotone, shown, square, turned_round, words
from verify.papers.adambc.formulas.printed_f import B_STAR, mu, nu, powers, true_nu
from verify.papers.adambc.lemmas import shifted_square
from verify.papers.adambc.notation import GRADIENT, j
from verify.papers.adambc.settings import WITH_PHI
from verify.papers.enclosures import enclosed

V = shifted_square.V.extended(
    G=sequence("t", r"\tilde{g}", unit=GRADIENT),
    shares=sequence("t", "s", unit="1", entry=Real(F(0), F(1))),  # E of a squared gradient over C^2
)

# The second moment: by the recursion v_t = beta_2 v_{t-1} + g_t^2 of Adam, without its 1 - beta_2.


def aged(steps: Formula) -> Formula:
    """b_t in the proof of Proposition 6, of so many steps."""
    return total(j, 1, steps, V.beta2 ** (steps - j) * V.G[j] ** 2)


PRINTED = total(j, 1, V.t, V.beta2**j * V.G[V.t] ** 2)
DEFINITION = says(PRINTED == V.beta2 * aged(V.t - 1) + V.G[V.t] ** 2, given=["t >= 2"])
AGED = DEFINITION.but(left=aged(V.t))
V_DEFINITION = (
    claim("adambc/v-definition", "App F", "The second moment without normalisation")
    .says(DEFINITION, repaired=AGED, elsewhere=("proof of Prop 6, b_t", AGED), settings=WITH_PHI)
    .quoting(r"v_t^p=\sum_{j=1}^t\beta_2^j\tilde g_t^2")
)

# Half-normal moments -----------------------------------------------------------------------------
RANGE = 10  # standard widths; beyond it both integrals are below e^(-90)


@functools.lru_cache
def tail_integral(power: int) -> Any:
    """An enclosure of the integral of (2u)^power erfc(u) over u > 0, for power 0 or 1."""
    from flint import acb, arb

    inner = acb.integral(lambda u, _: (2 * u) ** power * u.erfc(), 0, RANGE).real
    return inner + arb(0, 1) * arb(-90).exp()


def enclosed_size(Phi: Any) -> Any:
    r"""The mean of :math:`|Z|` for Z normal with mean 0 and variance Phi, as an integral."""
    return (2 * ball(Phi)).sqrt() * tail_integral(0)


def enclosed_variance(Phi: Any) -> Any:
    """Var|Z|, from the integral of 2x P[|Z| > x]."""
    return 2 * ball(Phi) * tail_integral(1) - enclosed_size(Phi) ** 2


SIZE = enclosed(r"E|Z|", enclosed_size, V.Phi)
SPREAD = enclosed(r"Var|Z|", enclosed_variance, V.Phi)
MEAN = (2 * V.Phi / PI).sqrt()
DENSITY = 1 / (2 * PI * V.Phi).sqrt()  # of Z at 0
OF_SIZE = chain(
    words(
        "z times the density is the derivative of -Phi times the density; both signs of Z "
        "count the same.",
        (SIZE == 2 * V.Phi * DENSITY),
    ),
    shown(2 * V.Phi * DENSITY == MEAN),
)
FIRST = says(SIZE == MEAN, by=Derive(OF_SIZE))
SECOND = says(
    SPREAD == V.Phi - 2 * V.Phi / PI,
    by=Derive(
        words("E|Z|^2 is Phi, the variance of Z.", (SPREAD == V.Phi - SIZE**2)),
        add(shown(V.Phi == V.Phi), monotone("negative", square(turned_round(OF_SIZE)))),
    ),
)
HALF_NORMAL = (
    claim("adambc/half-normal", "App F, proof of Lemma 3", r"Mean and variance of $\lvert Z\rvert$")
    .says({"mean": FIRST, "variance": SECOND}, settings=WITH_PHI)
    .quoting(r"E|Z|=\sqrt{2\Phi/\pi}", part="mean", letters={"E|Z|": SIZE})
    .quoting(r"Var|Z|=\Phi-2\Phi/\pi", part="variance", letters={"Var|Z|": SPREAD})
    .rejects("variance Phi", part="variance", right=V.Phi)
)

# A term is sub-exponential -----------------------------------------------------------------------
WEIGHT = V.beta2**V.t
NU_PRINTED, B_PRINTED = 2 * WEIGHT * V.Phi, 4 * WEIGHT * V.Phi
LOG_MGF = shifted_square.log_mgf(WEIGHT, V.C)
LEMMA_3_SUMMAND = (
    claim("adambc/lemma-3-summand", "App F, proof of Lemma 3", "A term is sub-exponential")
    .says(
        says(LOG_MGF <= V.lam**2 * NU_PRINTED**2 / 2, given=[B_PRINTED * abs(V.lam) <= 1]),
        settings=WITH_PHI,
        # Near 0 the variance is needed, which is at least half of that.
        notes=(tends(LOG_MGF / V.lam**2, V.lam, 0, WEIGHT**2 * V.Phi * (V.Phi + 2 * V.C**2)),),
    )
    .quoting(r"\nu=2\beta_2^t\Phi")
    .quoting(r"b=4\beta_2^t\Phi")
    .repaired(
        # nu^2 = 4 w^2 Phi (Phi + 2 C^2), the weight w being beta_2^t.
        right=shifted_square.bound(WEIGHT)
    )
    .rejects("a third of nu^2", right=shifted_square.bound(WEIGHT) / 3)
)

# Sums --------------------------------------------------------------------------------------------
NU = says(total(j, 1, V.t, (2 * V.beta2**j * V.Phi) ** 2).sqrt() == nu(V.t))
LEMMA_3_NU = (
    claim("adambc/lemma-3-nu", "App F, Lemma 3", r"$\nu$ and $b$ of the sum")
    .says(
        {"nu": NU, "b": says(4 * V.beta2**V.t * V.Phi <= B_STAR)},
        settings=WITH_PHI,
        # The printed nu is the smaller one: the bound that it gives is too small.
        notes=(says(nu(V.t) < true_nu(V.t)),),
    )
    .quoting(r"\nu^*=2\beta_2^2\Phi\sqrt{(\beta_2^t-1)/(\beta_2^2-1)}", part="nu")
    .quoting(r"b^*=4\beta_2\Phi", part="b")
    .repaired(part="nu", right=true_nu(V.t))
)

SUMMED = powers(V.t) * (V.C**2 + V.Phi)
TERM = V.beta2**j * (V.shares[j] * V.C**2 + V.Phi) <= V.beta2**j * (V.C**2 + V.Phi)
LEMMA_3_MEAN = (
    claim("adambc/lemma-3-mean", "App F, proof of Lemma 3", "The mean of the second moment")
    .says(
        says(
            total(j, 1, V.t, V.beta2**j * (V.shares[j] * V.C**2 + V.Phi)) <= mu(V.t),
            by=Derive(sum_over(j, 1, V.t, shown(TERM)), shown(mu(V.t) >= SUMMED)),
            # Nearly attained where the gradients are as large as C and the noise is small.
            at=instance("t=1 C=1/1 beta2=1/2 Phi=1/1000000000000 shares=(1,)"),
        ),
        settings=WITH_PHI,
        # What the bound gives away: the noise of one step and the gradient are uncorrelated.
        notes=(says(mu(V.t) - SUMMED == 2 * V.C * MEAN * powers(V.t)),),
    )
    .quoting(
        r"E v_t^p\le\mu^*",
        reading="The left side is written out, with shares of the square of C for squared "
        "gradients.",
    )
)
