"""Neighbours of a derivation: a link left out, a leaf changed, a hypothesis of a lemma dropped.

The conclusion stays, and the way to it changes. A changed leaf is false or says less, and is taken
as proved: what is still concluded then did not rest on it. A derivation that goes through without
one of its steps has an idle step.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from verify.formula.expression import Node
from verify.judgement.examine import leaf
from verify.language.statement import Compare, Statement
from verify.methods.context import Context
from verify.methods.derivation.instance import Substitute
from verify.methods.derivation.links import Add, Cases, Chain, Shown, Spoken
from verify.methods.derive import Derive
from verify.methods.evidence import Finding, Level, Outcome

TRIED = (0, 1, 10**6)  # of a derivation's neighbours, by mode


@dataclass(frozen=True)
class ProofMutant:
    """A derivation with one thing changed.

    Attributes:
        name: what was changed. by: the derivation.
        assumed: the changed leaf, which is taken as proved. searches: it asks for a proof that the
            derivation itself does not need.
    """

    name: str
    by: Any
    assumed: Compare | None = None
    searches: bool = False

    def concludes(self, statement: Statement, context: Context) -> bool:
        """Whether the statement is still derived."""

        def prove(inner: Statement) -> Finding:
            if self.assumed is not None and inner.assertion == self.assumed:
                return Finding(inner.hash, "assumed", Level.EXACT, Outcome.HOLDS, "taken as proved")
            return leaf(inner, context)

        try:
            return self.by.run(statement, prove).level is not None
        except (ValueError, TypeError, ArithmeticError, LookupError):
            return False


def tried(statement: Statement, context: Context) -> Iterator[tuple[str, bool]]:
    """What was changed of a statement's derivation, and whether it still concludes.

    One neighbour in mode standard, another one for every statement; all in mode full.
    """
    room = context.pick(*TRIED)
    if not room or not isinstance(statement.by, Derive):
        return
    every = [m for m in of_derivation(statement.by) if room > 1 or not m.searches]
    start = int(statement.outline, 16) % max(1, len(every))
    for mutant in (every[start:] + every[:start])[:room]:
        yield mutant.name, mutant.concludes(statement, context)


def of_derivation(by: Derive) -> Iterator[ProofMutant]:
    """Every neighbour of a derivation."""
    if len(by.steps) > 1:
        for place, _ in enumerate(by.steps):
            rest = by.steps[:place] + by.steps[place + 1 :]
            yield ProofMutant(f"step {place + 1} left out", Derive(*rest))
    for place, step in enumerate(by.steps):
        for mutant in _of_link(step):
            steps = (*by.steps[:place], mutant.by, *by.steps[place + 1 :])
            yield replace(mutant, name=f"step {place + 1}: {mutant.name}", by=Derive(*steps))


def _of_link(link: Any) -> Iterator[ProofMutant]:
    """Every neighbour of a link: changed itself, or in a link within."""
    yield from _here(link)
    for field in fields(link):
        held = getattr(link, field.name)
        several = held if isinstance(held, tuple) else (held,)
        for place, inner in enumerate(several):
            if not hasattr(inner, "conclude"):
                continue
            for mutant in _of_link(inner):
                new = (*several[:place], mutant.by, *several[place + 1 :])
                whole = new if isinstance(held, tuple) else mutant.by
                yield replace(mutant, by=replace(link, **{field.name: whole}))


def _here(link: Any) -> Iterator[ProofMutant]:
    kind = type(link).__name__
    if isinstance(link, Chain | Add):
        for place, _ in enumerate(link.links):
            rest = link.links[:place] + link.links[place + 1 :]
            if rest:
                yield ProofMutant(f"link {place + 1} of {kind} left out", replace(link, links=rest))
    elif isinstance(link, Cases):
        yield ProofMutant("Cases: the second left out", link.then)
        yield ProofMutant("Cases: the first left out", link.otherwise)
    elif isinstance(link, Substitute):
        yield from _of_lemma(link)
    elif isinstance(link, Shown | Spoken):
        condition = link.condition
        if condition.op in ("le", "lt", "eq"):
            left, right = condition.args
            changed = Compare(condition.op, left, right + 1)
            by = replace(link, condition=Node(condition.op, (left, right + 1)))
            yield ProofMutant(f"{kind}: right side one more", by, changed)
    elif hasattr(link, "link"):
        yield ProofMutant(f"{kind} left out", link.link)


def _of_lemma(link: Substitute) -> Iterator[ProofMutant]:
    lemma, said = link.lemma, link.lemma.assertion
    if not isinstance(said, Compare):
        return
    changed = replace(said, right=said.right + 1)
    weaker = lemma.but(assertion=changed, by=None)
    yield ProofMutant("lemma: right side one more", replace(link, lemma=weaker), changed)
    for place, _ in enumerate(lemma.where):
        rest = lemma.where[:place] + lemma.where[place + 1 :]
        freer = replace(link, lemma=lemma.but(where=rest))
        yield ProofMutant(f"lemma: hypothesis {place + 1} dropped", freer, searches=True)
