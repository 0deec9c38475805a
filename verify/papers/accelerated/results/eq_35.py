"""Section 5, (35): the regularised maximum likelihood problem, with mu = 2 lambda."""

from verify.language import Formula, claim, dot, says
from verify.papers.accelerated.lemmas.logistic import V
from verify.papers.accelerated.settings import LOGISTIC

STEP = V.x - V.y


def falls(sign: int) -> Formula:
    """-<grad f(x) - grad f(y), x - y> of a record's f = ln p + sign lambda |x|^2."""
    weights = [1 / (1 + (V.z * dot(V.u, point)).exp()) for point in (V.x, V.y)]
    record, penalty = V.z * dot(V.u, STEP) * (weights[1] - weights[0]), 2 * V.lam * dot(STEP, STEP)
    return record - penalty if sign > 0 else record + penalty


# mu = 2 lambda: what is maximised is mu-strongly concave, every record's f, hence their mean.
CONCAVE = says(2 * V.lam * dot(STEP, STEP) <= falls(1))
MAXIMISER = (
    claim("accelerated/eq-35", "§5, (35)", "regularised maximum likelihood")
    .says(CONCAVE, settings=(LOGISTIC,))
    .quoting(
        r"x^*=\arg\max\frac1n\sum f(x;u_i,z_i)",
        reading="that what is maximised is strongly concave, record by record",
    )
    .quoting(
        r"f=\ln p(z|u,x)+\lambda\|x\|^2", reading="by the difference of its gradients at two points"
    )
    .quoting(r"\mu=2\lambda", reading="the constant of strong concavity on the left side")
    .repaired(right=falls(-1))
)
