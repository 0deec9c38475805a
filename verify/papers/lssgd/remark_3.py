r"""Appendix A, Remark 3: sensitivity of the smoothed gradient.

A spectral form of :math:`A_\sigma^{-1}` settles every dimension: its eigenvalues are
:math:`1/(1+x)` with :math:`x = 2\sigma(1-\cos(2\pi i/d))\ge0`, and the constant vector, i = d, has
x = 0.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed_privacy as printed

F = Fraction
Vector = tuple[Any, ...]
GRADIENT = "loss/length"
UNITS = dict.fromkeys(("g", "other", "G", "x", "y"), GRADIENT)
UNITS |= dict.fromkeys(("eigenvalue", "second", "n", "b", "smoothing"), "1")


def smoothing_times(v: Vector, smoothing: Any) -> Vector:
    """A_sigma v, exactly: (A v)_i = v_i - smoothing (v_{i-1} - 2 v_i + v_{i+1}), periodic."""
    d = len(v)
    return tuple(v[i] - smoothing * (v[(i - 1) % d] - 2 * v[i] + v[(i + 1) % d]) for i in range(d))


# Sensitivity -----------------------------------------------------------------------------------

SPECTRAL = Inequality(
    name="smoothing does not lengthen",
    part="at most 2 G/n",
    # Two Fourier components g, other of the difference of gradients, with eigenvalues 1 + x.
    lhs=lambda g, other, eigenvalue, second, n: (
        ((g / eigenvalue) ** 2 + (other / second) ** 2) / n**2
    ),
    rhs=lambda g, other, eigenvalue, second, n: (g**2 + other**2) / n**2,
    domain=Domain(
        {
            "g": Range(-5, 5, corners=(0, 1, 2)),
            "other": Range(-5, 5, corners=(0, 1)),
            "eigenvalue": Range(1, 41, corners=(1, 5)),
            "second": Range(1, 41, corners=(1, 3)),
            "n": Range(1, 100, log=True, integer=True, corners=(1, 2)),
        }
    ),
    proof=Decomposition(
        {"g": "real", "other": "real", "x": "nonnegative", "y": "nonnegative", "n": "positive"},
        "eigenvalues 1 + x, 1 + y of A, one component at a time (Parseval), so for every d; the "
        "difference of two gradients is at most 2 G long",
        substitution=lambda g, other, x, y, n: {
            "g": g,
            "other": other,
            "eigenvalue": 1 + x,
            "second": 1 + y,
            "n": n,
        },
    ),
)
CONSTANT_VECTOR = Identity(
    name="constant vectors keep their length",
    part="attained",
    lhs=lambda g, smoothing: smoothing_times((g, g, g, g), smoothing),
    rhs=lambda g, smoothing: (g, g, g, g + 0 * smoothing),
    symbols={"g": "real", "smoothing": "nonnegative"},
    instance={"g": F(2), "smoothing": F(3)},
    general="A g = g, so A^{-1} g = g, in every dimension: the differences cancel",
)


def printed_query(_: Context) -> Iterator[dict[str, Any]]:
    """d = 1, where A = 1: the sum of all gradients moves by 2 G."""
    yield {"n": 2, "b": 1, "G": F(1)}


OWN_QUERY = Cases(
    name="sensitivity of q_k = (n/b) grad F",
    part="the proof's query",
    cases=printed_query,
    holds=lambda n, b, G: (n * (2 * G / F(n)) / b, printed.remark_3_sensitivity(G, F(n))),
    failure="the query of the proof is (n/b) grad F: it moves by up to 2 G/b, and the proof uses "
    "2 G/b",
)
SENSITIVITY = Claim(
    id="lssgd/remark-3-sensitivity",
    where="App A, Remark 3",
    title="sensitivity of the smoothed gradient",
    statement=r"'We used' $\Delta(q_k)=\Vert A_\sigma^{-1}\nabla f_i-A_\sigma^{-1}\nabla f_{i'}"
    r"\Vert_2/n\le2G/n$.",
    units=UNITS,
    checks=(SPECTRAL, OWN_QUERY),
    repair=Repair(
        statement=r"$\Delta(A_\sigma^{-1}\nabla F)=\sup\Vert A_\sigma^{-1}(\nabla f_i-\nabla "
        r"f_{i'})\Vert_2/n=2G/n$ for every $\sigma$ and $d$, attained where the difference is a "
        r"constant vector; for the batch mean it is $2G/b$.",
        changes=("the query is the smoothed full gradient, not q_k of the proof",),
        checks=(SPECTRAL, CONSTANT_VECTOR),
        consequence="smoothing before the noise saves nothing in the worst case: the sensitivity "
        "is the same as without.",
    ),
)

CLAIMS = (SENSITIVITY,)
