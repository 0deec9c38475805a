"""One run of private training, planned: noise by sampling scheme, users, conventions, Adam, bias.

A :class:`Run` is what a person who trains a network decides on: records, batch, epochs, clipping
norm. ``dptheory plan`` prints what follows from it on a page: :mod:`.releases` has what it
leaks and the noise for a budget, :mod:`.accounts` a row a sampling scheme and accountant,
:mod:`.users` users with several records, :mod:`.wording` the words of libraries
and papers, :mod:`.adam` the noise in Adam, :mod:`.directions` what clipping and normalising keep.
:func:`check_step` reads one noisy step of any implementation.

Pages: ``docs/plan.md``, ``docs/check-step.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.planning.adam import AdamNoise
    from dptheory.planning.plans import Plan, plan
    from dptheory.planning.releases import Release, calibrate, epsilon
    from dptheory.planning.run import Run
    from dptheory.planning.step import StepFinding, Verdict, check_step
    from dptheory.planning.step_conventions import StatedNoise
    from dptheory.privacy.sampling import Sampling
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "AdamNoise",
    "Plan",
    "Release",
    "Run",
    "Sampling",
    "StatedNoise",
    "StepFinding",
    "Verdict",
    "calibrate",
    "check_step",
    "epsilon",
    "plan",
]
