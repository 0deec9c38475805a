r"""Section 2.2, (3), a layer's gradient of a weighted sum of losses; section 2.3, (4), sensitivity.

Activations and output gradients of a record have T rows, all with the factor of the record:
:math:`a^\top\mathrm{diag}(C)\,\partial L/\partial s` is summed over records and rows. (As
matrices of B T rows the factor matrix would need B T entries; T = 1 is the display as it stands.)
The factors are numbers: they are not differentiated. Tested is the derivative in any direction D,
for losses that are half the square of :math:`\sum_{t,k}s_{itk}` plus half the sum of squares:
exactly, by a difference formula for polynomials.

**(4)**: the sensitivity of the sum of clipped gradients is at most 1. One record adds the vector of
its clipped groups, of length :math:`x_m/(\sqrt M(x_m+0.01))` where its gradient in group m is
:math:`x_m` long. Data sets differ by one record more or less.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language import Formula, claim, external, instance, number, says, total
from verify.language.symbols import Box, Real, natural, of_kind, sequence
from verify.methods.derive import Derive, square_root, substitute, sum_over
from verify.papers.groupwise.notation import STABILITY, m
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.settings import GROUPS


@dataclass(frozen=True)
class Entries:
    """Numbers in an array whose sides are symbols."""

    needs: tuple[str, ...]

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Any:
        return tuple(F(int(k), 10) for k in rng.integers(-20, 21, self._size(point)))

    def corners(self, point: Point) -> tuple[Any, ...]:
        return tuple((F(k),) * self._size(point) for k in (0, 1))

    def contains(self, value: Any, point: Point) -> bool:
        return len(value) == self._size(point)

    def words(self) -> str:
        return f"an array of sides {', '.join(self.needs)}"

    def latex(self, letter: str) -> str:
        """The array with its sides."""
        sides = r"\times ".join(self.needs)
        return rf"${letter}\in\mathbb R^{{{sides}}}$"

    def _size(self, point: Point) -> int:
        return math.prod(int(point[name]) for name in self.needs)


V = PAPER.extended(
    B=PAPER.B.within(search=(1, 4)),
    T=natural("T", search=(1, 4)),
    d=natural("d", search=(1, 3)),
    p=natural("p", search=(1, 3)),
    C=sequence("B", "C", unit="1", entry=Real(F(0))),
    a=of_kind(Entries(("B", "T", "d")), "a", unit="1"),
    W=of_kind(Entries(("d", "p")), "W", unit="1"),
    D=of_kind(Entries(("d", "p")), "D", unit="1"),
)
LAYER = (V.B, V.T, V.d, V.p, V.C, V.a, V.W, V.D)


def _outputs(layer: Sequence[Any], step: int = 0) -> tuple[Any, Any]:
    """a of shape (B, T, d) and s = a (W + step D) of shape (B, T, p), of exact entries."""
    B, T, d, p, _, a, W, D = layer
    weights = np.array([w + step * x for w, x in zip(W, D, strict=True)], dtype=object)
    inputs = np.array(a, dtype=object).reshape(B, T, d)
    return inputs, inputs @ weights.reshape(d, p)


def _losses(s: Any) -> Any:
    """L_1, ..., L_B: half the square of the sum of all outputs, plus half the sum of squares."""
    return (s.sum(axis=(1, 2)) ** 2 + (s**2).sum(axis=(1, 2))) / F(2)


def _output_gradients(s: Any) -> Any:
    """Their derivatives in s."""
    return s.sum(axis=(1, 2), keepdims=True) + s


def _factors(layer: Sequence[Any]) -> Any:
    return np.array(layer[4], dtype=object)


def _along(function: Callable[[int], Any]) -> Any:
    """The derivative at 0, exact for polynomials of degree 4."""
    near, far = (function(h) - function(-h) for h in (1, 2))
    return (8 * near - far) / F(12)


def derivative(*layer: Any) -> Any:
    """The derivative of the sum of C_i L_i in the direction D, the factors C_i held fixed."""
    return _along(lambda h: (_factors(layer) * _losses(_outputs(layer, h)[1])).sum())


def following(*layer: Any) -> Any:
    """The same for factors C_i (1 + L_i), which follow the weights."""

    def weighted(h: int) -> Any:
        losses = _losses(_outputs(layer, h)[1])
        return (_factors(layer) * (1 + losses) * losses).sum()

    return _along(weighted)


def _contracted(layer: Sequence[Any], factors: Any) -> Any:
    """a' diag dL/ds in the direction D, with factors of shape (B, T)."""
    _, _, d, p, *_, D = layer
    a, s = _outputs(layer)
    weighted = factors[:, :, None] * _output_gradients(s)
    gradient = np.tensordot(a, weighted, axes=((0, 1), (0, 1)))
    return (gradient * np.array(D, dtype=object).reshape(d, p)).sum()


def contracted(*layer: Any) -> Any:
    """The sum over records and rows of (3), each row with the factor of its record."""
    return _contracted(layer, np.repeat(_factors(layer)[:, None], layer[1], axis=1))


def by_row(*layer: Any) -> Any:
    """The factors go through the rows one by one."""
    rows = layer[0] * layer[1]
    return _contracted(layer, np.resize(_factors(layer), rows).reshape(layer[:2]))


def held(*layer: Any) -> Any:
    """The formula with the factors C_i (1 + L_i)."""
    factors = _factors(layer) * (1 + _losses(_outputs(layer)[1]))
    return _contracted(layer, np.repeat(factors[:, None], layer[1], axis=1))


SUMMED = external("weighted sum over records and rows", contracted, *LAYER)
WITNESS = instance("B=2 T=2 d=1 p=1 C=(1/1,3/1) W=(1/1,) D=(1/1,)") | instance(
    "a=(1/1,2/1,3/1,5/1)"
)
EQ_3 = (
    claim(
        "groupwise/eq-3",
        "§2.2, (3)",
        "A layer's sum of weighted gradients, with $C_i$ on all $T$ rows of a record, for "
        "quadratic losses",
    )
    .says(
        says(external("derivative of the weighted loss", derivative, *LAYER) == SUMMED).argued(
            "A record's loss depends on W through its rows of s alone, each of them its row of a "
            "times W: the chain rule sums over the rows, and a factor that is a number stays."
        )
    )
    .quoting(
        r"\partial L/\partial W_{(l)}=a_{(l)}^\top\,\partial L/\partial s_{(l)}",
        reading="Of the weighted losses, of which all weights 1 are one case.",
    )
    .quoting(
        r"\partial\sum_i C_iL_i/\partial W_{(l)}=a_{(l)}^\top\mathrm{diag}(C_1,"
        r"\dots,C_B)\,\partial L/\partial s_{(l)}",
        reading="In one direction of W, for quadratic losses; a record's factor stands on "
        "all of its T rows.",
    )
    .rejects("factors by row", right=external("factors by row", by_row, *LAYER), at=WITNESS)
    .rejects(
        "factors that follow the weights",
        left=external("derivative with moving factors", following, *LAYER),
        right=external("formula with these factors", held, *LAYER),
        at=WITNESS,
    )
)


def clipped(length: Formula) -> Formula:
    """How long a group of this length is after clipping."""
    return length / (V.M.sqrt() * (length + STABILITY))


# Every group adds at most 1/M to the square.
SHARE = says(clipped(V.y) ** 2 <= 1 / V.M)
TERMS = sum_over(m, 1, V.M, substitute(SHARE, {"y": V.x[m], "M": V.M}))
EQ_4 = (
    claim("groupwise/eq-4-sensitivity", "§2.3, (4)", "Sensitivity for every number of groups")
    .says(
        says(
            total(m, 1, V.M, clipped(V.x[m]) ** 2).sqrt() <= number(1),
            by=Derive(square_root(TERMS)),
        ),
        settings=GROUPS,
        # Equal lengths: as close to 1 as one likes, for every number of groups.
        notes=(says(total(m, 1, V.M, clipped(V.y) ** 2).sqrt() == V.y / (V.y + STABILITY)),),
    )
    .rejects("99 %", right=number(99) / 100)
)
