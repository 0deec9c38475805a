"""Straight-line code computes what the nested functions do, and fails where they fail."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from verify.formula.code import code_hash
from verify.formula.evaluate import (
    BALLS,
    EXACT,
    FLOATS,
    OFTEN,
    Undecided,
    _code,
    _Place,
    _Program,
    evaluate,
)
from verify.formula.expression import External, Node, lift, total

X, Y, T, S = (Node("symbol", (), name) for name in ("x", "y", "t", "s"))
INDEX = Node("symbol", (), "i")
LEAVES = (X, Y, T, INDEX, lift(2), lift(0), lift(Fraction(-1, 3)), Node("at", (S, INDEX)))
OUTSIDE = tuple(leaf for leaf in LEAVES if leaf != INDEX and leaf.op != "at")


def tree(rng: np.random.Generator, depth: int, leaves: tuple[Node, ...]) -> Node:
    if depth == 0 or rng.random() < 0.1:
        return leaves[rng.integers(len(leaves))]
    a, b = (tree(rng, depth - 1, leaves) for _ in range(2))
    match int(rng.integers(9)):
        case 0:
            return a + b
        case 1:
            return a - b
        case 2 | 3:
            return a * b
        case 4:
            return a / b
        case 5:
            return a ** lift(int(rng.integers(-2, 4)))
        case 6:
            return abs(a)
        case 7:
            return Node("piecewise", (Node("le", (a, b)), a, Node("lt", (b, a)), b))
        case _:
            body = tree(rng, depth - 1, LEAVES)
            first = (lift(1), T - 1, T)[rng.integers(3)]
            return Node(("sum", "product")[rng.integers(2)], (first, T + 1, body), "i")


def outcome(code, point, numbers):
    try:
        found = code(_Place(point, numbers))
    except (ArithmeticError, ValueError) as error:
        return type(error)
    return str(found)


@pytest.mark.parametrize("numbers", [EXACT, FLOATS, BALLS])
@pytest.mark.parametrize("seed", range(4))
def test_straight_lines_and_nested_functions_agree(numbers, seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        node = tree(rng, 4, OUTSIDE)
        if rng.random() < 0.3:
            node = Node("le", (node, tree(rng, 3, OUTSIDE)))
        nested, straight = _code(node, numbers), _Program(node, numbers)
        straight.runs = OFTEN - 1
        for x in (Fraction(0), Fraction(-2), Fraction(1, 3)):
            for t in (0, 1, 3):
                point = {"x": x, "y": Fraction(2), "t": t, "s": (Fraction(1), x, Fraction(5, 2))}
                assert outcome(straight, point, numbers) == outcome(nested, point, numbers)


def test_a_sum_without_terms_needs_no_value_of_its_terms():
    node = total(INDEX, T, 0, 1 / X)
    program = _Program(node, EXACT)
    program.runs = OFTEN - 1
    assert program(_Place({"x": Fraction(0), "t": 1}, EXACT)) == 0


def test_an_inner_index_hides_an_outer_one_of_its_name():
    node = total(INDEX, 1, T, INDEX * total(INDEX, 1, INDEX, INDEX))
    program = _Program(node, EXACT)
    program.runs = OFTEN - 1
    assert program(_Place({"t": 3}, EXACT)) == 1 * 1 + 2 * 3 + 3 * 6


def test_vectors_take_the_nested_functions():
    node = (X + Y) * lift(2)
    program = _Program(node, EXACT)
    program.runs = OFTEN - 1
    one = Fraction(1)
    assert program(_Place({"x": (one, one), "y": (one, 2 * one)}, EXACT)) == (4, 6)
    assert program(_Place({"x": one, "y": one}, EXACT)) == 4


def test_the_hash_of_a_function_follows_what_it_holds():
    def scaled(factor):
        return lambda x: factor * x

    assert code_hash(scaled(2)) == code_hash(scaled(2))
    assert code_hash(scaled(2)) != code_hash(scaled(3))
    assert code_hash(scaled(np.arange(3000))) != code_hash(scaled(np.arange(3000) + 1))


def test_an_enclosure_is_computed_once_a_precision_and_its_refusal_too() -> None:
    asked: list[object] = []

    def third(x: Any) -> Any:
        asked.append(x)
        if x > 5:
            raise Undecided("beyond 5")
        return arb(fmpq(*x.as_integer_ratio())) / 3

    computation = External("third", third, third)

    def at(value: Fraction) -> Any:
        return evaluate(Node("external", (lift(value),), computation), {}, BALLS)

    with ctx.workprec(64):
        first = at(Fraction(1, 7))
        assert at(Fraction(1, 7)) is first
        assert at(Fraction(2, 7)) is not first
    with ctx.workprec(128):
        assert at(Fraction(1, 7)).rel_accuracy_bits() > 100
    assert len(asked) == 3
    for _ in range(2):
        with pytest.raises(Undecided, match="beyond 5"):
            at(Fraction(6))
    assert len(asked) == 4
