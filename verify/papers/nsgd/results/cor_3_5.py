r"""Section 3.3, Corollary 3.5: (9) at the noise of Lemma 3.1 is (10).

Unlike C of (9), the constant of (10) may depend on :math:`D_f`. What is judged is the step from (9)
to (10); (9) itself fails (``nsgd/thm-3.4``).
"""

from verify.language import claim, says
from verify.papers.nsgd.formulas.printed_theorems import fourth_root
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CIFAR10

VARIANCE = V.c2**2 * V.B**2 * V.T * V.ell / (V.N * V.eps) ** 2
NOISE = fourth_root((V.Df + 1) ** 2 * V.c**3 * V.d * VARIANCE / V.T)
REST = fourth_root(1 / (V.T * V.c**2 * (V.c + V.tau0) * V.d * VARIANCE))
CONSTANT = ((V.Df + 1) * V.c2 * V.B).sqrt() + (V.B / V.c2).sqrt()
LEAST = V.N**2 * V.eps**2 / (V.B**2 * V.c**3 * V.d * V.ell)
COR_3_5 = claim(
    "nsgd/cor-3.5",
    "§3.3, Cor 3.5, (10)",
    "from (9) to (10), given (9)",
    says(
        NOISE + REST <= CONSTANT * fourth_root(V.d * V.c**3 * V.ell / (V.N * V.eps) ** 2),
        given=[V.T >= LEAST],
    ),
    settings=CIFAR10[-1:],
).rejects("an eighth of the steps", given=[8 * V.T >= LEAST])

CLAIMS = (COR_3_5,)
