"""Statements beside comparisons, and comparisons without a value."""
# mypy: disable-error-code="arg-type, dict-item"

import math
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import (
    Escape,
    agrees,
    behaves,
    between,
    external,
    in_words,
    natural,
    nonnegative,
    notation,
    number,
    one_of,
    real,
    says,
    table,
    tends,
)
from verify.methods.behave import Ratio

V = SHARED.extended(
    b=nonnegative(unit="1"),
    m=natural(least=1, most=700_000),
    three=one_of([1, 2, 3], unit="1"),
    C=between(0, 1, unit="1"),
    N=natural(),
    kappa=between(1, 100, unit="1"),
    share=between(0, 1, unit="1", ends="()"),
)
r, a, b, x, y, n, m, three, C, N = V.r, V.a, V.b, V.x, V.y, V.n, V.m, V.three, V.C, V.N
share = V.share


def ratio(**changes: Any) -> Callable[[str, Any], Any]:
    """A ratio that is 1/2 in every cell, with changes."""
    fields = {"value": 0.5, "low": 0.4, "high": 0.6, "data_sets": 20} | changes
    return lambda cell, context: Ratio(**fields)


def in_cells(cell: str, context: Any) -> Ratio:
    """A ratio below 1 but in one cell."""
    high = 1.5 if cell == "bad" else 0.6
    return Ratio(value=high - 0.1, low=high - 0.2, high=high, data_sets=20)


def guarded(x: Any, y: Any) -> Any:
    """Without a value at x = 0 for y > 1/2 only; 1 at x = 0 for the other y."""
    if y > F(1, 2):
        return 0 / x
    return 1 if x == 0 else 0


YES = True


def always() -> bool:
    """Computes nothing."""
    return YES


NAN = math.nan
INFINITE = math.inf


# A predicate of words, or a function of its own, that gives the same answer everywhere.
def answering(value: Any) -> Any:
    return lambda three: value


def sometimes(three: Any) -> Any:
    return math.nan if three == 3 else 0.5


def behaving(**changes: Any) -> Any:
    return behaves("less", ["cell"], ratio(**changes))


# With constants that are exhibited.
def constant(left: Any, right: Any, **values: Any) -> Any:
    return says(left <= right, exists=values)


HALF = external("half", lambda: 0.5)
POWER = V.of(lambda share, n: share**n)
ROOT_TWO_SQUARED = V.of(lambda a: math.sqrt(2) * math.sqrt(2) * a)
ONE_HALF = V.of(lambda three: F(1, 2))


# A statement on a letter v without values or with no such unit.
def on_v(v: Any) -> Any:
    return [says(v.v <= 1), in_words(v, "fine", lambda v: True)]


# What has no answer.
BROKEN = {
    "a predicate that answers otherwise": [
        in_words(V, "well", answering(value))
        for value in ((False, False), [True], 1, "yes", None, F(1), {"holds": True}, (True,))
    ],
    "a predicate that divides by 0": in_words(V, "1/0", lambda three: 1 / (three - 2) != 5),
    "a table without entries": [table({}), table([]), table(None)],
    "an entry that is no number": [
        table({"entry": entry})
        for entry in (
            ("nan", 1),
            ("inf", 1),
            ("", 1),
            ("one", 1),
            (0.5, F(1, 2)),
            (1, 1),
            ("1", NAN),
            ("1", INFINITE),
            ("1", None),
            *(("1", external("f", lambda value=value: value)) for value in (math.nan, [1.0], True)),
        )
    ],
    "a ratio that is no interval": [
        behaving(value=NAN),
        behaving(low=NAN),
        behaving(high=INFINITE),
        behaving(low=0.7),
        behaving(high=0.45),
    ],
    "a behaviour without an interval": [
        behaves("less", ["cell"], lambda cell, context, found=found: found)
        for found in (0.5, None, (0.4, 0.5, 0.6), True)
    ],
    "a behaviour in no cell": behaves("less", [], ratio()),
    "a behaviour of another kind": behaves("rather less", ["good"], ratio()),
    "an external that returns no number": [
        says(external("f", answering(value), three) <= 10)
        for value in (NAN, INFINITE, None, True, [0.1], (0.1,), "0.1", 1j)
    ],
    "an external that is no number at one value": [
        external("f", sometimes, three) <= 1,
        agrees(ONE_HALF == external("f", sometimes, three)),
    ],
    "a constant outside its set": [
        constant(2 * y, C * y, C=2),
        constant(y, N * y, N=F(3, 2)),
        constant(y, C * y, C=-1),
    ],
    "a constant that depends on what comes after it": constant(a, N * 1 * y, N=a),
    "a constant that nothing exhibits": constant(x, N, N=None),
    "a symbol: no value": on_v(notation(v=one_of([], unit="1"))),
    "a symbol: ends the wrong way round": on_v(notation(v=between(1, 0, unit="1"))),
    "a symbol: nothing between the ends": on_v(notation(v=between(0, 0, unit="1", ends="()"))),
    "a symbol: an unknown unit": on_v(notation(v=real(unit="furlong"))),
}

ARGUED = {"a predicate on a finite set": in_words(V, "small", lambda three: three < 4)}

VERIFIED = {
    "the limit of 1/n": tends(1 / n, n, "oo", 0),
    "a limit at an end": tends(y**2, y, 1, 1),
    "a limit inside": tends(r**2, r, 0, 0),
    "a constant that does": constant(y, C * y, C=1),
}

SUPPORTED = {
    "a sample says that it is one": in_words(V, "small", lambda m: m != 654_321),
    "a behaviour": behaves("less", ["good", "fine"], in_cells),
    # sympy takes parameters to be general.
    "the limit of Euler": tends((1 + b / n) ** n, n, "oo", b.exp()),
    "a limit of powers": tends(n * POWER, n, "oo", 0),
}

REFUTED = {
    "a behaviour in one cell of two": behaves("less", ["good", "bad"], in_cells),
    "samples of floating point": HALF <= F(1, 3),
    "a limit that is a power": tends(POWER, n, "oo", share),
    "a constant that is escaped": constant(x, N, N=None).but(by=Escape({"x": N + 1})),
    # Tables with a wrong digit, sign or power.
    "one entry of three": table(
        {"a": ("0.33", F(1, 3)), "b": ("0.67", F(2, 3)), "c": ("0.51", F(1, 2))}
    ),
    "the last digit": table({"pi": ("3.1415", external("pi", lambda: math.pi))}),
    "a sign": table({"a": ("-0.5", F(1, 2))}),
    "a power of ten": table({"a": ("1.5e3", 150)}),
    "a truncated entry": table({"two thirds": ("0.66", F(2, 3))}),
    "a digit too many": table({"a": ("0.30000000001", F(3, 10))}),
    "an irrational value": table({"root": ("1.415", number(2).sqrt())}),
}

INCONCLUSIVE = {
    "an undecided hypothesis": in_words(
        V, "above 2", lambda three: three > 2, given=[V("sqrt(2)*sqrt(2) <= three")]
    ),
    "an interval around 1": behaves("less", ["good"], ratio(high=1.2)),
    "19 data sets": behaves("less", ["good"], ratio(data_sets=19)),
    "a constant that does not do": constant(y, C * y, C=F(1, 2)),
}

NO_SUPPORT = {
    "equal is not less": behaving(value=1.0, low=1.0, high=1.0),
    "an undecided comparison": ROOT_TWO_SQUARED < 2 * a,
}

NOT_PASSING = {
    "no instance": in_words(V, "nothing", lambda three: False, given=[V("three > 5")]),
    "no real instance": in_words(V, "nothing", lambda r: False, given=[V("r**2 < 0")]),
    "a guard is no hypothesis elsewhere": V.of(guarded) <= 0,
    "a limit of a sign": tends(abs(r) / r, r, 0, 1),
    "a limit of a floor": tends(V.of(lambda r: math.floor(r)), r, 0, 0),
    "a limit from one side": tends(1 / (1 + (1 / r).exp()), r, 0, 0),
    "a limit of 1/n": tends(1 / n, n, "oo", F(1, 1000)),
    "a limit at one parameter": tends(b * n / (b * n + 1), n, "oo", 1),
    "a limit of a power": tends(y**n, n, "oo", 0),
    "a limit to infinity": tends((a * n).exp() / n, n, "oo", 0),
    "a limit alternating": tends((-1) ** n, n, "oo", 1),
    "a limit with an empty hypothesis": tends(1 / n, n, "oo", 0, given=["n <= 5"]),
    "a limit at a parameter inside": tends((b - 3) ** 2 * n / ((b - 3) ** 2 * n + 1), n, "oo", 1),
    "a limit off by 10^-9": tends(1 / n + F(1, 10**9), n, "oo", 0),
}

# Comparisons that have a value nowhere, or not everywhere.
UNDEFINED = {
    "no value of a root": (x - 1).sqrt() <= -1,
    "no value of a root, nearly everywhere": -(x - F(1, 10**9)).sqrt() <= 0,
    "no value of a divisor": says(V.of(lambda r: 1 / max(r, 0)) <= 10**9, given=["r <= 0"]),
    "no value of a quotient": V.of(lambda r: max(r, 0) / max(r, 0)) == 1,
    "no value of 0/0": (r - r) / (r - r) == 1,
    "no value of a logarithm": -((abs(r) - 1).log() ** 2) <= 0,
    "no value of a power": -((y - F(1, 2)) ** 0.5) <= 0,
}

# A statement that is supported, and what its strength names.
RESTS_ON = [(behaving(asymptotic=True), "asymptotic"), (HALF <= 1, "numeric")]

# Values that are no escape: outside the sets, or the constant suffices.
ESCAPES = {
    "the constant itself": constant(x, N, N=None).but(by=Escape({"x": N})),
    "one less": constant(x, N, N=None).but(by=Escape({"x": N - 1})),
    "below 0": constant(x, N, N=None).but(by=Escape({"x": -N - 1})),
    "above 1": constant(y, N, N=None).but(by=Escape({"y": N + 1})),
}

# Routes that compute nothing.
EMPTY_ROUTES = {
    "True": in_words(V, "so it is", lambda: True),
    "two literals in words": in_words(V, "so it is", lambda: 0.0566 > 0.0490),
    "a builtin": in_words(V, "so it is", lambda: bool(1)),
    "a helper": in_words(V, "so it is", lambda: always()),
    "an argument that is not used": in_words(V, "so it is", lambda y: True),
    "two literals": number(F(490, 10**4)) < F(566, 10**4),
    "a sum of literals": number(1) + 1 == 2,
    "a root of a literal": number(1) < V.of(lambda: math.sqrt(2)),
    "a tautology": y == y,
    "another tautology": y + a == a + y,
    "an external literal": number(0) < external("one", lambda: 1),
}
