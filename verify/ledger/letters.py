"""What the letters of a page mean: in all of its sections, and in each those that it displays."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.judgement.record import ClaimRecord
from verify.ledger.arguments import name_of_definition
from verify.ledger.lock import displayed

TOKEN = re.compile(r"\\(?:text|mathrm|operatorname)\{[^{}]*\}|\\[A-Za-z]+|\d[\d.]*|\S")
# What makes another letter of the one behind it, and of the one before it.
ACCENTS = {r"\bar", r"\hat", r"\tilde", r"\mathcal", r"\mathbb", r"\mathbf"}
SCRIPTS = {"_", "^"}


@dataclass(frozen=True)
class Letters:
    """What letters mean on the page of a paper.

    Attributes:
        page: a paragraph on all of its sections, or "".
        common: a phrase for each letter, by its LaTeX.
        own: by a claim's name, phrases for letters that mean something else there.
        prints: phrases for letters that prints have and no tested formula beside them.
    """

    page: str = ""
    common: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    prints: Mapping[str, str] = field(default_factory=dict)

    def told(self, record: ClaimRecord) -> str:
        """What the letters of a claim's displays mean, in a sentence; "" for none."""
        meant = [f"${latex}$ {phrase}" for latex, phrase in self.of(record).items()]
        return f"Letters: {'; '.join(meant)}." if meant else ""

    def of(self, record: ClaimRecord) -> dict[str, str]:
        """A phrase for each letter of a claim's displays: those that are tested, then the print's.

        A name of a computation has one where its arguments are numbers, which do not name them. A
        print's letter of one sign may mean here something else than on the rest of the page: of
        these only ``prints`` and ``own`` are told. Empty for a paper that explains none.
        """
        own = self.own.get(record.id.partition("/")[2], {})
        statements = displayed(record)
        shown = [latex for s in statements for latex in s.letters.values()]
        shown += [name_of_definition(d).strip("$") for s in statements for d in s.definitions]
        tested = {**self.common, **own}
        found = {latex: tested[latex] for latex in shown if latex in tested}
        longer = {x: text for x, text in self.common.items() if len(TOKEN.findall(x)) > 1}
        prints = [TOKEN.findall(q.latex) for part in record.parts for q in part.quotes]
        for latex, text in {**longer, **self.prints, **own}.items():
            if latex not in found and any(_stands(TOKEN.findall(latex), p) for p in prints):
                found[latex] = text
        return found


def _stands(letter: list[str], formula: list[str]) -> bool:
    """Whether a letter stands in a formula, both by their tokens, and not in another letter."""
    size = len(letter)
    return any(
        formula[k : k + size] == letter
        and not ACCENTS & set(formula[:k][-1:])
        and not SCRIPTS & set(formula[k + size : k + size + 1])
        for k in range(len(formula) - size + 1)
    )


NO_LETTERS = Letters()
