r"""Noise :math:`\nu^2I` that is smoothed with the gradient leaves every divergence as it was.

Two releases :math:`A^{-1}(x+n)` and :math:`A^{-1}(y+n)` are Gaussians of one covariance
:math:`\nu^2A^{-1}A^{-\top}`: their divergences depend on the squared Mahalanobis distance alone.
"""

from verify.language import dot, inverse, says, transpose
from verify.papers.lssgd.notation import V

SMOOTHED = inverse(V.A) @ V.gap
DISTANCE = dot(SMOOTHED, inverse(V.nu**2 * (inverse(V.A) @ transpose(inverse(V.A)))) @ SMOOTHED)

ONE_RELEASE = says(DISTANCE == dot(V.gap, V.gap) / V.nu**2)
