"""Statements without a formula, changed at their decision: words, behaviours, certificates."""

import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify import kernel
from verify.language.statement import DEMANDS, Behaviour, Certificate, Statement
from verify.methods.evidence import Finding

MOST_NUMBERS = 40
NOTHING_TO_CHANGE = "(none)"  # the name of a control that says so


def changed(statement: Statement, finding: Finding) -> Iterator[tuple[str, str, str]]:
    """(name, answer, reason) of each changed decision, on the samples of the finding."""
    a = statement.assertion
    if isinstance(a, Behaviour):
        yield from _other_words(a, finding)
    elif isinstance(a, Certificate):
        yield from _damaged(finding.witness.get("certificate"))
    else:
        why = "a predicate in words has no mutants: give a control by hand"
        yield NOTHING_TO_CHANGE, "survivor", why


def _other_words(a: Behaviour, finding: Finding) -> Iterator[tuple[str, str, str]]:
    cells = finding.witness["cells"]
    for word, (least, most) in DEMANDS.items():
        false = [c for c, (low, _, high) in cells.items() if high < least or low > most]
        if word != a.word and false:
            yield f"{word!r} for {a.word!r}", "rejected", f"outside in {false[0]}"


def _damaged(document: Any) -> Iterator[tuple[str, str, str]]:
    """The certificate with each number of its witness changed in turn."""
    if document is None:
        return
    for name, damaged in list(_each_number(document, ("witness",)))[:MOST_NUMBERS]:
        try:
            accepted = kernel.accepts(damaged)
        except (ValueError, TypeError):
            accepted = False
        # A changed witness may still prove the same statement: that is room in the witness.
        yield f"witness {name}", "slack" if accepted else "rejected", ""


def _each_number(document: Any, path: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    value = document
    for key in path:
        value = value[key]
    if isinstance(value, dict):
        for key in value:
            yield from _each_number(document, (*path, key))
    elif isinstance(value, list):
        for place, _ in enumerate(value):
            yield from _each_number(document, (*path, place))
    else:
        try:
            number = Fraction(str(value))
        except ValueError:
            return
        damaged = copy.deepcopy(document)
        target = damaged
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = str(2 * number + 1)
        yield ".".join(map(str, path[1:])), damaged
