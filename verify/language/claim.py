"""A claim of a paper: a printed statement for each part, and what is true where one fails."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.language.says import Draft


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One of the paper's own settings: values of some symbols; the others stay quantified."""

    name: str
    values: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Lemma:
    """A fact that several claims rest on: run once, cited by its id; equal to itself alone."""

    id: str
    says: Draft


@dataclass(frozen=True, kw_only=True)
class Control:
    """A neighbour of a statement that another route shows to be false.

    Attributes:
        name: what was changed.
        says: the neighbour, usually ``STATEMENT.but(...)``; the same method must reject it.
        route: a statement that computes, in another way, that the neighbour is false; None where
            a counterexample of the neighbour is enough.
    """

    name: str
    says: Draft
    route: Draft | None = None


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One row of a paper's list.

    Attributes:
        id: ``slug/name``, the ledger's key.
        where: section and equation numbers.
        title: a few words.
        printed: the statement of each part, as printed.
        repaired: for parts that fail, the nearest true statement of the same object.
        instead: for parts that fail, a true statement of another kind.
        elsewhere: for parts that fail, the printed statement of another place of the paper that
            says the repaired one ("(31)" -> statement): the failure is then a misprint.
        rests_on: lemmas that the proof cites.
        settings: the paper's own settings.
        trivial: for parts that are bounds, a trivial bound: a printed bound above it is worthless.
        rejects: controls made by hand.
        notes: further statements that the ledger shows, each tested.
        assumption: the parts are the paper's settings, and the statement is judged in each.
        needs_data: parts (in words) that only the original data could decide.
        ours: a question of ours that the paper does not print; it counts as no failure of it.
    """

    id: str
    where: str
    title: str
    printed: Mapping[str, Draft]
    repaired: Mapping[str, Draft] = field(default_factory=dict)
    instead: Mapping[str, Draft] = field(default_factory=dict)
    elsewhere: Mapping[str, tuple[str, Draft]] = field(default_factory=dict)
    rests_on: tuple[Lemma, ...] = ()
    settings: tuple[Setting, ...] = ()
    trivial: Mapping[str, Draft] = field(default_factory=dict)
    rejects: tuple[Control, ...] = ()
    notes: tuple[Draft, ...] = ()
    assumption: bool = False
    needs_data: tuple[str, ...] = ()
    ours: bool = False


def claim(id: str, where: str, title: str, printed: Any, **fields: Any) -> Claim:
    """A claim; a single statement stands for a single part named ``statement``."""
    for name in ("printed", "repaired", "instead", "trivial", "elsewhere"):
        value = printed if name == "printed" else fields.get(name)
        if isinstance(value, Draft) or (name == "elsewhere" and isinstance(value, tuple)):
            fields[name] = {"statement": value}
        elif value is not None:
            fields[name] = value
    return Claim(id=id, where=where, title=title, **fields)
