r"""The constants of the library's non-convex test functions, for all x and y.

A profile is in the class :math:`(L_0,L_1)` of Definition 2.2 of Yang, Zhang, Chen and Liu (2022).
The slope of the ripple is :math:`x+\frac12\sin x^2`.
"""

from dptheory.problems import profiles
from dptheory.problems.profiles import Profile
from verify.language import Draft, claim, notation, number, real, says
from verify.methods.derive import Derive, add, cases, chain, monotone, multiply, shown, substitute

V = notation(
    x=real("x", unit="1", search=(-6, 6)),
    y=real("y", unit="1", search=(-6, 6)),
    # Angles and sines of the steps.
    a=real("a", unit="1", search=(-6, 6)),
    b=real("b", unit="1", search=(-6, 6)),
    p=real("p", unit="1", search=(-1, 1)),
    q=real("q", unit="1", search=(-1, 1)),
)


def member(profile: Profile) -> Draft:
    """The definition, with the profile's constants."""
    at_x, at_y = profile.slope(V.x), profile.slope(V.y)
    return says(abs(at_x - at_y) <= (profile.L0 + profile.L1 * abs(at_x)) * abs(V.x - V.y))


FLAT = claim(
    "dptheory/test-functions",
    "dptheory.problems.profiles",
    "Generalised smoothness of the test functions that are flat far away",
).says({p.name: member(p) for p in (profiles.CAUCHY, profiles.SATURATED)})
DOUBLE = claim(
    "dptheory/double-well",
    "dptheory.problems.profiles",
    "Generalised smoothness of the double well",
).says(member(profiles.WELL))

APART, SLOPE = abs(V.x - V.y), profiles.RIPPLE.slope(V.x)
SINES = (V.x * V.x).sin(), (V.y * V.y).sin()
CHANGE = abs(SINES[0] - SINES[1])
HALVES = (V.a + V.b) / 2, (V.a - V.b) / 2
TURNED = says(abs((V.a + V.b).sin() - (V.a - V.b).sin()) <= 2 * abs(V.b))
LIPSCHITZ = says(
    abs(V.a.sin() - V.b.sin()) <= abs(V.a - V.b),
    by=Derive(substitute(TURNED, {"a": HALVES[0], "b": HALVES[1]})),
)
BOUNDED = says(abs(V.a.sin() - V.b.sin()) <= 2)
AT_MOST_ONE, AT_MOST_ITSELF = says(abs(V.a.sin()) <= 1), says(abs(V.a.sin()) <= abs(V.a))
SPLIT = says(abs(V.x + V.p / 2 - (V.y + V.q / 2)) <= APART + abs(V.p - V.q) / 2)

# Far points: the sines differ by 2 at most. Near ones: the squares differ by little.
BOUND, SQUARES = (2 * abs(V.x) + number(3) / 2) * APART, {"a": V.x * V.x, "b": V.y * V.y}
DISTANT = chain(substitute(BOUNDED, SQUARES), shown(number(2) <= BOUND))
CLOSE = chain(substitute(LIPSCHITZ, SQUARES), shown(abs(V.x * V.x - V.y * V.y) <= BOUND))
OSCILLATION = says(CHANGE <= BOUND, by=Derive(cases(number(4) / 3 <= APART, DISTANT, CLOSE)))
# The slope is at least half of |x| in absolute value.
SQUARE, TWICE = {"a": V.x * V.x}, 2 * abs(V.x)
SMALL = cases(
    abs(V.x) <= 1,
    chain(substitute(AT_MOST_ITSELF, SQUARE), shown(abs(V.x * V.x) <= abs(V.x))),
    chain(substitute(AT_MOST_ONE, SQUARE), shown(number(1) <= abs(V.x))),
    abs(SINES[0]) <= abs(V.x),
)
LESS = add(shown(TWICE == TWICE), monotone("negative", SMALL))
BACK = substitute(says(2 * abs(V.x) - abs(V.p) <= 2 * abs(V.x + V.p / 2)), {"p": SINES[0]})
STEEPNESS = says(abs(V.x) <= 2 * abs(SLOPE), by=Derive(chain(LESS, BACK)))
# The step itself, half the oscillation, and |x| by the slope.
HALF, REST = number(1) / 2, number(7) / 4 * APART
RIPPLE_PROOF = Derive(
    chain(
        substitute(SPLIT, {"p": SINES[0], "q": SINES[1]}),
        add(shown(APART == APART), multiply(substitute(OSCILLATION, {}), HALF)),
        add(shown(REST == REST), multiply(substitute(STEEPNESS, {}), APART)),
    )
)
OSCILLATING = claim(
    "dptheory/ripple",
    "dptheory.problems.profiles",
    "Generalised smoothness of the oscillating test function",
).says(member(profiles.RIPPLE).but(by=RIPPLE_PROOF))
