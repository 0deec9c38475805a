"""Section 5: a record's log-likelihood, its gradient, and how far two gradients are apart."""

from verify.language import Formula, dot, instance, lemma, one_of, positive, real, total, vector
from verify.methods.derive import substitute, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.notation import i

PER_LENGTH = "1/length"
V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 2)),  # exponentials in balls: few coordinates are searched
    x=vector("d", "x", unit="length"),
    y=vector("d", "y", unit="length"),
    u=vector("d", "u", unit=PER_LENGTH),
    u2=vector("d", "u'", unit=PER_LENGTH),
    z=one_of((-1, 1), "z", unit="1"),
    z2=one_of((-1, 1), "z'", unit="1"),
    lam=positive(r"\lambda", unit="1/length^2", search=(0.001, 10)),
    R=positive("R", unit=PER_LENGTH, search=(0.1, 50)),
    # Of the lemma: one coordinate of each record, and the products with x.
    p=real("p", unit=PER_LENGTH),
    p2=real("p'", unit=PER_LENGTH),
    s=real("s", unit="1", search=(-10, 10)),
    s2=real("s'", unit="1", search=(-10, 10)),
)
MARGIN, MARGIN_2 = dot(V.u, V.x), dot(V.u2, V.x)


def size(v: Formula) -> Formula:
    """The L1 norm of a vector of R^d."""
    return total(i, 1, V.d, abs(v[i]))


def slope(z: Formula, p: Formula, margin: Formula) -> Formula:
    """A coordinate of the gradient of ln p(z|u, x); the penalty's part cancels in differences."""
    return z * p / (1 + (z * margin).exp())


DISTANCE = total(i, 1, V.d, abs(slope(V.z, V.u[i], MARGIN) - slope(V.z2, V.u2[i], MARGIN_2)))
ONE_COORDINATE = lemma(
    "accelerated/one-coordinate",
    abs(slope(V.z, V.p, V.s) - slope(V.z2, V.p2, V.s2)) <= abs(V.p) + abs(V.p2),
)
PUT_IN = {"p": V.u[i], "p2": V.u2[i], "s": MARGIN, "s2": MARGIN_2}
COORDINATES = sum_over(i, 1, V.d, substitute(ONE_COORDINATE, PUT_IN))
RADII = (size(V.u) <= V.R, size(V.u2) <= V.R)
# What bounds the distance is approached: u and u' along two axes, x far out.
FAR = instance("d=2 R=20 x=(-1,-1) u=(20,0) u2=(0,20) z=1 z2=1")
