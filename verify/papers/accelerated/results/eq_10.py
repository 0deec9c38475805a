"""Section 3, (10): the sensitivity of what is released.

Neighbouring data sets differ in one record, whose loss and gradient are f, g on Y and f', g' on Y'.
"""

from verify.language import Draft, Formula, claim, natural, real, says, sequence, total
from verify.methods.derive import Derive, substitute
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.notation import i

V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    f=real("f(x;y)", unit="loss", search=(-10, 10)),
    f2=real("f(x;y')", unit="loss", search=(-10, 10)),
    f_rest=real(r"\sum_{j\ne i}f(x;y_j)", unit="loss", search=(-10, 10)),
    h=sequence("d", r"\nabla f(x;y)", unit="gradient"),
    h2=sequence("d", r"\nabla f(x;y')", unit="gradient"),
    h_rest=sequence("d", r"\sum_{j\ne i}\nabla f(x;y_j)", unit="gradient"),
    n=natural("n", search=(1, 10**5)),
    x=real(r"\Vert\nabla f(x;y)-\nabla f(x;y')\Vert_1", unit="gradient"),
)
DISTANCE = total(i, 1, V.d, abs(V.h[i] - V.h2[i]))  # of the gradients, in the L1 norm
SENSITIVITY = DISTANCE <= V.S
SHARE = says(V.x / V.n <= V.S / V.n, given=["x <= S"])


def change_of_mean(records: Formula) -> Draft:
    """How far the mean of so many gradients moves in the L1 norm."""
    entry = abs((V.h[i] + V.h_rest[i]) / records - (V.h2[i] + V.h_rest[i]) / records)
    return says(
        total(i, 1, V.d, entry) <= V.S / records,
        given=[SENSITIVITY],
        by=Derive(substitute(SHARE, {"x": DISTANCE, "n": records})),
    )


EQ_10 = (
    claim("accelerated/eq-10", "§3, (10) and next sentence", "L1 sensitivity")
    .says(
        says(
            abs((V.f + V.f_rest) / V.n - (V.f2 + V.f_rest) / V.n) <= V.S / V.n, given=[SENSITIVITY]
        ),
        instead=change_of_mean(V.n),
        # The gradient of a mini-batch, as (11)-(12) use it.
        notes=(change_of_mean(V.m),),
    )
    .quoting(
        r"S_1(x)=\sup_{y,y'\in\mathcal Y}|\nabla f(x;y)-\nabla f(x;y')|",
        reading=(
            "a hypothesis: the gradients of the two records are at most $S_1$ apart in the L1 norm"
        ),
    )
    .rejects("S_1/n for a mini-batch", change_of_mean(V.m).but(right=V.S / V.n))
)
