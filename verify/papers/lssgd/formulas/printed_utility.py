r"""What the paper prints about utility (Section 3, Appendices A.2 and A.3), errors left in.

``V`` is the paper's notation with the symbols of runs and of one step. The bounds take what the
paper's :math:`D_\sigma` or :math:`D_F` is in a result, and what stands for :math:`\log(1/\delta)`.
"""

from typing import Any

from verify.language import Formula, symbols
from verify.papers.lssgd.formulas import printed_privacy
from verify.papers.lssgd.laboratory.problems import Problem
from verify.papers.lssgd.notation import V as PAPER

STEP, CURVATURE = "length^2/loss", "loss/length^2"
V = PAPER.extended(
    T=PAPER.T.within(search=(1, 3)),
    eta=symbols.positive(r"\eta", unit=STEP, search=(0.01, 4)),
    L=symbols.positive("L", unit=CURVATURE, search=(0.01, 4)),
    ell=symbols.positive(r"\log(1/\delta)", unit="1", search=(0.1, 20)),
    gamma=symbols.between(0, 1, r"\gamma", unit="1", ends="(]"),
    beta=symbols.between(0, 1, r"\beta", unit="1", ends="(]"),
    C1=symbols.positive("C_1", unit="1", search=(0.001, 10)),
    C2=symbols.positive("C_2", unit="1", search=(0.1, 10)),
    # One coordinate of an eigenbasis: error, gradient, and sampling error with noise.
    error=symbols.real("(w^k-w^*)_i", unit="length"),
    slope=symbols.real(r"(\nabla F)_i", unit="gradient"),
    deviation=symbols.nonnegative("z_i", unit="gradient"),
    # |grad F|^2, its share in the norm of the inverse, and <grad F, w^k - w^*>.
    square=symbols.nonnegative(r"\Vert\nabla F\Vert^2", unit="gradient^2", search=(0, 9)),
    share=symbols.between(0, 1, "s", unit="1", ends="(]"),
    gap=symbols.nonnegative("(F(w^k)-F^*)", unit="loss", search=(0, 9)),
    inner=symbols.nonnegative(r"\langle\nabla F,w^k-w^*\rangle", unit="loss", search=(0, 9)),
    # Runs.
    convex=symbols.of_kind(Problem(), "F", unit="1"),
    smooth=symbols.of_kind(Problem(convex=False), "F", unit="1"),
    kinked=symbols.of_kind(Problem(jumps=True), "F", unit="1"),
    start=symbols.sequence("d", "(w^0-w^*)", unit="length"),
    distance=symbols.nonnegative(r"D_\sigma", unit="length^2", search=(0.1, 10)),
    drop=symbols.nonnegative("D_F", unit="loss", search=(0, 9)),
)


def variance(ell: Formula = V.ell) -> Any:
    """Theorem 1: nu^2, with its alpha."""
    order = printed_privacy.order(ell, V.mu, V.epsilon)
    return printed_privacy.variance(V.T, order, V.G, V.mu, V.n, V.epsilon)


def level(share: Formula, ell: Formula = V.ell, T: Formula = V.T) -> Formula:
    """App A: the bound on gamma d nu^2 (step 3) and beta d nu^2 (nonconvex)."""
    return 20 * share * V.d * T * V.G**2 * ell / (V.n**2 * V.epsilon**2 * V.mu * (1 - V.mu))


def thm_2_iterations(D: Formula) -> Formula:
    """Theorem 2: T."""
    return V.C1 * (D + V.G**2 / V.b) * V.n**2 * V.epsilon**2 / (V.d * V.G**2 * V.ell)


def thm_2(D: Formula) -> Formula:
    """Theorem 2: the bound."""
    inside = 6 * V.gamma * (D + V.G**2 / V.b) * V.d * V.ell
    return V.C2 * V.G * inside.sqrt() / (V.n * V.epsilon)


def step_4(C2: Formula, D: Formula) -> Formula:
    """App A, step 4: the bound."""
    inside = V.gamma * (D + V.G**2 / V.b) * V.d * V.ell
    return C2 * V.G * inside.sqrt() / (V.n * V.epsilon)


def appendix_3_iterations(D_F: Formula) -> Formula:
    """App A, end of the nonconvex proof: T."""
    inside = 2 * D_F + V.L * V.G**2 / V.b
    return V.C1 * inside * V.n**2 * V.epsilon**2 / (V.d * V.L * V.beta * V.G**2 * V.ell)


def average_bound(D_F: Formula, noise: Formula) -> Formula:
    """App A, nonconvex: the bound on the averaged squared norms; ``noise`` is d beta nu^2."""
    return 2 * D_F / (V.eta * V.T) + V.eta * V.L * (V.G**2 / V.b + noise)
