"""Functions that refute: rational vectors and letters near those of a solver.

The Gram matrix of a violation of low rank gives vectors; these are rounded, and the letters are
found anew beside them. That the point meets every condition is seen in rational arithmetic.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

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
    if a.equal.any() or (seen := worst(a)) is None or seen[0] < MARGIN:
        return
    _, gram, _ = seen
    homogeneous = not a.constants.any()
    for rank in range(1, len(gram) + 1):
        rows = _rows(gram, rank)
        if homogeneous and rows[0, 0] > 1e-6:
            rows = rows / rows[0, 0]
        for digits in DIGITS:
            vectors = [
                tuple(Fraction(float(x)).limit_denominator(digits) for x in row) for row in rows
            ]
            letters = _letters(found, forms, a, vectors, digits)
            if letters is not None:
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
    need = max([rank, *(s if isinstance(s, int) else known[s].kind.least for s in sizes)])
    rest = (Fraction(0),) * (need - rank)
    point = {**setting, **letters, **{s: need for s in sizes if isinstance(s, str)}}
    point |= {name: (*v, *rest) for name, v in zip(found.vectors, vectors, strict=True)}
    if found.origin:
        point[found.origin] = (Fraction(0),) * need
    return {name: point[name] for name in known if name in point}
