r"""A printed chain of comparisons: its members, and the relations between them."""

import re
from dataclasses import dataclass

RELATIONS = {
    r"\leqslant": "le",
    r"\leq": "le",
    r"\le": "le",
    r"\geqslant": "ge",
    r"\geq": "ge",
    r"\ge": "ge",
    r"\preceq": "loewner",
    r"\succeq": "reverse",
    r"\triangleq": "eq",
    r"\equiv": "eq",
    ":=": "eq",
    "=": "eq",
    r"\lt": "lt",
    r"\gt": "gt",
    "<": "lt",
    ">": "gt",
}
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|:=|.", re.DOTALL)


@dataclass(frozen=True)
class Chain:
    """``a <= b = c``: one relation fewer than there are members."""

    members: tuple[str, ...]
    relations: tuple[str, ...]


def split(text: str) -> Chain:
    """The members of a chain; relations inside braces (bounds of sums, indices) divide nothing.

    Raises:
        ValueError: there is no relation, or nothing on one side of it.
    """
    members, relations, depth = [""], [], 0
    for token in TOKEN.findall(text):
        depth += (token == "{") - (token == "}")
        if depth == 0 and token in RELATIONS:
            relations.append(RELATIONS[token])
            members.append("")
        else:
            members[-1] += token
    found = tuple(member.strip().rstrip(".,;").strip() for member in members)
    if not relations or not all(found):
        raise ValueError(f"a printed formula must compare two sides. Found {text!r}.")
    return Chain(found, tuple(relations))
