"""Where each number of a page comes from: a block that is compared, a claim's section, or a list.

Looked at are decimals, percentages and "times" in prose, and the tables that are written by hand;
formulas and code are not. What neither the page's own blocks nor the sections of the claims that it
cites show, is listed in ``numbers.toml``: with the test that checks it, the command that prints it,
the claim that says it, or the reason why it is no result.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_named_commands import wrong

from verify.ledger import lock

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
LISTED = tomllib.loads((ROOT / "tests" / "numbers.toml").read_text(encoding="utf-8"))
# Rendered from tests, records or measurements between these marks.
GENERATED = re.compile(r"<!-- (?!end)(.*?) -->.*?<!-- end of .*? -->", re.S)
BLOCK = re.compile(r"^```\w*\n.*?^```$", re.M | re.S)
TABLE = re.compile(r"^\|.*\n(?:\|.*\n)+", re.M)
APART = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`]*`|\]\([^)]*\)", re.S)
NUMBER = re.compile(
    r"(?<![\w.^_/])\d+\.\d+(?:e[-+]?\d+)?(?![\w(]|\.\d)|(?<![\w.^_/])\d+(?:\.\d+)?(?= ?%| times\b)"
)
CLAIM = re.compile(r"`([a-z]+/[\w.-]+)`")


@dataclass(frozen=True)
class Piece:
    """A number, or a table, of a page: the text, and where it begins."""

    text: str
    at: int


def without(pattern: re.Pattern[str], text: str) -> str:
    """The text with blanks in place of what is found, so that all else stays where it is."""
    return pattern.sub(lambda found: " " * len(found[0]), text)


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def numbers(page: Path) -> Iterator[Piece]:
    """Those of the prose."""
    text = text_of(page)
    for pattern in (GENERATED, BLOCK, TABLE, APART):
        text = without(pattern, text)
    for found in NUMBER.finditer(text):
        yield Piece(found[0], found.start())


def tables(page: Path) -> Iterator[Piece]:
    """Tables written by hand that have numbers in them."""
    text = without(BLOCK, without(GENERATED, text_of(page)))
    for found in TABLE.finditer(text):
        if NUMBER.search(without(APART, found[0])):
            yield Piece(found[0], found.start())


@cache
def shown(page: Path) -> tuple[str, ...]:
    """The numbers of the page's blocks, generated parts and tables, and of its claims' sections."""
    text = text_of(page)
    parts = [found[0] for pattern in (GENERATED, BLOCK, TABLE) for found in pattern.finditer(text)]
    parts += [section(name) for name in sorted(set(CLAIM.findall(text)))]
    return tuple(dict.fromkeys(re.findall(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?", "\n".join(parts))))


def section(claim: str) -> str:
    """What the ledger says of a claim; "" for what is none."""
    slug, _, place = claim.partition("/")
    file = ROOT / "docs" / "ledger" / f"{slug}.md"
    if not file.exists():
        return ""
    _, _, rest = file.read_text(encoding="utf-8").partition(f'<a id="{place}"></a>')
    return rest.partition('<a id="')[0]


def is_shown(number: str, page: Path) -> bool:
    """Whether it stands in a block or a section, perhaps with more digits or as a share."""
    if number in shown(page):
        return True
    digits = number.partition("e")[0].replace(".", "").lstrip("0")
    if len(digits) < 2:
        return False
    places = len(number.partition("e")[0].partition(".")[2])
    form = f"{{:.{places}e}}" if "e" in number else f"{{:.{places}f}}"
    wanted = form.format(float(number))
    values = [float(one) for one in shown(page)]
    return any(form.format(factor * value) == wanted for value in values for factor in (1, 100))


def entries(page: Path) -> list[dict[str, Any]]:
    return LISTED.get(page.name, [])


def spans(page: Path) -> list[tuple[int, int]]:
    """Where the listed texts stand."""
    return [place(entry["says"], text_of(page)) for entry in entries(page)]


def place(said: str, text: str) -> tuple[int, int]:
    """Where a listed text stands, once; three dots stand for anything."""
    pattern = r"\s+".join(map(re.escape, said.split())).replace(r"\s+\.\.\.\s+", r".*?")
    (found,) = re.finditer(pattern, text, re.S)
    return found.span()


def covered(piece: Piece, page: Path) -> bool:
    return any(begin <= piece.at < end for begin, end in spans(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_number_is_shown_by_a_block_or_a_claim_or_is_listed(page: Path) -> None:
    loose = [n for n in numbers(page) if not is_shown(n.text, page) and not covered(n, page)]
    text = text_of(page)
    assert [f"{n.text}: ...{text[max(0, n.at - 60) : n.at + 30]}" for n in loose] == []
    assert [t.text.splitlines()[0] for t in tables(page) if not covered(t, page)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_listed_is_on_the_page_and_comes_from_somewhere(page: Path) -> None:
    found = [*numbers(page), *tables(page)]
    for entry, (begin, end) in zip(entries(page), spans(page), strict=True):
        assert any(begin <= piece.at < end for piece in found), entry["says"]
        kind, _, where = entry["from"].partition(": ")
        assert where
        if kind == "test":
            file, _, name = where.partition("::")
            assert re.search(rf"^def {name}\b", (ROOT / file).read_text("utf-8"), re.M), where
        elif kind == "command":
            assert list(wrong(where.split())) == []
        elif kind == "claim":
            lines = lock.parsed((ROOT / lock.LOCK).read_text(encoding="utf-8"))
            assert where in {line.id for line in lines}
        else:
            assert kind in ("given", "counted")
