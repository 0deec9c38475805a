"""What trainings of the papers do not accept: words of the refusal, and the calls."""

import re
from collections.abc import Callable
from functools import partial
from math import inf

import pytest

from dptheory.errors import ArgumentError
from verify.papers.adambc.laboratory.adam_problems import Release
from verify.papers.groupwise.laboratory import grouping_images
from verify.papers.nsgd.laboratory.clipping_images import CLIP, Lane, Plan, train

RELEASE = partial(Release, clip=1.0, noise_multiplier=1.0, batch=1)
LANE = partial(Lane, rule=CLIP, parameter=1.0, rate=1.0)

REFUSED = {
    "clipping bound C must be positive and finite. Found 0.0.": [lambda: RELEASE(clip=0.0)],
    "clipping bound C must be positive and finite. Found -inf.": [lambda: RELEASE(clip=-inf)],
    "noise multiplier sigma must be nonnegative and finite. Found -1.0.":
        [lambda: RELEASE(noise_multiplier=-1.0), lambda: Plan(1, 1, -1.0, (1,))],
    "expected batch B must be a whole number at least 1. Found 0.": [lambda: RELEASE(batch=0)],
    "noise multiplier must be 0 without clipping. Found 1.0.": [lambda: RELEASE(clip=inf)],
    "rule must be clip or normalise. Found cut.": [lambda: Lane("cut", 1.0, 1.0)],
    "threshold c or regulariser r must be positive and finite. Found 0.0.":
        [lambda: LANE(parameter=0.0)],
    "learning rate must be positive and finite. Found -1.0.": [lambda: LANE(rate=-1.0)],
    "look must be outcome or gradients. Found up.":
        [lambda: train((LANE(),), Plan(1, 8, 0.0, (1,)), 0, "digits", look="up")],
    "groups must be numbered 0, 1, ... without a gap. Found ().":
        [lambda: grouping_images.Lane(rate=1.0, groups=())],
    "groups must be numbered 0, 1, ... without a gap. Found (1, 1).":
        [lambda: grouping_images.Lane(rate=1.0, groups=(1, 1))],
    "groups must be numbered 0, 1, ... without a gap. Found (0, 2).":
        [lambda: grouping_images.Lane(rate=1.0, groups=(0, 2))],
}  # fmt: skip


@pytest.mark.parametrize(("words", "calls"), REFUSED.items())
def test_a_training_is_refused_in_one_line(words: str, calls: list[Callable[[], object]]) -> None:
    for call in calls:
        with pytest.raises(ArgumentError, match=f"^{re.escape(words)}$"):
            call()
