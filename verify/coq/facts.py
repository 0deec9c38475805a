"""The checker's table of known facts as statements of Coq, for which ``Facts.v`` has lemmas.

A fact is true wherever its formulas have a value: a logarithm's argument is positive.
"""

import re
from collections.abc import Iterator

from verify.checker.known import TABLES, Row
from verify.checker.text import Tree, number

SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "le": "<=", "lt": "<"}
FUNCTIONS = {"log": "ln"}  # where Coq has another name


def written(tree: Tree) -> str:
    """A formula, without the brackets round it."""
    if isinstance(tree, str):
        return tree
    op, *parts = tree
    if op == "pow" and number(parts[1]) is not None:
        return f"{bracketed(parts[0])} ^ {parts[1]}"
    if op in SIGNS:
        part = written if op in ("le", "lt") else bracketed
        return f" {SIGNS[op]} ".join(map(part, parts))
    return " ".join([FUNCTIONS.get(op, op), *map(bracketed, parts)])


def bracketed(tree: Tree) -> str:
    """A formula, with brackets where it has parts."""
    return tree if isinstance(tree, str) else f"({written(tree)})"


def logarithms(tree: Tree) -> Iterator[Tree]:
    """What logarithms are taken of."""
    if not isinstance(tree, str):
        if tree[0] == "log":
            yield tree[1]
        for part in tree[1:]:
            yield from logarithms(part)


def letters(tree: Tree) -> set[str]:
    """The variables."""
    if isinstance(tree, str):
        return {tree} & set("uve")
    return set().union(*map(letters, tree[1:]))


def statement(row: Row) -> str:
    """What a row says."""
    _, says, needs = row
    values = [f"0 < {written(of)}" for of in dict.fromkeys(logarithms(says))]
    names = " ".join(name for name in "uve" if name in letters(says))
    return f"forall {names}, " + " -> ".join(
        [*values, *(written(need) for need in needs), written(says)]
    )


def statements() -> dict[str, str]:
    """Each row's statement by the name of its lemma: the functions, and which row of them it is."""
    found: dict[str, str] = {}
    for row in (row for table in TABLES for row in table):
        stem = "known_" + "_".join(row[0])
        place = sum(name.rpartition("_")[0] == stem for name in found) + 1
        found[f"{stem}_{place}"] = statement(row)
    return found


# What a rule of a derivation that has no lemma rests on; the others have those of their names.
WITHOUT = {
    "given": "a hypothesis says it",
    "shown": "the automatic methods show it",
    "spoken": "words, which are believed",
    "substitute": "a lemma at values of its letters",
}
# The methods of the readers of vectors and of angles that know something, and their lemmas.
NORMS = {
    "product": {"norm_letter", "norm_square"},
    "_within": {"norm_within"},
    "_norm": {"norm_sum", "norm_part"},
    "_inner": {"norm_inner"},
    "same_vectors": {"norm_equal"},
}
WAVES = {
    "_wave": {"wave_sum"},
    "_angle": {"wave_square", "wave_sum", "wave_back"},
    "_turn": {"wave_turn", "wave_quarter"},
}
ON_THE_WAY = {"norm_scaled", "norm_two"}
LEMMA = re.compile(r"^Lemma ((?:known|norm|rule|wave)_\w+)(.*?)\.(?:\n|\s*Proof)", re.M | re.S)


def lemmas(text: str) -> dict[str, str]:
    """What the lemmas of the theory say, by name; its own steps on the way are left out."""
    return {
        name: " ".join(says.lstrip(" :").split())
        for name, says in LEMMA.findall(text)
        if name not in ON_THE_WAY
    }


def assumptions(text: str) -> str:
    """A file that prints the axioms of all lemmas together."""
    names = ", ".join(f"@{name}" for name in lemmas(text))
    return (
        "From certificates Require Import Facts.\n"
        f"Definition together := ({names}).\nPrint Assumptions together.\n"
    )
