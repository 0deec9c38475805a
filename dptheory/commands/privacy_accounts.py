"""The accountants that ``dptheory privacy`` has for a setting, by the way batches are drawn."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dptheory.commands.account_table import ACCOUNTANTS
from dptheory.commands.privacy_setting import Setting

if TYPE_CHECKING:
    from dptheory.privacy import Sampling

Account = Callable[[Setting], float]


def accountants(setting: Setting, sampling: "Sampling", delta: float) -> dict[str, Account]:
    """Names and accounts, the first of which is the one that a budget is met by.

    Several phases, users with several records and shuffled epochs have one account,
    :func:`dptheory.planning.epsilon`; one run has those by Renyi divergences beside it.
    """
    from dptheory.planning.users import WAYS
    from dptheory.privacy import Sampling, gaussian

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

    runs = [*setting.earlier, (setting.run, setting.noise_multiplier)]
    k = setting.records_per_user
    return epsilon([run for run, _ in runs], [Release(z, sampling, k) for _, z in runs], delta)
