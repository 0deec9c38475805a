"""What the library returns cannot be changed afterwards: its public classes of data are frozen."""

import dataclasses
import importlib
import inspect
import pkgutil
from typing import Any

import pytest

PACKAGES = ("allocation", "bounds", "distributions", "gradients", "privacy")


def classes(package: str) -> dict[str, Any]:
    """The public data classes of a package, by name."""
    whole = importlib.import_module(f"dptheory.{package}")
    found = {}
    for info in pkgutil.walk_packages(whole.__path__, f"{whole.__name__}."):
        for name, value in inspect.getmembers(importlib.import_module(info.name), inspect.isclass):
            own = value.__module__ == info.name and not name.startswith("_")
            if own and dataclasses.is_dataclass(value):
                found[f"{info.name}.{name}"] = value
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_public_classes_of_data_are_frozen(package: str) -> None:
    found = classes(package)
    assert found
    assert [name for name, value in found.items() if not value.__dataclass_params__.frozen] == []
