"""What the search at the top of every page looks in: the site's pages, section by section.

An entry is a page or a section of one: its kind, its address, the name of its page, its own title.
Words of the text lead to entries; those of formulas are left out, and those that many pages have.
The index is a script, since a page from a disk may read nothing else.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

# By the folder of a page; pages without one are papers, all others claims.
KINDS = {"docs": "documentation", "reference": "library", "figures": "figure", ".": "paper"}
CLAIM = "claim"
APART = ("index.html", "all-claims.html", "docs/CHANGELOG.html")  # lists of what other pages say
NAMED = re.compile(r'<(?:h2|figure)\b[^>]*\bid="')
HEADING = re.compile(r"<(h[1-3])\b[^>]*>(.*?)</\1>", re.DOTALL)
SMALL = re.compile(r"<small>.*?</small>")
ABOUT = re.compile(r'<meta name="description" content="([^"]*)">')
MAIN = re.compile(r"<main\b[^>]*>(.*)</main>", re.DOTALL)
MATHS = re.compile(r'<math alttext="([^"]*)".*?</math>', re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")
# A word of more than a 6th of the entries, and of more than 20, tells none apart.
SHARE, FEW = 6, 20
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Entry:
    """A page or a section.

    Attributes:
        kind: as the results name it. address: from the site's folder. page: its page's name, of a
            claim the id. title: as text. words: of its text.
    """

    kind: str
    address: str
    page: str
    title: str
    words: frozenset[str]


def script(pages: Mapping[str, str]) -> str:
    """The index of pages, by their address, as a script."""
    entries = [one for name in sorted(pages) if name not in APART for one in _of(name, pages[name])]
    words: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        for word in entry.words:
            words.setdefault(word, []).append(number)
    common = {word for word, found in words.items() if len(found) > max(FEW, len(entries) / SHARE)}
    index = {
        "entries": [[e.kind, e.address, e.page, e.title] for e in entries],
        # Rising numbers as their distances.
        "words": {
            word: " ".join(_base36(b - a) for a, b in pairwise([0, *words[word]]))
            for word in sorted(words.keys() - common)
        },
        "common": sorted(common),
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    return f"window.searchIndex = {text};\n"


def _of(name: str, page: str) -> Iterator[Entry]:
    """The entries of a page: its beginning, and each section that has an address."""
    folder, _, _ = name.rpartition("/")
    kind = KINDS.get((folder or ".").partition("/")[0], CLAIM)
    main = MAIN.search(page)
    about = ABOUT.search(page)
    text = main[1] if main else ""
    starts = [found.start() for found in NAMED.finditer(text)]
    title = _title(text)
    own = page.partition("<title>")[2].partition("</title>")[0]
    head = html.unescape(own) if kind == CLAIM else title
    first = text[: starts[0]] if starts else text
    said = html.unescape(about[1]) if about else ""
    yield Entry(kind, name, head, title, _words(first) | _words(said))
    for start, end in pairwise([*starts, len(text)]):
        section = text[start:end]
        anchor = section.partition('id="')[2].partition('"')[0]
        yield Entry(kind, f"{name}#{anchor}", head, _title(section), _words(section))


def _title(text: str) -> str:
    """The first heading as text, its formulas as LaTeX."""
    found = HEADING.search(text)
    head = SMALL.sub("", found[2]) if found else ""
    return " ".join(_text(MATHS.sub(r"\1", head)).split())


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(_text(MATHS.sub(" ", text)).lower()))


def _text(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", " ", markup))


def _base36(number: int) -> str:
    return ("" if number < 36 else _base36(number // 36)) + DIGITS[number % 36]
