"""What ties claims to each other: the lemmas that they rest on, and the formulas they share."""

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from verify.display.latex.tokens import normal, spelled
from verify.language.claims import Claim, Lemma


def lemmas_of(modules: Iterable[ModuleType]) -> dict[str, Lemma]:
    """The lemmas that modules hold, by id; a lemma may stand in a tuple or a mapping.

    Raises:
        ValueError: two lemmas have one id.
    """
    found: dict[str, Lemma] = {}
    for module in modules:
        for value in vars(module).values():
            for lemma in _lemmas(value):
                if found.setdefault(lemma.id, lemma) is not lemma:
                    raise ValueError(f"a lemma must have an id of its own. Found two {lemma.id}.")
    return found


def _lemmas(value: Any) -> Iterator[Lemma]:
    if isinstance(value, Lemma):
        yield value
    elif isinstance(value, dict):
        yield from _lemmas(tuple(value.values()))
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _lemmas(part)


def read_apart(claims: Iterable[Claim]) -> list[str]:
    """The printed formulas that two claims of one paper read differently."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for claim in claims:
        for quote in claim.quotes:
            key = claim.id.split("/")[0], spelled([t.text for t in normal(quote.latex)])
            found.setdefault(key, {}).setdefault(quote.reading, claim.id)
    return [
        f"one formula must have one reading. Found two of {latex}: {', '.join(readings.values())}."
        for (_, latex), readings in found.items()
        if len(readings) > 1
    ]


def uncited(claims: Iterable[Claim], modules: Iterable[ModuleType]) -> list[str]:
    """Ids of the lemmas that no claim rests on or shows; citations form no circle."""
    claims = list(claims)
    cited = {lemma for claim in claims for lemma in claim.rests_on}
    shown = {id(draft) for claim in claims for draft in claim.drafts}
    return [
        name
        for name, lemma in lemmas_of(modules).items()
        if lemma not in cited and id(lemma.says) not in shown
    ]
