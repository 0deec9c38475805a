r"""Section 3, Proposition 2 and the text after it: beta in closed form, its range, and zeta."""

from verify.language import claim, number, says, total
from verify.methods.derive import Derive, add, multiply, shown, square_root, substitute, sum_over
from verify.papers.lssgd.formulas.smoothing import OMEGA, V, beta, eigenvalue
from verify.papers.lssgd.lemmas import ranges
from verify.papers.lssgd.lemmas.inverse import BETA_FORM, prop_2
from verify.papers.lssgd.notation import i

FORM = prop_2(OMEGA**V.d)
CLOSED_FORM = says(beta() == FORM, by=Derive(substitute(BETA_FORM, {})))
PROP_2 = (
    claim("lssgd/prop-2", "§3, Prop 2", "beta in closed form", CLOSED_FORM)
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
    claim("lssgd/prop-2-range", "§3, Prop 2", "range of beta")
    .says(
        {"beta < 1": ranges.BETA_BELOW, "beta > 0": ranges.BETA_POSITIVE},
        repaired={"beta < 1": ranges.BETA_BELOW.but(given=ranges.SMOOTHING)},
    )
    .rejects("below 1/2", part="beta < 1", right=number(1) / 2, given=ranges.SMOOTHING)
)

BELOW = {"gamma": ranges.GAMMA_BELOW, "beta": ranges.BETA_BELOW}
BOTH_BELOW_ONE = (
    claim("lssgd/gamma-beta-below-one", "§1.2, Table 1; §3", "gamma and beta are below 1")
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
    claim("lssgd/zeta", "§3, after Prop 2", "zeta exceeds 1")
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
        r"\zeta=\sqrt{\frac1d\sum_i\frac{(1+4\sigma)^2}{(1+2\sigma-2\sigma\cos(2\pi "
        r"i/d))^2}}>1",
        reading="zeta is put in by its definition, the sum from 1 to d.",
    )
    .repaired(given=[V.sigma > 0])
    .rejects("above 2", left=2, given=[V.sigma > 0])
)
