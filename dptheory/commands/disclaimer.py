"""What stands below every page with a noise scale."""

from fractions import Fraction

from dptheory.numbers import Number

IDEAL = "Scales are of ideal noise; before anything is released read docs/release.md."


def closing(n: int, delta: Number | None) -> str:
    """The last lines of a page, with a note of delta where it is too large for n records."""
    noted = delta_note(n, delta)
    return f"{noted}\n{IDEAL}" if noted else IDEAL


def delta_note(n: int, delta: Number | None) -> str:
    """What delta alone allows where it is at least 1/n; empty where it is below, or not given."""
    if delta is None or delta * n < 1:
        return ""
    return (
        f"delta {float(delta):g} is not below 1/n = {1 / n:g}: it alone allows publishing\n"
        f"  each record with this probability, {float(delta * n):g} on average"
    )


def usual_delta(n: int) -> Fraction:
    """The delta of a command where none is given: a tenth of 1/n."""
    return Fraction(1, 10 * n)
