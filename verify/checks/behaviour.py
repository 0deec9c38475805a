"""Behavioural claims: a statistic, its cells and its margin, fixed before the simulation."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.context import Context

# One table of words for all papers: what a qualitative word demands of first/second.
WORDS: Mapping[str, tuple[float, float]] = {
    "much less": (0.0, 0.1),
    "less": (0.0, 1.0),
    "about": (0.95, 1.05),
    "order of magnitude": (0.1, 10.0),
}


@dataclass(frozen=True, kw_only=True)
class Behaviour(Check):
    """In every named cell the ratio of two statistics lies where the word says.

    Attributes:
        word: an entry of ``WORDS``.
        cells: the names of the cells.
        ratio: cell -> (estimate, low, high) of first/second; low = high for exact values.
        level: ``statistical`` for simulated cells, ``numeric`` for exact moments.
        whole: the cells are all that the sentence speaks of.
        interval: how low and high were found, for the summary.
    """

    word: str
    cells: tuple[str, ...]
    ratio: Callable[[Context, str], tuple[float, float, float]]
    level: Level = Level.STATISTICAL
    whole: bool = False
    interval: str = ""

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        least, most = WORDS[self.word]
        failed, open_cells, values = [], [], {}
        for cell in self.cells:
            value, low, high = self.ratio(context, cell)
            values[cell] = value
            if high < least or low > most:
                failed.append(cell)
            elif low < least or high > most:
                open_cells.append(cell)
        outcome = Outcome.HOLDS
        if failed:
            outcome = Outcome.FAILS
        elif open_cells:
            outcome = Outcome.INCONCLUSIVE
        shown = (failed or open_cells or list(self.cells))[:3]
        return Evidence(
            **self.labels(),
            level=self.level,
            scope=Scope.ALL if self.whole else Scope.SAMPLED,
            outcome=outcome,
            summary=f"'{self.word}' holds in "
            f"{len(self.cells) - len(failed) - len(open_cells)} of {len(self.cells)} cells; "
            + ", ".join(f"{cell}: {values[cell]:.4g}" for cell in shown)
            + (f" ({self.interval})." if self.interval else "."),
            instance={"cell": shown[0]},
            measured=values[shown[0]],
            seconds=time.perf_counter() - start,
        )
