"""Mechanisms, subsampling and accounting, for a named neighbouring relation."""

from typing import TYPE_CHECKING

from dptheory.lazily import lazily

if TYPE_CHECKING:
    from dptheory.privacy.accounting import laplace_delta, laplace_epsilon
    from dptheory.privacy.curve import PrivacyProfile, privacy_profile
    from dptheory.privacy.final_iterate import final_iterate_delta
    from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon, rdp_epsilon
    from dptheory.privacy.laplace import (
        LaplaceSteps,
        amplified_epsilon,
        guarantee,
        step_epsilon,
        step_laplace_scale,
        uniform_eps0,
    )
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.noise import smallest_noise
    from dptheory.privacy.schedule import GaussianSchedule, schedule_epsilon
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "GaussianSchedule",
    "GaussianSteps",
    "LaplaceSteps",
    "Neighbouring",
    "PrivacyProfile",
    "amplified_epsilon",
    "final_iterate_delta",
    "guarantee",
    "laplace_delta",
    "laplace_epsilon",
    "pld_epsilon",
    "privacy_profile",
    "rdp_epsilon",
    "schedule_epsilon",
    "smallest_noise",
    "step_epsilon",
    "step_laplace_scale",
    "uniform_eps0",
]
