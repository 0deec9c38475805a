"""One run of private training, planned: what an implementation of it really does.

:func:`check_step` reads one noisy step of any implementation.

Page: ``docs/check-step.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.planning.step import StepFinding, Verdict, check_step
    from dptheory.planning.step_conventions import StatedNoise
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["StatedNoise", "StepFinding", "Verdict", "check_step"]
