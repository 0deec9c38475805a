"""Shares that follow from costs, without a word between machines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dptheory.shares import Shard, shard_of, shared

COSTS = st.lists(st.floats(0, 1e6, allow_subnormal=False), max_size=40)


@given(costs=COSTS, n=st.integers(1, 12))
def test_shares_are_a_partition_and_as_even_as_is_proved(costs, n):
    shares = shared(costs, n)
    assert sorted(k for share in shares for k in share) == list(range(len(costs)))
    for i, share in enumerate(shares, start=1):
        if share:
            assert Shard(i, n).of(costs) == sorted(share)
    totals = [sum(costs[k] for k in share) for share in shares]
    # No division is better than either of these.
    least = max(sum(costs) / n, max(costs, default=0.0))
    assert max(totals) <= sum(costs) / n + max(costs, default=0.0) + 1e-6 <= 2 * least + 2e-6


def test_the_costliest_comes_first_and_equals_go_round():
    assert shared([1, 5, 3, 3], 2) == [[1, 0], [2, 3]]
    assert shared([0, 0, 0], 2) == [[0, 2], [1]]
    assert shared([2.0], 3) == [[0], [], []]


@pytest.mark.parametrize("n", [97, 10_000])
def test_a_share_of_nothing_is_refused(n):
    words = rf"--shard must leave something to every share. Found share {n} of {n}, for 96\."
    with pytest.raises(ValueError, match=words):
        Shard(n, n).of([1.0] * 96)


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "-1/2", "1/2/3", "1/10001", ""])
def test_a_share_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match=r"^--shard must be I/N .* Found"):
        shard_of(text, None)


def test_a_share_is_computed_or_merged():
    assert shard_of("2/8", None) == Shard(2, 8)
    assert shard_of(None, ["a"]) is None
    with pytest.raises(ValueError, match="--shard and --merge exclude each other"):
        shard_of("1/2", ["a"])
