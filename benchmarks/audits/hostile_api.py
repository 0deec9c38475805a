"""The public API with bad arguments, by kind.

``python -m benchmarks.audits.hostile_api [--seed S] [--count N] [MODULE ...]``.

Every function, constructor and method that packages offer (:mod:`.surface`) is called N times with
arguments that Hypothesis draws, other ones for each seed: good and bad ones
(:mod:`.hostile_arguments`). A call may be answered, or refused by an ``ArgumentError`` of
the form ``<name> must be <range>. Found <value>.`` Everything else is shown and makes the command
fail: another exception, a warning, NaN out of finite arguments, and a call that takes more than
:data:`SECONDS` of the processors' time.
"""

import argparse
import faulthandler
import re
import resource
import signal
import sys
import types
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings

from benchmarks.audits.hostile_arguments import Pool, arguments
from benchmarks.audits.hostile_examples import Seen, seen
from benchmarks.audits.surface import offered, place
from dptheory import methods
from dptheory.argument_types import has_nan, is_unbounded
from dptheory.distributions import contour
from dptheory.errors import ArgumentError
from dptheory.gradients import grouping
from dptheory.optimizers import private
from dptheory.privacy.laplace import LaplaceSteps
from dptheory.problems import grouped, networks, nonconvex, robust
from dptheory.problems.logistic import Logistic
from dptheory.problems.quadratic import from_spectrum
from dptheory.problems.softmax import Softmax
from dptheory.ranges import told
from dptheory.tuning.problem import Problem

SECONDS, MEMORY = 60, 8 * 2**30
WAIT = 20 * SECONDS  # of the clock, on a machine with other work
# Entries that search for many seconds, and their calls.
LONG, FEW = {"dptheory.tuning.ranking.tune"}, 5
UNDEFINED = "refused where a formula ends"  # by the contract, not by a check of a range or a kind
GOOD = ("answered", "refused", UNDEFINED, "no such file")
MOST = 50  # records of one class in the pool
FORM = re.compile(r"must .*Found ", re.DOTALL)  # of a refusal
ONE_OF = re.compile(r"must be (?:one of )?([\w -]+(?:(?:, | or )[\w -]+)*)\. Found")


@dataclass(frozen=True)
class Entry:
    """A public function, class or method; holder is the class of a method, else None."""

    name: str
    call: Callable[..., Any]
    holder: type | None = None


class Hang(BaseException):
    """A call that takes too long."""


def entries(chosen: tuple[str, ...] = ()) -> Iterator[Entry]:
    """What packages offer, or that of some modules, under the names of where it is defined."""
    for value in offered():
        name = place(value)
        if chosen and not name.removeprefix("dptheory.").startswith(chosen):
            continue
        if not isinstance(value, type):
            yield Entry(name, value)
        elif "__init__" in vars(value):
            yield Entry(name, value)
            for method, function in vars(value).items():
                if not method.startswith("_") and isinstance(function, types.FunctionType):
                    yield Entry(f"{name}.{method}", function, value)


def examples() -> Pool:
    """Records whose fields must fit together: problems of dimension 3, with three groups."""
    plain = nonconvex.separable("cauchy", 3)
    kinds = [k % 3 for k in range(6)]
    features = np.arange(18.0).reshape(6, 3) / 10
    blocks = grouped.symmetric(np.ones(3), groups=3, n=4, deviation=0.1, seed=0)
    records = (
        nonconvex.tilted(plain, 4, tau0=0.1, tau1=0.1, seed=0),
        robust.with_outliers(6, 3, seed=0),
        blocks,
        grouping.uniform(blocks.layout, 3, 1.0),
        Logistic(features, np.array([1.0, -1.0] * 3), 0.1),
        Softmax(features, np.array(kinds), 3),
        networks.two_layer(features, np.array(kinds), hidden=2, classes=3),
        private.dp_sgd(0.1, 1.0, noise_multiplier=1.0, on="mean", unit="bound"),
        methods.gradient(0.1),
        contour.heavy(np.ones(2), np.ones(2)),
        LaplaceSteps(1.0, (1.0, 2.0), 10, 5),
        Problem(0.5, 1.0, 2, 100, 50, 1.0, 1.0, 1.0, 1.0, max_iterations=20),
        from_spectrum([1.0, 2.0, 3.0]),
    )
    return {type(record): [record] for record in records}


# Calls -------------------------------------------------------------------------------------------


def outcomes(entry: Entry, count: int, pool: Pool, known: Seen, start: int) -> dict[str, list[str]]:
    """The calls that had each outcome, so many in all; records answered with join the pool.

    Args:
        entry: is called.
        count: number of calls.
        pool: records by class.
        known: calls that were seen.
        start: the seed.
    """
    found: dict[str, list[str]] = {}
    words: list[str] = []

    @seed(f"{start} {entry.name}")
    @settings(
        max_examples=min(count, FEW) if entry.name in LONG else count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(arguments(entry.call, words, pool, entry.holder, known.get(entry.call, ())))
    def run(named: dict[str, Any]) -> None:
        if entry.holder is not None and named["self"] is None:
            return
        shown = ", ".join(f"{name} = {told(value)}" for name, value in named.items())
        outcome, answer = _outcome(entry.call, named)
        found.setdefault(outcome, []).append(shown)
        if outcome == "answered":
            _keep(answer, pool)
        elif listed := ONE_OF.search(answer):
            words.extend(set(re.split(", | or ", listed[1])) - set(words))

    run()
    return found


def _outcome(call: Callable[..., Any], named: dict[str, Any]) -> tuple[str, Any]:
    """The outcome of a call in words, and its answer or message."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    faulthandler.dump_traceback_later(WAIT, exit=True)  # compiled code hears no alarm
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            answer = call(**named)
    except Hang:
        return f"took more than {SECONDS} s", ""
    except Exception as error:
        message = str(error)
        if isinstance(error, OSError):
            return "no such file", message
        if isinstance(error, ArgumentError) and FORM.search(message):
            return (
                UNDEFINED if "arguments that it is defined for" in message else "refused",
                message,
            )
        return f"{type(error).__name__}: {' '.join(message.split())[:100]}", ""
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()
    if has_nan(answer) and not any(map(is_unbounded, named.values())):
        return "NaN", answer
    return "answered", answer


def _keep(answer: Any, pool: Pool) -> None:
    """Put a record, or those in a tuple, into the pool."""
    for record in (answer, *(answer if isinstance(answer, tuple) else ())):
        if type(record).__module__.startswith("dptheory") or isinstance(record, dict):
            kept = pool.setdefault(type(record), [])
            if len(kept) < MOST:
                kept.append(record)


def _hang(signal_number: int, frame: Any) -> None:
    raise Hang


def main(given_words: list[str] | None = None) -> int:
    """Call everything, print the counts by outcome and what is bad; 1 if anything is."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.audits.hostile_api", description=__doc__
    )
    parser.add_argument("--count", type=int, default=40, help="calls of every entry (default 40)")
    parser.add_argument("--seed", type=int, default=0, help="of the arguments (default 0)")
    parser.add_argument("modules", nargs="*", help="names without dptheory (default: all)")
    options = parser.parse_args(given_words)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _hang)
    pool = examples()
    everything = list(entries())
    packages = {name.partition(".")[0] for name in options.modules}
    known = seen((entry.call for entry in everything), tuple(packages))
    for calls in known.values():
        for named in calls:  # a constructor's own object may be one that it refuses
            _keep(tuple(value for name, value in named.items() if name != "self"), pool)
    chosen = [e for e in everything if e.name[9:].startswith(tuple(options.modules) or ("",))]
    counts: Counter[str] = Counter()
    bad = 0
    silent = []
    for entry in chosen:
        found = outcomes(entry, options.count, pool, known, options.seed)
        for outcome, calls in found.items():
            counts[outcome.partition(":")[0]] += len(calls)
            if outcome not in GOOD:
                bad += 1
                print(f"{entry.name}: {outcome} ({len(calls)})\n    {calls[0]}", flush=True)
        if "answered" not in found:
            silent.append(entry.name)
    print(f"{len(chosen)} entries, {sum(counts.values())} calls")
    for outcome, times in counts.most_common():
        print(f"{times:>8}  {outcome}")
    print(f"never answered: {', '.join(silent) or 'none'}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
