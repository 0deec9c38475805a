r"""Section 3, (2): the mean of the private second moment.

Noise of mean 0 that is independent of the batch gives
:math:`E[\tilde g_\tau^2]=E[\bar g_\tau^2]+(\sigma C/B)^2`, whatever its law is.
"""

from verify.display.latex import tex
from verify.language import claim, expectation, law, real, says
from verify.papers.adambc import notation
from verify.papers.adambc.settings import EXPERIMENTS

V = notation.V.extended(
    batch=real(r"\bar{g}_\tau", unit=notation.GRADIENT, search=(-2, 2)),
    P=law("P", unit=notation.GRADIENT, dimension=1),
    z=real("z", unit=notation.GRADIENT, search=(-2, 2)),
)
# A step, given the batch; z has variance (sigma C)^2.
STEP = says(
    expectation(V.P, V.z, (V.batch + V.z / V.B) ** 2)
    == V.batch**2 + expectation(V.P, V.z, V.z**2) / V.B**2
)
NOISE = r"\left(\frac{\sigma C}{B}\right)^2"
SECOND_MOMENT = r"\left(1-\beta_2\right)\sum_{\tau=1}^{t}\beta_2^{t-\tau}"

MEAN = says(
    tex(V, rf"{SECOND_MOMENT}\left(E[\bar{{g}}^2]_\tau+{NOISE}\right)")
    == tex(V, rf"{SECOND_MOMENT}E[\bar{{g}}^2]_\tau+\left(1-\beta_2^t\right){NOISE}")
)
EQ_2 = (
    claim("adambc/eq-2", "§3, (2)", "the bias of the private second moment")
    .says({"a step": STEP, "the moment": MEAN}, settings=EXPERIMENTS)
    .quoting(
        r"E[v_t^p]=E[(1-\beta_2)\sum_{\tau=1}^t\beta_2^{t-\tau}\tilde g_\tau^2]=(1-\beta_2"
        r")\sum_{\tau=1}^t\beta_2^{t-\tau}E[\bar g_\tau^2]+(1-\beta_2^t)(\sigma C/B)^2=E[v"
        r"^c_t]+(1-\beta_2^t)\Phi",
        part="the moment",
        reading="Tested is the second equality, from the means of the steps' squares; that of "
        "one step is another part.",
    )
    .rejects(
        "the bias at the first step, at every step",
        part="the moment",
        right=tex(
            V,
            rf"{SECOND_MOMENT}E[\bar{{g}}^2]_\tau"
            rf"+\left(1-\beta_2\right){NOISE}",
        ),
    )
)
