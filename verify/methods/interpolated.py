"""``interpolated``: a theorem about functions of a class from multipliers of its hypotheses.

Where left + sum of w (b - a) over hypotheses a <= b is below right by a sum of squares of vectors,
left <= right. The multipliers w are the author's; they solve the dual of the performance estimation
problem (Drori, Teboulle 2014; Taylor, Hendrickx, Glineur 2017). The squares are found here, by
elimination, and everything is checked again, link by link, as any other derivation.
"""

from typing import Any

from verify.formula.expression import free_names, lift
from verify.language.drafts import says
from verify.language.formulas import Formula, norm, notation_of, number
from verify.language.symbols import Notation, natural, notation, vector
from verify.language.vectors import Vector
from verify.methods.algebra.symbolic import sympy
from verify.methods.derive import Derive, add, given, multiply, shown, substitute
from verify.methods.performance.fitted import Scalars
from verify.methods.performance.fitted import shown as shown_number
from verify.methods.performance.forms import Forms, combined
from verify.methods.performance.rounding import left_over, squares

PLAIN = notation(d=natural(), v=vector("d", unit="1"))
SQUARE = says(number(0) <= norm(PLAIN.v) ** 2)


def interpolated(said: Formula, *weighted: tuple[Formula, Any]) -> Derive:
    """The derivation of ``left <= right`` from hypotheses with multipliers.

    Args:
        said: what is to be derived, of numbers made of inner products and of letters for values.
        weighted: hypotheses (``f.interpolates(x, y)``, ``a <= b``), each with its multiplier, a
            number or a formula that is not negative.

    Raises:
        ValueError: the values do not cancel, or what is left is no sum of squares.
    """
    left, right = said.left, said.right
    known = notation_of(said, *weighted) or Notation({})
    links, below, above = [], number(0), number(0)
    for condition, weight in weighted:
        links.append(multiply(given(condition), weight))
        below, above = below + weight * condition.left, above + weight * condition.right
    gap = lift(right - left - above + below)
    vectors = [name for name, s in known.symbols.items() if isinstance(s.kind, Vector)]
    numbers = sorted(free_names(gap) - set(vectors))
    field, *letters = sympy.field(numbers, sympy.QQ)
    scalars = Scalars(field, dict(zip(numbers, letters, strict=True)))
    form = left_over(Forms(vectors, (), scalars).number(gap), ())
    if values := form.pop((), None):
        raise ValueError(f"the multipliers must be such that the values cancel. Found {values}.")
    # Gradients first: their coefficients seldom vanish where a bound of the curvature is 0.
    found = squares(form, vectors[::-1])
    if found is None:
        raise ValueError("what is left must be a sum of squares. Found none.")
    for factor, of in found:
        square = substitute(SQUARE, {"v": combined(of, shown_number)})
        links.append(multiply(square, shown_number(factor)))
    rest = left - below
    return Derive(add(*links, shown(rest == rest)))
