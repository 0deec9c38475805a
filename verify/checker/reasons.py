"""The kinds of reasons: an identity, signs after substitutions, multipliers."""

from collections.abc import Iterator, Mapping
from typing import Any

from verify.checker.polynomials import (
    ONE,
    Poly,
    Ratio,
    atom_of,
    atoms_of,
    coefficient,
    content,
    degree,
    powers_of,
)
from verify.checker.reader import Reader
from verify.checker.signs import Seen
from verify.checker.text import Malformed, Refused, number, read

MOST_STEPS = 40
MOST_SOLVED = 2  # equations
MOST_DIVIDED = 3000


def identity(reader: Reader, difference: Ratio) -> None:
    """The numerator is the zero polynomial, by the rules of the atoms and known equations."""
    top = difference.top
    if reader.vanishes(top):
        return
    # What is neither positive nor negative is 0.
    for fact in [f for f, op in reader.facts if op == "ge"]:
        if reader.known(reader.ring.scaled(fact, -1)):
            reader.know(fact, "eq")
    equations = [fact for fact, op in reader.facts if op == "eq"]
    for gap in (top, *_squares(reader, content(top)[1])):
        if reader.vanishes(gap) or _solved(reader, gap, equations, MOST_SOLVED):
            return
    raise Refused("the difference of the sides is not the zero polynomial")


def _solved(reader: Reader, p: Poly, equations: list[Poly], most: int) -> bool:
    """Whether a polynomial is 0 once some equations have been solved for atoms."""
    for atom in sorted(atoms_of(p), reverse=True) if most else ():
        for equation in [e for e in equations if degree(e, atom) == 1]:
            a, b = coefficient(equation, atom, 1), coefficient(equation, atom, 0)
            if not reader.sign(a):
                continue
            moved = [
                reader.substituted(each, atom, reader.ring.scaled(b, -1), a)
                for each in (p, *equations)
            ]
            if not moved[0] or _solved(reader, moved[0], moved[1:], most - 1):
                return True
    return False


def _squares(reader: Reader, p: Poly) -> Iterator[Poly]:
    """Of a r + b, where a r and -b have one sign, the difference of their powers."""
    # A sine and a power of -1 have such rules, too, and may be negative.
    for root, a, b in [found for found in reader.in_roots(p) if found[0] in reader.signs]:
        for sign in (1, -1):
            if all(reader.known(reader.ring.scaled(*part)) for part in ((a, sign), (b, -sign))):
                yield reader.powered(root, a, b)


def contradicted(reader: Reader) -> bool:
    """Whether a fact is plainly false, so that the case cannot occur."""
    seen: Seen = {}
    for fact, op in reader.facts:
        below = reader.ring.scaled(fact, -1)
        strict = op != "gt"
        if op != "ne" and (
            reader.nonnegative(below, strict, 2, seen) or reader.combined(below, strict)
        ):
            return True
        if op == "eq" and reader.nonnegative(fact, True, 2, seen):
            return True
        if op == "ne" and not fact:
            return True
    return False


def signs(reader: Reader, op: str, difference: Ratio, how: Mapping[str, Any]) -> None:
    """After the substitutions the difference has its sign for a reason that is told or plain."""
    # Whether it is 0 does not rest on its denominators.
    odd = [dict(key) for key, power in difference.below if power % 2 and op != "ne"]
    parts = [difference.top, *odd]
    steps = how.get("steps", [])
    if len(steps) > MOST_STEPS:
        raise Refused("too many steps")
    for step in steps:
        parts = substitution(reader, step, parts)
    top, *below = parts
    sign = 1
    whys = [*(how.get("below") or []), *[None] * len(below)]  # those that are not told are plain
    for factor, why in zip(below, whys, strict=False):
        found = reader.sign(factor)
        if not found and why is not None:
            found = 1 if _told(reader, factor, True, why) else 0
        if not found:
            # A denominator that has a value: its sign is that of its product with itself.
            top = reader.ring.times(top, factor)
        sign *= found or 1
    top = reader.ring.scaled(top, sign)
    why = how.get("why")
    if op == "ne":
        if reader.sign(top) or (top, "ne") in reader.facts or _nonzero(reader, top):
            return
    elif (why is not None and _told(reader, top, op == "lt", why)) or reader.nonnegative(
        top, op == "lt"
    ):
        return
    if contradicted(reader):
        return
    raise Refused("a numerator whose sign is not shown")


def _nonzero(reader: Reader, p: Poly) -> bool:
    """Whether it divides or is a multiple of what is known not to be zero."""
    return bool(p) and any(
        reader.ring.divided(fact, p) is not None for fact, op in reader.facts if op in ("ne", "gt")
    )


def _told(reader: Reader, p: Poly, strict: bool, why: Any) -> bool:
    """Whether a polynomial has its sign for the reason that is told."""
    if why == "plain" or why is None:
        return reader.nonnegative(p, strict)
    if "factors" in why:
        return _by_factors(reader, p, strict, why["factors"])
    word = "in" if "in" in why else "form"
    atom = _atom(reader, why[word])
    top = degree(p, atom)
    parts = [coefficient(p, atom, k) for k in range(top + 1)]
    reasons = why["parts"]
    if word == "form":
        if top != 2 or len(reasons) != 3:
            raise Refused("a form that is not quadratic")
        parts = [parts[2], parts[0], reader.discriminant(parts)]
    elif atom not in reader.signs or len(reasons) != len(parts):
        raise Refused("coefficients in an atom of unknown sign")
    last = 2 if word == "form" else 0
    return all(
        _told(reader, part, strict and place == last, reason)
        for place, (part, reason) in enumerate(zip(parts, reasons, strict=True))
    )


def _by_factors(reader: Reader, p: Poly, strict: bool, told: Any) -> bool:
    """Whether p is a product of the told factors and of what has a plain sign."""
    if reader.nonnegative(p, strict):
        return True
    for text, power, why in told:
        factor = _poly(reader, text)
        for _ in range(power):
            rest = reader.ring.divided(p, factor, MOST_DIVIDED) if factor else None
            more = reader.ring.divided(factor, p, MOST_DIVIDED) if factor and p else None
            if rest is None and more is not None and reader.plain(more, strict=True):
                rest = ONE  # the told factor is p itself, times what is positive
            if rest is None:
                raise Refused("factors that do not multiply to the polynomial")
            p = rest
        if power % 2:
            if not _told(reader, factor, strict, why):
                raise Refused("a factor whose sign is not shown")
        elif strict and not _told(reader, factor, True, why):
            raise Refused("a factor that may be zero")
    return reader.nonnegative(p, strict)


def _poly(reader: Reader, text: str) -> Poly:
    value = _told_ratio(reader, text)
    return reader.cleared(value)


def _told_ratio(reader: Reader, text: str) -> Ratio:
    """A quotient of a hint, whose denominators are plainly not zero."""
    value = reader.ratio(read(text))
    if not all(reader.sign(dict(key)) for key, _ in value.below):
        raise Refused("a hint whose denominator may be zero")
    return value


def _atom(reader: Reader, text: str) -> int:
    """The atom of a text, up to a constant (x stands for its distance from its least value).

    Of a sum or a product of atoms, such as the logarithm or the root of a product, the last one.
    """
    found = [powers for m in _poly(reader, text) if (powers := powers_of(m))]
    if not found or any(k > 1 for powers in found for _, k in powers):
        raise Refused(f"a hint that is no atom: {text[:60]}")
    return max(atom for powers in found for atom, _ in powers)


def substitution(reader: Reader, step: Mapping[str, Any], parts: list[Poly]) -> list[Poly]:
    """The goal's polynomials after a substitution that a known condition gives.

    ``let``: a new name for a polynomial that is known to be nonnegative and linear in ``for``.
    ``share``: two names k and l for b - a t >= 0 with t, b >= 0, so that a t = b k/(k + l).
    ``put``: an equation, linear in ``for``, is solved.
    """
    p = _poly(reader, step["of"])
    atom = _atom(reader, step["for"])
    if "put" in step and not p:
        p = _of_root(reader, step["of"], atom)
    a, b, sign = reader.linear(p, atom)
    inside = reader.measure(p)
    if "put" in step:
        if p not in reader.equations and not reader.vanishes(p):
            raise Refused("an equation that is not known")
        top = reader.ring.scaled(b, -sign)
        below = a
    else:
        strict = reader.nonnegative(p, True)
        if not strict and not reader.nonnegative(p):
            raise Refused(f"a condition that is not known: {step['of'][:80]}")
        kind = "positive" if strict else "nonnegative"
        if "share" in step:
            first, second = (_name(reader, name) for name in step["share"])
            if sign > 0 or atom not in reader.signs or not reader.nonnegative(b):
                raise Refused("a share of what may be negative")
            reader.signs[first], reader.signs[second] = reader.signs[atom], kind
            both = reader.ring.plus(atom_of(first), atom_of(second))
            top = reader.ring.times(b, atom_of(first))
            below = reader.ring.times(a, both)
        else:
            new = _name(reader, step["let"])
            reader.signs[new] = kind
            if inside is not None:
                reader.enclosed[new] = inside
            top = reader.ring.scaled(reader.ring.minus(atom_of(new), b), sign)
            below = a
    moved = [reader.substituted(part, atom, top, below) for part in parts]
    reader.put(atom, top, below)
    if "share" in step:
        reader.pairs.append((first, second))
    return moved


def _of_root(reader: Reader, text: str, atom: int) -> Poly:
    """An equation that holds by the rules of roots, such as r^2 - u = 0, in place of these rules.

    Those are given up that are about an atom.
    """
    rules = reader.ring.rules
    with reader.ring.under({}):
        equation = _poly(reader, text)
    used = [
        root
        for root, (q, inside) in rules.items()
        if degree(equation, root) >= q and atom in atoms_of(inside)
    ]
    reader.ring.rules = {root: rule for root, rule in rules.items() if root not in used}
    equation = reader.ring.reduced(equation)
    reader.equations.append(equation)
    return equation


def _name(reader: Reader, name: str) -> int:
    if not isinstance(name, str) or name in reader.values or number(name) is not None:
        raise Malformed("a new name must be new")
    atom = reader.atom(("symbol", name))
    reader.values[name] = Ratio(atom_of(atom))
    return atom


def multipliers(reader: Reader, op: str, difference: Ratio, how: Mapping[str, Any]) -> None:
    """``factor * difference = sum c * conditions * square^2 + sum times * equation``.

    With ``refute`` the negation of the goal is one of the conditions, ``-factor`` takes the place
    of ``factor * difference``, and is 0 where it is not told: then a term has to be positive.
    """
    ring = reader.ring
    refute, told = bool(how.get("refute")), "factor" in how
    factor = _told_ratio(reader, how.get("factor", "0" if refute else "1"))
    if (told or not refute) and not _known(reader, factor, strict=True):
        raise Refused("a factor that is not shown positive")
    target = ring.multiply(factor, difference)
    if refute:
        opposite = ring.opposite(difference)
        flipped = {"le": "gt", "lt": "ge", "ne": "eq"}.get(op)
        if flipped is None:
            raise Refused("a refutation of an equation's negation")
        reader.learn(opposite, flipped)
        target = ring.opposite(factor)
    positive = told if refute else op == "le"
    for term in how.get("terms", []):
        value = number(term["c"])
        if op == "eq" or value is None or value < 0:
            raise Refused("a term whose coefficient is negative")
        whole, strict = Ratio(reader.ring.scaled(ONE, value)), value > 0
        for text in term.get("conditions", []):
            condition = _told_ratio(reader, text)
            if not _known(reader, condition):
                raise Refused(f"a condition that is not known: {text[:80]}")
            strict = strict and _known(reader, condition, strict=True)
            whole = ring.multiply(whole, condition)
        if "square" in term:
            root = _told_ratio(reader, term["square"])
            strict = strict and root.constant not in (None, 0)
            whole = ring.multiply(whole, ring.multiply(root, root))
        positive = positive or strict
        target = ring.subtract(target, whole)
    for line in how.get("equations", []):
        equation = _told_ratio(reader, line["equation"])
        if not reader.vanishes(equation.top):
            raise Refused(f"an equation that is not known: {line['equation'][:80]}")
        share = ring.multiply(_told_ratio(reader, line["times"]), equation)
        target = ring.subtract(target, share)
    if target.top:
        raise Refused("the terms do not add up")
    if not positive and op != "eq":
        raise Refused("nothing shows that the difference is not zero")


def _known(reader: Reader, value: Ratio, *, strict: bool = False) -> bool:
    return reader.nonnegative(reader.cleared(value), strict)
