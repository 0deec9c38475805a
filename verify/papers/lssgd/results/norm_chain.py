r"""Section 3, after Proposition 2: from the norm of the inverse to the 2-norm.

``squares`` are the expected squares of the gradient's coordinates in an eigenbasis of
:math:`A_\sigma`, whose eigenvalues are written :math:`\lambda_{\max}/(1+u_i)` in the first
inequality. The largest one is that of condition-number in the second.
"""

from fractions import Fraction

from verify.language import Real, claim, floor, nonnegative, positive, says, sequence, total
from verify.methods.derive import Derive, substitute, sum_over
from verify.papers.lssgd.formulas import smoothing as formulas
from verify.papers.lssgd.formulas.smoothing import eigenvalue
from verify.papers.lssgd.notation import i

IN_INVERSE = r"\mathbb{E}\Vert\nabla F(\tilde{w})\Vert^2_{A_\sigma^{-1}}"
NONNEGATIVE = Real(Fraction(0))
V = formulas.V.extended(
    d=formulas.V.d.within(search=(1, 8)),
    top=positive(r"\lambda_{\max}", unit="1", search=(1, 40)),
    whole=nonnegative(IN_INVERSE, unit="gradient^2", search=(0, 9)),
    squares=sequence("d", "q", unit="gradient^2", entry=NONNEGATIVE),
    excess=sequence("d", "u", unit="1", entry=NONNEGATIVE),
    q=nonnegative("q", unit="gradient^2", search=(0, 9)),
    u=nonnegative("u", unit="1", search=(0, 9)),
)
COORDINATE = says(V.q <= V.top * (V.q / (V.top / (1 + V.u))))
FIRST = says(
    total(i, 1, V.d, V.squares[i])
    <= V.top * total(i, 1, V.d, V.squares[i] / (V.top / (1 + V.excess[i]))),
    by=Derive(sum_over(i, 1, V.d, substitute(COORDINATE, {"q": V.squares[i], "u": V.excess[i]}))),
)
SECOND = says(eigenvalue(floor(V.d / 2)) * V.whole <= (1 + 4 * V.sigma) * V.whole)
CHAIN = (
    claim("lssgd/norm-chain", "§3, after Prop 2", "from the norm of the inverse to the 2-norm")
    .says({"first inequality": FIRST, "second inequality": SECOND})
    .quoting(
        r"\mathbb E\|\nabla F(\tilde w)\|_2^2\le\frac{\mathbb E\|\nabla F(\tilde w)"
        r"\|^2_{A_\sigma^{-1}}}{\lambda_{\min}(A_\sigma^{-1})}\le(1+4\sigma)\mathbb E"
        r"\|\nabla F(\tilde w)\|^2_{A_\sigma^{-1}}\le4\zeta\frac{G\sqrt{6dL(2D_F"
        r"+LG^2)\log(1/\delta)}}{n\epsilon}",
        part="second inequality",
        reading="The second inequality; the first one is a part, the last one norm-chain-last.",
    )
    .rejects("1 + 3 sigma", part="second inequality", right=(1 + 3 * V.sigma) * V.whole)
)
