"""A claim in a test: what judges it is offered by entry point, and loaded at the first one.

Source: own; docs/claims.md.
"""

from typing import Any

from dptheory.errors import ArgumentError
from dptheory.plugins import offered
from dptheory.testing.answers import GRADES, answer_of, failure


def assert_holds(
    said: Any, *, at_least: str = "argued", mode: str = "standard", seed: int = 0
) -> None:
    """Fail unless a claim, or a statement, holds; the message is its counterexample.

    Args:
        said: what ``verify.language`` makes with ``claim(...)`` or ``says(...)``.
        at_least: the weakest grade that passes: "verified", "argued" or "supported" (nothing
            speaks against it, and nothing proves it).
        mode: how much work: "quick", "standard" or "full".
        seed: of every random search.

    Raises:
        AssertionError: it fails, or its grade is weaker.
        ValueError: a word that there is not; the engine is not installed.
        TypeError: what is said is neither claim nor statement.

    Example:
        >>> from verify.language import nonnegative, notation, says
        >>> V = notation(a=nonnegative(unit="1"), b=nonnegative(unit="1"))
        >>> assert_holds(says(2 * V.a * V.b <= V.a**2 + V.b**2), mode="quick")
    """
    if at_least not in GRADES:
        raise ArgumentError(f"at_least must be one of {', '.join(GRADES)}. Found {at_least!r}.")
    record = offered("dptheory.claims", "judge")(said, mode=mode, seed=seed)
    if words := failure(answer_of(record), at_least):
        raise AssertionError(words)
