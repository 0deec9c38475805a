"""The symbols of the paper (Kuru, Birbil, Gürbüzbalaban, Yıldırım 2020), each declared once."""

from fractions import Fraction

from verify.language import index, notation, sequence, vector
from verify.language.symbols import Real, between, natural, nonnegative, of_kind, positive, real
from verify.papers.accelerated.kinds import Convex
from verify.papers.accelerated.laboratory.mechanisms import Event, Mechanisms

i, j = index("i"), index("j")
CURVATURE = "loss/length^2"

V = notation(
    d=natural("d", search=(1, 100)),
    n=natural("n", least=2, search=(2, 10**5)),
    m=natural("m", search=(1, 10**5)),
    T=natural("T", search=(1, 4)),
    t=natural("t", least=0, search=(0, 100)),
    S=positive("S_1", unit="gradient", search=(0.1, 50)),
    eps=positive(r"\epsilon", unit="1", search=(0.01, 10)),
    eps0=positive(r"\epsilon_0", unit="1", search=(0.001, 5)),
    noise=positive(r"\mathcal E_T", unit="gradient^2", search=(0.001, 10)),
    alpha=positive(r"\alpha", unit="length^2/loss", search=(0.01, 2)),
    beta=between(0, 1, r"\beta", unit="1", ends="()"),
    mu=positive(r"\mu", unit=CURVATURE, search=(0.01, 10)),
    L=positive("L", unit=CURVATURE, search=(0.1, 10)),
    F=of_kind(Convex("d"), "F", unit=CURVATURE),
    x0=vector("d", "x_0", unit="length"),
    before=vector("d", "x_{-1}", unit="length"),
    # One step of (9): x_t, x_{t-1}, the averaged and the released gradient.
    x=vector("d", "x_t", unit="length"),
    x_last=vector("d", "x_{t-1}", unit="length"),
    u=vector("d", r"\bar u_{t-1}", unit="gradient"),
    g=vector("d", r"g_t", unit="gradient"),
    # Appendix A: mechanisms on two neighbouring data sets; r_i = e^{epsilon_i}.
    odds=sequence("T", "r", unit="1", entry=Real(Fraction(1))),
    laws=of_kind(Mechanisms("T"), "A", unit="1"),
    event=of_kind(Event("T"), "O", unit="1"),
    # The unknowns of the inequality (22).
    rho=between(0, 1, r"\rho", unit="1", ends="()"),
    P11=nonnegative("P_{11}", unit=CURVATURE, search=(0, 10)),
    P12=real("P_{12}", unit=CURVATURE, search=(-10, 10)),
    P22=nonnegative("P_{22}", unit=CURVATURE, search=(0, 10)),
    c0=nonnegative("c_0", unit="length^2/loss", search=(0, 10)),
    c=nonnegative("c", unit="1", search=(0, 10)),
    s=nonnegative("s", unit=CURVATURE, search=(0, 10)),
)
