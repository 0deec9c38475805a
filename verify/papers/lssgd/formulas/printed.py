"""What the paper prints about the smoothing operator, errors left in: (3), Tables 3 and 4."""

from typing import Any

Rows = tuple[tuple[Any, ...], ...]


def eq_3(sigma: Any, d: int) -> Rows:
    """(3) read entry by entry: 1 + 2 sigma, -sigma beside it and in the corners, also for small d.

    On a circle of two points the entry beside the diagonal and the corner are one entry; it is
    printed as -sigma.
    """
    rows = [[0 * sigma for _ in range(d)] for _ in range(d)]
    for i in range(d):
        rows[i][i - 1] = rows[i][(i + 1) % d] = -sigma
        rows[i][i] = 1 + 2 * sigma
    return tuple(map(tuple, rows))


TABLE_3 = {1: "0.447", 2: "0.333", 3: "0.277", 4: "0.243", 5: "0.218"}
TABLE_4 = {1: "0.268", 2: "0.185", 3: "0.149", 4: "0.128", 5: "0.114"}
TABLE_DIMENSIONS = (10**3, 10**4, 10**5)  # three identical rows in either table
