"""What rests on what in one paper: claims and lemmas in columns, colour being the verdict.

A column has what rests on the columns before it. What is connected stands in a band of its own; in
a column those that rest on neighbours are neighbours. A line that passes a column has a lane
there, which all lines from one box share, and what a longer way says is not drawn again.
"""

import html
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import pairwise
from statistics import fmean

from verify.judgement.record import ClaimRecord
from verify.ledger.lock import displayed

WIDTH, WIDEST, NARROWEST = 1180, 220, 140  # of the drawing and of its boxes
GAPS = (44, 260)  # between columns: the least, the largest
# Heights: of the titles, of a box with the room around it, of a lane, of the box itself.
HEAD, ROW, LANE, BOX = 28, 25, 10, 19
LETTER = 5.7  # width of one
SWEEPS = 8


@dataclass(frozen=True)
class Edge:
    """Something that rests on something, by id."""

    above: str
    below: str


@dataclass(frozen=True)
class Step:
    """A part of lines between neighbouring columns: from a box or lane to the next."""

    left: str
    right: str


@dataclass(frozen=True)
class Place:
    """Where a box or a lane is: its left end and its middle's height."""

    x: float
    y: float


def edges(rows: Sequence[ClaimRecord]) -> list[Edge]:
    """The edges between claims and lemmas, each once."""
    found: dict[Edge, None] = {}
    for r in rows:
        steps = [(r.id, step) for s in displayed(r) for step in s.steps]
        steps += [(lemma.id, step) for lemma in r.lemmas for step in lemma.steps]
        found |= {Edge(above, below): None for above, step in steps for below in step.cites}
        found |= {Edge(r.id, lemma.id): None for lemma in r.lemmas}
    return [e for e in found if e.above != e.below]


def svg(rows: Sequence[ClaimRecord]) -> str:
    """The graph; claims that rest on nothing and carry nothing are left out. "" without edges."""
    found = _direct(edges(rows))
    if not found:
        return ""
    depth = _depths(found)
    # A line comes by the lower box, a lane in each column between, the upper box.
    ways = {
        e: [
            e.below,
            *(f"{e.below} in {k}" for k in range(depth[e.below] + 1, depth[e.above])),
            e.above,
        ]
        for e in found
    }
    steps: dict[Step, set[str]] = {}
    for e, way in ways.items():
        for left, right in pairwise(way):
            steps.setdefault(Step(left, right), set()).update((e.above, e.below))
    column = {stop: depth[e.below] + k for e, way in ways.items() for k, stop in enumerate(way)}
    count = max(column.values()) + 1
    box = min(WIDEST, max(NARROWEST, (WIDTH - GAPS[0] * (count - 1)) // count))
    gap = min(GAPS[1], max(GAPS[0], (WIDTH - box * count) // max(count - 1, 1)))
    width = box * count + gap * (count - 1) + 4
    place, height = _placed(column, list(steps), depth.keys(), box + gap)
    claims = {r.id: r.verdict for r in rows}
    lemmas = {one.id: f"lemma {one.strength}" for r in rows for one in r.lemmas}
    lines = "".join(
        _line(place[s.left], place[s.right], s.left in depth, box, of) for s, of in steps.items()
    )
    boxes = "".join(
        _box(name, claims.get(name, lemmas.get(name, "lemma")), name in claims, place[name], box)
        for name in depth
    )
    titles = "".join(
        f'<text class="column" x="{(box + gap) * k + 2}" y="14">{_title(k)}</text>'
        for k in range(count)
    )
    return (
        f'<svg class="graph" role="img" aria-label="what rests on what" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">{titles}{lines}{boxes}</svg>'
    )


def _title(column: int) -> str:
    if column == 0:
        return "rest on nothing here"
    return "rest on these" if column == 1 else f"{column} steps from the first"


def _direct(found: Sequence[Edge]) -> list[Edge]:
    """The edges that no longer way replaces."""
    below: dict[str, set[str]] = {}
    for e in found:
        below.setdefault(e.above, set()).add(e.below)
    under: dict[str, set[str]] = {}

    def all_under(name: str) -> set[str]:
        if name not in under:
            under[name] = set()  # citations form no circle
            under[name] = {u for n in below.get(name, ()) for u in {n, *all_under(n)}}
        return under[name]

    return [
        e for e in found if not any(e.below in all_under(n) for n in below[e.above] - {e.below})
    ]


def _depths(found: Sequence[Edge]) -> dict[str, int]:
    """How many steps lie below each: 0 for what rests on nothing."""
    sorter = TopologicalSorter[str]()
    for e in found:
        sorter.add(e.above, e.below)
    sorter.prepare()
    depth: dict[str, int] = {}
    while ready := sorter.get_ready():
        depth |= dict.fromkeys(ready, max(depth.values(), default=-1) + 1)
        sorter.done(*ready)
    return dict(sorted(depth.items()))


def _placed(
    column: Mapping[str, int], steps: Sequence[Step], boxes: Set[str], across: float
) -> tuple[dict[str, Place], float]:
    """Where every box and lane is, and the height of all."""
    place: dict[str, Place] = {}
    top: float = HEAD
    for band in _bands(column, steps):
        columns = _ordered(band, column, steps)
        heights = {k: sum(_room(s, boxes) for s in names) for k, names in columns.items()}
        for k, names in columns.items():
            y = top + (max(heights.values()) - heights[k]) / 2
            for stop in names:
                place[stop] = Place(across * k + 2, y + _room(stop, boxes) / 2)
                y += _room(stop, boxes)
        top += max(heights.values()) + LANE
    return place, top


def _room(stop: str, boxes: Set[str]) -> int:
    return ROW if stop in boxes else LANE


def _bands(column: Mapping[str, int], steps: Sequence[Step]) -> Iterator[list[str]]:
    """What is connected, the largest first."""
    beside: dict[str, list[str]] = {stop: [] for stop in column}
    for step in steps:
        beside[step.left].append(step.right)
        beside[step.right].append(step.left)
    found: list[list[str]] = []
    seen: set[str] = set()
    for first in column:
        if first in seen:
            continue
        band = [first]
        seen.add(first)
        for stop in band:  # which grows
            fresh = [other for other in dict.fromkeys(beside[stop]) if other not in seen]
            band += fresh
            seen.update(fresh)
        found.append(band)
    return iter(sorted(found, key=len, reverse=True))


def _ordered(
    band: Sequence[str], column: Mapping[str, int], steps: Sequence[Step]
) -> dict[int, list[str]]:
    """The columns of a band, each stop near the mean place of its neighbours before and after."""
    columns: dict[int, list[str]] = {}
    for stop in sorted(band):
        columns.setdefault(column[stop], []).append(stop)
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for step in steps:
        before.setdefault(step.right, []).append(step.left)
        after.setdefault(step.left, []).append(step.right)
    for sweep in range(SWEEPS):
        beside = after if sweep % 2 else before
        for k in sorted(columns, reverse=bool(sweep % 2)):
            share = {
                stop: (row + 0.5) / len(names)
                for names in columns.values()
                for row, stop in enumerate(names)
            }
            mean = {
                stop: fmean(share[other] for other in beside.get(stop, (stop,)))
                for stop in columns[k]
            }
            columns[k].sort(key=mean.__getitem__)
    return columns


def _line(left: Place, right: Place, from_box: bool, box: int, of: Set[str]) -> str:
    """A part of lines; a lane goes on to the end of its column."""
    begin, middle = left.x + box, (left.x + box + right.x) / 2
    start = f"M{begin:g},{left.y:g}" if from_box else f"M{left.x:g},{left.y:g}H{begin:g}"
    curve = f"C{middle:g},{left.y:g} {middle:g},{right.y:g} {right.x:g},{right.y:g}"
    return f'<path d="{start}{curve}" data-of="{html.escape(" ".join(sorted(of)))}"/>'


def _box(name: str, verdict: str, claim: bool, at: Place, box: int) -> str:
    slug, _, short = name.partition("/")
    most = int((box - 10) / LETTER)
    text = html.escape(short if len(short) <= most else short[: most - 1] + "…")
    drawn = (
        f'<rect class="{html.escape(verdict)}" x="{at.x:g}" y="{at.y - BOX / 2:g}" width="{box}" '
        f'height="{BOX}" rx="3"/><text x="{at.x + 6:g}" y="{at.y + 3.5:g}">{text}</text>'
        f"<title>{html.escape(name)}: {html.escape(verdict)}</title>"
    )
    named = f'data-name="{html.escape(name)}"'
    if claim:
        return f'<a href="{slug}/{short}.html" {named}>{drawn}</a>'
    return f"<g {named}>{drawn}</g>"
