"""What dptheory.privacy does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type"

from dataclasses import replace
from functools import partial
from math import inf, nan

import numpy as np

from dptheory.privacy import accounting, gaussian, laplace
from dptheory.privacy.distinguishing import sampled_epsilon_lower, shuffled_epsilon_lower
from dptheory.privacy.laws import replaced
from dptheory.privacy.loss import Releases
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.rdp import subsampled_upper
from dptheory.privacy.release import release_epsilon, release_multiplier
from dptheory.privacy.schedule import GaussianSchedule
from dptheory.privacy.subsampling import covariance_factor
from verify.papers.lssgd.laboratory.calibration import theorem_1

ADD_OR_REMOVE_ONE = Neighbouring.ADD_OR_REMOVE_ONE
REPLACE_ONE = Neighbouring.REPLACE_ONE
LAPLACE = laplace.LaplaceSteps(10.0, (2.0,), 10, 10)
MNIST = gaussian.GaussianSteps(1.0, 1.0, 50000, 128, 10)
SCHEDULE = partial(GaussianSchedule, n=10, batch_size=1, noise_to_sensitivity=[1.0])
SAMPLED = partial(sampled_epsilon_lower, rate=0.5, noise_multiplier=1.0, iterations=1, delta=1e-5)
SHUFFLED = partial(shuffled_epsilon_lower, batches=3, noise_multiplier=1.0, epochs=1, delta=1e-5)
SUBSAMPLED = partial(subsampled_upper, order=2, noise_multiplier=1, q=0.5, neighbouring=REPLACE_ONE)
THEOREM_1 = partial(theorem_1, n=10, batch=1, iterations=1, lipschitz=1.0, eps=0.1, delta=1e-5)

REFUSED = {
    "laplace_scale must be a tuple (each a number). Found {0.1}.":
        [lambda: laplace.LaplaceSteps(1.0, {0.1}, 10, 1)],
    "laplace_scale must be a tuple (each a number). Found array of shape (0, 3).":
        [lambda: laplace.LaplaceSteps(1.0, np.zeros((0, 3)), 10, 1)],
    "Laplace scale b must be positive and finite. Found 0.":
        [lambda: laplace.step_epsilon(1.0, 0, 10, 1)],
    "sensitivity must be a number. Found nan.": [lambda: laplace.step_epsilon(nan, 1.0, 10, 1)],
    "batch size m must be a whole number from 1 to 10. Found 11.":
        [lambda: laplace.step_epsilon(1.0, 1.0, 10, 11)],
    "data size n must be a whole number at least 1. Found 10.5.":
        [lambda: laplace.step_epsilon(1.0, 1.0, 10.5, 1)],
    "epsilon must be positive and finite. Found 0.0.":
        [lambda: laplace.step_laplace_scale(1.0, 0.0, 10, 1)],
    "iterations T must be a whole number at least 1. Found 0.":
        [lambda: SAMPLED(iterations=0), lambda: replace(MNIST, iterations=0)],
    "neighbouring relation for batches of fixed size must be replace-one.":
        [lambda: laplace.laplace_guarantee(LAPLACE, neighbouring=ADD_OR_REMOVE_ONE),
         lambda: SUBSAMPLED(neighbouring=ADD_OR_REMOVE_ONE)],
    "batch size m must be a whole number from 1 to 4. Found 0.": [lambda: covariance_factor(4, 0)],
    "epsilon must be nonnegative and finite. Found -1.0.":
        [lambda: accounting.laplace_delta(LAPLACE, -1.0, neighbouring=REPLACE_ONE)],
    "delta must be in [0, 1). Found 1.0.":
        [lambda: accounting.laplace_epsilon(LAPLACE, 1.0, neighbouring=REPLACE_ONE)],
    "delta must be in (0, 1). Found 0.0.":
        [lambda: accounting.gaussian_rho(1.0, 0.0), lambda: SHUFFLED(delta=0.0),
         lambda: release_multiplier(epsilon=1.0, delta=0.0)],
    "batch size b must be a whole number from 1 to 10. Found 11.":
        [lambda: SCHEDULE(batch_size=11)],
    "data size n must be a whole number at least 1. Found 0.": [lambda: SCHEDULE(n=0)],
    "noise_to_sensitivity must be a nonempty vector. Found shape (0,).":
        [lambda: SCHEDULE(noise_to_sensitivity=[])],
    "noise_to_sensitivity must be a nonempty vector. Found shape (1, 1).":
        [lambda: SCHEDULE(noise_to_sensitivity=[[1.0]])],
    "noise_to_sensitivity must be positive and finite. Found [0.].":
        [lambda: SCHEDULE(noise_to_sensitivity=[0.0])],
    "noise_to_sensitivity must be positive and finite. Found [inf].":
        [lambda: SCHEDULE(noise_to_sensitivity=[inf])],
    "counts must be whole numbers, one a multiplier. Found [1, 1].":
        [lambda: SCHEDULE(counts=[1, 1])],
    "counts must be at least 1. Found 0.": [lambda: SCHEDULE(counts=[0])],
    "counts must be whole numbers, one a multiplier. Found [1.5].":
        [lambda: SCHEDULE(counts=[1.5])],
    "sampling rate q must be in (0, 1). Found 0.0.": [lambda: SAMPLED(rate=0.0)],
    "sampling rate q must be in (0, 1). Found 1.0.": [lambda: SAMPLED(rate=1.0)],
    "noise multiplier must be positive and finite. Found 0.0.":
        [lambda: SAMPLED(noise_multiplier=0.0),
         lambda: release_epsilon(delta=0.1, noise_multiplier=0.0)],
    "delta must be in (0, 1). Found 1.0.":
        [lambda: SAMPLED(delta=1.0), lambda: release_epsilon(noise_multiplier=1.0, delta=1.0),
         lambda: gaussian.pld_epsilon(MNIST, 1.0, neighbouring=REPLACE_ONE),
         lambda: THEOREM_1(delta=1.0)],
    "noise multiplier must be positive and finite. Found -1.0.":
        [lambda: SHUFFLED(noise_multiplier=-1.0)],
    "batches an epoch must be a whole number at least 1. Found 0.": [lambda: SHUFFLED(batches=0)],
    "epochs must be a whole number at least 1. Found 0.": [lambda: SHUFFLED(epochs=0)],
    "epsilon must be positive and finite. Found -1.0.":
        [lambda: release_multiplier(delta=0.1, epsilon=-1.0)],
    "order alpha must be above 1 and finite. Found 1.": [lambda: SUBSAMPLED(order=1)],
    "noise multiplier must be positive and finite. Found 0.":
        [lambda: SUBSAMPLED(noise_multiplier=0)],
    "sampling rate q must be in (0, 1]. Found 0.": [lambda: SUBSAMPLED(q=0)],
    "Lipschitz constant G must be positive and finite. Found 0.0.":
        [lambda: replace(MNIST, lipschitz=0.0)],
    "noise nu must be positive and finite. Found -1.0.": [lambda: replace(MNIST, noise_std=-1.0)],
    "batch size b must be a whole number from 1 to 50000. Found 50001.":
        [lambda: replace(MNIST, batch_size=50001)],
    "eps must be positive and finite. Found 0.0.": [lambda: THEOREM_1(eps=0.0)],
    "mu must be in (0, 1). Found 1.0.": [lambda: THEOREM_1(mu=1.0)],
    "delta must be in (0, 1). Found 10":
        [lambda: Releases(np.ones(1), np.ones(1, dtype=int), 0.5).epsilon(replaced, 10)],
}  # fmt: skip
