"""Section 3.2, (26): the best parameters without noise and the rate of the heavy ball."""

from typing import Any

from dptheory.methods import heavy_ball, nesterov
from dptheory.simulation.moments import trace_and_determinant
from verify.display.latex import tex
from verify.language import Draft, Setting, agrees, between, claim, instance, positive, says
from verify.language.formulas import Formula, entries
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.settings import DEMONSTRATION

V = symbols.V.extended(
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    curvature=positive(r"\lambda", unit=symbols.CURVATURE, search=(0.01, 10)),
)

RATE = ((V.L / V.mu).sqrt() - 1) / ((V.L / V.mu).sqrt() + 1)
TUNED = heavy_ball(4 / (V.mu.sqrt() + V.L.sqrt()) ** 2, RATE**2)  # alpha_HB and beta_HB


def eigenvalues(method: Any, curvature: Formula) -> Formula:
    """Sum and product of the eigenvalues of the library's closed loop."""
    return entries(*trace_and_determinant(method.closed_loop(curvature)))


# Both roots of z^2 - (1 + beta - alpha lambda) z + beta within rho, at mu and at L; in between they
# are by b3-quasi-convexity.
WITHIN = [
    V.beta <= V.rho**2,
    V.alpha * V.mu * V.rho >= (1 - V.rho) * (V.rho - V.beta),
    V.alpha * V.L * V.rho <= (1 + V.rho) * (V.rho + V.beta),
]
# alpha_HB and beta_HB at kappa = 4.
TUNED_FOR_4 = instance("mu=1 L=4 alpha=4/9 beta=1/9 rho=1/3")
OPTIMAL = (
    claim("accelerated/optimal-parameters", "§3.2", "Best parameters without noise")
    .says(
        {
            "rate at mu": says(
                eigenvalues(TUNED, V.mu) == entries(2 * RATE, RATE**2), given=["mu <= L"]
            ),
            "rate at L": says(
                eigenvalues(TUNED, V.L) == entries(-2 * RATE, RATE**2), given=["mu <= L"]
            ),
            "no parameters are faster": says(RATE <= V.rho, given=WITHIN, at=TUNED_FOR_4),
        }
    )
    .quoting(r"\alpha_{HB}=4/(\sqrt\mu+\sqrt L)^2", part="rate at mu")
    .quoting(
        r"\beta_{HB}=(\sqrt\kappa-1)^2/(\sqrt\kappa+1)^2",
        part="rate at mu",
        reading="put into the step, the eigenvalues of which are tested",
    )
    .rejects("a rate of 0", part="no parameters are faster", left=V.rho, right=RATE)
)
# z^2 - trace z + determinant is the characteristic polynomial of a step at an eigenvalue; its zeros
# are the a_{lambda,+-}. Real ones are put in; sum and product, in the notes, hold of complex ones.
SUM, PRODUCT = r"(1+\beta)(1-\alpha\lambda)", r"\beta(1-\alpha\lambda)"
RADICAND = r"(1+\beta)^2(1-\alpha\lambda)^2-4\beta(1-\alpha\lambda)"
# App B.3.
SUM_B3, RADICAND_B3 = r"1+\beta-\alpha\lambda", r"(1+\beta-\alpha\lambda)^2-4\beta"
AT_MU = tuple(
    Setting(name=s.name, values={**s.values, "curvature": s.values["mu"]}) for s in DEMONSTRATION
)


def is_eigenvalue(total: str, radicand: str, sign: str) -> Draft:
    """That (total +- sqrt(radicand))/2 is a zero of the heavy ball's polynomial at lambda."""
    root = tex(V, rf"\frac{{{total}{sign}\sqrt{{{radicand}}}}}{{2}}")
    polynomial = root**2 - (1 + V.beta - V.alpha * V.curvature) * root + V.beta
    return says(polynomial == 0, given=[tex(V, radicand) >= 0])


EQ_26 = (
    claim(
        "accelerated/eq-26",
        "§3.2, Thm 3.5, after (26)",
        "The roots of which (26) is the largest, and with which Figure 1 is drawn",
    )
    .says(
        {f"a_{sign}": is_eigenvalue(SUM, RADICAND, sign) for sign in "+-"},
        repaired={f"a_{sign}": is_eigenvalue(SUM_B3, RADICAND_B3, sign) for sign in "+-"},
        settings=AT_MU,
        notes=(
            agrees(
                entries(tex(V, SUM_B3), V.beta)
                == eigenvalues(heavy_ball(V.alpha, V.beta), V.curvature)
            ),
            # (26) is the spectrum of Nesterov's method (6).
            agrees(
                entries(tex(V, SUM), tex(V, PRODUCT))
                == eigenvalues(nesterov(V.alpha, V.beta), V.curvature)
            ),
        ),
    )
    .quoting(
        r"a_{\lambda,\pm}=\frac{(1+\beta)(1-\alpha\lambda)\pm\sqrt{(1+\beta)"
        r"^2(1-\alpha\lambda)^2-4\beta(1-\alpha\lambda)}}2",
        part=("a_+", "a_-"),
    )
)
