"""Numbers for a reader: near misses are told apart, long fractions have a decimal."""

from fractions import Fraction as F
from typing import Any

import pytest

from verify.display.digits import against, decimal, ratio
from verify.methods.search.worst import number

PAIRS = [
    (2, F("2.0000001"), ("2", "2.0000001 (20000001/10000000)")),
    (0.8064489683, 0.80644896, ("0.80644897", "0.80644896")),
    (F(45, 28), F(3, 2), ("45/28", "3/2")),
    (F(1654916609, 12500000), 67.7801, ("132.393 (1654916609/12500000)", "67.7801")),
    (F(10) ** 400, F(10) ** 308, ("1e+400", "1e+308")),
    (F(10) ** 9000, 2, ("1e+9000", "2")),
    (float("inf"), 1e308, ("inf", "1e+308")),
    ((F(1, 3), 2), (F(1, 3), 3), ("(1/3, 2)", "(1/3, 3)")),
    (F(1, 625), F(1, 625), ("1/625", "1/625")),
    # Below the rounding of floats there is nothing to see.
    (3.0, 3.0000000000000004, ("3", "3")),
]


@pytest.mark.parametrize(("left", "right", "shown"), PAIRS)
def test_two_numbers_have_the_digits_that_tell_them_apart(
    left: Any, right: Any, shown: tuple[str, str]
) -> None:
    assert against(left, right) == shown


@pytest.mark.parametrize("digits", [7, 12, 25, 40])
def test_rationals_are_told_apart_as_far_as_forty_digits(digits: int) -> None:
    near = 1 + F(1, 10 ** (digits - 1))
    left, right = against(near * F(1, 3), F(1, 3) * F(10**50, 10**50 + 1))
    assert left != right


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1.0046, "1.0046"),
        (1.0012, "1.0012"),
        (0.9994, "0.9994"),
        (1.0000000000000195, "1"),
        (0.5, "0.5"),
        (12345.6, "1.23e+04"),
        (0.0, "0"),
        (-2.5, "-2.5"),
        (float("inf"), "inf"),
    ],
)
def test_a_ratio_shows_that_it_is_not_one(value: float, shown: str) -> None:
    assert ratio(value) == shown


def test_a_rational_of_any_size_is_written() -> None:
    assert number(F(1, 10**5000)) == decimal(F(1, 10**5000)) == "1e-5000"
    assert number((F(1, 3),) * 9) == "(1/3, 1/3, 1/3, 1/3, 1/3, 1/3, 1/3, 1/3, ...)"
