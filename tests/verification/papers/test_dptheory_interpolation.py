"""The conditions that our claims print are those of the library's matrix inequality."""

from fractions import Fraction as F

import numpy as np
import pytest

from dptheory.lyapunov.interpolation import conditions
from verify.formula.evaluate import EXACT, evaluate
from verify.language import notation, real, vector
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point

LENGTHS = {name: vector(1, name, unit="length") for name in ("x", "z")}
GRADIENTS = {name: vector(1, name, unit="gradient") for name in ("g", "h")}
V = notation(**LENGTHS, **GRADIENTS, f=real("f", unit="loss"), k=real("k", unit="loss"))
MU, L = F(2, 7), F(1)
HERE, THERE = Point(V.x, V.g, V.f), Point(V.z, V.h, V.k)
OF = Curvatures(L - MU, MU * L, MU)
PRINTED = {
    "ij": OF.between(HERE, THERE),
    "ji": OF.between(THERE, HERE),
    "is": OF.at_least(HERE),
    "si": OF.at_most(HERE),
}
ROW = dict(zip(("i", "j", "g", "h", "x"), np.eye(5, dtype=int), strict=True))
FORMS = conditions({"i": "g", "j": "h"}, ROW, MU)


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("at", [(3, -1, 2, 5), (F(1, 3), 4, -2, F(7, 2)), (0, 1, 1, 0)])
def test_a_condition_without_values_is_the_form_of_the_library(name, at):
    point = {n: (F(v),) for n, v in zip(("x", "z", "g", "h"), at, strict=True)}
    printed = PRINTED[name]
    sides = (printed.left, printed.right)
    left, right = (evaluate(s.tree, point | {"f": F(0), "k": F(0)}, EXACT) for s in sides)
    signals = np.array([*at, 0])
    assert 2 * (L - MU) * (left - right) == signals @ FORMS[name] @ signals


@pytest.mark.parametrize(
    ("name", "weights"), {"ij": (-1, 1), "ji": (1, -1), "is": (-1, 0), "si": (1, 0)}.items()
)
def test_values_count_once_each(name, weights):
    zero = {n: (F(0),) for n in ("x", "z", "g", "h")}
    printed = PRINTED[name]
    sides = (printed.left, printed.right)
    for values in ((F(1), F(0)), (F(0), F(1))):
        point = zero | dict(zip("fk", values, strict=True))
        left, right = (evaluate(s.tree, point, EXACT) for s in sides)
        assert left - right == np.dot(weights, values)
