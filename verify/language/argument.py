"""What an author argues: in words, by an escape from every constant; and what that rests on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
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
class Escape:
    """A family along which every constant fails.

    Attributes:
        family: for each quantified symbol a formula in the constants; that it lies in the sets,
            meets the hypotheses and violates the assertion is proved for all constants.
        beyond: symbols without an upper end that stay free, each with a formula in the constants:
            every value from there on does. The family may depend on them.
        cites: what says that a violation of the statement is one of what is printed.
    """

    family: Mapping[str, Any]
    beyond: Mapping[str, Any] = field(default_factory=dict)
    cites: tuple[Cited, ...] = ()


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
            for slot in fields(by):
                yield from steps(getattr(by, slot.name))
