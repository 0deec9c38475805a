r"""Appendix F, Assumption 3: gradients of norm at most C are not clipped.

Algorithm 1 clips the gradient of each record. A stochastic gradient of the theory may be that of a
record or that of a batch, here one of two records with one coordinate.
"""

from typing import Any

from verify.language import claim, largest, norm, real, says, vector
from verify.papers.adambc.formulas.printed_f import W
from verify.papers.adambc.notation import GRADIENT

V = W.extended(
    h=vector("d", r"\nabla f_t(\theta)", unit=GRADIENT),
    first=real("g_1", unit=GRADIENT, search=(-4, 4)),
    second=real("g_2", unit=GRADIENT, search=(-4, 4)),
)


def clipped(g: Any) -> Any:
    """One coordinate, clipped."""
    return g / largest(1, abs(g) / V.C)


RECORD = says(1 / largest(1, norm(V.h) / V.C) == 1, given=[norm(V.h) <= V.C])
BATCH = says(
    (clipped(V.first) + clipped(V.second)) / 2 == (V.first + V.second) / 2,
    given=[abs(V.first + V.second) / 2 <= V.C],
)
ASSUMPTION_3 = (
    claim("adambc/assumption-3", "App F, A3", "Clipping is inactive")
    .says(
        {"gradient of a record: the factor": RECORD, "gradient of a batch": BATCH},
        repaired={
            "gradient of a batch": BATCH.but(given=[abs(V.first) <= V.C, abs(V.second) <= V.C])
        },
        needs_data=("whether the gradients of the experiments stay below C",),
    )
    .quoting(r"\|\nabla f_t(\theta)\|\le C", part="gradient of a record: the factor")
    .rejects(
        "gradients up to 2C", part="gradient of a record: the factor", given=[norm(V.h) <= 2 * V.C]
    )
)
