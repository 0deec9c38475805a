r"""Section 4.1, the text after Proposition 4.2 and Remark 4.1, (32): what the allocation does."""

from typing import Any

from verify.display.latex import tex
from verify.language import Formula, between, claim, lemma, positive, real, says, total
from verify.methods import derive
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.accelerated.formulas import printed
from verify.papers.accelerated.lemmas import section_4
from verify.papers.accelerated.lemmas.section_4 import ROOTS, SQUARE, SUM, WEIGHTS, W, eq_31, noise
from verify.papers.accelerated.notation import i
from verify.papers.accelerated.settings import FIGURE_2

V = section_4.V.extended(
    roots=positive(r"\bar C", unit="1", search=(0.01, 10)),
    w=real("w", unit="1", search=(-10, 10)),
    initial=positive("a_{T,0}", unit="1", search=(0.01, 1)),
    # In units of loss: E_0 is p^2, and the noise of one iteration, d S_1^2 a_{T,T}/(n eps)^2, is N.
    p=positive("p", unit="1", search=(0.01, 10)),
    q=positive("q", unit="1", search=(0.01, 10)),
    N=positive("N", unit="1", search=(0.001, 10)),
    s=between(0, 1, r"\bar s", unit="1", ends="()"),
    u=between(0, 1, "u", unit="1", ends="()"),
)

# (31) against equal noise -----------------------------------------------------------------------


def same(t: Any) -> Formula:
    """Equal noise that spends the budget."""
    return V.T * V.S / (V.n * V.eps)


POWERS = lemma("accelerated/power-means", 3 * W.X**2 * W.x - 2 * W.X**3 <= W.x**3)
LEVEL = section_4.UNIT * V.T**2 / V.eps**2
TERM = 3 * (V.C / V.T) ** 2 * V.c[i] - 2 * (V.C / V.T) ** 3
ABOVE = multiply(substitute(POWERS, {"x": V.c[i], "X": V.C / V.T}), LEVEL)
COST = shown(LEVEL * V.c[i] ** 3 == V.last * V.c[i] ** 3 * same(i) ** 2)
LINEAR = multiply(given(SUM == V.C), 2 * SQUARE)
SMALLER = lemma(
    "accelerated/less-than-equal-noise",
    noise(lambda t: eq_31(t, V.C)) <= noise(same),
    given=[SUM == V.C],
    by=Derive(
        substitute(section_4.VALUE, {}),
        shown(SQUARE * SUM == 3 * SQUARE * SUM - 2 * SQUARE * SUM),
        add(shown(3 * SQUARE * SUM == 3 * SQUARE * SUM), derive.monotone("negative", LINEAR)),
        shown(3 * SQUARE * SUM - 2 * SQUARE * V.C == total(i, 1, V.T, LEVEL * TERM)),
        sum_over(i, 1, V.T, chain(ABOVE, COST)),
    ),
)
VS_UNIFORM = (
    claim(
        "accelerated/allocation-vs-uniform",
        "§4.1, motivation of Prop 4.2",
        "The noise term of (29): the allocation against equal noise",
    )
    .says(says(noise(eq_31) <= noise(same), by=Derive(substitute(SMALLER, {"C": ROOTS}))))
    .rejects("the other way round", left=noise(same), right=noise(eq_31))
)

# Monotone weights -------------------------------------------------------------------------------
NEXT = r"(1-\sqrt{\mu\alpha})^{T-(t+1)}\alpha(1+\alpha L)"
STEPS = ["alpha * L <= 1", "mu <= L", "1 <= t", "t + 1 <= T"]
MONOTONE = claim(
    "accelerated/a-monotone", "§4.1, text after Prop 4.2", "The weights of the noise along a run"
).says(
    says(tex(V, NEXT) <= tex(V, WEIGHTS), given=STEPS),
    instead=says(tex(V, WEIGHTS) == tex(V, rf"(1-\sqrt{{\mu\alpha}}){NEXT}"), given=STEPS),
    settings=(FIGURE_2,),
)

# The cube roots of (29) grow with the weights, and this is all that the sentence needs.
GROWING = V.c[V.t] <= V.c[V.t + 1]
WITHIN = ["1 <= t", "t + 1 <= T", GROWING]
FALLING = says(
    eq_31(V.t + 1) <= eq_31(V.t),
    given=WITHIN,
    by=Derive(
        multiply(
            multiply(derive.monotone("reciprocal", given(GROWING)), V.S / (V.n * V.eps)), ROOTS
        )
    ),
)
FACTOR_29 = tex(V, r"1-\sqrt{\mu\alpha}")
LATER = tex(V, NEXT)
SCHEDULE = (
    claim(
        "accelerated/variance-schedule", "§4.1, text after Prop 4.2", "Falling variance of DP-NAG"
    )
    .says(
        {
            "weights of (29)": says(
                tex(V, WEIGHTS) <= tex(V, NEXT),
                given=STEPS,
                by=Derive(
                    shown(tex(V, WEIGHTS) == LATER * FACTOR_29),
                    multiply(shown(FACTOR_29 <= 1), LATER),
                ),
            ),
            "variance": FALLING,
            "budget": says(
                V.c[V.t] / V.roots * V.eps <= V.c[V.t + 1] / V.roots * V.eps,
                given=[*WITHIN, SUM == V.roots],
                by=Derive(multiply(given(GROWING), V.eps / V.roots)),
            ),
        }
    )
    .rejects("any weights", part="variance", given=WITHIN[:2])
)

# (32) -------------------------------------------------------------------------------------------
TERM_29 = V.last * V.c[i] ** 3 * (eq_31(i) ** 2 * V.d + printed.eq_21(V.S, V.n, V.n) / 2)
FACTOR = V.d * V.last * (V.S / V.n) ** 2 * ROOTS**2 / V.eps**2
PULLED = lemma("accelerated/factor-of-a-sum", total(i, 1, V.T, V.w * V.c[i]) == V.w * SUM)
EQ_32_SAYS = says(
    V.initial * V.E0 + total(i, 1, V.T, TERM_29)
    == V.initial * V.E0 + V.d * V.S**2 / (V.n**2 * V.eps**2) * (V.last * ROOTS**3),
    by=Derive(
        add(
            shown(V.initial * V.E0 == V.initial * V.E0),
            chain(
                sum_over(i, 1, V.T, shown(TERM_29 == FACTOR * V.c[i])),
                substitute(PULLED, {"w": FACTOR}),
            ),
        )
    ),
)
EQ_32 = (
    claim("accelerated/eq-32", "§4.1, Remark 4.1, (32)", "Bound with optimal noise")
    .says(EQ_32_SAYS)
    .quoting(
        r"E_T\le a_{T,0}E_0+\frac{dS_1^2}{n^2\epsilon^2}\left("
        r"\sum_{j=1}^Ta_{T,j}^{1/3}\right)^3",
        reading=(
            "its right side is to be that of (29) with (31) at $m=n$; a weight is w"
            "ritten $a_{T,T}c_t^3$"
        ),
    )
)

# More iterations --------------------------------------------------------------------------------


def bound_32(T: Formula) -> Formula:
    """(32) with (29), s = (1 - sqrt(mu alpha))^{1/3}."""
    return V.s ** (3 * T) * V.p**2 + V.N * total(i, 1, T, V.s ** (T - i)) ** 3


def in_powers(u: Formula) -> Formula:
    """The same in u = s^T, where infinitely many iterations have the noise q^2 = N/(1 - s)^3."""
    return u**3 * V.p**2 + (1 - u) ** 3 * V.q**2


def with_equal_noise(T: Formula) -> Formula:
    """(29) with equal noise, s = 1 - sqrt(mu alpha)."""
    return V.s**T * V.p**2 + V.N * T**2 * ((1 - V.s**T) / (1 - V.s))


IN_POWERS = lemma(
    "accelerated/bound-32-in-powers",
    bound_32(V.T) == in_powers(V.s**V.T),
    given=[(V.N == V.q**2 * (1 - V.s) ** 3)],
)
TURNED = lemma(
    "accelerated/beyond-the-best-length",
    in_powers(V.u) < in_powers(V.s * V.u),
    given=["u * (p + q) <= q"],
)
ONE_MORE = in_powers(V.s * V.s**V.T) == in_powers(V.s ** (V.T + 1))
MORE_SAYS = says(
    bound_32(V.T) < bound_32(V.T + 1),
    given=[(V.N == V.q**2 * (1 - V.s) ** 3), V.s**V.T * (V.p + V.q) <= V.q],
    by=Derive(substitute(IN_POWERS, {}), substitute(TURNED, {"u": V.s**V.T}), shown(ONE_MORE)),
)
MORE = claim(
    "accelerated/remark-4.1-more-iterations", "§4.1, Remark 4.1", "More iterations may hurt"
).says(
    {
        "(32) grows from some T on": MORE_SAYS,
        "so does (29) with equal noise": says(
            with_equal_noise(V.T) < with_equal_noise(V.T + 1),
            given=["s**T * (1 - s) * p**2 <= N * (2 * T + 1)"],
        ),
    },
    # What the best length reaches.
    notes=(says((V.p * V.q) ** 2 / (V.p + V.q) ** 2 <= in_powers(V.u)),),
)
