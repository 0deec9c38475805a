r"""A pair of gradients :math:`g\pm e`, normalised: what their mean keeps of the gradient g.

With :math:`A=|g+e|`, :math:`B=|g-e|`, :math:`m=(A+B)/2` and :math:`D=(A-B)/2` the mean of
:math:`\langle g,g\pm e\rangle/(|g\pm e|+\gamma)` is
:math:`(G^2(m+\gamma)-D^2m)/((m+\gamma)^2-D^2)` and :math:`|e|^2=m^2+D^2-G^2`, where
:math:`|D|\le G\le m` by Cauchy and Schwarz. What it keeps is at least
:math:`\gamma G^2/(|e|^2+\gamma^2+\gamma\sqrt{4|e|^2+G^2})`: cross-multiplied, the difference is a
polynomial in :math:`\gamma` with nonnegative coefficients. Equality holds at :math:`e=0`.
"""

from verify.language import Formula, dot, lemma, norm
from verify.language.symbols import natural, nonnegative, notation, positive, real, vector
from verify.methods.derive import Derive, add, multiply, shown, substitute

V = notation(
    d=natural("d", search=(1, 2)),
    G=nonnegative("G", unit="gradient", search=(0, 10)),
    m=nonnegative("m", unit="gradient", search=(0, 10)),
    D=real("D", unit="gradient", search=(-10, 10)),
    q=nonnegative("q", unit="gradient", search=(0, 10)),
    gamma=positive(r"\gamma", unit="gradient", search=(0.01, 10)),
    g=vector("d", "g", unit="gradient"),
    e=vector("d", "e", unit="gradient"),
)
SIZE = V.m**2 + V.D**2 - V.G**2  # |e|^2
INSIDE = [V.m >= V.G, V.D**2 <= V.G**2]
ROOT = 4 * V.q**2 == 4 * SIZE + V.G**2


def kept(square: Formula, variance: Formula, gamma: Formula = V.gamma) -> Formula:
    """The bound, for a gradient of this square and a deviation of this mean square."""
    return gamma * square / (variance + gamma**2 + gamma * (4 * variance + square).sqrt())


LINEAR = 2 * (V.G**2 - V.D**2) * V.m * V.q + V.G**2 * (2 * V.D**2 - V.G**2)
QUADRATIC = 2 * V.G**2 * V.q - (V.G**2 + V.D**2) * V.m
PAIR_LINEAR = lemma("groupwise/pair-linear", LINEAR >= 0, given=[*INSIDE, 2 * V.q >= V.G])
PAIR_QUADRATIC = lemma("groupwise/pair-quadratic", QUADRATIC >= 0, given=[*INSIDE, ROOT])
MEAN = (V.G**2 * (V.m + V.gamma) - V.D**2 * V.m) / ((V.m + V.gamma) ** 2 - V.D**2)
DENOMINATOR = SIZE + V.gamma**2 + 2 * V.gamma * V.q
LEAST = V.gamma * V.G**2 / DENOMINATOR
EXCESS = add(
    shown((V.G**2 - V.D**2) * V.m * SIZE >= 0),
    multiply(substitute(PAIR_LINEAR, {}), V.gamma),
    multiply(substitute(PAIR_QUADRATIC, {}), V.gamma**2),
)
SCALARS = lemma(
    "groupwise/symmetric-pair-lengths",
    MEAN >= LEAST,
    given=[*INSIDE, ROOT],
    by=Derive(
        add(
            shown(LEAST == LEAST),
            multiply(EXCESS, 1 / (((V.m + V.gamma) ** 2 - V.D**2) * DENOMINATOR)),
        )
    ),
)
PLUS, MINUS = norm(V.g + V.e), norm(V.g - V.e)


def pair(g: Formula, e: Formula, gamma: Formula = V.gamma) -> Formula:
    """The mean over both signs of e of what a normalised gradient g + e keeps of g."""
    ahead, behind = g + e, g - e
    return (dot(g, ahead) / (norm(ahead) + gamma) + dot(g, behind) / (norm(behind) + gamma)) / 2


LENGTHS = {
    "G": norm(V.g),
    "m": (PLUS + MINUS) / 2,
    "D": (PLUS - MINUS) / 2,
    "q": (4 * norm(V.e) ** 2 + norm(V.g) ** 2).sqrt() / 2,
}
PAIR = lemma(
    "groupwise/symmetric-pair",
    pair(V.g, V.e) >= kept(norm(V.g) ** 2, norm(V.e) ** 2),
    by=Derive(substitute(SCALARS, LENGTHS)),
)
