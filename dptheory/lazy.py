"""The public names of a package, each imported when it is first asked for (PEP 562).

A package lists its names in ``__all__`` and imports them under ``if TYPE_CHECKING:``, where type
checkers and editors read them. The same lines say where a name is defined when the program runs, so
that ``import dptheory`` loads nothing numerical.
"""

import ast
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from dptheory.renamed import OFFERED, warn


def lazily(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and the ``__dir__`` of a package.

    Args:
        package: its ``__name__``; it has ``__all__`` and imports these names, or modules of its
            own, under ``if TYPE_CHECKING:``.
    """
    holder = sys.modules[package]

    @cache
    def origins() -> dict[str, str]:
        """The module that every name is imported from."""
        tree = ast.parse(Path(str(holder.__file__)).read_text(encoding="utf-8"))
        lines = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        return {alias.name: str(line.module) for line in lines for alias in line.names}

    def get(name: str) -> Any:
        new = OFFERED.get(package, {}).get(name)
        if new is not None:
            warn(f"{package}.{name}", new)
            place, _, name = new.rpartition(".")
            return getattr(import_module(place), name)
        if name not in holder.__all__:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        origin = origins()[name]
        if origin == package:
            return import_module(f"{package}.{name}")
        found = getattr(import_module(origin), name)
        setattr(holder, name, found)
        return found

    return get, lambda: sorted(holder.__all__)
