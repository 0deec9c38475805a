"""``python -m benchmarks.speed.work [SELECTOR ...]``: what checking claims spends its time on.

Every claim is checked once in this process, without finished records (``--stored``: with what
``verify/proofs`` holds), while the engine's functions below are wrapped: a second belongs to the
purpose that asked for it (a row) and to the innermost of the activities that were under way (a
column). Claims of one process share lemmas and points.
"""

import argparse
import importlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from verify.judgement.judge import run_claim
from verify.ledger import proofs
from verify.ledger.selection import chosen
from verify.methods.context import MODES, Context

# module, function: a purpose keeps what is called below it, an activity only its own time.
PURPOSES = {
    "statements": [("judge", "_judged")],
    "lemmas": [("judge", "_lemma")],
    "settings, edges": [
        ("judge", name) for name in ("failing_settings", "edge", "reachable", "empty", "misprint")
    ],
    "mutants: refuting": [("refuting", "Refuting.refutes")],
    "mutants: by the proof": [
        ("controls", name) for name in ("_through", "_accepted", "_by_method", "_of_proof")
    ],
    "controls by hand": [("judge", "_by_hand")],
}
ACTIVITIES = {
    "search": [("narrowing", "search"), ("examine", "search"), ("settings", "search")]
    + [("refuting", "search")],
    "provers": [("examine", "by_provers"), ("narrowing", "by_provers")],
    "obligations": [("obligations", "_obliged")],
    "derivations": [("examine", "_derived")],
    "leaves": [("examine", "leaf")],
    "the checker": [("reading", "accepts")],
    "escapes": [("exists", "_escape")],
}
METHODS = ("limit", "recompute", "words", "certify", "behave")
NUMBERS = ("Floats", "Exact", "Balls")


class Clock:
    """Seconds of the processor by purpose and activity."""

    def __init__(self) -> None:
        """Nothing is under way."""
        self.spent: Counter[tuple[str, str]] = Counter()
        self._purposes, self._activities = ["the rest"], ["other"]
        self._since = time.process_time()

    def settle(self) -> None:
        """Charge the time since the last change to what is under way."""
        now = time.process_time()
        # Of purposes the outermost counts: a lemma that a control asks for is the control's.
        purpose = self._purposes[:2][-1]
        self.spent[purpose, self._activities[-1]] += now - self._since
        self._since = now

    def wrapped(self, function: Callable[..., Any], stack: list[str], name: str) -> Any:
        """The function, which puts its name on a stack while it runs."""

        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            self.settle()
            stack.append(name)
            try:
                return function(*args, **kwargs)
            finally:
                self.settle()
                stack.pop()

        return timed

    def attach(self) -> None:
        """Wrap the engine's functions, for as long as the process lives."""
        for names, stack in ((PURPOSES, self._purposes), (ACTIVITIES, self._activities)):
            for name, places in names.items():
                for module, function in places:
                    self._replace(f"verify.judgement.{module}", function, stack, name)
        for module in METHODS:
            self._replace(f"verify.methods.{module}", "examine", self._activities, module)
        arithmetic = importlib.import_module("verify.formula.arithmetic")
        for name in NUMBERS:
            kind = getattr(arithmetic, name)
            kind.external = self.wrapped(kind.external, self._activities, "the library")

    def _replace(self, module: str, function: str, stack: list[str], name: str) -> None:
        owner: Any = importlib.import_module(module)
        *classes, function = function.split(".")
        for one in classes:
            owner = getattr(owner, one)
        setattr(owner, function, self.wrapped(getattr(owner, function), stack, name))


def table(spent: Counter[tuple[str, str]]) -> Iterable[str]:
    """Rows of purposes, columns of activities, dearest first."""
    rows, columns = Counter[str](), Counter[str]()
    for (row, column), seconds in spent.items():
        rows[row] += seconds
        columns[column] += seconds
    heads = [c for c, s in columns.most_common() if s >= 0.05]
    yield " ".join([" " * 22, *(f"{h:>12}" for h in (*heads, "all"))])
    for row, whole in rows.most_common():
        cells = [spent[row, head] for head in heads]
        yield " ".join([f"{row:22}", *(f"{s:12.1f}" for s in (*cells, whole))])
    yield " ".join(
        [f"{'all':22}", *(f"{columns[h]:12.1f}" for h in heads), f"{rows.total():12.1f}"]
    )


def main() -> int:
    """Check the claims and print where the seconds went."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.work")
    parser.add_argument("selectors", nargs="*", help="as of python -m verify")
    parser.add_argument("--mode", choices=MODES, default="standard")
    parser.add_argument("--stored", action="store_true", help="read verify/proofs first")
    parser.add_argument("--each", action="store_true", help="the three dearest cells of each claim")
    arguments = parser.parse_args()
    clock = Clock()
    clock.attach()
    context = Context(mode=arguments.mode)
    papers: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for entry in chosen(arguments.selectors):
        clock.settle()
        clock.spent.clear()
        place = proofs.place(entry)
        stored = proofs.read(place) if arguments.stored and place is not None else ()
        run_claim(entry.claim, context, *stored)
        clock.settle()
        papers[entry.claim.id.split("/")[0]] += clock.spent
        if arguments.each:
            cells = ", ".join(f"{a} / {b} {s:.1f}" for (a, b), s in clock.spent.most_common(3))
            print(f"{clock.spent.total():7.1f} s  {entry.claim.id}: {cells}", flush=True)
    for paper, spent in papers.items():
        print(f"\n{paper}", *table(spent), sep="\n")
    if len(papers) > 1:
        print("\nall", *table(sum(papers.values(), Counter())), sep="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
