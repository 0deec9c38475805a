r"""The analogue of Figure 1 of Yang et al. (2022): clipped and normalised SGD without noise.

Training loss and accuracy for every threshold c and every regulariser r of the paper, on images of
digits (:mod:`verify.papers.nsgd.laboratory.clipping_images`), ten runs with 95 % bands. At one
learning rate the accuracy varies with c and hardly with r, as printed; at the best rate of each it
varies with both. The rate drops after half and three quarters of the steps.
"""

from figures.nsgd.curves import Parameters, draw, tables

PARAMETERS = Parameters()

__all__ = ["PARAMETERS", "draw", "tables"]
