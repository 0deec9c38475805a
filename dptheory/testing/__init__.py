"""Claims in the tests of other projects: ``assert_holds``, and the plugin that pytest loads.

What judges a claim is offered by entry point (:mod:`dptheory.plugins`) and loaded at the first
claim; importing this package loads nothing of it.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.testing.holds import assert_holds
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["assert_holds"]
