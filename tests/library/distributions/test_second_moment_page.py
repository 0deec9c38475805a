"""The numbers of docs/second_moment.md are those that the library computes."""

from pathlib import Path

import pytest

from dptheory.bounds import second_moment
from dptheory.distributions.second_moment import SecondMoment

PAGE = Path(__file__).parents[3] / "docs" / "second_moment.md"
TEXT = PAGE.read_text(encoding="utf-8")
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def table(start: str) -> list[list[float]]:
    """The rows of the table whose first line starts so."""
    lines = TEXT.partition(f"\n| {start}")[2].partition("\n\n")[0].splitlines()[2:]
    return [[float(word) for word in line.strip("|").split("|")] for line in lines]


def test_frontier() -> None:
    rows = table("$b/\\Phi$")
    assert len(rows) == 7
    for b, *values in rows:
        squares = [second_moment.step_nu(b, r) ** 2 for r in (0.0, 1.0, 100.0)]
        assert values == pytest.approx(squares, abs=6e-4)


SLACKS = table("$B/\\sigma$ | $t$")


@pytest.mark.parametrize("row", SLACKS, ids=lambda row: "-".join(f"{v:g}" for v in row[:3]))
def test_slack_against_the_exact_law(row: list[float]) -> None:
    clip, t, alpha = row[0], int(row[1]), row[2]
    exact = max(SecondMoment(1.0, 0.999, t, s * clip).radius(alpha) for s in SHARES)
    bounds = (
        second_moment.deviation(second_moment.moment_pair(1.0, clip, 0.999, t), alpha),
        second_moment.deviation_bound(alpha, 1.0, clip, 0.999, t),
    )
    assert row[3] == pytest.approx(exact, rel=6e-4)
    assert row[4:] == pytest.approx([bound / exact for bound in bounds], abs=6e-3)


def test_slack_for_smaller_gradients() -> None:
    rows = table("$B/\\sigma$ | $g=0$")
    assert len(rows) == 3
    for clip, *values in rows:
        bound = second_moment.deviation_bound(0.05, 1.0, clip, 0.999, 10_000)
        exact = [SecondMoment(1.0, 0.999, 10_000, s * clip).radius(0.05) for s in SHARES]
        assert values == pytest.approx([bound / xi for xi in exact], abs=6e-3)
