r"""Row m of (3), and that it undoes the division by the transform in Section 2.1.

The entries of :math:`\mathrm{ifft}(\mathrm{fft}(v)/(1-\sigma\,\mathrm{fft}(\mathbf d)))` are, as
the divisor is even in j,

.. math:: y_k=\frac1d\sum_{j=1}^d\frac{1}{\lambda_j}\sum_{l=1}^d\cos\frac{2\pi j(k-l)}d\,v_l,
          \qquad\lambda_j=1-\sigma(-2+2\cos\tfrac{2\pi j}d).

Row m of (3) multiplies the wave of index j by :math:`\lambda_j`; what is left is a sum over all
roots of unity, which cancels but for l = m.
"""

from collections.abc import Callable

from verify.language import Formula, index, number, piecewise, says, symbols, total
from verify.methods.derivation.circle import broken_turns, whole_turns
from verify.methods.derivation.sums import exchange, sum_over, summands_apart, term_apart
from verify.methods.derive import Derive, add, multiply, shown, substitute, turned_round
from verify.papers.lssgd.formulas import smoothing
from verify.papers.lssgd.formulas.smoothing import angle
from verify.papers.lssgd.notation import j

V = smoothing.V.extended(
    d=smoothing.V.d.within(search=(1, 6)),
    row=symbols.natural("m", search=(1, 8)),
    v=symbols.sequence("d", "v", unit="1"),
)
BESIDE = [V.row <= V.d]
l = index("l")  # noqa: E741  (the paper's letter)


def row_times(entry: Callable[[Formula], Formula]) -> Formula:
    """Row m of (3) times a vector: beside its entry 1 stands the last one, beside d the first."""
    before = piecewise(V.row == 1, entry(V.d), V.row != 1, entry(V.row - 1))
    after = piecewise(V.row == V.d, entry(number(1)), V.row != V.d, entry(V.row + 1))
    return (1 + 2 * V.sigma) * entry(V.row) - V.sigma * (before + after)


def divisor(centre: int) -> Formula:
    """1 - sigma fft(d) at j, for a first entry of the printed vector."""
    waves: Formula = angle(j).cos()
    return 1 - V.sigma * (centre + 2 * waves)


def there_and_back(place: Formula) -> Formula:
    """The term of index j of d times ifft(fft(v)) at a place."""
    return total(l, 1, V.d, angle(j * (place - l)).cos() * V.v[l])


def smoothed(place: Formula, centre: int = -2) -> Formula:
    """y at a place."""
    return total(j, 1, V.d, there_and_back(place) / divisor(centre)) / V.d


HERE = there_and_back(V.row)
PARTS = (
    (1 + 2 * V.sigma) * (HERE / divisor(-2)),
    -V.sigma * (there_and_back(V.row - 1) / divisor(-2)),
    -V.sigma * (there_and_back(V.row + 1) / divisor(-2)),
)
APART = total(j, 1, V.d, PARTS[0]) + total(j, 1, V.d, PARTS[1]) + total(j, 1, V.d, PARTS[2])
UNDONE = says(
    APART == total(j, 1, V.d, HERE),
    given=BESIDE,
    by=Derive(turned_round(summands_apart(j, 1, V.d, *PARTS))),
)
WAVE = angle(j * (V.row - l)).cos() * V.v[l]
ALL_ROOTS = says(
    total(j, 1, V.d, HERE) == V.d * V.v[V.row],
    given=BESIDE,
    by=Derive(
        exchange((j, 1, V.d), (l, 1, V.d), WAVE),
        term_apart(l, 1, V.d, V.row, total(j, 1, V.d, WAVE)),
        add(
            sum_over(l, 1, V.row - 1, multiply(broken_turns(j, 1, V.d, V.row - l), V.v[l])),
            multiply(whole_turns(j, 1, V.d, V.row - V.row, quotient=0), V.v[V.row]),
            sum_over(
                l, V.row + 1, V.d, multiply(broken_turns(j, 1, V.d, V.row - l, quotient=-1), V.v[l])
            ),
        ),
    ),
)
INVERTS = says(
    row_times(smoothed) == V.v[V.row],
    given=[V.d >= 3, *BESIDE],
    by=Derive(
        shown(row_times(smoothed) == APART / V.d),
        multiply(substitute(UNDONE, {}), 1 / V.d),
        multiply(substitute(ALL_ROOTS, {}), 1 / V.d),
    ),
)
