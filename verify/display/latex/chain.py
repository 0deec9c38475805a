r"""Printed comparisons: their members, and the relations between them.

A print may hold several: chains with commas between them, and one with ``\pm`` for each sign. What
is said behind a comparison (``\forall t``, ``\text{for } t\ge1``) belongs to none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verify.display.latex.cursor import RELATIONS as ANY_RELATION
from verify.display.latex.tokens import fault

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
TURNED = {"ge": "le", "gt": "lt", "reverse": "loewner"}  # the same with its sides exchanged
Span = tuple[int, int]
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


def holds_relation(text: str) -> bool:
    """Whether two sides are compared outside braces and brackets."""
    return any(sign in RELATIONS for sign, _ in _outside(text))


def compared(text: str) -> Iterator[tuple[Span, str, Span]]:
    """Every two sides that are compared, as places of the text, with the relation between them.

    Raises:
        ValueError: there is something that is not compared, or that is said beside it.
    """
    if beside := WORDS.search(text):
        raise fault("say nothing beside its comparisons", f"'{beside[0]}'", text, beside.start())
    start, waiting = 0, ""
    before: Span = (0, 0)
    for sign, place in (*_outside(text), (",", len(text))):
        if sign != "," and sign not in RELATIONS:
            if sign in ANY_RELATION:
                raise fault(r"use the relations \le, \ge, <, >, = and \preceq", sign, text, place)
            continue
        here = _stripped(text, start, place)
        if here[0] == here[1] and (waiting or sign != ","):
            raise fault("have two sides of a relation", f"'{sign}'", text, place)
        if waiting:
            yield before, waiting, here
        elif sign == "," and (here[0] < here[1] or not text.strip()):
            raise fault("compare two sides", f"'{text[slice(*here)]}'", text, here[0])
        before, start = here, place + len(sign)
        waiting = "" if sign == "," else RELATIONS[sign]


def _outside(text: str) -> Iterator[tuple[str, int]]:
    """The tokens outside braces and brackets with their places."""
    depth = 0
    for match in TOKEN.finditer(text):
        depth += (match[0] in OPENING) - (match[0] in CLOSING)
        if depth == 0:
            yield match[0], match.start()


def _stripped(text: str, start: int, end: int) -> Span:
    """The part without space and stops at its ends."""
    inside = text[start:end]
    lead = EDGES.match(inside)
    begin = start + (lead.end() if lead else 0)
    return begin, begin + len(EDGES.sub("", inside))


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
