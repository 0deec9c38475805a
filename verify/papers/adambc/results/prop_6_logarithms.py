r"""Appendix F, proof of Proposition 6: the logarithms that bound the sum of the squared updates.

One coordinate: :math:`b_t=\beta_2b_{t-1}+a_t` with :math:`b_0=0` is the second moment.
"""

from fractions import Fraction as F
from typing import Any

from verify.language import claim, says, symbols, table
from verify.language.formulas import Formula, dot, expectation, index, number, total
from verify.methods.derive import Derive, monotone, shown, substitute, sum_over
from verify.papers.adambc.formulas.printed_f import W
from verify.papers.adambc.lemmas.exceedance import enclosed_exceedance
from verify.papers.adambc.notation import GRADIENT, SQUARE
from verify.papers.adambc.settings import WITH_PHI
from verify.papers.enclosures import enclosed

V = W.extended(
    # The second moment, as the squared length of k plus a centred vector.
    m=symbols.positive("E[v_T^p]", unit=SQUARE, search=(0.01, 10)),
    k=symbols.vector("d", "k", unit=GRADIENT),
    P=symbols.law("P", unit=GRADIENT, dimension="d"),
    before=symbols.positive("b_{t-1}", unit=SQUARE, search=(0.01, 100)),
    a=symbols.positive("a_t", unit=SQUARE, search=(0.01, 100)),
    c=symbols.sequence("T", "c", unit="1", entry=symbols.Real(F(0), None, True)),
    x=symbols.positive("x", unit="1", search=(0.01, 100)),
    y=symbols.positive("y", unit="1", search=(0.01, 100)),
    gradient=symbols.real(r"\bar{g}_1/\sqrt{\Phi}", unit="1", search=(-4, 4)),
)
i, e = index("i"), index("e")

NOW = V.beta2 * V.before + V.a
RATIO = V.a / (NOW - V.Phi)
PARTS = (NOW - V.Phi) / (V.before - V.Phi), (V.before - V.Phi) / (V.beta2 * V.before - V.Phi)
SPLIT = PARTS[0].log() + PARTS[1].log()
ABOVE = [V.Phi < NOW, V.before > V.Phi]
REAL = [V.beta2 * V.before > V.Phi]
STEP = says(RATIO <= (1 / (1 - RATIO)).log(), given=ABOVE)
IDENTITY = says((1 / (1 - RATIO)).log() == SPLIT, given=ABOVE)
LOG_OF_PRODUCT = says((V.x * V.y).log() == V.x.log() + V.y.log())
IDENTITY_TRUE = IDENTITY.but(
    given=REAL, by=Derive(substitute(LOG_OF_PRODUCT, dict(zip("xy", PARTS, strict=True))))
)
PROP_6_LOG_STEP = (
    claim("adambc/prop-6-log-step", "App F, proof of Prop 6", "A ratio bounded by logarithms")
    .says(
        {"inequality": STEP, "identity": IDENTITY},
        # Where the decayed moment is above Phi, which b_t > Phi does not give.
        instead={"inequality": STEP.but(given=REAL), "identity": IDENTITY_TRUE},
        settings=WITH_PHI,
    )
    .quoting(
        r"\frac{a_t}{b_t-\Phi}\le\ln\frac1{1-a_t/(b_t-\Phi)}=\ln\frac{b_t-\Phi}{b_{t-1}-"
        r"\Phi}+\ln\frac{b_{t-1}-\Phi}{\beta_2b_{t-1}-\Phi}",
        part=("inequality", "identity"),
        letters={"b_t": NOW},
    )
    .rejects("half the logarithm", part="inequality", right=(1 / (1 - RATIO)).log() / 2, given=REAL)
)


def moment(c: Any) -> Any:
    """A second moment b with beta_2 b above Phi."""
    return V.Phi * (1 + c) / V.beta2


def ratio(c: Any) -> Any:
    """(b - Phi)/(beta_2 b - Phi)."""
    return (moment(c) - V.Phi) / (V.beta2 * moment(c) - V.Phi)


# The first term of the sum is ln 1, as b_0 = 0; a term has a value if beta_2 b > Phi.
SUM = total(i, 1, V.T - 1, ratio(V.c[i]).log())
OPPOSITE = says(
    SUM >= total(i, 1, V.T - 1, (1 / V.beta2).log()),
    by=Derive(sum_over(i, 1, V.T - 1, monotone("log", shown(1 / V.beta2 <= ratio(V.c[i]))))),
)


def first_above(gradient: Formula) -> Formula:
    """P[b_1 >= Phi] for a gradient in units of the root of Phi."""
    law = (gradient, number(1), number(1), number(1), number(1))
    return enclosed(r"\Pr[b_1\ge\Phi]", enclosed_exceedance, *law)


# b_1 is above Phi with probability 1 - P[|Z| <= 1] where the gradient is 0.
ABOVE_PHI = says(first_above(V.gradient) >= 1)
PROP_6_LOG_SUM = (
    claim("adambc/prop-6-log-sum", "App F, proof of Prop 6", "The sum of the second logarithms")
    .says(
        {"sum": says(SUM <= -V.T * V.beta2.log()), "b_1 above Phi": ABOVE_PHI},
        instead={
            "sum": OPPOSITE,
            "b_1 above Phi": table({"gradient 0": ("0.3173", first_above(number(0)))}),
        },
        settings=WITH_PHI,
    )
    .quoting(
        r"\sum_{t=1}^T\frac{a_t}{b_t-\Phi}=\sum_{t=1}^T\ln(\frac{b_t-\Phi}{b_{t-1}-\Phi})+"
        r"\sum_{t=1}^T\ln(\frac{b_{t-1}-\Phi}{\beta_2b_{t-1}-\Phi})\le\ln(1-\frac{b_T}\Phi"
        r")-T\ln(\beta_2)",
        part="sum",
        reading="Tested of the second sum, where each of its terms has a value.",
    )
    .quoting(
        r"b_t>\Phi\ \forall t",
        part="b_1 above Phi",
        reading="Tested at t = 1: that it is so with probability 1.",
    )
)

TWO_STEPS = (
    "One coordinate, in two steps, a part each: Jensen's inequality, of a sum of squares "
    r"$\lVert k+e\rVert^2$ in the place of $v_T^p$, and the mean."
)
# Jensen -------------------------------------------------------------------------------------------
MOST = (V.C**2 + V.Phi) * ((1 - V.beta2**V.T) / (1 - V.beta2))
DRAWN = dot(V.k + e, V.k + e)
MEAN = expectation(V.P, e, DRAWN)
ADAM_JENSEN = says(expectation(V.P, e, (1 + DRAWN / V.eps).log()) <= (1 + MEAN / V.eps).log())
# By lemma-3-mean.
RAISED = 1 + V.m / V.eps <= 1 + MOST / V.eps
BC_JENSEN = says(expectation(V.P, e, (1 - DRAWN / V.Phi).log()) <= (1 - MEAN / V.Phi).log())
BC_MEAN = says((1 - V.m / V.Phi).log() <= (1 - MOST / V.Phi).log(), given=[V.m <= MOST])
PROP_6_JENSEN = (
    claim("adambc/prop-6-jensen", "App F, proof of Prop 6", "Jensen's inequality")
    .says(
        {
            "DP-Adam, Jensen": ADAM_JENSEN,
            "DP-Adam, the mean": says(
                (1 + V.m / V.eps).log() <= (1 + MOST / V.eps).log(),
                given=[V.m <= MOST],
                by=Derive(monotone("log", shown(RAISED))),
            ),
            "DP-AdamBC, Jensen": BC_JENSEN,
            "DP-AdamBC, the mean": BC_MEAN,
        },
        # The argument of the logarithm is never positive.
        instead={"DP-AdamBC, the mean": says(1 - MOST / V.Phi <= -(V.C**2) / V.Phi)},
        settings=WITH_PHI,
    )
    .quoting(
        r"\sum_{i=1}^dE[\ln(1+v_T^p/\epsilon)-T\ln(\beta_2)]\le\sum_{i=1}^d(\ln(1+\frac{(C"
        r"^2+\Phi)(1-\beta_2^T)}{(1-\beta_2)\epsilon})-T\ln(\beta_2))",
        part=("DP-Adam, Jensen", "DP-Adam, the mean"),
        reading=TWO_STEPS,
    )
    .quoting(
        r"\sum_{i=1}^dE[\ln(1-v_T^p/\Phi)-T\ln(\beta_2)]\le\sum_{i=1}^d(\ln(1-\frac{(C^2+"
        r"\Phi)(1-\beta_2^T)}{(1-\beta_2)\Phi})-T\ln(\beta_2))",
        part=("DP-AdamBC, Jensen", "DP-AdamBC, the mean"),
        reading=TWO_STEPS,
    )
)
