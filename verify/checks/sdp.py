"""Certificates: LMI statements that the kernel proves in rational arithmetic."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verify import kernel
from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Certified(Check):
    """``find()`` returns a certificate that the kernel accepts.

    Attributes:
        find: the certificate (a mapping, see ``docs/lmi.md``) and the sentence that it proves, or
            None when the search gave up.
        refutes: the certificate proves the opposite of the statement.
        complete: the certificate settles the whole range of the part.
    """

    find: Callable[[], tuple[Mapping[str, Any], str] | None]
    refutes: bool = False
    complete: bool = True

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        common = self.labels() | {"level": Level.CERTIFIED}
        found = self.find()
        if found is None:
            return Evidence(
                **common, outcome=Outcome.INCONCLUSIVE, summary="no certificate was found."
            )
        certificate, sentence = found
        accepted = kernel.accepts(dict(certificate))
        outcome = Outcome.FAILS if self.refutes else Outcome.HOLDS
        return Evidence(
            **common,
            scope=Scope.ALL if self.complete else Scope.SAMPLED,
            outcome=outcome if accepted else Outcome.INCONCLUSIVE,
            summary=sentence if accepted else "the kernel refused the certificate.",
            witness={"certificate": dict(certificate)},
            seconds=time.perf_counter() - start,
        )
