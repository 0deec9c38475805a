"""sympy, imported when something of it is first asked for: half a second that most claims save."""

import importlib
from typing import Any


class _Late:
    """A module that is imported by the first question for one of its names."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(importlib.import_module(self._name), name)
        setattr(self, name, found)
        return found


sympy: Any = _Late("sympy")
