"""What a run of private training consists of, before noise is chosen."""

import math
from dataclasses import dataclass
from fractions import Fraction

from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import count, positive, require


@public
@dataclass(frozen=True)
class Run:
    """Records, batches and the bound of a record's gradient.

    Attributes:
        n: records.
        batch: b, records in a batch (of a Poisson batch the mean), 1 <= b <= n.
        epochs: E, positive; T = floor(E n/b) is at least 1. Exact for fractions.
        clip: C, the longest clipped gradient of a record, positive.

    Raises:
        ValueError: an attribute is out of its range.

    Example:
        >>> Run(n=60000, batch=256, epochs=20, clip=1.0).iterations
        4687
    """

    n: int
    batch: int
    epochs: Number
    clip: float

    def __post_init__(self) -> None:
        count("batch b", self.batch, most=count("records n", self.n))
        positive("epochs E", self.epochs)
        positive("clipping norm C", self.clip)
        enough = self.iterations >= 1
        require(enough, "epochs E", f"at least b/n = {self.batch}/{self.n}", self.epochs)

    @property
    def iterations(self) -> int:
        """T = floor(E n/b), the number of steps."""
        return int(Fraction(self.epochs) * self.n / self.batch)

    @property
    def passes(self) -> int:
        """The epochs that are begun: how often a shuffled loader draws a record at most."""
        return math.ceil(Fraction(self.epochs))
