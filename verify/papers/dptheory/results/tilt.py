r"""F obeys the conditions of mu and L where :math:`h=F-\frac\mu2|x|^2` obeys those of 0 and L - mu.

The rates that are proved for every kappa are read in h, whose conditions are shorter.
"""

from verify.language import Formula, claim, natural, notation, positive, real, says, vector
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point, tilted

V = notation(
    d=natural("d", search=(1, 2)),
    mu=positive(r"\mu", unit="loss/length^2", search=(0.1, 10)),
    width=positive(r"\ell", unit="loss/length^2", search=(0.1, 10)),
    x=vector("d", "x", unit="length"),
    y=vector("d", "y", unit="length"),
    e=vector("d", r"\nabla h(x)", unit="gradient"),
    e_other=vector("d", r"\nabla h(y)", unit="gradient"),
    h=real("h(x)", unit="loss", search=(-10, 10)),
    h_other=real("h(y)", unit="loss", search=(-10, 10)),
)
POINTS = Point(V.x, V.e, V.h), Point(V.y, V.e_other, V.h_other)
OF_F = Curvatures(V.width, V.mu * (V.mu + V.width), V.mu)


def slacks(of: Curvatures, i: Point, j: Point) -> dict[str, Formula]:
    """By how much the conditions of two points and the minimiser hold."""
    conditions = {
        "two points": of.between(i, j),
        "above the minimiser": of.at_least(i),
        "below it along the gradient": of.at_most(i),
    }
    return {name: c.right - c.left for name, c in conditions.items()}


OF_H = slacks(Curvatures(V.width), *POINTS)
TILT = claim(
    "dptheory/curvature-taken-out",
    "docs/lmi.md",
    "the conditions of F are those of h = F - mu/2 |x|^2, with l = L - mu",
).says(
    {
        name: says(slack == OF_H[name])
        for name, slack in slacks(OF_F, *(tilted(point, V.mu) for point in POINTS)).items()
    }
)
