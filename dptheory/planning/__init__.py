"""One run of private training, planned: noise by sampling scheme, users, conventions, Adam, bias.

A :class:`Run` is what a person who trains a network decides on: records, batch, epochs, clipping
norm. ``dptheory plan`` prints what follows from it on a page.

Page: ``docs/plan.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.planning.run import Run
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["Run"]
