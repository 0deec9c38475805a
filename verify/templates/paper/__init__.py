"""A paper of one lemma: state your own in results/, and draw your own in drawings/."""

TITLE = "Title of the paper (Authors 2026)"
MODULES = ("lemma_1",)
