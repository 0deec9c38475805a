"""Ball arithmetic on boxes: what it leaves alone, and the parts that it is made of."""

import itertools
from fractions import Fraction

import pytest
from verification.methods.boxes_statements import PROVED, REFUTED, V
from verification.notation import goal

from verify.formula.evaluate import EXACT, FLOATS, evaluate, truth
from verify.formula.expression import binary, free_names
from verify.language import Draft, Formula, Notation, floor, instance, largest, norm, says, total
from verify.methods.base import Proof, Suspect
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.evidence import Level
from verify.methods.intervals.derivative import derivative
from verify.methods.intervals.quotients import is_zero, quotient
from verify.methods.intervals.simplify import simplify
from verify.methods.intervals.tree import Tape, box_of

F = Fraction
a, b, u = V.a, V.b, V.u


def outcome(draft: Draft, **options: int) -> Proof | Suspect | None:
    return Boxes(**options).prove(goal(draft), Context())


def proved(draft: Draft, **options: int) -> bool:
    found = outcome(draft, **options)
    return isinstance(found, Proof) and found.level is Level.CERTIFIED and not found.fixed


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
    found = outcome(says(PROVED["sides apart"]))
    assert isinstance(found, Proof)
    assert "boxes (" in found.text
    assert "monotonicity" in found.text


def test_the_answer_does_not_depend_on_the_run() -> None:
    draft = says(REFUTED["a dip near the end"])
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
