"""No curvatures along the run cost more: steps in the proofs of ``results/last_iterate``.

Lengths are in units of s, T is n - 1, and k is i - 1.
"""

from verify.language import Formula, lemma, notation, number, total
from verify.language.symbols import between, natural, nonnegative, real
from verify.methods.derivation.chance import cauchy_schwarz
from verify.methods.derivation.sums import summands_apart, telescope
from verify.methods.derive import Derive, add, chain, having, shown, square, substitute, words

V = notation(
    k=natural("k", search=(1, 8)),
    c=between(0, 1, "c", unit="1", ends="()"),
    n=natural("n", least=2, search=(2, 6)),
    p=nonnegative("P_k", unit="1", search=(0, 3)),
    p0=real("P_{k-1}", unit="1", search=(0, 3)),
    z=real("z_k", unit="1", search=(0, 3)),
    z0=nonnegative("z_{k-1}", unit="1", search=(0, 3)),
)
c, n = V.c, V.n


def a(i: Formula) -> Formula:
    """a_k."""
    return (1 + c) * c ** (n - i) / (1 + c ** (n - 1))


def z(i: Formula) -> Formula:
    """z_k."""
    return (1 - c ** (i - 1)) * (1 - c ** (n - i)) / ((1 - c) * (1 + c ** (n - 1)))


TERM = lemma(
    "dptheory/last-iterate-term",
    (V.z - c * V.z0) * V.p <= V.p * V.z - V.p0 * V.z0,
    given=[V.p0 <= c * V.p],
)
APART = lemma("dptheory/last-iterate-apart", z(V.k) >= 0, given=["k <= n"])


def by_shifts(P: Formula, i: Formula, releases: Formula) -> Derive:
    """The sum of the P_i is at most that of P_i a_i, which Cauchy and Schwarz bound."""
    sum_of_shifts = total(i, 2, n, P[i] * a(i))
    rest = P[i] * (1 - a(i))
    term = chain(
        shown(rest == (z(i) - c * z(i - 1)) * P[i]),
        having(
            [
                words("No excess is above the largest one.", P[i - 1] <= c * P[i]),
                substitute(APART, {"k": i - 1}),
            ],
            substitute(TERM, {"p": P[i], "p0": P[i - 1], "z": z(i), "z0": z(i - 1)}),
        ),
    )
    return Derive(
        square(
            chain(
                shown(total(i, 2, n, P[i]) == total(i, 2, n, rest + P[i] * a(i))),
                summands_apart(i, 2, n, rest, P[i] * a(i)),
                add(
                    telescope(i, 2, n, -(P[i - 1] * z(i - 1)), term),
                    shown(sum_of_shifts == sum_of_shifts),
                ),
                shown(P[n] * z(n) - P[1] * z(number(1)) + sum_of_shifts == sum_of_shifts),
            )
        ),
        cauchy_schwarz(P[i], a(i), i, 2, n),
        shown(
            total(i, 2, n, P[i] ** 2) * total(i, 2, n, a(i) ** 2)
            == releases * total(i, 2, n, P[i] ** 2)
        ),
    )
