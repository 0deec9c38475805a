"""Section 3, (11)-(13): what a step leaks at m = n, the calibration, and how the noise grows."""

from fractions import Fraction
from typing import Any

from dptheory.privacy.laplace import step_laplace_scale
from verify.language import Real, agrees, claim, lemma, natural, positive, says, sequence
from verify.language.formulas import Formula, index, total
from verify.methods import derive
from verify.methods.derive import Derive, add, multiply, shown, substitute, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.settings import SECTION_5

V = symbols.V.extended(
    b=positive("b", unit="gradient", search=(0.01, 50)),
    later=natural("T'", search=(1, 20)),
    sizes=sequence("T", "S_1(x)", unit="gradient", entry=Real(Fraction(0), None, True)),
    r=positive("r", unit="1"),
    r2=positive("r'", unit="1"),
)
t = index("t")


def budget(steps: Any) -> Any:
    """(13)."""
    return printed.eq_13(V.eps, steps, V.n, V.m)


SAMPLING: Formula = printed.eq_21(V.S, V.n, V.m)
LAPLACE = 2 * V.d * V.S**2 / V.m**2


def noise(eps0: Formula) -> Formula:
    """(20)."""
    return SAMPLING + 2 * (V.d * V.S**2 / (V.m**2 * eps0**2))


FULL = says(printed.eq_11(V.S, V.b, V.n, V.n) == V.S / (V.b * V.n))
EQ_11_FULL_BATCH = (
    claim("accelerated/eq-11-full-batch", "§3, after (11)", "Leak without sampling", FULL)
    .quoting(r"\varepsilon(S,b,n,n)=S/(bn)", reading="the left side is (11) at $m=n$")
    .rejects("m = 1", left=printed.eq_11(V.S, V.b, V.n, 1))
)


def calibrated_scale(S: Any, eps: Any, T: Any, n: Any, m: Any) -> Any:
    """The library's Laplace scale for a budget of eps/T in a step."""
    return step_laplace_scale(S, eps / T, n, m)


def spent(eps0: Formula) -> Formula:
    """The sum of the leaks with (12)."""
    return total(t, 1, V.T, printed.eq_11(V.sizes[t], V.sizes[t] / (V.m * eps0), V.n, V.m))


ONE_STEP = lemma(
    "accelerated/one-step-leak",
    printed.eq_11(V.S, V.S / (V.m * budget(V.T)), V.n, V.m) == V.eps / V.T,
)
CALIBRATED = says(
    spent(budget(V.T)) == V.eps,
    given=["m <= n"],
    by=Derive(sum_over(t, 1, V.T, substitute(ONE_STEP, {"S": V.sizes[t]}))),
    # That the leaks of a run add up is thm-a2 (repaired); it is not tested here.
    display=r"\text{DP-SHB with (12), (13) and } T \text{ iterations is } \epsilon\text{-DP}",
)
PROP_3_1 = (
    claim("accelerated/prop-3.1", "§3, Prop 3.1, (12)-(13)", "Calibration of DP-SHB")
    .says(
        CALIBRATED,
        settings=SECTION_5,
        notes=(agrees(V.S / (V.m * budget(V.T)) == V.of(calibrated_scale), given=["m <= n"]),),
    )
    .quoting(
        r"b_t(x_t)=\frac{S_1(x_t)}{m\epsilon_0}",
        reading="put into (11); the leaks of all steps are to add up to the budget",
    )
    .quoting(r"\epsilon_0=\ln[1+(e^{\epsilon/T}-1)n/m]")
    .rejects("the whole budget in each step", left=spent(budget(1)))
)

SMALLER = lemma(
    "accelerated/budget-grows",
    1 + (V.r - 1) * V.n / V.m < 1 + (V.r2 - 1) * V.n / V.m,
    given=["r < r2"],
)
PUT_IN = {"r": (V.eps / V.later).exp(), "r2": (V.eps / V.T).exp()}
DECREASES = derive.monotone("log", substitute(SMALLER, PUT_IN))
RISES = multiply(derive.monotone("reciprocal", derive.square(DECREASES)), LAPLACE)
MORE = [V.later > V.T, V.m <= V.n]
GROWTH = (
    claim(
        "accelerated/noise-growth",
        "§3.1, text after the sketch",
        "Noise grows with the number of iterations",
    )
    .says(
        {
            "eps_0 decreases": says(
                budget(V.later) < budget(V.T), given=MORE, by=Derive(DECREASES)
            ),
            "E_T increases": says(
                noise(budget(V.T)) < noise(budget(V.later)),
                given=MORE,
                by=Derive(add(shown(SAMPLING <= SAMPLING), RISES)),
            ),
        },
        settings=SECTION_5,
    )
    .quoting(
        r"E[F(x_t)-F^*]\le\rho^{2t}\psi_0+\mathcal E_TR",
        part="E_T increases",
        reading=r"the sentence after it, that $\mathcal E_T$ increases with $T$",
    )
)
