r"""Which private method has the smallest error on the problem at hand, by prediction.

:func:`choose` looks at data - public data, surrogates drawn from public constants, or the private
data themselves, which then the choice depends on - and answers with settings, predicted errors and
their intervals. A prediction is no guarantee: :mod:`dptheory.tuning` has proved bounds.

Page: ``docs/allocation.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.prediction.choosing import Answer, Choice, Question, choose
    from dptheory.prediction.linear_models import LinearModel
    from dptheory.prediction.releases import Task
    from dptheory.prediction.surrogates import surrogate
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["Answer", "Choice", "LinearModel", "Question", "Task", "choose", "surrogate"]
