"""Python functions as formulas: what the words mean in Python is what is tested and proved."""

import inspect
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from sound import GOOD, QUICK, judged, must_fail, must_not_pass, proves, refusal
from soundness import traced_functions
from soundness.traced_functions import FUNCTIONS, NO_FORMULA, V, default, nested, scaled
from verification.statements import drafts

from verify.formula.evaluate import truth, value_at
from verify.formula.expression import Node, free_names
from verify.formula.trace import trace
from verify.judgement.examine import examine
from verify.language import says
from verify.methods.evidence import Outcome

F = Fraction


def in_floats(x: Any) -> float:
    """Asks for the value of its symbol."""
    return math.expm1(float(x))


PROVED, FALSE = drafts(traced_functions.PROVED), drafts(traced_functions.FALSE)
POINTS = [F(0), F(1), F(-1), F(1, 2), F(3), F(7, 2), F(-5, 3), F(2), F(100)]


def names(function: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters without a default."""
    kinds = inspect.signature(function).parameters
    return tuple(n for n, p in kinds.items() if p.default is p.empty)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_tree_is_the_function(name: str) -> None:
    function = FUNCTIONS[name]
    symbols = names(function)
    tree = trace(function, {n: Node("symbol", (), n) for n in symbols})
    assert free_names(tree) <= set(symbols)
    for i, first in enumerate(POINTS):
        values = dict(zip(symbols, (first, POINTS[i - 3], POINTS[(2 * i) % 9]), strict=False))
        found = value_at(tree, values)
        wanted = function(**values)
        # A float of the function's own (0.1 x) is the decimal that it shows in the tree.
        assert found == pytest.approx(float(wanted), rel=1e-12, abs=1e-12), values


def test_every_point_is_on_some_path_and_all_of_them_agree() -> None:
    tree = trace(nested, {n: Node("symbol", (), n) for n in "xyz"})
    assert tree.op == "piecewise"
    for i, x in enumerate(POINTS):
        for j, y in enumerate(POINTS):
            point = {"x": x, "y": y, "z": POINTS[(i + j) % 9]}
            met = [
                v for c, v in zip(tree.args[::2], tree.args[1::2], strict=True) if truth(c, point)
            ]
            assert {value_at(v, point) for v in met} == {F(nested(**point))}


@pytest.mark.parametrize("name", PROVED)
def test_what_python_means_is_proved(name: str) -> None:
    for place, draft in enumerate(PROVED[name]):
        assert judged(draft).verdict in GOOD, place


@pytest.mark.parametrize("name", FALSE)
def test_what_python_does_not_mean_fails(name: str) -> None:
    for draft in FALSE[name]:
        must_fail(draft)


def test_a_helper_that_computes_in_floating_point_is_no_proof() -> None:
    record = judged(says(V.of(lambda x: in_floats(x)) >= V.of(lambda x: x - 1)))
    assert record.verdict == "supported", record.reason
    assert "numeric" in record.strength
    must_not_pass(says(V.of(lambda u: in_floats(u)) <= V.of(lambda u: u)))
    must_not_pass(says(V.of(lambda u: in_floats(u)) == V.of(lambda u: u)))


@pytest.mark.parametrize("function", NO_FORMULA)
def test_a_float_that_nobody_wrote_is_refused(function: Callable[[Any], Any]) -> None:
    reason = refusal(lambda: says(V.of(function) <= V.of(lambda x: abs(x) + 10**9)))
    assert reason
    assert "\n" not in reason


def test_a_third_is_no_decimal_of_seventeen_digits() -> None:
    assert "Fraction(1, 3)" in refusal(
        lambda: says(V.of(lambda p: p / 3) <= V.of(lambda p: 0.33333333333333331 * p))
    )


def test_a_default_argument_and_a_keyword_are_no_symbols() -> None:
    statement = says(V.of(default) <= V.of(lambda x: x + 1)).build()
    assert [s.name for s in statement.symbols] == ["x"]
    assert examine(statement, QUICK).outcome is Outcome.HOLDS


def test_a_closure_is_read_when_the_claim_is_built() -> None:
    two, three = (says(V.of(scaled(k)) <= 0).build() for k in (2, 3))
    assert two.hash != three.hash


def test_a_function_that_refuses_an_open_set_is_undefined() -> None:
    def refuses(x: Any) -> Any:
        if x < -(10**9):
            raise ValueError("x must be at least -10^9.")
        return 0

    def divides(x: Any) -> Any:
        return 1 / (abs(x) - x)

    for function in (refuses, divides):
        draft = says(V.of(function) >= -1)
        assert judged(draft).verdict not in GOOD
        assert not any(proves(draft, prover) for prover in ("decide", "boxes", "decompose"))
