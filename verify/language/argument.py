"""Arguments in words, and what they rest on: the edges between lemmas, steps and claims."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

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
