"""Section 3.3, (11): clipping lies between normalising and twice that."""

from verify.language import claim, least, norm, says
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING

CLIPPED = least(1, V.c / norm(V.g))
NORMALISED = V.c / (V.c + norm(V.g))
LOWER, UPPER = says(NORMALISED <= CLIPPED), says(CLIPPED <= 2 * NORMALISED)

EQ_11 = (
    claim("nsgd/eq-11", "§3.3, (11)", "clipping against normalising")
    .says({"from below": LOWER, "from above": UPPER}, settings=CLIPPING)
    .quoting(
        r"\frac c{c+\|g\|}\le\min\{1,\frac c{\|g\|}\}\le\frac{2c}{c+\|g\|}",
        part=("from below", "from above"),
    )
    .rejects("factor 3/2", part="from above", right=3 * NORMALISED / 2)
)
