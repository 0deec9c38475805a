"""What may be spent."""

from dataclasses import dataclass

from dptheory.contract import public
from dptheory.ranges import positive, require


@public
@dataclass(frozen=True)
class Budget:
    """What may be spent: (epsilon, delta)-DP.

    Attributes:
        epsilon: positive; None where a run already done is only accounted for.
        delta: in [0, 1); 0 for pure privacy.

    Example:
        >>> Budget(8, delta="1e-5")
        Budget(epsilon=8, delta=1e-05)
    """

    epsilon: float | None
    delta: float = 0.0

    def __post_init__(self) -> None:
        if self.epsilon is not None:
            positive("epsilon", self.epsilon)
        require(0 <= self.delta < 1, "delta", "in [0, 1)", self.delta)

    @property
    def required_epsilon(self) -> float:
        """The epsilon, where noise is to be found for it.

        Raises:
            ValueError: it is None.
        """
        require(self.epsilon is not None, "epsilon of the budget", "a number", self.epsilon)
        return float(self.epsilon or 0.0)
