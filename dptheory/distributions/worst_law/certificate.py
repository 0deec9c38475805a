"""Certificates of the descent of a step, as data: envelopes that ``verify/kernel.py`` reads.

The statement holds the parameters and the two bounds, the witness the slope, the cuts and the
atoms; no polynomial is stored: whoever checks one builds it.

Source: own; Theorem 2 of docs/worst_law.md.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dptheory.contract import public
from dptheory.distributions.worst_law.exact import Certified, certify
from dptheory.distributions.worst_law.problem import Clip, Normalise, drift
from dptheory.results import explained

Certificate = dict[str, Any]


@explained
@dataclass(frozen=True)
class Descent:
    r"""The least :math:`E\langle h\nabla f,g\rangle-\alpha E[h]|\nabla f|^2` of a step.

    Attributes:
        found: the bounds, the law and what proves them.
        certificate: the envelope, of the kind "drift".
    """

    found: Certified
    certificate: Certificate


@public
def worst_descent(
    rule: Normalise | Clip,
    gradient: Fraction,
    tau0: Fraction,
    tau1: Fraction = Fraction(0),
    alpha: Fraction = Fraction(0),
    line: bool = False,
) -> Descent:
    """The worst descent with its certificate, from rational numbers.

    Args:
        rule: normalising or clipping. gradient: s >= 0, the length of grad f.
        tau0, tau1: a deviation is at most tau0 + tau1 s; tau0 > 0, tau1 in [0, 1).
        alpha: in [0, 1). line: whether d = 1.

    Raises:
        ValueError: s < 0, tau0 <= 0, or tau1 or alpha outside [0, 1).

    Example:
        >>> worst = worst_law.worst_descent(worst_law.Normalise(1), 2, 1)
        >>> f"{float(worst.found.upper):.4f}"
        '1.2321'
    """
    found = certify(drift(rule, gradient, tau0, tau1, alpha, line))
    if isinstance(rule, Clip):
        says, scale = "clip", {"threshold": rule.clip}
    else:
        says, scale = "normalise", {"regulariser": rule.regulariser}
    numbers = scale | {"gradient": gradient, "tau0": tau0, "tau1": tau1, "alpha": alpha}
    numbers |= {"lower": found.lower, "upper": found.upper}
    statement = {"says": says, "d": "= 1" if line else ">= 2"}
    statement |= {name: str(Fraction(value)) for name, value in numbers.items()}
    witness = {
        "slope": str(found.slope),
        "cuts": [[str(y) for y in cuts] for cuts in found.cuts],
        "atoms": [{"x": str(a.x), "y": str(a.y), "weight": str(a.weight)} for a in found.atoms],
    }
    envelope = {"kind": "drift", "version": 1, "statement": statement, "witness": witness}
    return Descent(found, envelope)
