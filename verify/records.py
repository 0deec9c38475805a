"""JSON forms of the project's numbers, and files that are written whole or not at all."""

import math
import os
import tempfile
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from pathlib import Path
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


def write_atomically(path: Path, text: str) -> None:
    """Write a file by renaming a finished temporary one in the same folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
