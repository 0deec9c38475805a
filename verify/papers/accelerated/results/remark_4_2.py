"""Section 4.1, Remark 4.2: the leak S/(bn) and the budget of (31) for m < n."""

from fractions import Fraction

from verify.language import claim, lemma, says, tends
from verify.language.formulas import Formula, number, total
from verify.language.symbols import Real, between, positive, sequence
from verify.methods.derive import Derive, shown, substitute, sum_over
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.notation import i

V = symbols.V.extended(
    b=positive("b", unit="gradient", search=(0.01, 10)),
    z=positive("z", unit="1", search=(0.001, 5)),
    share=positive(r"\epsilon_t", unit="1", search=(0.001, 5)),
    g=between(0, 1, "g", unit="1", ends="(]"),
    q=between(0, 1, "q", unit="1", ends="(]"),
    ratios=sequence("T", "g", unit="1", entry=Real(Fraction(0), Fraction(1), True)),
)

# The approximation ------------------------------------------------------------------------------

APPROXIMATION = V.S / (V.b * V.n)
SMALL = ["m <= n", (V.z == V.S / (V.b * V.m))]
LEAK = printed.eq_11(V.S, V.b, V.n, V.m)
AS_PRINTED = printed.eq_11(V.S, V.b, V.m, V.n)  # the arguments m and n of (11) in another order
FACTOR = (V.z.exp() - 1) / V.z
BELOW = says(APPROXIMATION <= AS_PRINTED, given=SMALL)
ABOVE = says(APPROXIMATION >= AS_PRINTED / FACTOR, given=SMALL)
RIGHT = {
    "S/(bn) is at most the leak": BELOW.but(right=LEAK),
    "S/(bn) is nearly the leak": ABOVE.but(right=LEAK / FACTOR),
}
CLOSE = (
    claim("accelerated/remark-4.2-approximation", "§4.1, Remark 4.2", "approximate leak")
    .says(
        {"S/(bn) is at most the leak": BELOW, "S/(bn) is nearly the leak": ABOVE},
        repaired=RIGHT,
        elsewhere={name: ("(11) and (30)", says) for name, says in RIGHT.items()},
        # What "nearly" means.
        notes=(tends(FACTOR, V.z, 0, 1), says(FACTOR <= 1 + V.z, given=["z <= 1"])),
    )
    .rejects(
        "z/2 for z",
        part="S/(bn) is nearly the leak",
        right=LEAK / (((V.z / 2).exp() - 1) / (V.z / 2)),
    )
)

# The budget -------------------------------------------------------------------------------------


def leak(z: Formula, q: Formula) -> Formula:
    """(11) with z = S/(bm) and q = m/n."""
    return ((z.exp() - 1) * q + 1).log()


ONE_LEAK = lemma("accelerated/leak-from-above", leak(V.z * V.g, V.q) <= V.q * V.g * (V.z.exp() - 1))
# A schedule with S_1/(b_t m) = g_t z, at most z, and the budget that (31) has by S/(bn).
Z = V.ratios[i] * V.z
BUDGET = V.eps == total(i, 1, V.T, Z * V.m / V.n)
q = V.m / V.n
SPENT = total(i, 1, V.T, leak(V.z * V.ratios[i], q))
NEAR = says(
    SPENT <= V.eps * FACTOR,
    given=["m <= n", BUDGET],
    by=Derive(sum_over(i, 1, V.T, substitute(ONE_LEAK, {"g": V.ratios[i], "q": q}))),
)


def spent_in_section_5(T: int) -> Formula:
    """What (31) spends at m = 1000, n = 10^5, epsilon = 1 in T iterations of equal weights."""
    return T * leak(number(Fraction(100, T)), number(Fraction(1, 100)))


GUIDED = claim("accelerated/remark-4.2-budget", "§4.1, Remark 4.2", "budget of the guide").says(
    NEAR,
    notes=(
        # It never spends less, and in Section 5's constants, m = 1000, with equal noise, so much:
        says(
            V.eps <= SPENT,
            given=["m <= n", BUDGET],
            by=Derive(sum_over(i, 1, V.T, shown(Z * V.m / V.n <= leak(V.z * V.ratios[i], q)))),
        ),
        says(number(Fraction(17, 10)) < spent_in_section_5(100)),
        says(spent_in_section_5(1000) <= Fraction(106, 100)),
        # A budget converted by the inverse of (11) is spent exactly.
        says(
            printed.eq_11(
                V.S, printed.eq_12(V.S, V.m, printed.eq_13(V.share, 1, V.n, V.m)), V.n, V.m
            )
            == V.share,
            given=["m <= n"],
        ),
    ),
)
