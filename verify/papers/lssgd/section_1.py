"""Section 1: smoothing as post-processing, and what it costs."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from verify.checks.base import Control
from verify.checks.behaviour import Behaviour
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.context import Context

F = Fraction

# Post-processing ---------------------------------------------------------------------------------


def smoothed_exponent(u: Any, g: Any, nu: Any, value: Any) -> Any:
    """The exponent of the density of A^{-1}(g + n) at u, one coordinate of an eigenbasis of A.

    With eigenvalue ``value`` the mean is g/value and the deviation nu/value.
    """
    return (u - g / value) ** 2 / (2 * (nu / value) ** 2)


POST_PROCESSING = Claim(
    id="lssgd/post-processing",
    where="Abstract, §1",
    title="smoothing is post-processing",
    statement="Smoothing is a post-processing of the noisy gradient: under the same noise "
    "DP-LSSGD has the same DP guarantee as DP-SGD.",
    units={"u": "loss/length", "g": "loss/length", "nu": "loss/length", "value": "1"},
    checks=(
        Identity(
            name="densities before and after",
            part="one step",
            lhs=smoothed_exponent,
            rhs=lambda u, g, nu, value: (value * u - g) ** 2 / (2 * nu**2),
            symbols={"u": "real", "g": "real", "nu": "positive", "value": "positive"},
            instance={"u": F(3), "g": F(5), "nu": F(2), "value": F(7)},
            general="the density of the smoothed gradient at u is that of the gradient at A u, up "
            "to det A, which cancels in the ratio of two neighbouring data sets, also after "
            "sampling a batch (a mixture over batches): every divergence is the same, in every "
            "dimension",
        ),
        Identity(
            name="the noisy gradient can be read off the iterates",
            part="all steps",
            lhs=lambda w, eta, released, value: (
                value * (w - (w - eta * released / value)) / eta + 0 * w
            ),
            rhs=lambda w, eta, released, value: released + 0 * w * eta * value,
            symbols={"w": "real", "eta": "positive", "released": "real", "value": "positive"},
            instance={"w": F(3), "eta": F(1, 2), "released": F(5), "value": F(7)},
            general="A(w^k - w^{k+1})/eta: iterates and noisy gradients determine each other given "
            "w^0, and a step sees the data through its noisy gradient alone, so that the same "
            "composition applies",
        ),
    ),
    note="It cuts both ways: A is invertible, so that smoothing after the noise cannot give a "
    "stronger guarantee for the iterates either.",
)

# Cost --------------------------------------------------------------------------------------------

# The paper's two models: logistic regression on MNIST with d = 785 * 10, and the CNN of the
# tutorial it cites (8x8 convolution with 16 channels, 4x4 with 32, dense 32 and 10).
LOGISTIC, CNN = "MNIST logistic regression, b = 128", "MNIST CNN, b = 256"
DIMENSION = {LOGISTIC: 7850, CNN: 16 * 65 + 32 * 257 + 32 * 513 + 10 * 33}
FORWARD_MULTIPLICATIONS = {
    LOGISTIC: 7850,
    CNN: 14 * 14 * 16 * 64 + 5 * 5 * 32 * 256 + 512 * 32 + 32 * 10,
}
BATCH = {LOGISTIC: 128, CNN: 256}
RECORDS, FEATURES = 50000, 784


def gradient_operations(cell: str) -> int:
    """Additions and multiplications of a batch gradient.

    A multiply-add forwards; the same for the gradient in the weights, and for the CNN once more
    for the gradient in the inputs.
    """
    passes = 2 if cell == LOGISTIC else 3
    return 2 * passes * FORWARD_MULTIPLICATIONS[cell] * BATCH[cell]


def fft_operations(d: int) -> float:
    """A real transform and its inverse, 2.5 d log2 d each, and d/2 complex divisions by reals."""
    return 5 * d * math.log2(d) + d


def recursive_operations(d: int) -> float:
    """Two moving averages of two passes; two multiplications and an addition an entry."""
    return 12 * d


def work(cell: str, smoothing_operations: Callable[[int], float]) -> float:
    """Operations of a DP-LSSGD step over those of a DP-SGD step (gradient, noise and update).

    A normal variate counts as 20 operations, noise and step as 3 more.
    """
    base = gradient_operations(cell) + 23 * DIMENSION[cell]
    return (base + smoothing_operations(DIMENSION[cell])) / base


def memory(cell: str) -> float:
    """Numbers held with smoothing over those held without.

    Without: the records, the parameters and the gradient. With: d/2 + 1 eigenvalues and the
    transform of d + 2.
    """
    d = DIMENSION[cell]
    base = RECORDS * FEATURES + 2 * d
    return (base + d // 2 + 1 + d + 2) / base


def about(
    name: str,
    part: str,
    ratios: Mapping[str, float],
    controls: tuple[Control, ...] = (),
) -> Behaviour:
    """The same up to 5 %, in every cell."""

    def ratio(_: Context, cell: str) -> tuple[float, float, float]:
        return (ratios[cell],) * 3

    return Behaviour(
        name=name,
        part=part,
        word="about",
        cells=tuple(ratios),
        ratio=ratio,
        level=Level.NUMERIC,
        interval="operations or numbers, counted",
        controls=controls,
    )


def counted(operations: Any) -> dict[str, float]:
    return {cell: work(cell, operations) for cell in (LOGISTIC, CNN)}


DENSE = Control(
    "smoothing by a dense inverse",
    about("dense", "work", counted(lambda d: 2.0 * d * d)),
    Outcome.FAILS,
    # 2 d^2 operations against 4 b d: more for d > 2 b.
    lambda: 2 * 7850 > 4 * 128,
)
MEMORY = about(
    "memory by FFT",
    "memory",
    {cell: memory(cell) for cell in (LOGISTIC, CNN)},
    (
        Control(
            "the dense matrix",
            about("dense", "memory", {LOGISTIC: 1 + 7850**2 / (RECORDS * FEATURES)}),
            Outcome.FAILS,
            lambda: RECORDS * FEATURES < 7850**2,
        ),
    ),
)
COST = Claim(
    id="lssgd/cost",
    where="Abstract, §1",
    title="cost of smoothing",
    statement="The extra computational complexity and memory overhead compared with DP-SGD are "
    "negligible (statistic: operations and numbers held with smoothing over those without, in the "
    "paper's settings; word: about, within 5 %).",
    checks=(about("operations by FFT", "work", counted(fft_operations)), MEMORY),
    repair=Repair(
        statement=r"With the factorisation of $A_\sigma^{-1}$ into two periodic moving averages, "
        r"$12d$ operations instead of $5d\log_2d$, it is within 5 % in both settings; in place it "
        "needs no memory.",
        changes=("two recursions of first order instead of the FFT",),
        checks=(
            about("operations by recursion", "work", counted(recursive_operations), (DENSE,)),
            MEMORY,
        ),
        consequence="logistic regression pays 12 % more operations a step for the FFT and 2 % for "
        "the recursions; the CNN less than 1 % in either case. The share is of the order log d/b: "
        "with batches of one the FFT costs more than the gradient.",
    ),
    note="Operations are counted by the usual formulas, 5 d log2 d for a transform and its "
    "inverse of real data; they are no timings.",
)

CLAIMS = (POST_PROCESSING, COST)
