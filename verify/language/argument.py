"""Arguments in words, and what they rest on: the edges between lemmas, steps and claims."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Protocol

from verify.formula.expression import Node


class Cited(Protocol):
    """What an argument may rest on: a lemma or a claim."""

    @property
    def id(self) -> str:
        """Its name in the ledger."""


@dataclass(frozen=True)
class Argument:
    """Words for one comparison.

    Attributes:
        text: the words. cites: the lemmas that they rest on.
        conclusion: the comparison for which they were written; a neighbour of it has none.
    """

    text: str
    cites: tuple[Cited, ...]
    conclusion: Node
    name: ClassVar[str] = "derive"
    derives: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse an argument without words.

        Raises:
            ValueError: there are none.
        """
        if not self.text.strip():
            raise ValueError("an argument must have words. Found none.")


@dataclass(frozen=True)
class Step:
    """A step of an argument that names what it rests on, or is words.

    Attributes:
        text: the words, or "" where the step is checked. cites: what it rests on.
    """

    text: str
    cites: tuple[Cited, ...]


def steps(by: Any) -> Iterator[Step]:
    """The steps of a proof that cite something or are words, in their order."""
    if isinstance(by, tuple | list):
        for part in by:
            yield from steps(part)
    elif is_dataclass(by) and not isinstance(by, Node | type):
        cites = getattr(by, "cites", ())
        text = getattr(by, "text", "")
        if cites or text:
            yield Step(text, cites)
        else:
            for field in fields(by):
                yield from steps(getattr(by, field.name))
