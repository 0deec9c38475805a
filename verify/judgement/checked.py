"""What the second checker says of a proof."""

import functools
import json
from typing import Any

from verify.checker.documents import answer
from verify.checker.text import Malformed
from verify.judgement.written import statement_text
from verify.language.statement import Statement
from verify.methods.evidence import Level


def accepted(statement: Statement, goals: Any) -> Level | None:
    """How strong a proof of the statement is to the checker; None where it accepts none."""
    said = statement_text(statement)
    return None if said is None else _accepted(document(said, goals))


def document(said: Any, goals: Any) -> str:
    """What the checker reads: a statement's text and the proofs of its goals."""
    return json.dumps({"statement": said, "goals": goals})


@functools.lru_cache(maxsize=4096)
def _accepted(written: str) -> Level | None:
    try:
        found = answer(json.loads(written))
    except Malformed:
        return None
    if found.word != "accepted":
        return None
    return Level.CERTIFIED if found.enclosed else Level.EXACT
