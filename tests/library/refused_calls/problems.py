"""What dptheory.problems does not accept: words of the refusal, and the calls."""

from dataclasses import replace
from functools import partial
from math import inf, nan
from typing import Any

import numpy as np

from dptheory.problems import grouped, networks
from dptheory.problems.logistic import Logistic, l1_sensitivity
from dptheory.problems.nonconvex import Separable, Tilted, one_sided, separable
from dptheory.problems.parameters import Layout, Parameter
from dptheory.problems.profiles import PROFILES
from dptheory.problems.quadratic import Quadratic, from_spectrum
from dptheory.problems.robust import with_outliers
from dptheory.problems.smoothness_class import gap_at, generalised_smoothness, steepest
from dptheory.problems.softmax import Softmax

FIRST = Parameter("a", 1, "a", 0)
LINE = separable("well", 1)
TILTS = np.array([[1.0], [-1.0]])
TILTED = partial(Tilted, objective=LINE, tilts=TILTS, weights=np.zeros(2), tau0=1.0, tau1=0.0)
CURVE = partial(
    generalised_smoothness, slope=lambda x: x, curvature=lambda x: 1 + 0 * x, L0=1, L1=0
)


def blocks(spectrum: Any, number: Any, n: Any, deviation: Any) -> Any:
    return grouped.symmetric(spectrum, groups=number, n=n, deviation=deviation, seed=0)


def of_law(law: Any) -> Any:
    return grouped.of_blocks(np.ones(4), groups=2, law=law, deviation=1.0)


def logistic(features: Any, labels: Any, by: Any = 0.1) -> Any:
    return Logistic(np.array(features), np.array(labels), by)


def two_layer(labels: Any, classes: Any) -> Any:
    return networks.two_layer(np.ones((7, 2)), np.array(labels), hidden=2, classes=classes)


def softmax(labels: Any, classes: Any) -> Any:
    return Softmax(np.ones((7, 2)), np.array(labels), classes)


SPECTRUM = partial(Quadratic, minimiser=np.zeros(2))

REFUSED = {
    "spectrum must be a vector with at least one entry. Found shape (0,).":
        [lambda: Quadratic(np.array([]), np.array([]))],
    "spectrum must be positive and finite. Found [ 1. -1.].":
        [lambda: SPECTRUM(spectrum=np.array([1, -1])), lambda: blocks((1.0, -1.0), 2, 4, 1.0)],
    "spectrum must be positive and finite. Found [ 1. inf].":
        [lambda: SPECTRUM(spectrum=np.array([1, inf]))],
    "minimiser must be of shape (1,). Found shape (2,).":
        [lambda: Quadratic(np.ones(1), np.zeros(2))],
    "minimiser must be finite. Found [inf].": [lambda: Quadratic(np.ones(1), np.array([inf]))],
    "point x must be of shape (..., 2). Found shape (1,).":
        [lambda: from_spectrum([1.0, 2.0]).value([1.0])],
    "features must be of shape (n, d). Found shape (1,).": [lambda: logistic([1.0], [1.0])],
    "features must be finite. Found array of shape (2, 1), with NaN.":
        [lambda: logistic([[1.0], [nan]], [1.0, 1.0])],
    "labels must be of shape (2,). Found shape (1,).": [lambda: logistic([[1.0], [2.0]], [1.0])],
    "labels must be -1 or 1. Found array of shape (2,).":
        [lambda: logistic([[1.0], [2.0]], [1.0, 0.0])],
    "regularisation must be positive and finite. Found 0.0.":
        [lambda: logistic([[1.0], [2.0]], [1.0, -1.0], 0.0)],
    "radius must be positive and finite. Found 0.0.": [lambda: l1_sensitivity(0.0)],
    "groups must be a divisor of 3. Found 2.": [lambda: blocks((1.0, 1.0, 1.0), 2, 4, 1.0)],
    "data size N must be even. Found 3.": [lambda: blocks((1.0, 1.0), 2, 3, 1.0)],
    "deviation must be nonnegative and finite. Found -1.0.":
        [lambda: blocks((1.0, 1.0), 2, 4, -1.0)],
    "records must be of mean 0. Found 0.5.": [lambda: of_law([1.0, 1.0])],
    "law must be of numbers that are not all 0. Found [0.0, 0.0].": [lambda: of_law([0.0, 0.0])],
    "labels must be whole numbers from 0 to 3. Found array of shape (7,).":
        [lambda: two_layer([0, 1, 2, 3, 2, 1, 4], 4), lambda: softmax([0, 1, 2, 3, 2, 1, 4], 4),
         lambda: two_layer([0.5] * 7, 4)],
    "labels must be an array of whole numbers. Found array of shape (7,).":
        [lambda: softmax([0.5] * 7, 4)],
    "labels must be of shape (7,). Found shape (2,).":
        [lambda: two_layer([0, 1], 4), lambda: softmax([0, 1], 4)],
    "classes K must be a whole number at least 2. Found 1.":
        [lambda: two_layer([0] * 7, 1), lambda: softmax([0] * 7, 1)],
    "parameters must be of different names. Found ('a', 'a').":
        [lambda: Layout((Parameter("a", 1, "a"), Parameter("a", 1, "b")))],
    "size of a parameter must be a whole number at least 1. Found 0.":
        [lambda: Parameter("a", 0, "a")],
    "blocks must be numbered 0, 1, 2, ... in order. Found [1].":
        [lambda: Layout((Parameter("a", 1, "a", 1),))],
    "blocks must be numbered 0, 1, 2, ... in order. Found [0, 2].":
        [lambda: Layout((FIRST, replace(FIRST, name="b", block=2)))],
    "profile must be one of cauchy, saturated, well, ripple. Found quartic.":
        [lambda: separable("quartic", 2)],
    "dimension d must be a whole number at least 1. Found 0.": [lambda: separable("well", 0)],
    "heights must be positive and finite. Found [0. 0.].":
        [lambda: separable("well", 2, height=0.0)],
    "widths must be finite. Found [inf inf].": [lambda: separable("well", 2, width=inf)],
    "heights must be a vector with at least one entry. Found shape (2, 2).":
        [lambda: Separable(PROFILES["well"], np.ones((2, 2)), np.ones(2))],
    "point x must be of shape (..., 2). Found shape (3,).":
        [lambda: separable("well", 2).value(np.ones(3)),
         lambda: with_outliers(4, 2, seed=0).value(np.ones(3))],
    "tau1 must be in [0, 1). Found 1.0.": [lambda: TILTED(tau1=1.0)],
    "tau0 must be nonnegative and finite. Found -1.0.": [lambda: TILTED(tau0=-1.0)],
    "tilts must be of length at most 1. Found 2.0.": [lambda: TILTED(tilts=2 * TILTS)],
    "tilts must be of length at most 1. Found 1.5.": [lambda: TILTED(tilts=TILTS + 0.5)],
    "tilts must be of mean 0. Found [1.].": [lambda: TILTED(tilts=np.abs(TILTS))],
    "tilts must be of shape (N, 1). Found shape (1, 2).": [lambda: TILTED(tilts=TILTS.T)],
    "weights must be of mean 0. Found 1.0.": [lambda: TILTED(weights=np.ones(2))],
    "weights must be in [-1, 1]. Found 2.0.": [lambda: TILTED(weights=np.array([2, -2]))],
    "records ahead must be a whole number from 1 to 2. Found 3.":
        [lambda: one_sided(LINE, 3, ahead=3, tau0=1.0)],
    "length of the direction must be positive and finite. Found 0.0.":
        [lambda: one_sided(LINE, 3, ahead=1, tau0=1.0, direction=[0])],
    "loss must be one of cauchy, saturated. Found well.":
        [lambda: with_outliers(3, 2, loss="well", seed=0)],
    "share of outliers must be in [0, 1]. Found 2.0.":
        [lambda: with_outliers(3, 2, share=2.0, seed=0)],
    "L0 must be nonnegative and finite. Found -1.": [lambda: CURVE(L0=-1)],
    "L1 must be nonnegative and finite. Found nan.": [lambda: CURVE(L1=nan)],
    "interval must be of increasing ends. Found (1, 1).": [lambda: CURVE(interval=(1, 1))],
    "gradient norm must be nonnegative and finite. Found -1.0.": [lambda: gap_at(-1.0, 1.0, 1.0)],
    "L0 must be positive and finite. Found 0.0.":
        [lambda: gap_at(1.0, 0.0, 1.0), lambda: steepest(1.0, 0.0, 1.0)],
    "L1 must be nonnegative and finite. Found -1.0.":
        [lambda: gap_at(1.0, 1.0, -1.0), lambda: steepest(1.0, 1.0, -1.0)],
    "gap must be nonnegative and finite. Found -1.0.": [lambda: steepest(-1.0, 1.0, 1.0)],
}  # fmt: skip
