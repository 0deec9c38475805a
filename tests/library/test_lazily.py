"""The public names of the packages: listed once, found, light."""

import ast
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import pytest

import dptheory

PACKAGES = ["dptheory"] + [
    found.name
    for found in pkgutil.walk_packages(dptheory.__path__, "dptheory.")
    if found.ispkg and found.name != "dptheory.commands"
]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_offers_what_it_lists(name: str) -> None:
    package = importlib.import_module(name)
    tree = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8"))
    lines = [line for line in ast.walk(tree) if isinstance(line, ast.ImportFrom)]
    imported = {alias.name for line in lines for alias in line.names}
    assert len(package.__all__) == len(set(package.__all__))
    assert imported - {"TYPE_CHECKING", "lazily"} == set(package.__all__)
    assert sorted(package.__all__) == dir(package)
    modules = {found.name for found in pkgutil.iter_modules(package.__path__)}
    for public in package.__all__:
        # A function named like a module of its package would be hidden by it.
        assert isinstance(getattr(package, public), ModuleType) == (public in modules)
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'rats'"):
        _ = package.rats


def test_a_package_loads_nothing_numerical_before_it_is_asked(python, root) -> None:
    words = f"import sys, {', '.join(PACKAGES)}; print('numpy' in sys.modules)"
    words += "; from dptheory.lyapunov import rate; print('numpy' in sys.modules)"
    assert python("-c", words, cwd=root).stdout.split() == ["False", "True"]
