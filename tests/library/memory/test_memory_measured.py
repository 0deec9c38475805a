"""Lines through measured peaks, and Table 3."""

from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.studies import memory_peaks
from dptheory.memory.measured import Line, fit_measured, left_out

TEXT = (Path(__file__).parents[3] / "docs" / "memory.md").read_text(encoding="utf-8")


def test_two_points_give_their_line_and_more_that_of_least_squares() -> None:
    assert fit_measured([(Fraction(1), Fraction(5)), (Fraction(3), Fraction(9))]) == Line(
        Fraction(3), Fraction(2)
    )
    points = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (1, 3), (2, 4))]
    assert fit_measured(points) == Line(Fraction(1, 3), Fraction(2))
    assert left_out(points) == (2, 2, 6)


def test_the_largest_batch_fits_and_one_more_does_not() -> None:
    found = Line(Fraction(7), Fraction(3, 2))
    for budget in (7, 8, 40, 41, 100):
        batch = found.largest_batch(budget, 11)
        assert batch == 0 or found.at(Fraction(11 * batch)) <= budget
        assert found.at(Fraction(11 * (batch + 1))) > budget


@pytest.mark.parametrize("points", [[], [(1, 2)], [(1, 2), (1, 3)], [(1, 3), (2, 2)]])
def test_points_without_a_rising_line_are_refused(points: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="points must be"):
        fit_measured([(Fraction(x), Fraction(y)) for x, y in points])


@pytest.mark.parametrize("name", memory_peaks.COLUMNS)
def test_every_row_of_table_3_is_predicted_within_a_tenth(name: str) -> None:
    """Neither the bare prediction nor the line through all other rows misses by 10 %."""
    found = memory_peaks.rows(name)
    points = [(Fraction(x), printed) for _, x, printed, _ in found]
    for (_, _, printed, predicted), by_others in zip(found, left_out(points), strict=True):
        assert abs(memory_peaks.error(predicted, printed)) < 10
        assert abs(memory_peaks.error(by_others, printed)) < 10
    assert memory_peaks.worst_of_pairs(points) < 10
    for row in memory_peaks.report(name)[1:]:
        assert row in TEXT
