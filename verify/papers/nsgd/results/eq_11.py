"""Section 3.3, (11): clipping lies between normalising and twice that."""

from verify.formula.expression import least, norm
from verify.language.claim import Control, claim
from verify.language.says import at_most
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING

CLIPPED = least(1, V.c / norm(V.g))
NORMALISED = V.c / (V.c + norm(V.g))
LOWER, UPPER = at_most(V, NORMALISED, CLIPPED), at_most(V, CLIPPED, 2 * NORMALISED)

EQ_11 = claim(
    "nsgd/eq-11",
    "§3.3, (11)",
    "clipping against normalising",
    {"from below": LOWER, "from above": UPPER},
    settings=CLIPPING,
    rejects=(Control(name="factor 3/2", says=UPPER.but(right=3 * NORMALISED / 2)),),
)

CLAIMS = (EQ_11,)
