r"""Section 3, (2): the mean of the private second moment.

The left side takes :math:`E[\tilde g_\tau^2]=E[\bar g_\tau^2]+(\sigma C/B)^2`, for noise of mean 0
that is independent of the batch.
"""

from verify.claim import Control, claim
from verify.papers.adambc.notation import V
from verify.papers.adambc.settings import EXPERIMENTS
from verify.statement import equal

NOISE = r"\left(\frac{\sigma C}{B}\right)^2"
SECOND_MOMENT = r"\left(1-\beta_2\right)\sum_{\tau=1}^{t}\beta_2^{t-\tau}"

MEAN = equal(
    V,
    rf"{SECOND_MOMENT}\left(E[\bar{{g}}^2]_\tau+{NOISE}\right)",
    rf"{SECOND_MOMENT}E[\bar{{g}}^2]_\tau+\left(1-\beta_2^t\right){NOISE}",
)
EQ_2 = claim(
    "adambc/eq-2",
    "§3, (2)",
    "the bias of the private second moment",
    MEAN,
    settings=EXPERIMENTS,
    rejects=(
        Control(
            name="the bias at the first step, at every step",
            says=MEAN.but(
                right=rf"{SECOND_MOMENT}E[\bar{{g}}^2]_\tau"
                rf"+\left(1-\beta_2\right){NOISE}"
            ),
        ),
    ),
)

CLAIMS = (EQ_2,)
