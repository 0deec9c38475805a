"""Section 4.1, Theorem 4.1: the noise term of (28) and the covariance in the text."""

from verify.display.latex import tex
from verify.language import claim, nonnegative, positive, says
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.settings import SECTION_5

V = symbols.V.extended(
    b=positive("b_t", unit="gradient", search=(0.01, 10)),
    sampling=nonnegative(r"\sigma_s^2", unit="gradient^2", search=(0, 10)),
    sampled=nonnegative(r"\Vert\mathrm{Cov}(v_t)\Vert", unit="gradient^2", search=(0, 10)),
)
TERM = says(
    tex(V, r"\alpha(1+\alpha L)(b_t^2d+\frac{\sigma_s^2}{2})")
    == tex(V, r"\frac{\alpha}{2}(1+\alpha L)(2db_t^2+\sigma_s^2)")
)
NOISE_TERM = (
    claim("accelerated/thm-4.1-noise-term", "§4.1, (28)", "noise term of (28)")
    .says(TERM)
    .rejects(
        "the trace without d", right=tex(V, r"\frac{\alpha}{2}(1+\alpha L)(2b_t^2+\sigma_s^2)")
    )
)

# The covariance is 2b^2 I + Cov(v_t), and (21) bounds the norm of Cov(v_t).
BOUND_21 = V.sampled <= printed.eq_21(V.S, V.n, V.m)
COVARIANCE = (
    claim(
        "accelerated/covariance-text",
        "§4.1, text after Thm 4.1",
        "covariance of the gradient estimator",
    )
    .says(
        says(
            2 * V.b**2 + V.sampled <= tex(V, r"b_t^2+\frac{S_1^2}{m}\frac{n-m}{n-1}"),
            given=[V.m <= V.n, BOUND_21],
        ),
        settings=SECTION_5,
    )
    .repaired(right=tex(V, r"2b_t^2+\frac{S_1^2}{4m}\frac{n-m}{n-1}"))
)
