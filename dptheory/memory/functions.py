r"""What PyTorch's autograd saves for functions without parameters, numbers and bytes per sample.

Backward formulas decide: a function saves what its derivative is a function of.

- A sum, a residual sum and a product with a constant save nothing; a residual sum is kept by the
  norm that reads it, as its input.
- GELU saves its input. ``gelu_new`` of Hugging Face's GPT-2 is put together from
  :math:`x^3,\tanh` and a product: x, tanh and both factors are saved, four tensors.
- Attention by matrix products: queries, keys and values (heads first, so copies of what the linear
  layers put out), and the softmax's output, :math:`hT^2` numbers. Dropout on it saves a mask and,
  for the product with the values, its output. Fused attention saves queries, keys, values, the
  output and a logarithm a row and head.
- Dropout saves its mask, a byte a number; of rate 0 nothing.
- Cross-entropy saves the logarithms of the softmax, and a run keeps the scores that the model
  returns.

While the backward pass goes through a function, the gradients of its output and of its input are
there together: ``passing``.
"""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Recipe:
    """How a step is run.

    Attributes:
        width: bytes a number: 4 in float32, 2 in bfloat16 and float16.
        states: numbers that the optimiser keeps a parameter: 2 for Adam, 1 with momentum, 0.
        dropout: whether dropout is on where the network has it.
        fused: whether attention is one kernel, without the matrix of its weights.
        private: whether there is book-keeping; False is training without privacy.
    """

    width: int = 4
    states: int = 2
    dropout: bool = True
    fused: bool = False
    private: bool = True


class Function(Protocol):
    """A function without parameters."""

    def saved(self, recipe: Recipe) -> int:
        """Numbers a sample from the forward pass on."""

    def masks(self, recipe: Recipe) -> int:
        """Bytes a sample from the forward pass on, whatever a number takes."""

    def passing(self, recipe: Recipe) -> int:
        """Numbers of its output's and its input's gradient a sample."""


@dataclass(frozen=True)
class Attention:
    """Softmax attention of T tokens, ``width`` numbers each, in h heads."""

    tokens: int
    width: int
    heads: int
    drops: bool = False

    @property
    def scores(self) -> int:
        """Weights of attention, h T T."""
        return self.heads * self.tokens**2

    def saved(self, recipe: Recipe) -> int:
        """Queries, keys, values, and the weights: once, or before and after dropout."""
        read = self.tokens * self.width
        if recipe.fused:
            return 4 * read + self.tokens * self.heads
        return 3 * read + self.scores * (2 if self.drops and recipe.dropout else 1)

    def masks(self, recipe: Recipe) -> int:
        """The mask of dropout on the weights; a fused kernel draws it again."""
        return self.scores if self.drops and recipe.dropout and not recipe.fused else 0

    def passing(self, recipe: Recipe) -> int:
        """Gradients before and after the softmax, or of the output and one that it reads."""
        return 2 * self.tokens * self.width if recipe.fused else 2 * self.scores


@dataclass(frozen=True)
class Pointwise:
    """An activation function of so many numbers, which saves so many tensors of that size."""

    numbers: int
    tensors: int = 1

    def saved(self, recipe: Recipe) -> int:
        """All its tensors."""
        return self.tensors * self.numbers

    def masks(self, recipe: Recipe) -> int:
        """None."""
        return 0

    def passing(self, recipe: Recipe) -> int:
        """Both gradients."""
        return 2 * self.numbers


@dataclass(frozen=True)
class Dropout:
    """Dropout of so many numbers."""

    numbers: int

    def saved(self, recipe: Recipe) -> int:
        """Nothing but the mask."""
        return 0

    def masks(self, recipe: Recipe) -> int:
        """A byte a number."""
        return self.numbers if recipe.dropout else 0

    def passing(self, recipe: Recipe) -> int:
        """Both gradients."""
        return 2 * self.numbers if recipe.dropout else 0


@dataclass(frozen=True)
class CrossEntropy:
    """The loss of so many scores."""

    scores: int

    def saved(self, recipe: Recipe) -> int:
        """The scores and the logarithms of their softmax."""
        return 2 * self.scores

    def masks(self, recipe: Recipe) -> int:
        """None."""
        return 0

    def passing(self, recipe: Recipe) -> int:
        """Both gradients."""
        return 2 * self.scores
