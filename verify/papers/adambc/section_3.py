r"""Section 3: :math:`\Phi`, the shift of Figure 1, the condition on the betas, the limit update.

Under Assumption 1 a coordinate of the clipped gradient has mean m and variance s, and the noise is
independent of it with mean 0 and variance :math:`\Phi`.
"""

from fractions import Fraction as F

from verify.claim import Control, Setting, claim
from verify.expression import Node, expectation, lift, total
from verify.methods.derive import Derive, chain, multiply, shown
from verify.notation import law, nonnegative, positive, real
from verify.papers.adambc.notation import GRADIENT, SQUARE
from verify.papers.adambc.notation import V as PAPER
from verify.papers.adambc.printed_tables import entry
from verify.papers.adambc.settings import EXPERIMENTS
from verify.statement import Draft, at_least, at_most, equal, table

V = PAPER.extended(
    Phi=positive(r"\Phi", unit=SQUARE, search=(0.01, 4)),
    spread=nonnegative(r"V[\bar{g}_t]", unit=SQUARE, search=(0, 4)),
    # A mini-batch gradient is m + x, the released one is that plus z.
    G=law("G", unit=GRADIENT, dimension=1),
    x=real("x", unit=GRADIENT, search=(-2, 2)),
    Z=law("Z", unit=GRADIENT, dimension=1),
    z=real("z", unit=GRADIENT, search=(-2, 2)),
    batch=real(r"\bar{g}_t", unit=GRADIENT, search=(-2, 2)),
)
TAU = Node("symbol", (), "tau")


def noise_variance(B: int, C: F, sigma: F) -> F:
    """Phi of a setting."""
    return (sigma * C / B) ** 2


SMALL, LARGE = (256, F(1, 10), F(2, 5)), (256, F(1), F(1))
VALUES = table(
    V,
    {
        "B = 256, C = 0.1, sigma = 0.4": ("2.441E-8", noise_variance(*SMALL)),
        "B = 256, C = 1, sigma = 1": ("1.5E-5", noise_variance(*LARGE)),
    },
)
PHI_VALUES = claim("adambc/phi-values", "§3", "values of Φ", VALUES)

# Figure 1: E[v_hat^p] - E[v_hat^c], each moment's mean divided by 1 - beta_2^t.
VARIANCE = (V.sigma * V.C / V.B) ** 2
UNBIASED = 1 / (1 - V.beta2**V.t)


def moment(noise: Node) -> Node:
    """The mean of v_t with noise of a given variance."""
    term = V.beta2 ** (V.t - TAU) * (V.s[TAU] + noise)
    return (1 - V.beta2) * total(TAU, 1, V.t, term)


ADDED = moment(VARIANCE) - moment(lift(0))
SHIFT = UNBIASED * moment(VARIANCE) - UNBIASED * moment(lift(0))
CENTRE = equal(V, SHIFT, VARIANCE.sqrt())
BY_EQ_2 = equal(
    V,
    SHIFT,
    VARIANCE,
    by=Derive(
        chain(
            multiply(shown(ADDED.equals((1 - V.beta2**V.t) * VARIANCE)), UNBIASED),
            shown((UNBIASED * ((1 - V.beta2**V.t) * VARIANCE)).equals(VARIANCE)),
        )
    ),
)


def share(row: str, column: str, divisor: int = 256) -> F:
    """An entry of Table 2 over the SNLI run's Phi, the noise divided by a number of records."""
    return entry(row, column) / noise_variance(divisor, *SMALL[1:])


FIG_1_SHIFT = claim(
    "adambc/fig-1-shift",
    "§3, Fig 1 text; §5, Fig 4 text",
    "shift of the second moment",
    CENTRE,
    repaired=BY_EQ_2,
    elsewhere=("(2), divided by 1 - β₂^t", BY_EQ_2),
    settings=EXPERIMENTS,
    notes=(
        # Table 2: between the medians, and between the means, over Phi.
        table(
            V,
            {
                "shift of the median": ("1.01", share("v^p", "Median") - share("v^c", "Median")),
                "shift of the mean": ("1.01", share("v^p", "Mean") - share("v^c", "Mean")),
                "shift of the mean, noise over 255": ("1.000", share("v^p", "Mean", 255)),
            },
        ),
        # Figure 4 shows roots, and these are shifted by less than the root of Phi.
        at_most(V, (V.q + V.Phi).sqrt() - V.q.sqrt(), V.Phi.sqrt()),
    ),
)

# The condition on the betas.
ONE = (1 - V.beta1**V.t) / (1 - V.beta2**V.t).sqrt()
RULE = (1 - V.beta1).equals((1 - V.beta2).sqrt())
BETA1, BETA2 = F(9, 10), F(99, 100)
AT_EVERY_STEP = equal(V, ONE, 1, where=[RULE], look=[{"beta1": BETA1, "beta2": BETA2, "t": 2}])
DEFAULTS = equal(V, lift(1 - BETA1), lift(1 - BETA2).sqrt())
# By the rule beta_2 is 1 - (1 - beta_1)^2: the quotient is at least 1, and 1 at t = 1.
AT_LEAST = at_least(V, (1 - V.beta1**V.t) ** 2, 1 - (V.beta1 * (2 - V.beta1)) ** V.t)
BETA_CONDITION = claim(
    "adambc/beta-condition",
    "§3, before (3); §5, the moving averages",
    "the condition on β₁ and β₂",
    {"by the rule, at every step": AT_EVERY_STEP, "the defaults follow the rule": DEFAULTS},
    instead={"by the rule, at every step": AT_LEAST},
    settings=(Setting(name="defaults", values={"beta1": BETA1, "beta2": BETA2}),),
    notes=(
        # It tends to 1 whatever the betas are.
        at_most(V, ONE, 1 / (1 - V.beta2**V.t).sqrt()),
        at_least(V, ONE, 1 - V.beta1**V.t),
        # At t = 1, with the betas of the experiments.
        table(V, {"(1 - 0.9)/sqrt(1 - 0.999)": ("3.16", F(1, 10) / lift(F(1, 1000)).sqrt())}),
    ),
)

# The limit update, and what its parts are the moments of.
FIRST = expectation(V.Z, V.z, V.batch + V.z)
SECOND = expectation(V.Z, V.z, (V.batch + V.z) ** 2)
SIZE = (V.spread + V.m**2 + V.Phi).sqrt()
QUOTIENT = equal(V, V.m / (V.q + V.Phi).sqrt(), V.m / SIZE, where=[V.q.equals(V.spread + V.m**2)])
UPDATE_LIMIT = claim(
    "adambc/update-limit",
    "§3, after Assumption 1",
    "the update under stationarity",
    {
        "first moment, given the batch": equal(V, FIRST, V.batch),
        "second moment, given the batch": equal(
            V, SECOND, V.batch**2 + expectation(V.Z, V.z, V.z**2)
        ),
        "second moment of the batch": equal(
            V,
            expectation(V.G, V.x, (V.m + V.x) ** 2),
            expectation(V.G, V.x, V.x**2) + V.m**2,
        ),
        "quotient": QUOTIENT,
    },
    rejects=(
        Control(
            name="the deviation of the noise",
            says=QUOTIENT.but(right=V.m / (V.spread + V.m**2 + V.Phi.sqrt()).sqrt()),
        ),
    ),
    notes=(
        # Without the limit: the first update is a sign, whatever the noise is.
        equal(
            V,
            abs((1 - V.beta1) * V.batch / (1 - V.beta1))
            / ((1 - V.beta2) * V.batch**2 / (1 - V.beta2)).sqrt(),
            1,
            where=[V.batch.differs(0)],
        ),
    ),
)


def updates(*means: F) -> dict[str, tuple[str, Node]]:
    """The updates at two means, in units of the root of Phi, without spread, as printed."""
    names = ("small signal", "large signal")
    values = (lift(mean).sqrt() / lift(mean + 1).sqrt() for mean in means)
    return dict(zip(names, zip(("0.1", "1"), values, strict=True), strict=True))


EXAMPLE: Draft = table(V, updates(F(1, 10), F(10)))
UPDATE_EXAMPLE = claim(
    "adambc/update-example",
    "§3, after Assumption 1",
    "two coordinates of small variance",
    EXAMPLE,
    # 0.1 and 10 stand before the root.
    repaired=EXAMPLE.but(entries=updates(F(1, 100), F(100))),
    # As printed the second update is three times the first, and not ten times.
    notes=(
        table(V, {"small signal": ("0.30", lift(F(1, 11)).sqrt())}),
        table(V, {"large over small": ("3.16", (lift(F(10, 11)) / lift(F(1, 11))).sqrt())}),
    ),
)

CLAIMS = (PHI_VALUES, FIG_1_SHIFT, BETA_CONDITION, UPDATE_LIMIT, UPDATE_EXAMPLE)
