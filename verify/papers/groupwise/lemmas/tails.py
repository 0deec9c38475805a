r"""Markov's inequality for the size of the gradient at a step drawn uniformly.

The worth of a size is a function that grows with it: the size is at a level or beyond with a
probability of at most the mean worth over that of the level.
"""

from verify.formula.expression import Node, expectation, norm
from verify.language.claim import Lemma
from verify.language.notation import law, positive, vector
from verify.language.says import Draft, at_most
from verify.methods.derivation.chance import indicator
from verify.methods.derive import Derive, chain, expect, markov, shown
from verify.papers.groupwise.lemmas.groups_add import worth
from verify.papers.groupwise.notation import GRADIENT
from verify.papers.groupwise.notation import V as PAPER

V = PAPER.extended(
    Q=law("Q", unit=GRADIENT),
    # A nonnegative random number is the size of a centred one.
    x=vector(1, "x", unit=GRADIENT),
    gamma=positive(r"\gamma", unit=GRADIENT, search=(0.01, 2)),
    level=positive("y", unit=GRADIENT, search=(0.01, 10)),
    w=positive("w", unit=GRADIENT, search=(0.01, 10)),
)


SIZE = norm(V.x)


def mean(body: Node) -> Node:
    """The mean over the step and the run."""
    return expectation(V.Q, V.x, body)


def tail(worth: Node, needed: Node) -> Draft:
    """P(|x| >= y) for a worth of the size, and what the level is worth."""
    beyond = indicator(V.level <= SIZE)
    pointwise = expect(V.Q, V.x, shown(beyond <= indicator(needed <= worth)))
    return at_most(
        V,
        mean(beyond),
        mean(worth) / needed,
        by=Derive(chain(pointwise, markov(V.Q, V.x, worth, needed))),
    )


SQUARED = Lemma(id="groupwise/tail-of-the-square", says=tail(SIZE**2, V.level**2))


DESCENT = Lemma(id="groupwise/tail-of-the-descent", says=tail(worth(SIZE), worth(V.level)))
