"""Sections 4.2 and 4.3, Figures 5 to 7: budgets and accuracies of the CNNs.

The budget of a run is that of its noisy gradients. Smoothing them is invertible, and what SGD and
Adam do with them uses the data no more: it is the same for all four methods.
"""

from verify.language import claim
from verify.papers.lssgd.lemmas.one_release import ONE_RELEASE

FIGS_5_7 = claim("lssgd/figs-5-7", "§4.2-4.3, Figs 5-7", "CNNs on MNIST and CIFAR10").says(
    {"budgets": ONE_RELEASE},
    needs_data=("the accuracies of the CNNs on MNIST and CIFAR10, epoch by epoch",),
)
