r"""How much a step goes along the gradient, for the worst law of the deviation.

a stands for :math:`\langle\nabla f,g\rangle` of a per-sample gradient, y for its length and q for
the largest one. A law with mean :math:`\nabla f` can do no worse than a line below the step, as a
function of a, does at :math:`a=|\nabla f|^2`, and two atoms where they meet do as badly.
"""

from collections.abc import Callable

from verify.language import Formula, between, largest, lemma, nonnegative, norm, positive, real
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, chain, expect, shown, substitute
from verify.papers.nsgd import notation
from verify.papers.nsgd.formulas import printed_a as p

V = notation.V.extended(
    alpha=between(0, 1, r"\alpha", unit="1", ends="[)"),
    a=real("a", unit="gradient^2", search=(-10, 10)),
    y=nonnegative("y", unit="gradient", search=(0, 10)),
    q=positive("q", unit="gradient", search=(0.01, 10)),
    t=positive("t", unit="gradient", search=(0.01, 10)),
    b=positive("b", unit="gradient", search=(0.01, 10)),
)
AT_A_STEP = {"a": p.ALONG, "y": norm(p.GRADIENT), "q": p.LONGEST}


def on_average(
    right: Formula, line: Callable[[Formula], Formula], below: Link
) -> tuple[Link, Link, Link]:
    """A line in a that is, at the squared gradient, ``right``; below every step; on average."""
    return (
        shown(right == line(p.SQUARED)),
        shown(line(p.SQUARED) == p.mean(line(p.ALONG))),
        expect(V.P, p.E, below),
    )


def steep(t: Formula, q: Formula) -> Formula:
    """The line below has its slope at the step of length t against the gradient, or less."""
    return V.r * q**2 <= 2 * q * V.r * t + t**2 * (V.r + 2 * q)


def tangent(t: Formula, a: Formula) -> Formula:
    """The tangent of a normalised step where it goes against the gradient and has length t."""
    return (V.r * a - V.s * t**2) / (V.r + t) ** 2


TANGENT = lemma(
    "nsgd/tangent-below-a-normalised-step",
    1 / (V.r + V.y) * V.a >= tangent(V.t, V.a),
    given=[-V.s * V.y <= V.a, V.a <= V.s * V.y, V.y <= V.q, steep(V.t, V.q)],
)


def drift_bound(t: Formula) -> Formula:
    """What is left at the worst law for a given t."""
    return V.s * (V.r * V.s - t**2) / (V.r + t) ** 2


def drift(t: Formula) -> Link:
    """The tangent under every step, then on average."""
    below = substitute(TANGENT, AT_A_STEP | {"t": t})
    return chain(*on_average(drift_bound(t), lambda a: tangent(t, a), below))


def chord(a: Formula, b: Formula, q: Formula, kept: Formula) -> Formula:
    """A line of slope 2b/q with the value ``kept`` at the squared gradient."""
    return kept + 2 * b / q * (a - V.s**2)


CHORD = lemma(
    "nsgd/chord-below-a-clipped-step",
    V.c / largest(V.c, V.y) * (V.a - V.alpha * V.s**2)
    >= chord(V.a, V.b, V.q, (1 - V.alpha) * V.b * V.s),
    given=[
        V.s * (2 * V.s - V.q) <= V.a,
        V.y <= V.q,
        V.b <= V.s,
        2 * V.b <= V.c,
        2 * V.b <= V.q,
        2 * V.alpha * (V.s - V.b) <= 2 * V.s - V.q,
    ],
)
KEPT = (1 - V.alpha) * p.BORDER * V.s
CLIPPED_DRIFT = lemma(
    "nsgd/clipped-first-order",
    p.CLIPPED >= KEPT,
    given=[p.UNIT, p.LARGE, p.THRESHOLD, V.alpha <= (1 - V.tau1) / 2],
    by=Derive(
        *on_average(
            KEPT,
            lambda a: chord(a, p.BORDER, p.LONGEST, KEPT),
            substitute(CHORD, AT_A_STEP | {"b": p.BORDER}),
        )
    ),
)
