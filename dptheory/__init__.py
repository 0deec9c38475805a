"""Numerical verification of theorems on differentially private optimisation.

The package is the library that the claim ledger (``verify``) and the figures (``figures``)
stand on; it imports neither. Importing it loads no numerical package.

What a user may rely on stands in the ``__all__`` of a package, and is imported from there: the
momentum family here, rates in :mod:`dptheory.lyapunov`, and so on. Where that lists a module
(``dptheory.bounds.clipped``) its functions without an underscore are meant. All other names are the
library's own affair, whatever they look like.
"""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.auditing.many_runs import audit
    from dptheory.methods import (
        Method,
        gradient,
        heavy_ball,
        momentum,
        nesterov,
        nesterov_momentum,
        triple_momentum,
    )
else:
    __getattr__, __dir__ = lazily(__name__)

__version__ = "0.2.0"

__all__ = [
    "Method",
    "audit",
    "gradient",
    "heavy_ball",
    "momentum",
    "nesterov",
    "nesterov_momentum",
    "triple_momentum",
]
