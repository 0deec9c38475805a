"""What each accountant makes of Gaussian releases, for tables and JSON."""

import math
from collections.abc import Iterator
from typing import Any

from dptheory.commands.arguments import finite
from dptheory.commands.tables import digits

ACCOUNTANTS = (
    "privacy loss distribution",
    "Renyi divergence",
    "Renyi divergence, Theorem 27 of Wang, Balle, Kasiviswanathan",
)
WIDE = 80  # columns
SHORT = dict(zip(ACCOUNTANTS, ("privacy loss distribution", "Renyi", "Theorem 27"), strict=True))


def accounts(sigmas: list[float], sensitivity: float, n: int, m: int, delta: float) -> list[Any]:
    """What each accountant makes of a Gaussian schedule, for replace-one; rows for JSON.

    Args:
        sigmas: standard deviations of the noise on the mean; infinite ones are no releases.
        sensitivity: the largest L2 distance of two per-sample gradients.
        n, m: records, and records in a batch.
        delta: in (0, 1).
    """
    from dptheory.privacy.neighbouring import Neighbouring
    from dptheory.privacy.schedule import (
        GaussianSchedule,
        schedule_epsilon,
        schedule_rdp_epsilon,
        schedule_theorem_27_epsilon,
    )

    relation = Neighbouring.REPLACE_ONE
    multipliers = [sigma * m / sensitivity for sigma in sigmas if math.isfinite(sigma)]
    schedule = GaussianSchedule(n, m, multipliers)
    found = {
        ACCOUNTANTS[0]: schedule_epsilon(schedule, delta, neighbouring=relation),
        ACCOUNTANTS[1]: schedule_rdp_epsilon(schedule, delta, neighbouring=relation),
        ACCOUNTANTS[2]: schedule_theorem_27_epsilon(schedule, delta),
    }
    return [{"accountant": name, "epsilon": finite(eps)} for name, eps in found.items()]


def account_lines(rows: list[Any], delta: float) -> Iterator[str]:
    """The rows of :func:`accounts`."""
    yield f"epsilon of the schedule at delta {delta:g} by each accountant:"
    yield from (f"{digits(row['epsilon'], 6, 'infinite'):>12}  {row['accountant']}" for row in rows)


def note(name: str, steps: Any, epsilon: float | None, gap: float | None, delta: float) -> str:
    """Why a row cannot be as the others: what decides it, or the floor that it stands on.

    Args:
        name: the accountant.
        steps: the run.
        epsilon: the row's epsilon at the run's noise; None for infinite.
        gap: the account just below a noise from which on it falls to 0; None where it does not.
        delta: in (0, 1).
    """
    from dptheory.privacy.renyi import floor

    if delta >= steps.ever_drawn:
        return f"delta covers that a record is ever drawn ({steps.ever_drawn:.3g}): any noise does"
    if name.startswith("Renyi"):
        least = floor(delta)
        if gap is None and epsilon is not None and 0 < epsilon < 1.02 * least:
            gap = least
        return f"no order has an epsilon between 0 and {gap:.3g} at this delta" if gap else ""
    return "delta alone covers what is leaked" if epsilon == 0 else ""


def note_lines(rows: list[Any]) -> Iterator[str]:
    """The notes, each once with the accountants that it concerns."""
    for reason in dict.fromkeys(row["note"] for row in rows if row["note"]):
        names = [SHORT[row["accountant"]] for row in rows if row["note"] == reason]
        of = f"{', '.join(dict.fromkeys(names))}:"
        yield f"{of} {reason}" if len(of) + len(reason) < WIDE else f"{of}\n  {reason}"
