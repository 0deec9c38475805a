r"""Section 2: the smoothing matrix (3), its condition number, the FFT formula, and (4)-(5).

(3) is read entry by entry, with d >= 3 as it is drawn: for smaller d its entries coincide.
"""

from fractions import Fraction
from typing import Any

from dptheory.distributions.arb_tails import ball
from verify.formula.evaluate import Undefined
from verify.language import Formula, claim, floor, lemma, number, says, symbols, total
from verify.methods.derive import Derive, add, given, monotone, shown, substitute, telescope
from verify.papers.enclosures import enclosed
from verify.papers.lssgd.formulas import printed
from verify.papers.lssgd.formulas.smoothing import angle, eigenvalue
from verify.papers.lssgd.lemmas import transform
from verify.papers.lssgd.lemmas.transform import BESIDE, INVERTS, row_times, smoothed
from verify.papers.lssgd.notation import k

V = transform.V.extended(
    phi=symbols.real(r"\varphi", unit="1", search=(-4, 4)),
    p=symbols.real("p", unit="1", search=(-9, 9)),
    q=symbols.real("q", unit="1", search=(-9, 9)),
    w=symbols.real("w^k", unit="length", search=(-9, 9)),
    eta=symbols.positive(r"\eta", unit="length^2/loss", search=(0.01, 2)),
    batch=symbols.real(r"\nabla f_{\mathcal{B}_k}", unit="gradient", search=(-9, 9)),
    noise=symbols.real("n", unit="gradient", search=(-9, 9)),
)
DRAWN = [V.d >= 3]


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


def enclosed_row(sigma: Any, d: Any, row: Any, i: Any, phi: Any) -> Any:
    r"""Row $m$ of (3) times the vector of the $\cos(2\pi ik/d+\varphi)$, $k=1,\dots,d$."""
    from flint import arb

    entries = row_of(ball(sigma), d, row)
    angles = (arb.pi() * 2 * int(i * k) / int(d) + ball(phi) for k in range(1, int(d) + 1))
    return sum(a * x.cos() for a, x in zip(entries, angles, strict=True))


ON_WAVE = enclosed(r"row $m$ of (3) on a wave", enclosed_row, V.sigma, V.d, V.row, V.i, V.phi)


def wave(at: Formula) -> Formula:
    """The entry of the wave at a place on the circle."""
    turned: Formula = angle(V.i * at) + V.phi
    return turned.cos()


ROW = row_times(wave)
EIGENVALUES = says(ROW == eigenvalue(V.i) * wave(V.row), given=[*DRAWN, *BESIDE])
AS_DRAWN = says(ON_WAVE == ROW, given=[*DRAWN, *BESIDE])
SQUARES = total(k, 1, V.d, V.v[k] ** 2)
FORM = (1 + 2 * V.sigma) * SQUARES - 2 * V.sigma * (
    total(k, 1, V.d - 1, V.v[k] * V.v[k + 1]) + V.v[V.d] * V.v[1]
)
NEIGHBOURS = says(
    2 * V.sigma * V.p * V.q - 2 * V.sigma * V.p**2 <= V.sigma * V.q**2 - V.sigma * V.p**2
)
ENERGY = lemma(
    "lssgd/energy",
    SQUARES <= FORM,
    given=DRAWN,
    by=Derive(
        add(
            monotone(
                "negative",
                add(
                    telescope(
                        k,
                        1,
                        V.d - 1,
                        -V.sigma * V.v[k] ** 2,
                        substitute(NEIGHBOURS, {"p": V.v[k], "q": V.v[k + 1]}),
                    ),
                    substitute(NEIGHBOURS, {"p": V.v[V.d], "q": V.v[1]}),
                ),
            ),
            shown(SQUARES == SQUARES),
        )
    ),
)
DEFINITE = says(
    number(0) < FORM,
    given=[*DRAWN, SQUARES > 0],
    by=Derive(given(SQUARES > 0), substitute(ENERGY, {})),
)
EQ_3 = (
    claim("lssgd/eq-3", "§2.1, (3)", "The smoothing matrix")
    .says(
        {"eigenvalues": EIGENVALUES, "positive definite": DEFINITE},
        # The row is that of the matrix as it is drawn; for d = 2 its entries coincide.
        notes=(AS_DRAWN,),
    )
    .quoting(
        r"\sigma\ge0",
        part="eigenvalues",
        reading="It is the range of the smoothing in what is tested.",
    )
    .quoting(
        r"A_\sigma=I-\sigma L",
        part="eigenvalues",
        reading="Each row of the matrix as (3) draws it, times a wave.",
    )
    .rejects("two dimensions", AS_DRAWN.but(given=BESIDE))
    .rejects("half the angle", part="eigenvalues", right=eigenvalue(V.i / 2) * wave(V.row))
    .rejects(
        "without the corners",
        part="positive definite",
        right=FORM + 2 * V.sigma * V.v[V.d] * V.v[1] - SQUARES,
    )
)

# The condition number ----------------------------------------------------------------------------


def enclosed_condition(sigma: Any, d: Any) -> Any:
    """The largest over the smallest of the printed eigenvalues, enclosed."""
    values = [
        1 + 2 * ball(sigma) * (1 - cosine(Fraction(2 * i, int(d)))) for i in range(1, int(d) + 1)
    ]
    largest = smallest = values[0]
    for value in values[1:]:
        largest, smallest = largest.max(value), smallest.min(value)
    return largest / smallest


KAPPA = enclosed(r"\kappa(A_\sigma)", enclosed_condition, V.sigma, V.d)
CONDITION = says(KAPPA == 1 + 4 * V.sigma, given=DRAWN)
LARGEST = eigenvalue(floor(V.d / 2))
CONDITION_NUMBER = (
    claim("lssgd/condition-number", "§2.1", "Condition number")
    .says(
        CONDITION,
        repaired=CONDITION.but(right=LARGEST).argued(
            "The cosine is 1 at i = d and falls towards half the circle, on both sides."
        ),
        notes=(says(LARGEST <= 1 + 4 * V.sigma),),
    )
    .rejects("one place before half the circle", right=eigenvalue(floor(V.d / 2) - 1))
)

# The FFT formula ---------------------------------------------------------------------------------
FFT = (
    claim("lssgd/fft", "§2.1", "Smoothing by FFT", INVERTS)
    .quoting(
        r"\mathbf A_\sigma^{-1}\mathbf v=\mathbf u=\mathrm{ifft}\left("
        r"\mathrm{fft}(\mathbf v)/(\mathbf 1-\sigma\cdot\mathrm{fft}(\mathbf d))"
        r"\right)",
        reading="Both sides times the matrix, row by row, the transforms as sums of cosines.",
    )
    .quoting(
        r"A_\sigma u=u-\sigma\,\mathbf d*u",
        reading=(
            "Row $m$ of the matrix has the entries of $"
            r"\mathbf d$ beside its diagonal."
        ),
    )
    .quoting(
        r"\mathbf d=[-2,1,0,\cdots,0,1]^T",
        reading="Its transform, $-2$ and twice a cosine, is put in.",
    )
    .rejects("-3 instead of -2", left=row_times(lambda place: smoothed(place, -3)))
)

# (4)-(5), one coordinate of an eigenbasis -----------------------------------------------------
DP_SGD = V.w - V.eta * (V.batch + V.noise)
WITHOUT = says(V.w - V.eta * (V.batch + V.noise) / eigenvalue(V.i) == DP_SGD, given=["sigma == 0"])
EQ_5 = (
    claim(
        "lssgd/eq-5-sigma-zero", "§2.2, (4)-(5)", "Without smoothing the method is DP-SGD", WITHOUT
    )
    .quoting(
        r"\mathbf w^{k+1}=\mathbf w^k-\eta\left(\frac1b\sum_{i_k\in\mathcal B_k}"
        r"\nabla f_{i_k}(\mathbf w^k)+\mathbf n\right)",
        reading="The right side, along one eigenvector of the smoothing matrix.",
    )
    .quoting(
        r"\mathbf w^{k+1}=\mathbf w^k-\eta\mathbf A_\sigma^{-1}\left(\frac1b"
        r"\sum_{i_k\in\mathcal B_k}\nabla f_{i_k}(\mathbf w^k)+\mathbf n\right)",
        reading="The left side, along one eigenvector of the smoothing matrix.",
    )
    .quoting(r"\sigma=0")
    .rejects("with smoothing", given=["sigma == 1"])
)
