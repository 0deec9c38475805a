"""The papers of this project, in the order of the ledger; each is a folder like any paper's."""

SLUGS = ("accelerated", "lssgd", "adambc", "nsgd", "groupwise", "dptheory")
TITLE = "five papers on differentially private optimisation"
