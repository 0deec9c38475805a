"""Rows that rest on simulations: under other seeds, and where the truth lies on the boundary.

``python -m benchmarks.audits.statistical_rows`` evaluates every behaviour of the ledger under
``--seeds`` seeds. A row whose data sets are fixed has one finding under all of them, and says so. A
row with seeds must not hold under one of them and fail under another.

``--planted N`` puts samples of a known law in the place of the simulations, so that a ratio lies
exactly where the word ends: "much less" is true there, and "less" false. How often the first is
refuted and the second confirmed is compared with what the intervals promise: half the error level
a cell, at levels at which errors can be counted. Status 1: a row contradicts itself, or a promise
is broken.
"""

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
from scipy import stats

from benchmarks.audits.moved_statements import is_displayed, statements
from verify.language import behaves
from verify.language.statement import Behaviour, Statement, demanded
from verify.methods.behave import Ratio, examine
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome
from verify.papers.accelerated.laboratory import data_sets
from verify.papers.adambc.laboratory import twins
from verify.papers.groupwise.laboratory import simulated as grouped
from verify.papers.groupwise.results import thm_2_practice as practice
from verify.papers.nsgd.results import simulated as nsgd

LEVELS = (0.1, 0.01, 0.001)
CERTAIN = 1e-6  # how often the audit itself may call a kept promise broken
SIGNS = (Outcome.HOLDS, Outcome.FAILS)

Draw = Callable[[np.random.Generator, float, float], Ratio]


# Seeds ---------------------------------------------------------------------------------------
def behaviours(chosen: str) -> Iterator[tuple[str, Statement]]:
    """The displayed behaviours of claims whose id begins so, by claim, part and role."""
    for claim, role, said in statements():
        name = f"{claim}: {role}"
        if (
            claim.startswith(chosen)
            and is_displayed(name)
            and isinstance(said.assertion, Behaviour)
        ):
            yield name, said


def finding(said: Statement, seed: int) -> Finding:
    """What is found under a seed, in mode quick."""
    return examine(said, said.assertion, Context(mode="quick", seed=seed, stream=said.hash))


def under_seeds(chosen: str, seeds: int) -> int:
    """Print a line a statement; the number of those that contradict themselves."""
    wrong, fixed = 0, 0
    print(f"{'statement':<58}{'cells':>6}{'seeds':>6}{'holds':>6}{'fails':>6}{'open':>6}{'s':>6}")
    for name, said in behaviours(chosen):
        start = time.perf_counter()
        first = finding(said, 0)
        if first.level is not Level.STATISTICAL:
            continue
        if finding(said, 1).witness == first.witness:
            fixed += 1
            print(f"{name:<58}{len(said.assertion.cells):>6} fixed: {first.outcome}")
            continue
        found = Counter(finding(said, seed).outcome for seed in range(seeds))
        wrong += all(found[sign] for sign in SIGNS)
        holds, fails = (found[sign] for sign in SIGNS)
        print(
            f"{name:<58}{len(said.assertion.cells):>6}{seeds:>6}{holds:>6}{fails:>6}"
            f"{seeds - holds - fails:>6}{time.perf_counter() - start:>6.0f}",
            flush=True,
        )
    print(
        f"{fixed} statements have fixed data sets; {wrong} hold under a seed and fail under another"
    )
    return wrong


# Boundaries ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Leveled(Context):
    """A context of another error level."""

    error: float = 1e-6

    @property
    def level(self) -> float:
        """The error probability of a check."""
        return self.error


@dataclass(frozen=True)
class Planted:
    """An interval of the ledger around samples whose ratio is known.

    Attributes:
        draw: (generator, error level, ratio) -> the interval of one sample.
        exact: it promises its level for this law; otherwise it rests on a limit theorem.
    """

    name: str
    draw: Draw
    exact: bool = True


def student(law: Callable[[np.random.Generator], Any]) -> Draw:
    """Student's interval of logarithms with mean zero."""

    def draw(rng: np.random.Generator, level: float, ratio: float) -> Ratio:
        with mock.patch.object(twins, "ERROR", level):
            return twins.interval(math.log(ratio) + law(rng), math.exp)

    return draw


def averaged(rng: np.random.Generator, level: float, ratio: float) -> Ratio:
    """The geometric mean over 20 data sets."""
    logs = math.log(ratio) + rng.standard_normal(len(data_sets.SEEDS))
    return data_sets.averaged(logs, Leveled(error=level))


def worst(rng: np.random.Generator, level: float, ratio: float) -> Ratio:
    """The largest ratio of mean errors of 20 runs, where all data sets have the same."""
    means = {"DP-GD": ratio, "DP-HB": 1.0}
    found = {
        name: [mean * rng.chisquare(20, 20) / 20 for _ in data_sets.SEEDS]
        for name, mean in means.items()
    }
    pair = " / ".join(f"{name} (m=1, T=1, c=1)" for name in means)
    with mock.patch.object(data_sets, "finals", lambda cell, *_: found[cell.algorithm]):
        return data_sets.error_ratio_on_the_worst_data_set(pair, Leveled(error=level))


def shares(rng: np.random.Generator, level: float, ratio: float) -> Ratio:
    """Clopper's and Pearson's interval of a share."""
    context = Leveled(error=level, mode="quick", seed=int(rng.integers(2**31)))
    with mock.patch.object(practice, "decided", lambda _, rng: rng.random() < ratio):
        return practice.share_of_representable_batches("2 clipped", context)


def nothing(*_: object, **__: object) -> None:
    """No problem."""


def bounded(rng: np.random.Generator, level: float, ratio: float) -> Ratio:
    """Hoeffding's interval of a mean of numbers that are 0 or the largest."""
    cell = next(iter(nsgd.CELLS.values()))
    run: Any = SimpleNamespace(bound=cell.first / 2 / ratio, method=None, steps=1)
    draws = cell.first * rng.integers(0, 2, nsgd.DATA_SETS)
    found = (SimpleNamespace(mean_least=draw) for draw in draws)

    def following(*_: object, **__: object) -> Any:
        return next(found)

    with (
        mock.patch.object(nsgd, "PROBABILITY", level),
        mock.patch.object(nsgd, "tilted", nothing),
        mock.patch.object(nsgd, "descend", following),
    ):
        return nsgd.measured(cell, run)


def ordered(rng: np.random.Generator, level: float, ratio: float) -> Ratio:
    """The interval of a quantile by order statistics."""
    name = next(iter(grouped.CELLS))
    with mock.patch.object(grouped, "ERROR", level):
        cell = grouped.CELLS[name]
        values = tuple(sorted(rng.random(cell.runs).tolist()))
        with mock.patch.object(grouped, "norms", return_value=(values, values)):
            return grouped.over((1 - cell.failure) / ratio, name, Context())


def normal(n: int) -> Callable[[np.random.Generator], Any]:
    """Normal numbers."""
    return lambda rng: rng.standard_normal(n)


def skewed(n: int) -> Callable[[np.random.Generator], Any]:
    """Centred exponential numbers."""
    return lambda rng: rng.standard_exponential(n) - 1


PLANTED = (
    *(Planted(f"Student, {n} normal numbers", student(normal(n))) for n in (20, 26, 40)),
    Planted("Student, 20 data sets averaged", averaged),
    Planted("Clopper and Pearson", shares),
    Planted("Hoeffding", bounded),
    Planted("order statistics", ordered),
    Planted("normal, the worst of 20 data sets", worst, exact=False),
    *(Planted(f"Student, {n} exponential numbers", student(skewed(n)), False) for n in (20, 40)),
)


def decided(planted: Planted, word: str, level: float, cells: int, times: int) -> Counter[Outcome]:
    """What is found, so many times, where every cell's ratio is the largest that the word names."""
    rng = np.random.Generator(np.random.Philox(50))
    _, most = demanded(word)

    def drawn_ratio(_: str, __: Context) -> Ratio:
        return planted.draw(rng, level, most)

    said = behaves(word, [str(cell) for cell in range(cells)], drawn_ratio).build()
    return Counter(examine(said, said.assertion, Context()).outcome for _ in range(times))


def at_boundaries(times: int) -> int:
    """Print a line an interval, a level and a number of cells; the number of broken promises."""
    wrong = 0
    print(
        f"{'interval':<36}{'level':>7}{'cells':>6}{'promised':>10}{'refuted':>9}{'confirmed':>10}"
    )
    for planted in PLANTED:
        for level, cells in product(LEVELS, (1, 4)):
            n = times // cells
            # Half the level for each side; that all cells are confirmed is rarer.
            promised = min(1.0, cells * level / 2)
            refuted = decided(planted, "much less", level, cells, n)[Outcome.FAILS]
            confirmed = decided(planted, "less", level, cells, n)[Outcome.HOLDS]
            broken = max(refuted, confirmed) > stats.binom.isf(CERTAIN, n, promised)
            wrong += planted.exact and bool(broken)
            print(
                f"{planted.name:<36}{level:>7}{cells:>6}{n * promised:>10.0f}{refuted:>9}"
                f"{confirmed:>10}{'  more' * bool(broken)}",
                flush=True,
            )
    print(f"{wrong} promises broken; of each line {times} intervals were drawn for each word")
    return wrong


def main() -> int:
    """Print one of the tables; 1 where a row contradicts itself or a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.statistical_rows")
    parser.add_argument("--seeds", type=int, default=50, help="how many")
    parser.add_argument("--claim", default="", help="those whose id begins so")
    parser.add_argument("--planted", type=int, default=0, metavar="N", help="N intervals a line")
    arguments = parser.parse_args()
    if arguments.planted:
        return min(1, at_boundaries(arguments.planted))
    return min(1, under_seeds(arguments.claim, arguments.seeds))


if __name__ == "__main__":
    sys.exit(main())
