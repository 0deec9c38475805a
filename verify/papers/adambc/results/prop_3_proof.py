r"""Appendix C, proof of Proposition 3: the constants, and the bound for the noise alone.

Additivity takes the root of the sum of the squares of Lemma 1's :math:`\nu`, and the largest b.
"""

from fractions import Fraction as F

from verify.formula.evaluate import value_at
from verify.language import Formula, behaves, claim, external, instance, says, symbols, table, total
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.formulas.concentration import V
from verify.papers.adambc.formulas.printed_c import SMALL, SNLI, TABLE_3, entries, name
from verify.papers.adambc.laboratory import deviations
from verify.papers.adambc.laboratory.noise_alone import exact
from verify.papers.adambc.laboratory.tail import enclosed_noise_tail, noise_tail
from verify.papers.adambc.lemmas.chernoff import NOISY, bounded
from verify.papers.adambc.lemmas.noncentral import CENTRAL
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import EXPERIMENTS, WITH_PHI

TERM = V.beta2 ** (V.t - tau) * c.NOISE  # a of the term of a step

STATEMENT = says(total(tau, 1, V.t, (2 * TERM) ** 2) == c.NU_STATEMENT**2, given=[NOISY], over=V)
PROOF = STATEMENT.but(right=c.NU_PROOF**2)
NU_CLAIM = (
    claim("adambc/prop-3-nu", "§4, Prop 3", "The constant of the statement")
    .says(
        STATEMENT,
        repaired=PROOF,
        elsewhere=("the proof of Prop 3", PROOF),
        settings=EXPERIMENTS,
        # The larger constant doubles the threshold.
        notes=(says(c.gaussian(c.NU_STATEMENT) == 2 * c.gaussian(c.NU_PROOF)),),
    )
    .quoting(
        r"\nu=\frac{4\sigma^2C^2}{B^2}\sqrt{\frac{1-\beta_2^{2t}}{1-\beta_2^2}}",
        reading="Squared, against what the terms of the proof add up to.",
    )
)

V_J = V.extended(j=symbols.natural("j", least=0, search=(0, 12)))
PROOF_CLAIM = (
    claim("adambc/prop-3-proof-nu", "App C, proof of Prop 3", "The constants of the proof")
    .says({"nu": PROOF, "b": says(4 * V.beta2**V_J.j * c.NOISE <= c.WIDTH)}, settings=EXPERIMENTS)
    .quoting(
        r"\nu^*=\sqrt{\sum_{\tau=1}^t\nu_\tau^2}=\sqrt{\sum_{\tau=1}^t4a^2}=\frac{2\sigma^"
        r"2C^2}{B^2}\sqrt{\frac{1-\beta_2^{2t}}{1-\beta_2^2}}",
        part="nu",
        reading="Tested is the last equality, squared.",
    )
    .quoting(
        r"\nu^*=\frac{2\sigma^2C^2}{B^2}\sqrt{\frac{1-\beta_2^{2t}}{1-\beta_2^2}}",
        part="nu",
        reading="Squared, against what the terms of the proof add up to.",
    )
    .quoting(
        r"a=\beta_2^{t-\tau}\sigma^2C^2/B^2", part="nu", reading="It stands in the tested sum."
    )
    .quoting(r"\nu_\tau=2a", part="nu", reading="It stands in the tested sum.")
    .quoting(
        r"b_\tau=4a",
        part="b",
        reading="Tested is that it is at most the printed constant of the sum.",
    )
    .quoting(
        r"b^*=4\sigma^2C^2/B^2", part="b", reading="Tested is that no term's constant is above it."
    )
    .rejects("nu of the statement", STATEMENT)
)

# The noise alone, of variance Phi.
PHI = c.V.extended(
    t=c.V.t.within(search=(1, 60)), Phi=c.V.Phi.within("(0, inf)", search=(0.001, 4))
)
TAIL = external(
    "P[|Z_t - Phi| >= xi]", noise_tail, V.t, PHI.Phi, V.beta2, V.xi, balls=enclosed_noise_tail
)
NU, B = 2 * PHI.Phi * c.SQUARES.sqrt(), 4 * PHI.Phi


def by_exponent(exponent: Formula, threshold: Formula) -> Derive:
    """The tail is at most 2 exp(-exponent), and this at most alpha from the threshold on."""
    large = says(exponent >= c.LOGARITHM, given=[V.xi >= threshold])
    return bounded(TAIL, exponent, large, CENTRAL)


IN_THE_TABLES = [
    {"Phi": F(1), "beta2": F(999, 1000), "t": t, "alpha": F(9, 10), "xi": xi}
    for t, xi in ((10, F(81, 100)), (100, F(26, 100)))
]

# In the setting of the tables, with C = 0.1: the printed bound, whose nu is that of the statement.
CELLS = {name(SMALL, alpha, t): (alpha, t, x) for alpha, t, x in entries(TABLE_3, SMALL)}


def over_quantile(cell: str) -> Formula:
    """The printed bound over the exact one of the noise alone, two-sided."""
    alpha, t, digits = CELLS[cell]
    arguments = (alpha, t, SNLI["sigma"] * SMALL, SNLI["B"], SNLI["B"], SNLI["beta2"])
    return F(digits) / external("exact bound", deviations.two_sided, *arguments)


def bound_over_exact(cell: str, _: Context) -> Ratio:
    """The printed bound over the exact quantile of the noise alone, two-sided."""
    return exact(float(value_at(over_quantile(cell).tree, {})))


# "Accurate" is no word of the table: that a bound has the order of magnitude is the least of it.
ACCURATE = behaves("order of magnitude", tuple(CELLS), bound_over_exact)
NOISE_CLAIM = (
    claim("adambc/prop-3-noise-only", "App C, proof of Prop 3", "The bound for the noise alone")
    .says(
        {
            "small thresholds": says(
                TAIL <= V.alpha,
                given=[c.border(NU, B) >= c.PLACE, V.xi >= c.gaussian(NU)],
                by=by_exponent(c.PLACE**2 / (2 * NU**2), c.gaussian(NU)),
                at=IN_THE_TABLES,
            ),
            "large thresholds": says(
                TAIL <= V.alpha,
                given=[c.border(NU, B) <= c.PLACE, V.xi >= c.exponential(B)],
                by=by_exponent(c.PLACE / (2 * B), c.exponential(B)),
            ),
            "this bound is accurate, to the order of magnitude": ACCURATE,
        },
        settings=WITH_PHI,
        notes=(
            # It is four times the exact one and more.
            table(
                {
                    f"printed over exact, {cell}": (digits, over_quantile(cell))
                    for cell, digits in (
                        (name(SMALL, F(1, 20), 10000), "3.92"),
                        (name(SMALL, F(1, 10), 10), "4.52"),
                    )
                }
            ),
        ),
    )
    .quoting(
        r"\xi\ge\frac{1-\beta_2}{1-\beta_2^t}\sqrt{(-\ln\frac\alpha2)(2\nu^{*2})}",
        part="small thresholds",
        letters={r"\nu^{*2}": NU**2},
    )
    .quoting(
        r"\frac{\xi(1-\beta_2^t)}{1-\beta_2}\le\frac{\nu^{*2}}{b^*}",
        part="small thresholds",
        letters={r"\nu^{*2}": NU**2, "b^*": B},
    )
    .quoting(
        r"\xi\ge\frac{1-\beta_2}{1-\beta_2^t}(-\ln\frac\alpha2)2b^*",
        part="large thresholds",
        reading="The same threshold, its factors in another order.",
    )
    .quoting(
        r"\frac{\xi(1-\beta_2^t)}{1-\beta_2}\ge\frac{\nu^{*2}}{b^*}",
        part="large thresholds",
        letters={r"\nu^{*2}": NU**2, "b^*": B},
    )
    .rejects("accurate to 5 per cent", behaves("about", tuple(CELLS), bound_over_exact))
    .rejects(
        "a tenth of the threshold",
        part="small thresholds",
        given=[c.border(NU, B) >= c.PLACE, 10 * V.xi >= c.gaussian(NU)],
        at=IN_THE_TABLES[1] | instance("alpha=1/10 xi=6/100"),
    )
)
