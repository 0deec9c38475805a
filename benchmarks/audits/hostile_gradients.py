"""The longest part of hostile per-sample gradients.

``python -m benchmarks.audits.hostile_gradients``.

Rows of subnormal, huge, mixed and ordinary entries, signed zeros, one entry, infinities and NaN;
bounds from the smallest floats to the largest. Eight rows a batch, each with coordinates of its
own, so that the batch's sum holds every part apart; the compiled kernels are asked, not the
reference. Lengths are taken after a division by a power of two, which rounds nothing.
"""

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dptheory.gradients.per_sample import PerSample
from dptheory.gradients.perturbation import bounded_sums

Array = NDArray[np.float64]
BATCH = 8
AT_ONCE = 2**17  # numbers of a call
SMALLEST, SQUARES, LARGEST = 5e-324, 1e-162, 1.7e308


class Longest(NamedTuple):
    """What was found for one rule.

    Attributes:
        rule, width: the rule, and the coordinates of a row.
        rows, not_finite, refused: how many there were, were not finite, and were counted so.
        longest: the largest length of a part over its bound.
    """

    rule: PerSample
    width: int
    rows: int
    not_finite: int
    refused: int
    longest: float


def _scaled(low: float, high: float) -> Callable[[np.random.Generator, tuple[int, ...]], Array]:
    """Entries of either sign whose logarithms are uniform in a range of their row's own."""

    def draw(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
        ends = np.sort(rng.uniform(np.log2(low), np.log2(high), (2, *shape[:-1], 1)), axis=0)
        places = rng.uniform(ends[0], ends[1], shape)
        sizes: Array = np.ldexp(np.exp2(places - np.floor(places)), np.floor(places).astype(int))
        found: Array = np.minimum(sizes, LARGEST) * rng.choice([-1.0, 1.0], shape)
        return found

    return draw


def _alike(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Rows of one entry, repeated."""
    return np.broadcast_to(_scaled(SMALLEST, LARGEST)(rng, (*shape[:-1], 1)), shape).copy()


def _single(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """One entry and signed zeros."""
    rows = rng.choice([0.0, -0.0], shape)
    rows[..., :1] = _scaled(SMALLEST, LARGEST)(rng, (*shape[:-1], 1))
    return rows


def _broken(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Some entries are infinite or no number."""
    rows = _scaled(SMALLEST, LARGEST)(rng, shape)
    return np.where(rng.random(shape) < 0.2, rng.choice([np.inf, -np.inf, np.nan], shape), rows)


KINDS = (
    _scaled(SMALLEST, 1e-307),
    _scaled(SQUARES / 10, SQUARES * 10),
    _scaled(1e153, LARGEST),
    _scaled(SMALLEST, LARGEST),
    _scaled(1e-3, 1e3),
    _alike,
    _single,
    _broken,
)
BOUNDS = 1.0, 0.3, 1e-161, 3e-308, 5e-324, 1e-290, 1e-100, 1e140, 1e300


def _rules(width: int) -> Iterator[PerSample]:
    """Clipping and normalising at every bound, in one group and in two."""
    for bound in BOUNDS:
        yield PerSample("clip", (bound,))
        for r in (0.0, 0.01, SMALLEST, 1e300):
            yield PerSample("normalise", (bound,), regulariser=r)
        if width > 1:
            halves = (width // 2, width - width // 2)
            yield PerSample("clip", (bound, bound / 2 or bound), halves)
            yield PerSample("normalise", (bound, 1.0), halves)


def _lengths(parts: Array, bounds: Array, edges: NDArray[np.int64]) -> float:
    """The largest length of a group over its bound."""
    most = 0.0
    for m, bound in enumerate(bounds):
        group = parts[..., edges[m] : edges[m + 1]]
        # The largest entry and the bound are put between 1/2 and 1, both exactly.
        own = np.frexp(np.abs(group).max(axis=-1, keepdims=True))[1]
        (part, exponent) = np.frexp(bound)
        square = (np.ldexp(group, -own) ** 2).sum(axis=-1, keepdims=True)
        ratio = np.ldexp(np.sqrt(square) / part, np.minimum(own - exponent, 2000))
        most = max(most, float(ratio.max()))
    return most


def _apart(rows: Array, rule: PerSample) -> tuple[PerSample, Array]:
    """The rule and the batches in which every row has coordinates of its own."""
    count, batch, width = rows.shape
    edges, groups = rule.edges(width), len(rule.clips)
    wide = np.zeros((count, batch, batch, width))
    wide[:, range(batch), range(batch)] = rows
    if groups == 1:
        return rule, wide.reshape(count, batch, batch * width)
    # Group by group, so that each group of the batch is consecutive.
    pieces = [wide[..., edges[m] : edges[m + 1]].reshape(count, batch, -1) for m in range(groups)]
    sizes = tuple(piece.shape[-1] for piece in pieces)
    wide_rule = PerSample(rule.rule, rule.clips, sizes, rule.regulariser)
    return wide_rule, np.concatenate(pieces, axis=-1)


def _of_rule(rule: PerSample, width: int, rows: int, rng: np.random.Generator) -> Longest:
    """All rows for one rule."""
    batches = max(len(KINDS), rows // BATCH)
    at_once = max(1, AT_ONCE // (BATCH * BATCH * width * len(KINDS)))
    done = refused = bad = 0
    longest = 0.0
    while done < batches:
        count = min(at_once, -(-(batches - done) // len(KINDS)))
        shape = (count, BATCH, width)
        drawn = np.concatenate([kind(rng, shape) for kind in KINDS])
        given = rng.permuted(drawn.reshape(-1, width), axis=0).reshape(-1, BATCH, width)
        wide_rule, gradients = _apart(given, rule)
        found = bounded_sums(gradients, wide_rule)
        refused += int(found.refused.sum())
        bad += int((~np.isfinite(given).all(axis=-1)).sum())
        bounds, first = np.array(rule.clips), 0
        for m, size in enumerate(np.diff(rule.edges(width))):
            group = found.sums[:, first : first + BATCH * size].reshape(-1, BATCH, size)
            first += BATCH * size
            longest = max(longest, _lengths(group, bounds[m : m + 1], np.array([0, size])))
        done += len(given)
    return Longest(rule, width, done * BATCH, bad, refused, longest)


def longest_parts(
    rows: int, seed: int = 0, widths: tuple[int, ...] = (1, 2, 3, 8)
) -> list[Longest]:
    """For every rule and width the longest part of about ``rows`` rows in all."""
    rng = np.random.default_rng(seed)
    cases = [(rule, width) for width in widths for rule in _rules(width)]
    return [_of_rule(rule, width, rows // len(cases), rng) for rule, width in cases]


def main() -> int:
    """Print the longest parts; 1 if one is longer than its bound by more than rounding."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10**7, help="of at most eight entries")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    found = longest_parts(arguments.rows, arguments.seed)
    found += longest_parts(arguments.rows // 10**4, arguments.seed, (10**4,))
    print(f"{'rule':>10} {'C':>8} {'groups':>7} {'r':>8} {'d':>6} {'rows':>8}  longest/C - 1")
    for row in sorted(found, key=lambda row: -row.longest)[:12]:
        rule = row.rule
        print(
            f"{rule.rule:>10} {rule.clips[0]:>8.3g} {len(rule.clips):>7} "
            f"{rule.regulariser:>8.3g} {row.width:>6} {row.rows:>8}  {row.longest - 1:.3g}"
        )
    rows, bad, refused = (sum(c) for c in zip(*(row[2:5] for row in found), strict=True))
    longest = max(row.longest for row in found)
    print(f"{rows} rows, {bad} not finite, {refused} refused, longest part over C {longest!r}")
    return int(longest > 1 + 1e-14 or bad != refused)


if __name__ == "__main__":
    raise SystemExit(main())
