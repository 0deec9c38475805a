"""What dptheory.gradients does not accept: words of the refusal, and the calls."""
# mypy: disable-error-code="arg-type, list-item"

from dataclasses import replace
from fractions import Fraction as F
from functools import partial
from math import nan

import numpy as np

from dptheory.gradients import AutomaticClipping, FlatClipping, PerSample, grouping, representable
from dptheory.gradients.perturbation import Perturbation, bounded, mean_of_bounded, perturbed_mean
from dptheory.problems.parameters import Layout, Parameter
from dptheory.problems.records import check_batch

FOUR = [Parameter(f"block {k}", 3, f"block {k}", k) for k in range(4)]
LAYOUT = Layout((Parameter("stem", 2, "stem"), *FOUR, Parameter("head", 1, "head")))
ALL = grouping.uniform(LAYOUT, 1, 1.0)
APART = grouping.of_coordinates([[0, 2], [1]], 1.0)
ROWS = np.ones((4, 3))
NONE = Perturbation(0.0, "mean", "one")
LOUD = Perturbation(1.0, "sum", "one")
ONE = PerSample("clip", (1.0,))
TWO = PerSample("clip", (1.0, 1.0), (3, 1))
BY_ONE = partial(representable, FlatClipping(F(1)))
BY_AUTO = partial(representable, AutomaticClipping())
BATCHES = partial(check_batch, size=6)

REFUSED = {
    "groups must be a partition of 0..3. Found 2 missing or another one twice.":
        [lambda: grouping.Grouping(((0, 1), (1, 2)), (1.0, 1.0))],
    "groups must be a partition of 0..1. Found 1 missing or another one twice.":
        [lambda: grouping.Grouping(((0,), (2,)), (1.0, 1.0))],
    "groups must be nonempty. Found sizes [1, 0].":
        [lambda: grouping.Grouping(((0,), ()), (1.0, 1.0))],
    "groups must be at least one. Found 0.": [lambda: grouping.Grouping((), ())],
    "thresholds R_m must be one a group, 2. Found 1.":
        [lambda: grouping.Grouping(((0,), (1,)), (1.0,))],
    "threshold R must be positive and finite. Found 0.0.":
        [lambda: grouping.uniform(LAYOUT, 1, 0.0)],
    "threshold R_m must be positive and finite. Found -1.0.":
        [lambda: grouping.uniform(LAYOUT, 1, (-1.0,))],
    "clip must be a number within floating point or a sequence (each a number within "
    "floating point).":
        [lambda: grouping.uniform(LAYOUT, 1, nan)],
    "groups M must be a divisor of the 4 blocks. Found 3.":
        [lambda: grouping.uniform(LAYOUT, 3, 1.0)],
    "groups M must be a whole number at least 1. Found 0.":
        [lambda: grouping.uniform(LAYOUT, 0, 1.0)],
    "groups must be a partition of stem, block 0, block 1, block 2, block 3, head. Found stem.":
        [lambda: grouping.of_parameters(LAYOUT, [["stem"]], 1.0)],
    "regulariser must be given for auto. Found None.": [lambda: ALL.rule("auto")],
    "regulariser must be positive and finite. Found 0.0.":
        [lambda: ALL.rule("auto", regulariser=0.0)],
    "regulariser must be left out for abadi. Found 1.0.":
        [lambda: ALL.rule("abadi", regulariser=1.0)],
    "clipping function must be one of abadi, auto. Found flat.": [lambda: ALL.rule("flat")],
    "order must be that of the coordinates here. Found (0, 2, 1).":
        [lambda: APART.rule("abadi").edges(3)],
    "order must be every coordinate of the groups once. Found (1, 1).":
        [lambda: PerSample("clip", (1.0,), (2,), order=(1, 1))],
    "rule must be one of clip, normalise. Found shrink.": [lambda: PerSample("shrink", (1.0,))],
    "bound C must be positive and finite. Found 0.0.": [lambda: PerSample("clip", (0.0,))],
    "clips must be one a group, 1. Found 2.": [lambda: PerSample("clip", (1.0, 1.0))],
    "group size must be a whole number at least 1. Found 0.":
        [lambda: PerSample("clip", (1.0,), (0,))],
    "regulariser r must be nonnegative and finite. Found -1.0.":
        [lambda: PerSample("normalise", (1.0,), (), -1.0)],
    "clips must be a tuple (each a number within floating point). Found (nan,).":
        [lambda: PerSample("clip", (nan,))],
    "clips must be a tuple (each a number within floating point). Found {1.0}.":
        [lambda: PerSample("clip", {1.0})],
    "per-sample gradients must be of shape (..., B, d). Found shape (4,).":
        [lambda: mean_of_bounded(np.ones(4), ONE)],
    "batch size B must be a whole number at least 1. Found 0.":
        [lambda: mean_of_bounded(np.ones((0, 4)), ONE), lambda: LOUD.deviation(1.0, 0)],
    "group sizes must be 4 coordinates together. Found 3.":
        [lambda: mean_of_bounded(np.ones((2, 4)), replace(ONE, sizes=(3,)))],
    "group sizes must be 5 coordinates together. Found 4.":
        [lambda: mean_of_bounded(np.ones((2, 5)), TWO),
         lambda: replace(TWO, sizes=(2, 2)).edges(5)],
    "batch must be distinct records in 0..5. Found [1 1].": [lambda: BATCHES([1, 1])],
    "batch must be distinct records in 0..5. Found [-1].": [lambda: BATCHES([-1])],
    "batch must be a vector of record numbers. Found [].": [lambda: BATCHES([])],
    "batch must be a vector of record numbers. Found [0.5].": [lambda: BATCHES([0.5])],
    "batch must be distinct records in 0..5. Found [6].": [lambda: BATCHES([6])],
    "batch must be a vector of record numbers. Found [[1]].": [lambda: BATCHES([[1]])],
    "a threshold must be within the positive floats.":
        [lambda: representable(FlatClipping(F(10) ** 700), [[F(10) ** 700]]),
         lambda: representable(FlatClipping(F(10) ** -700), [[F(10) ** -700]])],
    "per-sample gradients must be of shape (..., B, d). Found shape (3,).":
        [lambda: bounded(np.ones(3), ONE)],
    "standard noise must be given for a positive multiplier. Found None.":
        [lambda: perturbed_mean(ROWS, ONE, LOUD, None)],
    "standard noise must be of shape (3,). Found (4, 3).":
        [lambda: perturbed_mean(ROWS, ONE, NONE, ROWS)],
    "group sizes must be 3 coordinates together. Found 2.":
        [lambda: perturbed_mean(ROWS, replace(TWO, sizes=(1, 1)), NONE, None)],
    "noise scale must be one of bound, root-of-bound, one. Found c.":
        [lambda: Perturbation(1.0, "sum", "c")],
    "the squared threshold must be > 0. Found 0.": [lambda: FlatClipping(F(0))],
    "the stability constant must be > 0. Found -1/2.": [lambda: AutomaticClipping(F(-1, 2))],
    "there must be a sample and a group. Found none.":
        [lambda: BY_AUTO(groups=[]), lambda: BY_AUTO(groups=[[]])],
    "samples must have the same groups. Found [1, 2].": [lambda: BY_AUTO(groups=[[1], [1, 2]])],
    "a length must be >= 0. Found -2.": [lambda: BY_AUTO(groups=[[1, -2]])],
    "groups must be a sequence (each a sequence (each a rational number or a whole number)).":
        [lambda: BY_ONE(groups=[[0.5]]), lambda: BY_ONE(groups=[["half"]]),
         lambda: BY_ONE(groups=[[True]]), lambda: BY_ONE(groups=[[nan]]),
         lambda: BY_ONE(groups=[[None]])],
    "clip2 must be a rational number. Found 0.5.": [lambda: FlatClipping(clip2=0.5)],
    "clip2 must be a rational number. Found half.": [lambda: FlatClipping(clip2="half")],
    "clip2 must be a rational number. Found True.": [lambda: FlatClipping(clip2=True)],
    "clip2 must be a rational number. Found None.": [lambda: FlatClipping(clip2=None)],
    "clip2 must be a rational number. Found nan.": [lambda: FlatClipping(clip2=nan)],
}  # fmt: skip
