r"""Appendix F, Corollary 1: the largest second moment of T steps.

With the weights :math:`\beta_2^j` a step adds a nonnegative term: the last sum is the largest. The
t of :math:`\mu^*` and :math:`\nu^*` is read as T.
"""

from verify.language import claim, instance, says
from verify.papers.adambc.formulas.printed_f import B_STAR, logarithm, mu, nu, true_nu
from verify.papers.adambc.lemmas.second_moment import Far, V, tail

LARGEST = r"\Pr[\sup_tv_t^p\ge\delta]"
BORDER = nu(V.T) ** 2 / B_STAR
EXCESS = 2 * B_STAR * logarithm(V.T) + V.x
SNLI = instance("T=1 C=1/10 run=(1/10,) beta2=999/1000 Phi=1/40960000")
AT_SNLI = SNLI | instance("alpha=1/10 x=0")
# No value meets the hypotheses, whatever the gradients: here those of size C.
NEAR = says(
    tail(V.C, V.T, V.delta, LARGEST) <= V.alpha,
    given=[V.delta >= mu(V.T) + (2 * nu(V.T) ** 2 * logarithm(V.T)).sqrt(), V.delta <= BORDER],
)
# delta is the least threshold of the second case, which lies beyond the border, and x.
EXCEEDED = tail(V.run, V.T, mu(V.T) + EXCESS, LARGEST)
FAR = says(EXCEEDED <= V.alpha, at=AT_SNLI)
# As in Lemma 3: the union bound is not needed.
REPAIRED = Far(V.T, EXCESS, last=True).bounds(EXCEEDED, V.alpha)
COR_1 = (
    claim("adambc/cor-1", "App F, Cor 1", "The largest second moment")
    .says(
        {"small thresholds": NEAR, "large thresholds": FAR}, repaired={"large thresholds": REPAIRED}
    )
    .quoting(
        r"{\Pr[\sup_tv_t^p\ge\delta]}\le\alpha",
        part="small thresholds",
        letters={r"\Pr[\sup_tv_t^p\ge\delta]": tail(V.C, V.T, V.delta, LARGEST)},
    )
    .quoting(
        r"\delta\ge\mu^*+\sqrt{2\nu^{*2}\ln(\frac{2T}{\alpha})}",
        part="small thresholds",
        letters={r"\mu^*": mu(V.T), r"\nu^{*2}": nu(V.T) ** 2},
    )
    .quoting(
        r"{\Pr[\sup_tv_t^p\ge\delta]}\le\alpha",
        part="large thresholds",
        letters={r"\Pr[\sup_tv_t^p\ge\delta]": EXCEEDED},
    )
    .quoting(
        r"\delta\ge\mu^*+2b^*\ln(\frac{2T}{\alpha})",
        part="large thresholds",
        reading="The tested threshold is the least one and a number x that is not negative.",
    )
    .rejects(
        "repaired, without the gradients",
        REPAIRED.but(given=[2 * true_nu(V.T) ** 2 * logarithm() <= EXCESS**2], at=AT_SNLI),
    )
)
