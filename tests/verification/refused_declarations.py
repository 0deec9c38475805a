"""What is refused where it is written, with words of the refusal."""
# mypy: disable-error-code="arg-type"

from fractions import Fraction as F
from typing import Any

from verify.language import (
    Claim,
    Real,
    between,
    claim,
    each,
    external,
    natural,
    nonnegative,
    notation,
    number,
    one_of,
    positive,
    real,
    says,
    vector,
)
from verify.language.kinds import Natural, OneOf

# Any: most of this file is what the types forbid.
V: Any = notation(x=nonnegative(unit="1"), y=real(unit="1"), z=real(unit="1"), v=positive(unit="1"))
x, y, z = V.x, V.y, V.z

BOUND = says(x >= y, given=["y <= x"])


def a_claim(printed: Any = BOUND, **fields: Any) -> Claim:
    """A claim with one part or several."""
    return claim("a/b", "(1)", "a title", printed, **fields)


PAPER: Any = notation(
    t=between(0, 1, r"\tau_1", unit="1", ends="[)", search=(0.1, 0.9)),
    n=natural(search=(1, 40)),
    k=one_of([1, 2, 3], unit="1"),
    G=vector("n", unit="gradient"),
)

COMPARISONS = {
    "a bare bool": (lambda: says(True), r"number\(0\) <= x .* Found True"),
    "a formula": (lambda: says(x), "must be a comparison of formulas"),
    "text": (lambda: says("x <= y"), "must be a comparison"),
    "a condition": (lambda: says(x != y), "must be a comparison of formulas"),
    "a chain": (lambda: says(x <= y <= z), "each"),
    "a strict chain": (lambda: says(0 < x < 1), "each"),
    "a chain of equations": (lambda: says(x == y == z), "each"),
    "tuples": (lambda: says((x, y) <= (z, z)), "each"),
    "tuples that begin alike": (lambda: says((x, y) <= (x, z)), "each"),
    "tuples of numbers": (lambda: says((0, y) < (x, z)), "each"),
    "tuples, turned round": (lambda: says((x, y) >= (1, 2)), "each"),
    "a hypothesis on tuples": (lambda: says(x <= y, given=[(x, y) <= (z, z)]).build(), "each"),
    "a hypothesis that is a chain": (lambda: says(x <= y, given=[x == y == z]).build(), "each"),
    "each of a chain": (lambda: each(x == y == z, x == y), "each"),
    "equal tuples": (lambda: says((x, y) == (z, z)), "Found False"),
    "a truth value": (lambda: x <= y and y <= z, "each"),
    "each of two kinds": (lambda: each(x <= y, x < z), "comparisons of one kind"),
    "each, turned round": (lambda: each(x <= y, x >= z), "comparisons of one kind"),
    "each of nothing": (lambda: each(), "comparisons of one kind"),
    "each of a bool": (lambda: each(x <= y, True), "one kind"),
    "iteration": (lambda: list(x), "cannot be iterated over"),
    "a formula declared again": (lambda: (2 * x).within("(0, 1)"), "a declared symbol"),
    "a number declared again": (lambda: number(2).within("(0, 1)"), "a declared symbol"),
}

CLAIMS = {
    "no id": (lambda: claim("", "(1)", "title", BOUND), "must have id"),
    "no place": (lambda: claim("a/b", "", "title", BOUND), "must have id"),
    "no title": (lambda: claim("a/b", "(1)", "", BOUND), "must have id"),
    "a function of its own by the name of the normal distribution's": (
        lambda: external(r"\Phi", abs, x),
        "name must not be",
    ),
    "no statement": (lambda: a_claim({}), "a statement. Found no statement in 'a/b'"),
    "a repair of nothing": (lambda: a_claim(repaired={"lower": BOUND}), r"Found \['lower'\]"),
    "instead of nothing": (lambda: a_claim({"up": BOUND}, instead=BOUND), r"Found \['statement'\]"),
    "a misprint of nothing": (lambda: a_claim({"up": BOUND}, elsewhere=("(2)", BOUND)), "printed"),
    "trivial nothing": (lambda: a_claim().trivially(BOUND, part="low"), "printed part"),
    "a control of nothing": (
        lambda: a_claim({"up": BOUND}).rejects("half", part="low", right=y / 2),
        "a part must be one of up. Found 'low'",
    ),
    "a control of several": (lambda: a_claim({"up": BOUND, "low": BOUND}).rejects("h"), "up, low"),
    "a change of nothing": (lambda: a_claim({"up": BOUND}).repaired(right=y), "one of up"),
    "words without words": (lambda: BOUND.argued(" "), "must have words"),
}

# Texts that are no instance, and what instances are read as.
INSTANCES_REFUSED = [
    "d", "d=", "=1", "d = 1", "2d=1", "d=one", "d=1/0", "d=(1", "d=(1,2))", "d=(1)2", "d=(,)",
    "d=1 d=2",
]  # fmt: skip

INSTANCES_READ = {
    "d=1 c=7/10": {"d": 1, "c": F(7, 10)},
    "x=-3 y=-7/2 z=0.25": {"x": -3, "y": F(-7, 2), "z": F(1, 4)},
    "G=(49,) g=(19/30,)": {"G": (49,), "g": (F(19, 30),)},
    "H=((2,-1),(1/2,2)) e=()": {"H": ((2, -1), (F(1, 2), 2)), "e": ()},
    "law=((1/3,(2,)),(2/3,(-1,)))": {"law": ((F(1, 3), (2,)), (F(2, 3), (-1,)))},
}

# Sets that are narrower than the declared one, with the kind that they make, and sets that are not.
NARROWER = [
    ("t", "(0, 1)", Real(F(0), F(1), True, True)),
    ("t", "[1/4, 0.5]", Real(F(1, 4), F(1, 2))),
    ("t", "{0, 1/2}", OneOf((0, F(1, 2)))),
    ("n", "[3, inf)", Natural(3)),
    ("n", "(3, 7)", Natural(4, 6)),
    ("n", "{2, 4, 8}", OneOf((2, 4, 8))),
    ("k", "{2, 3}", OneOf((2, 3))),
]

NOT_NARROWER = [
    ("t", "[0, 1]", r"the set of t must lie in \[0, 1\). Found '\[0, 1\]'"),
    ("t", "[1/2, inf)", "must lie in"),
    ("t", "{0, 1}", "must lie in"),
    ("n", "[0, inf)", "must lie in whole, from 1"),
    ("k", "(1, 3)", "must lie in one of 1, 2, 3"),
    ("G", "(0, 1)", "must lie in vector"),
    ("n", "[5/2, inf)", "a set must be written as"),
    ("t", "0 to 1", "a set must be written as"),
    ("t", "(a, b)", "a set must be written as"),
]
