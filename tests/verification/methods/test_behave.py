"""Behaviours: what a finding says of its simulations, and intervals at a boundary."""

import pytest

from benchmarks.audits.statistical_rows import PLANTED, decided
from verify.language import behaves
from verify.methods.behave import Ratio, examine
from verify.methods.context import Context
from verify.methods.evidence import Outcome

SIZES = {
    "each on 26 data sets (Student).": (26, 26),
    "each on 400 to 2000 data sets (Student).": (2000, 400),
    "each on the data set that it names (Student).": (None, None),
}


@pytest.mark.parametrize("words", SIZES)
def test_a_finding_says_on_how_many_data_sets(words: str) -> None:
    sizes = iter(SIZES[words])

    def ratio(_: str, __: Context) -> Ratio:
        return Ratio(value=0.5, low=0.4, high=0.6, data_sets=next(sizes), method="Student")

    said = behaves("less", ["one", "other"], ratio).build()
    found = examine(said, said.assertion, Context())
    assert found.outcome is Outcome.HOLDS
    assert found.text.endswith(f"; {words}")


@pytest.mark.parametrize("planted", [p for p in PLANTED if p.exact], ids=lambda p: p.name)
def test_what_is_true_at_its_boundary_is_seldom_refuted(planted) -> None:
    # 40 intervals, each with an error of at most 1/2000 on either side: three are 10^-6 likely.
    assert decided(planted, "much less", 1e-3, 1, 40)[Outcome.FAILS] < 3
    assert decided(planted, "less", 1e-3, 1, 40)[Outcome.HOLDS] < 3
