"""How batches are drawn, and the relation that each way is accounted for."""

from enum import Enum

from dptheory.privacy.neighbouring import Neighbouring


class Sampling(Enum):
    """How batches are drawn.

    Example:
        >>> [one.value for one in Sampling]
        ['poisson', 'without-replacement', 'shuffled']
    """

    POISSON = "poisson"
    WITHOUT_REPLACEMENT = "without-replacement"
    SHUFFLED = "shuffled"

    @property
    def neighbouring(self) -> Neighbouring:
        """The relation that the scheme's account is for."""
        poisson = self is Sampling.POISSON
        return Neighbouring.ADD_OR_REMOVE_ONE if poisson else Neighbouring.REPLACE_ONE
