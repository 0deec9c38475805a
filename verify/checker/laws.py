"""Laws: what is known of an expectation, and what is drawn.

``P Law d radius`` has finitely many values in R^d, all within the radius where one is given, and
mean zero: every formula that has a value at each of them has an expectation. ``P Noise d`` is
centred, too, and ``P Batch n`` is not; under these a polynomial has one, up to a degree.
"""

from collections.abc import Iterable, Mapping

from verify.checker.text import NotRead, Refused, Symbol, Tree, names_of, number

DEGREES: Mapping[str, int | None] = {"Law": None, "Noise": 5, "Batch": 2}
CENTRED = ("Law", "Noise")


def law(symbols: Iterable[Symbol], name: Tree) -> Symbol:
    """The law of a name.

    Raises:
        NotRead: there is none.
    """
    for s in symbols:
        if s.name == name and s.kind in DEGREES:
            return s
    raise NotRead("an expectation without a declared law")


def drawn(of: Symbol, name: str) -> tuple[Symbol, tuple[Tree, ...]]:
    """What a law draws, and what is known of it."""
    inside: tuple[Tree, ...] = (("le", ("norm", name), of.radius),) if of.radius else ()
    if of.radius and of.size == "1":
        # On the line its length is the absolute value of its entry.
        entry = ("at", name, "1")
        inside += (("le", ("neg", of.radius), entry), ("le", entry, of.radius))
    return Symbol(name, "Vector", size=of.size), inside


def has_mean(of: Symbol, body: Tree, name: Tree) -> None:
    """A formula that has a value wherever the law draws has an expectation.

    Raises:
        Refused: it may have none.
    """
    most = DEGREES[of.kind]
    found = 0 if most is None else degree(body, name)
    if most is not None and (found is None or found > most):
        raise Refused("an expectation of what may have none")


def degree(tree: Tree, name: Tree) -> int | None:
    """A bound of the degree of a polynomial in the entries of a vector; None where it is none."""
    if name not in names_of(tree):
        return 0
    if isinstance(tree, str):
        return 1
    op, *parts = tree
    if op in ("at", "div") or op == "sum":
        *others, of = parts[1:] if op == "sum" else parts[::-1]
        return None if any(name in names_of(part) for part in others) else degree(of, name)
    found = [degree(part, name) for part in parts]
    if None in found:
        return None
    degrees = [d for d in found if d is not None]
    if op in ("add", "sub", "neg"):
        return max(degrees)
    if op in ("mul", "dot"):
        return sum(degrees)
    power = number(parts[1]) if op == "pow" else None
    if power is None or power < 0 or power.denominator > 1:
        return None
    return degrees[0] * int(power)
