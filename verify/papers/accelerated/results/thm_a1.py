"""Appendix A, Theorem A.1: the Laplace mechanism, by the densities of its output on Y and Y'."""

from verify.language import Formula, claim, instance, natural, number, says, sequence, total
from verify.methods.derive import Derive, add, chain, given, monotone, multiply, shown, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.notation import i

V = symbols.V.extended(
    k=natural("k", search=(1, 2)),
    answer=sequence("k", r"\varphi(Y)", unit="gradient"),
    other=sequence("k", r"\varphi(Y')", unit="gradient"),
    z=sequence("k", "z", unit="gradient"),
)
SCALE = V.S / V.eps


def distance(p: Formula, q: Formula) -> Formula:
    """The L1 distance of two answers."""
    return total(i, 1, V.k, abs(p[i] - q[i]))


def density(centre: Formula, scale: Formula = SCALE) -> Formula:
    """The density of the output at z times (2 scale)^k, Lap(scale) being added to every answer."""
    return (-distance(V.z, centre) / scale).exp()


NEIGHBOURS = distance(V.answer, V.other) <= V.S  # (37)
CLOSER = abs(V.z[i] - V.other[i]) - abs(V.z[i] - V.answer[i]) <= abs(V.answer[i] - V.other[i])
EXPONENT = -distance(V.z, V.other) / SCALE
PRIVATE = says(
    density(V.answer) <= V.eps.exp() * density(V.other),
    given=[NEIGHBOURS],
    by=Derive(
        monotone(
            "exp",
            add(
                multiply(chain(sum_over(i, 1, V.k, shown(CLOSER)), given(NEIGHBOURS)), 1 / SCALE),
                shown(EXPONENT == EXPONENT),
            ),
        )
    ),
)
# Lap(S/(2 eps)) for S/eps: one answer, S apart.
HALF = instance("k=1 answer=(0,) other=(1,) z=(0,) S=1 eps=1")

THM_A1 = (
    claim("accelerated/thm-a1", "App A, Thm A.1", "Laplace mechanism")
    .says(
        PRIVATE,
        # Attained at z, the one answer itself, where the other one is S_1 away.
        notes=(says(number(1) == V.eps.exp() * (-V.S / SCALE).exp()),),
    )
    .quoting(
        r"P[A_Y\in O]\le e^\epsilon P[A_{Y'}\in O]",
        reading=("by the densities of the output at every place z, which give it for every set O"),
    )
    .quoting(
        r"S_1^\varphi=\max_{Y,Y'\in\mathcal Y:h(Y,Y')=1}\|\varphi(Y)-\varphi(Y')"
        r"\|_1",
        reading="as a hypothesis: the answers on two neighbours are at most S_1 apart",
    )
    .rejects(
        "half the scale",
        left=density(V.answer, SCALE / 2),
        right=V.eps.exp() * density(V.other, SCALE / 2),
        at=HALF,
    )
)
