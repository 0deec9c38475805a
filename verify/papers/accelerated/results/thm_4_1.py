"""Section 4.1, Theorem 4.1, (28), and the text after it: one step of DP-NAG, and its noise."""

from verify.display.latex import tex
from verify.language import claim, instance, nonnegative, number, positive, says
from verify.methods.derive import Derive, add, chain, having, multiply, shown, words
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.lemmas import nesterov as runs
from verify.papers.accelerated.lemmas.nesterov import V, nag_error, nag_value
from verify.papers.accelerated.lemmas.nesterov_step import ONE_STEP
from verify.papers.accelerated.settings import FIGURE_2, NAG_FLAT, NAG_RUN, SECTION_5

CLASS = ["alpha * L <= 1", "mu <= L", "t <= T"]
KEPT = tex(V, r"1-\sqrt{\mu\alpha}")
NOISE = V.alpha * (1 + V.alpha * V.L) * (V.b[V.t] ** 2 * V.d + V.sampling / 2)
NO_NOISE = (
    "By one-step-of-nesterov with w = 0, where F(x_{t+1}) is at most what stands there for it, by "
    "smoothness between z_t and x_{t+1}."
)
ON_AVERAGE = (
    "The noise has conditional mean 0: it adds to what stands there at most alpha^2 L/2 E|w|^2, "
    "and to the square mu/2 (alpha/r)^2 E|w|^2."
)
BEFORE, SHARE = KEPT * nag_value(V.t - 1), V.alpha / 2 * (1 + V.alpha * V.L)
VARIANCE = "The noise has E|eta|^2 = 2 d b_t^2, and the error of the batch at most sigma_s^2."


NO_SQUARE = words("A mean of squares.", number(0) <= runs.nag_square(V.t))
SUM = nag_error(V.t) + runs.nag_square(V.t)
BOTH = words("V_t is the sum of the two.", SUM == nag_value(V.t))
LESS = having([NO_SQUARE], chain(shown(nag_error(V.t) <= SUM), BOTH))
QUIET, SPREAD = runs.quiet_value(V.t), runs.noise_square(V.t)
VARIED = words(VARIANCE, SPREAD <= 2 * V.d * V.b[V.t] ** 2 + V.sampling)
CONTRACTS = add(
    words(NO_NOISE, QUIET <= BEFORE, cites=[ONE_STEP]),
    chain(words(ON_AVERAGE, nag_value(V.t) - QUIET <= SHARE * SPREAD), multiply(VARIED, SHARE)),
)
PLAIN = instance("d=1 T=1 t=1 F=(1,) x0=(1,) sampling=0 b=(1/10,)")
THM_4_1 = (
    claim("accelerated/thm-4.1", "§4.1, Thm 4.1, (28)", "One step of DP-NAG")
    .says(
        says(
            nag_error(V.t) <= KEPT * nag_error(V.t - 1) + NOISE,
            given=CLASS,
            at=({**NAG_FLAT, "t": 1}, {**FIGURE_2.values, **PLAIN}),
        ),
        # V_t = F(x_t) - F* + mu/2 |v_t - x*|^2, v_t = x_{t-1} + (x_t - x_{t-1})/sqrt(mu alpha).
        repaired=says(nag_error(V.t) <= BEFORE + NOISE, given=CLASS, by=Derive(LESS, CONTRACTS)),
        settings=(NAG_RUN, FIGURE_2),
        # The recursion closes in V_t: for every F of the class, after every past.
        notes=(ONE_STEP.says,),
    )
    .quoting(
        r"E_t\le(1-\sqrt{\mu\alpha})E_{t-1}+\alpha(1+\alpha L)(b_t^2d+" r"\sigma_s^2(m,n)/2)",
        letters={
            "E_t": nag_error(V.t),
            "E_{t-1}": nag_error(V.t - 1),
            r"\sigma_s^2(m,n)": V.sampling,
        },
    )
    .quoting(r"\alpha\le1/L")
    .quoting(
        r"\beta=\frac{1-\sqrt{\alpha\mu}}{1+\sqrt{\alpha\mu}}",
        reading="the momentum of the run whose error is tested",
    )
    .quoting(
        r"x_{t+1}=z_t-\alpha(\nabla F(z_t)+\eta_t)",
        reading="the step of the run whose error is tested, which starts at rest",
    )
    .quoting(
        r"E_t=\mathbb E(F(x_t))-F^*",
        reading="the error of a run on a quadratic that starts at rest",
    )
)

U = symbols.V.extended(
    f=nonnegative("E_1", unit="loss", search=(0, 10)),
    b0=positive("b_0", unit="gradient", search=(0.01, 10)),
    b1=positive("b_1", unit="gradient", search=(0.01, 10)),
    b=positive("b_t", unit="gradient", search=(0.01, 10)),
    sampling=nonnegative(r"\sigma_s^2", unit="gradient^2", search=(0, 10)),
    sampled=nonnegative(r"\Vert\mathrm{Cov}(v_t)\Vert", unit="gradient^2", search=(0, 10)),
)
# From x_0 = x_{-1} = x*: x_1 = -alpha w_0, and F is L-smooth.
FROM_REST = U.f <= U.L / 2 * U.alpha**2 * (2 * U.d * U.b0**2 + U.sampling)
INDEXED = says(
    U.f <= tex(U, r"\alpha(1+\alpha L)(b_1^2d+\frac{\sigma_s^2}{2})"),
    given=["alpha * L <= 1", FROM_REST],
)
INDEX = (
    claim(
        "accelerated/thm-4.1-index",
        "§4.1, (27)-(28)",
        "Index of the noise scale in a step of DP-NAG",
    )
    .says(INDEXED)
    .repaired(right=tex(U, r"\alpha(1+\alpha L)(b_0^2d+\frac{\sigma_s^2}{2})"), forall="b1")
)

TERM = says(
    tex(U, r"\alpha(1+\alpha L)(b_t^2d+\frac{\sigma_s^2}{2})")
    == tex(U, r"\frac{\alpha}{2}(1+\alpha L)(2db_t^2+\sigma_s^2)")
)
NOISE_TERM = (
    claim("accelerated/thm-4.1-noise-term", "§4.1, (28)", "Noise term of (28)")
    .says(TERM)
    .rejects(
        "the trace without d", right=tex(U, r"\frac{\alpha}{2}(1+\alpha L)(2b_t^2+\sigma_s^2)")
    )
)

# The covariance is 2b^2 I + Cov(v_t), and (21) bounds the norm of Cov(v_t).
BOUND_21 = U.sampled <= printed.eq_21(U.S, U.n, U.m)
COVARIANCE = (
    claim(
        "accelerated/covariance-text",
        "§4.1, text after Thm 4.1",
        "Covariance of the gradient estimator",
    )
    .says(
        says(
            2 * U.b**2 + U.sampled <= tex(U, r"b_t^2+\frac{S_1^2}{m}\frac{n-m}{n-1}"),
            given=[U.m <= U.n, BOUND_21],
        ),
        settings=SECTION_5,
    )
    .repaired(right=tex(U, r"2b_t^2+\frac{S_1^2}{4m}\frac{n-m}{n-1}"))
)
