"""Calls that the library answers and no command line makes (:mod:`.hostile_examples`)."""

from pathlib import Path

import numpy as np

from dptheory.gradients.per_sample import PerSample
from dptheory.memory import read_network
from dptheory.optimizers import adam, private
from dptheory.optimizers.adam import Adam
from dptheory.optimizers.sgdm import Sgdm
from dptheory.privacy import GaussianSteps, Neighbouring, privacy_profile
from dptheory.smoothing import updates

ADAM = Adam(0.1, 0.9, 0.999)
SGD = Sgdm(0.1, 0.0)
STEPS = GaussianSteps(1.0, 0.1, 100, 10, 5)

ANSWERED = [
    lambda: private.dp_sgd(0.1, 1.0, noise_multiplier=1.0, on="mean", unit="bound"),
    lambda: private.dp_nsgd(0.1, 0.5, noise_multiplier=1.0, on="mean"),
    lambda: private.dp_grouped(SGD, PerSample("clip", (1.0,)), noise_multiplier=1.0, on="sum"),
    lambda: adam.direction(ADAM, adam.update(ADAM, adam.init(np.ones(3)), np.ones(3))),
    lambda: updates.adam_update(ADAM, adam.init(np.ones(3)), np.ones(3), 0.5),
    lambda: read_network(Path("layers.csv")),
    lambda: privacy_profile(STEPS, (1e-5,), neighbouring=Neighbouring.REPLACE_ONE),
]
