"""What may be changed in the trainings on digits."""

from dataclasses import dataclass, fields, replace
from typing import Annotated

from dptheory.ranges import count
from figures.parameters import Range
from verify.papers.lssgd.laboratory.lssgd_digits import STANDARD, Setting


@dataclass(frozen=True)
class Training:
    """The fields of :class:`Setting` that figures let change."""

    train: Annotated[int, Range("[100, 1700]", "records for training, of 1797")] = STANDARD.train
    batch: Annotated[int, Range("[1, 1700]", "b, at most the records")] = STANDARD.batch
    epochs: Annotated[int, Range("[1, 200]", "passes over the records")] = STANDARD.epochs
    regularisation: Annotated[float, Range("[0, 1]", "lambda")] = STANDARD.regularisation
    runs: Annotated[int, Range("[2, 1000]", "runs of a curve")] = STANDARD.runs
    seed: Annotated[int, Range("[0, 1e6]", "of split, batches and noise")] = STANDARD.seed

    def __post_init__(self) -> None:
        count("batch", self.batch, most=self.train)

    @property
    def setting(self) -> Setting:
        """What all cells share; the last epoch is recorded, whatever their number."""
        own = {field.name: getattr(self, field.name) for field in fields(Training)}
        return replace(STANDARD, every=2 - self.epochs % 2, **own)
