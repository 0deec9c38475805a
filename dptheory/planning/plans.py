"""A plan: one run with its accounts, users, conventions, Adam's noise, directions and memory.

Source: Balle, Barthe and Gaboardi (2018), Theorem 9, and Ganesh (2024) for the accounts; what the
modules of the other parts name.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from dptheory.contract import public
from dptheory.memory.functions import Recipe
from dptheory.memory.grouping import (
    grouping_peak,
    layer_wise_peak,
    optimal_groupings,
    uniform_boundaries,
    uniform_counts,
)
from dptheory.memory.layers import Network
from dptheory.memory.step import batch_independent_bytes, held, moments
from dptheory.memory.timeline import groups_from
from dptheory.numbers import Number
from dptheory.planning.accounts import ACCOUNTS, Account, Accountant, needed, pasted, spent
from dptheory.planning.adam import AdamNoise
from dptheory.planning.gradient_attenuation import Kept, kept
from dptheory.planning.library_settings import Convention, Training, conventions, opacus_run
from dptheory.planning.releases import NEEDED, Release, epsilon
from dptheory.planning.run import Run
from dptheory.privacy.budget import Budget
from dptheory.privacy.sampling import Sampling
from dptheory.progress import Report, silent
from dptheory.ranges import require
from dptheory.results import explained

GRADIENTS = (Fraction(1, 4), Fraction(1), Fraction(4))  # lengths over C
DEVIATIONS = (Fraction(1, 2), Fraction(2))  # tau0 over C, where it is not known


@explained
@dataclass(frozen=True)
class User:
    """A user with k records: eps of the plan's noise, and the multiplier that the budget needs.

    ``needed`` is None without a budget, for the group property, and where there is none.
    """

    sampling: Sampling
    epsilon: float
    needed: float | None


@explained
@dataclass(frozen=True)
class Memory:
    """Stored numbers a sample: of the plan's groups, of one group, of layers as groups.

    ``sample`` and ``fixed`` are the predicted bytes of a step in float32 with the plan's groups:
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
    fixed: int


@explained
@dataclass(frozen=True)
class Direction:
    """What clipping and normalising keep of a gradient, lengths in the gradient's unit."""

    gradient: Fraction
    deviation: Fraction
    shares: Kept


@public
@dataclass(frozen=True)
class Plan:
    """The page of ``dptheory plan``.

    Attributes:
        training: the run and its noise.
        budget: eps and delta.
        accounts: a row a scheme and accountant; the first is what the settings are chosen by.
        records_per_user: k, records of a user.
        users: a row a scheme, where k > 1.
        elsewhere: the run in others' words, each with its eps there.
        opacus_divisor: what Opacus divides by.
        dimension: d, None if unknown.
        adam: Adam's noise, None for other optimisers.
        regulariser: r that clipping is compared with.
        directions: for some gradients and deviations.
        memory: None without a network.

    Example:
        >>> from dptheory import Budget, Run
        >>> done = plan(Run(n=600, batch_size=60, epochs=2), Budget(None, 1e-5), noise_multiplier=2)
        >>> len(done.accounts)
        5
    """

    training: Training
    budget: Budget
    accounts: tuple[Account, ...]
    records_per_user: int
    users: tuple[User, ...]
    elsewhere: tuple[tuple[Convention, float], ...]
    opacus_divisor: int
    dimension: int | None
    adam: AdamNoise | None
    regulariser: Fraction
    directions: tuple[Direction, ...]
    memory: Memory | None


@public
def plan(
    run: Run,
    budget: Budget,
    *,
    noise_multiplier: float | None = None,
    optimizer: str = "sgd",
    alpha: float | None = None,
    beta1: float = 0.9,
    beta2: float = 0.999,
    groups: int = 1,
    regulariser: Number | None = None,
    tau0: Number | None = None,
    records_per_user: int = 1,
    network: Network | None = None,
    report: Report = silent,
) -> Plan:
    """What ``dptheory plan`` prints, as a record.

    Args:
        run: the run; its clip is 1 with nsgd.
        budget: delta in (0, 1), and epsilon; None of a run already done.
        noise_multiplier: sigma of that run; by default the least that the budget needs with
            Poisson batches, to four digits.
        optimizer: one of :data:`dptheory.planning.library_settings.OPTIMIZERS`.
        alpha: on the mean gradient.
        beta1, beta2: of Adam, in [0, 1).
        groups: M, each clipped to C/sqrt(M).
        regulariser: r of normalising, positive; C/100 by default.
        tau0: of a record's gradient, positive; C/2 and 2C by default.
        records_per_user: k, from 1 to 100.
        network: its layers, for memory and dimension.
        report: is told what is being computed.

    Raises:
        ValueError: an argument is out of its range, or the budget needs no noise, or none meets it.

    Example:
        >>> from dptheory import Budget, Run
        >>> found = plan(Run(n=60000, batch_size=256, epochs=20), Budget(2, 1e-5))
        >>> found.training.noise_multiplier
        0.8902
    """
    report("poisson: smallest noise", 0, 0)
    sigma = noise_multiplier
    if sigma is None:
        sigma = needed(run, budget.required_epsilon, budget.delta, *ACCOUNTS[0])
        require(bool(sigma), "epsilon", NEEDED, budget.epsilon)
    clip = Fraction(run.clip)
    bias = clip / 100 if regulariser is None else Fraction(regulariser)
    training = Training(run, float(sigma or 0.0), optimizer, float(bias), groups, alpha)
    adam = None
    if optimizer.startswith("adam"):
        adam = AdamNoise(training.on_mean**2, beta1, beta2, run.iterations)
    return Plan(
        training,
        budget,
        _accounts(run, training.noise_multiplier, budget, report),
        records_per_user,
        _users(run, training.noise_multiplier, budget, records_per_user, report),
        _elsewhere(training, budget.delta),
        opacus_run(run)[1],
        None if network is None else _dimension(network),
        adam,
        bias,
        _directions(clip, None if tau0 is None else Fraction(tau0), bias),
        None if network is None else _memory(network, groups, optimizer),
    )


def _accounts(run: Run, multiplier: float, budget: Budget, report: Report) -> tuple[Account, ...]:
    """A row a scheme and accountant."""
    rows: list[Account] = []
    for sampling, accountant in ACCOUNTS:
        report(f"{sampling.value}: {accountant.value}", len(rows), len(ACCOUNTS))
        eps = spent(run, multiplier, budget.delta, sampling, accountant)
        least = None
        if budget.epsilon is not None:
            least = needed(run, budget.epsilon, budget.delta, sampling, accountant)
        rows.append(Account(sampling, accountant, eps, least))
    return tuple(rows)


def _users(
    run: Run, multiplier: float, budget: Budget, records: int, report: Report
) -> tuple[User, ...]:
    """A row a scheme for a user with several records; none for one."""
    rows: list[User] = []
    for sampling in Sampling if records > 1 else ():
        report(f"users: {sampling.value}", len(rows), len(Sampling))

        def account(sigma: float, sampling: Sampling = sampling) -> float:
            return epsilon(run, Release(sigma, sampling, records), budget.delta)

        least = None
        if budget.epsilon is not None and sampling is not Sampling.WITHOUT_REPLACEMENT:
            least = pasted(account, budget.epsilon)
        rows.append(User(sampling, account(multiplier), least))
    return tuple(rows)


def _elsewhere(training: Training, delta: float) -> tuple[tuple[Convention, float], ...]:
    """The run in others' words, each with the eps of its own batches by loss distributions."""

    @cache
    def eps(run: Run, sampling: Sampling) -> float:
        return spent(run, training.noise_multiplier, delta, sampling, Accountant.LOSS)

    return tuple((found, eps(found.run, found.sampling)) for found in conventions(training, delta))


def _directions(
    clip: Fraction, deviation: Fraction | None, regulariser: Fraction
) -> tuple[Direction, ...]:
    """What is kept of gradients of C/4, C and 4C, at tau0 or, where it is None, C/2 and 2C."""
    taus = [share * clip for share in DEVIATIONS] if deviation is None else [deviation]
    return tuple(
        Direction(share * clip, tau0, kept(share * clip, tau0, clip, regulariser))
        for tau0 in taus
        for share in GRADIENTS
    )


def _memory(network: Network, groups: int, optimizer: str = "sgd") -> Memory:
    """The memory of M groups: the uniform ones, or the best where there are none.

    Args:
        network: its layers.
        groups: M.
        optimizer: one of :data:`dptheory.planning.library_settings.OPTIMIZERS`; Adam has two
            states.

    Raises:
        ValueError: M is not from 1 to the number of layers.
    """
    stored = network.activations, network.output_gradients
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
        sample, batch_independent_bytes(network, recipe),
    )  # fmt: skip


def _dimension(network: Network) -> int:
    """Parameters of a network; the entries of the matrices of a file, which has shapes only."""
    return network.others + sum(
        layer.parameters if layer.tensors else layer.inputs * layer.outputs
        for layer in network.layers
    )
