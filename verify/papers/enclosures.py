"""What a function computes, in a formula: one function for rationals, floats and balls."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undecided
from verify.language import Formula, external

Number = Callable[[Any], Any]


def mapped(number: Number, value: Any) -> Any:
    """A number in another arithmetic, and those in a tuple."""
    return tuple(mapped(number, v) for v in value) if isinstance(value, tuple) else number(value)


def in_floats(*_: Any) -> Number:
    """Floating point for all values."""
    return float


def in_balls(*_: Any) -> Number:
    """Balls for all values."""
    return ball


@dataclass(frozen=True)
class Computation:
    """A function in an arithmetic; two are equal where both are.

    Attributes:
        function: of numbers of any kind. arithmetic: what to compute with at some values.
        whole: places of whole numbers, which stay so.
    """

    function: Callable[..., Any]
    arithmetic: Callable[..., Number]
    whole: tuple[int, ...] = ()

    def __call__(self, *values: Any) -> Any:
        """Its value."""
        number = self.arithmetic(*values)
        return self.function(
            *(v if k in self.whole else mapped(number, v) for k, v in enumerate(values))
        )


def computed(
    name: str,
    function: Callable[..., Any],
    *arguments: Any,
    whole: tuple[int, ...] = (),
    arithmetic: Callable[..., Number] = in_floats,
) -> Formula:
    """A number that a function computes; see :class:`Computation`."""
    exact = Computation(function, arithmetic, whole)
    return external(name, exact, *arguments, balls=Computation(function, in_balls, whole))


@dataclass(frozen=True)
class Middle:
    """The middle of the ball that a function returns."""

    function: Callable[..., Any]

    def __call__(self, *values: Any) -> float:
        """In floating point.

        Raises:
            Undecided: the function knows no ball.
        """
        found = self.function(*values)
        if found is None:
            raise Undecided("a number that is not enclosed")
        return float(found)


def enclosed(name: str, function: Callable[..., Any], *arguments: Any) -> Formula:
    """A number that a function encloses, or knows nothing of: None."""
    return external(name, Middle(function), *arguments, balls=function)


def exactly(name: str, function: Callable[..., Fraction], *arguments: Any) -> Formula:
    """A rational number that a function gives, which balls enclose too (beside roots)."""
    return external(name, function, *arguments, balls=lambda *values: ball(function(*values)))
