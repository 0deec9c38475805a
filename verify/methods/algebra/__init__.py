"""Normal forms: sympy over the symbols' sets, sums, matrices that do not commute."""
