"""Numerical verification of theorems on differentially private optimisation.

The package is the library that the claim ledger (``verify``) and the figures (``figures``)
stand on; it imports neither. Importing it loads no numerical package.
"""

__version__ = "0.2.0.dev0"
