r"""Appendix A, Remark 3: "much less" and "much stronger", read as weakly as they can be.

:math:`\Vert A_\sigma^{-1}g\Vert` is less than :math:`\Vert g\Vert` for every difference g of two
gradients that is not the same in all coordinates: the sentence is about numerical experiments, in
which none is. The squared distance of two neighbours' releases, in units of their noise, is less
than without smoothing: for every difference, every d >= 3 and every smoothing.
"""

from verify.language import claim, dot, norm, says
from verify.papers.lssgd.lemmas.norms import SHORTER, STRICTLY_SHORTER
from verify.papers.lssgd.lemmas.one_release import DISTANCE, ONE_RELEASE, SMOOTHED
from verify.papers.lssgd.notation import V

SMOOTHING = [V.sigma > 0, V.d >= 3, norm(V.gap) > 0]
PRIVACY = says(DISTANCE < norm(V.gap) ** 2 / V.nu**2, given=SMOOTHING)

PRIVACY_CLAIM = (
    claim("lssgd/remark-3-privacy", "App A.1, Remark 3", "Stronger privacy by smoothing")
    .says(
        {"length": STRICTLY_SHORTER, "privacy": PRIVACY},
        # One release, given the weights: all divergences coincide with the unsmoothed ones.
        instead={"privacy": ONE_RELEASE},
        # Of every difference, with d = A^{-1} g and g = A d.
        notes=(SHORTER.says,),
    )
    .quoting(
        r"\|A_\sigma^{-1}\nabla f_i-A_\sigma^{-1}\nabla f_{i'}\|_2",
        part="length",
        reading=(
            "The remark says 'much less' after experiments: read as less, for diffe"
            "rences that are not the same in all coordinates."
        ),
    )
    .quoting(
        r"g=\nabla f_i-\nabla f_{i'}",
        part="length",
        reading=r"The difference is $A_\sigma\mathbf d$, the smoothed one $\mathbf d$.",
    )
    .rejects("noise added after smoothing", ONE_RELEASE.but(left=dot(SMOOTHED, SMOOTHED) / V.nu**2))
)
