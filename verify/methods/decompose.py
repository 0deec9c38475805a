"""Stand-in until the prover is written."""

from dataclasses import dataclass

from verify.context import Context
from verify.methods.base import Proof, Suspect
from verify.statement import Goal


@dataclass(frozen=True)
class Decompose:
    """Proves nothing yet."""

    name: str = "decompose"

    def prove(self, goal: Goal, context: Context) -> Proof | Suspect | None:
        """None."""
        return None
