"""Printed numbers, recomputed digit by digit."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from verify.checks.base import Check
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.context import Context


@dataclass(frozen=True, kw_only=True)
class Recomputed(Check):
    """Every printed entry is the computed value rounded to the printed digits.

    Attributes:
        printed: entry name -> the digits as printed.
        computed: entry name -> the value (any number type with a decimal expansion).
        slack: units in the last printed digit that are forgiven (0: correct rounding).
    """

    printed: Mapping[str, str]
    computed: Callable[[], Mapping[str, Any]]
    slack: int = 0

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        values = self.computed()
        wrong: list[tuple[str, str, str]] = []
        for entry, digits in self.printed.items():
            place = Decimal(digits)
            value = Decimal(repr(float(values[entry]))).quantize(place, rounding=ROUND_HALF_UP)
            unit = Decimal(1).scaleb(int(place.as_tuple().exponent))
            if abs(value - place) > self.slack * unit:
                wrong.append((entry, digits, str(value)))
        total = len(self.printed)
        text = f"{total - len(wrong)} of {total} printed entries recomputed"
        if wrong:
            name, shown, found = wrong[0]
            text += f"; {name} is printed {shown}, computed {found}"
        return Evidence(
            **self.labels(),
            level=Level.RECOMPUTED,
            scope=Scope.ALL,
            outcome=Outcome.FAILS if wrong else Outcome.HOLDS,
            summary=f"{text}.",
            instance={"entry": wrong[0][0]} if wrong else {},
            seconds=time.perf_counter() - start,
        )
