"""What dptheory.optimizers does not accept: words of the refusal, and the calls."""

from dataclasses import replace
from functools import partial

import numpy as np

from dptheory import methods
from dptheory.optimizers import adam, adam_floor, dp2_rmsprop, momentum, private, sgdm, stages

ADAM = partial(replace, adam.Adam(0.1))
DELAYED = partial(replace, dp2_rmsprop.DelayedRMSProp(0.1, 0.1, 3))
SGDM = partial(replace, sgdm.Sgdm(0.1))
HEAVY = methods.heavy_ball(0.1, 0.5)
CLIP = partial(private.dp_sgd, 0.1, on="sum", noise_multiplier=0.0, unit="bound")
CLIPPED = CLIP(1.0)
FLOOR = partial(adam_floor, noise_variance=1.0, beta1=0.9, iteration=1)
STAGES = partial(stages, iterations=10, mu=1.0, smoothness=20.0)
NSGD = partial(private.dp_nsgd, alpha=0.1, regulariser=1.0, on="sum", noise_multiplier=1.0)
X0 = np.ones(3)
ROWS = np.ones((4, 3))

REFUSED = {
    "step size alpha must be positive and finite. Found 0.0.":
        [lambda: ADAM(alpha=0.0), lambda: SGDM(alpha=0.0), lambda: NSGD(alpha=0.0)],
    "floor gamma' must be positive and finite. Found 0.0.": [lambda: ADAM(floor=0.0)],
    "beta1 must be in [0, 1). Found 1.0.": [lambda: ADAM(beta1=1.0)],
    "beta2 must be in [0, 1). Found -0.1.": [lambda: ADAM(beta2=-0.1)],
    "stability constant gamma must be nonnegative and finite. Found -1.0.":
        [lambda: ADAM(regulariser=-1.0)],
    "noise variance Phi must be nonnegative and finite. Found -1.0.":
        [lambda: ADAM(noise_variance=-1.0), lambda: FLOOR(noise_variance=-1.0)],
    "added bias b must be nonnegative and finite. Found -1.0.": [lambda: ADAM(bias=-1.0)],
    "added bias b must be 0 in the bias-corrected form. Found 1.0.":
        [lambda: ADAM(noise_variance=1.0, bias=1.0)],
    "number of steps must be at least 1. Found 0.": [lambda: adam.direction(ADAM(), adam.init(X0))],
    "released gradient must be an array that broadcasts to (3,). Found (2, 3).":
        [lambda: adam.update(ADAM(), adam.init(X0), [X0] * 2)],
    "noise variance Phi must be positive and finite. Found 0.0.":
        [lambda: SGDM(noise_variance=0.0)],
    "momentum beta must be in [0, 1). Found 1.0.": [lambda: SGDM(beta=1.0)],
    "step t must be a whole number at least 1. Found 0.":
        [lambda: sgdm.factor(SGDM(), 0), lambda: FLOOR(iteration=0)],
    "step size of SGD must be positive and finite. Found 0.0.": [lambda: DELAYED(sgd_alpha=0.0)],
    "stability constant gamma must be positive and finite. Found 0.0.":
        [lambda: DELAYED(regulariser=0.0)],
    "delay s must be a whole number at least 1. Found 0.": [lambda: DELAYED(delay=0)],
    "beta must be in [0, 1). Found 1.0.": [lambda: DELAYED(beta=1.0)],
    "decay beta must be in [0, 1). Found 1.0.": [lambda: FLOOR(beta1=1.0)],
    "share s must be positive and finite. Found 0.0.": [lambda: FLOOR(share=0.0)],
    "first stage must be a whole number at least 1. Found 0.": [lambda: STAGES(first_stage=0)],
    "iterations T must be a whole number at least 1. Found 0.": [lambda: STAGES(iterations=0)],
    "smoothness L must be at least mu = 1.0. Found 0.5.": [lambda: STAGES(smoothness=0.5)],
    "exponent p must be a whole number at least 1. Found 0.": [lambda: STAGES(p=0)],
    "alpha_scale c must be positive and finite. Found 0.0.": [lambda: STAGES(alpha_scale=0.0)],
    "method must be one method or a sequence of 2. Found a sequence of 1.":
        [lambda: momentum.schedule([HEAVY], 2)],
    "regulariser r must be positive and finite. Found 0.0.":
        [lambda: NSGD(regulariser=0.0)],
    "regulariser r must be positive and finite. Found -1.0.": [lambda: NSGD(regulariser=-1.0)],
    "noise multiplier must be nonnegative and finite. Found -1.0.":
        [lambda: NSGD(noise_multiplier=-1.0)],
    "noise on must be one of sum, mean. Found each.": [lambda: NSGD(on="each")],
    "clipping threshold c must be positive and finite. Found 0.0.":
        [lambda: CLIP(0.0)],
    "clipping threshold c must be positive and finite. Found -2.0.":
        [lambda: CLIP(-2.0)],
    "state must be that of the method's optimizer. Found AdamState.":
        [lambda: private.update(CLIPPED, adam.init(X0), ROWS)],
    "step size must be nonnegative and finite. Found -1.0.":
        [lambda: private.update(CLIPPED, sgdm.init(X0), ROWS, alpha=-1.0)],
}  # fmt: skip
