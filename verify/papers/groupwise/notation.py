"""The symbols of the paper (Bu, Liu, Wang, Zha, Karypis 2023), each declared once."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import index, natural, nonnegative, notation, of_kind, quantity, sequence
from verify.language.symbols import Box, Real

GRADIENT = "gradient"
SIZE = Real(Fraction(0), None, True)


@dataclass(frozen=True)
class Grouping:
    """The groups of layers 1, ..., l, each a run of layers, by the last layer of each.

    Layers ``first`` to ``last`` are one of them.
    """

    needs: tuple[str, ...] = ("layers", "first", "last")

    def _ends(self, point: Point, keep: Any) -> tuple[int, ...]:
        outer = [i for i in range(1, int(point["layers"])) if not self._inside(i, point)]
        fixed = {int(point["layers"]), int(point["last"]), int(point["first"]) - 1} - {0}
        return tuple(sorted(fixed | {i for i in outer if keep(i)}))

    def _inside(self, i: int, point: Point) -> bool:
        return bool(point["first"] <= i < point["last"])

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return self._ends(point, lambda _: rng.random() < 0.5)

    def corners(self, point: Point) -> tuple[Any, ...]:
        return tuple(self._ends(point, lambda _, k=k: k) for k in (False, True))

    def contains(self, value: Any, point: Point) -> bool:
        known = value == self._ends(point, lambda i: i in value)
        return bool(point["first"] <= point["last"] <= point["layers"]) and known

    def words(self) -> str:
        return (
            r"a division of the layers into runs, one of them from layer $\mathcal G_m[0]$ "
            r"to layer $\mathcal G_m[-1]$"
        )


V = notation(
    M=natural("M", search=(1, 12)),
    x=sequence("M", r"\Vert g_i\Vert", unit=GRADIENT, entry=Real(Fraction(0))),
    y=nonnegative(r"\Vert g_i^{(m)}\Vert", unit=GRADIENT, search=(0, 100)),
    B=natural("B", search=(1, 1000)),
    layers=natural("l", search=(1, 8)),
    first=natural(r"\mathcal G_m[0]", search=(1, 8)),
    last=natural(r"\mathcal G_m[-1]", search=(1, 8)),
    tokens=sequence("layers", "T", unit="1", entry=SIZE),
    inputs=sequence("layers", "d", unit="1", entry=SIZE),
    outputs=sequence("layers", "p", unit="1", entry=SIZE),
    groups=of_kind(Grouping(), r"\mathcal G", unit="1"),
)
STABILITY = quantity(0.01, "gradient")  # gamma
i, m, t = (index(name) for name in ("i", "m", "t"))
