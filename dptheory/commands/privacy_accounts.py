"""The accountants that ``dptheory privacy`` has for a setting, by the way batches are drawn."""

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dptheory.commands.account_table import ACCOUNTANTS
from dptheory.commands.privacy_setting import Setting

if TYPE_CHECKING:
    from dptheory.planning import Run
    from dptheory.privacy import Sampling

Account = Callable[[Setting], float]


def accountants(setting: Setting, sampling: "Sampling", delta: float) -> dict[str, Account]:
    """Names and accounts, the first of which is the one that a budget is met by.

    Several phases, users with several records and shuffled epochs have one account,
    :func:`dptheory.planning.epsilon`, and so has Laplace noise; one run of Gaussian noise has those
    by Renyi divergences beside it.
    """
    from dptheory.planning.users import WAYS
    from dptheory.privacy import Sampling, gaussian

    if setting.mechanism == "laplace":
        return {ACCOUNTANTS[0]: partial(_laplace, sampling=sampling, delta=delta)}
    if sampling is Sampling.SHUFFLED or not setting.plain:
        joint: Account = partial(_joint, sampling=sampling, delta=delta)
        if setting.records_per_user > 1:
            return {WAYS[sampling]: joint}
        return {"exact" if sampling is Sampling.SHUFFLED else ACCOUNTANTS[0]: joint}
    relation = sampling.neighbouring
    found: dict[str, Account] = {
        ACCOUNTANTS[0]: lambda s: gaussian.pld_epsilon(s.steps, delta, neighbouring=relation),
        ACCOUNTANTS[1]: lambda s: gaussian.rdp_epsilon(s.steps, delta, neighbouring=relation),
    }
    if sampling is Sampling.WITHOUT_REPLACEMENT:
        found[ACCOUNTANTS[2]] = lambda s: gaussian.theorem_27_epsilon(s.steps, delta)
    return found


def _joint(setting: Setting, sampling: "Sampling", delta: float) -> float:
    """Epsilon of a run, and of what came before it, for its users."""
    from dptheory.planning import Release, epsilon

    runs = [*setting.earlier, (setting.run, setting.released)]
    if setting.mechanism == "tree":
        runs = [(run, multiplier / math.sqrt(_depth(run))) for run, multiplier in runs]
    k = setting.records_per_user
    return epsilon([run for run, _ in runs], [Release(z, sampling, k) for _, z in runs], delta)


def _depth(run: "Run") -> int:
    """The nodes that a batch is in, of a binary tree over the batches of an epoch.

    Of L batches those are the nodes of 1, 2, 4, ... batches that are complete: floor(log2 L) + 1.
    """
    return run.per_epoch.bit_length()


def _laplace(setting: Setting, sampling: "Sampling", delta: float) -> float:
    """Epsilon of Laplace noise of that deviation on gradients whose L1 norms are clipped."""
    from dptheory.privacy import LaplaceSteps, Neighbouring, laplace_epsilon

    run, clip = setting.run, float(setting.run.clip)
    relation = sampling.neighbouring
    moved = 2 * clip if relation is Neighbouring.REPLACE_ONE else clip
    scale = setting.noise_multiplier * clip / run.batch_size / math.sqrt(2)
    steps = LaplaceSteps(moved, (scale,) * run.iterations, run.n, run.batch_size)
    return laplace_epsilon(steps, delta, neighbouring=relation)
