"""A badge that says what became of a repository's claims: as JSON for a service, or as SVG."""

import html
import json

GOOD, BAD = "#3a7d44", "#b3261e"
LABEL = "claims"
PER_LETTER, SPACE = 6.6, 12  # widths in a font of 11 pixels


def badge(message: str, good: bool, suffix: str) -> str:
    """The text of a badge's file.

    Args:
        message: beside the label, "3 verified, 1 refuted". good: whether all hold.
        suffix: ``.json`` (an endpoint of shields' schema, version 1) or ``.svg``.
    """
    colour = GOOD if good else BAD
    if suffix == ".json":
        shown = {"schemaVersion": 1, "label": LABEL, "message": message, "color": colour}
        return json.dumps(shown, indent=1) + "\n"
    left, right = (round(len(text) * PER_LETTER) + SPACE for text in (LABEL, message))
    texts = "".join(
        f'<text x="{x}" y="14" text-anchor="middle">{html.escape(text)}</text>'
        for x, text in ((left / 2, LABEL), (left + right / 2, message))
    )
    said = html.escape(f"{LABEL}: {message}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" '
        f'role="img" aria-label="{said}"><rect width="{left}" height="20" fill="#444"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
        f'<g fill="#fff" font-family="Verdana,sans-serif" font-size="11">{texts}</g></svg>\n'
    )
