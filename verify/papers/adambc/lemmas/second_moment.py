"""The tail of the second moment without normalisation, with the gradients in its constants."""

from dataclasses import dataclass

from verify.language import Draft, Formula, least, nonnegative, of_kind, says
from verify.methods.derive import Derive, monotone, shown, substitute, words
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


CHERNOFF = (
    "Given the past, shifted-square bounds the logarithm of the moment generating function of a "
    "term, whatever its gradient: the bounds of the terms add up. Chernoff's bound at "
    "min(x/nu^2, 1/b), x the distance of delta from a number that is at least the mean."
)
LAST = " The last of the sums is the largest."


@dataclass(frozen=True)
class Far:
    """A threshold that is far from the mean.

    Attributes:
        steps: of the sum. distance: of the threshold from a number that is at least the mean.
        last: the sum is the last of several.
    """

    steps: Formula
    distance: Formula
    last: bool = False

    @property
    def condition(self) -> Formula:
        """The distance is enough for the variance."""
        return 2 * spread(self.steps) * logarithm() <= self.distance**2

    def bounds(self, exceeded: Formula, alpha: Formula) -> Draft:
        """P[v >= delta] is at most alpha."""
        near, far = self.distance**2 / (2 * spread(self.steps)), self.distance / (2 * B_STAR)
        exponent, log = least(near, far), logarithm()
        text = CHERNOFF + LAST if self.last else CHERNOFF
        large = says(exponent >= log, given=[self.condition])
        proof = Derive(
            words(text, (-exponent).exp() >= exceeded, cites=[SHIFTED_SQUARE]),
            monotone("exp", monotone("negative", substitute(large, {}))),
            shown((-log).exp() <= alpha),
        )
        return says(exceeded <= alpha, given=[self.condition], by=proof)


EXCESS = 2 * B_STAR * logarithm() + V.x
EXCEEDED = tail(V.g, V.t, mu(V.t) + EXCESS)
TAIL = Far(V.t, EXCESS).bounds(EXCEEDED, V.alpha)
