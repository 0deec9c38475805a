"""Exact laws: what the noise does to a second moment, with proved error bounds."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.distributions import worst_law
    from dptheory.distributions.second_moment import SecondMoment
    from dptheory.distributions.symmetric_law import worst_symmetric
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["SecondMoment", "worst_law", "worst_symmetric"]
