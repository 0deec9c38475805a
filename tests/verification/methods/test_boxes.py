"""Ball arithmetic on boxes: what it must prove, what it must refute, what it must leave alone."""

import itertools
from fractions import Fraction

import pytest
from verification.notation import V as SHARED
from verification.notation import goal

from verify.formula.evaluate import EXACT, FLOATS, evaluate, truth
from verify.formula.expression import binary, free_names
from verify.language import (
    PI,
    Draft,
    Formula,
    Notation,
    between,
    floor,
    instance,
    largest,
    natural,
    nonnegative,
    norm,
    number,
    one_of,
    real,
    says,
    total,
    vector,
)
from verify.language.symbols import satisfied
from verify.methods.base import Proof, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.intervals.derivative import derivative
from verify.methods.intervals.quotients import is_zero, quotient
from verify.methods.intervals.simplify import simplify
from verify.methods.intervals.tree import Tape, box_of

F = Fraction
V = SHARED.extended(
    x=between(0, 1, unit="1"),
    share=between(F(1, 20), F(19, 20), unit="1"),
    eps=between(F(1, 10), 4, unit="1"),
    eps0=between(0, 4, unit="1"),
    signed=between(-1, 1, unit="1"),
    third=between(F(1, 3), 3, unit="1"),
    any=real(unit="1"),
    u=nonnegative(unit="1", search=(F(1, 100), 1)),
    k=natural(most=9),
    c=one_of((1, 2, 5), unit="1"),
    v=vector(2, unit="1"),
    m=natural(),
    i=natural(),
    larger=between(F(-1, 1000), 10, unit="1"),
    left=between(0, 1, unit="1", ends="[)"),
    below=between(-1, 0, unit="1"),
)
a, b, c, half, k, q, signed, third, u = V.a, V.b, V.c, V.half, V.k, V.q, V.signed, V.third, V.u
wide = V.wide


def outcome(draft: Draft, **options: int) -> Proof | Suspect | None:
    return Boxes(**options).prove(goal(draft), Context())


def proved(draft: Draft, **options: int) -> bool:
    found = outcome(draft, **options)
    return isinstance(found, Proof) and found.level is Level.CERTIFIED and not found.fixed


def refuted(draft: Draft, **options: int) -> bool:
    """A suspect that is a counterexample, exactly."""
    found, g = outcome(draft, **options), goal(draft)
    return (
        isinstance(found, Suspect)
        and satisfied(g.symbols, g.given, found.point) is True
        and not truth(g.prove, found.point)
    )


def log_gap(name: str) -> Draft:
    x = getattr(V, name)
    return says((1 + x).log() >= x - x**2 / 2)


def amplified(share: str, eps: str) -> Draft:
    gain = getattr(V, share) * (getattr(V, eps).exp() - 1)
    return says((1 + gain).log() <= gain)


def bump(side: Fraction, height: Fraction) -> Formula:
    """0 on the unit square but for a small square."""
    far = largest(abs(V.x - F(7123, 10000)), abs(V.y - F(3337, 10000)))
    return largest(0, height * (1 - 2 * far / side))


def rising(x: Formula) -> Draft:
    """Holds for x >= 0 only."""
    return says(x * (x + F(1, 1000)) >= 0)


TRUE = {
    "a contact of order 3": log_gap("wide"),
    "the same without an upper end": log_gap("u"),
    "sides apart": amplified("share", "eps"),
    "sides that meet on edges": amplified("q", "eps0"),
    "edges of an unbounded set": amplified("q", "u"),
    "a maximum with contact inside": says(V.of(lambda x: max(F(1, 4), x * (1 - x))) <= F(1, 4)),
    "a branch of Python": says(V.of(lambda x: x if x < F(1, 2) else 1 - x) <= F(1, 2)),
    "an open end where the sides meet": says(F(1, 2) * half < half),
    "an open end, order 2": says(number(0) < half**2),
    "a product on open ends": says(number(0) < a * half),
    "a logarithm at an open end": says(half.log() <= half - 1),
    "a pole at an open end": says(1 / half >= 1),
    "a root at its corner": says(V.x.sqrt() >= V.x),
    "a broken power": says(V.x ** F(3, 2) <= V.x),
    "a variable power": says(third ** (-q) <= 3**q),
    "an absolute value": says(signed**2 <= abs(signed)),
    "a cosine at its top": says(signed.cos() >= 1 - signed**2 / 2),
    "a square at a third": says(((V.x - F(1, 3)) ** 2).exp() >= 1),
    "a convex contact inside": says((V.x - F(1, 3)).exp() >= V.x + F(2, 3)),
    "the exponential above its tangent, all reals": says(V.any.exp() >= 1 + V.any),
    "contact on a diagonal": says(V.x * V.x + V.y * V.y >= 2 * V.x * V.y),
    "naturals and a root": says(1 / V.n <= 1 / V.n.sqrt()),
    "bounded naturals only": says((k - 1) * (k - 2) >= 0),
    "a sum to a bounded natural": says(total(V.n, 1, V.k, 1 / V.n.sqrt()) <= 2 * k.sqrt()),
    "listed values": says(c * V.x <= c + F(1, 100)),
    "a hypothesis that cuts": says(u**2 <= u, given=("u <= 1",)),
    "a hypothesis between symbols": says(u <= V.of(lambda u, x: 1), given=("u <= x",)),
    "a hypothesis that empties boxes": says(V.x >= F(1, 20), given=("x**2 + y**2 >= 101/100",)),
    "exactly equal": says((V.x + 1) ** 2 == V.x * V.x + 2 * V.x + 1),
    "an interval from zero": rising(wide),
    "zero and above": rising(u),
    "above zero": rising(a),
    "a closed end": says(F(1, 2) * V.x <= V.x),
    "a divisor above zero": says(1 / (signed**2 + F(1, 50)) >= F(9, 10)),
    "irrational numbers": says(V.x * PI <= F(22, 7)),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_inequality_is_proved(name: str) -> None:
    assert proved(TRUE[name])


FALSE = {
    "a maximum": says(V.of(lambda x: max(F(1, 4), x * (1 - x) + F(1, 100))) <= F(1, 4)),
    "a branch": says(V.of(lambda x: 5 if x == 0 else x) <= 1),
    "a branch at an inner point": says(V.of(lambda x: 2 if x == F(1, 2) else x) <= 1),
    "math.exp": says(V.x.exp() <= F(27, 10)),
    "the search box is no hypothesis": says(u**2 <= u),
    "a dip near the end": says(wide * (wide - F(1, 10000)) >= 0),
    "a closed end where the sides meet": says(F(1, 2) * V.x < V.x),
    "a vertex where the sides meet": says(V.x * V.y < V.x + V.y),
    "one hundredth too strong": says((1 + wide).log() >= wide - wide**2 * F(49, 100)),
    "unbounded": says(a - b <= 10**6),
    "naturals": says(V.n * V.n >= 3 * V.n - 1),
    "within the hypotheses": says(u**2 <= u, given=("u <= 1001/1000",)),
    "one listed value": says(c * V.x <= 4),
    "a plateau but for a small square": says(1 + bump(F(1, 100), F(1, 1000)) <= 1),
    "a set one thousandth larger": rising(V.larger),
    "the end that is closed": says(F(1, 2) * V.left < V.left),
    "a contact along a closed face": says(number(0) < V.x * half),
    # 0^0 = 1: the power reaches 1 at the corner, and jumps there.
    "zero to the power zero": says(V.x**V.y <= F(99, 100)),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_inequality_is_refuted_at_a_point(name: str) -> None:
    assert refuted(FALSE[name])


SMALL_STEPS = (F(1, 100), F(1, 10**6), F(1, 10**12))
OPEN: dict[str, list[Draft]] = {
    "a contact missed by little": [
        draft
        for step in SMALL_STEPS
        for draft in (
            says((1 + wide).log() >= V.wide - V.wide**2 / 2 + step),
            says(V.x * (1 - V.x) <= F(1, 4) - step),
            says(V.any.exp() >= 1 + step + V.any),
        )
    ],
    "a divisor that straddles zero": [says(1 / (signed - F(1, 3)) <= 10**9)],
    "zero to the power zero": [says(V.x**V.y < 1)],
    "two different sums are no square": [
        says(total(V.i, 1, V.n, V.below) * total(V.i, 1, V.m, -V.below) >= 0)
    ],
}


@pytest.mark.parametrize("name", OPEN)
def test_what_is_not_shown_is_not_proved(name: str) -> None:
    assert not any(map(proved, OPEN[name]))


def test_an_equation_that_holds_at_one_point_is_not_proved() -> None:
    equation = says(V.x == F(1, 2)).build().assertion
    assert outcome(Draft(lambda: says(V.x <= 1).build().but(assertion=equation), {})) is None


def test_a_smooth_plateau_with_a_hidden_peak_is_not_proved() -> None:
    x, y = V.x, V.y
    peak = (-(10**5) * ((x - F(7123, 10000)) ** 2 + (y - F(3337, 10000)) ** 2)).exp()
    found = outcome(says(1 + peak / 1000 <= 1 + F(999, 10**6)), limit=8000)
    assert not isinstance(found, Proof)


def test_no_box_and_no_limit_makes_an_open_question_a_proof() -> None:
    # A curve of contact that no form resolves.
    curved = says((V.y - (V.x * V.x + F(1, 9)).sqrt() + F(1, 7)) ** 4 / 3 >= 0)
    assert outcome(curved, limit=5) is None or proved(curved)
    crossing = says(a + b <= F(3, 2) * (a * a + b * b).sqrt())
    assert outcome(crossing, limit=500) is None


def test_what_has_no_numbers_is_left_alone() -> None:
    assert outcome(says(norm(V.v) <= 1)) is None
    assert outcome(says(V.v[1] <= 1)) is None


def test_a_root_without_a_value_gives_no_counterexample() -> None:
    found = outcome(says((u - 1).sqrt() <= -1))
    g = goal(says((u - 1).sqrt() <= -1))
    assert isinstance(found, Suspect)
    assert not truth(g.prove, found.point)


def test_the_proof_says_how_many_boxes_and_which_form() -> None:
    found = outcome(amplified("share", "eps"))
    assert isinstance(found, Proof)
    assert "boxes (" in found.text
    assert "monotonicity" in found.text


def test_the_answer_does_not_depend_on_the_run() -> None:
    draft = FALSE["a dip near the end"]
    first, second = outcome(draft), outcome(draft)
    assert first == second


SMOOTH = [
    V.x**3 - 2 * V.x * V.third,
    (1 + V.x * V.third).log() / V.third,
    (V.x - V.third).exp() * V.third.sqrt(),
    V.third ** (V.x * 2) + V.third ** F(5, 2),
    V.x.cos() * (V.x * V.third).sin(),
    (V.x**2 + V.third).sqrt() / (1 + V.x),
]
TREES = [f.tree for f in SMOOTH]


@pytest.mark.parametrize("place", range(len(TREES)))
@pytest.mark.parametrize("name", ["x", "third"])
def test_the_derivative_is_the_limit_of_difference_quotients(place: int, name: str) -> None:
    tree = TREES[place]
    slope = derivative(tree, name)
    point = instance("x=3/7 third=8/5")
    h = F(1, 10**6)
    ends = [evaluate(tree, {**point, name: point[name] + s * h}, FLOATS) for s in (-1, 1)]
    expected = (ends[1] - ends[0]) / (2 * float(h))
    assert evaluate(slope, point, FLOATS) == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("tree", [abs(V.x), largest(V.x, 0), floor(V.x)])
def test_what_is_not_smooth_has_no_derivative(tree: Formula) -> None:
    with pytest.raises(NotImplementedError):
        derivative(tree.tree, "x")


def grid(v: Notation, names: list[str]) -> list[dict[str, Fraction]]:
    ends = [(v.symbols[n].kind.low, v.symbols[n].kind.high) for n in names]
    steps = [[low + (high - low) * F(i, 6) for i in range(7)] for low, high in ends]
    return [dict(zip(names, values, strict=True)) for values in itertools.product(*steps)]


@pytest.mark.parametrize("place", range(len(TREES)))
def test_an_enclosure_holds_every_value(place: int) -> None:
    tree = TREES[place]
    names = sorted(free_names(tree))
    box = box_of({n: (V.symbols[n].kind.low, V.symbols[n].kind.high) for n in names})
    low, high, whole = Tape(tree)(box)
    values = [evaluate(tree, point, FLOATS) for point in grid(V, names)]
    assert whole
    assert float(low) <= min(values)
    assert float(high) >= max(values)


def test_simplification_keeps_values() -> None:
    for tree in TREES:
        for point in grid(V, ["x", "third"]):
            again = evaluate(simplify(tree), point, FLOATS)
            assert again == pytest.approx(evaluate(tree, point, FLOATS), rel=1e-12)
            form = quotient(tree).node(factors=True)
            assert evaluate(form, point, FLOATS) == pytest.approx(again, rel=1e-9, abs=1e-12)


def test_zero_is_found_and_nothing_else_is_called_zero() -> None:
    x = V.x.tree
    assert is_zero((x.exp() + 1) ** 2 - (2 * x).exp() - 2 * x.exp() - 1)
    assert is_zero((x + 1).sqrt() ** 4 - (x + 1) ** 2)
    assert is_zero((1 + x).log() - (x + 1).log())
    assert not is_zero((x + 1).sqrt() ** 4 - (x + 1) ** 2 + F(1, 10**9))
    assert not is_zero((x * x).sqrt() - x)
    assert not is_zero(binary("div", x * x - 1, x - 1) - x - 2)
    assert evaluate(simplify(total(V.n, 1, 3, V.n**2).tree), {}, EXACT) == 14
