"""Steps of a derivation about double sums, whole turns, Cauchy and Schwarz: what they ask."""

from typing import Any

import pytest
from test_proofs import derivation, step

from verify.checker.documents import answer

SYMBOLS = ["d natural 1", "n natural 1", "x real (0, oo)", "v Vector d", "w Vector d", "o Vector n"]


def word(given: list[str], says: str, rule: str, **told: Any) -> str:
    """The answer about one step from nothing."""
    return answer(
        derivation(SYMBOLS, given, says, [(SYMBOLS, given)], step(rule, says, **told))
    ).word


def cosines(k: str, first: str = "1", last: str = "d") -> str:
    steps = f"(add (sub {last} {first}) 1)"
    angle = f"(div (mul (mul (mul 2 (constant pi)) j) {k}) {steps})"
    return f"(sum j {first} {last} (cos (add {angle} x)))"


@pytest.mark.parametrize(
    ("given", "k", "q", "accepted"),
    [
        (["(lt n d)"], "n", "0", True),
        (["(le n d)"], "n", "0", False),  # n may be d
        (["(lt n d)"], "n", "1", False),
        (["(lt n d)"], "(neg n)", "-1", True),
        (["(lt n d)"], "(neg n)", "0", False),
        (["(lt n d)"], "(sub n 1)", "0", False),  # it may be 0
        (["(lt x d)"], "x", "0", False),  # it may not be whole
        (["(lt n d)"], "(mul j n)", "0", False),
    ],
)
def test_what_is_no_whole_turn_sums_to_0(given: list[str], k: str, q: str, accepted: bool) -> None:
    told = {"over": ["j", "1", "d"], "number": k, "phase": "x", "quotient": q, "divides": False}
    assert (word(given, f"(eq {cosines(k)} 0)", "turn", **told) == "accepted") is accepted


@pytest.mark.parametrize(
    ("k", "q", "last", "accepted"),
    [
        ("(mul 3 d)", "3", "d", True),
        ("(mul 3 d)", "2", "d", False),
        ("(mul n d)", "n", "d", True),
        ("(mul 3 d)", "3", "(add d 1)", False),
        ("(div d 2)", "1/2", "d", False),
    ],
)
def test_whole_turns_are_steps_of_the_phase(k: str, q: str, last: str, accepted: bool) -> None:
    told = {"over": ["j", "1", last], "number": k, "phase": "x", "quotient": q, "divides": True}
    says = f"(eq {cosines(k, last=last)} (mul (add (sub {last} 1) 1) (cos x)))"
    assert (word([], says, "turn", **told) == "accepted") is accepted


@pytest.mark.parametrize(
    ("inner", "body", "accepted"),
    [
        (["i", "1", "n"], "(pow x (mul i j))", True),
        (["i", "1", "j"], "(pow x i)", False),
        (["j", "1", "n"], "(pow x j)", False),
        (["i", "1", "n"], "(div 1 (sub i j))", False),
        (["i", "1", "x"], "i", False),
    ],
)
def test_two_sums_change_places(inner: list[str], body: str, accepted: bool) -> None:
    outer = ["j", "1", "d"]
    over = ["(sum " + " ".join(which) for which in (outer, inner)]
    says = f"(eq {over[0]} {over[1]} {body})) {over[1]} {over[0]} {body})))"
    found = word([], says, "exchange", outer=outer, inner=inner, body=body)
    assert (found == "accepted") is accepted


@pytest.mark.parametrize(
    ("body", "accepted"),
    [
        ("(div 1 j)", True),
        ("(div 1 (sub j 2))", False),
        ("(piecewise (le j n) 1 (lt n j) 0)", True),
        ("(piecewise (le j n) 1)", False),  # none of its branches may apply
    ],
)
def test_a_sum_is_that_of_its_summands(body: str, accepted: bool) -> None:
    says = f"(eq (sum j 1 d (add x {body})) (add (sum j 1 d x) (sum j 1 d {body})))"
    found = word([], says, "split", over=["j", "1", "d"], bodies=["x", body])
    assert (found == "accepted") is accepted


@pytest.mark.parametrize(
    ("place", "body", "given", "accepted"),
    [
        ("n", "(div x j)", ["(le n d)"], True),
        ("1", "(div x j)", [], True),
        ("n", "(div x j)", [], False),  # it may be above d
        ("(sub n 1)", "(div x j)", ["(le n d)"], False),  # it may be 0
        ("x", "j", ["(le 1 x)", "(le x d)"], False),
        ("j", "j", ["(le n d)"], False),
        ("n", "(div x (sub j 2))", ["(le n d)"], False),
    ],
)
def test_a_term_stands_apart(place: str, body: str, given: list[str], accepted: bool) -> None:
    at = f"(sum j 1 (sub {place} 1) {body})", f"(sum j (add {place} 1) d {body})"
    says = f"(eq (sum j 1 d {body}) (add (add {at[0]} {body.replace('j', place)}) {at[1]}))"
    found = word(given, says, "apart", over=["j", "1", "d"], place=place, body=body)
    assert (found == "accepted") is accepted


@pytest.mark.parametrize(
    ("left", "right", "over", "accepted"),
    [
        ("v", "w", [], True),
        ("v", "o", [], False),
        ("(sub v w)", "(mul x w)", [], True),
        ("(sqrt x)", "j", ["j", "1", "d"], True),
        ("(div 1 (sub j 2))", "j", ["j", "1", "d"], False),
    ],
)
def test_cauchy_and_schwarz(left: str, right: str, over: list[str], accepted: bool) -> None:
    if over:
        head = "(sum " + " ".join(over)
        squares = f"(mul {head} (pow {left} 2)) {head} (pow {right} 2)))"
        says = f"(le (pow {head} (mul {left} {right})) 2) {squares})"
    else:
        says = f"(le (dot {left} {right}) (mul (norm {left}) (norm {right})))"
    found = word([], says, "cauchyschwarz", left=left, right=right, over=over)
    assert (found == "accepted") is accepted


@pytest.mark.parametrize(
    ("low", "high", "accepted"), [("x", "3", True), ("x", "4", False), ("(neg x)", "3", False)]
)
def test_the_cosine_falls_on_half_a_turn(low: str, high: str, accepted: bool) -> None:
    given = [f"(le {low} {high})"]
    says = f"(le (cos {high}) (cos {low}))"
    scopes = [(SYMBOLS, given)]
    steps = step("given", given[0]), step("half-turn", says, 0)
    assert (answer(derivation(SYMBOLS, given, says, scopes, *steps)).word == "accepted") is accepted


@pytest.mark.parametrize(("last", "accepted"), [("2", True), ("0", False), ("-1", False)])
def test_a_turn_has_a_step(last: str, accepted: bool) -> None:
    """From 2 to 0 or to -1 there is none: the sum is empty."""
    told = {"over": ["j", "2", last], "number": "0", "phase": "x", "quotient": "0"}
    says = f"(eq {cosines('0', '2', last)} (mul (add (sub {last} 2) 1) (cos x)))"
    assert (word([], says, "turn", divides=True, **told) == "accepted") is accepted


@pytest.mark.parametrize(("first", "word"), [("1", "accepted"), ("5", "refused")])
def test_a_telescope_ends_after_it_begins(first: str, word: str) -> None:
    """From 5 to n = 0 there is no term, and the difference of the ends is -4."""
    symbols = ["n natural 0"]
    says = f"(eq (sum k {first} n 1) (sub (neg {first}) (neg (add n 1))))"
    told = derivation(
        symbols, [], says,
        [(symbols, []), ([*symbols, "k natural 0"], [f"(le {first} k)", "(le k n)"])],
        step("shown", "(eq 1 (sub (neg k) (neg (add k 1))))", scope=1),
        step("telescope", says, 0, over=["k", first, "n"], potential="(neg k)"),
    )  # fmt: skip
    assert answer(told).word == word


@pytest.mark.parametrize(("last", "accepted"), [("i", False), ("n", True)])
def test_sums_whose_ends_are_an_index_are_not_exchanged(last: str, accepted: bool) -> None:
    """A symbol has the name of the index: up to n there are n(n + 1)/2 pairs, and not i n."""
    symbols = [*SYMBOLS, "i natural 1"]
    outer, inner = ["i", "1", "n"], ["j", "1", last]
    says = f"(eq (sum i 1 n (sum j 1 {last} 1)) (sum j 1 {last} (sum i 1 n 1)))"
    one = step("exchange", says, outer=outer, inner=inner, body="1")
    found = answer(derivation(symbols, [], says, [(symbols, [])], one))
    assert (found.word == "accepted") is accepted


@pytest.mark.parametrize(("value", "accepted"), [("2", True), ("3/2", False), ("x", False)])
def test_what_is_put_in_for_a_whole_number_is_whole(value: str, accepted: bool) -> None:
    """Between 1 and 2 the product is negative."""
    lemma = {"symbols": ["n natural 1 9"], "given": [], "prove": "(le 0 (mul (sub n 1) (sub n 2)))"}
    symbols = ["x real [1, 9]"]
    says = f"(le 0 (mul (sub {value} 1) (sub {value} 2)))"
    one = step("substitute", says, lemma=0, values={"n": value})
    told = derivation(symbols, [], says, [(symbols, [])], one)
    told["goals"][0]["how"]["leaves"] = [lemma | {"how": {"by": "enumerate"}}]
    assert (answer(told).word == "accepted") is accepted
