"""The variance of a batch mean without replacement is at most that with replacement."""

from verify.language.claim import Lemma
from verify.language.says import at_most
from verify.papers.lssgd.notation import V

BATCH_VARIANCE = Lemma(
    id="lssgd/batch-variance",
    says=at_most(V, r"\frac{G^2}{b}\frac{n-b}{n-1}", r"\frac{G^2}{b}", where=["n >= 2", "b <= n"]),
)
