r"""Appendix B.3: the blocks of M, their spectral radius, the trace of the covariance.

Q has the eigenvalues :math:`\mu+s_i(L-\mu)`; the noise of a step has mean 0 given the past and
covariance :math:`\sigma_T^2I`.
"""

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import spectral_radius
from verify.language import Formula, Setting, agrees, claim, instance, largest, says, total
from verify.language.symbols import natural, nonnegative, positive, real
from verify.methods.derive import Derive, add, chain, shown, substitute, words
from verify.papers.accelerated.formulas.radius import radius
from verify.papers.accelerated.lemmas import covariance as steps
from verify.papers.accelerated.lemmas.covariance import INITIAL, norm_square, series
from verify.papers.accelerated.lemmas.powers import ORDER, ROOTS, STABLE, START, W
from verify.papers.accelerated.notation import CURVATURE, j
from verify.papers.accelerated.settings import DEMONSTRATION

V = W.extended(
    d=W.d.within(search=(1, 2)),
    t=W.t.within(search=(0, 6)),
    # The axes of Q in the plane: (c, s) and (-s, c).
    c=real("c", unit="1", search=(-1, 1)),
    sine=real("s", unit="1", search=(-1, 1)),
    first_value=positive(r"\lambda_1", unit=CURVATURE, search=(0.1, 4)),
    second_value=positive(r"\lambda_2", unit=CURVATURE, search=(0.1, 4)),
    rho=W.rho.within("(0, 1)"),
    N=natural("N", least=0, search=(0, 6)),
    tail_norm=nonnegative(
        r"\sum_{j\ge t}\Vert M^j\Vert^2\alpha^2\Vert\Sigma\Vert", unit="length^2", search=(0, 10)
    ),
)

# Q in the plane; a permutation pairs (x_1, p_1), (x_2, p_2), and leaves -alpha Q_12 between them.
Q_11 = V.c**2 * V.first_value + V.sine**2 * V.second_value
Q_12 = V.c * V.sine * (V.first_value - V.second_value)
Q_22 = V.sine**2 * V.first_value + V.c**2 * V.second_value
AXES = ["c**2 + sine**2 == 1"]
TURNED = instance("c=3/5 sine=4/5 first_value=1/1 second_value=2/1")
DIAGONAL_Q = Setting(
    name="§3.2, Q = diag(0.5, 1)", values=instance("c=1 sine=0 first_value=1/2 second_value=1/1")
)
BLOCKS = (
    claim("accelerated/b3-block-diagonal", "App B.3", "Block-diagonal form")
    .says(
        {"d = 2": says(-V.alpha * Q_12 == 0, given=AXES, at=TURNED)},
        settings=(DIAGONAL_Q,),
        # In the axes of Q, an orthogonal change that keeps the norm of M^t, the blocks are
        # decoupled.
        notes=(
            says(
                (V.c**2 - V.sine**2) * Q_12 - V.c * V.sine * (Q_11 - Q_22) == 0,
                given=AXES,
                at=TURNED,
            ),
        ),
    )
    .quoting(
        r"M(\alpha,\beta)=\begin{bmatrix}(1+\beta)I_d-\alpha Q&-\beta I_d\\I_d&0_d\end{bmatrix}",
        part="d = 2",
        reading="the entry of it that stays outside the blocks after the permutation, for a Q in "
        "the plane",
    )
    .repaired(part="d = 2", also=["sine == 0"], at=DIAGONAL_Q.values)
)


def rho(curvature: Formula) -> Formula:
    """rho_lambda."""
    return radius(1 + V.beta - V.alpha * curvature, V.beta)


QUASI_CONVEXITY = (
    claim("accelerated/b3-quasi-convexity", "App B.3", "Quasi-convexity of the spectral radius")
    .says(
        says(rho(V.mu + V.share * (V.L - V.mu)) <= largest(rho(V.mu), rho(V.L)), given=[ORDER]),
        notes=(
            agrees(
                rho(V.L) == V.of(lambda alpha, beta, L: spectral_radius(heavy_ball(alpha, beta), L))
            ),
        ),
    )
    .rejects("the radius at L alone", right=rho(V.L))
)

# The trace of E(xi_t - xi*)(xi_t - xi*)'.
TAIL = steps.tail(W.t)
FROM_REST = Setting(
    name=f"{DEMONSTRATION[0].name}, from x*",
    values={**DEMONSTRATION[0].values, **instance("x0=(0,0) before=(0,0)")},
)
LATE = instance(
    "d=1 alpha=1/2 beta=1/3 mu=1/1 L=1/1 shares=(0/1,) x0=(0/1,) before=(0/1,) variance=1/1 t=0"
)
FIRST = says(
    steps.TRACE <= steps.M + INITIAL - TAIL,
    given=[ORDER, STABLE],
    at=({**FROM_REST.values, **instance("variance=1 t=4")}, LATE, LATE | instance("t=8")),
    over=V,
)
# m stands on both sides of the second inequality.
SECOND = says(
    INITIAL - TAIL <= V.tail_norm + norm_square("t", W.t) * START,
    given=[ORDER, STABLE],
    by=Derive(
        add(
            words("|M^t xi_0| is at most |M^t| |xi_0|.", INITIAL <= norm_square("t", W.t) * START),
            chain(
                words("A sum of traces of positive semidefinite matrices.", -TAIL <= 0),
                shown(V.tail_norm >= 0),
            ),
        )
    ),
)
TRACES = (
    claim("accelerated/b3-trace", "App B.3", "Trace of the covariance")
    .says(
        {"first inequality": FIRST, "second inequality": SECOND},
        repaired={
            "first inequality": FIRST.but(
                right=2 * steps.M + INITIAL - TAIL, by=Derive(substitute(steps.COVARIANCE, {}))
            )
        },
        settings=(FROM_REST,),
    )
    .quoting(
        r"\mathrm{Tr}\left(\bar E_t\right)"
        r"\le m(\alpha,\beta)"
        r"+\left(M(\alpha,\beta)\right)^t\bar E_0\left(M(\alpha,\beta)^\top\right)^t"
        r"-\sum_{j=t}^\infty M(\alpha,\beta)^j"
        r"\begin{pmatrix}\alpha^2c_WI&0_d\\0_d&0_d\end{pmatrix}\left(M(\alpha,\beta)^\top\right)^j"
        r"\le m(\alpha,\beta)+\left\|M(\alpha,\beta)^t\right\|^2\bar E_0"
        r"+\sum_{j=t}^\infty\left\|M(\alpha,\beta)^j\right\|^2\alpha^2\|\Sigma\|"
        r"\le m(\alpha,\beta)+C_t^2\rho^{2t}\bar E_0"
        r"+\alpha^2\sigma_T^2C_t^2\frac{\rho^{2t}}{1-\rho^2}",
        part="first inequality",
        reading="its first step, with the traces of the matrices beside $m$",
    )
)

# The last step: sums of |M^j|^2 from t to t + N, with the least C_t, |M^t|/rho^t.
DOUBLE_ROOT = instance("d=1 alpha=1/4 beta=1/4 mu=1/1 L=1/1 shares=(0/1,) rho=1/2 t=0 N=1")
SUMMED = says(
    total(j, V.t, V.t + V.N, norm_square("j", j)) <= norm_square("t", W.t) / (1 - W.rho**2),
    given=[ORDER, *ROOTS],
    over=V,
    at=(DOUBLE_ROOT, DOUBLE_ROOT | instance("t=8 N=10")),
)
GROWTH = (W.rho + 1 / W.rho) ** 2  # of |M^j|^2 over (j+1)^2 rho^(2j)
TAIL_SUM = (
    claim("accelerated/b3-tail-sum", "App B.3", "Tail of the noise sum, with the smallest $C_t$")
    .says(SUMMED)
    .repaired(right=GROWTH * series(W.t), by=steps.tail_sum(V.t, V.t + V.N, GROWTH))
)
