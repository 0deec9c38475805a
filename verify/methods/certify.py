"""Certificates: what the kernel accepts, in the kernel's own words."""

from typing import Any

from verify import kernel
from verify.language.statement import Certificate, Statement
from verify.methods.evidence import Finding, Level, Outcome


def examine(statement: Statement) -> Finding:
    """Whether the kernel accepts the document; the sentence is the kernel's."""
    a = statement.assertion
    if not isinstance(a, Certificate):
        raise TypeError(f"a certificate is needed. Found {type(a).__name__}.")
    document = a.find.function()
    common: dict[str, Any] = {
        "statement": statement.hash,
        "method": "certify",
        "level": Level.CERTIFIED,
    }
    if document is None:
        return Finding(**common, outcome=Outcome.INCONCLUSIVE, text="no certificate was found.")
    try:
        sentence = kernel.check(document)
    except kernel.Refused:
        text = "the kernel refuses the certificate."
        return Finding(**common, outcome=Outcome.INCONCLUSIVE, text=text)
    return Finding(
        **common,
        outcome=Outcome.FAILS if a.refutes else Outcome.HOLDS,
        text=f"the kernel accepts: {sentence}",
        witness={"certificate": document},
    )
