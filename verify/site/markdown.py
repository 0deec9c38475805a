r"""Markdown of the project's pages as HTML: formulas as MathML, headings with anchors.

The renderer is markdown-it, which the tables of the command line rest on already (rich), with two
rules of its own for ``$...$`` and ``$$...$$``.
"""

import html
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from verify.site.maths import formula, in_text

MATHS = re.compile(r"\$(?=\S)([^$\n]+?)(?<=\S)\$(?!\d)")
DISPLAY = re.compile(r"\$\$(.+?)\$\$\s*$", re.DOTALL)
HEADING = re.compile(r"h[1-6]")
Link = Callable[[str], str | None]


def rendered(text: str, link: Link) -> str:
    """A text as HTML.

    Args:
        text: Markdown, with tables.
        link: where a link or an image of the text leads from its page, or None where it leads
            nowhere in the site: then its text alone is shown.

    Raises:
        ValueError: a formula that cannot be read.
    """
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    reader.inline.ruler.before("escape", "maths", _maths)
    # Below a table's or a list's rules a formula could be taken for text.
    reader.block.ruler.before("paragraph", "display", _display, {"alt": ["paragraph"]})
    reader.add_render_rule("maths", _formula)
    reader.add_render_rule("display", _formula)
    reader.add_render_rule("fence", _listing)
    reader.add_render_rule("code_block", _listing)
    tokens = reader.parse(text)
    for token in tokens:
        _resolve(token.children or (), link)
    for token in tokens:
        if token.type == "th_open":
            token.attrSet("scope", "col")
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # wide ones are scrolled by keys
    _anchor(tokens)
    made: str = reader.renderer.render(tokens, reader.options, {})
    return made


def title(text: str) -> str:
    """The first heading of a page, as text."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"a page must begin with a heading. Found {text[:40]!r}.")
    return found[1].replace("`", "")


def anchors(text: str) -> list[tuple[int, str, str]]:
    """Level, anchor and text of every heading, as the pages and hosts of code make them."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [
        (int(opened.tag[1]), anchor(inside.content), inside.content)
        for opened, inside in pairwise(tokens)
        if opened.type == "heading_open"
    ]


def anchor(heading: str) -> str:
    """The anchor of a heading: small letters, words joined by hyphens."""
    kept = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
    return kept.strip().replace(" ", "-")


def _maths(state: StateInline, silent: bool) -> bool:
    found = MATHS.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("maths", "math", 0).content = found[1]
    state.pos = found.end()
    return True


def _display(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    if not state.src.startswith("$$", state.bMarks[start] + state.tShift[start]):
        return False
    last = start
    while last + 1 < end and not DISPLAY.match(state.getLines(start, last + 1, 0, False).strip()):
        last += 1
    found = DISPLAY.match(state.getLines(start, last + 1, 0, False).strip())
    if found is None:
        return False
    if not silent:
        token = state.push("display", "math", 0)
        token.content, token.block = found[1].strip(), True
        state.line = last + 1
    return True


def _formula(
    self: RendererHTML, tokens: Sequence[Token], k: int, options: OptionsDict, env: EnvType
) -> str:
    latex = tokens[k].content
    return f'<p class="display">{formula(latex)}</p>' if tokens[k].block else in_text(latex)


def _listing(
    self: RendererHTML, tokens: Sequence[Token], k: int, options: OptionsDict, env: EnvType
) -> str:
    return listing(tokens[k].content)


def _resolve(children: Sequence[Token], link: Link) -> None:
    """Lead links and images to where they are in the site."""
    dropped: list[Token] = []
    for token in children:
        if token.type == "image":
            token.attrSet("src", link(str(token.attrGet("src"))) or "")
            token.attrSet("loading", "lazy")
        if token.type == "link_open":
            target = link(str(token.attrGet("href")))
            dropped.append(token)
            if target is None:
                token.tag, token.attrs = "span", {}
            else:
                token.attrSet("href", target)
        if token.type == "link_close":
            token.tag = dropped.pop().tag


def _anchor(tokens: Sequence[Token]) -> None:
    """Headings are named by their words, each name once."""
    seen: set[str] = set()
    for opened, inside in pairwise(tokens):
        if opened.type == "heading_open" and HEADING.fullmatch(opened.tag):
            name = first = anchor(inside.content) or "section"
            count = 1
            while name in seen:
                name, count = f"{first}-{count}", count + 1
            seen.add(name)
            opened.attrSet("id", name)


def listing(code: str, kind: str = "") -> str:
    """Code or what it prints, to be scrolled by keys as well."""
    named = f' class="{kind}"' if kind else ""
    return f'<pre{named} tabindex="0"><code>{html.escape(code)}</code></pre>'


def contents(headings: Sequence[tuple[int, str, str]]) -> str:
    """A list of the sections of a page, "" for few."""
    second: list[Any] = [(name, text) for level, name, text in headings if level == 2]
    if len(second) < 4:
        return ""
    rows = "".join(
        f'<li><a href="#{name}">{html.escape(text.replace("`", ""))}</a></li>'
        for name, text in second
    )
    return f'<nav class="contents" aria-label="On this page"><ul>{rows}</ul></nav>'
