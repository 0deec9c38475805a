"""The letters that the tests of the methods and of soundness share; a test file adds its own."""

from verify.language import Draft, between, natural, nonnegative, notation, positive, real, vector
from verify.language.statement import Goal

V = notation(
    r=real(unit="1"),
    s=real(unit="1"),
    a=positive(unit="1"),
    b=positive(unit="1"),
    c=positive(unit="1"),
    alpha=positive(unit="1"),
    L=positive(unit="1"),
    x=nonnegative(unit="1"),
    u=nonnegative(unit="1"),
    y=between(0, 1, unit="1"),
    z=between(0, 1, unit="1"),
    q=between(0, 1, unit="1"),
    half=between(0, 1, unit="1", ends="(]"),
    wide=between(0, 10, unit="1"),
    n=natural(),
    T=natural(),
    t=natural(),
    k=natural(least=0),
    d=natural(),
    X=vector("d", unit="1"),
    Y=vector("d", unit="1"),
)


def goal(draft: Draft) -> Goal:
    """What a prover is asked about a statement."""
    s = draft.build()
    return Goal(s.symbols, s.where, s.assertion.condition)  # type: ignore[union-attr]
