r"""Section 2.3, (2) and Algorithm 1: a step of DP-SGD and of DP-NSGD, and the library's.

Any coordinate of :math:`x_{k+1}`, for every dimension: the gradient of record i is :math:`\ell_i>0`
long (one of length 0 adds nothing) and :math:`\ell_i\gamma_i` in this coordinate. The noise of the
coordinate is :math:`c\sigma\zeta`, or :math:`\sigma\zeta`, with :math:`\zeta` of variance 1.
"""

from fractions import Fraction as F
from typing import Any

import numpy as np

from dptheory.optimizers.private import Private, dp_nsgd, dp_sgd, init, update
from verify.formula.evaluate import Undefined
from verify.language import Formula, agrees, claim, external, instance, least, table, total
from verify.language.symbols import Real, real, sequence
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.notation import i
from verify.papers.nsgd.settings import CIFAR10

V = PAPER.extended(
    B=PAPER.B.within(search=(1, 6)),
    x=real("x", unit="length", search=(-3, 3)),
    zeta=real(r"\zeta", unit="1", search=(-3, 3)),
    lengths=sequence("B", r"\ell", unit="gradient", entry=Real(F(0), None, True)),
    cosines=sequence("B", r"\gamma", unit="1", entry=Real(F(-1), F(1))),
)
BATCH = (V.x, V.zeta, V.lengths, V.cosines)


def moved(method: Private, x: Any, zeta: Any, lengths: Any, cosines: Any) -> float:
    """The coordinate after a step of the library, for gradients of two coordinates."""
    if not all(1e-100 < length < 1e100 for length in lengths):
        raise Undefined("a square beyond double precision")
    if max(map(abs, cosines)) > 1:
        raise Undefined("a cosine beyond 1")
    cosine = np.array(cosines, dtype=float)
    rows = np.array([cosine, np.sqrt(1 - cosine**2)]).T
    gradients = np.array(lengths, dtype=float)[:, None] * rows
    state = init(method, np.array([float(x), 0.0]))
    return float(update(method, state, gradients, np.array([float(zeta), 0.0])).x[0])


def clipped_step(eta: Any, c: Any, noise: Any, *batch: Any) -> float:
    """A coordinate after a step of the library's DP-SGD, with noise c sigma on the mean."""
    method = dp_sgd(float(eta), float(c), noise_multiplier=float(noise), on="mean", unit="bound")
    return moved(method, *batch)


def normalised_step(eta: Any, r: Any, noise: Any, *batch: Any) -> float:
    """A coordinate after a step of the library's DP-NSGD, with noise sigma on the mean."""
    return moved(dp_nsgd(float(eta), float(r), noise_multiplier=float(noise), on="mean"), *batch)


LENGTH = V.lengths[i]


def step(eta: Formula, factor: Formula, noise: Formula) -> Formula:
    """x^+ with a factor for each record."""
    return V.x - eta * (total(i, 1, V.B, factor * (LENGTH * V.cosines[i])) / V.B + noise * V.zeta)


EQ_2 = agrees(
    step(V.rate, least(1, V.c / LENGTH), V.c * V.noise)
    == external("step of DP-SGD", clipped_step, V.rate, V.c, V.noise, *BATCH)
)
RUN = CIFAR10[0].values
ONE = instance("B=1 x=0 zeta=1 lengths=(5,) cosines=(3/5,) noise=1")
EQ_2_NOISE_LAW = (
    claim("nsgd/eq-2-noise-law", "§2.3, (2); §3.4", "A step of DP-SGD", EQ_2)
    .quoting(
        r"x^+=x-\eta(\frac1{|S|}\sum_{i\in S}\bar h^{(i)}g^{(i)}+\bar z)",
        reading="One coordinate, against a step of the library: the gradient of record "
        r"$i$ has the length $\ell_i$ and the cosine $\gamma_i$ to that axis",
    )
    .quoting(r"\bar h^{(i)}=\min\{1,c/\|g^{(i)}\|\}", reading="it is put into the step")
    .rejects(
        "the variance of §3.1",
        left=step(V.rate, least(1, V.c / LENGTH), V.c.sqrt() * V.noise),
        at=ONE | instance("rate=1 c=4"),
    )
    .rejects(
        "noise on the sum",
        left=step(V.rate, least(1, V.c / LENGTH), V.c * V.noise / V.B),
        at=ONE | instance("rate=1 c=4 B=2 lengths=(5,5) cosines=(0,0)"),
    )
)
ALGORITHM_1 = (
    claim("nsgd/alg-1", "§2.3, (3), Alg 1", "A step of DP-NSGD")
    .says(
        agrees(
            step(V.eta, 1 / (V.r + LENGTH), V.noise)
            == external("step of DP-NSGD", normalised_step, V.eta, V.r, V.noise, *BATCH)
        ),
        # Algorithm 1 calls T the number of epochs; a pass of its loop is a step.
        notes=(table({"steps in 100 epochs": ("5000", 100 * F(RUN["N"], RUN["B"]))}),),
    )
    .quoting(
        r"x_{k+1}=x_k-\eta_k(\frac1B\sum_{i\in S_k}h_k^{(i)}g_k^{(i)}+z_k)",
        reading="One coordinate, against a step of the library: the gradient of record "
        r"$i$ has the length $\ell_i$ and the cosine $\gamma_i$ to that axis",
    )
    .quoting(r"h_k^{(i)}=1/(r+\|g_k^{(i)}\|)", reading="it is put into the step")
    .quoting(r"h^{(i)}=1/(r+\|g^{(i)}\|)", reading="it is put into the step")
    .rejects(
        "without the regulariser",
        left=step(V.eta, 1 / LENGTH, V.noise),
        at=ONE | instance("eta=1 r=1"),
    )
    .rejects(
        "the noise of clipping",
        left=step(V.eta, 1 / (V.r + LENGTH), V.r * V.noise),
        at=ONE | instance("eta=1 r=2"),
    )
)
