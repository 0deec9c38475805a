"""The ledger on other machines, as far as one machine can play them: ``make elsewhere``.

A share of the claims is found anew in a process that sees other vector instructions, another BLAS
kernel, code compiled for a plain processor, other numbers of threads, another hash seed, locale and
time zone. What a verdict rests on must not follow any of these: verdicts, extents, grades and the
hashes of statements are compared one by one, and where one differs the status is 1. Of the rest
(instances that a search drew, means of simulations in their last digits) it is counted which
claims differ.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
# glibc chooses its exponentials and logarithms by these.
PLAIN_LIBRARY = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX512VL"
VERDICT = ("verdict", "extent", "strength")
# What takes its time or its path from the run, and no part of a result.
PASSING = ("seconds", "sources")


@dataclass(frozen=True)
class Place:
    """Another machine: what its variables of the environment say."""

    name: str
    variables: Mapping[str, str]


def places() -> tuple[Place, ...]:
    """The machines that this one can play; the first one is itself."""
    config: Any = np.show_config(mode="dicts")
    wide = config["SIMD Extensions"].get("found", [])
    return (
        Place("as it is", {}),
        Place("NumPy and glibc without wide vectors", _without(wide)),
        Place("compiled for a plain processor", {"NUMBA_CPU_NAME": "generic"}),
        Place("a BLAS of 2008", {"OPENBLAS_CORETYPE": "Nehalem"}),
        Place("four threads", {"OPENBLAS_NUM_THREADS": "4", "NUMBA_NUM_THREADS": "4"}),
        Place(
            "another hash seed, locale and time zone",
            {"PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Kathmandu"},
        ),
    )


def _without(features: list[str]) -> dict[str, str]:
    return {"NPY_DISABLE_CPU_FEATURES": " ".join(features), "GLIBC_TUNABLES": PLAIN_LIBRARY}


def found_at(place: Place, share: str) -> dict[str, Any]:
    """The claims of a share by their ids, found anew.

    Raises:
        RuntimeError: the ledger's run ends with an error of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ledger.json")
        command = ["-m", "verify", "--check", "--fresh", "--tenth", share, "--json", str(path)]
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"} | dict(place.variables)
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if not path.exists():
            raise RuntimeError(f"{place.name}: {done.stderr.strip()[-500:]}")
        return {claim["id"]: claim for claim in json.loads(path.read_text("utf-8"))["claims"]}


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
    share = parser.parse_args().share
    at_home, wrong = None, 0
    print(f"{'place':<42}{'claims':>7}{'verdicts':>10}{'records':>9}{'s':>7}")
    for place in places():
        start = time.perf_counter()
        claims = found_at(place, share)
        seconds = time.perf_counter() - start
        at_home = at_home or claims
        moved = [n for n in claims if verdicts(claims[n]) != verdicts(at_home[n])]
        other = [n for n in claims if not same(claims[n], at_home[n])]
        print(
            f"{place.name:<42}{len(claims):>7}{len(moved):>10}{len(other):>9}{seconds:>7.0f}",
            flush=True,
        )
        for name in sorted({*moved, *other}):
            print(f"    {'verdict' if name in moved else 'record'}: {name}")
        wrong += len(moved)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
