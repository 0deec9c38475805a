"""Small proofs, each decided by one line of the checker: what is false is not accepted."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from benchmarks.audits.checked_proofs import document
from verify.checker.documents import answer
from verify.checker.text import Malformed

ROWS = tomllib.loads(Path(__file__).with_name("proofs.toml").read_text(encoding="utf-8"))


def stored(row: Any) -> dict[str, Any]:
    """A row as a stored proof."""
    *case, needs = row if len(row) > 4 else [*row, []]
    proof = document(tuple(case))
    proof["goals"][0]["needs"] = needs
    return proof


@pytest.mark.parametrize("name", ROWS["false"])
def test_what_is_false_is_not_accepted(name: str) -> None:
    assert answer(stored(ROWS["false"][name])).word in ("refused", "not read")


@pytest.mark.parametrize("name", ROWS["true"])
def test_what_is_true_is_accepted(name: str) -> None:
    found = answer(stored(ROWS["true"][name]))
    assert found.word == "accepted", found.why


@pytest.mark.parametrize("name", ROWS["malformed"])
def test_what_is_no_proof_is_malformed(name: str) -> None:
    with pytest.raises(Malformed):
        answer(stored(ROWS["malformed"][name]))


def test_a_sum_of_many_terms_is_not_written_out() -> None:
    found = answer(stored([[], [], "(eq (sum k 1 1000 k) 500500)", {"by": "identity"}]))
    assert (found.word, found.why) == ("refused", "too many terms of a sum")


# Derivations ------------------------------------------------------------------------------------


def derivation(
    symbols: list[str], given: list[str], prove: str, scopes: list[Any], *steps: dict[str, Any]
) -> dict[str, Any]:
    """A derivation without leaves; a scope is its symbols and hypotheses."""
    told = [{"symbols": names, "given": conditions} for names, conditions in scopes]
    how = {"by": "links", "scopes": told, "leaves": [], "steps": list(steps)}
    return document((symbols, given, prove, how))


def step(rule: str, says: str, *before: int, scope: int = 0, **told: Any) -> dict[str, Any]:
    return {"rule": rule, "scope": scope, "from": list(before), "says": says, **told}


def test_a_step_under_a_hypothesis_is_no_step_without_it() -> None:
    symbols = ["x real (-oo, oo)"]
    for given, word in (["(le 0 x)"], "accepted"), ([], "refused"):
        scopes = [(symbols, ["(le 0 x)"])]
        told = derivation(symbols, given, "(le 0 x)", scopes, step("given", "(le 0 x)"))
        assert answer(told).word == word


@pytest.mark.parametrize(
    ("index", "word"),
    [("k natural 0", "accepted"), ("k real [0, 5]", "refused"), ("k one-of 1 2 5", "refused")],
)
def test_an_index_of_a_sum_is_any_whole_number(index: str, word: str) -> None:
    # 1 + ... + n <= 5 n is true up to n = 9; of a natural k nothing but k <= k is said.
    most = "k" if word == "accepted" else "5"
    symbols, says = ["n natural 1"], f"(le (sum k 1 n k) (sum k 1 n {most}))"
    told = derivation(
        symbols, [], says,
        [(symbols, []), ([*symbols, index], ["(le 1 k)", "(le k n)"])],
        step("shown", f"(le k {most})", scope=1),
        step("sum-over", says, 0, over=["k", "1", "n"]),
    )  # fmt: skip
    assert answer(told).word == word


@pytest.mark.parametrize(("end", "word"), [("natural 1", "accepted"), ("real [1, oo)", "refused")])
def test_an_end_of_a_sum_is_whole(end: str, word: str) -> None:
    # The number of terms is x for a whole x, and none that is 3/2 for 3/2.
    symbols = [f"x {end}"]
    says = "(eq (sum k 1 x 1) (sub (neg 1) (neg (add x 1))))"
    told = derivation(
        symbols, [], says,
        [(symbols, []), ([*symbols, "k natural 0"], ["(le 1 k)", "(le k x)"])],
        step("shown", "(eq 1 (sub (neg k) (neg (add k 1))))", scope=1),
        step("telescope", says, 0, over=["k", "1", "x"], potential="(neg k)"),
    )  # fmt: skip
    assert answer(told).word == word


def test_a_strict_hypothesis_is_one_that_is_not() -> None:
    # Of norm1 nothing else is known.
    symbols, given = ["v Vector", "y real (-oo, oo)"], ["(lt 0 (norm1 v))", "(le (norm1 v) y)"]
    says = "(le (sqrt (norm1 v)) (sqrt y))"
    told = derivation(
        symbols, given, says, [(symbols, given)],
        step("given", given[1]),
        step("monotone", says, 0, function="sqrt"),
    )  # fmt: skip
    assert answer(told).word == "accepted"


@pytest.mark.parametrize(("power", "word"), [("2", "accepted"), ("3", "refused")])
def test_a_sum_is_not_negative_where_its_terms_are_not(power: str, word: str) -> None:
    symbols = ["n natural 1", "x real (-oo, oo)", "y real (-oo, oo)"]
    total = f"(sum k 1 n (pow (min x k) {power}))"
    given, says = [f"(le {total} y)"], f"(le (sqrt {total}) (sqrt y))"
    told = derivation(
        symbols, given, says, [(symbols, given)],
        step("given", given[0]),
        step("monotone", says, 0, function="sqrt"),
    )  # fmt: skip
    assert answer(told).word == word


@pytest.mark.parametrize(
    ("ends", "order", "word"),
    [
        ("(0, oo)", "lt", "accepted"),
        ("[0, oo)", "lt", "refused"),
        ("[0, oo)", "le", "accepted"),
        ("(-oo, oo)", "le", "refused"),
    ],
)
def test_a_strict_order_has_a_positive_factor(ends: str, order: str, word: str) -> None:
    symbols, given = [*(f"{name} real (-oo, oo)" for name in "xy"), f"u real {ends}"], ["(lt x y)"]
    says = f"({order} (mul u x) (mul u y))"
    steps = step("given", given[0]), step("multiply", says, 0, factor="u")
    assert answer(derivation(symbols, given, says, [(symbols, given)], *steps)).word == word


@pytest.mark.parametrize("place", [-1, 1, True, "0", 0.0, None])
def test_a_step_names_an_earlier_one(place: Any) -> None:
    symbols, says = ["x real (-oo, oo)"], "(le x x)"
    steps = step("shown", says), step("add", says) | {"from": [place]}
    with pytest.raises(Malformed, match="must name an earlier one"):
        answer(derivation(symbols, [], says, [(symbols, [])], *steps))


MONOTONE = {
    "exp": "(exp {})", "log": "(log {})", "sqrt": "(sqrt {})", "square": "(pow {} 2)",
    "reciprocal": "(div 1 {})", "negative": "(neg {})",
}  # fmt: skip


@pytest.mark.parametrize("function", MONOTONE)
def test_a_monotone_function_keeps_or_turns_an_order(function: str) -> None:
    symbols, given = ["x real (0, oo)", "y real (0, oo)"], ["(le x y)"]
    sides = [MONOTONE[function].format(name) for name in "xy"]
    rising = function not in ("reciprocal", "negative")
    for (left, right), true in ((sides, rising), (sides[::-1], not rising)):
        says = f"(le {left} {right})"
        steps = step("given", given[0]), step("monotone", says, 0, function=function)
        found = answer(derivation(symbols, given, says, [(symbols, given)], *steps))
        assert found.word == ("accepted" if true else "refused")


def test_a_law_that_there_is_not_proves_nothing() -> None:
    """1 <= 0 at every draw within a radius of -1, so in the mean of what such a law draws."""
    law = ["P Law 2 -1"]
    scopes = [(law, []), ([*law, "z Vector 2"], ["(le (norm z) -1)"])]
    steps = (
        step("shown", "(le 1 0)", scope=1),
        step("expect", "(le (expect z P 1) (expect z P 0))", 0, law="P", variable="z"),
        step("ends", "(le 1 0)", 1),
    )
    # In the statement, and in a scope on the way alone.
    for symbols in (law, []):
        found = answer(derivation(symbols, [], "(le 1 0)", scopes, *steps))
        assert found.word == "refused"
        assert "a set that may be empty" in found.why
