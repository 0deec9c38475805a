"""What a run of a check may use: mode, seed and error level, and nothing else from outside."""

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from verify.methods.kept import Kept
from verify.methods.search.known import Known

if TYPE_CHECKING:
    import numpy as np

MODES = ("quick", "standard", "full")
T = TypeVar("T")

# Family-wise error: every cell of a statistical check spends the same fixed share of FAMILY_LEVEL,
# so that by Bonferroni's inequality a ledger with at most MAX_TESTS such cells contains a false
# statistical finding with probability at most FAMILY_LEVEL.
FAMILY_LEVEL = 1e-3
MAX_TESTS = 1000


@dataclass(frozen=True)
class Context:
    """Mode, seed and the name that separates the random streams of different checks.

    The name is that of what is checked (a statement's outline, a run), never the claim's: a
    statement has one outcome under every id.

    ``classics`` says whether these may be tried: not in the steps of a derivation, their own least.
    ``known`` are the violations that earlier searches of the claim found, or None: no part of what
    is asked for, as they are searched for where they are not known. ``kept`` are its proofs.
    """

    mode: str = "standard"
    seed: int = 0
    stream: str = ""
    classics: bool = True
    known: Known | None = field(default=None, compare=False)
    kept: Kept = field(default_factory=Kept, compare=False)

    @property
    def level(self) -> float:
        """The error probability that one statistical check may spend."""
        return FAMILY_LEVEL / MAX_TESTS

    def pick(self, quick: T, standard: T, full: T) -> T:
        """The entry that belongs to the mode."""
        return {"quick": quick, "standard": standard, "full": full}[self.mode]

    def named(self, name: str) -> "Context":
        """The same context with its own random stream."""
        return replace(self, stream=f"{self.stream}/{name}")

    @property
    def stream_seed(self) -> int:
        """A 63-bit seed that depends on the seed and the stream's name alone."""
        digest = hashlib.sha256(f"{self.seed}:{self.stream}".encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1

    def rng(self) -> "np.random.Generator":
        """A fresh generator of this stream."""
        import numpy as np

        return np.random.Generator(np.random.Philox(self.stream_seed))
