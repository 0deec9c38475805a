r"""Appendix B.2, (28) and the displays after it; Appendix C.2, (40).

(28) and (40) put (16), (20) and the bounds (23)-(26), (35)-(38) of the second-order terms into
(21), (33): their error term is the sum of the constants of these bounds.
"""

from verify.language import Claim, Formula, claim, put, real, says
from verify.papers.nsgd.formulas import printed_a, printed_theorems
from verify.papers.nsgd.formulas.printed_theorems import NOISE, NOISE_C, SPREAD, SPREAD_C
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.settings import CLIPPED_RUNS, NORMALISED_RUNS

V = PAPER.extended(
    now=real("f(x_k)", unit="loss", search=(-10, 10)),
    then=real(r"\mathbb E_k[f(x_{k+1})]", unit="loss", search=(-10, 10)),
)

# The constants of (23), (24), (25); of (35), (36), (37).
SUM = NOISE * V.eta**2 + SPREAD * V.eta**2 + SPREAD / 2 * V.eta**2
SUM_C = NOISE_C * V.rate**2 + 2 * SPREAD_C * V.rate**2
ABOVE = [V.r > V.tau0]  # Theorem 3.2
SAID = says(SUM == V.eta**2 * (NOISE + 3 * SPREAD / 2 * V.eta**2), given=ABOVE)
SAID_C = says(SUM_C == V.rate**2 * (NOISE_C + 2 * SPREAD_C * V.rate**2))
AFTER_28 = SAID.but(right=V.eta**2 * (NOISE + 3 * SPREAD / 2))
SUMMED = SAID_C.but(right=V.rate**2 * (NOISE_C + 2 * SPREAD_C))


def summed(said: Claim, printed: str, without: str, rest: Formula) -> Claim:
    """The claim with the printed line, and without one of the bounds that it adds up."""
    reading = (
        "Its error terms alone, those with the step size squared: the sum of those of the bounds "
        "that it adds up, against the printed sum"
    )
    return said.quoting(printed, reading=reading).rejects(without, right=rest)


EQ_28 = summed(
    claim("nsgd/eq-28", "App B.2, (28)", "Error term of a step").says(
        SAID,
        repaired=AFTER_28,
        elsewhere=("App B.2, displays after (28)", AFTER_28),
        settings=NORMALISED_RUNS,
    ),
    r"\eta A(\|\nabla f(x_k)\|)\le f(x_k)-\mathbb E_kf(x_{k+1})+\eta^2\Big("
    r"\frac{(L_1(r+\tau_0)+L_0)d\sigma^2}2+\frac{3(L_0(1-\tau_1)+L_1\tau_0)"
    r"\tau_0^2}{2r^2(1-\tau_1)^3}\eta^2\Big)",
    "without (25)",
    V.eta**2 * (NOISE + SPREAD),
)
# (28) at the alpha of (27), by the two cases of A.
ERROR = V.eta**2 * (NOISE + 3 * SPREAD / 2)


def case(descent: Formula) -> Formula:
    """(28) with the error term of the displays: what is known of a step."""
    return V.eta * put(descent, {"alpha": printed_a.ALPHA_27}) <= V.now - V.then + ERROR


LARGE = says(
    printed_theorems.STEEP * V.eta * V.s <= V.then - V.now + ERROR,
    given=[*ABOVE, printed_a.LARGE, case(printed_a.A_LARGE)],
)
SMALL = says(
    V.eta * (printed_theorems.FLAT * V.s**2 - printed_a.LOSS_18) <= V.then - V.now + ERROR,
    given=[*ABOVE, printed_a.SMALL, case(printed_a.A_SMALL)],
)
FORWARD = {
    "large gradients": LARGE.but(right=V.now - V.then + ERROR),
    "small gradients": SMALL.but(right=V.now - V.then + ERROR),
}
CASES = (
    claim("nsgd/b2-case-displays", "App B.2, after (28)", "The two cases of a step")
    .says(
        {"large gradients": LARGE, "small gradients": SMALL},
        repaired=FORWARD,
        # (28) and both displays after (40) subtract the expectation.
        elsewhere={part: ("(28)", says) for part, says in FORWARD.items()},
        settings=NORMALISED_RUNS,
    )
    .quoting(
        r"\frac{\tau_0}{2r(1-\tau_1)+4\tau_0}\eta\|\nabla f(x_k)\|"
        r"\le\mathbb E_k[f(x_{k+1})]-f(x_k)+\eta^2\left(\frac{(L_1(r+\tau_0)+L_0)d\sigma^2}{2}"
        r"+\frac{3(L_0(1-\tau_1)+L_1\tau_0)\tau_0^2}{2r^2(1-\tau_1)^3}\right)",
        part="large gradients",
    )
    .quoting(
        r"\eta\left[\frac{3(1-\tau_1)}{4r(1-\tau_1)+8\tau_0}\|\nabla f(x_k)\|^2"
        r"-\frac{4\tau_0^3}{r(r+\tau_0)(1-\tau_1)^3}\right]"
        r"\le\mathbb E_k[f(x_{k+1})]-f(x_k)+\eta^2\left(\frac{(L_1(r+\tau_0)+L_0)d\sigma^2}{2}"
        r"+\frac{3(L_0(1-\tau_1)+L_1\tau_0)\tau_0^2}{2r^2(1-\tau_1)^3}\right)",
        part="small gradients",
    )
)

EQ_40 = summed(
    claim("nsgd/eq-40", "App C.2, (40)", "Error term of a step of DP-SGD").says(
        SAID_C,
        repaired=SUMMED,
        elsewhere=("App C.2, summed display before (41), and (42)", SUMMED),
        settings=CLIPPED_RUNS,
    ),
    r"\eta B(\|\nabla f\|)\le f(x_k)-\mathbb E_kf(x_{k+1})+\eta^2(\frac{(L_1(c"
    r"+\tau_0)+L_0)dc^2\sigma^2}2+\frac{4(L_0(1-\tau_1)+2L_1\tau_0)"
    r"\tau_0^2}{(1-\tau_1)^3}\eta^2)",
    "without (37)",
    V.rate**2 * (NOISE_C + SPREAD_C),
)
