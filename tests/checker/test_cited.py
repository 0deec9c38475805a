r"""Steps of a derivation that are theorems of others, and facts as hypotheses: what they ask."""

from typing import Any

import pytest
from test_proofs import derivation, step

from verify.checker.documents import answer

SYMBOLS = ["n natural 1", "m natural 0", "x real (-oo, oo)", "y real (0, oo)", "v Vector n"]


def word(given: list[str], says: str, rule: str, **told: Any) -> str:
    """The answer about one step from nothing."""
    return answer(
        derivation(SYMBOLS, given, says, [(SYMBOLS, given)], step(rule, says, **told))
    ).word


@pytest.mark.parametrize(
    ("first", "last", "factor", "zero", "accepted"),
    [
        ("1", "n", "(add y i)", "0", True),
        ("2", "(add n 2)", "(add y i)", "0", True),
        ("1", "m", "(add y i)", "0", False),  # there may be no factor
        ("2", "n", "(add y i)", "0", False),
        ("1", "y", "(add y i)", "0", False),  # it may not be whole
        ("1", "n", "(add x i)", "0", False),  # it may be negative
        ("1", "n", "(add y i)", "-1", False),
    ],
)
@pytest.mark.parametrize("root", [False, True])
def test_the_two_means(
    first: str, last: str, factor: str, zero: str, accepted: bool, root: bool
) -> None:
    count = last if first == "1" else f"(add (sub {last} {first}) 1)"
    whole = f"(product i {first} {last} {factor})"
    mean = f"(div (sum i {first} {last} {factor}) {count})"
    sides = (f"(pow {whole} (div 1 {count}))", mean) if root else (whole, f"(pow {mean} {count})")
    says = f"(le {sides[0]} {sides[1]})"
    inner = [*SYMBOLS, "i natural 1"], [f"(le {first} i)", f"(le i {last})"]
    told = derivation(
        SYMBOLS, [], says, [(SYMBOLS, []), inner],
        step("shown", f"(le {zero} {factor})", scope=1),
        step("twomeans", says, 0, over=["i", first, last], root=root),
    )  # fmt: skip
    assert (answer(told).word == "accepted") is accepted


@pytest.mark.parametrize("above", [False, True])
@pytest.mark.parametrize(
    ("number", "divisor", "accepted"),
    [
        ("n", "12", True),
        ("(add m 1)", "12", True),
        ("n", "13", False),
        ("m", "12", False),
        ("y", "12", False),
    ],
)
def test_the_formula_of_stirling(number: str, divisor: str, above: bool, accepted: bool) -> None:
    near = f"(mul (sqrt (mul (mul 2 (constant pi)) {number})) (pow (div {number} (constant e)) "
    below = f"(mul {divisor} {number})"
    correction = f"(exp (div 1 {f'(add {below} 1)' if above else below}))"
    sides = [f"(mul {near}{number})) {correction})", f"(product i 1 {number} i)"]
    says = f"(le {' '.join(sides if above else sides[::-1])})"
    found = word([], says, "stirling", number=number, above=above)
    assert (found == "accepted") is accepted


@pytest.mark.parametrize(
    ("vector", "place", "accepted"),
    [("v", "1", True), ("v", "n", True), ("v", "2", False), ("v", "m", False), ("x", "1", False)],
)
def test_an_entry_is_at_most_the_length(vector: str, place: str, accepted: bool) -> None:
    says = f"(le (pow (at {vector} {place}) 2) (pow (norm {vector}) 2))"
    assert (word([], says, "entry", vector=vector, place=place) == "accepted") is accepted


@pytest.mark.parametrize(
    ("at", "bound", "says", "accepted"),
    [
        ("x", "positive", r"(lt 0 (external \Phi x))", True),
        ("x", "below 1", r"(lt (external \Phi x) 1)", True),
        ("x", "below 1", r"(lt (external \Phi x) 1/2)", False),
        ("(log x)", "positive", r"(lt 0 (external \Phi (log x)))", False),  # without a value
        ("v", "positive", r"(lt 0 (external \Phi v))", False),
        ("x", "positive", "(lt 0 (external erf x))", False),
        ("(neg y)", "tail", r"(le (external \Phi (neg y)) (div (exp (div (neg (pow (neg y) 2)) "
         "2)) 2))", True),
        ("y", "tail", r"(le (external \Phi y) (div (exp (div (neg (pow y 2)) 2)) 2))", False),
        ("y", "tangent", r"(le (external \Phi y) (add (div 1 2) (div y (sqrt (mul 2 (constant "
         "pi))))))", True),
        ("x", "tangent", r"(le (external \Phi x) (add (div 1 2) (div x (sqrt (mul 2 (constant "
         "pi))))))", False),
    ],
)  # fmt: skip
def test_bounds_of_the_normal_distribution(at: str, bound: str, says: str, accepted: bool) -> None:
    assert (word([], says, "normal", at=at, bound=bound) == "accepted") is accepted


@pytest.mark.parametrize(
    ("fact", "accepted"), [("(le 0 (pow x 2))", True), ("(lt y (mul 2 y))", True), (None, False)]
)
def test_what_is_a_hypothesis_of_a_step_was_shown(fact: str | None, accepted: bool) -> None:
    """Without a fact of its own the step below speaks under a hypothesis that nobody has shown."""
    known = [fact or "(le x y)"]
    says = "(le x (add y (pow x 2)))" if fact is None else "(le 0 y)"
    facts = [step("shown", fact)] if fact else []
    told = derivation(
        SYMBOLS, [], says, [(SYMBOLS, []), (SYMBOLS, known)],
        *facts,
        step("shown", says, scope=1),
        step("having", says, *range(len(facts) + 1)),
    )  # fmt: skip
    if fact is None:
        told["goals"][0]["how"]["steps"][-1]["from"] = [0, 0]
    assert (answer(told).word == "accepted") is accepted
