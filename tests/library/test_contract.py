"""The contract of public functions: kinds by annotation, no NaN, the house's words."""
# mypy: disable-error-code="arg-type, attr-defined"

import ast
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from flint import fmpq, fmpz
from numpy.typing import ArrayLike, NDArray

from benchmarks.audits import surface
from benchmarks.audits.replacing import in_place_of
from dptheory.argument_types import has_nan
from dptheory.contract import public
from dptheory.distributions import SecondMoment, contour
from dptheory.errors import ArgumentError
from dptheory.numbers import Number
from dptheory.privacy.neighbouring import Neighbouring

Array = NDArray[np.float64]
ROOT = Path(__file__).resolve().parents[2]


@public
def power(base: float, exponent: int) -> float:
    return float(base**exponent)


@public
def ratio(a: Number, b: Number) -> Number:
    return a / b


@public
def difference(values: ArrayLike) -> Array:
    found = np.asarray(values, dtype=np.float64)
    return found[1:] - found[:-1]


@public
def step(state: Array, *, relation: Neighbouring | None = None) -> Array:
    return state - state


@public
def sums(rows: tuple[tuple[Fraction, ...], ...], pair: tuple[int, str]) -> Fraction:
    return sum((x for row in rows for x in row), Fraction(pair[0]))


@public
def folded(values: Any) -> float:
    return float(values.sum())


@public
@dataclass(frozen=True)
class Interval:
    """An interval."""

    low: float
    high: float

    @property
    def share(self) -> float:
        return self.low / self.high

    def scaled(self, factor: float) -> "Interval":
        return Interval(self.low * factor, self.high * factor)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: power("two", 3), "base must be a number within floating point. Found two."),
        (lambda: power("nan", 3), "base must be a number within floating point. Found nan."),
        (lambda: power("1e400", 3), "base must be a number within floating point. Found 1e400."),
        (lambda: power(2.0, "1/2"), "exponent must be a whole number. Found 1/2."),
        (lambda: ratio("1_000", 1), "a must be a number. Found 1_000."),
        (lambda: difference(["1", "b"]), "values must be an array of numbers. Found"),
        (lambda: power(math.nan, 3), "base must be a number within floating point. Found nan."),
        (lambda: power(10**400, 3), "base must be a number within floating point. Found 1000"),
        (lambda: power(10**5000, 3), r"Found (a number of thousands of digits|10{79} \.\.)"),
        (lambda: power(True, 3), "base must be a number within floating point. Found True."),
        (lambda: power(2.0, 3.0), "exponent must be a whole number. Found 3.0."),
        (lambda: power(2.0, exponent=None), "exponent must be a whole number. Found None."),
        (lambda: power(1e300, 2), "power must have arguments that it is defined for"),
        (lambda: ratio(1, 0), "Found a = 1, b = 0."),
        (lambda: ratio(None, 1), "a must be a number. Found None."),
        (lambda: ratio(math.nan, 1), "a must be a number. Found nan."),
        (lambda: difference([1, [2, 3]]), r"values must be an array of numbers. Found \[1, \[2"),
        (lambda: difference(["a"]), "values must be an array of numbers."),
        (lambda: difference([1.0, math.nan]), "values must be an array of numbers."),
        (lambda: difference([-1.7e308, 1.7e308]), "must have arguments that it is defined for"),
        (lambda: step([1.0]), r"state must be an array of numbers. Found \[1.0\]."),
        (lambda: step(np.array([True])), "state must be an array of numbers. Found"),
        (lambda: step(np.ones(1) + 1j), "state must be an array of numbers. Found"),
        (lambda: step(np.ones(1), relation="replace-one"), "Neighbouring.REPLACE_ONE"),
        (lambda: sums(((0.5,),), (1, "a")), "rows must be a tuple"),
        (lambda: sums(((1,),), (1,)), r"pair must be a tuple \(a whole number, a string\)"),
        (lambda: Interval("none", 1.0), "low must be a number within floating point. Found none."),
        (lambda: Interval(1.0, 0.0).share, r"that it is defined for \(float division by zero\)"),
        (lambda: Interval(1.0, 2.0).scaled(None), "factor must be a number"),
    ],
)
def test_what_is_no_argument_is_refused_by_name(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_value_without_what_a_formula_asks_of_it_is_refused_with_the_arguments() -> None:
    with pytest.raises(ArgumentError, match=r"folded must .* no attribute 'sum'.*values = 1"):
        folded(1)


class Odd:
    """No number, though it has an attribute that a formula in the making has."""

    function = 1


class Spoken:
    """No number, though it has the method that a formula in the making has."""

    def function(self, name: str) -> str:
        return name


class Silent:
    """Whose text is an error."""

    def __repr__(self) -> str:
        raise RuntimeError("mine")


class Misleading(Silent):
    """Whose text is the error that Python raises of numbers with too many digits."""

    def __repr__(self) -> str:
        raise ValueError("mine")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Odd(), "<test_contract.Odd object>"),
        (Spoken(), "<test_contract.Spoken object>"),
        (Silent(), "<Silent object>"),
        (Misleading(), "<Misleading object>"),
        (np.timedelta64(3, "D"), "3 days"),
        (np.datetime64("2020-01-01"), "2020-01-01"),
        (np.ma.masked, "--"),
        (np.bool_(True), "True"),
        (np.float32("nan"), "nan"),
        (np.complex64(1j), "1j"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_only_looks_like_a_number_is_none(value: Any, shown: str) -> None:
    for call, argument in (
        (power, "base"),
        (ratio, "a"),
        (lambda v, _: sums(((v,),), (1, "a")), "rows"),
    ):
        with pytest.raises(ValueError, match=f"^{argument} must be ") as refused:
            call(value, 2)
        assert "\n" not in str(refused.value)
    with pytest.raises(ValueError, match="exponent must be a whole number"):
        power(2.0, value)
    with pytest.raises(ValueError, match=re.escape(f"a must be a number. Found {shown}.")):
        ratio(value, 1)


def test_what_is_masked_is_no_number() -> None:
    masked = np.ma.array([1.0, 2.0, 4.0], mask=[False, True, False])
    for call in (difference, step):
        with pytest.raises(ValueError, match=r"Found MaskedArray of shape \(3,\)\."):
            call(masked)
    np.testing.assert_array_equal(difference(np.ma.array([1.0, 2.0])), [1.0])


@pytest.mark.parametrize(
    "narrow", [np.int8, np.int16, np.float16, np.float32, np.longdouble], ids=lambda t: t.__name__
)
def test_a_number_of_a_narrow_type_is_computed_with_as_pythons(narrow: Any) -> None:
    assert power(narrow(-128), 3) == -(2.0**21)
    assert type(power(narrow(100), 2)) is float
    assert ratio(narrow(1), Fraction(3)) in (Fraction(1, 3), 1 / 3)
    assert type(ratio(narrow(100), 1)) in (int, float)


def test_a_number_beyond_floats_does_not_become_infinite() -> None:
    if np.finfo(np.longdouble).max > np.finfo(float).max:
        assert ratio(np.longdouble("1e4000"), 1) == np.longdouble("1e4000")


SECRETS = np.array([[1e200, 7.25], [6.125, 2e200]])


@public
def squares(records: ArrayLike, *, factor: float = 1.0) -> Array:
    return np.asarray(records) ** 2 * factor


@public
@dataclass(frozen=True)
class Records:
    """Somebody's."""

    rows: Array

    @property
    def square(self) -> Array:
        return self.rows**2


@public
def of_records(records: Records, names: list[str]) -> Array:
    return records.rows**2


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: squares(SECRETS), r"\(overflow .*\)\. Found records = array of shape \(2, 2\)\."),
        (lambda: squares(SECRETS.tolist(), factor=2.0), "Found records = list of 2, factor = 2.0."),
        (lambda: squares(records=tuple(SECRETS)), "Found records = tuple of 2."),
        (
            lambda: of_records(Records(SECRETS), ["7.25"]),
            "Found records = Records.rows=array of sh",
        ),
        (lambda: of_records({"rows": SECRETS}, []), "a Records. Found {1 entries}."),
        (lambda: step(SECRETS > 7), r"state must be an array of numbers. Found array of shape"),
        (
            lambda: squares(np.where(SECRETS > 7, np.nan, SECRETS)),
            r"Found array of shape \(2, 2\), with NaN\.",
        ),
        (lambda: squares([[*range(9), "7.25x"]]), "array of numbers. Found \\[10 of int\\]\\."),
    ],
)
def test_no_message_shows_what_is_in_arrays(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert not re.search(r"7\.25|6\.125|e\+?200", str(refused.value))


@public
def applied(function: Callable[[float], float], value: float) -> float:
    return function(value)


def test_no_message_shows_the_address_of_an_object() -> None:
    def failing(value: float) -> float:
        raise ArithmeticError(f"no value of {failing}")

    for function in (failing, partial(failing)):
        with pytest.raises(ValueError, match=r"must have arguments .*failing.*Found") as refused:
            applied(function, 1.0)
        assert "0x" not in str(refused.value)
    with pytest.raises(ValueError, match=r"must be a number .*Found <object object>"):
        power(object(), 2)


@public
def either(word: str | float, several: tuple[Number, ...] = ()) -> tuple[Any, ...]:
    return word, several


@pytest.mark.parametrize(
    "half", ["1/2", "0.5", " 5e-1", Decimal("0.5"), Fraction(1, 2), fmpq(1, 2)], ids=repr
)
def test_texts_and_rational_numbers_are_numbers_like_any_other(half: Any) -> None:
    assert ratio(half, "3") == Fraction(1, 6)  # exactly
    assert type(power(half, Decimal(3))) is float
    assert power(half, Fraction(3)) == power(half, fmpz(3)) == 0.125
    made = Interval(half, "1")
    assert (made.low, made.high) == (0.5, 1.0)
    assert type(made.low) is float
    np.testing.assert_array_equal(difference([0, half, "1"]), [0.5, 0.5])
    assert sums(((half, 1),), ("1", "2")) == Fraction(5, 2)


@public
def any_number(value: int | float | Fraction) -> Any:
    return value


@pytest.mark.parametrize("third", [Fraction(1, 3), "1/3"], ids=repr)
def test_a_rational_number_is_no_float_where_both_may_be(third: Any) -> None:
    assert any_number(third) == Fraction(1, 3)
    assert type(any_number(1 / 3)) is float


def test_a_word_where_a_word_is_wanted_stays_one() -> None:
    assert either("0.5", ["0.1"]) == ("0.5", [Fraction(1, 10)])
    assert either(Decimal("0.5"), ("2",)) == (0.5, (2,))


def test_a_number_that_no_float_can_hold_does_not_become_0() -> None:
    tiny = Fraction(1, 10**400)
    assert Interval(tiny, 1.0).low == tiny


def test_what_no_loop_is_compiled_for_is_refused_in_a_line() -> None:
    law = SecondMoment(1.0, 0.9, 3)
    terms = contour.Terms(law._light, many=False)
    with pytest.raises(
        ArgumentError, match=r"^line must .* compiled loop takes .* Found terms = "
    ) as e:
        public(contour.line)(terms, 1.0, Fraction(1, 10**400), 1e-9)
    assert len(str(e.value)) < 400


def test_good_arguments_and_expressions_are_answered() -> None:
    assert power(np.float64(2.0), np.int64(3)) == 8
    assert power(Fraction(1, 2), 2) == 0.25
    assert ratio(Fraction(1), Fraction(3)) == Fraction(1, 3)
    assert sums(((Fraction(1, 2), 1),), (1, "a")) == Fraction(5, 2)
    assert Interval(1, 2).scaled(2.0) == Interval(2.0, 4.0)
    np.testing.assert_array_equal(difference((1, 2, 4)), [1, 2])
    x = sympy.Symbol("x")
    assert ratio(x, 2) == x / 2
    assert sums(((x,),), (1, "a")) == x + 1


def test_what_is_not_finite_may_give_what_is_no_number() -> None:
    diverged = np.array([np.inf, np.nan])
    with np.errstate(invalid="ignore"):
        assert np.isnan(step(diverged)).all()


@public
def lost(value: float) -> float:
    return value * float("nan")


def test_nan_of_finite_arguments_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(not a number\)\. Found value = 2\.0\."):
        lost(2.0)
    # It is the look at the answer that stops it.
    with in_place_of(has_nan, lambda was, answer: False):
        assert math.isnan(lost(2.0))


def test_nan_is_found_anywhere_in_arrays_of_any_length() -> None:
    for size in (1, 8191, 8192, 8193, 30_000):
        for place in {0, size // 2, size - 1}:
            values = np.full(size, 1e200)  # whose squares overflow
            assert not has_nan(values)
            values[place] = np.nan
            assert has_nan(values)
            assert has_nan(np.broadcast_to(values, (2, size)))


def test_what_the_caller_says_of_errors_in_arrays_holds_during_the_call_and_after() -> None:
    @public
    def small(values: Array) -> Array:
        return values * 1e-300

    before = np.geterr()
    tiny = np.array([1e-300])
    for said in ({}, {"under": "raise"}, {"over": "ignore"}, {"invalid": "raise"}):
        with np.errstate(**said):
            inside = np.geterr()
            if said.get("under") == "raise":
                with pytest.raises(ValueError, match="small must have arguments"):
                    small(tiny)
            else:
                assert small(tiny)[0] == 0
            assert np.geterr() == inside
    assert np.geterr() == before


def test_a_function_that_is_called_by_another_is_not_checked_again() -> None:
    @public
    def outer(x: float) -> float:
        return power(str(x), 2)

    with pytest.raises(ArgumentError, match=r"outer must .*unsupported operand"):
        outer(1.0)
    with pytest.raises(ArgumentError, match="base must be"):
        power("x", 2)


def marked(word: str) -> set[str]:
    """The functions and classes of the library that have a decorator."""
    found = set()
    for path in (ROOT / "dptheory").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if word in map(ast.unparse, getattr(node, "decorator_list", ())):
                found.add(f"{module}.{node.name}")
    return found


def test_what_packages_offer_keeps_the_contract_and_nothing_inside_does() -> None:
    assert marked("public") == set(map(surface.place, surface.offered()))


def test_what_is_offered_returns_records_that_explain_themselves() -> None:
    assert marked("explained") == set(map(surface.place, surface.returned()))


def test_a_refusal_is_known_by_its_class_and_not_by_its_words() -> None:
    def failing(value: float) -> float:
        raise LookupError(f"must be lost. Found {value}.")

    with pytest.raises(ArgumentError, match=r"^applied must .* \(must be lost. Found 1.0.\)"):
        applied(failing, 1.0)


def test_bad_arguments_of_some_modules_are_refused(python, root) -> None:
    words = ["-m", "benchmarks.audits.hostile_api", "--count", "2", "methods", "smoothing"]
    found = python(*words, cwd=root)
    assert found.returncode == 0, found.stdout + found.stderr
