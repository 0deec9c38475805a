"""Certificates: what the kernel accepts, in the kernel's own words."""

from verify import kernel
from verify.language.statement import Certificate, Statement
from verify.methods.evidence import Finding, Level, Outcome


def examine(statement: Statement, a: Certificate) -> Finding:
    """Whether the kernel accepts the document; the sentence is the kernel's."""
    document = a.find.function()
    outcome, witness = Outcome.INCONCLUSIVE, {}
    if document is None:
        text = "no certificate was found."
    else:
        try:
            text = f"the kernel accepts: {kernel.check(document)}"
            outcome = Outcome.FAILS if a.refutes else Outcome.HOLDS
            witness = {"certificate": document}
        except kernel.Refused:
            text = "the kernel refuses the certificate."
    return Finding(statement.hash, "certify", Level.CERTIFIED, outcome, text, witness=witness)
