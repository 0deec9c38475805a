r"""Appendix F, Lemma 3: the tail of the second moment, without normalisation.

The lemma's sum has the weights :math:`\beta_2^j`, as in its proof. The printed :math:`\nu^*` and
:math:`b^*` do not contain the gradients, whose products with the noise spread the sum.
"""

from verify.language import claim, instance, says
from verify.papers.adambc.formulas.concentration import at
from verify.papers.adambc.formulas.printed_c import LEVELS, STEPS
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu, nu, powers, true_nu
from verify.papers.adambc.lemmas import second_moment
from verify.papers.adambc.lemmas.second_moment import Far, V
from verify.papers.adambc.settings import WITH_PHI

BORDER = nu(V.t) ** 2 / B_STAR
SNLI = instance("t=1 C=1/10 g=(1/10,) beta2=999/1000 Phi=1/40960000")
AT_SNLI = SNLI | instance("alpha=1/10 x=0")
LEAST = mu(V.t) + (2 * nu(V.t) ** 2 * logarithm()).sqrt()
# No value meets the hypotheses, whatever the gradients: here those of size C.
NEAR = says(
    second_moment.tail(V.C, V.t, V.delta) <= V.alpha, given=[V.delta >= LEAST, V.delta <= BORDER]
)
# delta is the least threshold of the second case, which lies beyond the border, and x.
FAR = says(second_moment.EXCEEDED <= V.alpha, at=AT_SNLI)
# The distance from the largest mean: where it is enough the printed threshold is.
DISTANCE = mu(V.t) + second_moment.EXCESS - powers(V.t) * (V.C**2 + V.Phi)
FAR_ENOUGH = Far(V.t, DISTANCE).bounds(second_moment.EXCEEDED, V.alpha)
# SNLI at the levels and the steps of the tables, but for the first: the printed one is enough.
TABLES = V.extended(t=V.t.within(STEPS[1:]), alpha=V.alpha.within(LEVELS))
AT_RUN = {name: WITH_PHI[0].values[name] for name in ("C", "beta2", "Phi")} | instance("x=0")
IN_A_RUN = says(
    at(2 * second_moment.spread(V.t) * logarithm(), AT_RUN) <= at(DISTANCE**2, AT_RUN), over=TABLES
)
LEMMA_3 = (
    claim("adambc/lemma-3", "App F, Lemma 3", "Tail of the second moment")
    .says(
        {"small thresholds": NEAR, "large thresholds": FAR},
        repaired={"large thresholds": second_moment.TAIL.but(at=AT_SNLI)},
        # It fails for few steps only.
        notes=(says(BORDER < LEAST), FAR_ENOUGH, IN_A_RUN),
    )
    .quoting(
        r"{\Pr[v_t^p\ge\delta]}\le\alpha",
        part="small thresholds",
        letters={r"\Pr[v_t^p\ge\delta]": second_moment.tail(V.C, V.t, V.delta)},
    )
    .quoting(
        r"\delta\ge\mu^*+\sqrt{2\nu^{*2}\ln(2/\alpha)}",
        part="small thresholds",
        letters={r"\mu^*": mu(V.t), r"\nu^{*2}": nu(V.t) ** 2},
    )
    .quoting(
        r"0\le\delta\le\nu^{*2}/b^*",
        part="small thresholds",
        letters={r"\nu^{*2}": nu(V.t) ** 2, "b^*": B_STAR},
    )
    .quoting(
        r"{\Pr[v_t^p\ge\delta]}\le\alpha",
        part="large thresholds",
        letters={r"\Pr[v_t^p\ge\delta]": second_moment.EXCEEDED},
    )
    .quoting(
        r"\delta\ge\mu^*+2b^*\ln(2/\alpha)",
        part="large thresholds",
        reading="The tested threshold is the least one and a number x that is not negative.",
    )
    .quoting(
        r"\delta\ge\nu^{*2}/b^*",
        part="large thresholds",
        reading="Every threshold of this case meets it.",
    )
    .quoting(
        r"\mu^*=\frac{\beta_2(\beta_2^t-1)}{\beta_2-1}\left((\Phi-\frac{2\Phi}\pi)+(C+"
        r"\sqrt{\frac{2\Phi}\pi})^2\right)",
        part="large thresholds",
    )
    .rejects(
        "repaired, without the gradients",
        second_moment.TAIL.but(
            given=[2 * true_nu(V.t) ** 2 * logarithm() <= second_moment.EXCESS**2], at=AT_SNLI
        ),
    )
)
