"""The documentation as pages of the site: from Markdown, and from scripts that a test runs.

Our own generator, some two hundred lines over markdown-it: the pages stay readable where code is
hosted, they have the ledger's style and link to its claims, and building them needs no network and
nothing that is not installed anyway.
"""

import html
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from verify.site import markdown, tutorials
from verify.site.frame import PARTS, page

ROOT = Path(__file__).parents[2]
TUTORIALS = "examples/tutorials"
# Pages beside those of docs/; the ledger's own files have pages already.
OTHERS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
INDEX = "docs/index.html"


@dataclass(frozen=True)
class Sources:
    """The project's files that become pages or go with them.

    Attributes:
        pages: Markdown files and scripts, by their path in the project. claims: the pages of the
            ledger that there are. copied: files that pages show or name, filled while they are
            made.
    """

    root: Path
    pages: tuple[str, ...]
    claims: frozenset[str]
    copied: set[str]


def sources(claims: frozenset[str], root: Path = ROOT) -> Sources | None:
    """What there is to write; None outside a checkout of the project.

    Args:
        claims: the pages of the ledger, from the site's folder.
        root: the checkout.
    """
    if not (root / "docs/index.md").exists():
        return None
    scripts = sorted((root / TUTORIALS).glob("*.py"))
    found = [*sorted((root / "docs").glob("*.md")), *(root / name for name in OTHERS), *scripts]
    names = tuple(path.relative_to(root).as_posix() for path in found)
    return Sources(root, names, claims, set())


def place(name: str) -> str:
    """Where the page of a file of the project is in the site."""
    path = PurePosixPath(name)
    if path.parent.as_posix() == TUTORIALS:
        return f"docs/tutorials/{path.stem}.html"
    return f"docs/{path.stem}.html"


def pages(given: Sources, parts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every page, by its place.

    Args:
        parts: of the site that are written.

    Raises:
        ValueError: a page leads to a file that there is not, or has a formula that cannot be read.
    """
    for name in given.pages:
        text = (given.root / name).read_text(encoding="utf-8")
        if name.endswith(".py"):
            text = tutorials.as_markdown(text)
        at = place(name)
        body = markdown.rendered(text, partial(target, given, name))
        if name == "docs/index.md":
            body += _doors(given)
        listed = markdown.contents(markdown.anchors(text))
        source = f'<p class="source">Source: <code>{html.escape(name)}</code></p>'
        body = body.replace("</h1>", f"</h1>{listed}", 1)
        article = f'<article class="prose">{body}{source}</article>'
        root = "../" * at.count("/")
        yield at, page(markdown.title(text), article, root, parts)


def _doors(given: Sources) -> str:
    """The tutorials, by their titles."""
    rows = "".join(
        f'<li><a href="tutorials/{PurePosixPath(name).stem}.html">'
        f"{html.escape(tutorials.title((given.root / name).read_text(encoding='utf-8')))}</a></li>"
        for name in given.pages
        if name.startswith(TUTORIALS)
    )
    return f"<h2 id='tutorials'>Tutorials</h2><ul>{rows}</ul>" if rows else ""


def target(given: Sources, name: str, link: str) -> str | None:
    """Where a link of a file leads from its page, or None: it is then shown as text.

    Raises:
        ValueError: there is no such file.
    """
    if link.startswith(("http:", "https:", "mailto:")):
        return None  # the site asks for nothing from elsewhere
    file, _, fragment = link.partition("#")
    if not file:
        return link
    path = os.path.normpath(PurePosixPath(name).parent / file)
    if not (given.root / path).exists():
        raise ValueError(f"a link must lead to a file. Found {link!r} in {name}.")
    to = _target(given, path, fragment)
    return None if to is None else os.path.relpath(to, PurePosixPath(place(name)).parent)


def _target(given: Sources, path: str, fragment: str) -> str | None:
    """The place that stands for a file of the project."""
    pure = PurePosixPath(path)
    after = f"#{fragment}" if fragment else ""
    if path in given.pages:
        return place(path) + after
    if path == "paper_checks.md" or path == "docs/ledger":
        return PARTS["Claims"]
    if pure.parent.as_posix() == "docs/ledger":
        one, whole = f"{pure.stem}/{fragment}.html", f"{pure.stem}.html"
        found = [at for at in (one, whole) if at in given.claims]
        return found[0] if found else None
    if (given.root / path).is_dir():
        return None
    given.copied.add(path)
    return f"files/{path}"


def copies(given: Sources) -> Mapping[str, Path]:
    """The files that the pages show or name, by their place."""
    return {f"files/{path}": given.root / path for path in sorted(given.copied)}
