"""A computation that no formula says is defined once, in its author's words."""

import functools
from typing import Any

from verification.notation import V

from verify.display.definitions import definitions
from verify.language import described, external, number, says
from verify.language.formulas import Formula
from verify.language.statement import Statement

X = V.x


def documented(x: Any) -> Any:
    """The least :math:`y` that :func:`search` finds. It is at least x."""
    return x


@functools.cache
def cached(scale: int, x: Any) -> Any:
    """What scales."""
    return scale * x


def bare(x: Any) -> Any:
    return x


def said(part: Formula) -> Statement:
    return says(number(0) <= part).build()


def test_the_first_sentence_of_the_docstring_is_the_definition() -> None:
    one, two = external("y_0", documented, X), external("scaled", functools.partial(cached, 2), X)
    assert definitions(said(one + two + one)) == (
        "$y_0$: The least $y$ that `search` finds",
        r"$\mathrm{scaled}$: What scales",
    )


def test_the_author_s_own_sentence_comes_first_and_moves_no_hash() -> None:
    plainly = said(external("y_0", documented, X))
    told = said(external("y_0", documented, X, means="the root of f"))
    assert definitions(told) == ("$y_0$: the root of f",)
    assert plainly.hash == told.hash
    assert plainly == told


def test_a_computation_may_be_described_later() -> None:
    formula = external("y_0", documented, X)
    told = said(described(formula, "the root of f"))
    assert definitions(told) == ("$y_0$: the root of f",)
    assert said(formula).hash == told.hash


def test_what_nobody_has_said_is_not_made_up() -> None:
    assert definitions(said(external("z", bare, X))) == ()
    assert definitions(said(external("longest", max, X, 1))) == ()
