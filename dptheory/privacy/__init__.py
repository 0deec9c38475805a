"""Mechanisms, subsampling and accounting, for a named neighbouring relation."""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.privacy.accounting import laplace_delta, laplace_epsilon
    from dptheory.privacy.budget import Budget
    from dptheory.privacy.curve import PrivacyProfile, privacy_profile
    from dptheory.privacy.final_iterate import final_iterate_delta
    from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon, rdp_epsilon
    from dptheory.privacy.laplace import (
        LaplaceSteps,
        laplace_guarantee,
        step_epsilon,
        step_laplace_scale,
    )
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.noise import smallest_noise
    from dptheory.privacy.sampling import Sampling
    from dptheory.privacy.schedule import GaussianSchedule, schedule_delta, schedule_epsilon
    from dptheory.privacy.selection import NegativeBinomial, Poisson, selection_epsilon
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "Budget",
    "GaussianSchedule",
    "GaussianSteps",
    "LaplaceSteps",
    "NegativeBinomial",
    "Neighbouring",
    "Poisson",
    "PrivacyProfile",
    "Sampling",
    "final_iterate_delta",
    "laplace_delta",
    "laplace_epsilon",
    "laplace_guarantee",
    "pld_epsilon",
    "privacy_profile",
    "rdp_epsilon",
    "schedule_delta",
    "schedule_epsilon",
    "selection_epsilon",
    "smallest_noise",
    "step_epsilon",
    "step_laplace_scale",
]
