"""Exact moment recursions, counter-based random streams and the Monte-Carlo engine."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.simulation.engine import Execution, Noise, simulate
    from dptheory.simulation.moments import (
        expected_loss,
        heavy_ball_stationary_variance,
        spectral_radius,
        stationary_covariance,
    )
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Execution",
    "Noise",
    "expected_loss",
    "heavy_ball_stationary_variance",
    "simulate",
    "spectral_radius",
    "stationary_covariance",
]
