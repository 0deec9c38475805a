"""What the packages offer is used by more than its own tests and the pages about it."""

import ast
import inspect
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import dptheory
from benchmarks.audits import surface
from verify.site import reference

ROOT = Path(__file__).parents[2]
ROOMS = ("dptheory", "verify", "figures", "benchmarks", "examples")
# Used by readers alone, and why each is kept.
UNUSED = {
    "dptheory.lyapunov.constants.constant_curve": "what best_constant chooses from, by rates",
    "dptheory.privacy.accounting.laplace_delta": "the inverse of laplace_epsilon",
    "dptheory.privacy.final_iterate.final_iterate_delta": "the lower limit in docs/privacy.md",
}


@cache
def found(dotted: str) -> Any:
    """The module, function or class of a dotted name, without wrappers; None for anything else."""
    try:
        value = inspect.unwrap(pkgutil.resolve_name(dotted))
    except (AttributeError, ImportError, ValueError):
        return None
    return value if inspect.ismodule(value) or hasattr(value, "__qualname__") else None


class Names(ast.NodeVisitor):
    """The names of the library that a file uses outside their own definitions."""

    def __init__(self, path: Path) -> None:
        self.module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        self.used: set[str] = set()
        self.inside: list[str] = []
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        own = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        named |= {name: f"{self.module}.{name}" for name in own}
        self.meant = {name: of for name, of in named.items() if of.startswith("dptheory.")}
        values = map(found, self.meant.values())
        self.modules = [value.__name__ for value in values if inspect.ismodule(value)]
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.inside.append(f"{self.module}.{node.name}")
        self.generic_visit(node)
        self.inside.pop()

    def visit_Name(self, node: ast.Name) -> None:
        self._use(self.meant.get(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id in self.meant:
            self._use(f"{self.meant[node.value.id]}.{node.attr}")
        else:  # of a module that a variable stands for
            self.used |= {f"{module}.{node.attr}" for module in self.modules}
        self.generic_visit(node)

    def _use(self, dotted: str | None) -> None:
        value = found(dotted) if dotted else None
        if value is not None and dotted not in self.inside and not inspect.ismodule(value):
            self.used.add(f"{value.__module__}.{value.__qualname__}")


@pytest.fixture(scope="module")
def used() -> set[str]:
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return set().union(*(Names(path).used for path in paths))


def offered() -> dict[str, str]:
    """The functions that packages offer: where each is defined, and its module.

    Those at the top of the package are the readers' own door, with an example each.
    """
    door = [getattr(dptheory, name) for name in dptheory.__all__]
    values = [e.object for p in reference.packages() for e in p.entries if e.object not in door]
    functions = [inspect.unwrap(value) for value in values if inspect.isfunction(value)]
    return {f"{f.__module__}.{f.__qualname__}": f.__module__ for f in functions}


def test_every_offered_function_is_used(used: set[str]) -> None:
    unused = {name: module for name, module in offered().items() if name not in used}
    told = {name: {name, module} & UNUSED.keys() for name, module in unused.items()}
    assert [name for name, reasons in told.items() if not reasons] == []
    assert set().union(*told.values()) == UNUSED.keys()
    assert len(UNUSED) <= 3


def test_callers_write_at_most_150_names() -> None:
    assert len(surface.names()[0]) <= 150
