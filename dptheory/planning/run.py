"""What a run of private training consists of, before noise is chosen."""

import math
from dataclasses import dataclass, field
from fractions import Fraction

from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import count, positive, require
from dptheory.results import explained


@explained
@dataclass(frozen=True)
class StepCounts:
    """The steps that E epochs of n records in batches of b may be.

    Attributes:
        loader: ceil(E ceil(n/b)), of a loader that keeps the last, shorter batch of an epoch; the
            largest.
        drop_last: ceil(E floor(n/b)), of one that drops it; the smallest.
        whole_run: ceil(E n/b), without regard to where an epoch ends.
    """

    loader: int
    drop_last: int
    whole_run: int

    @property
    def beside(self) -> str:
        """What a page says beside the steps; empty where all counts are one."""
        if self.loader == self.drop_last:
            return ""
        return (
            f"   (a loader makes {self.loader}, {self.drop_last} with drop_last; "
            f"ceil(E n/b) {self.whole_run})"
        )


def step_counts(n: int, batch_size: int, epochs: Number) -> StepCounts:
    """The steps of E epochs, as loaders count and over the whole run.

    Args:
        n: records, at least 1.
        batch_size: b, from 1 to n.
        epochs: E, positive. Exact for fractions; of an epoch that is begun so many batches as are
            begun.

    Example:
        >>> step_counts(100, 64, 10)
        StepCounts(loader=20, drop_last=10, whole_run=16)
    """
    E, per_epoch = Fraction(epochs), Fraction(n, batch_size)
    return StepCounts(
        math.ceil(E * math.ceil(per_epoch)),
        math.ceil(E * math.floor(per_epoch)),
        math.ceil(E * per_epoch),
    )


@public
@dataclass(frozen=True, init=False)
class Run:
    """Records, batches, their number, and the bound of a record's gradient.

    Attributes:
        n: records.
        batch_size: b, records in a batch (of a Poisson batch the mean), 1 <= b <= n.
        epochs: E, positive; or the iterations. Exact for fractions.
        clip: C, the longest clipped gradient of a record, positive.
        drop_last: whether the loader drops the last batch of an epoch where it is shorter.
        iterations: T, the steps that are accounted for: those of the loader.

    Raises:
        ValueError: an attribute is out of its range, or both or none of epochs and iterations are
            given.

    Example:
        >>> Run(n=60000, batch_size=256, epochs=20).iterations
        4700
    """

    n: int
    batch_size: int
    epochs: Number
    clip: Number
    drop_last: bool
    iterations: int = field(init=False)

    def __init__(
        self,
        n: int,
        batch_size: int,
        epochs: Number | None = None,
        clip: Number = 1.0,
        drop_last: bool = False,
        *,
        iterations: int | None = None,
    ) -> None:
        count("batch b", batch_size, most=count("records n", n))
        one = (epochs is None) != (iterations is None)
        require(one, "epochs", "given, or iterations, and not both", epochs)
        vars(self).update(n=n, batch_size=batch_size, clip=clip, drop_last=drop_last)
        if iterations is not None:
            epochs = Fraction(count("iterations T", iterations), self.per_epoch)
        exact = Fraction(positive("epochs E", epochs))
        positive("clipping norm C", clip)
        vars(self).update(epochs=epochs, iterations=math.ceil(exact * self.per_epoch))

    @property
    def counts(self) -> StepCounts:
        """The steps by every way to count them."""
        return step_counts(self.n, self.batch_size, self.epochs)

    @property
    def per_epoch(self) -> int:
        """The batches of the loader in an epoch."""
        return self.n // self.batch_size if self.drop_last else -(-self.n // self.batch_size)

    @property
    def passes(self) -> int:
        """The epochs that are begun: how often a shuffled loader draws a record at most."""
        return math.ceil(Fraction(self.epochs))
