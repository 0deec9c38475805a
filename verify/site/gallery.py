"""The gallery: every figure with its caption, the formulas printed and true, data and command."""

import html
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from figures.catalogue import ANALOGUE, OURS, Catalogue, Shown
from verify.site.frame import page
from verify.site.maths import inline

LARGEST = 500_000  # bytes of a drawing
KINDS = {ANALOGUE: "analogue: other data", OURS: "not in the paper"}


def pages(
    catalogue: Catalogue,
    titles: Mapping[str, str],
    cards: Callable[[str], str],
    parts: tuple[str, ...],
) -> Iterator[tuple[str, str]]:
    """The page of the gallery, by its place.

    Args:
        catalogue: the figures, as ``python -m figures`` left them.
        titles: of the papers, by slug.
        cards: a claim's printed and true statement side by side, "" for one that was not run.
        parts: of the site that are written.
    """
    slugs = list(dict.fromkeys(shown.paper for shown in catalogue.shown))
    listed = "".join(f'<li><a href="#{s}">{html.escape(titles.get(s, s))}</a></li>' for s in slugs)
    sections = "".join(_section(s, titles.get(s, s), cards, catalogue) for s in slugs)
    drawn = sum(_image(shown, catalogue) is not None for shown in catalogue.shown)
    body = (
        f"<h1>Figures</h1><p>{len(catalogue.shown)} figures, of papers and beside; {drawn} "
        "of them are drawn on this page, and the command below each of the others draws it for the "
        "next one. An analogue puts other data or a smaller model in the place of the paper's: it "
        "illustrates a sentence and refutes no measurement. Each image has its numbers as CSV and "
        "the command that makes both; <code>--reuse-data</code> redraws without computing.</p>"
        f'<nav class="contents" aria-label="On this page"><ul>{listed}</ul></nav>{sections}'
    )
    yield "figures/index.html", page("dptheory: figures", body, "../", parts)


def copies(catalogue: Catalogue) -> dict[str, Path]:
    """The images and tables that there are, by their place in the site."""
    found: dict[str, Path] = {}
    for shown in catalogue.shown:
        if image := _image(shown, catalogue):
            found[f"figures/{image.name}"] = image
        for table in sorted((catalogue.data / shown.name).glob("*.csv")):
            found[f"figures/{shown.name}/{table.name}"] = table
    return found


def _image(shown: Shown, catalogue: Catalogue) -> Path | None:
    """The image of a figure if there is one: as SVG, sharp in every size, where that is small."""
    vector = catalogue.images / f"{shown.name}.svg"
    if vector.exists() and vector.stat().st_size < LARGEST:
        return vector
    raster = vector.with_suffix(".png")
    return raster if raster.exists() else None


def _section(slug: str, title: str, cards: Callable[[str], str], catalogue: Catalogue) -> str:
    mine = (shown for shown in catalogue.shown if shown.paper == slug)
    drawn = "".join(_figure(shown, cards, catalogue) for shown in mine)
    left = "".join(
        f"<li>{html.escape(one.number)}: {html.escape(one.reason)}.</li>"
        for one in catalogue.not_drawn
        if one.paper == slug
    )
    missing = f"<h3>Not drawn</h3><ul>{left}</ul>" if left else ""
    return f'<section><h2 id="{slug}">{html.escape(title)}</h2>{drawn}{missing}</section>'


def _figure(shown: Shown, cards: Callable[[str], str], catalogue: Catalogue) -> str:
    kind = KINDS.get(shown.kind, shown.kind)
    head = f"{shown.number}, {kind}" if shown.number else kind
    named = html.escape(shown.name)
    command = f"<code>{html.escape(catalogue.command)} {named}</code>"
    image = f'<p class="missing">Not drawn yet: {command}.</p>'
    if found := _image(shown, catalogue):
        image = (
            f'<a href="{found.name}"><img src="{found.name}" loading="lazy" '
            f'alt="{html.escape(shown.caption)}"></a>'
        )
    tables = sorted((catalogue.data / shown.name).glob("*.csv"))
    files = ", ".join(f'<a href="{named}/{t.name}">{html.escape(t.stem)}</a>' for t in tables)
    data = f"<details><summary>Data: {len(tables)} CSV</summary><p>{files}</p></details>"
    formulas = "".join(cards(name) for name in shown.claims)
    return (
        f'<figure class="drawn {shown.kind}" id="{named}"><h3>{named} <small>{html.escape(head)}'
        f"</small></h3>{image}<figcaption><p>{inline(shown.caption)}</p>"
        f"<p><small>{html.escape(shown.setting)}. {command}</small></p>"
        f"</figcaption>{formulas}{data if tables else ''}</figure>"
    )
