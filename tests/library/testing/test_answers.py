"""What a test says of a claim, and the badge of a repository."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from dptheory.testing import assert_holds
from dptheory.testing.answers import Answer, answer_of, apart, failure, shown
from dptheory.testing.badge import badge
from verify.language import claim, external, nonnegative, notation, positive, says

V = notation(a=nonnegative(unit="1"), b=nonnegative(unit="1"), c=positive(unit="1"))
YOUNG = says(2 * V.a * V.b <= V.a**2 + V.b**2)
FALSE = says(V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4)


def guess(c: float) -> float:
    """The number itself."""
    return float(c)


UNPROVED = says(external("guess", guess, V.c) <= 2 * V.c)


def test_what_holds_passes() -> None:
    assert_holds(YOUNG)
    assert_holds(claim("own/young", "Lemma 1", "Young", YOUNG), mode="quick")


def test_the_message_is_the_counterexample_in_decimals() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_holds(claim("own/false", "Lemma 4", "too small", FALSE))
    head, statement, *rows = str(caught.value).splitlines()
    assert head.startswith("Lemma 4 (too small) is refuted: 2 is not at most 401/201 at a = 1")
    assert statement.startswith("statement: $ab")
    assert [row.split() for row in rows] == [
        ["left", "side", "2"],
        ["right", "side", "1.99502"],
        ["a", "1"],
        ["b", "2"],
    ]


def test_a_verdict_of_a_ledger_passes_and_no_other() -> None:
    found = Answer("own/x", "(1)", "x", "refuted", "exact", "2", "1 is not at most 0.", ())
    assert failure(found, locked="refuted") == ""
    assert failure(replace(found, verdict="verified")) == ""
    changed = "(1) (x) is verified, and refuted in ledger.lock: 1 is not at most 0."
    assert failure(replace(found, verdict="verified"), locked="refuted") == changed
    accepted = replace(found, accepted=("a sign",))
    assert failure(accepted, locked="refuted") == "(1) (x) must reject a sign. Found it accepted."


def test_what_is_not_proved_passes_where_that_is_asked_for() -> None:
    assert_holds(UNPROVED, at_least="supported", mode="quick")
    with pytest.raises(AssertionError, match="is supported, which is less than argued: "):
        assert_holds(UNPROVED, mode="quick")


def test_what_lacks_a_hypothesis_does_not_pass() -> None:
    whole = says(V.a / V.a <= 1)
    with pytest.raises(AssertionError, match=r"must have the hypothesis \$a\\ne 0\$. Found none."):
        assert_holds(whole, mode="quick")
    assert_holds(whole.but(given=[V.a > 0]), mode="quick")


def test_a_claim_that_breaks_says_why() -> None:
    with pytest.raises(AssertionError, match=r"is error: .*a unit must be made of"):
        assert_holds(says(notation(x=positive(unit="furlong")).x > 0), mode="quick")


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"said": True}, TypeError, "must be a claim or a statement. Found True."),
        ({"said": YOUNG, "at_least": "proved"}, ValueError, "at_least must be one of verified, "),
        ({"said": YOUNG, "mode": "fast"}, ValueError, "mode must be one of quick, "),
    ],
)
def test_what_is_no_question_is_refused(arguments, kind, words) -> None:
    with pytest.raises(kind, match=words):
        assert_holds(**arguments)


def test_importing_it_loads_nothing_heavy(python, tmp_path) -> None:
    code = "import sys, dptheory.testing.plugin; print(*sys.modules)"
    done = python("-c", code, cwd=tmp_path)
    loaded = set(done.stdout.split())
    assert not loaded & {"numpy", "scipy", "sympy", "numba", "verify", "flint", "rich.console"}


def test_numbers_are_shown_with_the_digits_that_tell_them_apart() -> None:
    assert apart("2", "401/201") == ("2", "1.99502")
    assert apart(1.0000001, 1) == ("1.0000001", "1")
    assert apart("1/3", "1/3") == ("0.333333", "0.333333")
    assert shown(["1/2", "-3"]) == "(0.5, -3)"
    assert shown([str(k) for k in range(9)]) == "(0, 1, 2, 3, 4, 5, ...)"
    assert shown(f"{10**400}/3") == "3.33333e+399"
    assert shown("the root 1.41421 of x^2 - 2") == "the root 1.41421 of x^2 - 2"
    assert shown(None) == "None"


def test_parts_that_hold_are_not_shown() -> None:
    record = {
        "id": "own/x", "where": "(1)", "title": "t", "verdict": "refuted", "strength": "exact",
        "tightness": None, "reason": "r", "controls": [],
        "parts": [
            {"name": "a", "printed": {"says": "A", "finding": {"outcome": "holds", "point": {}}}},
            {"name": "b", "printed": None},
        ],
    }  # fmt: skip
    assert failure(answer_of(record)) == "(1) (t) is refuted: r"


def test_badges() -> None:
    told = json.loads(badge("2 verified", True, ".json"))
    assert (told["schemaVersion"], told["label"], told["message"]) == (1, "claims", "2 verified")
    assert told["color"] != json.loads(badge("1 refuted", False, ".json"))["color"]
    drawn = ElementTree.fromstring(badge("1 <refuted>", False, ".svg"))
    assert drawn.attrib["aria-label"] == "claims: 1 <refuted>"
