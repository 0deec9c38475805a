"""The paper's networks, each called by its millions of parameters, and what their layers store.

22, 86, 303 are ViT-small, base, large; 125, 356 RoBERTa-base, large; 124, 355, 774 GPT2 small,
medium, large. T is the number of tokens; the stored numbers are per sample, as in
:mod:`dptheory.memory`. Uniform groups have equally many blocks: :data:`UNIFORM` has the numbers of
groups that the paper uses, which divide the blocks of every network; where all divisors of a
network's blocks are meant, up to a group a block, :func:`divides` is the hypothesis.
"""

from functools import cache
from typing import Any

from dptheory.memory import grouping
from dptheory.memory.layers import Network
from dptheory.memory.models import MODELS
from dptheory.memory.models import network as build
from verify.formula.evaluate import Undefined
from verify.language import Formula, Setting, external, one_of
from verify.papers.groupwise.notation import V as SYMBOLS

MILLION = 10**6
NAMES = {round(build(name).parameters / MILLION): name for name in MODELS}
UNIFORM = (1, 2, 3, 4, 6)
DIVISORS = sorted({M for name in MODELS for M in grouping.uniform_counts(build(name))})
LENGTHS = (2, 16, 64, 100, 128, 197, 256, 512)
V = SYMBOLS.extended(
    network=one_of(NAMES, r"\mathrm{network}", unit="1"),
    encoder=one_of((22, 86, 125, 303, 356), r"\mathrm{encoder}", unit="1"),
    vision=one_of((22, 86, 303), r"\mathrm{ViT}", unit="1"),
    decoder=one_of((124, 355, 774), r"\mathrm{decoder}", unit="1"),
    T=one_of(LENGTHS, "T", unit="1"),
    uniform=one_of(UNIFORM, "M", unit="1"),
    groups_of_blocks=one_of(DIVISORS, "M", unit="1"),
    coarser=one_of(DIVISORS, "M'", unit="1"),
)
VIT_LARGE, ROBERTA_BASE = 303, 125
SETTINGS = (
    Setting(name="ViT-large", values={"network": VIT_LARGE, "T": 197}),
    Setting(name="RoBERTa-base", values={"network": ROBERTA_BASE, "T": 256}),
)


@cache
def network(number: int, tokens: int | None = None) -> Network:
    """A network by its millions of parameters; without T, at the length of the paper's texts."""
    return build(NAMES[number], tokens and int(tokens))


@cache
def sizes(number: int, tokens: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each layer stores in the forward and in the backward pass."""
    found = network(number, tokens)
    return found.activations, found.output_gradients


@cache
def uniform_boundaries(number: int, groups: int) -> tuple[int, ...]:
    """The first layers of groups of equally many blocks.

    Raises:
        Undefined: their number does not divide the blocks.
    """
    if network(number).blocks % int(groups):
        raise Undefined(f"{groups} groups of {network(number).blocks} blocks")
    return grouping.uniform_boundaries(network(number), int(groups))


@cache
def uniform_peak(number: int, tokens: int, groups: int) -> int:
    """The largest number held in a step with groups of equally many blocks."""
    boundaries = uniform_boundaries(number, groups)
    return int(grouping.grouping_peak(*sizes(number, tokens), boundaries))


def blocks_left(number: int, groups: int) -> int:
    """How many blocks are left over if all groups get equally many."""
    return network(int(number)).blocks % int(groups)


def divides(groups: Formula) -> Formula:
    """That the number of groups divides the blocks of the network."""
    return external("blocks left over", blocks_left, V.network, groups) == 0


def layer_wise(number: int) -> tuple[int, ...]:
    """The first layers where every layer is a group."""
    return tuple(range(1, len(network(number).layers) + 1))


@cache
def layer_wise_peak(number: int, tokens: int) -> int:
    """The largest number held in a step if each layer is a group."""
    return int(grouping.layer_wise_peak(*sizes(number, tokens)))


@cache
def optimal_peaks(number: int, tokens: int) -> tuple[int, ...]:
    """The smallest peaks of all groupings into 1, 2, ... groups."""
    best = grouping.optimal_groupings(*sizes(number, tokens), max(UNIFORM))
    return tuple(int(found.peak) for found in best)


def optimal_peak(number: int, tokens: int, groups: int) -> int:
    """The smallest peak of all groupings into this many groups."""
    return optimal_peaks(number, tokens)[int(groups) - 1]


@cache
def fewest(number: int, tokens: int) -> int:
    """The smallest number of groups with which a grouping has the layer-wise peak."""
    bound = layer_wise_peak(number, tokens)
    return len(grouping.fewest_groups(*sizes(number, tokens), bound).boundaries)


def layers(number: Any) -> int:
    """How many layers with parameters a network has, named by its millions of parameters."""
    return len(network(int(number)).layers)
