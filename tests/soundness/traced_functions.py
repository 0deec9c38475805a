"""Functions of Python: what their trees are, what is proved, what is false, what is no formula."""

import math
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import numpy as np
from verification.notation import V as SHARED

from verify.language import between, positive, real

V = SHARED.extended(
    x=real(unit="1"),
    y=real(unit="1"),
    z=real(unit="1"),
    p=positive(unit="1"),
    u=between(0, 1, unit="1"),
)
x, u, y, z, p = V.x, V.u, V.y, V.z, V.p

OFFSET = F(1, 3)


def helper_exp(x: Any) -> Any:
    """Uses the module's math, and not a replaced one."""
    return math.exp(x) - 1


def helper_of_helper(x: Any) -> Any:
    """A helper that calls another one."""
    return 2 * helper_exp(x)


def scaled(factor: Any) -> Callable[[Any], Any]:
    """A closure."""

    def inner(x: Any) -> Any:
        return factor * x + OFFSET

    return inner


HALF = F(1, 2)


def default(x: Any, shift: Any = HALF) -> Any:
    """A default argument is no symbol."""
    return x + shift


def nonnegative_only(u: Any) -> Any:
    """A function that refuses what lies outside of its set."""
    if u < 0:
        raise ValueError("u must be at least 0.")
    return u


def nested(x: Any, y: Any, z: Any) -> Any:
    """Ifs inside ifs."""
    if x > y:
        if y > z:
            return x
        return z if z > x else y
    return max(y, z) if y != z else 7


def early(x: Any) -> Any:
    """A loop with a condition."""
    total = x
    for step in range(3):
        if total > step:
            total = total - step
    return total


of = V.of

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "a closure": scaled(F(2, 3)),
    "and": lambda x, y: 1 if x > 0 and y > 0 else 0,
    "or": lambda x, y: 1 if x > 0 or y > 0 else 0,
    "not": lambda x, y: 0 if not (x > 0 or y > 0) else 1,
    "a chain": lambda x: 1 if 0 <= x < 1 else 0,
    "nested ifs": nested,
    "a loop": early,
    "a guard": lambda x, y: 1 if x > 0 and 1 / x > y else 0,
    "a difference of comparisons": lambda x: (x > 0) - (x < 0),
    "max and min of three": lambda x, y: min(max(x, y, 1), 3, x + 2),
    "abs": lambda x, y: abs(abs(x) - y),
    "a truth value": lambda x, y: y if x else 1 - y,
    "two equal conditions": lambda x, y: (1 if x < y else 2) + (10 if x < y else 20),
    "opposite conditions": lambda x, y: (1 if x < y else 2) + (10 if y <= x else 20),
    "sorted": lambda x, y, z: sorted([x, y, z])[1],
    "numpy's abs": lambda x, y: np.abs(x) - y,
    "numpy's maximum": lambda x, y: np.fmax(x, y) if False else max(x, y),
    "a power": lambda x, y: x**3 - (-y) ** 2,
    "a float that is a decimal": lambda x: 0.1 * x + 0.25,
    "a literal function": lambda x: math.floor(2.5) * x,
    "any and all": lambda x, y: 1 if any([x > y, x == 0]) and all([y > -3, x < 3]) else 0,
    "a ternary in a ternary": lambda x, y: 1 if x > 0 else 2 if y > 0 else 3,
    "in a list": lambda x, y: [x, y][0] if x != y else 5,
    "division of whole numbers": lambda x: x * F(7, 2) if x > 7 / 2 else x * (8 // 3),
}

PROVED = {
    "functions of math": [
        of(lambda x: math.sqrt(2) * x) <= of(lambda x: F(3, 2) * abs(x)),
        of(lambda u: math.sqrt(u)) >= of(lambda u: u),
    ],
    "a helper": [of(helper_exp) >= of(lambda x: x)],
    "a third": [of(lambda p: 0.33333333333333 * p) <= of(lambda p: p / 3)],
    "a closure": [of(scaled(2)) <= of(lambda x: 2 * x + F(1, 2))],
    "a branch that the set excludes": [of(nonnegative_only) <= 1],
    "two routes": [
        of(lambda x: abs(x)) == of(lambda x: max(x, -x)),
        of(lambda p: p**0.5) == of(lambda p: math.sqrt(p)),
    ],
}

FALSE = {
    "functions of math": [
        of(lambda p: math.sqrt(2) * p) <= of(lambda p: F(14142, 10000) * p),
        of(lambda p: math.pi * p) <= of(lambda p: F(314159265, 10**8) * p),
        of(lambda u: math.hypot(3, 4) * u) <= of(lambda u: F(49, 10) * u),
        of(lambda u: math.log1p(u)) >= of(lambda u: u),
        of(lambda u: math.expm1(u)) <= of(lambda u: u),
        of(lambda u: math.pow(u, 2)) <= of(lambda u: u**3),
    ],
    "a helper": [
        of(lambda u: helper_exp(u)) <= of(lambda u: u),
        of(helper_of_helper) >= of(lambda x: 2 * x + F(1, 10**6)),
    ],
    "a third": [
        of(lambda p: p / 3) <= of(lambda p: 0.33333333333333 * p),
        of(lambda x: x / 3) == of(lambda x: 0.3333333333 * x),
    ],
    "a closure": [of(scaled(2)) <= of(lambda x: 2 * x + F(1, 4))],
    "a default": [of(default) <= of(lambda x: x + F(1, 4))],
    "two routes": [
        of(lambda x: abs(x) ** 0.5) == of(lambda x: math.sqrt(abs(x)) + (1 if x == 3 else 0))
    ],
}

# Floats that nobody wrote, and what is no number.
NO_FORMULA = [
    lambda x: x / (1 / 3),
    lambda x: x * (0.1 + 0.2),
    lambda x: x * 0.33333333333333331,
    lambda x: x * math.nan,
    lambda x: x + math.inf,
    lambda x: x * np.float64(1) / 3 * np.float64(2) ** 0.5,
    lambda x: x * 2**0.5,
    lambda x: x ** (1 / 3),
    lambda x: None,
    lambda x: "x",
    lambda x: True,
    lambda x: x > 0,
]
