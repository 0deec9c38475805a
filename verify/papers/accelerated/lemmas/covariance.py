r"""The covariance of the heavy ball's state on quadratics: what the traces of appendix B.3 rest on.

Q has the eigenvalues :math:`\mu+s_i(L-\mu)`; the noise of a step has mean 0 given the past and
covariance :math:`\sigma_T^2I`, so that it adds :math:`D=\mathrm{diag}(\alpha^2\sigma_T^2I,0)`. A
start at random is a mean of starts.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from verify.language import Formula, lemma, total
from verify.methods.derivation.sums import sum_over, telescope
from verify.methods.derive import Derive, add, chain, multiply, shown, substitute, words
from verify.papers.accelerated.laboratory import quadratic_error as library
from verify.papers.accelerated.lemmas import powers
from verify.papers.accelerated.lemmas.powers import ORDER, STABLE, W
from verify.papers.accelerated.notation import j
from verify.papers.accelerated.results.growth import CT_ORDER
from verify.papers.enclosures import computed

RUN = (W.alpha, W.beta, W.mu, W.L, W.shares)
GIVEN = r"E(w_j\vert\xi_j)=0,\;E(w_jw_j^\top\vert\xi_j)=\sigma_T^2I"
TRACE = powers.of_run(
    rf"\mathrm{{Tr}}(\bar E_t),\;{GIVEN}", library.trace, W.x0, W.before, W.variance
)
INITIAL = powers.of_run(r"\mathrm{Tr}(M^t\bar E_0(M^t)^\top)", library.state, W.x0, W.before)
M = computed(r"m(\alpha,\beta)", library.level, *RUN, W.variance, arithmetic=library.rational)


def norm_square(power: str, t: Formula) -> Formula:
    """|M^t|^2, under the letter of a power."""
    return computed(rf"\Vert M^{power}\Vert^2", library.norm_square, *RUN, t, whole=(5,))


def of_noise(name: str, function: Callable[..., Any], j: Any) -> Formula:
    """What noise of variance alpha^2 sigma_T^2 has after j steps."""
    return computed(
        rf"{name},\;D=\mathrm{{diag}}(\alpha^2\sigma_T^2I,0)",
        function,
        *(*RUN, W.variance, j),
        whole=(6,),
        arithmetic=library.few,
    )


tail = partial(of_noise, r"\sum_{j\ge t}\mathrm{Tr}(M^jD(M^j)^\top)", library.tail)  # of t
STEP = of_noise(r"\mathrm{Tr}(M^jD(M^j)^\top)", library.step, j)
COVARIANCE = lemma(
    "accelerated/trace-of-the-covariance",
    TRACE == 2 * M + INITIAL - tail(W.t),
    given=[ORDER, STABLE],
    by=Derive(
        add(
            shown(INITIAL == INITIAL),
            chain(
                words(
                    r"A step takes the covariance $E$ to $MEM^\top+D$.",
                    TRACE - INITIAL == total(j, 0, W.t - 1, STEP),
                ),
                telescope(
                    j, 0, W.t - 1, tail(j), words("One term.", STEP == tail(j) - tail(j + 1))
                ),
            ),
        ),
        add(
            words(
                "The sum over all j is the stationary covariance: x_t and x_{t-1} both have the "
                "variance of stationary-variance, added up over the eigenvalues.",
                tail(0) == 2 * M,
                cites=[powers.FIXED_POINT],
            ),
            shown(INITIAL - tail(W.t) == INITIAL - tail(W.t)),
        ),
    ),
)


def series(t: Any) -> Any:
    """The sum of (j+1)^2 rho^{2j} over j >= t."""
    r = W.rho**2
    parts = (t + 1) ** 2 / (1 - r) + 2 * (t + 1) * r / (1 - r) ** 2 + r * (1 + r) / (1 - r) ** 3
    return r**t * parts


TELESCOPE = lemma(
    "accelerated/sum-of-squares-series",
    (W.t + 1) ** 2 * (W.rho**2) ** W.t == series(W.t) - series(W.t + 1),
)


def tail_sum(t: Formula, last: Formula, growth: Formula) -> Derive:
    """The sum of |M^j|^2 from t on, each at most growth (j+1)^2 rho^(2j)."""
    most = growth * ((j + 1) ** 2 * (W.rho**2) ** j)
    text = "By accelerated/thm-3.5-ct-order, a norm being a bound for every start."
    return Derive(
        sum_over(j, t, last, words(text, norm_square("j", j) <= most, cites=[CT_ORDER])),
        multiply(
            chain(
                telescope(j, t, last, series(j), substitute(TELESCOPE, {"t": j})),
                shown(series(t) - series(last + 1) <= series(t)),
            ),
            growth,
        ),
    )
