r"""Functions of one variable with a proved pair :math:`(L_0, L_1)` of generalised smoothness.

A profile :math:`\varphi` satisfies, for all real x and y,

.. math:: |\varphi'(x)-\varphi'(y)| \le (L_0 + L_1|\varphi'(x)|)\,|x-y| .

=========  =====================================================  =====  =====  ============
name       :math:`\varphi(x)`                                     L_0    L_1    minimum
=========  =====================================================  =====  =====  ============
cauchy     :math:`\frac12\ln(1+x^2)`                              1      0      0 at 0
saturated  :math:`\frac{x^2}{2(1+x^2)}`                           1      0      0 at 0
well       :math:`\frac{x^2}4+\frac1{2(1+x^2)}`                   3/4    0      at two points
ripple     :math:`\frac{x^2}2+\frac12\int_0^x\sin t^2\,dt`        7/4    2      0 at 0
=========  =====================================================  =====  =====  ============

None is convex. The first two are flat far away; ``well`` has a maximum at 0 between two minima;
``ripple`` has a curvature without bound, :math:`1+x\cos x^2`, so that it is smooth for no constant
L. Proof of its constants, with :math:`t=|x-y|`:

.. math:: |\sin x^2-\sin y^2| \le \min(2, 2|x|t+t^2) \le 2|x|t+\min(2,t^2)
          \le (2|x|+\tfrac32)\,t, \qquad |\varphi'(x)| \ge |x|-\tfrac12\min(1,x^2) \ge \tfrac12|x| .

The proofs are claims of the ledger (``python -m verify dptheory/ripple``, ``double-well``,
``test-functions``). Slopes and
curvatures are generic over their numbers (:mod:`dptheory.numbers`). Symbols: x without unit;
:mod:`dptheory.problems.nonconvex` scales both axes.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dptheory.numbers import Number, cos, sin
from dptheory.ranges import quotient
from dptheory.results import explained

Array = NDArray[np.float64]


@explained
@dataclass(frozen=True)
class Profile:
    """A function of one variable and its constants.

    Attributes:
        name: as in the table of the module's docstring.
        value: the function, of arrays.
        slope, curvature: its derivatives, of numbers of any kind.
        L0, L1: the constants of generalised smoothness.
        minimum: the least value.
    """

    name: str
    value: Callable[[Array], Array]
    slope: Callable[[Number], Number]
    curvature: Callable[[Number], Number]
    L0: Fraction
    L1: Fraction = Fraction(0)
    minimum: float = 0.0


def _ripple_value(x: Array) -> Array:
    from scipy.special import fresnel

    integral = math.sqrt(math.pi / 2) * fresnel(math.sqrt(2 / math.pi) * x)[0]
    found: Array = (x**2 + integral) / 2
    return found


CAUCHY = Profile(
    "cauchy",
    value=lambda x: np.log1p(x**2) / 2,
    slope=lambda x: quotient(x, 1 + x * x),
    curvature=lambda x: quotient(1 - x * x, (1 + x * x) ** 2),
    L0=Fraction(1),
)
SATURATED = Profile(
    "saturated",
    value=lambda x: x**2 / (2 * (1 + x**2)),
    slope=lambda x: quotient(x, (1 + x * x) ** 2),
    curvature=lambda x: quotient(1 - 3 * x * x, (1 + x * x) ** 3),
    L0=Fraction(1),
)
WELL = Profile(
    "well",
    value=lambda x: x**2 / 4 + 1 / (2 * (1 + x**2)),
    slope=lambda x: quotient(x, 2) - SATURATED.slope(x),
    curvature=lambda x: quotient(1 + 0 * x, 2) - SATURATED.curvature(x),
    L0=Fraction(3, 4),
    minimum=(2 * math.sqrt(2) - 1) / 4,
)
RIPPLE = Profile(
    "ripple",
    value=_ripple_value,
    slope=lambda x: x + sin(x * x) / 2,
    curvature=lambda x: 1 + x * cos(x * x),
    L0=Fraction(7, 4),
    L1=Fraction(2),
)
PROFILES = {profile.name: profile for profile in (CAUCHY, SATURATED, WELL, RIPPLE)}
