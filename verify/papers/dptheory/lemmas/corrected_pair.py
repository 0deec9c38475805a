r"""A step of DP-AdamBC under symmetric noise: the mean over both signs of the noise.

In one coordinate a released gradient u moves by :math:`\varphi(u)=u/\sqrt{\max(W+au^2,\gamma')}`,
where the past fixes :math:`W=(1-a)\hat v_{t-1}-\Phi` and a is the weight of the newest square. With
:math:`P=1/\sqrt{\max(W,\gamma')}` and for :math:`x\ge y\ge0`

.. math:: P\Big(x-y-\frac{a(x^3-y^3)}{2\gamma'}\Big) \le \varphi(x)-\varphi(y) \le P(x-y),

and :math:`\varphi` is odd: x and y are g + z and \|g - z\|.
"""

from verify.language import Formula, lemma, number
from verify.language.symbols import between, nonnegative, notation, positive, real
from verify.methods.derive import (
    Derive,
    add,
    cases,
    chain,
    having,
    multiply,
    shown,
    substitute,
    turned_round,
)
from verify.papers.adambc.notation import GRADIENT, SQUARE

V = notation(
    a=between(0, 1, "a", unit="1", ends="(]"),
    W=real("W", unit=SQUARE, search=(-4, 4)),
    floor=positive(r"\gamma'", unit=SQUARE, search=(0.01, 4)),
    g=nonnegative("g", unit=GRADIENT, search=(0, 3)),
    z=real("z", unit=GRADIENT, search=(-4, 4)),
    size=nonnegative(r"\zeta", unit=GRADIENT, search=(0, 4)),
    # Two released gradients, their divisors, and that of 0.
    x=nonnegative("x", unit=GRADIENT, search=(0, 4)),
    y=nonnegative("y", unit=GRADIENT, search=(0, 4)),
    X=positive("X", unit=GRADIENT, search=(0.1, 4)),
    Y=positive("Y", unit=GRADIENT, search=(0.1, 4)),
    D=positive("D", unit=GRADIENT, search=(0.1, 4)),
    # A mean gradient, that of a batch, a mean step, its bound and what is lost of it.
    G=real("G", unit=GRADIENT, search=(-3, 3)),
    b=real("b", unit=GRADIENT, search=(-3, 3)),
    m=real("m", unit="1", search=(-3, 3)),
    top=real("u", unit="1", search=(-3, 3)),
    lost=nonnegative("v", unit="1", search=(0, 3)),
)
LEAST = V.W.maximum(V.floor).sqrt()


def divisor(u: Formula) -> Formula:
    """What a released gradient is divided by."""
    return (V.W + V.a * u**2).maximum(V.floor).sqrt()


def moved(u: Formula) -> Formula:
    """A step over its step size."""
    return u / divisor(u)


def kept(u: Formula, square: Formula = V.floor, least: Formula = LEAST) -> Formula:
    """What is left of it at least, on average."""
    return (u - V.a * u**3 / (2 * square)) / least


AT_LEAST = [V.D <= V.X, V.X**2 <= V.D**2 + V.a * V.x**2]
ORDER = [V.D <= V.Y, V.Y <= V.X, V.X**2 - V.Y**2 <= V.a * (V.x**2 - V.y**2)]
INVERSE = lemma(
    "dptheory/corrected-inverse", 1 / V.X >= (1 - V.a * V.x**2 / (2 * V.D**2)) / V.D, given=AT_LEAST
)
DIFFERENCE = lemma(
    "dptheory/corrected-difference",
    (V.Y - V.X) / (V.X * V.Y) >= -(V.a * (V.x**2 - V.y**2) / (2 * V.D**3)),
    given=[*ORDER, V.y <= V.x],
)
LETTERS = lemma(
    "dptheory/corrected-letters",
    V.x / V.X - V.y / V.Y >= kept(V.x, V.D**2, V.D) - kept(V.y, V.D**2, V.D),
    given=[*AT_LEAST, *ORDER, V.y <= V.x],
    by=Derive(
        add(multiply(substitute(INVERSE, {}), V.x - V.y), multiply(substitute(DIFFERENCE, {}), V.y))
    ),
)


def values(x: Formula, y: Formula) -> dict[str, Formula]:
    """Two released gradients and the divisors."""
    return {"x": x, "y": y, "X": divisor(x), "Y": divisor(y), "D": LEAST}


BETWEEN = lemma(
    "dptheory/corrected-between",
    moved(V.x) - moved(V.y) >= kept(V.x) - kept(V.y),
    given=[V.y <= V.x],
    by=Derive(
        chain(
            shown(kept(V.x) - kept(V.y) <= kept(V.x, LEAST**2) - kept(V.y, LEAST**2)),
            substitute(LETTERS, values(V.x, V.y)),
        )
    ),
)
ALONE = lemma(
    "dptheory/corrected-alone",
    moved(V.x) >= kept(V.x),
    by=Derive(substitute(BETWEEN, {"y": 0 * V.x})),
)


def pair(g: Formula, z: Formula) -> Formula:
    """The mean of a step over both signs of the noise."""
    return (moved(g + z) + moved(g - z)) / 2


def pair_kept(g: Formula, z: Formula) -> Formula:
    """What is left of it at least, for a gradient that is not negative."""
    return (g - V.a * (g**3 + 3 * g * z**2) / (2 * V.floor)) / LEAST


AHEAD, BEHIND = V.g + V.size, V.g - V.size
ODD = lemma("dptheory/corrected-odd", -moved(V.size - V.g) == moved(BEHIND))
SIZES = lemma(
    "dptheory/corrected-pair-of-sizes",
    pair(V.g, V.size) >= pair_kept(V.g, V.size),
    by=Derive(
        multiply(
            cases(
                V.size >= V.g,
                chain(
                    shown(kept(AHEAD) + kept(BEHIND) == kept(AHEAD) - kept(V.size - V.g)),
                    substitute(BETWEEN, {"x": AHEAD, "y": V.size - V.g}),
                    add(shown(moved(AHEAD) == moved(AHEAD)), substitute(ODD, {})),
                ),
                add(substitute(ALONE, {"x": AHEAD}), substitute(ALONE, {"x": BEHIND})),
                conclusion=kept(AHEAD) + kept(BEHIND) <= moved(AHEAD) + moved(BEHIND),
            ),
            number(1) / 2,
        )
    ),
)
OTHER_SIGN = shown(pair(V.g, -V.z) == pair(V.g, V.z))
PAIR = lemma(
    "dptheory/corrected-pair",
    pair(V.g, V.z) >= pair_kept(V.g, V.z),
    by=Derive(
        cases(
            V.z >= 0,
            substitute(SIZES, {"size": V.z}),
            chain(substitute(SIZES, {"size": -V.z}), OTHER_SIGN),
        )
    ),
)
STRAIGHT = lemma(
    "dptheory/corrected-straight",
    V.x / V.X - V.y / V.Y <= (V.x - V.y) / V.D,
    given=[V.D <= V.Y, V.Y <= V.X, V.y <= V.x],
)
SIZES_ABOVE = lemma(
    "dptheory/corrected-pair-of-sizes-above",
    pair(V.g, V.size) <= V.g / LEAST,
    by=Derive(
        multiply(
            cases(
                V.size >= V.g,
                chain(
                    add(shown(moved(AHEAD) == moved(AHEAD)), turned_round(substitute(ODD, {}))),
                    substitute(STRAIGHT, values(AHEAD, V.size - V.g)),
                ),
                add(shown(moved(AHEAD) <= AHEAD / LEAST), shown(moved(BEHIND) <= BEHIND / LEAST)),
                conclusion=moved(AHEAD) + moved(BEHIND) <= 2 * V.g / LEAST,
            ),
            number(1) / 2,
        )
    ),
)
PAIR_ABOVE = lemma(
    "dptheory/corrected-pair-above",
    pair(V.g, V.z) <= V.g / LEAST,
    by=Derive(
        cases(
            V.z >= 0,
            substitute(SIZES_ABOVE, {"size": V.z}),
            chain(turned_round(OTHER_SIGN), substitute(SIZES_ABOVE, {"size": -V.z})),
        )
    ),
)
# Along a mean gradient G of either sign.
LETTER = lemma(
    "dptheory/corrected-along-letters",
    V.G * V.m >= V.G * V.top - abs(V.G) * V.lost,
    given=[V.m <= V.top, V.m >= V.top - V.lost],
)


def lost(size: Formula, z: Formula) -> Formula:
    """What noise and divisor take of a step of a gradient of this size, at most."""
    return V.a * (size**3 + 3 * size * z**2) / (2 * V.floor) / LEAST


SIGNED = lemma(
    "dptheory/corrected-along-size",
    V.G * pair(V.g, V.z) >= V.G * (V.g / LEAST) - abs(V.G) * lost(V.g, V.z),
    by=Derive(
        having(
            [
                substitute(PAIR_ABOVE, {}),
                chain(
                    shown(V.g / LEAST - lost(V.g, V.z) == pair_kept(V.g, V.z)), substitute(PAIR, {})
                ),
            ],
            substitute(LETTER, {"m": pair(V.g, V.z), "top": V.g / LEAST, "lost": lost(V.g, V.z)}),
        )
    ),
)
TURNED = lemma("dptheory/corrected-pair-turned", -pair(-V.b, V.z) == pair(V.b, V.z))
BOTH = V.G * (V.b / LEAST)
ALONG = lemma(
    "dptheory/corrected-along",
    V.G * pair(V.b, V.z) >= BOTH - abs(V.G) * lost(abs(V.b), V.z),
    by=Derive(
        cases(
            V.b >= 0,
            chain(
                shown(BOTH - abs(V.G) * lost(abs(V.b), V.z) == BOTH - abs(V.G) * lost(V.b, V.z)),
                substitute(SIGNED, {"g": V.b}),
            ),
            chain(
                shown(
                    BOTH - abs(V.G) * lost(abs(V.b), V.z)
                    == -V.G * (-V.b / LEAST) - abs(-V.G) * lost(-V.b, V.z)
                ),
                substitute(SIGNED, {"g": -V.b, "G": -V.G}),
                shown(-V.G * pair(-V.b, V.z) == V.G * -pair(-V.b, V.z)),
                having(
                    [substitute(TURNED, {})], shown(V.G * -pair(-V.b, V.z) == V.G * pair(V.b, V.z))
                ),
            ),
        )
    ),
)
