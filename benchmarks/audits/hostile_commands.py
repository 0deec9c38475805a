"""Command lines that are made to break.

``python -m benchmarks.audits.hostile_commands [--seed S] [--count N] [PROGRAM ...]``.

Command lines of every subcommand, of ``python -m verify``, ``python -m figures`` and the kernel,
valid but for one or two things: a number that is none or far too large, a file that is a folder, a
device or binary, an option that is unknown, given twice, or without its value. The options are
asked of the parsers themselves. Each line runs in a process and a folder of its own, with 60
seconds of a processor (and ten minutes of the clock, on a machine with other work) and 8 GB.

A line may be answered (status 0; of the kernel and ``verify`` also 1), or refused: status 2,
nothing printed, and one line of at most 1000 characters on the standard error, which names the
argument. Everything else is shown, and makes the command fail: a traceback, other words, NaN in an
answer, a file left behind, a process that was killed, and one that took a minute without having
said on the standard error that it takes long.
"""

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.audits.hostile_lines import ROOT, Line, lines, names, start_of
from benchmarks.audits.hostile_values import BASES, prepare

SECONDS, WAIT, MEMORY, LONGEST = 60, 600, 8 * 2**30, 1000
GOOD = ("answered", "refused", "announced")
ANNOUNCED = re.compile(r"^.*(take about|takes longer than) .*$", re.MULTILINE)
NOT_A_NUMBER = re.compile(r"(?<![\w-])[+-]?(nan|inf|infinity)(?![\w/-])", re.IGNORECASE)


@dataclass(frozen=True)
class Outcome:
    """What became of a line: a word, the exit status, seconds, and what it printed."""

    line: Line
    word: str
    status: int
    seconds: float
    out: str
    error: str


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(line: Line, template: Path) -> Outcome:
    """Run a line in a copy of the prepared folder, and say what became of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "folder"
        shutil.copytree(template, folder, symlinks=True)
        os.mkfifo(folder / "pipe")
        before = set(folder.rglob("*"))
        start = time.perf_counter()
        with (Path(name) / "out").open("w+b") as out, (Path(name) / "err").open("w+b") as err:
            with Path("/dev/full").open("wb") as full:
                process = subprocess.Popen(
                    [*start_of(line.program), *map(os.fsencode, line.words)],
                    cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)},
                    stdin=subprocess.DEVNULL, stdout=full if line.full else out, stderr=err,
                    preexec_fn=_limit, start_new_session=True,
                )  # fmt: skip
            try:
                status = process.wait(WAIT)
                status = 124 if status == -signal.SIGXCPU else status
            except subprocess.TimeoutExpired:
                status = 124
                os.killpg(process.pid, 9)
                process.wait()
            out.seek(0)
            err.seek(0)
            texts = [stream.read().decode(errors="replace") for stream in (out, err)]
        left = [p for p in set(folder.rglob("*")) - before if _remnant(p)] if status != 124 else []
        seconds = time.perf_counter() - start
        word = "remnant" if left else word_of(line, status, *texts)
        return Outcome(line, word, status, seconds, *texts)


def _remnant(path: Path) -> bool:
    """Whether a new file is half of something: a temporary one, or an empty one."""
    if not path.is_file() or path.name == ".lock" or "__pycache__" in path.parts:
        return False
    return path.name.startswith(".") or path.stat().st_size == 0


def word_of(line: Line, status: int, out: str, error: str) -> str:
    """What a line's end is called."""
    said = ANNOUNCED.sub("", error).strip().splitlines()
    if "Traceback" in error:
        return "traceback"
    if status == 124:
        return "announced" if ANNOUNCED.search(error) else "hang"
    if status < 0 or status not in (0, 1, 2):
        return "killed"
    kernel = line.program == "kernel"
    if status == 2:
        # The kernel says a line a file, and the file's name as it was given.
        short = kernel or all(len(text) <= LONGEST for text in said)
        named = any(name in error for name in names(line.program))
        alone = len(said) == 1 and not out
        return "refused" if short and named and (alone or kernel) else "badly refused"
    if status == 1 and line.program not in ("kernel", "verify"):
        return "internal error"
    if ANNOUNCED.sub("", error).strip():
        return "answered with other words"
    return "not a number" if NOT_A_NUMBER.search(out) else "answered"


def _show(outcome: Outcome) -> None:
    """A line, what became of it, and the end of what it said."""
    head = f"{outcome.word}, status {outcome.status}, {outcome.seconds:.1f} s"
    print(f"{head}: {str(outcome.line)[:500]}", flush=True)
    for text in (outcome.error or outcome.out).splitlines()[-3:]:
        print(f"    {text[:300]}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the lines, print the counts and every line that failed; 1 if there was one."""
    p = argparse.ArgumentParser(prog="python -m benchmarks.audits.hostile_commands")
    p.add_argument("--seed", type=int, default=0, help="of the lines (default 0)")
    p.add_argument("--count", type=int, default=300, help="number of lines (default 300)")
    p.add_argument("--jobs", type=int, default=2, help="lines at a time (default 2)")
    p.add_argument("--all", action="store_true", help="print every line with its outcome")
    p.add_argument("programs", nargs="*", metavar="PROGRAM", help="whose lines (default all)")
    arguments = p.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        template = Path(name) / "template"
        prepare(template, ROOT)
        chosen = lines(arguments.seed, arguments.count, arguments.programs or list(BASES))
        with ThreadPoolExecutor(arguments.jobs) as pool:
            outcomes = []
            for outcome in pool.map(partial(run, template=template), chosen):
                outcomes.append(outcome)
                if arguments.all or outcome.word not in GOOD:
                    _show(outcome)
    bad = [o for o in outcomes if o.word not in GOOD]
    counts = Counter(o.word for o in outcomes)
    print(", ".join(f"{number} {word}" for word, number in counts.most_common()))
    longest = max(outcomes, key=lambda o: o.seconds)
    print(f"{len(outcomes)} lines, seed {arguments.seed}: {len(bad)} failed")
    print(f"longest {longest.seconds:.1f} s: {longest.line}")
    return int(bool(bad))


if __name__ == "__main__":
    raise SystemExit(main())
