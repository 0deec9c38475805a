r"""Section 1: smoothing as post-processing, and what it costs.

The smoothed noisy gradient :math:`A^{-1}(g+n)` of a batch has at u the density of :math:`g+n` at
Au, times det A: the quotient of two neighbouring data sets, mixtures over batches, is the same.
From :math:`w^0` the iterates and the noisy gradients determine each other.
"""

from fractions import Fraction

from verify.language import Draft, Formula, Setting, claim, dot, inverse, number, says, transpose
from verify.language.symbols import positive, vector
from verify.papers.lssgd import notation
from verify.papers.lssgd.formulas.printed_privacy import BATCH

V = notation.V.extended(
    d=notation.V.d.within(search=(1, 3)),
    b=notation.V.b.within(search=(1, 300)),
    eta=positive(r"\eta", unit="length^2/loss", search=(0.01, 2)),
    x=vector("d", "u", unit=notation.GRADIENT),
    w=vector("d", "w^k", unit="length"),
)

# Post-processing ---------------------------------------------------------------------------------
INVERSE = inverse(V.A)
COVARIANCE = V.nu**2 * (INVERSE @ transpose(INVERSE))
GAP, BEFORE = V.x - INVERSE @ V.g, V.A @ V.x - V.g
DENSITY = says(
    dot(GAP, inverse(COVARIANCE) @ GAP) == dot(BEFORE, BEFORE) / V.nu**2,
    # Exponents of Gaussian densities.
    display=r"p_{A_\sigma^{-1}(g+n)}(u)=\det(A_\sigma)\,p_{g+n}(A_\sigma u)",
)
NEXT = V.w - V.eta * (INVERSE @ V.g)
POST_PROCESSING = (
    claim("lssgd/post-processing", "Abstract, §1", "Smoothing is post-processing")
    .says({"one step": DENSITY, "all steps": says((1 / V.eta) * (V.A @ (V.w - NEXT)) == V.g)})
    .quoting(
        r"w^{k+1}=w^k-\eta A_\sigma^{-1}\big(\frac1b\sum_{i_k\in\mathcal B_k}\nabla "
        r"f_{i_k}(w^k)\big)",
        part="all steps",
        reading="Solved for the gradient of the batch: each iterate gives it back.",
    )
    .rejects("noise added after smoothing", part="one step", left=dot(GAP, GAP) / V.nu**2)
)

# Cost --------------------------------------------------------------------------------------------
# The paper's two models: logistic regression on MNIST with d = 785 * 10, and the CNN of the
# tutorial it cites (8x8 convolution with 16 channels, 4x4 with 32, dense 32 and 10).
LOGISTIC = Setting(name="§4.1", values={"d": 7850, "b": BATCH})
CNN = Setting(name="§4.2", values={"d": 16 * 65 + 32 * 257 + 32 * 513 + 10 * 33, "b": 256})


# A step of DP-SGD: a multiply-add forwards and one for the gradient in the weights, for the CNN one
# more for the gradient in the inputs; 20 operations a normal variate, noise and step.
LINEAR = 4 * V.b * V.d + 23 * V.d
PRODUCTS = number(14 * 14 * 16 * 64 + 5 * 5 * 32 * 256 + 512 * 32 + 32 * 10)  # of a record
CONVOLUTIONAL = 6 * V.b * PRODUCTS + 23 * V.d
# A real transform and its inverse, and d/2 complex divisions by reals.
FFT = 5 * V.d * (V.d.log() / number(2).log()) + V.d
# Two moving averages of two passes; two multiplications and an addition an entry.
RECURSIVE = 12 * V.d
HELD = (50000 * 784) + 2 * V.d  # records, parameters and gradient
EXTRA = V.d / 2 + 1 + V.d + 2  # eigenvalues and the transform


def at(setting: Setting) -> list[Formula]:
    """The settings' numbers as hypotheses."""
    return [(getattr(V, name) == value) for name, value in setting.values.items()]


def share(extra: Formula, whole: Formula, setting: Setting) -> Draft:
    """What smoothing adds, by what there is without: at most 5 per cent more."""
    return says((whole + extra) / whole <= Fraction(105, 100), given=at(setting))


COST = (
    claim("lssgd/cost", "Abstract, §1, §5", "Cost of smoothing, if 5 per cent are negligible")
    .says(
        {
            "operations, logistic regression": share(FFT, LINEAR, LOGISTIC),
            "operations, CNN": share(FFT, CONVOLUTIONAL, CNN),
            "memory, logistic regression": share(EXTRA, HELD, LOGISTIC),
        },
        # By two periodic moving averages instead of the FFT.
        instead={"operations, logistic regression": share(RECURSIVE, LINEAR, LOGISTIC)},
        settings=(LOGISTIC, CNN),
        # With batches of one the FFT costs more than the gradient.
        notes=(says(FFT >= 4 * V.d, given=["d >= 2"]),),
        ours=True,  # the paper gives no number
    )
    .quoting(r"b=128", part="operations, logistic regression")
    .rejects("a dense inverse", share(2 * V.d**2, LINEAR, LOGISTIC))
    .rejects("the dense matrix", share(V.d**2, HELD, LOGISTIC))
)
