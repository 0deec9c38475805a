"""What refutes the negation of a path's goal, and how it goes as text for a checker."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verify.language.statement import Goal
from verify.methods.reals.charts import GOAL, Condition
from verify.methods.reals.hints import Names, Writer
from verify.methods.reals.multipliers import Certificate
from verify.methods.reals.negation import Known
from verify.methods.reals.polynomials import over


@dataclass(frozen=True)
class Refuted:
    """Certificates that together refute something.

    Attributes:
        single: a certificate, where there are no cases.
        cases: each alternative of a clause, with what refutes it.
    """

    single: Certificate | None
    cases: tuple[tuple[tuple[Condition, ...], "Refuted"], ...] = ()

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """All of them."""
        if self.single is not None:
            return (self.single,)
        return tuple(c for _, inner in self.cases for c in inner.certificates)


def told(path: Goal, here: Known, several: tuple[Refuted, ...]) -> Mapping[str, Any] | None:
    """The certificate of a path as JSON; None where a case of it cannot be told.

    That a denominator is not zero is an obligation of its own, and is left out.
    """
    writer, last = Writer(here.terms, path.symbols), several[-1]
    if path.prove.op != "eq":
        return _refutation(writer, writer.names(), last)
    if last.single is not None and (one := _identity(writer, here, last.single)) is not None:
        return one
    # Its two orders. The last negations are that the right side is larger, then that it is smaller,
    # where the denominator is positive.
    larger, smaller = several[-2:] if here.below >= 0 else several[:-3:-1]
    pieces = [_refutation(writer, writer.names(), each) for each in (smaller, larger)]
    return None if None in pieces else {"by": "both", "pieces": pieces}


def _refutation(writer: Writer, names: Names, refuted: Refuted) -> Mapping[str, Any] | None:
    """A certificate as products and equations; cases as halves, one within the other."""
    if refuted.single is not None:
        return _products(writer, names, refuted.single)
    (conditions, first), *others = refuted.cases
    hows = [_refutation(writer, names, first)]
    if not others:
        return hows[0]
    hows.append(_refutation(writer, names, Refuted(None, tuple(others))))
    if len(conditions) != 1 or conditions[0].op == "eq" or None in hows:
        return None
    # Where p > 0 is one case, the other one is -p >= 0.
    strict = conditions[0].op == "gt"
    at = -conditions[0].polynomial if strict else conditions[0].polynomial
    pieces = hows[::-1] if strict else hows
    return {"by": "split", "at": _text(writer, names, at), "pieces": pieces}


def _products(writer: Writer, names: Names, last: Certificate) -> Mapping[str, Any]:
    products = []
    for product in last.products:
        said: dict[str, Any] = {"c": str(product.times)}
        if product.conditions:
            said["conditions"] = [
                _text(writer, names, condition.polynomial)
                for condition, power in product.conditions.items()
                for _ in range(power)
            ]
        if product.square is not None:
            said["square"] = _text(writer, names, product.square)
        products.append(said)
    equations = [
        {
            "equation": _text(writer, names, condition.polynomial),
            "times": _text(writer, names, multiple),
        }
        for condition, multiple in last.equations
    ]
    how = {"by": "multipliers", "refute": True, "terms": products}
    return how | ({"equations": equations} if equations else {})


def _identity(writer: Writer, here: Known, last: Certificate) -> Mapping[str, Any] | None:
    """The difference of the sides as a sum of multiples of equations, where it is one."""
    if len(last.products) != 1 or any(c.source != GOAL for c in last.products[0].conditions):
        return None
    # The last negation is that the difference is below zero: minus its numerator is positive.
    names, below = writer.names(), here.goal.ratio.bottom
    scale = here.ring.polynomial(last.products[0].times).leading_coefficient()
    equations = []
    for condition, multiple in last.equations:
        share = over(_moved(writer, multiple / scale), below)
        said = {"equation": _text(writer, names, condition.polynomial)}
        equations.append(said | {"times": writer.ratio(share, names)})
    return {"by": "multipliers", "equations": equations}


def _text(writer: Writer, names: Names, polynomial: Any) -> str:
    return writer.polynomial(_moved(writer, polynomial), names)


def _moved(writer: Writer, polynomial: Any) -> Any:
    """A polynomial in all generators of a path."""
    return polynomial.project_to_context(writer.terms.ring.context)
