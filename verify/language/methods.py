"""Methods: a step that is written once, and the points after some steps.

``descent = method(lambda f, x, k: x - V.alpha * f.grad(x))`` is gradient descent;
``descent.after(f, V.x, 5)`` is its point after 5 steps, made of the start and of gradients.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.language.classes import Function
from verify.language.formulas import Formula, let, notation_of

MOST_STEPS = 20  # conditions grow with the square of the steps


@dataclass(frozen=True)
class Method:
    """A first-order method.

    Attributes:
        step: takes the function, the points (one for each letter) and the number k = 0, 1, ... of
            steps before, and gives the next points. letters: of the points, before their index.
    """

    step: Callable[..., Any]
    letters: tuple[str, ...]

    def after(self, f: Function, start: Any, steps: int) -> Any:
        """The point after some steps; of several letters a tuple.

        Raises:
            ValueError: the number of steps is not from 1 to 20, or a step gives other points.
        """
        return self.points(f, start, steps)[-1]

    def points(self, f: Function, start: Any, steps: int) -> tuple[Any, ...]:
        """The start and the points after each step.

        Args:
            start: a point; with several letters one for all, or a tuple.
        """
        count = operator.index(steps)
        if not 1 <= count <= MOST_STEPS:
            raise ValueError(f"the number of steps must be from 1 to {MOST_STEPS}. Found {count}.")
        here = start if isinstance(start, tuple) else (start,) * len(self.letters)
        found = [here]
        for k in range(count):
            made = self.step(f, *here, k)
            here = self._lettered(made if isinstance(made, tuple) else (made,), k + 1)
            found.append(here)
        return tuple(points if len(points) > 1 else points[0] for points in found)

    def _lettered(self, points: tuple[Any, ...], k: int) -> tuple[Formula, ...]:
        if len(points) != len(self.letters) or not all(isinstance(p, Formula) for p in points):
            raise ValueError(
                f"a step must give a point for each of {', '.join(self.letters)}. Found {points!r}."
            )
        known = notation_of(*points)
        for letter, p in zip(self.letters, points, strict=True):
            if not _known(here := Formula(p.tree, known)):
                known = let(_index(letter, k), here).notation
        # Every point knows the letters of all: one may stand in another.
        return tuple(Formula(p.tree, known) for p in points)


def method(step: Callable[..., Any], *, letters: str = "x") -> Method:
    """A method of one step: ``method(lambda f, x, k: x - V.alpha * f.grad(x))``.

    Args:
        step: see :class:`Method`; with ``letters="x y"`` it takes f, x, y, k and gives two points.
        letters: of the points, which are written x_1, x_2, ...

    Raises:
        ValueError: there are no letters, or one twice.
    """
    names = tuple(letters.split())
    if not names or len(set(names)) < len(names):
        raise ValueError(f"the letters of points must be different. Found {letters!r}.")
    return Method(step, names)


def _index(letter: str, k: int) -> str:
    return f"{letter}_{k}" if k < 10 else f"{letter}_{{{k}}}"


def _known(point: Formula) -> bool:
    """Whether a point is a symbol, or has a letter."""
    lettered = () if point.notation is None else point.notation.lettered
    return not point.tree.args or any(part.tree == point.tree for part in lettered)
