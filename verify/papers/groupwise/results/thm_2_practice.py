r"""Section 4, after Theorem 2: how often layer-wise clipping can do what all-layer clipping does.

Automatic clipping is decided by a theorem: never, for two gradients of other lengths. With Abadi's,
"in practice" is a batch of 50 samples (the virtual batch of Figure 1) of a random network, as wide
as ViT-base and RoBERTa-base (768), a sixth of it, or narrow; each batch is decided exactly at the
lengths that floating point gives, and the threshold lies between the lengths of two samples.
"Almost impossible" is at most a tenth of the batches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum

import numpy as np
from scipy.stats import beta

from dptheory.gradients.grouping import Grouping, layer_wise, parameter_wise
from dptheory.gradients.representability import FlatClipping, representable
from dptheory.problems.networks import network
from dptheory.problems.parameters import Layout
from verify.language import Draft, behaves, claim, instance, says
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.groupwise.formulas.printed_2 import OF_I, V, abadi
from verify.papers.groupwise.lemmas.automatic_ratios import LONGER

BATCHES = (150, 150, 1000)  # by mode
INPUTS, CLASSES = 8, 5


@dataclass(frozen=True)
class Batch:
    """A cell.

    Attributes:
        grouping: of the network's parameters. samples: in a batch. clipped: how many of them.
        hidden: widths of hidden layers. batches: how many, by mode.
    """

    grouping: Callable[[Layout, float], Grouping]
    samples: int
    clipped: int
    hidden: tuple[int, ...] = (10,)
    batches: tuple[int, int, int] = BATCHES

    def squares(self, rng: np.random.Generator) -> list[list[Fraction]]:
        """Squared lengths, sample by sample, group by group; data and weights drawn anew.

        The inputs of a linear layer are unit vectors, the others normal.
        """
        features = rng.normal(size=(self.samples, INPUTS))
        if not self.hidden:
            features = np.eye(INPUTS)[rng.integers(0, INPUTS, size=self.samples)]
        labels = rng.integers(0, CLASSES, size=self.samples)
        problem = network(features, labels, hidden=self.hidden, classes=CLASSES)
        point = problem.first(int(rng.integers(2**31)))
        entries = problem.per_sample_gradients(point) ** 2
        parts = [entries[:, list(g)] for g in self.grouping(problem.layout, 1.0).groups]
        if self.hidden:
            lengths = [part.sum(axis=1) for part in parts]
        else:
            # Correctly rounded sums: equal lengths stay equal.
            lengths = [np.array([fsum(row) for row in part.tolist()]) for part in parts]
        return [[Fraction(float(group[i])) for group in lengths] for i in range(self.samples)]


ONE = {
    "1 clipped": Batch(layer_wise, 50, 1, batches=(400, 400, 2000)),
    "1 clipped, 768 wide": Batch(layer_wise, 50, 1, (768,), (60, 60, 300)),
}
MORE = {
    "2 clipped": Batch(layer_wise, 50, 2),
    "2 clipped, 120 wide": Batch(layer_wise, 50, 2, (120,)),
    "49 clipped": Batch(layer_wise, 50, 49),
    "25 clipped, parameters": Batch(parameter_wise, 50, 25),
}
LINEAR = {"25 clipped, a linear layer": Batch(parameter_wise, 50, 25, ())}
OFTEN = {
    "1 of 2 clipped, layers": Batch(layer_wise, 2, 1),
    "1 of 50 clipped, 120 wide": Batch(layer_wise, 50, 1, (120,), (450, 450, 1000)),
}


def decided(batch: Batch, rng: np.random.Generator) -> bool:
    """Whether one batch is representable."""
    squares = batch.squares(rng)
    wholes = sorted(sum(row, Fraction(0)) for row in squares)
    above = [Fraction(0), *wholes, wholes[-1]]
    kept = batch.samples - batch.clipped
    return representable(FlatClipping((above[kept] + above[kept + 1]) / 2), squares).representable


def share_of_representable_batches(cell: str, context: Context) -> Ratio:
    """The share of representable ones among batches with data and weights drawn anew."""
    batch = {**ONE, **MORE, **LINEAR, **OFTEN}[cell]
    rng, count = context.named(f"representable/{cell}").rng(), context.pick(*batch.batches)
    found = sum(decided(batch, rng) for _ in range(count))
    tail = context.level / 2
    low = float(beta.ppf(tail, found, count - found + 1)) if found else 0.0
    high = float(beta.ppf(1 - tail, found + 1, count - found)) if found < count else 1.0
    return Ratio(
        value=found / count, low=low, high=high, data_sets=count, method="Clopper and Pearson"
    )


def seldom(*cells: str) -> Draft:
    """Almost impossible in practice."""
    return behaves("much less", cells, share_of_representable_batches)


ALONE = instance("n_i=3/1 g_i=5/1 R=5/1 R_m=3/1")
IN_PRACTICE = (
    claim(
        "groupwise/thm-2-in-practice",
        "§4, after Thm 2",
        "How often layer-wise clipping can do the same",
    )
    .says(
        {"Abadi": seldom(*ONE, *MORE), "AUTO": LONGER},
        # Where two samples are clipped, or more.
        repaired={"Abadi": seldom(*MORE)},
        notes=(
            # A sample alone, and samples that are not clipped, are always treated so,
            says(OF_I == 0, given=[V.n_i > 0, (V.R_m == abadi(V.n_i, V.g_i, V.R))], at=ALONE),
            says(OF_I == 0, given=[V.g_i <= V.R, V.n_i <= V.R_m]),
            # and often those of which one is clipped: two samples, or 50 in a wide network.
            behaves("order of magnitude", tuple(OFTEN), share_of_representable_batches),
        ),
    )
    .rejects("a linear layer", seldom(*LINEAR))
)
