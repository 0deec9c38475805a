"""Numerical verification of theorems on differentially private optimisation.

The package is the library that the claim ledger (``verify``) and the figures (``figures``)
stand on; it imports neither. Importing it loads no numerical package.

The questions that it answers stand here, each a verb on a few frozen records: :class:`Method`,
:class:`Run`, :class:`Release`, :class:`Sampling`, :class:`Budget` (``docs/library.md`` has an
example of each). What else a user may rely on stands in the ``__all__`` of a package, and is
imported from there: :mod:`dptheory.lyapunov` and so on. Where that lists a module
(``dptheory.bounds.clipped``) its functions without an underscore are meant. These check their
arguments (:mod:`dptheory.contract`); all other names are the library's own affair, whatever they
look like.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.allocation import allocate
    from dptheory.auditing.many_runs import audit
    from dptheory.lyapunov import frontier, noise_floor, rate, rate_map, worst_final
    from dptheory.methods import (
        Method,
        gradient,
        heavy_ball,
        momentum,
        nesterov,
        nesterov_momentum,
        triple_momentum,
    )
    from dptheory.planning import Release, Run, calibrate, epsilon, plan
    from dptheory.privacy import Budget, Sampling
    from dptheory.simulation import expected_loss, simulate
    from dptheory.tuning import tune
else:
    __getattr__, __dir__ = lazily(__name__)

__version__ = "0.2.0"

__all__ = [
    "Budget",
    "Method",
    "Release",
    "Run",
    "Sampling",
    "allocate",
    "audit",
    "calibrate",
    "epsilon",
    "expected_loss",
    "frontier",
    "gradient",
    "heavy_ball",
    "momentum",
    "nesterov",
    "nesterov_momentum",
    "noise_floor",
    "plan",
    "rate",
    "rate_map",
    "simulate",
    "triple_momentum",
    "tune",
    "worst_final",
]
