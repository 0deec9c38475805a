"""Derivations before the second checker: each rule is read, and no changed proof passes as true."""

import json
import math
import random
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from verification.linked_statements import ACCEPTED, V
from verification.statements import said

from verify.checker.documents import answer
from verify.checker.rules import RULES
from verify.checker.text import Malformed, Tree, read, symbol
from verify.judgement.checked import statement_text
from verify.judgement.examine import prove
from verify.methods import derive as steps
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.derive import Derive

NUMBER = re.compile(r"(?<![\w/.#])-?\d+(/\d+)?(?![\w/.])")
VALUES = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(-2))
SWAPPED = [("add", "sub"), ("mul", "add"), ("le", "lt"), ("lt", "le"), ("le", "eq"), ("i", "T")]


def document(name: str) -> dict[str, Any]:
    """The proof of a statement of the corpus, as it is stored."""
    draft, *links = ACCEPTED[name]
    statement = said(draft).but(by=Derive(*links)).build()
    proof = prove(statement, Context("quick"))
    assert isinstance(proof, Proof)
    assert proof.how is not None
    stored: dict[str, Any] = json.loads(
        json.dumps({"statement": statement_text(statement), **proof.how})
    )
    return stored


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_derivation_is_read(name: str) -> None:
    found = answer(document(name))
    assert found.word == "accepted", found.why


def test_every_rule_is_tried() -> None:
    tried = {step["rule"] for name in ACCEPTED for step in _steps(document(name))}
    # Those about laws: tests/checker/test_expectations.py.
    assert tried == set(RULES) - {"spoken", "expect", "markov"}


def test_words_are_named() -> None:
    y = V.y
    link = steps.words("Their product is small.", y**2 * (1 - y) <= 1)
    statement = said(y**2 * (1 - y) / 2 <= 1).but(by=Derive(steps.multiply(link, 1))).build()
    assert prove(statement, Context("quick")) is None
    told = document("multiply")
    (shown,) = [s for s in _steps(told) if s["rule"] == "substitute"]
    shown |= {"rule": "spoken", "words": "So it is."}
    found = answer(told)
    assert (found.word, found.why) == ("accepted but for words", "So it is.")


def test_a_rule_that_is_not_read_is_named() -> None:
    told = document("chain")
    _steps(told)[1]["rule"] = "jensen"
    assert answer(told).why == "the rule jensen"


@pytest.mark.parametrize("name", ACCEPTED)
def test_no_changed_proof_of_something_false_is_accepted(name: str) -> None:
    told = json.dumps(document(name))
    tried = 0
    for changed in changes(told, random.Random(name)):
        tried += 1
        try:
            found = answer(changed)
        except Malformed:
            continue
        if found.word == "accepted":
            assert holds(changed["statement"]), changed["statement"]
    assert tried > 120


def changes(told: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Well-formed proofs with another number, operation, premise, scope, leaf or step."""
    for number in sorted({m.group() for text in _strings(told) for m in NUMBER.finditer(text)}):
        everywhere = re.compile(rf"(?<![\w/.#]){re.escape(number)}(?![\w/.])")
        value = Fraction(number)
        for other in (value + 1, -value, value / 2):
            yield _mapped(json.loads(told), everywhere, str(other))
    for old, new in SWAPPED:
        yield _mapped(json.loads(told), re.compile(rf"(?<=[( ]){old}(?=[ )])"), new)
    for _ in range(120):
        changed = json.loads(told)
        parts = [(holder, key) for holder, key in _texts(changed)]
        holder, key = rng.choice(parts)
        value = holder[key]
        if isinstance(value, int):
            holder[key] = value + rng.choice((-1, 1))
        else:
            holder[key] = _altered(value, rng)
        yield changed
    for name in ("steps", "leaves", "scopes"):
        for place in range(len(json.loads(told)["goals"][0]["how"][name])):
            changed = json.loads(told)
            del changed["goals"][0]["how"][name][place]
            yield changed


def _altered(text: str, rng: random.Random) -> str:
    """A text with one number or operation changed."""
    places = list(NUMBER.finditer(text))
    if places and rng.random() < 0.6:
        m = rng.choice(places)
        other = rng.choice((Fraction(m.group()) + 1, -Fraction(m.group()), Fraction(m.group()) / 2))
        return f"{text[: m.start()]}{other}{text[m.end() :]}"
    old, new = rng.choice(SWAPPED)
    return re.sub(rf"(?<=[( ]){old}(?=[ )])", new, text, count=1)


def _strings(told: str) -> list[str]:
    return [h[k] for h, k in _texts(json.loads(told)) if isinstance(h[k], str)]


def _mapped(told: Any, old: re.Pattern[str], new: str) -> Any:
    """A proof with every match in its texts replaced."""
    for holder, key in _texts(told):
        if isinstance(holder[key], str):
            holder[key] = old.sub(new, holder[key])
    return told


def _texts(told: Any) -> Iterator[tuple[Any, Any]]:
    """Where a number or text stands in a proof."""
    pairs = told.items() if isinstance(told, dict) else enumerate(told)
    for key, value in list(pairs):
        if isinstance(value, dict | list):
            yield from _texts(value)
        elif type(value) in (int, str) and key not in ("rule", "by"):
            yield told, key


def _steps(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = told["goals"][0]["how"]["steps"]
    return found


# A statement's truth, by another way: its value at points.
def holds(statement: Mapping[str, Any]) -> bool:
    """Whether no point of a grid refutes a statement, exactly or to rounding."""
    symbols = [symbol(line) for line in statement["symbols"]]
    given, claim = map(read, statement["given"]), read(statement["prove"])
    hypotheses = list(given)
    choices = [[v for v in (*VALUES, Fraction(2)) if _inside(s, v)] for s in symbols]
    for point in product(*choices):
        values = {s.name: v for s, v in zip(symbols, point, strict=True)}
        try:
            if all(_true(c, values, 0) for c in hypotheses) and not _true(claim, values, 1e-9):
                return False
        except (ArithmeticError, ValueError):
            continue
    return True


def _inside(s: Any, value: Fraction) -> bool:
    if s.kind == "natural" and value.denominator != 1:
        return False
    if s.low is not None and (value < s.low or (s.open_low and value == s.low)):
        return False
    return s.high is None or not (value > s.high or (s.open_high and value == s.high))


def _true(condition: Tree, values: Mapping[str, Any], slack: float) -> bool:
    op, left, right = condition
    a, b = _value(left, values), _value(right, values)
    if op == "eq":
        return bool(abs(a - b) <= slack)
    return bool(a <= b + slack if op == "le" or slack else a < b)


def _value(tree: Tree, values: Mapping[str, Any]) -> Any:
    if isinstance(tree, str):
        return values[tree] if tree in values else Fraction(tree)
    op, *parts = tree
    if op in ("sum", "product"):
        index, first, last, body = parts
        ends = range(int(_value(first, values)), int(_value(last, values)) + 1)
        terms = [_value(body, {**values, index: Fraction(k)}) for k in ends]
        return sum(terms, Fraction(0)) if op == "sum" else math.prod(terms, start=Fraction(1))
    if op == "at":
        # All n entries of the vector are one number.
        entry, place = (_value(part, values) for part in parts)
        if not (place.denominator == 1 and 1 <= place <= values["n"]):
            raise ValueError("no entry")
        return entry
    if op == "norm":
        return abs(_value(*parts, values)) * float(values["n"]) ** 0.5
    if op == "external":
        return math.erfc(-_value(parts[1], values) / 2**0.5) / 2
    if op == "piecewise":
        for condition, value in zip(parts[::2], parts[1::2], strict=True):
            if _true(condition, values, 0):
                return _value(value, values)
        raise ValueError("no branch")
    if op == "constant":
        return {"pi": math.pi, "e": math.e}[parts[0]]
    args = [_value(part, values) for part in parts]
    if op == "pow" and args[0] == 0 and args[1] < 0:
        raise ZeroDivisionError
    return {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b,
        "pow": lambda a, b: a**b if b == int(b) else float(a) ** float(b),
        "neg": lambda a: -a,
        "sqrt": lambda a: float(a) ** 0.5,
        "cos": math.cos,
        "exp": math.exp,
        "max": max,
        "min": min,
    }[op](*args)
