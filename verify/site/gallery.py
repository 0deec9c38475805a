"""The gallery: every figure with its caption, the formulas printed and true, data and command."""

import html
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from figures.catalogue import ANALOGUE, NOT_DRAWN, OURS, SHOWN, Shown
from verify.site.documents import ROOT
from verify.site.frame import page
from verify.site.maths import inline

IMAGES, DATA = "docs/images", "build/figures"
LARGEST = 500_000  # bytes of a drawing
KINDS = {ANALOGUE: "analogue: other data", OURS: "not in the paper"}


def pages(
    titles: Mapping[str, str], cards: Callable[[str], str], parts: tuple[str, ...], root: Path
) -> Iterator[tuple[str, str]]:
    """The page of the gallery, by its place.

    Args:
        titles: of the papers, by slug.
        cards: a claim's printed and true statement side by side, "" for one that was not run.
        parts: of the site that are written.
        root: the checkout, with what ``python -m figures`` wrote.
    """
    slugs = list(dict.fromkeys(shown.paper for shown in SHOWN))
    listed = "".join(f'<li><a href="#{s}">{html.escape(titles.get(s, s))}</a></li>' for s in slugs)
    sections = "".join(_section(s, titles.get(s, s), cards, root) for s in slugs)
    drawn = sum(_image(shown, root) is not None for shown in SHOWN)
    body = (
        f"<h1>Figures</h1><p>{len(SHOWN)} figures of the papers, computed here, and ours beside "
        f"them; {drawn} of them are drawn on this page, and the command below each of the others "
        "draws it for the next one. An analogue puts other data or a smaller model in the place of "
        "the paper's: it illustrates a sentence and refutes no measurement. Each image has its "
        "numbers as CSV and the command that makes both; <code>--reuse-data</code> redraws without "
        "computing.</p>"
        f'<nav class="contents" aria-label="On this page"><ul>{listed}</ul></nav>{sections}'
    )
    yield "figures/index.html", page("dptheory: figures", body, "../", parts)


def copies(root: Path = ROOT) -> dict[str, Path]:
    """The images and tables that there are, by their place in the site."""
    found: dict[str, Path] = {}
    for shown in SHOWN:
        if image := _image(shown, root):
            found[f"figures/{image.name}"] = image
        for table in sorted((root / DATA / shown.name).glob("*.csv")):
            found[f"figures/{shown.name}/{table.name}"] = table
    return found


def _image(shown: Shown, root: Path) -> Path | None:
    """The image of a figure if there is one: as SVG, sharp in every size, where that is small."""
    vector = root / IMAGES / f"{shown.name}.svg"
    if vector.exists() and vector.stat().st_size < LARGEST:
        return vector
    raster = vector.with_suffix(".png")
    return raster if raster.exists() else None


def _section(slug: str, title: str, cards: Callable[[str], str], root: Path) -> str:
    drawn = "".join(_figure(shown, cards, root) for shown in SHOWN if shown.paper == slug)
    left = "".join(
        f"<li>{html.escape(one.number)}: {html.escape(one.reason)}.</li>"
        for one in NOT_DRAWN
        if one.paper == slug
    )
    missing = f"<h3>Not drawn</h3><ul>{left}</ul>" if left else ""
    return f'<section><h2 id="{slug}">{html.escape(title)}</h2>{drawn}{missing}</section>'


def _figure(shown: Shown, cards: Callable[[str], str], root: Path) -> str:
    kind = KINDS.get(shown.kind, shown.kind)
    head = f"{shown.number}, {kind}" if shown.number else kind
    named = html.escape(shown.name)
    image = f'<p class="missing">Not drawn yet: <code>python -m figures {named}</code>.</p>'
    if found := _image(shown, root):
        image = (
            f'<a href="{found.name}"><img src="{found.name}" loading="lazy" '
            f'alt="{html.escape(shown.caption)}"></a>'
        )
    tables = sorted((root / DATA / shown.name).glob("*.csv"))
    files = ", ".join(f'<a href="{named}/{t.name}">{html.escape(t.stem)}</a>' for t in tables)
    data = f"<details><summary>Data: {len(tables)} CSV</summary><p>{files}</p></details>"
    formulas = "".join(cards(name) for name in shown.claims)
    return (
        f'<figure class="drawn {shown.kind}" id="{named}"><h3>{named} <small>{html.escape(head)}'
        f"</small></h3>{image}<figcaption><p>{inline(shown.caption)}</p>"
        f"<p><small>{html.escape(shown.setting)}. <code>python -m figures {named}</code></small>"
        "</p>"
        f"</figcaption>{formulas}{data if tables else ''}</figure>"
    )
