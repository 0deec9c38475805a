"""The symbols of the paper (Yang, Zhang, Chen, Liu 2022), each declared once."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import between, law, natural, nonnegative, notation, of_kind, positive, vector
from verify.language.formulas import index, largest, norm
from verify.language.symbols import Box, Vector

GRADIENT = "gradient"
SMALLEST_NORM = r"E\min_k\Vert\nabla f(x_k)\Vert"
TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17))


@dataclass(frozen=True)
class Direction(Vector):
    """A vector of length 1."""

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        d = int(point["d"])
        first = int(rng.integers(d))
        if d == 1 or rng.random() < 0.3:
            return tuple(Fraction(int(i == first)) for i in range(d))
        short, long, root = TRIPLES[int(rng.integers(len(TRIPLES)))]
        entries = {first: Fraction(short, root), (first + 1) % d: Fraction(-long, root)}
        return tuple(entries.get(i, Fraction(0)) for i in range(d))

    def corners(self, point: Point) -> tuple[Any, ...]:
        return (tuple(Fraction(int(i == 0)) for i in range(int(point["d"]))),)

    def contains(self, value: Any, point: Point) -> bool:
        return super().contains(value, point) and sum(x * x for x in value) == 1

    def words(self) -> str:
        return f"unit vector of R^{self.dimension}"


# tau_0 + tau_1 |grad f|, the bound of Assumption 2.2.
DEVIATION = index("tau0") + index("tau1") * index("s")
V = notation(
    d=natural("d", search=(1, 4)),
    N=natural("N", search=(1, 10**5)),
    B=natural("B", search=(1, 1000)),
    T=natural("T", search=(1, 10**5)),
    eps=positive(r"\epsilon", unit="1", search=(0.01, 10)),
    delta=between(0, 1, r"\delta", unit="probability", ends="()"),
    noise=positive(r"\sigma", unit="1", search=(0.01, 10)),
    c1=positive("c_1", unit="1"),
    c2=positive("c_2", unit="1"),
    c=positive("c", unit=GRADIENT, search=(0.01, 10)),
    r=positive("r", unit=GRADIENT, search=(0.01, 10)),
    tau0=positive(r"\tau_0", unit=GRADIENT, search=(0.1, 10)),
    tau1=between(0, 1, r"\tau_1", unit="1", ends="[)"),
    alpha=between(0, 1, r"\alpha", unit="1", ends="()"),
    # Of Definition 2.2: L_1 = 0 is smoothness with L_0, which is positive but for constant f.
    L0=positive("L_0", unit="loss/length^2", search=(0.01, 10)),
    L1=nonnegative("L_1", unit="1/length", search=(0, 10)),
    Df=nonnegative("D_f", unit="loss", search=(0, 10)),
    # The step size of DP-NSGD, whose normalised gradients are pure numbers, and that of DP-SGD.
    eta=positive(r"\eta", unit="length", search=(0.001, 10)),
    rate=positive(r"\eta", unit="length^2/loss", search=(0.001, 10)),
    # The gradient of f at x, and a per-sample gradient.
    G=vector("d", r"\nabla f", unit=GRADIENT),
    g=vector("d", "g", unit=GRADIENT),
    # The gradient of f is s u; a per-sample gradient deviates from it by e, of law P.
    s=nonnegative(r"\Vert\nabla f\Vert", unit=GRADIENT, search=(0, 10)),
    u=of_kind(Direction("d"), "u", unit="1"),
    P=law("P", unit=GRADIENT, dimension="d", radius=DEVIATION),
    e=vector("d", "e", unit=GRADIENT),
    ell=positive(r"\log\frac1\delta", unit="1", search=(0.1, 20)),
    C=positive("C", unit="1"),  # a constant of O(.)
)
# What the paper's other letters stand for, in statements over these symbols.
V = V.printing(
    {
        "s": V.s,
        r"\|\nabla f(x_k)\|": V.s,
        r"\nabla f(x)": V.G,
        r"\nabla f(x_k)": V.G,
        "g_k": V.g,
        "a_k": V.L0 + V.L1 * norm(V.G),
        "h": 1 / (V.r + norm(V.g)),
        "h_k": 1 / (V.r + norm(V.g)),
        r"\bar h": V.c / largest(V.c, norm(V.g)),
        r"\bar h_k": V.c / largest(V.c, norm(V.g)),
        r"\log(1/\delta)": V.ell,
    }
)
i = index("i")
