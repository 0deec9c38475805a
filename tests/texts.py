"""Cases as data: Python expressions in a TOML file beside a test, and the names that they use."""

import linecache
from collections.abc import Mapping
from typing import Any


def read(text: Any, names: Mapping[str, Any]) -> Any:
    """What a text means among names, or each text of a list."""
    if isinstance(text, list):
        return [read(one, names) for one in text]
    # Functions in it have a source text, as those of a module have: their hashes follow it.
    linecache.cache[text] = (len(text), None, f"{text}\n".splitlines(keepends=True), text)
    return eval(compile(text, text, "eval"), dict(names))


def extended(names: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """The names and what each text calls by a new one; a text may use those before it."""
    known = dict(names)
    for name, text in texts.items():
        known[name] = read(text, known)
    return known
