"""Lemma 1: a product is at most a mean of squares."""

from verify.display.latex import tex
from verify.language import claim, says

from ..notation import V
from ..settings import SECTION_2

MEAN_OF_SQUARES = claim(
    "paper/lemma-1",
    "Section 2, Lemma 1",
    "a product and a mean of squares",
    says(tex(V, r"ab\le\frac{a^2+b^2}{2}")),
    settings=(SECTION_2,),
)
