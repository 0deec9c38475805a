"""What each figure is of, what it shows, and which figures of the papers are not drawn.

A paper anywhere has a catalogue of its own, ``figures.toml`` in its folder; each figure that it
shows is a module of the paper's ``drawings/``.

``SAME`` has the paper's recipe: what is drawn is what the figure prints, right and as printed.
``ANALOGUE`` puts other data or a smaller model in the place of the paper's, and the image says so:
it illustrates, and refutes none of the paper's measurements. ``OURS`` is no figure of a paper.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figures import NAMES

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


def _read(path: Path, **known: Any) -> tuple[tuple[Shown, ...], tuple[NotDrawn, ...]]:
    """What a catalogue lists.

    Raises:
        ValueError: it is none, or an entry has other fields.
    """
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        shown = tuple(Shown(**known, **_texts(entry)) for entry in read.get("shown", ()))
        left = tuple(NotDrawn(**known, **_texts(entry)) for entry in read.get("not_drawn", ()))
    except TypeError as error:
        raise ValueError(f"{path} must list figures by their fields. Found: {error}.") from error
    for one in shown:
        if one.kind not in (SAME, ANALOGUE, OURS):
            kinds = ", ".join((SAME, ANALOGUE, OURS))
            raise ValueError(f"kind must be one of {kinds}. Found {one.kind!r} in {path}.")
    return shown, left


SHOWN, NOT_DRAWN = _read(Path(__file__).with_name("catalogue.toml"))


@dataclass(frozen=True)
class Catalogue:
    """The figures of this project or of a paper, and where they are kept.

    Attributes:
        modules: that draw them, by name.
        shown, not_drawn: what they show, and what is left out.
        images, data: the folders of the images, and of a folder of tables for each.
        command: that draws them, before their names.
    """

    modules: Mapping[str, str]
    shown: tuple[Shown, ...]
    not_drawn: tuple[NotDrawn, ...]
    images: Path
    data: Path
    command: str = "python -m figures"


def of_project(root: Path = Path()) -> Catalogue:
    """The figures of the papers of this project, in a checkout."""
    images, data = root / "docs/images", root / "build/figures"
    return Catalogue(NAMES, SHOWN, NOT_DRAWN, images, data)


def of_paper(package: str, slug: str, folder: Path) -> Catalogue | None:
    """The figures that a paper lists in its folder; None where it lists none.

    Raises:
        ValueError: the list is none, or names a figure that no module draws.
    """
    path = folder / "figures.toml"
    if not path.exists():
        return None
    shown, left = _read(path, paper=slug)
    modules = {one.name: f"{package}.drawings.{one.name.replace('-', '_')}" for one in shown}
    for one, module in modules.items():
        drawing = folder / "drawings" / f"{module.rpartition('.')[2]}.py"
        if not drawing.exists():
            raise ValueError(f"a figure must have a module. Found no {drawing} for {one!r}.")
    data, command = Path("build/figures") / slug, f"python -m figures {folder.name}"
    return Catalogue(modules, shown, left, folder / "images", data, command)
