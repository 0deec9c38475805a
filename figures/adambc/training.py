"""What may be changed in the trainings on a quadratic and on images."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from figures.parameters import Range
from verify.papers.adambc.laboratory.adam_contest import IMAGES, POINTS, Task
from verify.papers.adambc.laboratory.adam_runs import Plan

APART = 1000  # numbers of runs from one seed to the next


@dataclass(frozen=True)
class Training:
    """The two tasks; the defaults are those of :mod:`verify.papers.adambc.laboratory.adam_contest`.

    The runs by which step sizes are chosen are others than those that are drawn.
    """

    clip: Annotated[float, Range("(0, 1e6]", "clipping bound C")] = IMAGES.clip
    batch_points: Annotated[int, Range("[1, 2048]", "B on the quadratic")] = POINTS.batch
    batch_images: Annotated[int, Range("[1, 1437]", "B on the images")] = IMAGES.batch
    steps_points: Annotated[int, Range("[2, 100000]", "T on the quadratic")] = POINTS.plan.steps
    steps_images: Annotated[int, Range("[2, 100000]", "T on the images")] = IMAGES.plan.steps
    runs_points: Annotated[int, Range("[2, 900]", "data sets")] = len(POINTS.plan.judging)
    runs_images: Annotated[int, Range("[2, 900]", "splits of the images")] = len(
        IMAGES.plan.judging
    )
    seed: Annotated[int, Range("[0, 1000]", "of data, batches and noise")] = 0

    @property
    def tasks(self) -> Mapping[str, Task]:
        """The two by name."""
        return {
            "points": self._task(POINTS, self.batch_points, self.steps_points, self.runs_points),
            "images": self._task(IMAGES, self.batch_images, self.steps_images, self.runs_images),
        }

    def _task(self, task: Task, batch: int, steps: int, runs: int) -> Task:
        first = APART * self.seed
        choosing = tuple(first + k for k in task.plan.choosing)
        judging = tuple(first + len(choosing) + k for k in range(runs))
        return replace(
            task, clip=self.clip, batch=batch, plan=Plan(steps, choosing, judging, (steps,))
        )
