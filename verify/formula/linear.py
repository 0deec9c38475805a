"""Vectors and matrices as tuples of numbers of any arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import Arithmetic, Undefined


def each(function: Callable[[Any], Any], value: Any) -> Any:
    """The function of every number of a value."""
    if isinstance(value, tuple):
        # Entries without a call of their own: most of a search's time is spent on short vectors.
        return tuple([each(function, v) if isinstance(v, tuple) else function(v) for v in value])
    return function(value)


def entrywise(function: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """The function of the numbers of two values of one size.

    Raises:
        ValueError: the sizes differ. TypeError: a number meets a vector or matrix.
    """
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            raise ValueError(f"sizes must agree. Found {len(a)} and {len(b)}.")
        return tuple(
            [
                entrywise(function, x, y)
                if isinstance(x, tuple) or isinstance(y, tuple)
                else function(x, y)
                for x, y in zip(a, b, strict=True)
            ]
        )
    if isinstance(a, tuple) or isinstance(b, tuple):
        raise TypeError("a vector or matrix must meet one of its own size. Found a number.")
    return function(a, b)


def flat(value: Any) -> list[Any]:
    """All numbers of a value, row by row."""
    return [x for v in value for x in flat(v)] if isinstance(value, tuple) else [value]


def total(values: Any, n: Arithmetic) -> Any:
    """The sum of a vector's entries; a number is its own sum."""
    result = n.number(Fraction(0))
    for value in values if isinstance(values, tuple) else (values,):
        result = result + value
    return result


def dot(a: Any, b: Any, n: Arithmetic) -> Any:
    """The inner product."""
    return total(entrywise(lambda x, y: x * y, a, b), n)


def matmul(left: Any, right: Any, n: Arithmetic) -> Any:
    """A matrix times a vector or a matrix."""
    if not isinstance(right[0], tuple):
        return tuple(dot(row, right, n) for row in left)
    columns = tuple(zip(*right, strict=True))
    return tuple(tuple(dot(row, c, n) for c in columns) for row in left)


def transpose(a: Any, n: Arithmetic) -> Any:
    """The transposed matrix."""
    return tuple(zip(*a, strict=True))


def trace(a: Any, n: Arithmetic) -> Any:
    """The sum of the diagonal."""
    return total(tuple(row[i] for i, row in enumerate(a)), n)


def inverse(matrix: Any, n: Arithmetic) -> Any:
    """Gauss-Jordan elimination with the first usable pivot.

    Raises:
        Undefined: the matrix is singular.
    """
    size = len(matrix)
    zero, one = n.number(Fraction(0)), n.number(Fraction(1))
    rows = [
        list(row) + [one if i == j else zero for j in range(size)] for i, row in enumerate(matrix)
    ]
    for i in range(size):
        pivot = next((r for r in range(i, size) if n.compare("ne", rows[r][i], zero)), None)
        if pivot is None:
            raise Undefined("the inverse of a singular matrix")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [n.divide(x, rows[i][i]) for x in rows[i]]
        for r in range(size):
            if r != i:
                factor = rows[r][i]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return tuple(tuple(row[size:]) for row in rows)


def semidefinite(matrix: Any, n: Arithmetic, definite: bool = False) -> bool:
    """Symmetric elimination: no negative pivot, and a zero pivot (never if definite) a zero row."""
    rows = [list(row) for row in matrix]
    zero = n.number(Fraction(0))
    size = len(rows)
    if any(n.compare("ne", rows[i][j], rows[j][i]) for i in range(size) for j in range(i)):
        return False
    for i in range(size):
        if n.compare("lt", rows[i][i], zero):
            return False
        if n.compare("eq", rows[i][i], zero):
            if definite or any(n.compare("ne", rows[i][j], zero) for j in range(i + 1, size)):
                return False
            continue
        for r in range(i + 1, size):
            factor = n.divide(rows[r][i], rows[i][i])
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return True
