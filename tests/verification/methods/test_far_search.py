"""What a search says of where it looked, and how much it looks at."""

import math

import numpy as np
import pytest
from soundness.sound import QUICK
from verification.notation import V

from verify.formula.expression import lift
from verify.judgement.examine import examine
from verify.language import Draft, expectation, index, law, norm, norm1, notation, real, says, total
from verify.language.vectors import MOST_ATOMS
from verify.methods.evidence import Level
from verify.methods.search import arrays, large_instances

k, j = index("k"), index("j")
W = notation(P=law("P", unit="1", dimension=1), v=real(unit="1"))
HARMONIC = total(k, 1, V.T, 1 / k)
RANGES = {
    "T to 10^6": HARMONIC <= 15,
    "d to 10^3": norm1(V.X) <= 32 * norm(V.X),
    f"laws of {MOST_ATOMS} atoms": expectation(W.P, W.v, abs(W.v)) ** 4
    <= expectation(W.P, W.v, W.v**4),
}


@pytest.mark.parametrize("words", RANGES)
def test_a_finding_of_a_search_alone_says_its_range(words: str) -> None:
    finding = examine(says(RANGES[words]).build(), QUICK)
    assert finding.level is Level.NUMERIC
    assert words in finding.text


def test_what_is_proved_says_no_range() -> None:
    finding = examine(says(total(k, 1, V.T, k) <= V.T**2).build(), QUICK)
    assert finding.level is not Level.NUMERIC
    assert "10^6" not in finding.text


def seen(draft: Draft) -> large_instances.Seen:
    statement = draft.build()
    return large_instances.look(statement, iter([{s.name: 1 for s in statement.symbols}]))


def test_terms_are_counted_and_bounded() -> None:
    assert seen(says(HARMONIC <= 15)).reach == {"T": 10**6}
    twice = total(k, 1, V.T, total(j, 1, V.T, 1 / (j * k)))
    assert seen(says(twice <= 10**4)).reach == {}  # 10^6 terms at the first size, in a loop
    beside = total(k, 1, V.T, total(j, 1, 3, 1 / (j * k)))
    assert seen(says(beside <= 10**4)).reach == {"T": 10**3}


def test_a_suspect_has_the_least_size() -> None:
    (suspect, *_) = seen(says(HARMONIC <= 7)).suspects
    assert suspect == {"T": 616}


def test_sums_over_an_array_are_the_sums_of_their_terms() -> None:
    columns = {"T": np.asarray(1000.0), "a": np.asarray(0.25)}
    tree = lift(total(k, 1, V.T, V.a / (k + V.a) - (k * V.a).sin()))
    terms = [0.25 / (i + 0.25) - math.sin(i * 0.25) for i in range(1, 1001)]
    assert float(arrays.values(tree, columns)) == pytest.approx(math.fsum(terms), rel=1e-14)
    many = {"T": np.asarray([2.0, 3.0])}
    with pytest.raises(arrays.NotScalar):
        arrays.values(lift(HARMONIC), many)
    assert math.isnan(float(arrays.values(lift(HARMONIC), {"T": np.asarray(2.5)})))
