r"""Appendix A, Remark 3: "much less" and "much stronger", read as weakly as they can be.

:math:`\Vert A_\sigma^{-1}g\Vert` is less than :math:`\Vert g\Vert`, and the squared distance of two
neighbours' releases, in units of their noise, less than without smoothing: for every difference
g of two gradients, every d >= 3 and every smoothing.
"""

from verify.language import claim, dot, norm, says
from verify.papers.lssgd.lemmas.norms import SHORTER
from verify.papers.lssgd.lemmas.one_release import DISTANCE, ONE_RELEASE, SMOOTHED
from verify.papers.lssgd.notation import V

SMOOTHING = [V.sigma > 0, V.d >= 3, norm(V.gap) > 0]
PRIVACY = says(DISTANCE < norm(V.gap) ** 2 / V.nu**2, given=SMOOTHING)

PRIVACY_CLAIM = (
    claim(
        "lssgd/remark-3-privacy",
        "App A, Remark 3",
        "stronger privacy by smoothing",
        {"length": says(norm(SMOOTHED) < norm(V.gap), given=SMOOTHING), "privacy": PRIVACY},
        instead={
            # With d = A^{-1} g and g = A d.
            "length": SHORTER.says,
            # One release, given the weights: all divergences coincide with the unsmoothed ones.
            "privacy": ONE_RELEASE,
        },
    )
    .quoting(
        r"g=\nabla f_i-\nabla f_{i'}",
        part="length",
        reading="The difference is a symbol of its own.",
    )
    .rejects("noise added after smoothing", ONE_RELEASE.but(left=dot(SMOOTHED, SMOOTHED) / V.nu**2))
)

CLAIMS = (PRIVACY_CLAIM,)
