"""Steps of a derivation about laws: what they ask for, and what they give."""

from typing import Any

import pytest
from test_proofs import derivation, step

from verify.checker.documents import answer

DRAWN = {"law": "P", "variable": "z"}


def word(*arguments: Any, leaves: Any = ()) -> str:
    told = derivation(*arguments)
    told["goals"][0]["how"]["leaves"] = list(leaves)
    return answer(told).word


def leaf(symbols: list[str], says: str, by: str = "signs") -> dict[str, Any]:
    return {"symbols": symbols, "given": [], "prove": says, "how": {"by": by}}


@pytest.mark.parametrize(
    ("law", "inside", "accepted"),
    [
        ("P Law 2 3", ["(le (norm z) 3)"], True),
        ("P Law 2 4", ["(le (norm z) 3)"], False),
        ("P Law 2", ["(le (norm z) 3)"], False),
        ("P Noise 2", [], False),
    ],
)
def test_what_holds_for_all_that_is_drawn_holds_in_the_mean(
    law: str, inside: list[str], accepted: bool
) -> None:
    says = "(le (expect z P (norm z)) (expect z P 3))"
    scopes = [([law], []), ([law, "z Vector 2"], ["(le (norm z) 3)"])]
    steps = (step("given", "(le (norm z) 3)", scope=1), step("expect", says, 0, **DRAWN))
    assert (word([law], [], says, scopes, *steps) == "accepted") is accepted


def test_a_mean_of_polynomials_under_noise() -> None:
    for power, accepted in (4, True), (6, False):
        law, body = "P Noise 2", f"(pow (at z 1) {power})"
        says = f"(le (expect z P 0) (expect z P {body}))"
        scopes = [([law], []), ([law, "z Vector 2"], [])]
        steps = step("shown", f"(le 0 {body})", scope=1), step("expect", says, 0, **DRAWN)
        assert (word([law], [], says, scopes, *steps) == "accepted") is accepted


def test_what_is_drawn_has_a_name_of_its_own() -> None:
    # What holds for the vector z that there is, is not said of what the law draws.
    symbols = ["P Law 2", "z Vector 2"]
    given, says = ["(le (norm z) 1)"], "(le (expect z P (norm z)) (expect z P 1))"
    steps = step("given", given[0]), step("expect", says, 0, **DRAWN)
    assert word(symbols, given, says, [(symbols, given)], *steps) == "refused"


@pytest.mark.parametrize(
    ("number", "level", "accepted"),
    [("(norm z)", "a", True), ("(at z 1)", "a", False), ("(norm z)", "b", False)],
)
def test_the_inequality_of_markov(number: str, level: str, accepted: bool) -> None:
    symbols = ["P Law 2", "a real (0, oo)", "b real (-oo, oo)"]
    event = f"(piecewise (le {level} {number}) 1 (lt {number} {level}) 0)"
    says = f"(le (expect z P {event}) (div (expect z P {number}) {level}))"
    markov = step("markov", says, **DRAWN, number=number, level=level)
    assert (word(symbols, [], says, [(symbols, [])], markov) == "accepted") is accepted


def test_the_inequality_of_markov_is_no_other_one() -> None:
    symbols = ["P Law 2", "a real (0, oo)"]
    event = "(piecewise (le a (norm z)) 1 (lt (norm z) a) 0)"
    says = f"(le (div (expect z P (norm z)) a) (expect z P {event}))"
    markov = step("markov", says, **DRAWN, number="(norm z)", level="a")
    assert word(symbols, [], says, [(symbols, [])], markov) == "refused"


@pytest.mark.parametrize(
    ("own", "lemma", "accepted"),
    [
        ("P Law 2", "P Law 2", True),
        ("P Law 2 1", "P Law 2", True),
        ("P Law 2", "P Law 2 1", False),
        ("P Law 2 2", "P Law 2 1", False),
        ("P Law 3", "P Law 2", False),
        ("P Batch 2", "P Law 2", False),
        ("P Noise 2", "P Law 2", False),
    ],
)
def test_a_lemma_about_a_law_is_put_in_for_such_a_law(own: str, lemma: str, accepted: bool) -> None:
    says = "(le 0 (expect z P (dot z z)))"
    put_in = step("substitute", says, lemma=0, values={})
    found = word([own], [], says, [([own], [])], put_in, leaves=[leaf([lemma], says)])
    assert (found == "accepted") is accepted


@pytest.mark.parametrize(
    ("value", "accepted"),
    [("h", True), ("(sub h (mul x k))", True), ("x", False), ("(add h x)", False), ("w", False)],
)
def test_a_lemma_about_a_vector_is_put_in_for_another_one(value: str, accepted: bool) -> None:
    symbols = ["h Vector 2", "k Vector 2", "w Vector 3", "x real (-oo, oo)"]
    says = f"(le 0 (norm {value}))"
    put_in = step("substitute", says, lemma=0, values={"g": value})
    found = word(
        symbols, [], says, [(symbols, [])], put_in, leaves=[leaf(["g Vector 2"], "(le 0 (norm g))")]
    )
    assert (found == "accepted") is accepted


def test_a_name_of_a_hint_is_none_of_a_lemma() -> None:
    symbols, says = ["|v| real (-oo, oo)", "w Vector 2"], "(le 0 |v|)"
    put_in = step("substitute", says, lemma=0, values={"v": "w"})
    found = word(symbols, [], says, [(symbols, [])], put_in, leaves=[leaf(["v Vector 2"], says)])
    assert found != "accepted"


def test_an_index_above_an_open_end_is_above_it() -> None:
    symbols, says = ["n natural 1"], "(eq (sum k 0 n (div k k)) (sum k 0 n 1))"
    scopes = [(symbols, []), ([*symbols, "k real (0, oo)"], ["(le 0 k)", "(le k n)"])]
    steps = (
        step("shown", "(eq (div k k) 1)", scope=1),
        step("sum-over", says, 0, over=["k", "0", "n"]),
    )
    assert word(symbols, [], says, scopes, *steps) == "refused"


def test_a_vector_is_no_number() -> None:
    symbols, says = ["v Vector 2"], "(le 0 (mul v v))"
    put_in = step("substitute", says, lemma=0, values={"x": "v"})
    lemma = leaf(["x real (-oo, oo)"], "(le 0 (mul x x))")
    assert word(symbols, [], says, [(symbols, [])], put_in, leaves=[lemma]) == "refused"
    says = "(eq (exp v) (exp (mul 1 v)))"
    steps = step("shown", "(eq v (mul 1 v))"), step("monotone", says, 0, function="exp")
    assert word(symbols, [], says, [(symbols, [])], *steps) == "refused"


def test_an_index_is_no_radius() -> None:
    # In the statement k is a number; an index of the same name is not the radius of P.
    symbols, here = ["n natural 1", "k real [0, oo)", "P Law 2 k"], ["n natural 1", "P Law 2 k"]
    inside, over = ["(le 1 k)", "(le k n)"], ["k", "1", "n"]
    bound = "(le (expect z P (norm z)) (expect z P k))"
    says = "(le (sum k 1 n (expect z P (norm z))) (sum k 1 n (expect z P k)))"
    scopes = [
        (here, []),
        ([*here, "k natural 0"], inside),
        ([*here, "k natural 0", "z Vector 2"], [*inside, "(le (norm z) k)"]),
    ]
    steps = (
        step("given", "(le (norm z) k)", scope=2),
        step("expect", bound, 0, scope=1, **DRAWN),
        step("sum-over", says, 1, over=over),
    )
    assert word(symbols, [], says, scopes, *steps) == "refused"


@pytest.mark.parametrize(
    ("factor", "found"),
    [
        ("(exp x)", "accepted"),
        ("(neg (piecewise (le x 0) x (lt 0 x) 1))", "accepted"),
        ("(unknown x)", "not read"),
        ("(constant tau)", "not read"),
        ("(tuple x x)", "not read"),
        ("r", "not read"),
        ("P", "not read"),
        ("(le 0 x)", "refused"),
        ("(norm x)", "refused"),
        ("(dot x v)", "refused"),
    ],
)
def test_what_is_no_number_is_no_factor(factor: str, found: str) -> None:
    symbols = ["x real (-oo, oo)", "v Vector 2", "r Sequence 2 [0, oo)", "P Law 2"]
    says = f"(eq (mul {factor} x) (mul {factor} x))"
    steps = step("shown", "(eq x x)"), step("multiply", says, 0, factor=factor)
    assert word(symbols, [], says, [(symbols, [])], *steps) == found


def test_an_order_of_vectors_is_no_step() -> None:
    symbols, given, says = ["v Vector 2", "w Vector 2"], ["(le v w)"], "(le (mul 2 v) (mul 2 w))"
    steps = step("given", given[0]), step("multiply", says, 0, factor="2")
    assert word(symbols, given, says, [(symbols, given)], *steps) == "refused"
