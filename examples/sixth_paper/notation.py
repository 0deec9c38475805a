r"""The paper's symbols.

A run Q has the divergence :math:`\varepsilon` of order :math:`\lambda` and :math:`\hat\varepsilon`
of order :math:`\hat\lambda`; K runs are made, and the best is released. q and q' are the chances of
one event on two neighbouring data sets.
"""

from verify.language import between, natural, nonnegative, notation, positive

V = notation(
    eta=between(-1, float("inf"), r"\eta", ends="()", unit="1", search=(-0.9, 5)),
    gamma=between(0, 1, r"\gamma", ends="()", unit="1"),
    lam=between(1, float("inf"), r"\lambda", ends="()", unit="1", search=(1.1, 50)),
    lamh=between(1, float("inf"), r"\hat\lambda", ends="()", unit="1", search=(1.1, 50)),
    eps=nonnegative(r"\varepsilon", unit="1", search=(0, 5)),
    epsh=nonnegative(r"\hat\varepsilon", unit="1", search=(0, 5)),
    deltah=between(0, 1, r"\hat\delta", unit="1"),
    rho=positive(r"\rho", unit="1", search=(0.01, 5)),
    mu=positive(r"\mu", unit="1", search=(0.5, 50)),
    q=between(0, 1, "q", unit="1"),
    r=between(0, 1, "q'", unit="1"),
    x=between(0, 1, "x", unit="1"),
    h=positive("h", unit="1"),
    k=natural("k"),
    n=natural("n", search=(1, 60)),
)
