r"""Section 2.2, after Assumption 2.2: the normalising factor between two bounds.

The upper bound divides by :math:`r-\tau_0+(1-\tau_1)\Vert\nabla f\Vert`, which is 0 or negative at
small gradients unless :math:`r>\tau_0`; the norm of g is at least 0 there.
"""

from verify.language import claim, instance, largest, norm, says
from verify.papers.nsgd.notation import V

ASSUMED = norm(V.g - V.G) <= V.tau0 + V.tau1 * norm(V.G)
FACTOR = 1 / (V.r + norm(V.g))
SHORTEST = V.r - V.tau0 + (1 - V.tau1) * norm(V.G)
LOWER = says(1 / (V.r + V.tau0 + (1 + V.tau1) * norm(V.G)) <= FACTOR, given=[ASSUMED])
# A gradient of 1/2 at a point where that of f is 0.
AT_REST = instance("d=1 r=1/100 tau0=1 tau1=0 G=(0,) g=(1/2,)")
UPPER = says(FACTOR <= 1 / SHORTEST, given=[ASSUMED], at=AT_REST)
POSITIVE_PART = UPPER.but(right=1 / (V.r + largest(0, (1 - V.tau1) * norm(V.G) - V.tau0)), at=())

SANDWICH = (
    claim(
        "nsgd/sandwich", "§2.2, after Assumption 2.2", "the normalising factor between two bounds"
    )
    .says(
        {"from below": LOWER, "from above": UPPER},
        repaired={"from above": POSITIVE_PART},
        # As printed where the denominator is positive: for r > tau_0 it is.
        notes=(UPPER.but(also=[SHORTEST > 0], at=()), UPPER.but(also=[V.r > V.tau0], at=())),
    )
    .quoting(
        r"h\ge1/(r+\tau_0+(1+\tau_1)s)",
        part="from below",
        reading="h is written out as 1/(r + |g|)",
    )
    .quoting(r"\|g-\nabla f(x)\|\le\tau_0+\tau_1\|\nabla f(x)\|", part="from below")
    .quoting(
        r"\frac1{r+\tau_0+(1+\tau_1)\|\nabla f(x)\|}\le h\le\frac1{r-\tau_0+(1-"
        r"\tau_1)\|\nabla f(x)\|}",
        part=("from below", "from above"),
        reading="h is written out as 1/(r + |g|)",
    )
    .rejects("half of tau_0 in r", part="from above", also=[2 * V.r > V.tau0])
    .rejects(
        "two thirds of tau_0",
        POSITIVE_PART.but(right=1 / (V.r + largest(0, (1 - V.tau1) * norm(V.G) - 2 * V.tau0 / 3))),
    )
)
