"""Figure 4 of Kuru et al. (2020): errors with batches of 1000, see ``errors.py``."""

from dataclasses import dataclass
from typing import Annotated

from dptheory.ranges import count
from figures.accelerated import errors
from figures.accelerated.errors import draw, tables
from figures.parameters import Range


@dataclass(frozen=True)
class Parameters(errors.Parameters):
    """What may be changed."""

    batch_size: Annotated[int, Range("[1, 1e6)", "m, below n")] = errors.SMALL

    def __post_init__(self) -> None:
        count("batch_size", self.batch_size, most=self.n - 1)

    @property
    def m(self) -> int:
        """The batch size."""
        return self.batch_size

    @property
    def batch_sizes(self) -> tuple[int, int]:
        """With full data."""
        return self.batch_size, self.n


PARAMETERS = Parameters()

__all__ = ["PARAMETERS", "draw", "tables"]
