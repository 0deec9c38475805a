"""Section 4.1, (29): the unrolled bound of DP-NAG."""

from verify.display.latex import tex
from verify.language import E, Formula, claim, instance, says, tends, total
from verify.methods.derive import Derive, add, multiply, shown, sum_over, words
from verify.papers.accelerated.lemmas.nesterov import V, nag_error, nag_value
from verify.papers.accelerated.lemmas.nesterov_step import AT_REST, W
from verify.papers.accelerated.notation import i
from verify.papers.accelerated.results.thm_4_1 import THM_4_1
from verify.papers.accelerated.settings import FIGURE_2, NAG_FLAT, NAG_RUN

KEPT = tex(V, r"1-\sqrt{\mu\alpha}")
TERM = V.alpha * (1 + V.alpha * V.L) * (V.b[i] ** 2 * V.d + V.sampling / 2)
NOISE = total(i, 1, V.T, KEPT ** (V.T - i) * TERM)
CLASS = ["alpha * L <= 1", "mu <= L"]
PLAIN = instance("d=1 T=3 F=(1,) x0=(1,) sampling=0 b=(1/10,1/10,1/10)")
PRINTED = says(
    nag_error(V.T) <= KEPT**V.T * nag_error(0) + NOISE,
    given=CLASS,
    at=(NAG_FLAT, {**FIGURE_2.values, **PLAIN}),
)
TWICE = 2 * nag_error(0)
BOUND = KEPT**V.T * TWICE + NOISE
ADDED = V.alpha / 2 * (1 + V.alpha * V.L) * (2 * V.d * V.b[i] ** 2 + V.sampling)
UNROLLED_NOISE = total(i, 1, V.T, KEPT ** (V.T - i) * ADDED)
UNROLLED = (
    "V_t <= (1 - r) V_{t-1} plus the term of (28), by thm-4.1; unrolled, the terms have the "
    "weights of (29) and V_0 has a_{T,0}."
)
AT_START = "By value-at-rest, as v_0 is x_0 and F(x_0) - F* >= mu/2 |x_0 - x*|^2."
DERIVED = Derive(
    words("V_T is F(x_T) - F* and a square.", nag_error(V.T) <= nag_value(V.T)),
    words(UNROLLED, nag_value(V.T) <= KEPT**V.T * nag_value(0) + UNROLLED_NOISE, cites=[THM_4_1]),
    add(
        multiply(words(AT_START, nag_value(0) <= TWICE, cites=[AT_REST]), KEPT**V.T),
        sum_over(i, 1, V.T, multiply(shown(ADDED == TERM), KEPT ** (V.T - i))),
    ),
)


def position(t: Formula) -> Formula:
    """x_t over x_0 without noise on F = mu x^2/2, r = sqrt(mu alpha)."""
    return (1 - W.r) ** t * (1 + W.r * t)


BETA = (1 - W.r) / (1 + W.r)
EQ_29 = (
    claim("accelerated/eq-29", "§4.1, (29)", "Error bound of DP-NAG")
    .says(
        PRINTED,
        repaired=PRINTED.but(right=BOUND, by=DERIVED),
        settings=(NAG_RUN, FIGURE_2),
        notes=(
            # Without noise, on F = mu x^2/2, (27) is this recursion; at r = 1/T it takes E_T to
            # 4 (1 - 1/T)^T times a_{T,0} E_0: no factor below 4/e would do.
            says(
                (1 - W.r**2) * ((1 + BETA) * position(W.t) - BETA * position(W.t - 1))
                == position(W.t + 1),
                given=["r < 1"],
            ),
            tends(4 * (1 - 1 / W.T) ** W.T, W.T, "oo", 4 / E),
        ),
    )
    .quoting(
        r"E_T\le a_{T,0}E_0+\sum_{t=1}^Ta_{T,t}\left(b_t^2d+\sigma_s^2(m,n)/2"
        r"\right)",
        reading="with the weights put in, for runs on quadratics, whose errors are computed",
    )
    .quoting(
        r"a_{T,t}=(1-\sqrt{\mu\alpha})^{T-t}\alpha(1+\alpha L)", reading="put into the bound (29)"
    )
    .quoting(r"a_{T,0}=(1-\sqrt{\mu\alpha})^T")
)
