"""The operators of formulas: a tree, one that is being traced, one in an author's hands."""

from typing import Any, Self


class Operators:
    """Arithmetic and elementary functions; each makes a larger formula."""

    __slots__ = ()

    def _with(self, op: str, left: Any, right: Any) -> Self:
        """The formula of an operation; one side is this, the other whatever stood there."""
        raise NotImplementedError

    def function(self, name: str) -> Self:
        """An elementary function of the formula (``dptheory.numbers`` asks for it by name)."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Self:
        return self._with("add", self, other)

    def __radd__(self, other: Any) -> Self:
        return self._with("add", other, self)

    def __sub__(self, other: Any) -> Self:
        return self._with("sub", self, other)

    def __rsub__(self, other: Any) -> Self:
        return self._with("sub", other, self)

    def __mul__(self, other: Any) -> Self:
        return self._with("mul", self, other)

    def __rmul__(self, other: Any) -> Self:
        return self._with("mul", other, self)

    def __truediv__(self, other: Any) -> Self:
        return self._with("div", self, other)

    def __rtruediv__(self, other: Any) -> Self:
        return self._with("div", other, self)

    def __pow__(self, other: Any) -> Self:
        return self._with("pow", self, other)

    def __rpow__(self, other: Any) -> Self:
        return self._with("pow", other, self)

    def __matmul__(self, other: Any) -> Self:
        return self._with("matmul", self, other)

    def __getitem__(self, index: Any) -> Self:
        return self._with("at", self, index)

    def __pos__(self) -> Self:
        return self

    def __abs__(self) -> Self:
        return self.function("abs")

    def sqrt(self) -> Self:
        """Square root (numpy's ufuncs and ``dptheory.numbers`` look for these methods)."""
        return self.function("sqrt")

    def log(self) -> Self:
        """Natural logarithm."""
        return self.function("log")

    def exp(self) -> Self:
        """Exponential."""
        return self.function("exp")

    def cos(self) -> Self:
        """Cosine."""
        return self.function("cos")

    def sin(self) -> Self:
        """Sine."""
        return self.function("sin")
