"""What rests on what in one paper: claims and lemmas in layers, colour being the verdict."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from verify.judgement.record import ClaimRecord
from verify.ledger.lock import displayed

ACROSS, DOWN, BOX = 190, 30, 168


@dataclass(frozen=True)
class Edge:
    """Something that rests on something, by id."""

    above: str
    below: str


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
    found = edges(rows)
    layer = _layers(found)
    if not layer:
        return ""
    columns: dict[int, list[str]] = {}
    for name in sorted(layer):
        columns.setdefault(layer[name], []).append(name)
    place = {
        name: (ACROSS * depth + 8, DOWN * row + 8)
        for depth, names in columns.items()
        for row, name in enumerate(_ordered(names, found, columns, depth))
    }
    width = ACROSS * len(columns)
    height = DOWN * max(map(len, columns.values())) + 16
    verdicts = {r.id: r.verdict for r in rows}
    verdicts |= {
        one.id: f"lemma {one.strength}" for r in rows for one in r.lemmas if one.id not in verdicts
    }
    lines = "".join(
        f'<path d="M{place[e.below][0] + BOX},{place[e.below][1] + 10} L{place[e.above][0]},'
        f'{place[e.above][1] + 10}"/>'
        for e in found
    )
    boxes = "".join(
        _box(n, verdicts.get(n, "lemma"), n in {r.id for r in rows}, *place[n]) for n in place
    )
    return (
        f'<svg class="graph" role="img" aria-label="what rests on what" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">{lines}{boxes}</svg>'
    )


def _layers(found: Sequence[Edge]) -> dict[str, int]:
    """How many steps lie below each: 0 for what rests on nothing."""
    below: dict[str, list[str]] = {}
    for e in found:
        below.setdefault(e.above, []).append(e.below)
        below.setdefault(e.below, [])
    layer: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in layer:
            layer[name] = 0  # citations form no circle
            layer[name] = max((depth(n) + 1 for n in below[name]), default=0)
        return layer[name]

    for name in below:
        depth(name)
    return layer


def _ordered(
    names: Sequence[str], found: Sequence[Edge], columns: dict[int, list[str]], depth: int
) -> list[str]:
    """The names of a column, each near the mean row of what it rests on in the column before."""
    before = {name: row for row, name in enumerate(columns.get(depth - 1, ()))}

    def mean(name: str) -> float:
        rows = [before[e.below] for e in found if e.above == name and e.below in before]
        return sum(rows) / len(rows) if rows else 0.0

    columns[depth] = sorted(names, key=lambda name: (mean(name), name))
    return columns[depth]


def _box(name: str, verdict: str, claim: bool, x: float, y: float) -> str:
    slug, _, short = name.partition("/")
    text = html.escape(short if len(short) <= 26 else short[:25] + "…")
    drawn = (
        f'<rect class="{html.escape(verdict)}" x="{x}" y="{y}" width="{BOX}" height="20" rx="4"/>'
        f'<text x="{x + 6}" y="{y + 14}">{text}</text><title>{html.escape(name)}: '
        f"{html.escape(verdict)}</title>"
    )
    return f'<a href="{slug}/{short}.html">{drawn}</a>' if claim else f"<g>{drawn}</g>"
