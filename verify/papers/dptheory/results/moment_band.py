r"""A band that the second moment of DP-AdamBC does not leave, whatever the gradients react to.

:func:`dptheory.bounds.second_moment.deviation_band`. In one coordinate
:math:`D_t=\hat v_t-\Phi-\sum w_\tau g_\tau^2=\sum w_\tau(2g_\tau z_\tau+z_\tau^2-\Phi)`,
:math:`|g_\tau|\le C`. With :math:`y_t=\frac{(1-\beta_2)\beta_2^t}{1-\beta_2^t}` it is
:math:`y_tM_t`, M a martingale. For a fixed :math:`\lambda` and :math:`\theta_t=\lambda/y_t`

.. math:: N_t=\exp\Big(\theta_tD_t-\sum_{j<t}\psi(\theta_ta_t\Phi\beta_2^j)\Big),\qquad
          a_t=1-\beta_2+y_t,

does not grow on average, at every past. Ville's inequality bounds it at all steps at once. The
steps are cut into K blocks in which :math:`\log(1/y_t)` grows by 1 at most, with a :math:`\lambda`
each; :math:`y_e` is y at the end of the block of t.
"""

from collections.abc import Callable
from typing import Any

from dptheory.bounds.second_moment import deviation_band
from verify.language import E as EULER
from verify.language import (
    Formula,
    agrees,
    behaves,
    claim,
    expectation,
    external,
    floor,
    index,
    let,
    number,
    piecewise,
    says,
    total,
)
from verify.language.symbols import between, law, natural, nonnegative, notation, positive, real
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive, add, chain, expect, multiply, shown, substitute, words
from verify.papers.adambc.lemmas.noncentral import LEFT, cumulant
from verify.papers.adambc.notation import GRADIENT, SQUARE
from verify.papers.dptheory.laboratory.moment_band import Drawn, block_chance, worst_chance
from verify.papers.dptheory.results.adam import LOGARITHM

WHERE = "docs/second_moment.md"
V = notation(
    t=natural("t", search=(1, 12)),
    T=natural("T", search=(1, 2)),
    tau=natural(r"\tau", search=(1, 12)),
    beta2=between(0, 1, r"\beta_2", unit="1", ends="()"),
    delta=between(0, 1, r"\delta", unit="probability", ends="()"),
    Phi=positive(r"\Phi", unit=SQUARE, search=(0.01, 4)),
    C=nonnegative("C", unit=GRADIENT, search=(0, 4)),
    g=real("g", unit=GRADIENT, search=(-3, 3)),
    z=real("z", unit=GRADIENT, search=(-4, 4)),
    lam=real(r"\lambda", unit="1/gradient^2", search=(-2, 2)),
    x=nonnegative("x", unit="1", search=(0, 0.49)),
    u=real("u", unit="1", search=(-1, 0.49)),
    r=nonnegative("r", unit="1", search=(0, 10)),
    rho=nonnegative(r"\rho", unit="1", search=(0, 10)),
    past=nonnegative("N_{t-1}", unit="1", search=(0, 4)),
    level=positive("N", unit="1", search=(0.1, 40)),
    P=law("P", unit="1", dimension=1),
    now=real("N_t", unit="1", search=(-4, 4)),
    m=nonnegative("m", unit="1", search=(0, 2)),
    # y at a step and at the end of its block, and what is added there.
    y=positive("y_t", unit="1", search=(0.01, 4)),
    end=positive("y_e", unit="1", search=(0.01, 4)),
    s=positive("s", unit=SQUARE, search=(0.01, 4)),
)
e, j = index("e"), index("j")
NORMAL = [2 * V.lam * V.Phi < 1]
CENTRE = 2 * V.lam * V.g * V.Phi / (1 - 2 * V.lam * V.Phi)
SHIFTED = 2 * V.rho * V.x**2 / (1 - 2 * V.x)
OTHER_SIGN = says(
    cumulant(-V.x, V.rho) <= cumulant(V.x, V.rho),
    given=[2 * V.x < 1],
    by=Derive(
        chain(
            substitute(LEFT, {"u": -V.x, "r": V.rho}),
            shown(V.x**2 * (1 + 2 * V.rho) <= V.x**2 + SHIFTED),
            add(
                multiply(substitute(LOGARITHM, {"y": 2 * V.x}), number(1) / 2),
                shown(SHIFTED - V.x == SHIFTED - V.x),
            ),
        )
    ),
)


def weights(t: Formula) -> Formula:
    """y_t."""
    return (1 - V.beta2) * V.beta2**t / (1 - V.beta2**t)


# Ville: the chance of reaching N now or later, where that of later is at most N_t/N.
GROWTH = V.m + e[1]


def now_or_later(N: Formula) -> Formula:
    """The chance after this step."""
    return piecewise(N >= V.level, number(1), N < V.level, N / V.level)


IN_A_STEP = says(now_or_later(V.now) <= V.now / V.level)
REACHED = says(
    expectation(V.P, e, now_or_later(V.past * GROWTH)) <= V.past / V.level,
    given=[V.m <= 1],
    by=Derive(
        chain(
            expect(V.P, e, substitute(IN_A_STEP, {"now": V.past * GROWTH})),
            shown(expectation(V.P, e, V.past * GROWTH / V.level) == V.past / V.level * V.m),
            shown(V.past / V.level * V.m <= V.past / V.level),
        )
    ),
)
WEIGHT = (1 - V.beta2) * V.beta2 ** (V.t - V.tau) / (1 - V.beta2**V.t)
STEP = claim(
    "dptheory/moment-band-step", WHERE, "A step of the martingale of a second moment"
).says(
    {
        "normal noise of another mean": says(
            V.lam * (2 * V.g * V.z + V.z**2 - V.Phi) - V.z**2 / (2 * V.Phi)
            == cumulant(V.lam * V.Phi, V.g**2 / V.Phi)
            + (1 - 2 * V.lam * V.Phi).log() / 2
            - (1 - 2 * V.lam * V.Phi) * (V.z - CENTRE) ** 2 / (2 * V.Phi),
            given=NORMAL,
        ),
        "no growth, whatever the gradient": says(
            V.past * (cumulant(V.u, V.r) - cumulant(V.u, V.rho)).exp() <= V.past,
            given=[2 * V.u < 1, V.r <= V.rho],
        ),
        "the other sign": OTHER_SIGN,
        "the chance of growing so far": REACHED,
    },
    ours=True,
)


def passed(t: Formula) -> Formula:
    """How many blocks are over: log(y_1/y_t) rounded down."""
    return floor(((1 - V.beta2**t) / ((1 - V.beta2) * V.beta2 ** (t - 1))).log())


def block_end(t: Formula, T: Formula) -> Formula:
    """y_e: that of the last block is y_T."""
    return (V.beta2 * (-passed(t) - 1).exp()).maximum(weights(T))


# A band in the formulas of the docstring.
RATIO = let(r"\rho", V.C**2 / V.Phi)
BLOCKS = let("K", 1 + passed(V.T))
LEVEL = let("x", (2 * BLOCKS / V.delta).log())
HERE, END = let("y_t", weights(V.t)), let("y_e", block_end(V.t, V.T))
SPREAD = (1 + 2 * RATIO) * (1 - V.beta2 + 2 * END) / (EULER * (1 + V.beta2) * LEVEL)
INVERSE = let(r"\frac{1}{\theta_t}", HERE / END * V.Phi * (2 * (1 - V.beta2 + END) + SPREAD.sqrt()))
ARGUMENT = (1 - V.beta2 + HERE) * V.Phi * V.beta2**j / INVERSE
BAND = INVERSE * (total(j, 0, V.t - 1, cumulant(ARGUMENT, RATIO)) + LEVEL)
LEAVES = external(
    r"\Pr[|D_t|\ge\xi_t\text{ for some }t\le T]", worst_chance, V.delta, V.Phi, V.C, V.beta2, V.T,
    means="the chance that a deviation up to step T is outside the band, the gradients in [-C, C] "
    "chosen at each step, knowing the past, so that it is largest",
)  # fmt: skip
ONE_SIDE = external(
    r"\Pr[D\text{ leaves a block}]", block_chance, V.delta, V.Phi, V.C, V.beta2, V.T,
    means="the chance that a deviation of one sign is outside the band at a step of one block, the "
    "gradients in [-C, C] chosen as before, at the block and the sign for which it is largest",
)  # fmt: skip
UNION = (
    "A deviation outside the band is so at a step of one of the K blocks of steps, and on one of "
    "the two sides."
)
VILLE = (
    "For each block and sign an exponential of the deviation is a nonnegative supermartingale, 1 "
    "at the start, as the gradients depend on the past alone. A deviation of this sign that is "
    "outside the band at a step of the block makes it at least exp(x), of which the chance is at "
    "most exp(-x): by induction over the steps, from the last one."
)


def library(delta: Any, Phi: Any, C: Any, beta2: Any, t: Any, T: Any) -> Any:
    """The band as the library computes it."""
    return deviation_band(delta, Phi, C, beta2, t, T)


BAND_CLAIM = (
    claim("dptheory/moment-band", WHERE, "A band that holds a noisy second moment at all steps")
    .says(
        {
            "the weights": says(WEIGHT * V.beta2**V.tau == weights(V.t), given=[V.tau <= V.t]),
            "the largest": says((1 - V.beta2) / (1 - V.beta2**V.t) == 1 - V.beta2 + weights(V.t)),
            "their squares": says(
                total(j, 0, V.t - 1, (1 - V.beta2 + weights(V.t)) ** 2 * V.beta2 ** (2 * j))
                == (1 - V.beta2 + 2 * weights(V.t)) / (1 + V.beta2)
            ),
            "the generating function is finite in a block": says(
                2 * (1 - V.beta2 + V.y) * V.Phi
                < V.y / V.end * (2 * V.Phi * (1 - V.beta2 + V.end) + V.s),
                given=[V.end <= V.y],
            ),
            "all steps at once": says(
                LEAVES <= V.delta,
                by=Derive(
                    chain(
                        words(UNION, LEAVES <= 2 * BLOCKS * ONE_SIDE),
                        multiply(
                            words(VILLE, ONE_SIDE <= (-LEVEL).exp(), cites=[STEP]), 2 * BLOCKS
                        ),
                        shown(2 * BLOCKS * (-LEVEL).exp() == V.delta),
                    )
                ),
            ),
        },
        notes=(
            agrees(
                BAND == V.of(library),
                given=[V.t <= V.T, V.t >= 2],  # at the first step a rounded logarithm is 0
            ),
        ),
        ours=True,
    )
    .rejects("a tenth of the chance", part="all steps at once", right=V.delta / 10)
)


# The batch over the noise multiplier of two runs, and entries of at most 2C/sqrt(d) in a model of
# d parameters (ours), at 10000 and 250 steps: C^2/Phi for one coordinate.
SNLI, CIFAR10 = 640**2, 4096**2
DELTA, RUNS, MOST_CELLS = 0.05, 1000, 9
CELLS = {
    f"{name}, beta2 = {beta2}": (ratio, beta2, T)
    for name, ratio, T in (
        ("SNLI, entries up to C", SNLI, 10_000),
        ("SNLI, up to 2C/sqrt(d)", 4 * SNLI / 7_700_000, 10_000),
        ("CIFAR10, up to 2C/sqrt(d)", 4 * CIFAR10 / 550_000, 250),
    )
    for beta2 in (0.9, 0.99, 0.999)
}


def leaving(share: float) -> Callable[[str, Context], Ratio]:
    """The level beside the chance of leaving a share of the band."""

    def level_over_the_chance_of_leaving(cell: str, context: Context) -> Ratio:
        """1/20 over the chance that a deviation leaves the narrower band, all gradients being C."""
        ratio, beta2, T = CELLS[cell]
        runs = Drawn(ratio, beta2, T, RUNS, context.stream_seed % 2**31)
        chances = runs.chance(share, DELTA, context.level / MOST_CELLS)
        high, value, low = (DELTA / max(p, 1 / RUNS**2) for p in chances)
        method = "runs; Clopper and Pearson"
        return Ratio(low=low, value=value, high=high, data_sets=RUNS, method=method)

    return level_over_the_chance_of_leaving


WIDTH = (
    claim("dptheory/moment-band-width", WHERE, "Two thirds of the band are too narrow")
    .says(behaves("less", tuple(CELLS), leaving(2 / 3)), ours=True)
    .rejects("the band itself", behaves("less", tuple(CELLS)[:1], leaving(1.0)))
)
