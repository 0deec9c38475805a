"""Real arithmetic of the provers decide and decompose: polynomials, functions, branches."""
