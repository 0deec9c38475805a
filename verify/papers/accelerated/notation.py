"""The symbols of the paper (Kuru, Birbil, Gürbüzbalaban, Yıldırım 2020), each declared once."""

from verify.notation import between, natural, nonnegative, notation, of_kind, positive, real, vector
from verify.papers.accelerated.kinds import Convex

CURVATURE = "loss/length^2"

V = notation(
    d=natural("d", search=(1, 100)),
    n=natural("n", least=2, search=(2, 10**5)),
    m=natural("m", search=(1, 10**5)),
    T=natural("T", search=(1, 100)),
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
    # The unknowns of the inequality (22).
    rho=between(0, 1, r"\rho", unit="1", ends="()"),
    P11=nonnegative("P_{11}", unit=CURVATURE, search=(0, 10)),
    P12=real("P_{12}", unit=CURVATURE, search=(-10, 10)),
    P22=nonnegative("P_{22}", unit=CURVATURE, search=(0, 10)),
    c0=nonnegative("c_0", unit="length^2/loss", search=(0, 10)),
    c=nonnegative("c", unit="1", search=(0, 10)),
    s=nonnegative("s", unit=CURVATURE, search=(0, 10)),
)
