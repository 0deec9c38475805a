"""The symbols of the paper (Tang, Shpilevskiy, Lecuyer 2023), each declared once.

Gradients are one coordinate of the averages :math:`\\bar g_\\tau` of clipped gradients: of fixed
batches, which lie in [-C, C].
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import index, symbols

GRADIENT, SQUARE = "gradient", "gradient^2"
SHARES = (Fraction(0), Fraction(1), Fraction(-1), Fraction(1, 2))


@dataclass(frozen=True)
class Clipped:
    """Numbers indexed by 1, ..., ``length`` of absolute value at most ``bound``."""

    length: str = "t"
    needs: tuple[str, ...] = ("t", "C")
    bound: str = "C"

    def draw(self, rng: np.random.Generator, point: Point, box: symbols.Box | None) -> Any:
        shares = [Fraction(int(rng.integers(-8, 9)), 8) for _ in range(int(point[self.length]))]
        return tuple(Fraction(point[self.bound]) * s for s in shares)

    def corners(self, point: Point) -> tuple[Any, ...]:
        return tuple((Fraction(point[self.bound]) * s,) * int(point[self.length]) for s in SHARES)

    def contains(self, value: Any, point: Point) -> bool:
        return len(value) == point[self.length] and all(abs(g) <= point[self.bound] for g in value)

    def words(self) -> str:
        return f"sequence of length {self.length} in [-{self.bound}, {self.bound}]"

    def latex(self, letter: str) -> str:
        """The sequence entry by entry, with its set."""
        return rf"${letter}_1,\dots,{letter}_{self.length}\in[-{self.bound},{self.bound}]$"


V = symbols.notation(
    t=symbols.natural("t", search=(1, 12)),
    sigma=symbols.nonnegative(r"\sigma", unit="1", search=(0.1, 3)),
    C=symbols.positive("C", unit=GRADIENT, search=(0.1, 2)),
    B=symbols.natural("B", search=(1, 8192)),
    beta1=symbols.between(0, 1, r"\beta_1", unit="1", ends="[)"),
    beta2=symbols.between(0, 1, r"\beta_2", unit="1", ends="[)"),
    s=symbols.sequence("t", r"E[\bar{g}^2]", unit=SQUARE, entry=symbols.Real(Fraction(0))),
    g=symbols.of_kind(Clipped(), r"\bar{g}", unit=GRADIENT),
    alpha=symbols.between(0, 1, r"\alpha", unit="probability", ends="()"),
    xi=symbols.nonnegative(r"\xi", unit=SQUARE, search=(1e-6, 10)),
    # Under Assumption 1: mean, second moment and variances of a coordinate.
    m=symbols.real(r"E[\bar{g}_t]", unit=GRADIENT, search=(-2, 2)),
    q=symbols.nonnegative(r"E[\bar{g}_t^2]", unit=SQUARE, search=(0, 4)),
    Phi=symbols.nonnegative(r"\Phi", unit=SQUARE, search=(0, 4)),
    v=symbols.nonnegative(r"V[\tilde{g}_t]", unit=SQUARE, search=(0, 4)),
    M=symbols.real(r"\hat{m}_t^p", unit=GRADIENT, search=(-2, 2)),
    S=symbols.real(r"\hat{v}_t^{corr}", unit=SQUARE, search=(-1, 4)),
    w=symbols.nonnegative(r"V[\tilde{g}_t^2]", unit="gradient^4", search=(0, 4)),
    spread=symbols.nonnegative(r"V[\bar{g}_t]", unit=SQUARE, search=(0, 4)),
    T=symbols.natural("T", search=(1, 40)),
    d=symbols.natural("d", search=(1, 4)),
)
i, j, tau = index("i"), index("j"), index("tau")
