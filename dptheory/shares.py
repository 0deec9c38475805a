"""Shares of work that nobody hands out: every machine knows what its own is.

The i-th of n machines takes the i-th share, without a word to the others, for a share follows from
costs that all of them know: arrays of jobs on a cluster, rows of a matrix of checks.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from dptheory.errors import ArgumentError

MOST = 10_000  # shares


class Shard(NamedTuple):
    """The i-th of n shares, counted from 1."""

    i: int
    n: int

    def of(self, costs: Sequence[float]) -> list[int]:
        """The positions that this share has among things of these costs, in their order.

        Raises:
            ValueError: there are fewer things than shares, and it has none.
        """
        found = sorted(shared(costs, self.n)[self.i - 1])
        if not found:
            raise ArgumentError(
                "--shard must leave something to every share. "
                f"Found share {self.i} of {self.n}, for {len(costs)}."
            )
        return found


def shared(costs: Sequence[float], n: int) -> list[list[int]]:
    """Positions in n shares: the costliest first, each to the share that has least so far.

    The largest share costs at most 4/3 of what the best division could reach (Graham 1969).

    Args:
        costs: seconds or any other unit, not negative.
        n: the number of shares; some are empty where there are more than things.
    """
    shares: list[list[int]] = [[] for _ in range(n)]
    totals = [0.0] * n
    for k in sorted(range(len(costs)), key=lambda k: (-costs[k], k)):
        least = min(range(n), key=lambda j: (totals[j], len(shares[j]), j))
        shares[least].append(k)
        totals[least] += costs[k]
    return shares


def add_shares(parser: Any, what: str) -> None:
    """The options --shard and --merge."""
    parser.add_argument(
        "--shard", metavar="I/N", help=f"the I-th of N shares of the {what}, alike in cost"
    )
    parser.add_argument(
        "--merge",
        nargs="+",
        metavar="DIR",
        help=f"finished {what} of all shares, from their folders",
    )


def shard_of(given: str | None, merge: Sequence[str] | None) -> Shard | None:
    """The share that --shard names.

    Raises:
        ValueError: it names none, or is given with --merge.
    """
    if given is None:
        return None
    if merge is not None:
        raise ArgumentError("--shard and --merge exclude each other.")
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9})", given, re.ASCII)
    i, n = map(int, found.groups()) if found else (0, 0)
    if not 1 <= i <= n <= MOST:
        raise ArgumentError(f"--shard must be I/N with 1 <= I <= N <= {MOST}. Found {given}.")
    return Shard(i, n)
