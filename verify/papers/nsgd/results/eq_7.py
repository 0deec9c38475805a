r"""Section 3.2, (7), and what Assumption 2.2 says of the inner product at large gradients."""

from verify.language import claim, dot, instance, norm, number, says
from verify.papers.nsgd.notation import V

PRODUCT, LENGTH = dot(V.G, V.g), norm(V.G)
UNIT_STEP = says(-(PRODUCT / norm(V.g)) <= -LENGTH + 2 * norm(V.g - V.G))
EQ_7 = (
    claim("nsgd/eq-7", "§3.2, (7)", "A normalised step without regulariser", UNIT_STEP)
    .quoting(r"-\langle\nabla f,g/\|g\|\rangle\le-\|\nabla f\|+2\|g-\nabla f\|")
    .rejects(
        "19/10 for 2",
        right=-LENGTH + 19 * norm(V.g - V.G) / 10,
        at=instance("d=1 G=(1,) g=(-1/100,)"),
    )
)

ASSUMED = norm(V.g - V.G) <= V.tau0 + V.tau1 * LENGTH
LARGE = V.tau0 / (1 - V.tau1) <= LENGTH
LEAST = (1 - V.tau1) * LENGTH**2 - V.tau0 * LENGTH
INNER = says(
    PRODUCT >= LEAST, given=[ASSUMED, LARGE], at=instance("d=1 G=(2,) g=(1,) tau0=1 tau1=0")
)
INNER_PRODUCT = (
    claim(
        "nsgd/inner-product-positive",
        "§3.3, before (11); App A, proof of Lemma A.3",
        "Where the gradient is large, every stochastic gradient points along it",
    )
    .says(
        {"at least": INNER, "nonnegative": says(LEAST >= number(0), given=[LARGE])},
        # The first inequality needs no large gradient.
        notes=(INNER.but(given=[ASSUMED]),),
    )
    .quoting(
        r"\langle\nabla f(x_k),g_k\rangle=\|\nabla f(x_k)\|^2+\langle\nabla f(x_k),g_k-"
        r"\nabla f(x_k)\rangle\ge(1-\tau_1)\|\nabla f(x_k)\|^2-\tau_0\|\nabla f(x_k)\|\ge0",
        part=("at least", "nonnegative"),
        letters={r"\|\nabla f(x_k)\|": LENGTH},
    )
)
