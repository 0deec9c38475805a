r"""Section 3, (6): an example against the 2-norm, at :math:`\rho a_1` and :math:`\rho a_2`.

The printed points, :math:`\rho=1`, lie where the branches of f meet: its gradient there, if there
is one, is the limit from both sides. Points are given by the squares of their coordinates.
"""

from fractions import Fraction
from typing import Any

from verify.formula.trace import trace
from verify.language import PI, Draft, Formula, claim, each, entries, number, says, symbols

V = symbols.notation(rho=symbols.positive(r"\rho", unit="1", search=(0.01, 2)))
A_1 = (4 * V.rho**2, number(0))
A_2 = (V.rho**2, Fraction(3, 4) * V.rho**2)


def level(x2: Any, y2: Any) -> Any:
    """x^2/4 + y^2."""
    return x2 / 4 + y2


def squared_slope(x2: Any, y2: Any, *, inside: bool) -> Formula:
    """The squared gradient of f, on the ellipse as the limit from inside or outside."""
    first: Formula = x2 / 4 + 4 * y2
    second: Formula = (PI / 2 * (PI / 2 * level(x2, y2)).cos()) ** 2 * first

    def branch(rho: Any) -> Formula:
        # At both points x^2/4 + y^2 is rho^2.
        return first if (rho <= 1 if inside else rho < 1) else second

    return Formula(trace(branch, {"rho": V.rho.tree}), V)


def gradient(point: Any, square: Formula) -> Draft:
    """The gradient at a point, from both sides, has a squared length."""
    sides = [squared_slope(*point, inside=inside) for inside in (True, False)]
    return says(entries(*sides) == entries(square, square), given=["rho == 1"])


INSIDE = ["rho < 1"]
EQ_6 = (
    claim("lssgd/eq-6", "§3, (6)", "Example against the 2-norm")
    .says(
        {
            "levels": says(each(level(*A_1) == V.rho**2, level(*A_2) == V.rho**2)),
            "distances": says(
                entries(*[(x2 + y2).sqrt() for x2, y2 in (A_1, A_2)])
                == entries(2 * V.rho, V.rho * number(7).sqrt() / 2)
            ),
            "gradient at a_1": gradient(A_1, V.rho**2),
            "gradient at a_2": gradient(A_2, Fraction(13, 4) * V.rho**2),
        },
        # The minimum (0, 0) is local.
        notes=(says((PI / 2 * number(3)).sin() < level(number(0), number(0))),),
    )
    .quoting(
        r"f=\frac{x^2}4+y^2",
        part="gradient at a_1",
        reading="The squared gradients of both branches, where they meet.",
    )
    .quoting(
        r"\frac{x^2}4+y^2\le1",
        part="levels",
        reading="The levels of the two points, which lie where the branches meet.",
    )
    .quoting(
        r"a_1=(2,0)",
        part="levels",
        reading=r"The squares of its coordinates, times that of a scale $\rho$.",
    )
    .quoting(
        r"a_2=(1,\sqrt3/2)",
        part="levels",
        reading=r"The squares of its coordinates, times that of a scale $\rho$.",
    )
    .quoting(
        r"\|\nabla f(\mathbf a_1)\|_2=1",
        part="gradient at a_1",
        reading="Squared, as the limits from inside the ellipse and from outside.",
    )
    .quoting(
        r"\|\nabla f(\mathbf a_2)\|_2=\sqrt{13}/2",
        part="gradient at a_2",
        reading="Squared, as the limits from inside the ellipse and from outside.",
    )
    .repaired(part="gradient at a_1", given=INSIDE)
    .repaired(part="gradient at a_2", given=INSIDE)
    .rejects("points outside", part="gradient at a_2", given=["rho > 1"])
)
