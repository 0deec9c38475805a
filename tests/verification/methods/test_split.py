"""Two cases, each told by another prover."""

import pytest

from verify.formula.expression import Node
from verify.language import notation, positive, says
from verify.language.statement import Goal
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.decompose import Decompose
from verify.methods.multipliers import Multipliers
from verify.methods.split import Split

V = notation(**{name: positive(name, unit="1") for name in "cmqr"})
LEFT = V.c * V.q**2 / ((V.r + V.c) ** 2 - V.q**2) * (1 - V.m**2 / V.r**2)
RIGHT = V.c * V.q**2 / ((V.m + V.c) ** 2 - V.q**2)


def goal(factor: int = 1) -> Goal:
    """In the order of m and r it is plain; without, nothing else tells it."""
    statement = says(factor * LEFT <= RIGHT, given=[V.q <= V.m, V.q <= V.r]).build()
    return Goal(statement.symbols, statement.where, statement.assertion.condition)


def test_a_case_for_each_order_of_two() -> None:
    assert Decompose().prove(goal(), Context()) is None
    assert Multipliers(deep=True).prove(goal(), Context()) is None
    found = Split().prove(goal(), Context())
    assert isinstance(found, Proof)
    assert found.how is not None
    assert found.how["by"] == "split"
    assert len(found.how["pieces"]) == 2


def test_what_is_false_in_one_case_is_not_proved() -> None:
    assert Split().prove(goal(5), Context()) is None


@pytest.mark.parametrize("op", ["eq", "ne"])
def test_an_order_alone_is_split(op: str) -> None:
    here = goal()
    other = Goal(here.symbols, here.given, Node(op, here.prove.args))
    assert Split().prove(other, Context()) is None
