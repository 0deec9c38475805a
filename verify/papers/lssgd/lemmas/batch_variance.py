"""The variance of a batch mean without replacement is at most that with replacement."""

from verify.display.latex import tex
from verify.language import lemma
from verify.papers.lssgd.notation import V

BATCH_VARIANCE = lemma(
    "lssgd/batch-variance",
    tex(V, r"\frac{G^2}{b}\frac{n-b}{n-1}") <= tex(V, r"\frac{G^2}{b}"),
    given=["n >= 2", "b <= n"],
)
