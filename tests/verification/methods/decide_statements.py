"""z3 on the paths of a goal: what it must prove, refute and leave open."""

import math
from fractions import Fraction as F
from typing import Any

from verification.notation import V as SHARED

from verify.language import (
    PI,
    between,
    external,
    index,
    natural,
    nonnegative,
    number,
    one_of,
    positive,
    real,
    says,
    total,
)

V = SHARED.extended(
    x=real(unit="1"),
    y=real(unit="1"),
    d=positive(unit="1"),
    edge=between(-F(1, 1000), math.inf, unit="1"),
    t=natural(least=31, most=60),
    s=one_of((1, 2, 5), unit="1"),
    one=one_of((3,), unit="1"),
    left=between(0, 1, unit="1", ends="[)"),
    boxed=nonnegative(unit="1", search=(F(1, 100), 1)),
)
s, a, b, c, x, u, y, q, half, wide, n = V.s, V.a, V.b, V.c, V.x, V.u, V.y, V.q, V.half, V.wide, V.n
t, d, edge, one, left, boxed = V.t, V.d, V.edge, V.one, V.left, V.boxed

i = index("i")


def f(x: Any) -> Any:
    return external("f", abs, x)


descent = (
    a * u / 2 <= a * u - b * a**2 * u / 2
)  # a gradient step keeps half of the first-order decrease
wedge = V.of(lambda a, b: a if (a >= b or b >= F(1001, 1000) * a) else 2 * a)
no_value = V.of(lambda x: math.sqrt(x) if x >= 0 else 1 / (x - x))

PROVED = {
    "square": 0 <= x * x - 2 * x * y + y * y,
    "am-hm": 2 / (1 / a + 1 / b) <= (a + b) / 2,
    "am-gm": 3 * a * b * c <= a**3 + b**3 + c**3,
    "young": x * y <= x * x / (2 * a) + a * y * y / 2,
    "nesbitt": F(3, 2) <= a / (b + c) + b / (a + c) + c / (a + b),
    "motzkin": 0 <= x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2,
    "norms": a + b <= F(3, 2) * (a * a + b * b).sqrt(),
    "whole root": 1 / n <= 1 / n.sqrt(),
    "minkowski": ((a + c) ** 2 + (b + u) ** 2).sqrt()
    <= (a * a + b * b).sqrt() + (c * c + u * u).sqrt(),
    "descent": says(descent, given=["a * b <= 1"]),
    "clipping": V.of(lambda u, c: u / max(1, u / c)) <= c,
    "both clippings": V.of(lambda a, c: min(1, c / a)) <= 2 * c / (c + a),
    "mediant": (a + b) / (c + d) <= V.of(lambda a, b, c, d: max(a / c, b / d)),
    "triangle": abs(x + y) <= abs(x) + abs(y),
    "branches": V.of(lambda x: x if x < 1 else 1) <= 1,
    "branch out of reach": V.of(lambda q: 5 if q == 2 else q) <= 1,
    "branch with a value": V.of(lambda x: 1 / x if x > 1 else 1) <= 1,
    "open end": 0 < half,
    "plateau": V.of(lambda q: max(F(1, 4), q * (1 - q))) <= F(1, 4),
    "identity": (x + y) ** 2 == x * x + 2 * x * y + y * y,
    "between whole numbers": 0 < (2 * n - 3) ** 2,
    "whole parabola": 0 <= (n - 3) * (n - 4),
    "listed values": (s - 1) * (s - 2) * (s - 5) == 0,
    "one value": one <= 3,
    "sum written out": total(i, 1, 4, u / i) <= 3 * u,
    "powers of two": 2**t - 1 < 2**t,
    "falling power": (1 - q) ** (n + 1) <= (1 - q) ** n,
    "bernoulli": 1 + n * u <= (1 + u) ** n,
    "power below exp": (1 - q) ** n <= (-q * n).exp(),
    "tangent": 1 + x <= x.exp(),
    "cosh": 1 + x * x / 2 <= (x.exp() + (-x).exp()) / 2,
    "exp of a sum": (x + y).exp() == x.exp() * y.exp(),
    "exp grows": says(x.exp() <= y.exp(), given=["x <= y"]),
    "amplification": (1 + q * (u.exp() - 1)).log() <= q * (u.exp() - 1),
    "log from below": u - u * u / 2 <= (1 + u).log(),
    "log of a product": (a * b).log() == a.log() + b.log(),
    "log of exp": x.exp().log() == x,
    "log sum exp": V.of(lambda x, y: max(x, y)) <= (x.exp() + y.exp()).log(),
    "cosine": 1 - x * x / 2 <= x.cos(),
    "pythagoras": x.cos() ** 2 + x.sin() ** 2 == 1,
    "floor": V.of(lambda x: math.floor(x)) <= x,
    "pi": 3 < PI,
    "root of two": F(141, 100) < number(2).sqrt(),
    "one unknown": f(x) * 2 == f(x) + f(x),
}

REFUTED = {
    "norms": a + b <= F(141, 100) * (a * a + b * b).sqrt(),
    "plateau": V.of(lambda q: max(F(1, 4), q * (1 - q) + F(1, 100))) <= F(1, 4),
    "small square": u * u <= u,
    "beyond the range": says(descent, given=["a * b <= 1 + 1 / 1000000"]),
    "missed wedge": wedge <= a,
    "just below zero": 0 <= edge,
    "end of a box": 0 <= wide * (wide - F(1, 10000)),
    "branch at zero": V.of(lambda q: 5 if q == 0 else q) <= 1,
    "small cube": V.of(lambda q, u: max(F(7, 10), 1 - 50 * (abs(q - F(1, 3)) + abs(u - F(2, 3)))))
    <= F(7, 10),
    "whole parabola": 0 < (n - 3) * (n - 4),
    "whole tie": 3 * n < n * n + 2,
    "listed values": 0 < (s - 2) ** 2,
    "powers of two": 2**t <= 2**t - 1,
    "strict at the end": q < 1,
    "strict at the start": 0 < q,
    "strict at a closed start": 0 < left,
    "search box": boxed * boxed <= boxed,
    "identity": abs(x) == x,
    "irrational roots": 0 <= (x * x - 2) * (x - 1),
}

OPEN = {
    "logarithm": u - u * u / 3 <= (1 + u).log(),
    "exp below zero": 1 + x + x * x / 2 <= x.exp(),
    "broken exponent": q**a <= q,
    "growing power": q**n <= q ** (n + 1),
    "zero to the zero": q**0 <= q,
    "sine below zero": x.sin() <= x,
    "two unknowns": f(x) <= f(y),
    "rounding": x <= V.of(lambda x: math.floor(x)),
    "quotient by zero": 1 / u <= 1 / u - 1,
    "nothing over zero": 1 / (x - x) <= 0,
    "branch without a value": no_value <= 1 + x * x,
}
