"""Statements about many vectors, of which a conclusion uses few."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from verify.formula.evaluate import in_floats
from verify.formula.expression import Node, free_names, walk
from verify.language import (
    Formula,
    dot,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    real,
    says,
    vector,
)
from verify.language.statement import Goal
from verify.methods.gram import NotGram, bounds, lowered

V = notation(
    d=natural("d"),
    k=real("k", unit="1"),
    s=nonnegative("s", unit="1"),
    **{name: vector("d", name, unit="1") for name in ("a", "b", "c", "e")},
)


def square(p: Formula) -> Formula:
    return dot(p, p)


def test_hypotheses_with_other_vectors_are_left_out_where_there_are_too_many():
    given = [square(V.b + V.c) <= square(V.e), square(V.a) <= 1, V.k <= 2]
    (goal,) = lowered(says(V.k * square(V.a) <= 2, given=given).build())
    names = frozenset().union(*map(free_names, (goal.prove, *goal.given)))
    assert names == {"k", "|a|"}
    assert len(goal.given) == 2


def test_hypotheses_with_three_vectors_are_kept():
    given = [square(V.b + V.c) <= square(V.a)]
    (goal,) = lowered(says(number(0) <= square(V.a), given=given).build())
    assert {s.name for s in goal.symbols} - {"d"} == {
        *("|a|", "|b|", "|c|"),
        *("a.b", "a.c", "b.c"),
    }


def test_a_conclusion_about_four_vectors_is_refused():
    with pytest.raises(NotGram):
        lowered(says(number(0) <= square(V.a + V.b + V.c + V.e)).build())


# At vectors of R^3: what is said of numbers has the values that the vectors have. -----------------

COMBINATIONS = {
    "a multiple": V.a * -2,
    "a multiple by a letter": V.k * V.a,
    "a quotient": V.a / 3 - V.b / -2,
    "a difference": 2 * V.a - V.b,
    "a letter of unknown sign": V.k * V.a + V.b,
    "a letter that is not negative": V.s * V.a + V.b,
    "three": V.a - (V.b + V.c) * V.s,
    "a norm as a factor": norm(V.b) * V.a + V.c,
    "minus": -(V.a - V.b),
    "nested": V.k * (V.a + V.s * (V.b - V.a)),
}
SAID = {name: says(norm(made) <= V.k) for name, made in COMBINATIONS.items()}
SAID |= {f"{name}, squared": says(dot(made, made) <= V.k) for name, made in COMBINATIONS.items()}
SAID |= {
    f"{name}, with another": says(dot(made, V.c - V.a) <= V.k)
    for name, made in COMBINATIONS.items()
}
SAID["an equation of vectors"] = says(norm(V.a) <= V.k, given=[V.a * V.s == V.b + V.c])
SAID["norms of norms"] = says(norm(V.a + norm(V.a - V.b) * V.b) <= norm(V.a + V.b) * V.k)
Vectors = Mapping[str, Sequence[float]]


def value(node: Node, letters: Mapping[str, Any], vectors: Vectors) -> Any:
    """A number or a vector by its definition."""
    args = [value(arg, letters, vectors) for arg in node.args]
    if node.op == "symbol":
        return vectors[node.value] if node.value in vectors else letters[node.value]
    if node.op == "dot":
        return float(sum(a * b for a, b in zip(*args, strict=True)))
    if node.op == "norm":
        return math.sqrt(sum(a * a for a in args[0]))
    if node.op in ("le", "eq"):
        return args
    of: Any = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "neg": lambda a: -a,
        "number": lambda: float(node.value),
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b,
    }[node.op]
    entries = [arg for arg in args if isinstance(arg, Sequence)]
    if not entries:
        return of(*args)
    return [of(*(arg[i] if isinstance(arg, Sequence) else arg for arg in args)) for i in range(3)]


def at_vectors(goal: Goal, letters: Mapping[str, Any], vectors: Vectors) -> dict[str, Any]:
    """The point of a goal that some vectors are; a norm of a combination is that of its square."""
    point = dict(letters)
    for name, vector_ in vectors.items():
        point[f"|{name}|"] = math.sqrt(sum(v * v for v in vector_))
        for other, beside in vectors.items():
            point[f"{name}.{other}"] = float(
                sum(v * w for v, w in zip(vector_, beside, strict=True))
            )
    for condition in goal.given:
        square, form = condition.args
        if condition.op == "eq" and square.op == "pow" and not free_names(square) & set(point):
            (found,) = in_floats((form,), point)
            point[square.args[0].value] = math.sqrt(max(found, 0))
    return point


def drawn(draw: random.Random) -> tuple[dict[str, Any], dict[str, list[float]]]:
    """Values of the letters, and vectors that are apart, parallel or 0."""
    letters = {"k": draw.uniform(-3, 3), "s": draw.choice((0.0, draw.uniform(0, 3)))}
    a, b, c = ([draw.uniform(-2, 2) for _ in range(3)] for _ in range(3))
    kind = draw.randrange(4)
    if kind == 1:
        b = [-2 * v for v in a]
    if kind == 2:
        c = [0.0] * 3
    if kind == 3:
        c = [v + w for v, w in zip(a, b, strict=True)]
    return letters, {"a": a, "b": b, "c": c}


@pytest.mark.parametrize("name", SAID)
def test_numbers_have_the_values_of_the_vectors(name: str) -> None:
    statement = SAID[name].build()
    (goal,) = lowered(statement)
    asked = statement.assertion.condition  # type: ignore[union-attr]
    draw = random.Random(name)
    for _ in range(40):
        letters, vectors = drawn(draw)
        point = at_vectors(goal, letters, vectors)
        sides = in_floats(goal.prove.args, point)
        assert sides == pytest.approx(value(asked, letters, vectors), rel=1e-9, abs=1e-9)
        known = [c for c in goal.given if c.op == "le"]
        for condition in (*known, *bounds(statement)):
            low, high = in_floats(condition.args, point)
            assert low <= high + 1e-9 * (1 + abs(low))


@pytest.mark.parametrize(
    ("name", "known"),
    [("a letter that is not negative", True), ("a letter of unknown sign", False)],
)
def test_the_triangle_is_known_where_the_signs_are_plain(name: str, known: bool) -> None:
    statement = SAID[name].build()
    (goal,) = lowered(statement)
    (combined,) = (n for n in walk(goal.prove) if str(n.value).startswith("|#"))
    # Along one line both sides are equal.
    line = {"a": [1.0, 0.0, 0.0], "b": [2.0, 0.0, 0.0], "c": [0.0] * 3}
    point = at_vectors(goal, {"k": 3.0, "s": 3.0}, line)
    above = [c.args[1] for c in bounds(statement) if c.args[0] == combined]
    assert [in_floats((size,), point) for size in above] == [[5.0]] * known
