"""The provers that are tried in turn where a statement names none."""

from verify.language.statement import Statement
from verify.methods.base import Prover
from verify.methods.boxes import Boxes
from verify.methods.decide import Decide
from verify.methods.decompose import Decompose
from verify.methods.enumerate import Enumerate
from verify.methods.induct import Induct
from verify.methods.multipliers import Multipliers
from verify.methods.reduce import Reduce

# Few substitutions are enough, or many do not help: certificates and z3 settle most of the others.
PLAIN: tuple[Prover, ...] = (
    Enumerate(),
    Reduce(),
    Decompose(limit=6),
    Multipliers(),
    Decide(),
    Decompose(),
    Boxes(),
)
AUTOMATIC: tuple[Prover, ...] = (*PLAIN, Induct(provers=PLAIN))
KINDS = tuple(dict.fromkeys(type(prover) for prover in AUTOMATIC))


def provers_for(statement: Statement) -> tuple[Prover, ...]:
    """The statement's own provers, or all that may apply, cheapest first.

    Raises:
        ValueError: one of them is not the engine's. What an author's object says is no evidence.
    """
    if statement.by is None:
        return AUTOMATIC
    own = tuple(statement.by) if isinstance(statement.by, tuple | list) else (statement.by,)
    asked = [p for prover in own for p in (prover, *getattr(prover, "provers", ()))]
    for prover in asked:
        if type(prover) not in KINDS:
            names = ", ".join(kind.__name__ for kind in KINDS)
            raise ValueError(f"by must be of {names}. Found {type(prover).__name__}.")
    return own
