"""Numerical verification of theorems on differentially private optimisation.

The package is the library that the claim ledger (``verify``) and the figures (``figures``)
stand on; it imports neither. Importing it loads no numerical package.
"""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
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

__version__ = "0.2.0.dev0"

__all__ = [
    "Method",
    "gradient",
    "heavy_ball",
    "momentum",
    "nesterov",
    "nesterov_momentum",
    "triple_momentum",
]
