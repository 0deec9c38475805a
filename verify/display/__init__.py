"""How it reads: LaTeX in and out, sentences."""
