"""JSON forms of the project's numbers."""

import math
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any


def jsonable(value: Any) -> Any:
    """A JSON value: rationals as strings, non-finite numbers as null."""
    if isinstance(value, Mapping):
        return {str(k): jsonable(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(v) for v in value]
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "item") and type(value).__module__ == "numpy":
        return jsonable(value.item() if value.ndim == 0 else value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return str(value)
