"""What is said of a claim in sentences, beside its formulas."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """The sentences of a claim.

    Attributes:
        meaning: what it means for whoever relies on the paper, or "".
        notes: what each of its notes says and is for, in their order, or nothing.
    """

    meaning: str = ""
    notes: tuple[str, ...] = ()

    def of_note(self, place: int) -> str:
        """The words of the note at a place from 0; "" where there are none."""
        return self.notes[place] if self.notes else ""


NO_WORDS = Words()
