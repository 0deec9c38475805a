"""One name for one thing: what signatures, records and commands say stands in the vocabulary."""

import argparse
import dataclasses
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dptheory import cli, renamed, vocabulary
from dptheory.commands.options import PART_OF
from dptheory.completion import below
from verify.site import reference

ROOT = Path(__file__).resolve().parents[1]
KNOWN = vocabulary.quantities()
OBJECTS = {
    f"{p.name}.{entry.name}": entry.object for p in reference.packages() for entry in p.entries
}
IDLE = ("self", "cls", "args", "kwargs", "values", "iterable")


def parameters(function: Any) -> list[str]:
    """The names of what a function takes."""
    return [name for name in inspect.signature(function).parameters if name not in IDLE]


def fields(holder: type) -> list[str]:
    """The names of a record's fields."""
    if dataclasses.is_dataclass(holder):
        return [f.name for f in dataclasses.fields(holder) if not f.name.startswith("_")]
    return list(getattr(holder, "_fields", ()))


def surface() -> Iterator[tuple[str, list[str]]]:
    """Every public function, method and record with its names."""
    for name, value in OBJECTS.items():
        if not inspect.isclass(value):
            if callable(value):
                yield name, parameters(value)
            continue
        yield name, fields(value)
        for key, member in vars(value).items():
            own = getattr(member, "__func__", member)
            if not key.startswith("_") and inspect.isfunction(own):
                yield f"{value.__name__}.{key}", parameters(own)


SURFACE = dict(surface())


def options() -> set[str]:
    """The options of all commands that are not one letter."""
    commands = list(below(cli.parser()).values())
    commands += [kind for command in commands for kind in below(command).values()]
    actions = [a for c in commands for a in c._actions if a.help != argparse.SUPPRESS]
    return {o for a in actions for o in a.option_strings if o.startswith("--")}


def test_names_of_signatures_and_records_stand_in_the_vocabulary() -> None:
    unknown = {k: [n for n in names if n not in KNOWN] for k, names in SURFACE.items()}
    assert {k: names for k, names in unknown.items() if names} == {}


def test_names_of_options_stand_in_the_vocabulary() -> None:
    assert [o for o in sorted(options()) if o[2:].replace("-", "_") not in KNOWN] == []
    assert sorted(PART_OF.keys() - KNOWN) == []


def test_there_are_at_most_77_names_of_options() -> None:
    assert len(options()) <= 77


def test_every_entry_is_used_and_says_what_it_is() -> None:
    used = {n for names in SURFACE.values() for n in names}
    used |= {o[2:].replace("-", "_") for o in options()} | PART_OF.keys()
    assert sorted(KNOWN.keys() - used) == []
    assert [q.name for q in KNOWN.values() if not q.help] == []


def test_the_page_is_the_table() -> None:
    assert (ROOT / "docs/vocabulary.md").read_text(encoding="utf-8") == vocabulary.page()


ROWS = [(old, new, holder) for old, new, had in renamed.ARGUMENTS for holder in had.split()]


@pytest.mark.parametrize(("old", "new", "holder"), ROWS)
def test_old_names_belong_to_what_has_the_new(old: str, new: str, holder: str) -> None:
    named = [n for k, n in SURFACE.items() if k == holder or k.endswith(f".{holder}")]
    named += [dir(value) for k, value in OBJECTS.items() if k.endswith(f".{holder}")]
    assert any(new in names and old not in names for names in named)


def test_the_changelog_names_old_and_new() -> None:
    said = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    pairs = {(old, new) for old, new, _ in renamed.ARGUMENTS} | set(renamed.OPTIONS.items())
    assert [f"`{old}` -> `{new}`" for old, new in pairs if f"`{old}` -> `{new}`" not in said] == []
    parts = {f"--{name.replace('_', '-')}" for name in PART_OF}
    assert [old for old in sorted(parts) if not re.search(rf"`{old}`[^;]* -> `--", said)] == []
