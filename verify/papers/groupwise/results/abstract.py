"""Abstract: the memory advantage of group-wise clipping remains for larger models.

The advantage is what group-wise clipping saves of all-layer clipping's peak, in stored numbers per
sample. "Remains" is read as: every model has it, and the next larger one of its family no less of
it. The parameters, their gradients and Adam's two moments are held under either clipping and drop
out; of everything that is held, at the paper's virtual batches, the saved share falls with the
size.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from verify.language import claim, external, number, one_of, says
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.networks import layer_wise_peak, network, uniform_peak

SMALLER = {86: 22, 303: 86, 356: 125, 355: 124, 774: 355}
BATCH = {22: 50, 86: 50, 303: 50, 125: 40, 356: 40}  # Figure 1
HELD = 4  # numbers a parameter: itself, its gradient, two moments
V = networks.V.extended(
    larger=one_of(SMALLER, r"\mathrm{network}", unit="1"),
    listed=one_of((86, 303, 356), r"\mathrm{network}", unit="1"),
)


def advantage(number: int, tokens: int, groups: int = 0) -> Fraction:
    """The share of the all-layer peak that layer-wise clipping (or M uniform groups) saves."""
    return Fraction(less_held(number, tokens, groups), uniform_peak(number, tokens, 1))


def less_held(number: int, tokens: int, groups: int = 0) -> int:
    """By how many stored numbers of a sample layer-wise clipping or M groups lower the peak (8)."""
    least = uniform_peak(number, tokens, groups) if groups else layer_wise_peak(number, tokens)
    return uniform_peak(number, tokens, 1) - least


def with_parameters(number: int, tokens: int) -> Fraction:
    """The share saved of the peaks of 50 records (RoBERTa: 40) and 4 numbers for each parameter."""
    peak = uniform_peak(number, tokens, 1)
    held = Fraction(HELD * network(number).parameters, BATCH[number])
    return advantage(number, tokens) * peak / (peak + held)


def of_smaller(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same of the next smaller model of the family."""
    return lambda number, *rest: function(SMALLER[number], *rest)


# The advantage of a model, and its share of the peak of all-layer clipping.
saved, share = partial(external, "saved", less_held), partial(external, "saved share", advantage)
small = partial(
    external,
    *("saved, smaller model", of_smaller(less_held)),
    means="what grouping saves of the peak of the next smaller model of the family",
)
small_share = partial(
    external,
    *("saved share, smaller model", of_smaller(advantage)),
    means="the share of its peak that grouping saves of the next smaller model of the family",
)
EVERY, LARGER, IN_GROUPS = (V.network, V.T), (V.larger, V.T), (V.larger, V.T, V.uniform)

GROUPS = [V.uniform > 1]
WITH = external("saved share of all memory", with_parameters, V.listed, V.T)
WITH_SMALL = external(
    "saved share of all memory, smaller model",
    of_smaller(with_parameters),
    *(V.listed, V.T),
    means="the share of all memory that is saved of the next smaller model of the family",
)
ADVANTAGE = (
    claim(
        "groupwise/memory-advantage", "Abstract", "The memory advantage remains for larger models"
    )
    .says(
        {
            "layer-wise, every model": says(number(0) < saved(*EVERY)),
            "uniform groups, every model": says(number(0) < saved(*EVERY, V.uniform), given=GROUPS),
            "layer-wise, larger models": says(saved(*LARGER) >= small(*LARGER)),
            "uniform groups, larger models": says(
                saved(*IN_GROUPS) >= small(*IN_GROUPS), given=GROUPS
            ),
        },
        notes=(
            # Of the peak nearly as large a share.
            says(share(*EVERY) >= Fraction(2, 5)),
            says(share(*LARGER) >= Fraction(19, 20) * small_share(*LARGER)),
            says(share(*IN_GROUPS) >= Fraction(19, 20) * small_share(*IN_GROUPS), given=GROUPS),
            # Of everything that is held a smaller one, and less than half.
            says(WITH < WITH_SMALL),
            says(WITH < Fraction(1, 2), given=[V.T <= 256]),
            says(WITH >= Fraction(3, 8), given=[V.T >= 197]),
        ),
    )
    .rejects("three times as much", part="layer-wise, larger models", right=3 * small(*LARGER))
)
