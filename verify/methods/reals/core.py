"""The conditions that a refutation needs: of many, the few that z3 still calls contradictory.

With few conditions their products can be searched to a degree that is out of reach with all.
"""

from collections.abc import Mapping, Sequence

from verify.methods.reals.charts import Condition
from verify.methods.reals.polynomials import Ring
from verify.methods.reals.z3_terms import Attempt, Formulas, Terms

ATTEMPT = Attempt("qfnra-nlsat", 300_000, 1_200_000)  # of one question
SHAPES = {"ge": "(>= {} 0.0)", "gt": "(> {} 0.0)", "eq": "(= {} 0.0)"}


def needed(
    ring: Ring, signs: Mapping[str, Condition], conditions: Sequence[Condition]
) -> tuple[Condition, ...] | None:
    """Those of the conditions that contradict one another; None where z3 says that they do not.

    All of them where z3 does not know.

    Args:
        ring: the polynomials. signs: what says that a generator has a sign, by name; z3 is told
            the signs of the generators that occur.
        conditions: the negation of a goal first; it stays first, if it is needed.
    """
    kinds = {name: condition.sign for name, condition in signs.items()}
    formulas = Formulas(Terms(Ring(ring.names, kinds), lambda _: None))

    def verdict(some: Sequence[Condition]) -> str:
        formulas.used.clear()
        asked = [SHAPES[c.op].format(formulas.polynomial(c.polynomial)) for c in some]
        return formulas.ask(asked, ATTEMPT).verdict

    if (first := verdict(conditions)) == "sat":
        return None
    left = list(conditions)
    for one in sorted(conditions[1:], key=lambda c: -len(c.polynomial)):
        rest = [c for c in left if c is not one]
        if first == "unsat" == verdict(rest):
            left = rest
    return tuple(left)
