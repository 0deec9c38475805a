r"""Printed comparisons: their members, and the relations between them.

A print may hold several: chains with commas between them, and one with ``\pm`` for each sign. What
is said behind a comparison (``\forall t``, ``\text{for } t\ge1``) belongs to none.
"""

import re
from collections.abc import Iterator
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
OPENING = ("{", "(", "[", r"\{", r"\langle", r"\begin")
CLOSING = ("}", ")", "]", r"\}", r"\rangle", r"\end")
WORDS = re.compile(r"\\forall(?![a-zA-Z])|\\(?:text|mathrm)\{\s*(?:for|where|with|if)\b")
EDGES = re.compile(r"^(?:\s|\\[ ,;:]|\\q?quad(?![a-zA-Z]))+|[\s.,;]+$")
SIGNS = (str.maketrans({"±": "+", "∓": "-"}), str.maketrans({"±": "-", "∓": "+"}))


@dataclass(frozen=True)
class Chain:
    """``a <= b = c``: one relation fewer than there are members."""

    members: tuple[str, ...]
    relations: tuple[str, ...]


def split(text: str) -> tuple[Chain, ...]:
    """The chains of a print; what stands in braces and brackets divides nothing.

    Raises:
        ValueError: there is no relation, or nothing on one side of it.
    """
    found: dict[Chain, None] = {}
    for version in _signed(text):
        for part in _listed(WORDS.split(version)[0]):
            chain = _chain(part)
            if chain is not None:
                found[chain] = None
    if not found:
        raise ValueError(f"a printed formula must compare two sides. Found {text!r}.")
    return tuple(found)


def _signed(text: str) -> Iterator[str]:
    r"""The text with the upper signs of ``\pm`` and ``\mp``, and with the lower ones."""
    one = re.sub(r"\\mp(?![a-zA-Z])", "∓", re.sub(r"\\pm(?![a-zA-Z])", "±", text))
    return (one.translate(signs) for signs in SIGNS)


def _listed(text: str) -> Iterator[str]:
    """What commas outside brackets separate."""
    part, depth = "", 0
    for token in TOKEN.findall(text):
        depth += (token in OPENING) - (token in CLOSING)
        if token == "," and depth == 0:
            yield part
            part = ""
        else:
            part += token
    yield part


def _chain(text: str) -> Chain | None:
    """The chain of one text, or None where it compares no two sides."""
    members, relations, depth = [""], [], 0
    for token in TOKEN.findall(text):
        depth += (token in OPENING) - (token in CLOSING)
        if depth == 0 and token in RELATIONS:
            relations.append(RELATIONS[token])
            members.append("")
        else:
            members[-1] += token
    found = tuple(EDGES.sub("", member) for member in members)
    return Chain(found, tuple(relations)) if relations and all(found) else None
