"""What dptheory.distributions does not accept: words of the refusal, and the calls."""

from fractions import Fraction as F
from math import inf, nan

import numpy as np

from dptheory.distributions import SecondMoment, worst_symmetric
from dptheory.distributions.arb_tails import enclosed_exceedance
from dptheory.distributions.contour import Light, bend, hyperbola
from dptheory.distributions.worst_law import Clip, Normalise
from dptheory.distributions.worst_law.problem import Problem, drift

LAW = SecondMoment(1.0, 0.9, 3)

REFUSED = {
    "r and lam must be vectors of one length. Found shapes (3,) and (2,).":
        [lambda: bend(np.ones(3), np.zeros(2), 0.5, 0.1, 1e-9)],
    "r and lam must be vectors of one length. Found shapes (3,) and (1,).":
        [lambda: hyperbola(np.ones(3), np.zeros(1), 0.5, 0.1, 1e-9)],
    "weights, sizes and coefficients must be vectors, as many weights as sizes. Found shapes "
    "((3,), (2,), (1,)).":
        [lambda: Light(np.ones(3), np.zeros(2), 0.0, np.zeros(1), 0.0)],
    "noise variance must be nonnegative and finite. Found -1.0.":
        [lambda: SecondMoment(-1.0, 0.9, 3)],
    "noise_variance must be a number within floating point. Found nan.":
        [lambda: SecondMoment(nan, 0.9, 3)],
    "beta2 must be in [0, 1). Found 1.0.": [lambda: SecondMoment(1.0, 1.0, 3)],
    "beta2 must be in [0, 1). Found -0.1.": [lambda: SecondMoment(1.0, -0.1, 3)],
    "step t must be a whole number at least 1. Found 0.": [lambda: SecondMoment(1.0, 0.9, 0)],
    "gradient must be of length t = 3. Found 2.": [lambda: SecondMoment(1.0, 0.9, 3, [1.0, 2.0])],
    "gradient must be at most 1e12 standard deviations of the noise. Found 1.0.":
        [lambda: SecondMoment(1e-200, 0.9, 2, 1.0)],
    "gradient must be at most 1e12 standard deviations of the noise. Found 1e+20.":
        [lambda: SecondMoment(1.0, 0.9, 100, 1e20)],
    "gradient must be less than 1e150 in absolute value. Found 1e+200.":
        [lambda: SecondMoment(0.0, 0.9, 2, 1e200)],
    "noise variance must be 0 or from 1e-290 to 1e150. Found 1e+200.":
        [lambda: SecondMoment(1e200, 0.9, 2)],
    "noise variance must be 0 or from 1e-290 to 1e150. Found 1e-300.":
        [lambda: SecondMoment(1e-300, 0.9, 2)],
    "gradient must be finite. Found [ 1. inf].": [lambda: SecondMoment(1.0, 0.9, 2, [1.0, inf])],
    "probability p must be a level whose quantile is found. Found 1e-300.":
        [lambda: SecondMoment(1.0, 0.5, 2).quantile(1e-300)],
    "probability p must be in (0, 1). Found 1.0.": [lambda: LAW.quantile(1.0)],
    "x must be a number within floating point. Found nan.": [lambda: LAW.exceedance(nan)],
    "means must be 2 numbers. Found 1.":
        [lambda: enclosed_exceedance([F(1, 2)] * 2, [F(0)], F(1), F(1))],
    "weight must be nonnegative and finite. Found -1.":
        [lambda: enclosed_exceedance([F(-1)], [F(0)], F(1), F(1))],
    "gradient G must be nonnegative and finite. Found -1.0.":
        [lambda: worst_symmetric(-1.0, 1.0, 1.0)],
    "deviation s must be nonnegative and finite. Found -1.0.":
        [lambda: worst_symmetric(1.0, -1.0, 1.0)],
    "stability gamma must be positive and finite. Found 0.0.":
        [lambda: worst_symmetric(1.0, 1.0, 0.0)],
    "stability gamma over gradient G must be in [1e-12, 1e12]. Found 10000000000000.0.":
        [lambda: worst_symmetric(1.0, 1.0, 1e13)],
    "threshold c must be positive and finite. Found 0.": [lambda: Clip(0)],
    "regulariser r must be positive and finite. Found -1.0.": [lambda: Normalise(-1.0)],
    "gradient s must be nonnegative and finite. Found -1.": [lambda: drift(Clip(1), -1, 1)],
    "tau0 must be positive and finite. Found 0.": [lambda: drift(Clip(1), 1, 0)],
    "tau1 must be in [0, 1). Found 1.": [lambda: drift(Clip(1), 1, 1, 1)],
    "tau1 must be in [0, 1). Found -0.1.": [lambda: drift(Clip(1), 1, 1, -0.1)],
    "alpha must be in [0, 1). Found 1.": [lambda: drift(Clip(1), 1, 1, 0, 1)],
    "gradient s must be nonnegative and finite. Found nan.": [lambda: drift(Clip(1), nan, 1)],
    "radius must be positive and finite. Found 0.": [lambda: Problem(Clip(1), 1, 0, 1, 0)],
}  # fmt: skip
