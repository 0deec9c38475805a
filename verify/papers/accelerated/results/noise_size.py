"""Proposition 3.3, (20), and appendix B.1, (38): how large the noise of a step is."""

from verify.language import claim, says
from verify.methods.derive import Derive, add, shown, substitute
from verify.papers.accelerated.lemmas import sampling
from verify.papers.accelerated.lemmas.sampling import BATCHES, BOUNDED, LENGTH, SIGMA_S, V
from verify.papers.accelerated.settings import SECTION_5

SCALE = V.S_x / (V.m * V.eps0)  # (12)
LAPLACE = 2 * SCALE**2  # the covariance of eta_t is this multiple of the identity

PRINTED_38 = V.S_x**2 * V.d / (V.m**2 * V.eps0**2)
VALUE = says(LAPLACE == PRINTED_38)
UNIFORM = says(PRINTED_38 <= V.S**2 * V.d / (V.m**2 * V.eps0**2), given=[BOUNDED])
EQ_38 = (
    claim("accelerated/eq-38", "App B.1, (38)", "Norm of the Laplace part")
    .says(
        {"value": VALUE, "uniform in x": UNIFORM},
        settings=SECTION_5,
        # Nor is it the trace; that is what (20) has.
        notes=(
            says(PRINTED_38 < V.d * LAPLACE, given=[V.S_x > 0]),
            says(V.d * LAPLACE == 2 * V.d * V.S_x**2 / (V.m**2 * V.eps0**2)),
        ),
    )
    .quoting(
        r"\mathrm{Cov}(\eta_t|x)=2b_t(x)^2I_d",
        part="value",
        reading="its norm, $2b_t(x)^2$ with the scale (12), is the left side",
    )
    .quoting(
        r"\frac{S_1(x)^2d}{m^2\epsilon_0^2}\le\frac{S_1^2d}{m^2\epsilon_0^2}", part="uniform in x"
    )
    .quoting(
        r"\|\mathrm{Cov}(\eta_t|x)\|=\frac{S_1(x)^2d}{m^2\epsilon_0^2}"
        r"\le\frac{S_1^2d}{m^2\epsilon_0^2}",
        part="value",
    )
    .repaired(part="value", right=2 * V.S_x**2 / (V.m**2 * V.eps0**2), forall="d")
)

NOISE = SIGMA_S + 2 * V.d * V.S**2 / (V.m**2 * V.eps0**2)  # (20)
ROOM = 2 * V.d * V.S**2 / (V.m**2 * V.eps0**2)
HYPOTHESES = [*BATCHES, BOUNDED]
# Given x_t, eta_t and v_t are independent: their covariances add.
OPERATOR = says(
    LAPLACE * LENGTH + sampling.ALONG <= NOISE * LENGTH,
    given=HYPOTHESES,
    by=Derive(add(shown(LAPLACE * LENGTH <= ROOM * LENGTH), substitute(sampling.NORM, {}))),
)
SQUARE = says(
    V.d * LAPLACE + sampling.ERROR <= NOISE,
    given=HYPOTHESES,
    by=Derive(add(shown(V.d * LAPLACE <= ROOM), substitute(sampling.TRACE, {}))),
)
PROP_3_3 = (
    claim("accelerated/prop-3.3", "§3.1, Prop 3.3, (20)", "Size of the noise")
    .says(
        {"operator norm": OPERATOR, "trace": SQUARE},
        # For m = n the operator norm is at most (20) over d.
        notes=(says(V.d * LAPLACE <= NOISE, given=[V.m == V.n, BOUNDED]),),
    )
    .quoting(
        r"\|\mathrm{Cov}(w_t|x_t)\|\le\mathcal E_T:=\sigma_s^2(m,n)+2\frac{"
        r"dS_1^2}{m^2\epsilon_0^2}",
        part="trace",
        reading=(
            r"with $E\|w_t\|^2$ for the norm, which is the other part; $"
            r"\epsilon_0$ is that of (13), where the paper refers to (12)"
        ),
    )
    .quoting(
        r"\mathrm{Cov}(w_t|x_t)=\mathrm{Cov}(\eta_t|x_t)+\mathrm{Cov}(v_t|x_" "t)",
        part="operator norm",
        reading="put into (20), along a direction $u$",
    )
    .quoting(r"w_t=\eta_t+v_t", part="operator norm", reading="put into (20)")
    .rejects("trace without d", part="trace", right=SIGMA_S + ROOM / V.d)
    .rejects("norm, half of sigma_s", part="operator norm", right=(NOISE - SIGMA_S / 2) * LENGTH)
)
