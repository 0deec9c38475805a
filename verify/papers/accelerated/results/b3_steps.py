r"""Appendix B.3: the blocks of M, their spectral radius, the trace of the covariance.

Q has the eigenvalues :math:`\mu+s_i(L-\mu)`; the noise of a step has mean 0 given the past and
covariance :math:`\sigma_T^2I`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from dptheory.methods import heavy_ball
from dptheory.simulation.moments import spectral_radius
from verify.language import Formula, Setting, agrees, claim, instance, largest, lemma, says, total
from verify.language.symbols import natural, nonnegative, positive, real
from verify.methods.derivation.sums import sum_over, telescope
from verify.methods.derive import Derive, add, chain, multiply, shown, substitute, words
from verify.papers.accelerated.formulas.radius import radius
from verify.papers.accelerated.laboratory import quadratic_error as library
from verify.papers.accelerated.lemmas import powers
from verify.papers.accelerated.lemmas.powers import ORDER, ROOTS, STABLE, START, W
from verify.papers.accelerated.notation import CURVATURE, j
from verify.papers.accelerated.results.growth import CT_ORDER
from verify.papers.accelerated.settings import DEMONSTRATION
from verify.papers.enclosures import computed

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
        r"M(\alpha,\beta)=\begin{bmatrix}(1+\beta)I_d-\alpha Q&-\beta I_d"
        r"\\I_d&0_d\end{bmatrix}",
        part="d = 2",
        reading=(
            "the entry of it that stays outside the blocks after the permutation, f"
            "or a Q in the plane"
        ),
    )
    .repaired(part="d = 2", also=["sine == 0"], at=DIAGONAL_Q.values)
)


def rho(curvature: Formula) -> Formula:
    """rho_lambda."""
    return radius(1 + V.beta - V.alpha * curvature, V.beta)


QUASI_CONVEX = says(
    rho(V.mu + V.share * (V.L - V.mu)) <= largest(rho(V.mu), rho(V.L)), given=[ORDER]
)
QUASI_CONVEXITY = (
    claim("accelerated/b3-quasi-convexity", "App B.3", "Quasi-convexity of the spectral radius")
    .says(
        QUASI_CONVEX,
        notes=(
            agrees(
                rho(V.L) == V.of(lambda alpha, beta, L: spectral_radius(heavy_ball(alpha, beta), L))
            ),
        ),
    )
    .rejects("the radius at L alone", right=rho(V.L))
)

# The trace of E(xi_t - xi*)(xi_t - xi*)'; a start at random is a mean of starts.
RUN = (W.alpha, W.beta, W.mu, W.L, W.shares)
GIVEN = r"E(w_j\vert\xi_j)=0,\;E(w_jw_j^\top\vert\xi_j)=\sigma_T^2I"
TRACE = powers.of_run(
    rf"\mathrm{{Tr}}(\bar E_t),\;{GIVEN}", library.trace, W.x0, W.before, W.variance
)
INITIAL = powers.of_run(r"\mathrm{Tr}(M^t\bar E_0(M^t)^\top)", library.state, W.x0, W.before)


def of_noise(name: str, function: Callable[..., Any], j: Any) -> Formula:
    """What noise of variance alpha^2 sigma_T^2 has after j steps."""
    return computed(
        rf"{name},\;D=\mathrm{{diag}}(\alpha^2\sigma_T^2I,0)",
        function,
        *(*RUN, W.variance, j),
        whole=(6,),
        arithmetic=library.few,
    )


# What noise has from t steps on.
tail = partial(of_noise, r"\sum_{j\ge t}\mathrm{Tr}(M^jD(M^j)^\top)", library.tail)
TAIL = tail(W.t)
NORM_SQUARE = computed(r"\Vert M^t\Vert^2", library.norm_square, *RUN, W.t, whole=(5,))
M = computed(r"m(\alpha,\beta)", library.level, *RUN, W.variance, arithmetic=library.rational)
LATE = instance(
    "d=1 alpha=1/2 beta=1/3 mu=1/1 L=1/1 shares=(0/1,) x0=(0/1,) before=(0/1,) variance=1/1 t=0"
)
FROM_REST = Setting(
    name=f"{DEMONSTRATION[0].name}, from x*",
    values={**DEMONSTRATION[0].values, **instance("x0=(0,0) before=(0,0)")},
)
INEQUALITY_1 = says(
    TRACE <= M + INITIAL - TAIL,
    given=[ORDER, STABLE],
    at=({**FROM_REST.values, **instance("variance=1 t=4")}, LATE, LATE | instance("t=8")),
    over=V,
)
TWICE = 2 * M + INITIAL - TAIL
STEP = of_noise(r"\mathrm{Tr}(M^jD(M^j)^\top)", library.step, j)
NOISE = words(
    r"A step takes the covariance $E$ to $MEM^\top+D$.",
    TRACE - INITIAL == total(j, 0, W.t - 1, STEP),
)
ALL_NOISE = words(
    "The sum over all j is the stationary covariance: x_t and x_{t-1} both have the variance of "
    "stationary-variance, added up over the eigenvalues.",
    tail(0) == 2 * M,
    cites=[powers.FIXED_POINT],
)
LINEAR = Derive(
    add(
        shown(INITIAL == INITIAL),
        chain(
            NOISE,
            telescope(j, 0, W.t - 1, tail(j), words("One term.", STEP == tail(j) - tail(j + 1))),
        ),
    ),
    add(ALL_NOISE, shown(INITIAL - TAIL == INITIAL - TAIL)),
)
COVARIANCE = lemma(
    "accelerated/trace-of-the-covariance", TRACE == TWICE, given=[ORDER, STABLE], by=LINEAR
)
# m stands on both sides of the second inequality.
END = V.tail_norm + NORM_SQUARE * START
INEQUALITY_2 = says(
    INITIAL - TAIL <= END,
    given=[ORDER, STABLE],
    by=Derive(
        add(
            words("|M^t xi_0| is at most |M^t| |xi_0|.", INITIAL <= NORM_SQUARE * START),
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
        {"first inequality": INEQUALITY_1, "second inequality": INEQUALITY_2},
        repaired={
            "first inequality": INEQUALITY_1.but(right=TWICE, by=Derive(substitute(COVARIANCE, {})))
        },
        settings=(FROM_REST,),
    )
    .quoting(
        r"\mathrm{Tr}\left(\bar E_t\right)\le m(\alpha,\beta)+\left(M(\alpha,"
        r"\beta)\right)^t\bar E_0\left(M(\alpha,\beta)^\top\right)^t-\sum_{j=t}^"
        r"\infty M(\alpha,\beta)^j\begin{pmatrix}\alpha^2c_WI&0_d\\0_d&0_d"
        r"\end{pmatrix}\left(M(\alpha,\beta)^\top\right)^j\le m(\alpha,\beta)+"
        r"\left\|M(\alpha,\beta)^t\right\|^2\bar E_0+\sum_{j=t}^\infty\left\|M("
        r"\alpha,\beta)^j\right\|^2\alpha^2\|\Sigma\|\le m(\alpha,\beta)+C_t^2"
        r"\rho^{2t}\bar E_0+\alpha^2\sigma_T^2C_t^2\frac{\rho^{2t}}{1-\rho^2}",
        part="first inequality",
        reading="its first step, with the traces of the matrices beside $m$",
    )
)

# The last step: sums of |M^j|^2 from t to t + N, with the least C_t, |M^t|/rho^t.
OF_J = computed(r"\Vert M^j\Vert^2", library.norm_square, *RUN, j, whole=(5,))
SQUARED = W.rho**2
DOUBLE_ROOT = instance("d=1 alpha=1/4 beta=1/4 mu=1/1 L=1/1 shares=(0/1,) rho=1/2 t=0 N=1")
SUMMED = says(
    total(j, V.t, V.t + V.N, OF_J) <= NORM_SQUARE / (1 - SQUARED),
    given=[ORDER, *ROOTS],
    over=V,
    at=(DOUBLE_ROOT, DOUBLE_ROOT | instance("t=8 N=10")),
)


def series(t: Any) -> Any:
    """The sum of (j+1)^2 rho^{2j} over j >= t."""
    r = SQUARED
    parts = (t + 1) ** 2 / (1 - r) + 2 * (t + 1) * r / (1 - r) ** 2 + r * (1 + r) / (1 - r) ** 3
    return r**t * parts


TELESCOPE = lemma(
    "accelerated/sum-of-squares-series",
    (W.t + 1) ** 2 * SQUARED**W.t == series(W.t) - series(W.t + 1),
)
GROWTH_BOUND = (W.rho + 1 / W.rho) ** 2  # of |M^j|^2 over (j+1)^2 rho^(2j)
TAIL_SUM = (
    claim("accelerated/b3-tail-sum", "App B.3", "Tail of the noise sum, with the smallest $C_t$")
    .says(SUMMED)
    .repaired(
        SUMMED.but(
            right=GROWTH_BOUND * series(W.t),
            by=Derive(
                sum_over(
                    j,
                    V.t,
                    V.t + V.N,
                    words(
                        "By accelerated/thm-3.5-ct-order, a norm being a bound for every start.",
                        OF_J <= GROWTH_BOUND * ((j + 1) ** 2 * SQUARED**j),
                        cites=[CT_ORDER],
                    ),
                ),
                multiply(
                    chain(
                        telescope(j, V.t, V.t + V.N, series(j), substitute(TELESCOPE, {"t": j})),
                        shown(series(V.t) - series(V.t + V.N + 1) <= series(V.t)),
                    ),
                    GROWTH_BOUND,
                ),
            ),
        )
    )
)
