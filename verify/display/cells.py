"""The cells of a behaviour for a reader: what several have in common is said once.

A cell is a name such as ``DP-HB (T=100, c=1) / DP-GD (T=100, c=1)``. Cells that are made alike and
differ in one place are told together, ``T=100 or 200``, until no two can be. What has a ratio to
what stands with ``against`` between them.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

APART = re.compile(r"(, |; |: | / | against | \(|\))")
# Parameters that both sides of a quotient have.
TWICE = re.compile(r"( \([^()]*\))(?= / [^()]*\1$)")
# One thing at two settings, as ``DP-GD (T=100, c=1) / DP-GD (T=200, c=1)``.
AT_TWO = re.compile(r"([^()]+) \(([^()]*)\) / \1 \(([^()]*)\)")
Values = tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """Cells that are made alike: every choice of one value for each place.

    Attributes:
        marks: what stands between the places. places: the values of each.
    """

    marks: Values
    places: tuple[Values, ...]

    def with_(self, other: "Block") -> "Block | None":
        """Both together, where they differ in one place alone."""
        if self.marks != other.marks:
            return None
        pairs = list(zip(self.places, other.places, strict=True))
        differing = [k for k, (a, b) in enumerate(pairs) if a != b]
        if len(differing) != 1:
            return None
        (k,) = differing
        places = (*self.places[:k], sum(pairs[k], ()), *self.places[k + 1 :])
        return Block(self.marks, places)

    def __str__(self) -> str:
        said = [_either(values, bracketed=" / " in self.marks) for values in self.places]
        found = itertools.zip_longest(said, self.marks, fillvalue="")
        return "".join(itertools.chain.from_iterable(found))


def together(cells: Sequence[str]) -> list[str]:
    """What says which cells there are, in their order."""
    blocks = [_block(AT_TWO.sub(_at_two, TWICE.sub("", cell))) for cell in cells]
    merged = True
    while merged:
        merged = False
        for i, j in itertools.combinations(range(len(blocks)), 2):
            if both := blocks[i].with_(blocks[j]):
                blocks[i] = both
                del blocks[j]
                merged = True
                break
    return [against(str(block)) for block in blocks]


def against(cell: str) -> str:
    """A cell with the sign of its quotient as a word, which no formula beside it takes in."""
    return cell.replace(" / ", " against ")


def _at_two(found: re.Match[str]) -> str:
    """The same with the parameters that both settings have behind those that differ."""
    pairs = list(zip(found[2].split(", "), found[3].split(", "), strict=True))
    over = (", ".join(side) for side in zip(*(p for p in pairs if p[0] != p[1]), strict=True))
    both = ", ".join(a for a, b in pairs if a == b)
    return f"{found[1]}: {' / '.join(over)}" + f", each at {both}" * bool(both)


def _block(cell: str) -> Block:
    pieces = APART.split(cell)
    return Block(tuple(pieces[1::2]), tuple((piece,) for piece in pieces[::2]))


def _either(values: Values, *, bracketed: bool) -> str:
    """One of several values, with the words or the name before them said once."""
    if len(values) == 1:
        return values[0]
    heads = [values[0][: mark.end()] for mark in re.finditer("[= ]", values[0])]
    named = next((h for h in heads[::-1] if all(v.startswith(h) for v in values)), "")
    text = named + " or ".join(value.removeprefix(named) for value in values)
    return f"({text})" if bracketed and not named else text
