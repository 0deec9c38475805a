r"""Appendix A, Lemmas A.2 and A.4, (12), (14), (19), Remark A.1: one step in expectation."""

from collections.abc import Mapping
from typing import Any

from verify.language import (
    Claim,
    Draft,
    claim,
    instance,
    law,
    of_kind,
    says,
    sequence,
    table,
    total,
    vector,
)
from verify.language.formulas import Formula, dot, expectation, external, index, norm
from verify.language.laws import gaussian_noise
from verify.methods.derivation.links import Link
from verify.methods.derivation.moments import mean_of_sum
from verify.methods.derive import Derive, add, multiply, quadratic_form, shown, substitute, words
from verify.papers.nsgd.lemmas import batches
from verify.papers.nsgd.lemmas.batches import BATCHES, SHAPE, SMOOTHNESS, V, batches_below_records
from verify.papers.nsgd.results.lemma_a1 import LEMMA_A1
from verify.papers.nsgd.settings import NORMALISED_RUNS

EACH = (
    "Lemma A.1 holds for every batch and noise; the mean of it is taken. A batch's mean has the "
    "mean of all records, and the noise is independent of it, with mean 0 and mean square d times "
    "its variance."
)

# What both sides of a step have.
ITSELF = says(V.square == V.square)


class Step:
    """The expectations of one step with a rule: normalising by r, or clipping at c."""

    def __init__(
        self, rule: batches.Rule, level: Formula, eta: Formula, deviation: Formula, h: str
    ) -> None:
        self.noise = V.d * deviation**2
        self.eta = eta
        moves = (V.data, V.B, level, eta, deviation, *SHAPE)
        self.rise = external(
            r"\mathbb{E}_kf(x_{k+1})-f(x_k)",
            batches.rise(rule),
            *moves,
            means="the mean change of f in a step, over batches and noise",
        )
        inner = rf"\mathbb{{E}}_k\langle {h}\nabla f,g\rangle"
        means = "the mean product of the gradient of f and a record's bounded gradient"
        self.inner = external(inner, batches.along(rule), V.data, level, means=means)
        batch = rf"\mathbb{{E}}_k\Vert\frac{{1}}{{B}}\sum_i {h}g\Vert^2"
        means = "the mean square of the mean of a batch of bounded gradients"
        self.batch = external(batch, batches.of_batches(rule), V.data, V.B, level, means=means)
        record = rf"\mathbb{{E}}_k\Vert {h}g\Vert^2"
        means = "the mean square of a record's bounded gradient"
        self.record = external(record, batches.of_records(rule), V.data, level, means=means)
        middle = rf"\Vert\mathbb{{E}}_k{h}g\Vert^2"
        means = "the square of the mean over the records of the bounded gradients"
        self.middle = external(middle, batches.of_mean(rule), V.data, level, means=means)

    def bound(self, square: Formula) -> Formula:
        """The right side of (12) and (19)."""
        return -(self.eta * self.inner) + SMOOTHNESS / 2 * self.eta**2 * (self.noise + square)

    def less(self, factor: Formula) -> Link:
        """A factor times the mean square: of all batches, of the records."""
        return batches_below_records(self.batch, self.record, self.middle, factor)

    def of_batch(self) -> Draft:
        """The last inequality of (14)."""
        return says(
            self.eta**2 * (self.noise + self.batch) <= self.eta**2 * (self.noise + self.record),
            given=[BATCHES],
            by=Derive(
                add(
                    shown(self.eta**2 * self.noise == self.eta**2 * self.noise),
                    self.less(self.eta**2),
                )
            ),
        )

    def descent(self) -> Draft:
        """(12) and (19)."""
        return says(
            self.rise <= self.bound(self.record),
            given=[BATCHES],
            by=Derive(
                words(EACH, self.rise <= self.bound(self.batch), cites=[LEMMA_A1]),
                add(
                    substitute(ITSELF, {"square": self.bound(0 * V.d)}),
                    self.less(SMOOTHNESS / 2 * self.eta**2),
                ),
            ),
        )


NORMALISING = Step(batches.normalised, V.r, V.eta, V.noise, "h")
CLIPPING = Step(batches.clipped, V.c, V.rate, V.c * V.noise, r"\bar h")
# A parabola and one record: equality.
ONE = instance("d=1 N=1 B=1 noise=1 L0=1 L1=0 data=((1,),) theta=1 kappa=0 w=1 phi=0")
DESCENT, CLIPPED = NORMALISING.descent(), CLIPPING.descent()


def one_step(said: Claim, printed: str, step: Step, at: Mapping[str, Any]) -> Claim:
    """The claim with the printed line, and with too small a second order."""
    reading = (
        "Each expectation is computed from the gradients of the N records, the left side for an "
        r"objective whose curvature is given by $\theta,\kappa,w,\phi$"
    )
    quoted = said.quoting(printed, reading=reading)
    third = SMOOTHNESS / 3 * step.eta**2 * (step.noise + step.record)
    right = -(step.eta * step.inner) + third
    return quoted.rejects("a third of the smoothness", right=right, by=None, at=at)


EQ_12 = one_step(
    claim("nsgd/eq-12", "App A, Lemma A.2, (12)", "One step of DP-NSGD in expectation", DESCENT),
    r"\mathbb E_k f(x_{k+1})-f(x_k)\le-\eta\mathbb E_k\langle h_k\nabla f,g_k\rang"
    r"le+\frac{L_0+L_1\|\nabla f\|}2\eta^2(d\sigma^2+\mathbb E_k\|h_kg_k\|^2)",
    NORMALISING,
    ONE | instance("r=1 eta=1"),
)
# (14): the noise has any law of mean 0, the batch's mean is any vector.
W = V.extended(
    mean=vector("d", r"\frac{1}{B}\sum_ih^{(i)}g^{(i)}", unit="1"),
    Z=law("Z", unit="1", dimension="d"),
)
NOISE = index("z")
MOVED = says(
    expectation(W.Z, NOISE, norm(W.eta * (W.mean + NOISE)) ** 2)
    == W.eta**2 * expectation(W.Z, NOISE, norm(NOISE) ** 2) + W.eta**2 * norm(W.mean) ** 2
)

# (13): the noise has mean 0, and the mean over the batches is that over the records.
S = W.extended(slope=vector("d", r"\nabla f", unit="1"))
R = V.extended(products=sequence("N", r"\langle\nabla f,h^{(\cdot)}g^{(\cdot)}\rangle", unit="1"))
ALONG = R.products[batches.RECORD]
OF_RECORDS = total(batches.RECORD, 1, R.N, ALONG) / R.N
OF_THE_BATCH = total(batches.RECORD, 1, R.N, ALONG * batches.DRAWN[batches.RECORD]) / R.B
EQ_13 = (
    claim("nsgd/eq-13", "App A, (13)", "The first order of a step")
    .says(
        {
            "the noise": says(
                expectation(S.Z, NOISE, dot(S.slope, S.eta * (S.mean + NOISE)))
                == S.eta * dot(S.slope, S.mean)
            ),
            "the batch": says(
                expectation(R.Z, batches.DRAWN, R.eta * OF_THE_BATCH) == R.eta * OF_RECORDS,
                given=[BATCHES],
                by=Derive(
                    multiply(mean_of_sum(R.Z, batches.DRAWN, batches.RECORD, ALONG), R.eta / R.B)
                ),
            ),
        }
    )
    .rejects("twice as much", part="the noise", right=2 * S.eta * dot(S.slope, S.mean))
    .rejects("the sum of the batch", part="the batch", right=R.B * R.eta * OF_RECORDS, by=None)
)

# The noise itself.
G = W.extended(
    gaussian=of_kind(gaussian_noise("d", "noise"), r"N(0,\sigma^2I)", unit="1"),
    z=vector("d", "z", unit="1"),
)
OF_NOISE = says(
    expectation(G.gaussian, G.z, dot(G.z, G.z)) == V.d * V.noise**2,
    by=Derive(quadratic_form(G.gaussian, G.z)),
)
OF_BATCH = NORMALISING.of_batch()
TWO = instance("d=1 N=2 B=2 r=1 eta=1 noise=1 data=((1,),(-1,))")
EQ_14 = (
    claim("nsgd/eq-14", "App A, (14)", "The mean square of a step")
    .says({"equality": MOVED, "the noise": OF_NOISE, "inequality": OF_BATCH})
    .quoting(
        r"\mathbb E_k\|x_{k+1}-x_k\|^2=\eta^2d\sigma^2+\frac{\eta^2}{B^2}\mathbb E"
        r"\|\sum_ih^{(i)}g^{(i)}\|^2\le\eta^2(d\sigma^2+\mathbb E\|h_kg_k\|^2)",
        part="inequality",
        reading="the equality is tested in two other parts, here the mean over a batch is one name",
    )
    .rejects(
        "equality for a batch",
        part="inequality",
        left=NORMALISING.eta**2 * (NORMALISING.noise + NORMALISING.record),
        right=NORMALISING.eta**2 * (NORMALISING.noise + NORMALISING.batch),
        by=None,
        at=TWO,
    )
)

# Remark A.1: the bound is the same for every B. What a batch does, in one coordinate: its mean
# square is that of the records only for B = 1.
SIGMA, D, BATCH = (NORMALISED_RUNS[0].values[name] for name in ("noise", "d", "B"))
REMARK_A1 = (
    claim("nsgd/remark-a1", "App A, Remark A.1", "The batch size and the expected bounds")
    .says(
        OF_BATCH,
        notes=(
            batches.INCLUSION.says,
            # Beside E|hg|^2 < 1, with epsilon 8: the noise on the mean as printed, and on the sum.
            table(
                {
                    "noise on the mean": ("388800", D * SIGMA**2),
                    "noise on the sum": ("0.389", D * SIGMA**2 / BATCH**2),
                }
            ),
        ),
    )
    .rejects(
        "half for two records",
        right=NORMALISING.eta**2 * (NORMALISING.noise + NORMALISING.record / V.B),
        by=None,
        at=TWO | instance("data=((1,),(1,))"),
    )
)

EQ_19 = one_step(
    claim("nsgd/eq-19", "App A, Lemma A.4, (19)", "One step of DP-SGD in expectation", CLIPPED),
    r"\mathbb E_k[f(x_{k+1})]-f(x_k)\le-\eta\mathbb E_k[\langle\bar h_k\nabla f(x_"
    r"k),g_k\rangle]+\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2(dc^2\sigma^2"
    r"+\mathbb E_k\|\bar h_kg_k\|^2)",
    CLIPPING,
    ONE | instance("c=1 rate=1"),
).rejects(
    "the noise of §3.1",
    right=-(V.rate * CLIPPING.inner)
    + SMOOTHNESS / 2 * V.rate**2 * (V.d * V.c * V.noise**2 + CLIPPING.record),
    by=None,
    at=ONE | instance("c=2 rate=1"),
)
