"""One run of private training, planned: noise by sampling scheme, users, conventions, Adam, bias.

A :class:`Run` is what a person who trains a network decides on: records, batch, epochs, clipping
norm. ``dptheory plan`` prints what follows from it on a page: :mod:`.accounts` has the noise by
sampling scheme, :mod:`.users` users with several records, :mod:`.wording` the words of libraries
and papers, :mod:`.adam` the noise in Adam, :mod:`.directions` what clipping and normalising keep.
:func:`check_step` reads one noisy step of any implementation.

Pages: ``docs/plan.md``, ``docs/check-step.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.planning.accounts import Accountant, Sampling, needed, spent
    from dptheory.planning.adam import AdamNoise
    from dptheory.planning.run import Run
    from dptheory.planning.step import StepFinding, Verdict, check_step
    from dptheory.planning.step_conventions import StatedNoise
    from dptheory.planning.users import user_epsilon
    from dptheory.planning.wording import Training, conventions
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Accountant",
    "AdamNoise",
    "Run",
    "Sampling",
    "StatedNoise",
    "StepFinding",
    "Training",
    "Verdict",
    "check_step",
    "conventions",
    "needed",
    "spent",
    "user_epsilon",
]
