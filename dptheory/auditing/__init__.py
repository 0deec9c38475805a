"""What a noisy step is seen to spend: lower bounds of epsilon from runs against the worst data.

Page: ``docs/audit.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.auditing.bounds import epsilon_lower, mu_lower
    from dptheory.auditing.many_runs import Audit, Claim, Seen, audit
    from dptheory.auditing.one_run import OneRun, audit_one_run
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Audit",
    "Claim",
    "OneRun",
    "Seen",
    "audit",
    "audit_one_run",
    "epsilon_lower",
    "mu_lower",
]
