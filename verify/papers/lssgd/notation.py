"""The symbols of the paper (Wang et al. 2019), each declared once."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dptheory import smoothing
from verify.evaluate import Point
from verify.notation import Box, Matrix, natural, nonnegative, notation, of_kind, positive, vector

GRADIENT = "gradient"


@dataclass(frozen=True)
class SmoothingMatrix(Matrix):
    """The one matrix of (3): circulant, of the size and with the smoothing that a point gives."""

    needs: tuple[str, ...] = ("sigma",)

    def _value(self, point: Point) -> Any:
        return smoothing.matrix(int(point["d"]), point["sigma"])

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return self._value(point)

    def corners(self, point: Point) -> tuple[Any, ...]:
        return (self._value(point),)

    def contains(self, value: Any, point: Point) -> bool:
        return bool(value == self._value(point))

    def words(self) -> str:
        return "the matrix of (3)"


V = notation(
    d=natural("d", search=(1, 4)),
    n=natural("n", search=(1, 10**5)),
    b=natural("b", search=(1, 1000)),
    sigma=nonnegative(r"\sigma", unit="1", search=(0, 40)),
    G=positive("G", unit=GRADIENT, search=(0.1, 10)),
    nu=positive(r"\nu", unit=GRADIENT, search=(0.01, 100)),
    # g and g' are of the record that neighbours differ in, r is the sum of the others.
    g=vector("d", r"\nabla f_i", unit=GRADIENT),
    h=vector("d", r"\nabla f_{i'}", unit=GRADIENT),
    r=vector("d", r"\sum_{j\ne i}\nabla f_j", unit=GRADIENT),
    gap=vector("d", r"\mathbf{g}", unit=GRADIENT),  # of Remark 3, the difference of the two
    A=of_kind(SmoothingMatrix("d", "pd"), r"A_\sigma", unit="1"),
)
