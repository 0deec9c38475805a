"""The privacy profile of a run as one object: epsilon over delta, as a table or a picture.

Every point is an account of its own, an upper bound: pure noise by
:func:`~dptheory.privacy.accounting.laplace_epsilon`, Gaussian noise by
:func:`~dptheory.privacy.gaussian.pld_epsilon` where all releases are alike, and by
:func:`~dptheory.privacy.schedule.schedule_epsilon` where they differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dptheory.contract import public
from dptheory.privacy.accounting import laplace_epsilon
from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon
from dptheory.privacy.laplace import LaplaceSteps
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.schedule import GaussianSchedule, schedule_epsilon
from dptheory.ranges import require
from dptheory.results import Drawn

DELTAS = tuple(10.0**-k for k in range(2, 11))


@public
@dataclass(frozen=True)
class PrivacyProfile(Drawn):
    """The run is (epsilon, delta)-DP for every pair.

    Attributes:
        epsilon, delta: of the same length; epsilon infinite where there is no account.
        neighbouring: the relation.

    Example:
        >>> run = GaussianSteps(1, noise_std="0.01", n=1000, batch_size=1000, iterations=10)
        >>> found = privacy_profile(run, [1e-5], neighbouring=Neighbouring.REPLACE_ONE)
        >>> round(found.epsilon[0], 4)
        2.5944
    """

    epsilon: tuple[float, ...]
    delta: tuple[float, ...]
    neighbouring: Neighbouring

    def _columns(self) -> dict[str, list[float]]:
        """A row a pair."""
        return {"epsilon": list(self.epsilon), "delta": list(self.delta)}

    def _draw(self, axes: Any) -> None:
        """delta over epsilon."""
        axes.plot(self.epsilon, self.delta, ".-")
        axes.set(xlabel=r"$\epsilon$", ylabel=r"$\delta$", yscale="log")
        axes.set_title(f"privacy profile, {self.neighbouring.value}")


@public
def privacy_profile(
    run: GaussianSteps | GaussianSchedule | LaplaceSteps,
    delta: Sequence[float] = DELTAS,
    *,
    neighbouring: Neighbouring,
) -> PrivacyProfile:
    """The epsilon of a run at each delta.

    Args:
        run: all its iterates are released.
        delta: in (0, 1), one or more.
        neighbouring: as the account of such a run wants it.

    Example:
        >>> run = GaussianSteps(lipschitz=1, noise_std=0.01, n=1000, batch_size=1000, iterations=10)
        >>> found = privacy_profile(run, [1e-5, 1e-6], neighbouring=Neighbouring.REPLACE_ONE)
        >>> [round(epsilon, 4) for epsilon in found.epsilon]
        [2.5944, 2.9216]
    """
    require(len(delta) > 0, "delta", "at least one number", delta)
    for one in delta:
        require(0 < one < 1, "delta", "in (0, 1)", one)
    if isinstance(run, GaussianSteps):
        found = [pld_epsilon(run, one, neighbouring=neighbouring) for one in delta]
    elif isinstance(run, GaussianSchedule):
        found = [schedule_epsilon(run, one, neighbouring=neighbouring) for one in delta]
    else:
        found = [laplace_epsilon(run, one, neighbouring=neighbouring) for one in delta]
    return PrivacyProfile(tuple(found), tuple(delta), neighbouring)
