r"""Theorem 2: two samples, clipped in two layers together or layer by layer.

Both clippings multiply a block by a factor, so that blocks agree where their lengths do. What is
left of a length x by clipping, :math:`x\min(1,R/x)`, is written xR/max(R, x), also for x = 0.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from verify.language import Formula, instance, largest, nonnegative, positive, put, quantity
from verify.papers.groupwise.notation import STABILITY
from verify.papers.groupwise.notation import V as PAPER

V = PAPER.extended(
    i1=nonnegative(r"\Vert g_i^{(1)}\Vert", unit="gradient", search=(0, 20)),
    i2=nonnegative(r"\Vert g_i^{(2)}\Vert", unit="gradient", search=(0, 20)),
    j1=nonnegative(r"\Vert g_j^{(1)}\Vert", unit="gradient", search=(0, 20)),
    j2=nonnegative(r"\Vert g_j^{(2)}\Vert", unit="gradient", search=(0, 20)),
    R=positive("R", unit="gradient", search=(0.1, 20)),
    R1=positive("R_1", unit="gradient", search=(0.1, 20)),
    R2=positive("R_2", unit="gradient", search=(0.1, 20)),
    n_i=nonnegative(r"\Vert g_i^{(m)}\Vert", unit="gradient", search=(0, 20)),
    n_j=nonnegative(r"\Vert g_j^{(m)}\Vert", unit="gradient", search=(0, 20)),
    g_i=positive(r"\Vert g_i\Vert", unit="gradient", search=(0.1, 30)),
    g_j=positive(r"\Vert g_j\Vert", unit="gradient", search=(0.1, 30)),
    R_m=positive("R_m", unit="gradient", search=(0.1, 20)),
    input=positive(r"\Vert a\Vert", unit="1", search=(0.1, 10)),
    b=positive(r"\Vert\partial L/\partial s\Vert", unit="gradient", search=(0.1, 20)),
)
Clipping = Callable[[Formula, Formula, Formula], Formula]


def abadi(x: Formula, whole: Formula, R: Formula) -> Formula:
    """The length of a block of length x, clipped for the length of the whole."""
    return x * R / largest(R, whole)


def auto(x: Formula, whole: Formula, R: Formula) -> Formula:
    """The same by automatic clipping."""
    return x * R / (whole + STABILITY)


def at(node: Formula, lengths: Mapping[str, Fraction]) -> Formula:
    """A formula at some lengths."""
    return put(node, {name: quantity(v, "gradient") for name, v in lengths.items()})


def whole(x: Formula, y: Formula) -> Formula:
    """The length of a gradient."""
    return (x**2 + y**2).sqrt()


G_I, G_J = whole(V.i1, V.i2), whole(V.j1, V.j2)


def block(clip: Clipping, x: Formula, g: Formula, R: Formula, threshold: Formula) -> Formula:
    """How far apart, squared, a block comes out of the two clippings."""
    return (clip(x, x, threshold) - clip(x, g, R)) ** 2


def apart(clip: Clipping) -> Formula:
    """The squared distance of the two clippings of both samples: 0 where all blocks agree."""
    first = block(clip, V.i1, G_I, V.R, V.R1) + block(clip, V.i2, G_I, V.R, V.R2)
    return first + block(clip, V.j1, G_J, V.R, V.R1) + block(clip, V.j2, G_J, V.R, V.R2)


# The blocks of a group in two samples of any batch.
OF_I = block(abadi, V.n_i, V.g_i, V.R, V.R_m)
OF_J = block(abadi, V.n_j, V.g_j, V.R, V.R_m)
PARTS = [V.n_i <= V.g_i, V.n_j <= V.g_j]
POSITIVE = [V.n_i > 0, V.n_j > 0]


def both_ways(point: dict[str, Fraction]) -> list[dict[str, Fraction]]:
    """A pair of samples in either order."""
    names = {"n_i": "n_j", "n_j": "n_i", "g_i": "g_j", "g_j": "g_i"}
    return [point, {names.get(name, name): value for name, value in point.items()}]


# [5, 0] and [0, 5], clipped at 4: R_1 = R_2 = 4.
LENGTHS = instance("n_i=5 g_i=5 n_j=0 g_j=5 R=4/1 R_m=4")
EACH_ALONE = both_ways({name: Fraction(value) for name, value in LENGTHS.items()})
