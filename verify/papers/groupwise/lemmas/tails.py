r"""Markov's inequality for the size of the gradient at a step drawn uniformly.

The worth of a size is a function that grows with it: the size is at a level or beyond with a
probability of at most the mean worth over that of the level.
"""

from functools import partial

from verify.language import Draft, Formula, expectation, indicator, lemma, norm, says
from verify.language.symbols import law, positive, vector
from verify.methods.derive import Derive, expect, markov, shown
from verify.papers.groupwise.lemmas.groups_add import worth
from verify.papers.groupwise.notation import V as PAPER

V = PAPER.extended(
    Q=law("Q", unit="gradient"),
    # A nonnegative random number is the size of a centred one.
    x=vector(1, "x", unit="gradient"),
    gamma=positive(r"\gamma", unit="gradient", search=(0.01, 2)),
    level=positive("y", unit="gradient", search=(0.01, 10)),
    w=positive("w", unit="gradient", search=(0.01, 10)),
)
SIZE = norm(V.x)

# Over the step and the run.
mean = partial(expectation, V.Q, V.x)


def tail(worth: Formula, needed: Formula) -> Draft:
    """P(|x| >= y) for a worth of the size, and what the level is worth."""
    beyond = indicator(V.level <= SIZE)
    pointwise = expect(V.Q, V.x, shown(beyond <= indicator(needed <= worth)))
    return says(
        mean(beyond) <= mean(worth) / needed, by=Derive(pointwise, markov(V.Q, V.x, worth, needed))
    )


SQUARED = lemma("groupwise/tail-of-the-square", tail(SIZE**2, V.level**2))
DESCENT = lemma("groupwise/tail-of-the-descent", tail(worth(SIZE), worth(V.level)))
