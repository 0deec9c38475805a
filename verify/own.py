"""A claim of one's own, judged where it stands: what ``dptheory.testing`` finds by entry point."""

from typing import Any

from verify.language.claims import Claim, claim
from verify.language.drafts import Draft
from verify.methods.context import MODES, Context


def judge(said: Any, *, mode: str = "standard", seed: int = 0) -> dict[str, Any]:
    """The entry that a claim, or a single statement, has in the ledger's JSON.

    Raises:
        TypeError: it is neither. ValueError: an unknown mode.
    """
    if mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}. Found {mode!r}.")
    if isinstance(said, Draft):
        said = claim("own/statement", "statement", "of a test", said)
    if not isinstance(said, Claim):
        raise TypeError(f"what is tested must be a claim or a statement. Found {said!r:.200}.")
    from verify.judgement.judge import run_claim
    from verify.ledger.record import to_json

    return to_json(run_claim(said, Context(mode=mode, seed=seed)))
