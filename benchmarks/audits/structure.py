"""The house in numbers: ``python -m benchmarks.audits.structure [FOLDER]``.

Lines by room, lines a claim by what they are, floors and circles of the imports (those inside
functions included), names that one result's module takes from another's, the longest function and
the most parameters.
It reads the code and imports nothing of it, so that FOLDER may be another state of the project.
"""

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.audits.paper_lines import KINDS, kinds

PROJECT = ("dptheory", "verify", "figures", "benchmarks")
Graph = Mapping[str, set[str]]


def sources(root: Path) -> dict[str, str]:
    """The text of every module under version control, by its dotted name."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=root, capture_output=True, text=True, check=True
    )
    return {
        line.removesuffix(".py").removesuffix("/__init__").replace("/", "."): text
        for line in listed.stdout.split()
        if (text := (root / line).read_text(encoding="utf-8"))
    }


def room(module: str) -> str:
    """The room that a module stands in: a package of the engine, a paper's, or the whole."""
    parts = module.split(".")
    if parts[0] == "verify":
        return ".".join(parts[:2])
    return parts[0]


def imported(tree: ast.Module, modules: Mapping[str, str]) -> Iterator[str]:
    """The modules of the project that a module imports anywhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in modules else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def guarded(tree: ast.Module) -> ast.Module:
    """The tree without what only a type checker imports."""

    class Without(ast.NodeTransformer):
        def visit_If(self, node: ast.If) -> ast.AST:
            typing = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            return ast.Pass() if typing else self.generic_visit(node)

    found: ast.Module = Without().visit(tree)
    return found


def circles(graph: Graph) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = []
            while not component or component[-1] != node:
                component.append(stack.pop())
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def floors(graph: Graph) -> dict[str, int]:
    """The floor of every room: one above the highest that it imports; 0 inside a circle."""
    known: dict[str, int] = {}

    def floor(node: str, above: tuple[str, ...]) -> int:
        if node in above:
            return 0
        if node not in known:
            below = (floor(other, (*above, node)) for other in graph.get(node, ()))
            known[node] = 1 + max(below, default=0)
        return known[node]

    for node in graph:
        floor(node, ())
    return known


def functions(tree: ast.Module) -> Iterator[tuple[str, int, int]]:
    """Name, lines and parameters of every function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            a = node.args
            count = len(a.posonlyargs) + len(a.args) + len(a.kwonlyargs)
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1, count


def between_results(name: str, tree: ast.Module) -> int:
    """How many names a module of a result takes from another result's module."""
    if ".results." not in name:
        return 0
    return sum(
        len(node.names)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and ".results" in node.module
    )


def main(root: Path) -> None:
    """Print the table."""
    texts = sources(root)
    trees = {name: ast.parse(text) for name, text in texts.items()}
    lines: Counter[str] = Counter()
    for name, text in texts.items():
        lines[room(name)] += text.count("\n")
    for name, count in sorted(lines.items()):
        print(f"{name:24}{count:8}")
    print(f"{'all':24}{lines.total():8}")
    locked = (root / "ledger.lock").read_text(encoding="utf-8").splitlines()
    claims = sum(not line.startswith("#") for line in locked)
    print(f"{'lines a claim':24}{lines['verify.papers'] / claims:8.1f}")
    of_papers: Counter[str] = Counter()
    for name, tree in trees.items():
        if room(name) == "verify.papers":
            of_papers += kinds(tree, texts[name])
    for kind in KINDS:
        print(f"    {kind:20}{of_papers[kind] / claims:8.1f}{of_papers[kind]:8}")

    modules: dict[str, set[str]] = {}
    rooms: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        if name.split(".")[0] not in PROJECT:
            continue
        taken = {m for m in imported(guarded(tree), texts) if m in texts and m != name}
        modules[name] = taken
        rooms[room(name)] |= {room(m) for m in taken} - {room(name)}
    found = floors(rooms)
    print(f"{'floors':24}{max(found.values()):8}")
    for level in sorted(set(found.values()), reverse=True):
        print(f"    {level:2}  {', '.join(sorted(r for r in found if found[r] == level))}")
    loops = [*circles(modules), *circles(rooms)]
    print(f"{'circles':24}{len(loops):8}")
    for loop in loops:
        print(f"    {', '.join(loop)}")
    print(f"{'names between results':24}{sum(map(between_results, trees, trees.values())):8}")
    own = [
        (*row, name)
        for name, tree in trees.items()
        if name.split(".")[0] in PROJECT
        for row in functions(tree)
    ]
    longest = max(own, key=lambda row: row[1])
    most = max(own, key=lambda row: row[2])
    print(f"{'longest function':24}{longest[1]:8}  {longest[3]}.{longest[0]}")
    print(f"{'most parameters':24}{most[2]:8}  {most[3]}.{most[0]}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
