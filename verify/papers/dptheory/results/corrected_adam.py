r"""DP-AdamBC without momentum on smooth functions, from above and from below.

:mod:`dptheory.bounds.corrected_adam`. In one coordinate, where the past fixes W and with P = 1/D,
:math:`D=\sqrt{\max(W,\gamma')}`:

**The noise** is symmetric. A pair :math:`g\pm z` keeps the sign of the step of g, and takes of it
at most the share :math:`a(g^2+3z^2)/(2\gamma')` (``lemmas/corrected_pair``).

**The batches.** A bound of what they can turn round is :math:`|G|\varepsilon E|g|`. Two values of
g, the larger less probable, turn the mean step round at every past: the larger one makes its own
divisor larger.
"""

from fractions import Fraction as F
from functools import partial
from typing import Any

from dptheory.bounds.corrected_adam import CorrectedAdam, lost_share, mean_slope
from verify.language import (
    Formula,
    agrees,
    claim,
    dot,
    expectation,
    external,
    function,
    index,
    least,
    let,
    norm,
    notation,
    number,
    one_of,
    put,
    says,
    total,
)
from verify.language.symbols import (
    Real,
    between,
    law,
    natural,
    nonnegative,
    positive,
    sequence,
    vector,
)
from verify.methods.derive import (
    Derive,
    add,
    cauchy_schwarz,
    chain,
    expect,
    given,
    multiply,
    shown,
    substitute,
)
from verify.papers.adambc.notation import GRADIENT, SQUARE
from verify.papers.dptheory.lemmas.corrected_pair import (
    ALONG,
    LEAST,
    PAIR,
    PAIR_ABOVE,
    lost,
    moved,
    pair,
)
from verify.papers.dptheory.lemmas.corrected_pair import V as PAIRS

WHERE = "docs/corrected-adam.md"
V = PAIRS.extended(
    d=natural("d", search=(1, 3)),
    t=natural("t", search=(1, 12)),
    T=natural("T", search=(1, 6)),
    L=positive("L", unit="loss/length^2", search=(0.1, 10)),
    point=vector("d", "x_{t-1}", unit="length"),
    step=vector("d", r"\Delta_t", unit="length"),
    eta=positive(r"\eta", unit="length", search=(0.01, 10)),
    gap=nonnegative(r"\Delta", unit="loss", search=(0, 10)),
    C=positive("C", unit=GRADIENT, search=(0.1, 3)),
    c=positive("c", unit=GRADIENT, search=(0.1, 3)),
    Phi=nonnegative(r"\Phi", unit=SQUARE, search=(0, 4)),
    beta2=between(0, 1, r"\beta_2", unit="1", ends="[)"),
    Q=law("Q", unit=GRADIENT, dimension=2),
    R=positive("R", unit=GRADIENT, search=(0.1, 3)),
    most=nonnegative("e", unit=GRADIENT, search=(0, 3)),
    # Of a run: in step k the weighted square of the gradient, that of e, and the second order.
    squares=sequence("T", "X", unit=GRADIENT, entry=Real(F(0))),
    turned=sequence("T", "Y", unit=GRADIENT, entry=Real(F(0))),
    slopes=sequence("T", "G", unit=GRADIENT, entry=Real()),
    roots=sequence("T", "q", unit="1", entry=Real(F(0), open_low=True)),
    # Of a law with two values, after a past.
    v=positive(r"\hat{v}_{t-1}", unit=SQUARE, search=(0.01, 100)),
    u=positive("u", unit=GRADIENT, search=(0.1, 10)),
    s=positive("s", unit=GRADIENT, search=(0.1, 10)),
    p=between(0, 1, "p", unit="probability", ends="()"),
    r=between(0, 1, "r", unit="1", ends="()"),
)
k, E = index("k"), index("e")
BATCH, NOISE = V.G + E[1], E[2]
mean = partial(expectation, V.Q, E)
SIZE, CUBE, CROSS = mean(abs(BATCH)), mean(abs(BATCH) ** 3), mean(abs(BATCH) * NOISE**2)
SHARE = V.a * (V.c**2 + 3 * V.Phi) / (2 * V.floor)
LINE = V.G * (BATCH / LEAST) - abs(V.G) * lost(abs(BATCH), NOISE)
OF_MEANS = (V.G**2 - abs(V.G) * (V.a * (CUBE + 3 * CROSS) / (2 * V.floor))) / LEAST
KEPT = (V.G**2 - abs(V.G) * SHARE * SIZE) / LEAST


def density(z: Formula) -> Formula:
    """That of the noise, but for a factor."""
    return (-(z**2) / (2 * V.Phi)).exp()


STEP = claim(
    "dptheory/corrected-adam-step", WHERE, "What noise and batches take of a step of DP-AdamBC"
).says(
    {
        "not further": PAIR_ABOVE.says,
        "nor much shorter": PAIR.says,
        "normal noise does not turn it round": says(
            number(0) <= moved(V.x) * (density(V.x - V.g) - density(V.x + V.g)), given=[V.Phi > 0]
        ),
        "on average over batches and noise": says(
            mean(V.G * pair(BATCH, NOISE)) >= KEPT,
            given=[CUBE <= V.c**2 * SIZE, CROSS <= V.Phi * SIZE],
            by=Derive(
                chain(
                    shown(KEPT <= OF_MEANS),
                    shown(OF_MEANS == mean(LINE)),
                    expect(V.Q, E, substitute(ALONG, {"b": BATCH, "z": NOISE})),
                )
            ),
        ),
    },
    ours=True,
)

# A run: in step k the weighted square X_k of the gradient, the same Y_k of what is turned round.
LOSS = function("F", "d", smooth=V.L, unit="loss")
NEXT = let("x_t", V.point - V.step)
SLOPE_THERE = dot(LOSS.grad(V.point), V.step)
AFTER = LOSS(NEXT) <= LOSS(V.point) - SLOPE_THERE + V.L / 2 * norm(V.step) ** 2
over = partial(total, k, 1, V.T)
SECOND = V.eta**2 * V.L * (V.C**2 + V.d * V.Phi) / (2 * V.floor)
FALL = over(V.eta * (V.squares[k] - V.turned[k]) / 2 - SECOND)
PER_STEP = 2 / (V.eta * V.T)
REST = V.eta * V.L * (V.C**2 + V.d * V.Phi) / V.floor + over(V.turned[k]) / V.T
MEAN_SLOPE = over(abs(V.slopes[k])) ** 2
WEIGHTED, INVERSE = V.roots[k] * abs(V.slopes[k]), 1 / V.roots[k]
HOELDER = over(V.roots[k] ** 2 * abs(V.slopes[k]) ** 2) * over(1 / V.roots[k] ** 2)


def newest(t: Any) -> Formula:
    """a_t."""
    found: Formula = (1 - V.beta2) / (1 - V.beta2**t)
    return found


def share_at(t: Any) -> Formula:
    """epsilon_t."""
    return least(put(SHARE, {"a": newest(t)}), number(1))


def width(weights: Formula) -> Formula:
    """S_t, by the sum of the squared weights of the average before."""
    square = V.C**2 / V.d
    return (V.floor + square + (weights * (2 * V.Phi**2 + 4 * V.Phi * square)).sqrt()).sqrt()


EARLIER = V.beta2 ** (k - 1)
SQUARED_WEIGHTS = (1 - V.beta2) * (1 + EARLIER) / ((1 + V.beta2) * (1 - EARLIER))
WIDTHS = (V.floor.sqrt() + total(k, 2, V.T, width(SQUARED_WEIGHTS))) / V.T
LOST = V.C**2 / V.floor.sqrt() * over(share_at(k) ** 2) / V.T
BUDGET = PER_STEP * V.gap + V.eta * V.L * (V.C**2 + V.d * V.Phi) / V.floor + LOST
BOUND = (BUDGET * WIDTHS).sqrt()
NAMES = ("gap", "L", "d", "C", "c", "Phi", "floor", "beta2", "eta", "T")


def library(*values: Any) -> float:
    """The library's bound on the mean of the gradient's absolute entries, times sqrt(d)."""
    gap, L, d, *rest, eta, T = map(float, values)
    return float(mean_slope(CorrectedAdam(gap, L, int(d), *rest), eta, int(T)))


LIBRARY = external("mean_slope", library, *(V(name) for name in NAMES))
RUN = claim(
    "dptheory/corrected-adam-run", WHERE, "A run of DP-AdamBC: what its gradients are on average"
).says(
    {
        "a smooth function": says(AFTER),
        "a coordinate": says(V.G**2 - abs(V.G) * V.most >= (V.G**2 - V.most**2) / 2),
        "the sum over a run": says(
            over(V.squares[k]) / V.T <= PER_STEP * V.gap + REST,
            given=[FALL <= V.gap],
            by=Derive(
                shown(over(V.squares[k]) / V.T == PER_STEP * FALL + REST),
                add(multiply(given(FALL <= V.gap), PER_STEP), shown(REST == REST)),
            ),
        ),
        "without the weights": says(
            MEAN_SLOPE <= HOELDER,
            by=Derive(
                shown(MEAN_SLOPE == over(WEIGHTED * INVERSE) ** 2),
                cauchy_schwarz(WEIGHTED, INVERSE, k, 1, V.T),
                shown(over(WEIGHTED**2) * over(INVERSE**2) == HOELDER),
            ),
        ),
        "the library's share": agrees(
            V.of(
                lambda C, c, Phi, floor, beta2, t: lost_share(
                    CorrectedAdam(1, 1, 1, C, c, Phi, floor, beta2), t
                )
            )
            == share_at(V.t)
        ),
    },
    notes=(says(abs(LIBRARY - BOUND) <= number(F(1, 10**9)) * BOUND),),
    ours=True,
)

# Without end at the paper's parameters, where no entry is more than twice C/sqrt(d).
SPREAD_OUT = notation(d=one_of((10**6, 10**7, 10**8), "d", unit="1"))
LAST = (1 - V.beta2) / (1 + V.beta2)
IN_THE_END = put(SHARE, {"a": 1 - V.beta2}) * (width(LAST) / V.floor.sqrt()).sqrt()


def reached(C: F, Phi: F, floor: F) -> Formula:
    """The limit of the bound over C."""
    d = SPREAD_OUT.d
    entries = 2 * number(C) / d.sqrt()
    return put(
        IN_THE_END,
        {"C": C, "c": entries, "Phi": Phi, "floor": floor, "beta2": F(999, 1000), "d": d},
    )


SETTINGS = claim(
    "dptheory/corrected-adam-settings",
    WHERE,
    "The bound at the parameters of two runs of Tang et al., after many steps",
).says(
    {
        "CIFAR10": says(reached(F(1), F(1, 4096) ** 2, F(5, 10**8)) < 1, over=SPREAD_OUT),
        "SNLI, the floor of Table 2": says(
            reached(F(1, 10), (F(4, 100) / 256) ** 2, F(3, 10**10)) < 1, over=SPREAD_OUT
        ),
    },
    ours=True,
)

# Two values without noise: u with probability p and -s else, the floor at most s^2.
TURNS = [V.s < V.u, (1 - V.p) * V.s == V.r * V.p * V.u]
KEEPS = V.r**2 == 1 - (1 - V.beta2) * (1 - V.s**2 / V.u**2)
PAST = [V.s**2 <= V.v, V.v <= V.u**2]  # an average of squares
MEAN_MOVE = V.p * (V.u / ((1 - V.a) * V.v + V.a * V.u**2).sqrt()) - (1 - V.p) * (
    V.s / ((1 - V.a) * V.v + V.a * V.s**2).sqrt()
)
SLOPE = V.p * V.u - (1 - V.p) * V.s
BELOW = claim(
    "dptheory/corrected-adam-below",
    WHERE,
    "Batches under which DP-AdamBC does not descend, though the gradient is not small",
).says(
    {
        "the divisor is above the floor": says(
            ((1 - V.a) * V.v + V.a * V.s**2).maximum(V.floor) == (1 - V.a) * V.v + V.a * V.s**2,
            given=[*PAST, V.floor <= V.s**2],
        ),
        "the mean step is uphill": says(
            MEAN_MOVE <= 0, given=[*TURNS, KEEPS, *PAST, 1 - V.beta2 <= V.a]
        ),
        "the gradient": says(SLOPE == V.p * V.u * (1 - V.r), given=TURNS),
        "its size": says(
            SLOPE >= (1 - V.beta2) / 2 * V.p * V.u * (1 - V.s**2 / V.u**2), given=[*TURNS, KEEPS]
        ),
    },
    ours=True,
)
