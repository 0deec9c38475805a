"""Nonnegative numbers with which terms add up to zero although one of them is positive, exactly.

A linear program in floating point says which terms take part; the numbers are then the solution of
a linear system over the rational numbers, and what is not exactly nonnegative is no answer.
"""

from collections.abc import Sequence
from fractions import Fraction

from verify.formula.arithmetic import fraction
from verify.methods.reals.products import Powers, Term

SMALL = 1e-9  # a part of a term below this is none


def combined(terms: Sequence[Term], rows: int) -> dict[int, Fraction] | None:
    """The part of each term that has one, by place, or None where no combination is found.

    Args:
        terms: the terms. rows: the number of monomials in them.
    """
    from scipy.optimize import linprog
    from scipy.sparse import csc_matrix

    number: dict[Powers, int] = {}
    entries = [
        (number.setdefault(m, len(number)), j, float(c / scale))
        for j, term in enumerate(terms)
        for scale in (max(abs(c) for _, c in term.parts),)
        for m, c in term.parts
    ]
    entries += [(rows, j, 1.0) for j, term in enumerate(terms) if term.strict]
    places, columns, values = zip(*entries, strict=True)
    found = linprog(
        [0.0 if term.free else float(len(term.parts)) for term in terms],
        A_eq=csc_matrix((values, (places, columns)), shape=(rows + 1, len(terms))),
        b_eq=[0.0] * rows + [1.0],
        bounds=[(None if term.free else 0.0, None) for term in terms],
        method="highs-ds",
    )
    if found.status != 0:
        return None
    return _exactly(terms, [j for j, x in enumerate(found.x) if abs(x) > SMALL])


def _exactly(terms: Sequence[Term], chosen: Sequence[int]) -> dict[int, Fraction] | None:
    """The rational combination of the chosen terms, whose positive ones have parts of sum 1."""
    from flint import fmpq, fmpq_mat

    number: dict[Powers, int] = {}
    entries = [
        (number.setdefault(m, len(number)), place, c)
        for place, j in enumerate(chosen)
        for m, c in terms[j].parts
    ]
    rows, last = len(number), len(chosen)
    system = fmpq_mat(rows + 1, last + 1)
    for row, place, c in entries:
        system[row, place] = fmpq(c.numerator, c.denominator)
    for place, j in enumerate(chosen):
        system[rows, place] = fmpq(int(terms[j].strict))
    system[rows, last] = fmpq(1)
    reduced, rank = system.rref()
    parts: dict[int, Fraction] = {}
    for row in range(rank):
        lead = next(place for place in range(last + 1) if reduced[row, place] != 0)
        if lead == last:
            return None
        value = reduced[row, last]
        part = fraction(value)
        if part < 0 and not terms[chosen[lead]].free:
            return None
        if part:
            parts[chosen[lead]] = part
    return parts
