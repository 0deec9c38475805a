"""The paper's own settings: section 5's experiments and the demonstration of section 3.2."""

from fractions import Fraction

from verify.claim import Setting

FULL_BATCH = Setting(
    name="§5, m = n",
    values={"d": 20, "n": 10**5, "m": 10**5, "S": Fraction(40), "eps": Fraction(1)},
)
SUBSAMPLED = Setting(name="§5, m = 1000", values=FULL_BATCH.values | {"m": 1000})
SECTION_5 = (FULL_BATCH, SUBSAMPLED)
