"""Results explain themselves: short texts, HTML, tables, pictures, and the calls that made them."""

import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import matplotlib
import numpy as np
import pytest

import dptheory
from dptheory import heavy_ball
from dptheory.allocation import Allocation, laplace
from dptheory.distributions import SecondMoment
from dptheory.extras import MissingExtra
from dptheory.lyapunov import NoiseGain, RateResult, Status, TradeOff
from dptheory.lyapunov.grid import RateMap
from dptheory.memory import optimal_groupings
from dptheory.memory.grouping import Groupings
from dptheory.prediction.choosing import Answer, Choice
from dptheory.prediction.runs import Mean
from dptheory.privacy import GaussianSteps, LaplaceSteps, Neighbouring, privacy_profile
from dptheory.results import Drawn, brief, whole, written
from dptheory.store import key
from dptheory.tuning import NonconvexProposal, Proposal, Ranking, Tuned

matplotlib.use("Agg")

STEPS = GaussianSteps(1.0, 0.01, 1000, 1000, 10)
MAP = RateMap(
    (Fraction(1, 10), Fraction(1, 5)), (Fraction(0), Fraction(1, 4), Fraction(1, 2)),
    Fraction(1), Fraction(10), "heavy-ball", "full",
    np.array([["feasible"] * 3, ["feasible", "infeasible", "infeasible"]]),
    np.array([[0.9, 0.8, 0.85], [0.99, 1.0, 1.0]]),
)  # fmt: skip
MEAN = Mean(0.1, 0.09, 0.11)
# Every kind of result with a table, and the number of its rows.
DRAWN: dict[str, tuple[Callable[[], Drawn], int]] = {
    "rate map": (lambda: MAP, 6),
    "schedule": (lambda: laplace([0.0, 1.0, 2.0], 1, sensitivity=40, n=100, batch_size=10), 3),
    "second moment": (lambda: SecondMoment(1.0, 0.9, 5), 23),
    "privacy profile": (lambda: privacy_profile(
        STEPS, (1e-5, 1e-6), neighbouring=Neighbouring.REPLACE_ONE), 2),
    "trade-off": (lambda: TradeOff((NoiseGain(0.9, 2.0, {}), None, NoiseGain(0.95, 1.0, {}))), 2),
    "memory": (lambda: optimal_groupings([1, 2, 3], [3, 2, 1]), 3),
    "tuning": (lambda: Ranking([Proposal("nesterov", 0.3, 0.1, 0.2, 0.0, 5, {"alpha": 0.1}),
                                Proposal("nothing", 1.0, 1.0)]), 2),
    "non-convex tuning": (lambda: Tuned(
        (NonconvexProposal("dp-sgd", "bound", 0.1, 0.2, 5),), ((1, 100, 0.5), (5, 500, 0.1))), 1),
    "prediction": (lambda: Answer((Choice("nothing", 0.1, (MEAN, MEAN)),), 1.0), 1),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_a_result_is_a_table_and_a_picture(name: str) -> None:
    make, rows = DRAWN[name]
    result = make()
    frame = result.to_dataframe()
    assert len(frame) == rows
    assert len(set(frame.columns)) == len(frame.columns)
    axes = result.plot()
    assert axes.get_title() != ""
    assert axes.get_xlabel() != ""
    axes.figure.canvas.draw()
    assert result.plot(axes) is axes
    matplotlib.pyplot.close(axes.figure)
    page = result._repr_html_()
    assert page.startswith("<table>")
    assert page.count("<tr>") == min(rows, 20) + 1
    assert len(repr(result)) <= 400


def test_a_map_has_a_row_a_point_and_a_scale_over_what_occurs() -> None:
    frame = MAP.to_dataframe()
    point = frame[(frame.alpha == 0.2) & (frame.beta == 0.0)]
    assert point.rho.tolist() == [0.99]
    assert frame.rho.isna().sum() == 2
    axes = MAP.plot()
    (mesh,) = axes.collections
    assert mesh.get_clim() == (0.8, 0.99)
    for words in ("heavy-ball", "= 1", "= 10", "interpolation"):
        assert words in axes.get_title()
    matplotlib.pyplot.close(axes.figure)


def test_a_map_in_any_order_is_the_same_picture() -> None:
    turned = RateMap(
        MAP.alphas[::-1], MAP.betas, MAP.mu, MAP.smoothness, MAP.method, MAP.inequality,
        MAP.status[::-1], MAP.rho[::-1],
    )  # fmt: skip
    pictures = [one.plot() for one in (MAP, turned)]
    first, second = (axes.collections[0].get_array() for axes in pictures)
    assert (first == second).all()
    for axes in pictures:
        matplotlib.pyplot.close(axes.figure)


def test_a_table_without_pandas_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"pip install 'dptheory\[frames\]'"):
        MAP.to_dataframe()


def test_long_records_are_short_texts() -> None:
    certificate = {"entries": [str(Fraction(k, 7)) for k in range(500)]}
    long = Fraction(10**40 + 1, 2 * 10**40)
    found = RateResult(Status.FEASIBLE, 0.8, 0.79, long, long, certificate=certificate)
    assert len(repr(found)) < 300
    for words in ("status=Status.FEASIBLE", "rho=0.8", "Fraction near 0.5", "{1 entries}"):
        assert words in repr(found)
    many = LaplaceSteps(1, (Fraction(1, 3),) * 1000, 10, 1)
    assert "laplace_scale=1000 of Fraction" in repr(many)
    assert repr(heavy_ball(0.1, 0.2)) == (
        "Method(name='heavy-ball', alpha=0.1, beta=0.2, extrapolation=0.0)"
    )
    assert "<td>rho</td><td>0.8</td>" in found._repr_html_()  # type: ignore[attr-defined]


def test_what_a_record_says_is_escaped() -> None:
    found = RateResult(Status.FEASIBLE, certificate=None)
    vars(found)["_call"] = "rate(<script>)"
    assert "<script>" not in found._repr_html_()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.float64(0.5), "0.5"),
        (np.ones((2, 3)), "array of shape (2, 3)"),
        ((1, 2), "(1, 2)"),
        ((1,), "(1,)"),
        ([], "[]"),
        (Fraction(10**400), "Fraction near 1e400"),
        (heavy_ball, "heavy_ball"),
        ("x" * 100, "str(...)"),
    ],
)
def test_values_are_brief(value: object, words: str) -> None:
    assert brief(value) == words


def test_a_result_keeps_the_call_that_made_it() -> None:
    scope: dict[str, Any] = vars(dptheory) | {
        "Fraction": Fraction, "Decimal": Decimal, "laplace": laplace, "np": np,
        "GaussianSteps": GaussianSteps, "Neighbouring": Neighbouring,
        "privacy_profile": privacy_profile, "optimal_groupings": optimal_groupings,
    }  # fmt: skip
    made: list[Any] = [
        laplace(np.array([1.0, 2.0]), "1/3", sensitivity=Decimal("0.5"), n=100, batch_size=10),
        privacy_profile(STEPS, [1e-5], neighbouring=Neighbouring.REPLACE_ONE),
        optimal_groupings([Fraction(1, 3), 2], (3, 2), groups=2),
    ]
    for result in made:
        again = eval(result.call, scope)
        assert again.call == result.call
        assert repr(again) == repr(result)
        assert result.call in _plain(result._repr_html_())
    assert made[0].call == (
        "laplace(np.array([1.0, 2.0]), '1/3', sensitivity=Decimal('0.5'), n=100, batch_size=10)"
    )
    # What the library calls itself, and what is built by hand, keeps none.
    assert Allocation(np.ones(1), np.ones(1), 1.0, 1.0, 1.0, 0.0).call == ""
    assert Groupings([]).call == ""


def _plain(page: str) -> str:
    return page.replace("&#x27;", "'")


def test_long_arrays_stand_as_their_shape() -> None:
    found = laplace(np.ones(1000), 1, sensitivity=1, n=10, batch_size=10)
    assert found.call.startswith("laplace(<array of shape (1000,)>, 1, ")
    assert written(list(range(101))) == "<list of 101>"
    assert written(Neighbouring.REPLACE_ONE) == "Neighbouring.REPLACE_ONE"


def test_hashes_are_made_of_the_whole_text() -> None:
    one, other = (LaplaceSteps(1, (*(Fraction(1, 3),) * 100, last), 10, 1) for last in (1, 2))
    assert repr(one) == repr(other)
    for wrap in (lambda it: it, lambda it: (it, {"steps": it})):
        assert whole(wrap(one)) != whole(wrap(other))
        assert whole(wrap(one)).count("Fraction(1, 3)") >= 100
    assert repr(one) != whole(one)
    assert key("code", one) != key("code", other)
