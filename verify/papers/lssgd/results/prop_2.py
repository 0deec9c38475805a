"""Section 3, Proposition 2 and the text after it: beta, its range, zeta, and the chain of norms."""

from fractions import Fraction

from verify.language import Real, claim, floor, nonnegative, number, positive, says, sequence, total
from verify.methods.derive import Derive, add, multiply, shown, square_root, substitute, sum_over
from verify.papers.lssgd.formulas import smoothing as formulas
from verify.papers.lssgd.formulas.smoothing import OMEGA, V, beta, eigenvalue
from verify.papers.lssgd.lemmas import ranges
from verify.papers.lssgd.lemmas.inverse import BETA_FORM, prop_2
from verify.papers.lssgd.notation import i

FORM = prop_2(OMEGA**V.d)
CLOSED_FORM = says(beta() == FORM, by=Derive(substitute(BETA_FORM, {})))
PROP_2 = (
    claim("lssgd/prop-2", "§3, Prop 2", r"$\beta$ in closed form", CLOSED_FORM)
    .quoting(
        r"\beta=\frac{2\omega^{2d+1}-\xi\omega^{2d}+2\xi d\omega^d-2\omega+\xi}{"
        r"\sigma^2\xi^3(1-\omega^d)^2}"
    )
    .quoting(r"\beta=\frac1d\sum_{i=1}^d\frac1{[1+2\sigma-2\sigma\cos(2\pi i/d)]^2}")
    .quoting(r"\xi=-\frac{\sqrt{1+4\sigma}}{\sigma}")
    .quoting(r"\omega=\frac{2\sigma+1-\sqrt{4\sigma+1}}{2\sigma}")
    .rejects("gamma's form", right=FORM * V.sigma)
)

# The ranges of gamma and beta ------------------------------------------------------------------
PROP_2_RANGE = (
    claim("lssgd/prop-2-range", "§3, Prop 2", r"Range of $\beta$")
    .says(
        {"beta < 1": ranges.BETA_BELOW, "beta > 0": ranges.BETA_POSITIVE},
        repaired={"beta < 1": ranges.BETA_BELOW.but(given=ranges.SMOOTHING)},
    )
    .rejects("below 1/2", part="beta < 1", right=number(1) / 2, given=ranges.SMOOTHING)
)

BELOW = {"gamma": ranges.GAMMA_BELOW, "beta": ranges.BETA_BELOW}
BOTH_BELOW_ONE = (
    claim("lssgd/gamma-beta-below-one", "§1.2, Table 1; §3", r"$\gamma$ and $\beta$ are below 1")
    .says(
        {f"{name} < 1": says for name, says in BELOW.items()}
        | {"gamma > 0": ranges.GAMMA_POSITIVE, "beta > 0": ranges.BETA_POSITIVE},
        repaired={f"{name} < 1": says.but(given=ranges.SMOOTHING) for name, says in BELOW.items()},
    )
    .rejects("no smoothing", ranges.GAMMA_BELOW.but(given=[V.d >= 2]))
)

# zeta -------------------------------------------------------------------------------------------
MOST = (1 + 4 * V.sigma) ** 2
TERM = MOST / eigenvalue() ** 2
ZETA_BOUND = says(
    number(1) < (number(1) / V.d * total(i, 1, V.d, TERM)).sqrt(),
    by=Derive(
        square_root(
            multiply(
                # The term i = d exceeds 1, the others are at least 1.
                add(
                    sum_over(i, 1, V.d - 1, shown(TERM >= 1)),
                    shown(MOST / eigenvalue(V.d) ** 2 > 1),
                ),
                number(1) / V.d,
            )
        )
    ),
)
ZETA = (
    claim("lssgd/zeta", "§3, after Prop 2", r"$\zeta$ exceeds 1")
    .says(
        ZETA_BOUND,
        notes=(
            says(
                (number(1) / V.d * total(i, 1, V.d, TERM)).sqrt()
                == (1 + 4 * V.sigma) * beta().sqrt()
            ),
        ),
    )
    .quoting(
        r"\zeta=\sqrt{\frac1d\sum_{i=1}^d\frac{(1+4\sigma)^2}{(1+2\sigma-2\sigma"
        r"\cos(2\pi i/d))^2}}>1"
    )
    .repaired(given=[V.sigma > 0])
    .rejects("above 2", left=2, given=[V.sigma > 0])
)

# From the norm of the inverse to the 2-norm. ``squares`` are the expected squares of the gradient's
# coordinates in an eigenbasis of A, whose eigenvalues are written lambda_max/(1 + u_i) in the first
# inequality. The largest one is that of condition-number in the second.
IN_INVERSE = r"\mathbb{E}\Vert\nabla F(\tilde{w})\Vert^2_{A_\sigma^{-1}}"
NONNEGATIVE = Real(Fraction(0))
W = formulas.V.extended(
    d=formulas.V.d.within(search=(1, 8)),
    top=positive(r"\lambda_{\max}", unit="1", search=(1, 40)),
    whole=nonnegative(IN_INVERSE, unit="gradient^2", search=(0, 9)),
    squares=sequence("d", "q", unit="gradient^2", entry=NONNEGATIVE),
    excess=sequence("d", "u", unit="1", entry=NONNEGATIVE),
    q=nonnegative("q", unit="gradient^2", search=(0, 9)),
    u=nonnegative("u", unit="1", search=(0, 9)),
)
COORDINATE = says(W.q <= W.top * (W.q / (W.top / (1 + W.u))))
FIRST = says(
    total(i, 1, W.d, W.squares[i])
    <= W.top * total(i, 1, W.d, W.squares[i] / (W.top / (1 + W.excess[i]))),
    by=Derive(sum_over(i, 1, W.d, substitute(COORDINATE, {"q": W.squares[i], "u": W.excess[i]}))),
)
SECOND = says(eigenvalue(floor(W.d / 2)) * W.whole <= (1 + 4 * W.sigma) * W.whole)
CHAIN = (
    claim("lssgd/norm-chain", "§3, after Prop 2", "From the norm of the inverse to the 2-norm")
    .says({"first inequality": FIRST, "second inequality": SECOND})
    .quoting(
        r"\mathbb E\|\nabla F(\tilde w)\|_2^2\le\frac{\mathbb E\|\nabla F(\tilde w)"
        r"\|^2_{A_\sigma^{-1}}}{\lambda_{\min}(A_\sigma^{-1})}\le(1+4\sigma)\mathbb E"
        r"\|\nabla F(\tilde w)\|^2_{A_\sigma^{-1}}\le4\zeta\frac{G\sqrt{6dL(2D_F"
        r"+LG^2)\log(1/\delta)}}{n\epsilon}",
        part="second inequality",
        reading=(
            "The second inequality; the first is the other part, the last is the cl"
            "aim norm-chain-last."
        ),
    )
    .rejects("1 + 3 sigma", part="second inequality", right=(1 + 3 * W.sigma) * W.whole)
)
