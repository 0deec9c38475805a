"""The commands that pages name can be called: modules, files, targets, options, figures."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from dptheory.cli import parser
from dptheory.completion import below

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.M | re.S)
CODE = re.compile(r"`([^`]+)`")
OURS = ("python", "dptheory", "make", "pytest")
COMMANDS = below(parser())
CATALOGUE = tomllib.loads((ROOT / "figures" / "catalogue.toml").read_text(encoding="utf-8"))
# What several commands take: schedulers.
SHARED = (ROOT / "dptheory" / "cluster.py",)
# And the folder of a paper that a page makes.
FIGURES = {"my_paper", *(shown["name"] for shown in CATALOGUE["shown"])}


def commands(page: Path) -> Iterator[list[str]]:
    """The words of each command of ours: in the text, and in blocks without what they print."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in BLOCK.findall(text) for line in block.splitlines()]
    spans = [" ".join(span.split()) for span in CODE.findall(BLOCK.sub("", text))]
    for line in (*lines, *spans):
        for part in line.removeprefix("$ ").split("&&"):
            if part.strip().startswith(tuple(f"{word} " for word in OURS)):
                yield shlex.split(part, comments=True)


def options(words: list[str]) -> list[str]:
    return [word.partition("=")[0] for word in words if word.startswith("--")]


def text_of(module: str) -> str:
    """The source of what ``python -m`` runs, with that of its package."""
    spec = find_spec(module)
    assert spec is not None, module
    assert spec.origin is not None
    path = Path(spec.origin)
    inside = path.parent.glob("*.py") if path.name == "__init__.py" else [path]
    return "\n".join(file.read_text(encoding="utf-8") for file in (*inside, *SHARED))


def wrong(words: list[str]) -> Iterator[str]:
    """What of a command there is not."""
    first, *rest = words
    if first == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
        yield from (word for word in rest if word not in targets)
    elif first == "dptheory":
        known = COMMANDS.get(rest[0])
        if known is not None and (kinds := below(known)) and len(rest) > 1:
            known = kinds.get(rest[1])
        if known is None:
            yield from (word for word in rest[:1] if word not in ("--completion", "--version"))
        elif rest[0] not in ("verify", "figures"):
            yield from (o for o in options(rest) if o not in known._option_string_actions)
    elif rest[:1] == ["-m"] and first == "python":
        if rest[1] not in ("pip", "venv"):
            text = text_of(rest[1])
            yield from (o for o in options(rest) if f'"{o}"' not in text)
        if rest[1] == "figures":
            named = [word for word in rest[2:] if re.fullmatch(r"[a-z][\w-]*", word)]
            yield from (word for word in named if word not in FIGURES)
    else:  # a file
        files = [word for word in rest if word.endswith(".py")]
        yield from (word for word in files if not (ROOT / word).exists())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    assert [(words, found) for words in commands(page) for found in wrong(words)] == []


def test_what_is_not_there_is_noticed() -> None:
    lines = (
        "make nothing",
        "dptheory nothing",
        "dptheory rate --nothing 1",
        "python -m verify --nothing",
        "python -m figures nothing",
        "python nothing.py",
        "pytest tests/nothing.py -k x",
    )
    assert [len(list(wrong(line.split()))) for line in lines] == [1] * len(lines)
    assert list(wrong(["python", "-m", "figures", "fig-1", "..."])) == []
