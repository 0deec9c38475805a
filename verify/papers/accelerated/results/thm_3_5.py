"""Theorem 3.5 without noise: from the state to the loss, positions measured from x*."""

from verify.language import claim, nonnegative, says
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.settings import DEMONSTRATION

V = symbols.V.extended(
    f=nonnegative("(F(x_t)-F(x^*))", unit="loss", search=(0, 10)),
    now=nonnegative(r"\Vert x_t\Vert^2", unit="length^2", search=(0, 10)),
    last=nonnegative(r"\Vert x_{t-1}\Vert^2", unit="length^2", search=(0, 10)),
    K=nonnegative(r"C_t^2\rho^{2t}", unit="1", search=(0, 4)),
    # The norm of the matrix (xi_0 - xi*)(xi_0 - xi*)' is the squared length of the vector.
    start=nonnegative(
        r"\Vert(\xi_0-\xi^*)(\xi_0-\xi^*)^\top\Vert", unit="length^2", search=(0, 10)
    ),
)
# |xi_t| <= |M^t| |xi_0| <= C_t rho^t |xi_0|, and F is L-smooth.
MOVED = V.now + V.last <= V.K * V.start
PRINTED = says(V.f <= V.start * V.K, given=[V.f <= V.L / 2 * V.now, MOVED])
REPAIRED = PRINTED.but(right=V.L / 2 * V.start * V.K)

NOISE_FREE = (
    claim(
        "accelerated/thm-3.5-noise-free",
        "§3.2, Thm 3.5 with σ_T=0",
        "bound for quadratics without noise, with the C_t of App B.3",
    )
    .says(PRINTED, repaired=REPAIRED, settings=DEMONSTRATION)
    .rejects("L/3", REPAIRED.but(right=V.L / 3 * V.start * V.K))
)
