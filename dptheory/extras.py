"""What only some functions need: the modules of the package's extras, by name."""

import importlib
from typing import Any

# The extra that installs a module; see pyproject.toml.
EXTRAS = {
    "sklearn": "data",
    "mlxtend": "data",
    "dask": "distributed",
    "distributed": "distributed",
    "pandas": "frames",
    "jax": "bench",
    "autolyap": "bench",
}


class MissingExtra(ModuleNotFoundError):
    """A module of an extra that is not installed; the message says how to install it."""


def module(name: str) -> Any:
    """Import a module of an extra, such as ``sklearn.datasets``.

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        words = missing(error)
        if words is None:
            raise
        raise MissingExtra(words, name=error.name) from error


def missing(error: ModuleNotFoundError) -> str | None:
    """What to say of a module that was not found: its extra; None where it is of no extra."""
    if isinstance(error, MissingExtra):
        return str(error)
    name = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(name)
    if extra is None:
        return None
    return f"{name} needs the extra '{extra}': pip install 'dptheory[{extra}]'"
