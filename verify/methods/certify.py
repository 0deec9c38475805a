"""Certificates: what the kernel accepts, in the kernel's own words, if that was asked for."""

from typing import Any

from verify import kernel
from verify.language.statement import Certificate, Statement
from verify.methods.evidence import Finding, Level, Outcome

# What excludes what, of one kind of certificate.
OPPOSITES = (
    *({"infeasible", word} for word in ("feasible", "rate", "noise")),
    *({f"not {rule}", rule} for rule in ("abadi", "auto")),
)


def examine(statement: Statement, a: Certificate) -> Finding:
    """Whether the kernel accepts the document, and what it says; the sentence is the kernel's."""
    document = a.find.function()
    outcome, witness = Outcome.INCONCLUSIVE, {}
    if document is None:
        text = "no certificate was found."
    else:
        try:
            text = f"the kernel accepts: {kernel.check(document)}"
            outcome, witness = _outcome(document, a.says), {"certificate": document}
        except kernel.Refused:
            text = "the kernel refuses the certificate."
    return Finding(statement.hash, "certify", Level.CERTIFIED, outcome, text, witness=witness)


def _outcome(document: dict[str, Any], asked: str) -> Outcome:
    """What a document that the kernel accepts makes of a statement that asks for a word."""
    found, (_, table) = document["statement"]["says"], kernel.CHECKERS[document["kind"]]
    if found == asked:
        return Outcome.HOLDS
    excludes = {found, asked} in OPPOSITES and asked in table
    return Outcome.FAILS if excludes else Outcome.INCONCLUSIVE
