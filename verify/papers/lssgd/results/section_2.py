r"""Section 2: the smoothing matrix (3), its condition number, the FFT formula, and (4)-(5).

(3) is read entry by entry, with d >= 3 as it is drawn: for smaller d its entries coincide.
"""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import Undefined
from verify.formula.expression import Node, external, total
from verify.language.claim import Control, Lemma, claim
from verify.language.notation import natural, positive, real, sequence
from verify.language.says import at_most, equal, less
from verify.methods.derive import (
    Derive,
    add,
    chain,
    given,
    monotone,
    shown,
    substitute,
    telescope,
    words,
)
from verify.papers.lssgd.formulas import printed
from verify.papers.lssgd.formulas import smoothing as formulas
from verify.papers.lssgd.formulas.smoothing import angle, eigenvalue

V = formulas.V.extended(
    d=natural("d", search=(1, 8)),
    row=natural("m", search=(1, 8)),
    phi=real(r"\varphi", unit="1", search=(-4, 4)),
    v=sequence("d", "v", unit="1"),
    p=real("p", unit="1", search=(-9, 9)),
    q=real("q", unit="1", search=(-9, 9)),
    w=real("w^k", unit="length", search=(-9, 9)),
    eta=positive(r"\eta", unit="length^2/loss", search=(0.01, 2)),
    batch=real(r"\nabla f_{\mathcal{B}_k}", unit="gradient", search=(-9, 9)),
    noise=real("n", unit="gradient", search=(-9, 9)),
)
K = Node("symbol", (), "k")
DRAWN = [V.d >= 3]
PLACE = [V.d >= 3, V.row <= V.d]


def number(x: Any) -> Any:
    """A rational number as a ball; balls as they are."""
    from flint import arb, fmpq

    return x if isinstance(x, arb) else arb(fmpq(*Fraction(x).as_integer_ratio()))


def row_of(sigma: Any, d: Any, row: Any) -> tuple[Any, ...]:
    """Row m of (3).

    Raises:
        Undefined: there is no such row.
    """
    if d < 1 or not 1 <= row <= d:
        raise Undefined("no such row")
    return tuple(printed.eq_3(sigma, int(d))[int(row) - 1])


def cosine(angle_in_pi: Fraction) -> Any:
    """An enclosure of the cosine of a rational multiple of pi."""
    from flint import arb, fmpq

    return arb.cos_pi_fmpq(fmpq(*angle_in_pi.as_integer_ratio()))


# (3) ---------------------------------------------------------------------------------------------


def row_on_wave(sigma: Any, d: int, row: int, i: int, phi: Any) -> float:
    """Row m of (3) times the vector cos(2 pi i k/d + phi), k = 1, ..., d."""
    entries = row_of(float(sigma), d, row)
    terms: Iterator[float] = (
        a * math.cos(2 * math.pi * int(i * k) / int(d) + float(phi))
        for k, a in enumerate(entries, start=1)
    )
    return sum(terms)


def enclosed_row(sigma: Any, d: Any, row: Any, i: Any, phi: Any) -> Any:
    """The same in balls."""
    from flint import arb

    entries = row_of(number(sigma), d, row)
    angles = (arb.pi() * 2 * int(i * k) / int(d) + number(phi) for k in range(1, int(d) + 1))
    return sum((a * x.cos() for a, x in zip(entries, angles, strict=True)), arb(0))


ON_WAVE = external(
    r"row $m$ of (3) on a wave", row_on_wave, V.sigma, V.d, V.row, V.i, V.phi, balls=enclosed_row
)
WAVE = (angle(V.i * V.row) + V.phi).cos()
ADDITION = (
    "cos(x - y) + cos(x + y) = 2 cos x cos y, and the cosine has the period 2 pi: the entries "
    "beside m = 1 and m = d are the corners."
)
EIGENVALUES = equal(
    V,
    ON_WAVE,
    eigenvalue(V.i) * WAVE,
    where=PLACE,
    by=Derive(words(ADDITION, ON_WAVE.equals(eigenvalue(V.i) * WAVE))),
)
SQUARES = total(K, 1, V.d, V.v[K] ** 2)
FORM = (1 + 2 * V.sigma) * SQUARES - 2 * V.sigma * (
    total(K, 1, V.d - 1, V.v[K] * V.v[K + 1]) + V.v[V.d] * V.v[1]
)
NEIGHBOURS = at_most(
    V, 2 * V.sigma * V.p * V.q - 2 * V.sigma * V.p**2, V.sigma * V.q**2 - V.sigma * V.p**2
)
ENERGY = Lemma(
    id="lssgd/energy",
    says=at_most(
        V,
        SQUARES,
        FORM,
        where=DRAWN,
        by=Derive(
            add(
                monotone(
                    "negative",
                    add(
                        telescope(
                            K,
                            1,
                            V.d - 1,
                            -V.sigma * V.v[K] ** 2,
                            substitute(NEIGHBOURS, {"p": V.v[K], "q": V.v[K + 1]}),
                        ),
                        substitute(NEIGHBOURS, {"p": V.v[V.d], "q": V.v[1]}),
                    ),
                ),
                shown(SQUARES.equals(SQUARES)),
            )
        ),
    ),
)
DEFINITE = less(
    V,
    0,
    FORM,
    where=[*DRAWN, SQUARES > 0],
    by=Derive(chain(given(SQUARES > 0), substitute(ENERGY.says, {}))),
)
EQ_3 = claim(
    "lssgd/eq-3",
    "§2.1, (3)",
    "the smoothing matrix",
    {"eigenvalues": EIGENVALUES, "positive definite": DEFINITE},
    rests_on=(ENERGY,),
    rejects=(
        # Entries of (3) coincide there.
        Control(name="two dimensions", says=EIGENVALUES.but(where=[V.row <= V.d])),
        Control(
            name="without the corners",
            says=DEFINITE.but(right=FORM + 2 * V.sigma * V.v[V.d] * V.v[1] - SQUARES),
        ),
    ),
)

# The condition number ----------------------------------------------------------------------------


def condition(sigma: Any, d: int) -> float:
    """The largest over the smallest of the printed eigenvalues."""
    values = [1 + 2 * float(sigma) * (1 - math.cos(2 * math.pi * i / d)) for i in range(1, d + 1)]
    return max(values) / min(values)


def enclosed_condition(sigma: Any, d: Any) -> Any:
    """The same in balls."""
    values = [
        1 + 2 * number(sigma) * (1 - cosine(Fraction(2 * i, int(d)))) for i in range(1, int(d) + 1)
    ]
    largest = smallest = values[0]
    for value in values[1:]:
        largest, smallest = largest.max(value), smallest.min(value)
    return largest / smallest


KAPPA = external(r"\kappa(A_\sigma)", condition, V.sigma, V.d, balls=enclosed_condition)
CONDITION = equal(V, KAPPA, 1 + 4 * V.sigma, where=DRAWN)
LARGEST = eigenvalue(Node("floor", (V.d / 2,)))
CONDITION_NUMBER = claim(
    "lssgd/condition-number",
    "§2.1",
    "condition number",
    CONDITION,
    repaired=CONDITION.but(
        right=LARGEST,
        by=Derive(
            words(
                "The cosine is 1 at i = d and falls towards half the circle, on both sides.",
                KAPPA.equals(LARGEST),
            )
        ),
    ),
    rejects=(
        Control(
            name="one place before half the circle",
            says=CONDITION.but(right=eigenvalue(Node("floor", (V.d / 2,)) - 1)),
        ),
    ),
    notes=(at_most(V, LARGEST, 1 + 4 * V.sigma),),
)

# The FFT formula ---------------------------------------------------------------------------------


def smoothed_back(sigma: Any, d: Any, v: Any, row: Any, centre: Any, ball: bool = False) -> Any:
    """Entry m of (3) times ifft(fft(v)/(1 - sigma fft(d))), d = [centre, 1, 0, ..., 0, 1].

    The transforms are sums over cosines: the formula convolves v with the inverse transform of
    1/(1 - sigma fft(d)), an even sequence.
    """
    size = int(d)
    if len(v) != size:
        raise Undefined("no such vector")
    kernel = [int(centre), *(int(k in (1, size - 1)) for k in range(1, size))]
    s, cos = (number(sigma), cosine) if ball else (float(sigma), _float_cosine)
    waves = [cos(Fraction(2 * k, size)) for k in range(size)]
    symbol = [
        1 - s * sum(kernel[k] * waves[j * k % size] for k in range(size)) for j in range(size)
    ]
    spread = [sum(waves[j * k % size] / symbol[j] for j in range(size)) / size for k in range(size)]
    entries = [number(x) if ball else float(x) for x in v]
    found = [sum(spread[k - j] * entries[j] for j in range(size)) for k in range(size)]
    return sum(a * x for a, x in zip(row_of(s, d, row), found, strict=True))


def _float_cosine(angle_in_pi: Fraction) -> float:
    return math.cos(math.pi * float(angle_in_pi))


def enclosed_back(sigma: Any, d: Any, v: Any, row: Any, centre: Any) -> Any:
    """The same in balls."""
    return smoothed_back(sigma, d, v, row, centre, ball=True)


def back(centre: int) -> Node:
    """The entry, for another first entry of the printed vector."""
    name = r"(A_\sigma\,\mathrm{ifft}(\mathrm{fft}(v)/(1-\sigma\,\mathrm{fft}(\mathbf{d}))))_m"
    return external(name, smoothed_back, V.sigma, V.d, V.v, V.row, centre, balls=enclosed_back)


# It holds for d = 1 and 2 too: the coinciding entries of (3) and of the vector are the same ones.
INVERTS = equal(
    V,
    back(-2),
    V.v[V.row],
    where=[V.row <= V.d],
    by=Derive(
        words(
            "The transform diagonalises circulants; 1 - sigma fft(d) are the eigenvalues of (3), "
            "of which none is below 1.",
            back(-2).equals(V.v[V.row]),
        )
    ),
)
FFT = claim(
    "lssgd/fft",
    "§2.1",
    "smoothing by FFT",
    INVERTS,
    rejects=(Control(name="-3 instead of -2", says=INVERTS.but(left=back(-3))),),
)

# (4)-(5), one coordinate of an eigenbasis -----------------------------------------------------

DP_SGD = V.w - V.eta * (V.batch + V.noise)
WITHOUT = equal(
    V,
    V.w - V.eta * (V.batch + V.noise) / eigenvalue(V.i),
    DP_SGD,
    where=["sigma == 0"],
)
EQ_5 = claim(
    "lssgd/eq-5-sigma-zero",
    "§2.2, (4)-(5)",
    "no smoothing is DP-SGD",
    WITHOUT,
    rejects=(Control(name="with smoothing", says=WITHOUT.but(where=["sigma == 1"])),),
)

CLAIMS = (EQ_3, CONDITION_NUMBER, FFT, EQ_5)
