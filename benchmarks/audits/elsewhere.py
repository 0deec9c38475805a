"""The ledger on other machines, as far as one machine can play them: ``make elsewhere``.

A sample of the claims is found anew in a process that sees other vector instructions, another BLAS
kernel, code compiled for a plain processor, other numbers of threads, another hash seed, locale and
time zone, the oldest and the newest libraries, and other releases of Python. What a verdict rests
on must not follow any of these: verdicts, extents, grades and the hashes of statements are compared
one by one, and where one differs the status is 1. Of the rest (instances that a search drew, means
of simulations in their last digits) it is counted which claims differ. Of the random streams the
words must be the same, and the draws to a few units in the last place.

A place found before, by the same code, is not found again (``build/elsewhere``).
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import verify
from benchmarks.audits.other_libraries import Absent, Libraries, installed, locales
from dptheory.cluster import code_of
from dptheory.simulation.streams import LAWS, batches, draws
from verify.ledger import costs, selection

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "elsewhere"
# glibc chooses its exponentials and logarithms by these.
PLAIN_LIBRARY = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX512VL"
# Logarithms and cosines of another processor differ by this much at most.
MOST_UNITS = 100
VERDICT = ("verdict", "extent", "strength")
TURKISH = {"LOCPATH": str(FOLDER / "locales"), "LC_ALL": "tr_TR.UTF-8"}
# What takes its time or its path from the run, and no part of a result.
PASSING = ("seconds", "sources")


@dataclass(frozen=True)
class Place:
    """Another machine: what its variables of the environment say, and its Python."""

    name: str
    variables: Mapping[str, str]
    libraries: Libraries | None = None

    @property
    def path(self) -> Path:
        """Where what was found there is kept; by the name and the code."""
        return FOLDER / code_of(verify.__name__) / re.sub(r"\W+", "-", self.name)


def places() -> tuple[Place, ...]:
    """The machines that this one can play; the first one is itself."""
    config: Any = np.show_config(mode="dicts")
    wide = config["SIMD Extensions"].get("found", [])
    return (
        Place("as it is", {}),
        Place("NumPy and glibc without wide vectors", _without(wide)),
        Place("compiled for a plain processor", {"NUMBA_CPU_NAME": "generic"}),
        Place("a BLAS of 2008", {"OPENBLAS_CORETYPE": "Nehalem"}),
        Place("a BLAS of 2017", {"OPENBLAS_CORETYPE": "SkylakeX"}),
        Place("four threads", {"OPENBLAS_NUM_THREADS": "4", "NUMBA_NUM_THREADS": "4"}),
        Place(
            "another hash seed, locale and time zone",
            {"PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Kathmandu"},
        ),
        Place(
            "one thread, a Turkish locale",
            {"NUMBA_NUM_THREADS": "1", "PYTHONHASHSEED": "50", **TURKISH},
        ),
        *(
            Place(f"Python {each.python}, {each.versions} libraries", {}, each)
            for each in (
                Libraries("3.11", "oldest"),
                Libraries("3.12", "our"),
                Libraries("3.13", "newest"),
            )
        ),
    )


def _without(features: list[str]) -> dict[str, str]:
    return {"NPY_DISABLE_CPU_FEATURES": " ".join(features), "GLIBC_TUNABLES": PLAIN_LIBRARY}


def sample(share: str, most: float) -> list[str]:
    """The claims of a tenth that cost at most so many seconds."""
    entries = selection.tenth(selection.all_entries(), share)
    return [e.claim.id for e in entries if costs.of(e.claim.id) <= most]


def found_at(place: Place, share: str, most: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """The claims of a sample by their ids, found anew, and draws of every stream.

    Raises:
        Absent: this machine cannot play the place.
        RuntimeError: the ledger's run ends with an error of its own.
    """
    python = Path(sys.executable)
    if "LOCPATH" in place.variables:
        locales(FOLDER / "locales", "tr_TR.UTF-8")
    if place.libraries:
        python = installed(place.libraries, FOLDER)
    place.path.mkdir(parents=True, exist_ok=True)
    records, streams = place.path / f"{share}-{most:g}.json", place.path / "draws.npz"
    claims = sample(share, most)
    for path, command in (
        (records, ("verify", *claims, "--check", "--fresh", "--json", str(records))),
        (streams, ("benchmarks.audits.elsewhere", "--draws", str(streams))),
    ):
        if path.exists():
            continue
        done = subprocess.run(
            [python, "-m", *command],
            cwd=ROOT,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"} | dict(place.variables),
            capture_output=True,
            text=True,
            check=False,
        )
        if not path.exists():
            raise RuntimeError(f"{place.name}: {done.stderr.strip()[-500:]}")
    found = json.loads(records.read_text("utf-8"))["claims"]
    return {claim["id"]: claim for claim in found}, dict(np.load(streams))


def drawn() -> dict[str, Any]:
    """Draws of every stream: 4 runs of 3 iterations."""
    where: Any = {"seed": 50, "runs": range(4), "iterations": (0, 1, 10**6)}
    found: dict[str, Any] = {law: draws(law, **where, dimension=5001) for law in LAWS}
    return found | {"batches": batches(**where, n=1000, batch_size=99)}


def apart(first: Mapping[str, Any], second: Mapping[str, Any]) -> float:
    """By how many units in the last place draws differ; infinite where words do."""
    if any(not np.array_equal(first[name], second[name]) for name in ("uniform", "batches")):
        return float("inf")
    return max(
        float((np.abs(first[law] - second[law]) / np.spacing(np.abs(second[law]))).max())
        for law in LAWS
    )


def verdicts(claim: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a verdict rests on: it, its extent, its grades, and the hashes of its statements."""
    of_parts = [[part[name] for name in ("name", "verdict", "extent")] for part in claim["parts"]]
    return tuple(claim[name] for name in VERDICT), of_parts, list(_under("hash", claim))


def _under(name: str, value: Any) -> Iterator[Any]:
    """All values of a key, however deep they stand."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key == name:
                yield part
            yield from _under(name, part)
    elif isinstance(value, list):
        for part in value:
            yield from _under(name, part)


def same(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two records are one but for what passes."""
    return _kept(first) == _kept(second)


def _kept(claim: Mapping[str, Any]) -> str:
    text = json.dumps({k: v for k, v in claim.items() if k not in PASSING}, sort_keys=True)
    return re.sub(r'"seconds": [-+.e\d]+', "", text)


def main() -> int:
    """Print a row a place; 1 where a verdict follows the place."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.elsewhere")
    parser.add_argument("--share", default="first", help="which tenth of the claims (any text)")
    parser.add_argument("--most", type=float, default=math.inf, help="seconds a claim may cost")
    parser.add_argument("--only", default="", help="the places with this text in their names")
    parser.add_argument("--draws", metavar="FILE", help="write draws of all streams, and no table")
    arguments = parser.parse_args()
    if arguments.draws:
        np.savez(arguments.draws, **drawn())
        return 0
    home, *others = places()
    wrong = 0
    print(f"{'place':<42}{'claims':>7}{'verdicts':>10}{'records':>9}{'ulp':>6}{'s':>7}")
    for place in (home, *(place for place in others if arguments.only in place.name)):
        start = time.perf_counter()
        try:
            claims, streams = found_at(place, arguments.share, arguments.most)
        except Absent as reason:
            print(f"{place.name:<42}    {reason}", flush=True)
            continue
        seconds = time.perf_counter() - start
        if place is home:
            at_home, ours = claims, streams
        moved = [n for n in claims if verdicts(claims[n]) != verdicts(at_home[n])]
        other = [n for n in claims if not same(claims[n], at_home[n])]
        units = apart(streams, ours)
        print(
            f"{place.name:<42}{len(claims):>7}{len(moved):>10}{len(other):>9}{units:>6.0f}"
            f"{seconds:>7.0f}",
            flush=True,
        )
        for name in sorted({*moved, *other}):
            print(f"    {'verdict' if name in moved else 'record'}: {name}")
        wrong += len(moved) + (units > MOST_UNITS)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
