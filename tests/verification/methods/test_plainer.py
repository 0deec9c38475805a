"""Instances that are shown are plain: each number at the plainest value that still refutes."""

import re
from fractions import Fraction as F
from typing import Any

import pytest

from verify.formula.evaluate import truth
from verify.judgement.examine import examine
from verify.judgement.findings import failure
from verify.language import (
    expectation,
    law,
    natural,
    norm,
    notation,
    positive,
    says,
    sequence,
    total,
    vector,
)
from verify.language.formulas import index
from verify.language.statement import Statement
from verify.methods.context import Context
from verify.methods.evidence import Outcome
from verify.methods.search import points
from verify.methods.search.plainer import false_at, plainer, valueless_at
from verify.methods.search.worst import Found, Witness, made_plain, sides

V = notation(
    d=natural(),
    a=positive(),
    c=positive(),
    x=vector("d"),
    y=vector("d"),
    T=natural(),
    g=sequence("T"),
    P=law(dimension=2),
)
k = index("k")
STABLE = says(1 / (2 - V.a * V.c) <= 1, given=["a * c < 2"]).build()
SHORTER = says(norm(V.x) ** 2 <= norm(V.y) ** 2).build()
SUMS = says(total(k, 1, V.T, V.g[k]) <= 10).build()
ROOT = says((V.a - V.c) ** F(1, 2) <= 3).build()
TIED = says(V.a + V.c <= 1, given=["a == 2 * c"]).build()
v = index("v")
CUBE = says(expectation(V.P, v, v[2] ** 3) <= 0).build()
ODD = {
    "steps": (STABLE, {"a": F(105), "c": F(1, 78)}),
    "vectors": (SHORTER, {"d": 3, "x": (F(7, 13), F(-1), F(5)), "y": (F(1, 99), F(2, 17), F(1))}),
    "sums": (SUMS, {"T": 40, "g": (F(2599, 10000),) * 20 + (F(3783, 2000),) * 20}),
    "laws": (CUBE, {"P": ((F(3, 10), (F(0), F(9, 60))), (F(7, 10), (F(0), F(-9, 140))))}),
    "equations": (TIED, {"c": F(3783, 2000), "a": F(3783, 1000)}),
}


@pytest.mark.parametrize("name", ODD)
def test_a_plain_instance_lies_in_the_sets_and_refutes(name: str) -> None:
    statement, odd = ODD[name]
    found = plainer(statement, odd, false_at)
    assert found.keys() == odd.keys()
    assert points.inside(statement, found)
    assert not truth(statement.assertion.condition, found)
    assert all(n.denominator <= 4 and abs(n) <= 20 for n in _numbers(found))


def _numbers(value: Any) -> list[F]:
    if isinstance(value, dict | tuple):
        inner = value.values() if isinstance(value, dict) else value
        return [number for one in inner for number in _numbers(one)]
    return [F(value)]


def test_sizes_are_the_smallest_that_refute() -> None:
    found = plainer(*ODD["vectors"], false_at)
    assert (found["d"], len(found["x"]), len(found["y"])) == (1, 1, 1)


def test_an_instance_without_a_value_stays_one() -> None:
    found = plainer(ROOT, {"a": F(1, 79), "c": F(613, 79)}, valueless_at)
    assert valueless_at(ROOT, found)
    assert found == {"a": 1, "c": 2}


def _witness(statement: Statement, point: dict[str, object]) -> Witness:
    return Witness(point, *sides(statement, point), exact=True)


def test_the_values_of_a_setting_stay_and_so_does_the_ratio() -> None:
    odd = _witness(STABLE, {"a": F(105), "c": F(271, 14500)})
    setting = {"a": F(105), "elsewhere": 1}
    found = made_plain(STABLE, odd, [setting, {"c": F(1)}])
    assert found.point["a"] == 105
    assert found.ratio is not None
    assert odd.ratio is not None
    assert found.ratio >= 0.99 * odd.ratio
    assert found.point["c"].denominator < 1000
    assert made_plain(STABLE, odd).point["a"] < 105


def test_a_finding_says_how_far_off_the_worst_instance_was() -> None:
    finding = examine(STABLE, Context(mode="quick"))
    assert finding.outcome is Outcome.FAILS
    assert all(n.denominator <= 4 for n in _numbers(dict(finding.point)))
    assert "; largest ratio of left to right side found: " in finding.text


def test_the_largest_ratio_is_no_less_than_that_of_an_instance_beside_it() -> None:
    setting = {"a": F(105)}
    near = _witness(STABLE, {"a": F(105), "c": F(11, 1000)})
    finding = failure(STABLE, Found(witnesses=[near]), [setting])
    shown = re.search(r"plainest instance: (\S+) is not at most 1 at", finding.text)
    largest = re.search(r"largest ratio .* found: (\S+)\.", finding.text)
    assert shown is not None
    assert largest is not None
    assert float(F(largest[1])) >= float(F(shown[1]))
