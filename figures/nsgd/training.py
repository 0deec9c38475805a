"""What may be changed in the trainings on images."""

from dataclasses import dataclass
from typing import Annotated

from figures.parameters import Range
from verify.papers.nsgd.laboratory.clipping_sweeps import STEPS

APART = 1000  # numbers of runs from one seed to the next


@dataclass(frozen=True)
class Training:
    """Runs and their steps; the defaults are those of most figures."""

    runs: Annotated[int, Range("[2, 1000]", "runs of each setting")] = 10
    seed: Annotated[int, Range("[0, 1000]", "of split, weights, batches and noise")] = 0
    steps: Annotated[int, Range("[4, 100000]", "T")] = STEPS

    @property
    def seeds(self) -> tuple[int, ...]:
        """One a run."""
        return tuple(APART * self.seed + k for k in range(self.runs))
