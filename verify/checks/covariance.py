"""Covariance: a change of units must carry both sides of a true statement along."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.checks.base import Check, Formula
from verify.checks.evidence import Evidence, Level, Outcome
from verify.context import Context
from verify.units import BASE, factor

TOLERANCE = 1e-9
SAME_UNIT = "both sides carry the same unit."


@dataclass(frozen=True, kw_only=True)
class Covariance(Check):
    """Both sides of a formula scale alike when loss, length or time is measured in other units.

    Attributes:
        lhs, rhs: scalar formulas.
        instance: where the scaling is measured.
        units: unit of every argument.
    """

    lhs: Formula
    rhs: Formula
    instance: Mapping[str, Any]
    units: Mapping[str, str]

    def run(self, context: Context) -> Evidence:
        common = self.labels() | {"level": Level.NUMERIC}
        before = self._values(self.instance)
        for base in BASE:
            for power in (1, -1, 3, -3, 6, -6):
                scaled = self._rescaled(base, Fraction(10) ** power)
                after = self._values(scaled)
                if before is None or after is None:
                    continue
                left, right = (abs(a / b) for a, b in zip(after, before, strict=True))
                if abs(math.log(left / right)) > TOLERANCE and after[0] > after[1]:
                    return Evidence(
                        **common,
                        outcome=Outcome.FAILS,
                        summary=f"with the unit of {base} scaled by 10^{power} the left side "
                        f"changes by {left:.3g}, the right by {right:.3g}.",
                        instance={n: str(v) for n, v in scaled.items()},
                        measured=after[0],
                        bound=after[1],
                    )
        return Evidence(**common, outcome=Outcome.HOLDS, summary=SAME_UNIT)

    def applies(self) -> bool:
        """Whether both sides are nonzero numbers at the instance, so that scaling can be seen."""
        values = self._values(self.instance)
        return values is not None and 0 not in values

    def _rescaled(self, base: str, scale: Fraction) -> dict[str, Any]:
        return {
            n: v if (u := factor(self.units[n], {base: scale})) == 1 else v * u
            for n, v in self.instance.items()
        }

    def _values(self, point: Mapping[str, Any]) -> tuple[float, float] | None:
        floats = {n: v if isinstance(v, int | tuple) else float(v) for n, v in point.items()}
        try:
            return float(self.lhs(**floats)), float(self.rhs(**floats))
        except (ArithmeticError, ValueError, TypeError):
            return None


def covariance_of(check: Check, units: Mapping[str, str]) -> Covariance | None:
    """The covariance check that a check's formulas give for free, if its symbols have units."""
    sides = check.sides()
    if sides is None:
        return None
    lhs, rhs, instance = sides
    if not instance or any(name not in units for name in instance):
        return None
    covariance = Covariance(
        name=f"{check.name}: units",
        part=check.part,
        setting=check.setting,
        lhs=lhs,
        rhs=rhs,
        instance=instance,
        units=units,
    )
    return covariance if covariance.applies() else None
