"""The head of the first page: what the site is, what was found, and where to go on."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from figures.catalogue import SHOWN
from verify.judgement.record import ClaimRecord
from verify.judgement.verdict import FAILING, HOLDING, Extent
from verify.site.frame import PARTS, of_claims_alone
from verify.site.papers import SOURCES


@dataclass(frozen=True)
class Door:
    """A part of the site, and a sentence on what is behind it as HTML."""

    part: str
    says: str


def head(title: str, records: Sequence[ClaimRecord], parts: tuple[str, ...]) -> str:
    """Heading, sentences and doors.

    Args:
        title: what the claims are of. records: of them. parts: of the site that are written.
    """
    if of_claims_alone(parts):
        return f"<h1>{html.escape(title[:1].upper() + title[1:])}</h1><p>{_counts(records)}</p>"
    printed = [r for r in records if r.paper in SOURCES and not r.ours]
    ours = len(records) - len(printed)
    return (
        f"<h1>What holds of {html.escape(title)}</h1>"
        f"<p>dptheory takes what {html.escape(title)} state (update rules, calibrations of noise, "
        "bounds, lemmas, tables, figures) and checks each claim by machine. A claim's page says "
        "whether it holds as printed, how tight it is and, where it fails, shows an instance that "
        "refutes it and the nearest true statement. Around this stands a library for work of your "
        "own: certified rates, privacy accounts, noise schedules, simulation.</p>"
        f"<p><strong>{_counts(printed)}</strong> {ours} more claims are our own: "
        "questions that the papers do not print, and results about their methods. "
        '<a href="docs/verdicts.html">What the words mean</a>; '
        '<a href="docs/trust.html">how the judge was tried</a>.</p>'
        f'<ul class="doors">{"".join(_door(door) for door in _doors(records))}</ul>'
    )


def _counts(records: Sequence[ClaimRecord]) -> str:
    """How many claims hold and fail, and how many of these where the paper uses them."""
    failing = [r for r in records if r.verdict in FAILING]
    holding = sum(r.verdict in HOLDING for r in records)
    settings = sum(r.extent == Extent.AT_SETTINGS.value for r in failing)
    misprints = sum(r.extent == Extent.MISPRINT.value for r in failing)
    return (
        f"Of {len(records)} claims {holding} hold as stated, {len(failing)} fail, and "
        f"{len(records) - holding - len(failing)} are undecided. Of those that fail, {settings} do "
        f"so at the settings of the paper itself, and {misprints} are misprints."
    )


def _doors(records: Sequence[ClaimRecord]) -> tuple[Door, ...]:
    return (
        Door("Claims", f"{len(records)} claims in one table, by paper, verdict and evidence."),
        Door("Documentation", "Installing it, which command answers which question, tutorials."),
        Door("Library", "What each package offers, from the docstrings of its public names."),
        Door("Figures", f"{len(SHOWN)} figures with captions, data and commands."),
    )


def _door(door: Door) -> str:
    return f'<li><a href="{PARTS[door.part]}">{door.part}</a><br>{door.says}</li>'
