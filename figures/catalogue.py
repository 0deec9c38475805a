"""What each figure is of, what it shows, and which figures of the papers are not drawn.

``SAME`` has the paper's recipe: what is drawn is what the figure prints, right and as printed.
``ANALOGUE`` puts other data or a smaller model in the place of the paper's, and the image says so:
it illustrates, and refutes none of the paper's measurements. ``OURS`` is no figure of a paper.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SAME, ANALOGUE, OURS = "recomputed", "analogue", "ours"


@dataclass(frozen=True)
class Shown:
    """A figure of the gallery.

    Attributes:
        name: as ``python -m figures`` takes it.
        paper: its slug. number: of the paper's figure, "" for one of ours.
        kind: ``SAME``, ``ANALOGUE`` or ``OURS``.
        caption: what a reader should see, a sentence or two.
        setting: the parameters, in the words of the image.
        claims: whose printed and true formulas belong beside the image.
    """

    name: str
    paper: str
    kind: str
    caption: str
    setting: str
    number: str = ""
    claims: tuple[str, ...] = ()

    @property
    def footer(self) -> str:
        """The line below the image: what it stands for, and its parameters."""
        head = {
            SAME: f"{self.number}, recomputed",
            ANALOGUE: f"Analogue of {self.number}",
            OURS: "Not in the paper" if self.number else "",
        }[self.kind]
        return ": ".join(part for part in (head, self.setting) if part)


@dataclass(frozen=True)
class NotDrawn:
    """A figure of a paper that cannot be regenerated here, and why."""

    paper: str
    number: str
    reason: str


def _texts(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry with its sentences on one line each."""
    return {
        name: " ".join(value.split()) if isinstance(value, str) else tuple(value)
        for name, value in entry.items()
    }


_READ = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text(encoding="utf-8"))
SHOWN = tuple(Shown(**_texts(entry)) for entry in _READ["shown"])
NOT_DRAWN = tuple(NotDrawn(**_texts(entry)) for entry in _READ["not_drawn"])
