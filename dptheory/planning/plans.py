"""A plan: one run with its accounts, users, conventions, Adam's noise, directions and memory."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

from dptheory.memory.functions import Recipe
from dptheory.memory.grouping import (
    grouping_peak,
    layer_wise_peak,
    optimal_groupings,
    uniform_boundaries,
    uniform_counts,
)
from dptheory.memory.layers import Network
from dptheory.memory.step import besides, held, moments
from dptheory.memory.timeline import groups_from
from dptheory.planning.accounts import (
    ACCOUNTS,
    Account,
    Accountant,
    Sampling,
    needed,
    pasted,
    spent,
)
from dptheory.planning.adam import AdamNoise
from dptheory.planning.directions import Kept, kept
from dptheory.planning.run import Run
from dptheory.planning.users import user_epsilon
from dptheory.planning.wording import Convention, Training, conventions, opacus_run
from dptheory.progress import Report

GRADIENTS = (Fraction(1, 4), Fraction(1), Fraction(4))  # lengths over C
DEVIATIONS = (Fraction(1, 2), Fraction(2))  # tau0 over C, where it is not known


@dataclass(frozen=True)
class Budget:
    """What may be spent: eps and delta; eps None where a run already done is accounted for."""

    epsilon: float | None
    delta: float


@dataclass(frozen=True)
class User:
    """A user with k records: eps of the plan's noise, and the multiplier that the budget needs.

    ``needed`` is None without a budget, for the group property, and where there is none.
    """

    sampling: Sampling
    epsilon: float
    needed: float | None


@dataclass(frozen=True)
class Memory:
    """Stored numbers a sample: of the plan's groups, of one group, of layers as groups.

    ``sample`` and ``besides`` are the predicted bytes of a step in float32 with the plan's groups:
    a sample's, and those that do not grow with the batch.
    """

    network: str
    layers: int
    kind: str
    boundaries: tuple[int, ...]
    peak: int
    all_layer: int
    layer_wise: int
    sample: int
    besides: int


@dataclass(frozen=True)
class Direction:
    """What clipping and normalising keep of a gradient, lengths in the gradient's unit."""

    gradient: Fraction
    deviation: Fraction
    shares: Kept


@dataclass(frozen=True)
class Plan:
    """Everything on the page.

    Attributes:
        training: the run and its noise.
        budget: eps and delta.
        accounts: a row a scheme and accountant; the first is what the settings are chosen by.
        records: k, records of a user.
        users: a row a scheme, where k > 1.
        elsewhere: the run in others' words, each with its eps there.
        opacus_divisor: what Opacus divides by.
        dimension: d, None if unknown.
        adam: Adam's noise, None for other optimisers.
        regulariser: r that clipping is compared with.
        directions: for some gradients and deviations.
        memory: None without a network.
    """

    training: Training
    budget: Budget
    accounts: tuple[Account, ...]
    records: int
    users: tuple[User, ...]
    elsewhere: tuple[tuple[Convention, float], ...]
    opacus_divisor: int
    dimension: int | None
    adam: AdamNoise | None
    regulariser: Fraction
    directions: tuple[Direction, ...]
    memory: Memory | None


def first_needed(run: Run, budget: Budget) -> float | None:
    """The noise multiplier of Poisson batches for a budget; 0 if any does, None if none does."""
    return needed(run, budget.epsilon or 0.0, budget.delta, *ACCOUNTS[0])


def accounts(run: Run, multiplier: float, budget: Budget, report: Report) -> tuple[Account, ...]:
    """A row a scheme and accountant."""
    rows: list[Account] = []
    for sampling, accountant in ACCOUNTS:
        report(f"{sampling.value}: {accountant.value}", len(rows), len(ACCOUNTS))
        eps = spent(run, multiplier, budget.delta, sampling, accountant)
        least = None
        if budget.epsilon is not None and (sampling, accountant) == ACCOUNTS[0]:
            least = multiplier
        elif budget.epsilon is not None:
            least = needed(run, budget.epsilon, budget.delta, sampling, accountant)
        rows.append(Account(sampling, accountant, eps, least))
    return tuple(rows)


def users(
    run: Run, multiplier: float, budget: Budget, records: int, report: Report
) -> tuple[User, ...]:
    """A row a scheme for a user with several records; none for one."""
    rows: list[User] = []
    for sampling in Sampling if records > 1 else ():
        report(f"users: {sampling.value}", len(rows), len(Sampling))
        account = partial(_user, run, budget.delta, sampling, records)
        least = None
        if budget.epsilon is not None and sampling is not Sampling.WITHOUT_REPLACEMENT:
            least = pasted(account, budget.epsilon)
        rows.append(User(sampling, account(multiplier), least))
    return tuple(rows)


def _user(run: Run, delta: float, sampling: Sampling, records: int, multiplier: float) -> float:
    return user_epsilon(run, multiplier, delta, sampling, records)


def elsewhere(training: Training, delta: float) -> tuple[tuple[Convention, float], ...]:
    """The run in others' words, each with the eps of its own batches by loss distributions."""

    @cache
    def eps(run: Run, sampling: Sampling) -> float:
        return spent(run, training.multiplier, delta, sampling, Accountant.LOSS)

    return tuple((found, eps(found.run, found.sampling)) for found in conventions(training, delta))


def directions(
    clip: Fraction, deviation: Fraction | None, regulariser: Fraction
) -> tuple[Direction, ...]:
    """What is kept of gradients of C/4, C and 4C, at tau0 or, where it is None, C/2 and 2C."""
    taus = [share * clip for share in DEVIATIONS] if deviation is None else [deviation]
    return tuple(
        Direction(share * clip, tau0, kept(share * clip, tau0, clip, regulariser))
        for tau0 in taus
        for share in GRADIENTS
    )


def memory(network: Network, groups: int, optimizer: str = "sgd") -> Memory:
    """The memory of M groups: the uniform ones, or the best where there are none.

    Args:
        network: its layers.
        groups: M.
        optimizer: one of :data:`dptheory.planning.wording.OPTIMIZERS`; Adam has two states.

    Raises:
        ValueError: M is not from 1 to the number of layers.
    """
    stored = network.activations, network.gradients
    if groups in uniform_counts(network):
        kind, boundaries = "uniform", uniform_boundaries(network, groups)
    else:
        kind, boundaries = "optimal", optimal_groupings(*stored, groups)[-1].boundaries
    recipe = Recipe(states=2 if optimizer.startswith("adam") else 0)
    parts = [held(layer, recipe) for layer in network.layers]
    sample = max(moments(parts, groups_from(boundaries, len(parts))))
    return Memory(
        network.name, len(network.layers), kind, tuple(boundaries),
        grouping_peak(*stored, boundaries), grouping_peak(*stored, (1,)), layer_wise_peak(*stored),
        sample, besides(network, recipe),
    )  # fmt: skip


def dimension(network: Network) -> int:
    """Parameters of a network; the entries of the matrices of a file, which has shapes only."""
    return network.others + sum(
        layer.parameters if layer.tensors else layer.inputs * layer.outputs
        for layer in network.layers
    )


def opacus_divisor(run: Run) -> int:
    """What Opacus divides the sum by."""
    return opacus_run(run)[1]
