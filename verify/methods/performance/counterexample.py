"""Functions that refute: rational vectors and letters near those of a solver.

The Gram matrix of a violation of low rank gives vectors; these are rounded, and the letters are
found anew beside them. That the point meets every condition is seen in rational arithmetic.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import EXACT, evaluate
from verify.methods.performance.forms import Form
from verify.methods.performance.problem import Problem
from verify.methods.performance.solver import LARGEST, Array, Arrays, worst

DIGITS = (2, 6, 12, 60, 1000, 10**5)  # denominators at most
REACHES = (1.0, 10.0, LARGEST)  # of letters, the least that is enough
MARGIN = 1e-9  # of a violation that is worth rounding


def refuting(
    found: Problem, forms: Sequence[Form], a: Arrays, setting: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Points that may refute, of few dimensions and plain numbers first."""
    equations = [form for form, equal in zip(forms[:-1], a.equal, strict=True) if equal]
    if any(len(key) == 1 for form in equations for key in form):
        return
    if (seen := worst(a)) is None or seen[0] < MARGIN:
        return
    _, gram, _ = seen
    homogeneous = not a.constants.any()
    for rank in range(1, len(gram) + 1):
        rows = _rows(gram, rank)
        if homogeneous and rows[0, 0] > 1e-6:
            rows = rows / rows[0, 0]
        for digits in DIGITS:
            vectors = _vectors(found.vectors, equations, rows, digits)
            letters = None if vectors is None else _letters(found, forms, a, vectors, digits)
            if vectors is not None and letters is not None:
                yield _point(found, setting, vectors, letters, rank)


def _rows(gram: Array, rank: int) -> Array:
    """Vectors of some dimension with nearly these inner products, the first on the first axis."""
    values, basis = np.linalg.eigh(gram)
    top = slice(len(gram) - rank, None)
    near = basis[:, top] * np.sqrt(np.maximum(values[top], 0))
    turn, _ = np.linalg.qr(near[:rank].T)
    found = near @ turn
    signs = np.where(np.diag(found[:rank]) < 0, -1.0, 1.0)
    return np.asarray(found * signs)


def _vectors(
    names: Sequence[str], equations: Sequence[Form], rows: Array, digits: int
) -> list[tuple[Fraction, ...]] | None:
    """Rational vectors nearby that meet equations; None where one is not linear in its last."""
    found: list[tuple[Fraction, ...]] = []
    for j, row in enumerate(rows):
        near = [Fraction(float(x)).limit_denominator(digits) for x in row]
        if any(form.get((names[j], names[j])) for form in equations):
            return None
        asked = [_linear(form, names, j, found) for form in equations]
        moved = _moved(near, [one for one in asked if one is not None])
        if moved is None:
            return None
        found.append(tuple(moved))
    return found


def _linear(
    form: Form, names: Sequence[str], j: int, known: Sequence[tuple[Fraction, ...]]
) -> tuple[list[Fraction], Fraction] | None:
    """An equation of the vectors up to one, as coefficients of this one and a number."""
    here = {name: i for i, name in enumerate(names[: j + 1])}
    keys = [key for key in form if key and form[key]]
    if not all(name in here for key in keys for name in key):
        return None
    size = len(known[0]) if known else 0
    row, rest = [Fraction(0)] * size, Fraction(form.get((), 0))
    for key in keys:
        first, second = sorted(key, key=here.__getitem__)
        if here[second] < j:
            pair = zip(known[here[first]], known[here[second]], strict=True)
            rest += form[key] * sum((x * y for x, y in pair), Fraction(0))
        else:
            row = [r + form[key] * x for r, x in zip(row, known[here[first]], strict=True)]
    return (row, rest) if any(row) else None


def _moved(
    near: list[Fraction], asked: Sequence[tuple[list[Fraction], Fraction]]
) -> list[Fraction] | None:
    """The nearest vector that meets linear equations, one after another; None where none does."""
    basis: list[tuple[list[Fraction], Fraction]] = []
    for given, number in asked:
        row, rest = given, number
        for other, constant in basis:
            share = _inner(row, other) / _inner(other, other)
            row = [x - share * y for x, y in zip(row, other, strict=True)]
            rest -= share * constant
        if any(row):
            basis.append((row, rest))
        elif rest:
            return None
    for row, rest in basis:
        share = (_inner(row, near) + rest) / _inner(row, row)
        near = [x - share * y for x, y in zip(near, row, strict=True)]
    return near


def _inner(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(left, right, strict=True)), Fraction(0))


def _letters(
    found: Problem,
    forms: Sequence[Form],
    a: Arrays,
    vectors: Sequence[tuple[Fraction, ...]],
    digits: int,
) -> dict[str, Fraction] | None:
    """Letters beside vectors with which the conditions hold and what is said does not."""
    from scipy.optimize import linprog

    place = dict(zip(found.vectors, vectors, strict=True))
    products: dict[tuple[str, ...], Fraction] = {
        (u, v): sum((x * y for x, y in zip(place[u], place[v], strict=True)), Fraction(0))
        for u in place
        for v in place
        if u <= v
    }
    fixed = [
        sum((c * products[key] if key else c for key, c in f.items() if len(key) != 1), Fraction(0))
        for f in forms
    ]
    signs = np.array([1.0] * (len(forms) - 1) + [-1.0])
    idle = np.array([not any(len(k) == 1 for k in f) for f in forms])
    idle[-1] = False
    if any(x < 0 for x, skip in zip(fixed, idle, strict=True) if skip):
        return None
    if any(x != 0 for x, equal in zip(fixed, a.equal, strict=False) if equal):
        return None
    if not found.letters:
        return {} if fixed[-1] < 0 else None
    # Every row: its sign times (linear part + fixed part) is at least the margin.
    rows = np.hstack([-(a.linear * signs[:, None]), np.ones((len(forms), 1))])[~idle]
    most = (np.array([float(x) for x in fixed]) * signs)[~idle]
    for reach in REACHES:
        bounds = [(-reach, reach)] * len(found.letters) + [(None, reach)]
        solved = linprog(-np.eye(1, rows.shape[1], rows.shape[1] - 1)[0], rows, most, bounds=bounds)
        if solved.status == 0 and solved.x[-1] >= 0:
            break
    else:
        return None
    moved = _lowered(found, a, solved.x[:-1])
    values = (Fraction(float(x)).limit_denominator(digits**2) for x in moved)
    return dict(zip(found.letters, values, strict=True))


def _lowered(found: Problem, a: Arrays, letters: Array) -> Array:
    """The letters with 0 for the least value of a function, where only differences matter."""
    moved = letters.copy()
    for f in found.statement.ranging:
        own = [
            i for i, name in enumerate(found.letters) if name in {p.value.name for p in f.places}
        ]
        if own and not a.linear[:, own].sum(axis=1).any():
            moved[own] -= letters[own].min()
    return moved


def _point(
    found: Problem,
    setting: Mapping[str, Any],
    vectors: Sequence[tuple[Fraction, ...]],
    letters: Mapping[str, Fraction],
    rank: int,
) -> dict[str, Any]:
    """The values of all symbols; a dimension is as large as it has to be."""
    known = found.statement.by_name
    sizes = {known[v].kind.dimension for v in found.vectors}
    named = [s for s in sizes if isinstance(s, str)]
    least = [getattr(known[s].kind, "least", 0) for s in named]
    need = max([rank, *least, *(int(setting.get(s, 0)) for s in named), *(sizes - set(named))])
    rest = (Fraction(0),) * (need - rank)
    point = {**dict.fromkeys(named, need), **setting, **letters}
    point |= {name: (*v, *rest) for name, v in zip(found.vectors, vectors, strict=True)}
    if found.origin:
        point[found.origin] = (Fraction(0),) * need
    for put in reversed(found.put):
        point[put.name] = tuple(map(Fraction, evaluate(put.tree, point, EXACT)))
    return {name: point[name] for name in known if name in point}
