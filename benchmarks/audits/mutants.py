"""Random changes of the judge, the derivations, the checkers and the bounds, in copies.

One at a time in each.

    python -m benchmarks.audits.mutants --count 300 --seed 1 [--only WORD] [--jobs 2]

draws so many changes, the same for a seed as long as the code stays, and runs the nearest tests of
each to their first failure: a change that none of them notices is a survivor. What is known from an
earlier run of the same change and tests is kept under ``build/mutants`` and not run again. The
table counts the changes by module and lists the survivors.
"""

import argparse
import ast
import copy
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[2]
NOT_COPIED = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.egg-info")
KEPT = ROOT / "build" / "mutants"
LONGEST = 240.0  # seconds of one run: a change may make a loop endless
STOPPED = "tests/soundness/test_guards.py::test_a_guard_stops_its_statement"
PROOFS = "tests/checker/test_proofs.py"  # the quickest of its folder
METHODS = "tests/verification/methods"
DERIVE, LAWS = f"{METHODS}/test_derive.py", f"{METHODS}/test_laws.py"
VERDICT, QUOTES, JUDGING = (
    f"tests/verification/test_{name}.py" for name in ("verdict", "quotes", "judging")
)
# What the judge says of proofs: by routes of their own, and with a step left out.
SHOWN = ("tests/soundness/test_no_formula.py", "tests/verification/test_proof_mutants.py")
KERNEL = tuple(
    f"tests/verification/test_kernel{part}.py"
    for part in ("", "_interpolation", "_representability")
)
REFUSED, FROZEN = "tests/library/test_refused_calls.py", "tests/library/test_frozen.py"
# Folders or files, and the tests that are nearest to them; the first that fits counts.
NEAREST: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("verify/judgement/verdict.py", (VERDICT, STOPPED)),
    ("verify/judgement/repairs.py", (STOPPED, "tests/soundness/test_repairs.py")),
    ("verify/judgement/quotes.py", (QUOTES, STOPPED)),
    ("verify/judgement", (JUDGING, STOPPED, f"{METHODS}/test_examine.py", VERDICT, QUOTES, *SHOWN)),
    ("verify/methods/gram.py", (f"{METHODS}/test_gram.py", STOPPED)),
    ("verify/methods/limit.py", (f"{METHODS}/test_limit.py", STOPPED)),
    ("verify/methods/derivation", (DERIVE, f"{METHODS}/test_earned.py", LAWS, STOPPED)),
    ("verify/kernel.py", (*KERNEL, "tests/library/distributions/test_worst_law.py")),
    ("verify/checker", (PROOFS, "tests/checker", "tests/verification/test_checked_links.py")),
    ("dptheory/bounds", ("tests/library/bounds", REFUSED, FROZEN)),
    ("dptheory/distributions", ("tests/library/distributions", REFUSED, FROZEN)),
    ("dptheory/gradients", ("tests/library/gradients", REFUSED, FROZEN)),
    ("dptheory/allocation", ("tests/library/allocation", REFUSED, FROZEN)),
)
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A change of one expression or statement.

    Attributes:
        path: of the file, from the root. start, end: the bytes of the old text in it.
        old, new: the text and what replaces it. line: where it starts.
    """

    path: str
    start: int
    end: int
    old: str
    new: str
    line: int

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}: {old[:90]} -> {new[:90]}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may become: another comparison, sign, connective or number; no refusal."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield _with(node, ops=[COMPARISONS[type(node.ops[0])]()])
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        yield _with(node, op=OPERATIONS[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        for place, _ in enumerate(node.values):
            rest = node.values[:place] + node.values[place + 1 :]
            yield _with(node, values=rest) if len(rest) > 1 else rest[0]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Raise):
        yield ast.Pass()
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def mutants(path: str) -> list[Mutant]:
    """Every change of a file, in its order."""
    text = (ROOT / path).read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in _nodes(ast.parse(text)):
        for changed in changes(node):
            start, end = (
                starts[getattr(node, f"{prefix}lineno") - 1] + getattr(node, f"{prefix}col_offset")
                for prefix in ("", "end_")
            )
            new = ast.unparse(changed)
            new = new if isinstance(node, ast.stmt | ast.Constant) else f"({new})"
            old = text[start:end].decode("utf-8")
            found.append(Mutant(path, start, end, old, new, getattr(node, "lineno", 0)))
    return sorted(found, key=lambda m: (m.start, m.end, m.new))


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree whose places are known, which those inside texts with fields are not."""
    yield node
    if not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            yield from _nodes(child)


def nearest(path: str) -> tuple[str, ...]:
    """The tests nearest to a file; none where there are none listed."""
    return next((tests for room, tests in NEAREST if path.startswith(room)), ())


def drawn(count: int, seed: int, only: str = "") -> list[Mutant]:
    """Changes from the files that have nearest tests: first a file, then one of its changes."""
    rooms = dict.fromkeys(room for room, _ in NEAREST)
    paths = [
        str(file.relative_to(ROOT))
        for room in rooms
        for file in ([ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py")))
    ]
    every = {p: found for p in dict.fromkeys(paths) if only in p and (found := mutants(p))}
    generator = random.Random(seed)
    # A file as often as it has lines that may change, so that no short one weighs more.
    pool = [mutant for found in every.values() for mutant in found]
    return generator.sample(pool, min(count, len(pool)))


def environment(tree: Path) -> dict[str, str]:
    """Where a run finds the copy; compiled modules of one size and second would hide a change."""
    return os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}


def outcome(tree: Path, mutant: Mutant) -> str:
    """``noticed``, ``survived`` or ``endless``: what the nearest tests say of a change."""
    path = tree / mutant.path
    before = path.read_bytes()
    path.write_bytes(before[: mutant.start] + mutant.new.encode() + before[mutant.end :])
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*words, *nearest(mutant.path)],
            cwd=tree, env=environment(tree), capture_output=True, check=False, timeout=LONGEST,
        )  # fmt: skip
        return "noticed" if done.returncode else "survived"
    except subprocess.TimeoutExpired:
        return "endless"
    finally:
        path.write_bytes(before)


def _key(mutant: Mutant) -> str:
    """What an outcome depends on: the file, the change, and the tests' text."""
    folders = [ROOT / test.partition("::")[0] for test in nearest(mutant.path)]
    # Many tests are rows of a file beside them, a table or a module.
    beside = [p if p.is_dir() else p.parent for p in folders]
    found = {f for p in beside for kind in ("*.toml", "*.py") for f in p.rglob(kind)}
    rows = {f for f in found if not f.name.startswith("test_")}
    files = [f for p in folders for f in ([p] if p.is_file() else sorted(p.rglob("*.py")))]
    files += sorted(rows)
    parts = [(ROOT / mutant.path).read_bytes(), str(mutant).encode(), str(mutant.start).encode()]
    return hashlib.sha256(b"\0".join(parts + [f.read_bytes() for f in files])).hexdigest()[:24]


def known(tree: Path, mutant: Mutant) -> str:
    """The outcome of a change, from an earlier run where there was one."""
    place = KEPT / f"{_key(mutant)}.json"
    if place.exists():
        return str(json.loads(place.read_text(encoding="utf-8"))["outcome"])
    found = outcome(tree, mutant)
    KEPT.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps({"mutant": str(mutant), "outcome": found}), encoding="utf-8")
    return found


def table(outcomes: dict[Mutant, str]) -> Iterator[str]:
    """Counts by file, and the survivors."""
    yield "| file | changes | noticed | endless | survived |"
    yield "|---|---:|---:|---:|---:|"
    for path in sorted({m.path for m in outcomes}):
        here = [o for m, o in outcomes.items() if m.path == path]
        counts = " | ".join(str(here.count(word)) for word in ("noticed", "endless", "survived"))
        yield f"| `{path}` | {len(here)} | {counts} |"
    yield ""
    yield from (f"- `{m}`" for m, o in outcomes.items() if o == "survived")


def main() -> int:
    """Draw, run, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=300, help="how many changes (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default 1)")
    parser.add_argument("--only", default="", help="files whose path contains this word")
    parser.add_argument("--jobs", type=int, default=2, help="runs at once (default 2)")
    asked = parser.parse_args()
    changed = drawn(asked.count, asked.seed, asked.only)
    trees: SimpleQueue[Path] = SimpleQueue()

    def seen(mutant: Mutant) -> str:
        tree = trees.get()
        try:
            found = known(tree, mutant)
        finally:
            trees.put(tree)
        print(f"{found:8} {mutant}", file=sys.stderr, flush=True)
        return found

    with ExitStack() as folders, ThreadPoolExecutor(asked.jobs) as pool:
        for _ in range(asked.jobs):
            tree = Path(folders.enter_context(tempfile.TemporaryDirectory())) / "tree"
            shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
            trees.put(tree)
        outcomes = dict(zip(changed, pool.map(seen, changed), strict=True))
    print("\n".join(table(outcomes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
