"""What the rows of guards are made of: the record, the letters, and whether a statement passes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction as F
from typing import Any

from sound import QUICK
from verification.notation import V as SHARED

from verify import kernel
from verify.judgement import repairs
from verify.judgement.examine import examine, prove
from verify.judgement.quotes import compared
from verify.language import (
    Draft,
    Formula,
    claim,
    natural,
    nonnegative,
    positive,
    real,
    says,
    sequence,
    table,
    vector,
)
from verify.language.statement import Compare
from verify.methods import derive
from verify.methods.base import Proof
from verify.methods.decide import Decide
from verify.methods.derivation.circularity import unearned
from verify.methods.evidence import Finding, Level, Outcome

V = SHARED.extended(
    x=nonnegative(unit="1", search=(F(1, 100), 1)),
    B=positive(unit="1"),
    m=positive(unit="1"),
    w=real(unit="1"),
    i=natural(),
    v=real(unit="1"),
    Z=vector("d", unit="1"),
    z=natural(least=0),
    z3=natural("z_3", least=0, most=3),
    falling=sequence("i", "f", unit="1"),
)


@dataclass(frozen=True)
class Guard:
    """A guard, and what it alone stops.

    Attributes:
        name: what it stops, in words.
        function: that is the guard, or asks it.
        without: the same without the guard, with the function as it was as its first argument.
        passes: whether the statement passes that the guard stops.
    """

    name: str
    function: Any
    without: Callable[..., Any]
    passes: Callable[[], Any]

    def __str__(self) -> str:
        return f"{getattr(self.function, '__qualname__', self.function)}, {self.name}"


def answering(value: Any) -> Callable[..., Any]:
    """In a function's place: one answer to everything."""
    return lambda was, *given, **named: value


def asked_of(**fields: Any) -> Callable[..., Any]:
    """In a function's place: the same, of its first argument with other fields."""
    return lambda was, first, *others: was(replace(first, **fields), *others)


def drafted(said: Any) -> Draft:
    """The statement that a comparison makes; a statement stays."""
    return says(said) if isinstance(said, Formula) else said


def row(digits: str, value: Any) -> Draft:
    """A printed table of one entry."""
    return table({"x": (digits, value)})


def found(draft: Draft, level: str = "exact", outcome: str = "holds", **fields: Any) -> Finding:
    """A made-up finding about a statement."""
    return Finding(draft.build().hash, "m", Level(level), Outcome(outcome), "t.", **fields)


def earns(statement: Draft, words: Formula, *, borne: bool = True) -> bool:
    """Whether a proof by these words makes its statement argued."""
    concluded = says(words).build().assertion
    assert isinstance(concluded, Compare)
    return unearned(statement.build(), [concluded], borne, QUICK) == ""


def corrects(printed: Draft, repaired: Draft) -> bool:
    """Whether nothing speaks against a correction."""
    return repairs.objection(printed.build(), repaired.build()) == ""


def derives(said: Any, *steps: Any) -> bool:
    """Whether a derivation goes through, whatever a search would find."""
    statement = drafted(said).but(by=derive.Derive(*steps)).build()
    return isinstance(prove(statement, QUICK), Proof)


def argued(said: Any, *steps: Any) -> bool:
    """Whether a derivation goes through, by words."""
    statement = drafted(said).but(by=derive.Derive(*steps)).build()
    answer = prove(statement, QUICK)
    return isinstance(answer, Proof) and bool(answer.argued)


def holds(said: Any) -> bool:
    """Whether a statement is found to hold."""
    return examine(drafted(said).build(), QUICK).outcome is Outcome.HOLDS


def fails(draft: Draft) -> bool:
    """Whether a statement is found to fail."""
    return examine(draft.build(), QUICK).outcome is Outcome.FAILS


def z3_within(draft: Draft, rlimit: int) -> bool:
    """Whether z3 proves it within so many of its units."""
    return isinstance(prove(draft.but(by=Decide(rlimit=rlimit)).build(), QUICK), Proof)


def quoted(latex: str, draft: Draft, reading: str = "") -> bool:
    """Whether a quote stands beside a statement."""
    stated = claim("mine/quoted", "(1)", "quoted", draft).quoting(latex, reading=reading)
    (seen,) = compared(stated, "statement", draft, draft.build())
    return bool(seen)


def accepts(says: str, matrix: list[list[int]]) -> bool:
    """Whether the kernel accepts that a matrix is positive semidefinite or definite."""
    statement = {"says": says, "matrix": [[str(v) for v in row] for row in matrix]}
    return kernel.accepts(
        {"kind": "semidefinite", "version": 1, "statement": statement, "witness": {}}
    )
