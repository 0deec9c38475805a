"""From selectors to claims: a slug, an id, a prefix ending in ``*``, or a part of ids."""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass

from verify import papers
from verify.language.claims import Claim
from verify.ledger import sources


@dataclass(frozen=True)
class Entry:
    """A claim and the module that states it."""

    module: str
    claim: Claim


def all_entries(module: str | None = None) -> list[Entry]:
    """Every claim of the project, or those of a user's module.

    Raises:
        ValueError: the user's module cannot be imported or lists no claims.
    """
    if module is not None:
        if not all(part.isidentifier() for part in module.split(".")):
            raise ValueError(f"--module must be a dotted name. Found {module!r}.")
        try:
            with sources.reading():
                found = importlib.import_module(module)
        except Exception as error:
            raise ValueError(
                f"--module must name an importable module. Found {module!r}: "
                f"{type(error).__name__}: {error}"
            ) from error
        claims = getattr(found, "CLAIMS", None)
        if not isinstance(claims, tuple) or not all(isinstance(c, Claim) for c in claims):
            raise ValueError(f"--module must define a tuple CLAIMS of Claim. Found {module!r}.")
        if not claims:
            raise ValueError(f"--module must list at least one claim. Found none in {module!r}.")
        return _distinct([Entry(module, claim) for claim in found.CLAIMS])
    with sources.reading():
        entries = [
            Entry(m.__name__, claim)
            for slug in papers.SLUGS
            for m in papers.modules(slug)
            for claim in papers.claims_of(m)
        ]
    return _distinct(entries)


def _distinct(entries: list[Entry]) -> list[Entry]:
    """The entries, if no two have one id."""
    seen: set[str] = set()
    for entry in entries:
        if entry.claim.id in seen:
            raise ValueError(f"an id must be of one claim only. Found {entry.claim.id!r} twice.")
        seen.add(entry.claim.id)
    return entries


def select(entries: Sequence[Entry], selectors: Sequence[str]) -> list[Entry]:
    """The entries that some selector names, in the ledger's order; all where there is none.

    Raises:
        ValueError: a selector names no claim.
    """
    if not selectors:
        return list(entries)
    chosen: list[Entry] = []
    for selector in selectors:
        matching = [e for e in entries if _matches(e.claim.id, selector)]
        # As pytest -k does.
        part = selector.lower()
        matching = matching or [e for e in entries if part and part in e.claim.id.lower()]
        if not matching:
            slugs = ", ".join(dict.fromkeys(e.claim.id.split("/")[0] for e in entries))
            raise ValueError(
                f"selector must be a slug ({slugs}), an id, a part of one or a prefix "
                f"ending in '*'. Found {selector!r}."
            )
        chosen += matching
    return [e for e in entries if e in chosen]


def _matches(claim_id: str, selector: str) -> bool:
    if selector.endswith("*"):
        return claim_id.startswith(selector[:-1])
    return claim_id == selector or claim_id.split("/")[0] == selector
