"""One mechanism after another: the moments, sums of p^alpha q^(1-alpha), of both together."""

from verify.language import Draft, Formula, Notation, index, says, total
from verify.methods.derive import Derive, given, multiply, substitute, sum_over

x = index("x")


def most(order: Formula, budget: Formula) -> Formula:
    """The moment that a budget allows."""
    return ((order - 1) * budget).exp()


def one_more(v: Notation, size: Formula, order: Formula, spent: Formula, next: Formula) -> Draft:
    """What both budgets allow, from what the first does.

    Args:
        v: with ``terms`` of the first mechanism's outputs, and, as a ``share`` of what it may be,
            the moment of the second one given each; ``a``, ``c`` and ``whole`` are any numbers.
        size: the number of outputs. order: alpha. spent, next: the budgets.
    """
    term, allowed, both = v.terms[x], most(order, next), most(order, spent + next)
    before, after = total(x, 1, size, term), total(x, 1, size, term * (v.share[x] * allowed))
    worst = says(v.a * (v.c * allowed) <= v.a * allowed)
    summed = says(
        after <= total(x, 1, size, term * allowed),
        by=Derive(sum_over(x, 1, size, substitute(worst, {"a": term, "c": v.share[x]}))),
    )
    kept = v.whole <= most(order, spent)
    scaled = says(
        v.whole * allowed <= both, given=[kept], by=Derive(multiply(given(kept), allowed))
    )
    return says(
        after <= both,
        given=[most(order, spent) >= before],
        by=Derive(substitute(summed, {}), substitute(scaled, {"whole": before})),
    )
