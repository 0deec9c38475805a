r"""Appendix A, Remark 3: "much less" and "much stronger", read as weakly as they can be.

:math:`\Vert A_\sigma^{-1}(\nabla f_i-\nabla f_{i'})\Vert` less than :math:`\Vert\nabla f_i-
\nabla f_{i'}\Vert`, and the squared distance of two neighbours' releases, in units of their noise,
less than without smoothing, for every pair of gradients, every d >= 3 and every smoothing.
"""

from verify.claim import Control, claim
from verify.expression import dot, inverse, norm
from verify.papers.lssgd.lemmas.one_release import DISTANCE, GAP, ONE_RELEASE, SMOOTHED
from verify.papers.lssgd.notation import V
from verify.statement import equal, less

SMOOTHING = [V.sigma > 0, V.d >= 3, dot(GAP, GAP) > 0]
LENGTH = less(V, norm(SMOOTHED), norm(GAP), where=SMOOTHING)
PRIVACY = less(V, DISTANCE, dot(GAP, GAP) / V.nu**2, where=SMOOTHING)
CONSTANT = inverse(V.A) @ (V.A @ GAP)

PRIVACY_CLAIM = claim(
    "lssgd/remark-3-privacy",
    "App A, Remark 3",
    "stronger privacy by smoothing",
    {"length": LENGTH, "privacy": PRIVACY},
    instead={
        # One release, given the weights: every divergence coincides with the unsmoothed one.
        "privacy": ONE_RELEASE.says,
        # A difference that smoothing leaves alone keeps its length.
        "length": equal(V, norm(SMOOTHED), norm(GAP), where=[(V.A @ GAP).equals(GAP)]),
    },
    rejects=(
        Control(name="noise added after smoothing",
                says=ONE_RELEASE.says.but(left=dot(SMOOTHED, SMOOTHED) / V.nu**2)),
    ),
)

CLAIMS = (PRIVACY_CLAIM,)
