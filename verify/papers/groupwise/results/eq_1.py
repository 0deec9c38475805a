r"""Sections 1 and 2.3, (1), its group-wise form and (4): a step of DP-SGD, and the library's.

Any coordinate of :math:`\mathbf w_{t+1}`, for every dimension: the gradient of record i (its part
in the coordinate's group) is :math:`\ell_i>0` long and :math:`\ell_i\gamma_i` in this coordinate;
one of length 0 adds nothing. In group m its part is :math:`k_m` times as long as in the first, the
coordinate's group. The clipping is Abadi's, and AUTO in (4). The noise is on the sum, so that the
learning rate of a mean is :math:`B\eta`.
"""

from fractions import Fraction as F
from typing import Any

import numpy as np

from dptheory.gradients.grouping import Grouping, of_coordinates
from dptheory.optimizers.private import Private, dp_grouped, dp_sgd, init, update
from dptheory.optimizers.sgdm import Sgdm
from verify.formula.evaluate import Undefined
from verify.language import agrees, claim, instance, says
from verify.language.formulas import Formula, external, least, norm, quantity, total
from verify.language.symbols import Real, natural, nonnegative, positive, real, sequence, vector
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.notation import i, m

V = PAPER.extended(
    B=PAPER.B.within(search=(1, 6)),
    M=PAPER.M.within(search=(1, 4)),
    w=real("w_t", unit="length", search=(-3, 3)),
    zeta=real("z", unit="1", search=(-3, 3)),
    eta=positive(r"\eta_t", unit="length^2/loss", search=(0.01, 2)),
    noise=nonnegative(r"\sigma_{DP}", unit="1", search=(0, 3)),
    R=positive("R", unit="gradient", search=(0.1, 10)),
    thresholds=sequence("M", "R", unit="gradient", entry=Real(F(0), None, True)),
    lengths=sequence("B", r"\ell", unit="gradient", entry=Real(F(0), None, True)),
    cosines=sequence("B", r"\gamma", unit="1", entry=Real(F(-1), F(1))),
    others=sequence("M", "k", unit="1", entry=Real(F(0))),
    d=natural("d", search=(1, 3)),
    g=vector("d", "g_i", unit="gradient"),
)
BATCH = (V.w, V.zeta, V.lengths, V.cosines)


def moved(method: Private, others: Any, w: Any, zeta: Any, lengths: Any, cosines: Any) -> float:
    """The coordinate after a step of the library; ``others`` are the k of the other groups."""
    sizes = [length * k for length in lengths for k in (1, *others)]
    if not all(size == 0 or 1e-100 < size < 1e100 for size in sizes):
        raise Undefined("a square beyond double precision")
    if max(map(abs, cosines)) > 1:
        raise Undefined("a cosine beyond 1")
    cosine = np.array(cosines, dtype=float)
    gradients = np.empty((len(cosine), 2 + len(others)))
    gradients[:, 0], gradients[:, 1] = cosine, np.sqrt(1 - cosine**2)
    gradients[:, 2:] = np.array(others, dtype=float)
    gradients *= np.array(lengths, dtype=float)[:, None]
    start, noise = np.zeros((2, gradients.shape[1]))
    start[0], noise[0] = float(w), float(zeta)
    return float(update(method, init(method, start), gradients, noise).x[0])


def step_1(eta: Any, R: Any, noise: Any, *batch: Any) -> float:
    """DP-SGD on the sum of B clipped gradients."""
    rate = len(batch[-1]) * float(eta)
    method = dp_sgd(rate, float(R), noise_multiplier=float(noise), on="sum", unit="bound")
    return moved(method, (), *batch)


def in_first(M: int, threshold: Any) -> Grouping:
    """M groups of coordinates, two of which are in the first."""
    return of_coordinates([(0, 1), *((k,) for k in range(2, M + 1))], threshold)


def step_in_groups(eta: Any, thresholds: Any, noise: Any, others: Any, *batch: Any) -> float:
    """DP-SGD on the sum of B gradients clipped in M groups."""
    rule = in_first(len(thresholds), [float(R) for R in thresholds]).rule("abadi")
    base = Sgdm(len(batch[-1]) * float(eta), 0.0)
    method = dp_grouped(base, rule, noise_multiplier=float(noise), on="sum")
    return moved(method, others[1:], *batch)


def step_auto(eta: Any, noise: Any, others: Any, *batch: Any) -> float:
    """DP-SGD on the sum of B gradients, each clipped in M groups by AUTO at R = 1."""
    rule = in_first(len(others), 1.0).rule("auto", regulariser=0.01)
    base = Sgdm(len(batch[-1]) * float(eta), 0.0)
    method = dp_grouped(base, rule, noise_multiplier=float(noise), on="sum")
    return moved(method, others[1:], *batch)


def moves(factor: Formula, deviation: Formula) -> Formula:
    """The printed coordinate, with this factor of a record and noise of this deviation."""
    summed = total(i, 1, V.B, LENGTH * V.cosines[i] * factor)
    return V.w - V.eta * (summed + deviation * V.zeta)


def step(threshold: Formula, deviation: Formula, length: Formula | None = None) -> Formula:
    """The same with Abadi's clipping, by the length of the group or another one."""
    return moves(least(1, threshold / (LENGTH if length is None else length)), deviation)


def step_4(root: Formula) -> Formula:
    """(4), with this divisor."""
    return moves(1 / (root * (LENGTH + quantity(0.01, "gradient"))), V.noise)


LENGTH = V.lengths[i]
# Of the whole gradient of the record.
WHOLE = LENGTH * (1 + total(m, 2, V.M, V.others[m] ** 2)).sqrt()
ALL = total(m, 1, V.M, V.thresholds[m] ** 2).sqrt()
SAID = agrees(
    step(V.R, V.noise * V.R) == external("step of DP-SGD", step_1, V.eta, V.R, V.noise, *BATCH)
)
GROUPS = (V.others, *BATCH)
IN_GROUPS = agrees(
    step(V.thresholds[1], V.noise * ALL)
    == external("step in groups", step_in_groups, V.eta, V.thresholds, V.noise, *GROUPS)
)
AUTO = agrees(
    step_4(V.M.sqrt()) == external("step with AUTO in groups", step_auto, V.eta, V.noise, *GROUPS)
)
ONE = instance("B=1 w=0 zeta=1 lengths=(5,) cosines=(3/5,) noise=1 eta=1")
TWO = ONE | instance("M=2 thresholds=(3/1,4/1) others=(0/1,1/1)")
EQ_1 = (
    claim("groupwise/eq-1", "§1, (1); §2.3, (4)", "A step of DP-SGD")
    .says(
        {"all parameters": SAID, "in groups": IN_GROUPS, "in groups, (4)": AUTO},
        notes=(
            # What one record adds to the sum.
            says(norm(least(1, V.R / norm(V.g)) * V.g) <= V.R, given=[norm(V.g) > 0]),
        ),
    )
    .quoting(
        r"C=1/(\|g\|_2+0.01)", part="in groups, (4)", reading="It is a factor of the tested step."
    )
    .quoting(
        r"\mathbf w_{t+1}=\mathbf w_t-\eta_t\mathbf G_{private}",
        part="all parameters",
        reading="One coordinate of a step, with the sum of the next formula written out.",
    )
    .quoting(
        r"\mathbf G_{private}=\sum_i g_i\,C(g_i;R)+\sigma_{DP}R\,\mathcal N(0,I)",
        part="all parameters",
        reading="One coordinate, and the step that it makes: a record has a length and a "
        "cosine, the noise is a number.",
    )
    .quoting(
        r"C=\min(1,R/\|g\|)", part="all parameters", reading="It is a factor of the tested step."
    )
    .quoting(
        r"\mathbf G^{(m)}_{private}=\sum_i g_i^{(m)}C(g_i^{(m)};R_m)+"
        r"\sigma_{DP}\|[R_1,R_2,\dots]\|\,\mathcal N(0,I_m)",
        part="in groups",
        reading="One coordinate of the first group, and the step that it makes.",
    )
    .quoting(
        r"\mathbf G^{(m)}_{private}=\sum_i \dfrac{g_i^{(m)}}{\sqrt M(\|g_i^{(m)}\|_2+"
        r"0.01)}+\sigma_{DP}\mathcal N(0,I_m)",
        part="in groups, (4)",
        reading="One coordinate of the first group, and the step that it makes; the noise is "
        "a number.",
    )
    .quoting(
        r"w^{(m)}_{t+1}=w^{(m)}_t-\eta\Big(\frac{\sum_i "
        r"g^{(m)}_{t,i}/(\|g^{(m)}_{t,i}\|+\gamma)}{\sqrt M}+\sigma\mathcal N(0,I)"
        r"\Big)",
        part="in groups, (4)",
        reading="One coordinate of the first group, at the printed stability constant.",
    )
    .rejects(
        "noise on the mean",
        part="all parameters",
        left=step(V.R, V.B * V.noise * V.R),
        at=ONE | instance("R=4 B=2 lengths=(5,5) cosines=(0,0)"),
    )
    .rejects(
        "noise of the group's own threshold",
        part="in groups",
        left=step(V.thresholds[1], V.noise * V.thresholds[1]),
        at=TWO,
    )
    .rejects(
        "the sum of the thresholds",
        part="in groups",
        left=step(V.thresholds[1], V.noise * total(m, 1, V.M, V.thresholds[m])),
        at=TWO,
    )
    .rejects(
        "clipped by the whole length",
        part="in groups",
        left=step(V.thresholds[1], V.noise * ALL, WHOLE),
        at=TWO,
    )
    .rejects("divided by M", part="in groups, (4)", left=step_4(V.M), at=TWO)
)
