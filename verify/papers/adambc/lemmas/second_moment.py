"""The tail of the second moment without normalisation, with the gradients in its constants."""

from verify.language import Formula, lemma, nonnegative, of_kind, says
from verify.papers.adambc.formulas.printed_f import B_STAR, W, logarithm, mu
from verify.papers.adambc.lemmas.exceedance import enclosed_exceedance
from verify.papers.adambc.lemmas.shifted_square import SHIFTED_SQUARE
from verify.papers.adambc.notation import GRADIENT, SQUARE, Clipped
from verify.papers.enclosures import enclosed

# The gradients of T steps, in place of t.
V = W.extended(
    t=W.t.within(search=(1, 2)),
    T=W.T.within(search=(1, 2)),
    run=of_kind(Clipped("T", ("T", "C")), r"\bar{g}", unit=GRADIENT),
    x=nonnegative("x", unit=SQUARE, search=(0, 10)),
)


def tail(
    gradients: Formula, steps: Formula, delta: Formula, name: str = r"\Pr[v_t^p\ge\delta]"
) -> Formula:
    """P[v >= delta] for given gradients."""
    law = (gradients, steps, V.Phi, V.beta2, delta)
    return enclosed(name, enclosed_exceedance, *law)


def spread(steps: Formula) -> Formula:
    r""":math:`\nu^2`: what the terms add up to by lemma shifted-square."""
    squares = V.beta2**2 * (1 - V.beta2 ** (2 * steps)) / (1 - V.beta2**2)
    return 4 * V.Phi * (V.Phi + 2 * V.C**2) * squares


ARGUMENT = (
    "Given the past, shifted-square bounds the logarithm of the moment generating function of a "
    "term, whatever its gradient: the bounds of the terms add up. Chernoff's bound at "
    "min(x/nu^2, 1/b), x the distance of delta from mu, which is at least the mean."
)
EXCESS = 2 * B_STAR * logarithm() + V.x
EXCEEDED = tail(V.g, V.t, mu(V.t) + EXCESS)
TAIL = says(EXCEEDED <= V.alpha, given=[2 * spread(V.t) * logarithm() <= EXCESS**2]).argued(
    ARGUMENT, cites=[SHIFTED_SQUARE]
)
TAIL_BOUND = lemma("adambc/second-moment-tail", TAIL)
