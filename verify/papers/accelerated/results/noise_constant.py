"""Section 3.1, (23): the noise constant of Proposition 3.4."""

from verify.display.latex import tex
from verify.language import claim, says
from verify.papers.accelerated.notation import V
from verify.papers.accelerated.settings import SECTION_5

SAMPLING = r"\frac{S_1^2}{4}\frac{1}{m}\frac{n-m}{n-1}"  # (21)
LAPLACE = r"\frac{S_1}{m\epsilon_0}"  # (12)
# (21) bounds the operator norm of Cov(v_t | x_t), so that d times it bounds the trace.
TRACE = rf"\frac{{L\alpha^2}}{{2}}(2d({LAPLACE})^2+d{SAMPLING})"
NOISE = rf"({SAMPLING}+2\frac{{dS_1^2}}{{m^2\epsilon_0^2}})"  # (20)

NOISE_CONSTANT = claim(
    "accelerated/prop-3.4-noise-constant", "§3.1, (23)", "The noise constant of (23)"
).says(
    says(tex(V, TRACE) <= tex(V, rf"\frac{{Ld\alpha^2}}{{2}}{NOISE}"), given=["m <= n"]),
    settings=SECTION_5,
    notes=(
        # E_T of (20) bounds the trace already: (23) counts the dimension twice.
        says(
            tex(V, rf"\frac{{L\alpha^2}}{{2}}(2d({LAPLACE})^2+{SAMPLING})")
            <= tex(V, rf"\frac{{L\alpha^2}}{{2}}{NOISE}"),
            given=["m <= n"],
        ),
    ),
)
