r"""Symbols of accelerated methods for every kappa: :math:`r=1/\sqrt\kappa`, gradients at y.

What is used of F is used of :math:`h=F-F^*-\frac\mu2|x|^2`.
"""

from verify.language import between, natural, nonnegative, notation, positive, vector

V = notation(
    d=natural("d", search=(1, 2)),
    t=natural("t", least=0, search=(0, 20)),
    r=between(0, 1, "r", unit="1", ends="()"),
    L=positive("L", unit="loss/length^2", search=(0.1, 10)),
    x=vector("d", "x_t", unit="length"),
    x_last=vector("d", "x_{t-1}", unit="length"),
    y=vector("d", "y_t", unit="length"),
    e=vector("d", r"\nabla h(y_t)", unit="gradient"),
    e_next=vector("d", r"\nabla h(y_{t+1})", unit="gradient"),
    h=nonnegative("h(y_t)", unit="loss", search=(0, 10)),
    h_next=nonnegative("h(y_{t+1})", unit="loss", search=(0, 10)),
    start=nonnegative("V_0", unit="loss", search=(0, 10)),
    gap=nonnegative("(F(x_0)-F^*)", unit="loss", search=(0, 10)),
)
MU, WIDTH = V.r**2 * V.L, (1 - V.r**2) * V.L  # mu, L - mu
