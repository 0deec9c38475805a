"""What the tests of soundness share: claims judged in mode quick, and every prover by itself."""

from collections.abc import Callable, Mapping
from typing import Any

from verify.judgement.examine import examine, prove
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import Draft, claim
from verify.methods.base import Proof
from verify.methods.boxes import Boxes
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.decompose import Decompose
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Level, Outcome
from verify.methods.induct import Induct
from verify.methods.reduce import Reduce

QUICK = Context(mode="quick")
# Small limits: a prover that gives up is none the worse here, and the tests stay short.
PROVERS: Mapping[str, Callable[[], Any]] = {
    "enumerate": Enumerate,
    "decompose": Decompose,
    "decide": lambda: Decide(rlimit=100_000),
    "boxes": lambda: Boxes(limit=300),
    "induct": lambda: Induct(provers=(Boxes(limit=100), Decide(rlimit=30_000))),
    "reduce": Reduce,
}
GOOD = ("verified", "argued")
ACCEPTING = (*GOOD, "corrected")


def judged(draft: Draft, mode: str = "quick", **fields: Any) -> ClaimRecord:
    """A claim of one statement, judged."""
    return run_claim(claim("test/one", "here", "a test", draft, **fields), Context(mode=mode))


def proves(draft: Draft, prover: str) -> bool:
    """Whether a prover by itself, without the search before it, proves a statement."""
    statement = draft.but(by=PROVERS[prover]()).build()
    try:
        return isinstance(prove(statement, QUICK), Proof)
    except (ValueError, TypeError, ArithmeticError):
        return False


def must_fail(draft: Draft) -> None:
    """The statement is found false, with a witness that is exact or certified."""
    statement = draft.build()
    finding = examine(statement, QUICK)
    assert finding.outcome is Outcome.FAILS, finding
    assert finding.level in (Level.EXACT, Level.CERTIFIED), finding
    assert finding.speaks_of(statement)
    if statement.symbols:
        assert set(finding.point) == {s.name for s in statement.symbols}, finding


def must_not_pass(draft: Draft, **fields: Any) -> ClaimRecord:
    """The claim is not verified, argued or corrected."""
    record = judged(draft, **fields)
    assert record.verdict not in ACCEPTING, (record.verdict, record.reason)
    return record


def refusal(make: Callable[[], Draft]) -> str:
    """The one line with which a declaration is refused: where it is made, or where it is judged."""
    try:
        record = judged(make())
    except (ValueError, TypeError) as error:
        return str(error)
    assert record.verdict == "error", (record.verdict, record.reason)
    return record.reason


def remarks(record: ClaimRecord) -> tuple[str, ...]:
    """All remarks on the printed statements."""
    return tuple(r for part in record.parts if part.printed for r in part.printed.remarks)
