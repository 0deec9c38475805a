r"""Section 3.2, Corollary 3.3, and the rate of DP-NSGD in the abstract and Table 1.

**(6)** is (5) with Lemma 3.1's noise; unlike C of (5), its constant may depend on :math:`D_f`. What
is judged is the step from (5) to (6); (5) itself fails (``nsgd/thm-3.2``).
**The rate** without the floor fails at a fixed r (``lemmas/stuck``): the data
set grows, the gradient stays. The text tunes r. Let r depend on N: the larger of the slope on which
nothing moves and that of a far start (``lemmas/far_start``), which leaves
half of :math:`D_f` to the signal, is for every r of the order of the *sixth* root of
:math:`d\log(1/\delta)/(N\epsilon)^2` at least. The best r gives (6) only the seventh root.
"""

from verify.judgement.exists import Escape
from verify.language import claim, instance, largest, natural, number, put, says
from verify.papers.nsgd.formulas.printed_theorems import FLOOR_5, STEP, fourth_root
from verify.papers.nsgd.lemmas.stuck import NOWHERE, ROOM, SMALLEST, STUCK
from verify.papers.nsgd.lemmas.stuck import V as WALK
from verify.papers.nsgd.settings import CIFAR10

V = WALK.extended(m=natural("m", search=(1, 1000)))
PRIVATE = V.c2 * V.B * (V.T * V.ell).sqrt() / (V.N * V.eps)  # sigma
BASE = V.N**2 * V.eps**2 / (V.B**2 * V.d * V.ell)  # of the least T, without the powers of r or c
# (5) at the noise of Lemma 3.1, and (6), both without the floor.
VARIANCE = V.c2**2 * V.B**2 * V.T * V.ell / (V.N * V.eps) ** 2
LEFT = fourth_root((V.Df + 1) ** 2 * V.r**3 * V.d * VARIANCE / V.T) + fourth_root(
    1 / (V.T * V.r**3 * V.d * VARIANCE)
)
CONSTANT = ((V.Df + 1) * V.c2 * V.B).sqrt() + (V.B / V.c2).sqrt()
RIGHT = CONSTANT * fourth_root(V.d * V.r**3 * V.ell / (V.N * V.eps) ** 2)
COR_3_3 = claim(
    "nsgd/cor-3.3",
    "§3.2, Cor 3.3, (6)",
    "from (5) to (6), given (5)",
    says(LEFT + FLOOR_5 <= RIGHT + FLOOR_5, given=[BASE / V.r**3 <= V.T]),
    settings=CIFAR10[-1:],
).rejects("an eighth of the steps", given=[BASE / V.r**3 <= 8 * V.T])

# The law of the lemma at r = 1: tau_0 = 8/9, and a slope of 1/9 on which nothing moves. A third of
# the records have the larger gradient: N = 3m.
THIRDS = {"N": 3 * V.m}
STEPS = ((3 * V.m) ** 2 * (V.T0 + 1 / V.c2**2)).function("ceil")
SIGMA = V.c2 * STEPS.sqrt() / (3 * V.m)
STALLED = instance(
    "r=1 tau0=8/9 tau1=0 L0=1 L1=0 d=1 B=1 eps=1 ell=1 p=1/3 ahead=1 back=1/3 slope=1/9 Df=1"
) | {"T": STEPS, "noise": SIGMA, "eta": (2 / (STEPS * SIGMA**2)).sqrt()}
RATE = says(
    SMALLEST <= V.C * fourth_root(V.d * V.ell / (3 * V.m * V.eps) ** 2),
    given=[
        (V.noise == put(PRIVATE, THIRDS)),
        (V.eta == STEP),
        V.r > V.tau0,
        3 * V.m >= V.N0,
        V.T0 * put(BASE, THIRDS) / V.r**3 <= V.T,
        *NOWHERE,
        ROOM,
    ],
    exists={"C": None, "c2": None, "N0": None, "T0": None},
    by=Escape(STALLED, beyond={"m": V.N0 + 256 * (V.C + 1) ** 2}, cites=(STUCK,)),
)
WAY = V.eta * V.T
PRIVATE_WAY = V.N * V.eps * (2 / (V.L0 * V.d * V.ell)).sqrt() / (V.c2 * V.B)
PER_RECORD = V.d * V.ell / (V.N * V.eps) ** 2
COR_3_3_RATE = claim(
    "nsgd/cor-3.3-rate",
    "Abstract, Table 1, §3.2",
    "rate of DP-NSGD: at a fixed r, and at every r",
    RATE,
    # Whatever r, and with the way of the signal at the printed step size and noise: a sixth root.
    instead=says(
        largest(V.tau0**2 / (6 * V.r + 4 * V.tau0), V.slope) ** 3 >= V.tau0**2 * V.Df / (20 * WAY),
        given=[V.r >= V.tau0, V.slope**2 * WAY / V.r >= V.Df / 2],
    ),
    notes=(
        says(put(STEP, {"L1": number(0), "noise": PRIVATE}) * V.T == PRIVATE_WAY),
        says(
            (fourth_root(V.r**3 * PER_RECORD) + V.tau0**2 / V.r) ** 7 >= 35 * V.tau0**6 * PER_RECORD
        ),
    ),
    settings=CIFAR10[-1:],
)

CLAIMS = (COR_3_3, COR_3_3_RATE)
