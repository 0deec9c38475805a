"""Figures: one module each, named in ``NAMES``; nothing is imported before it is drawn.

A figure's module offers ``write(folder)``, which computes and writes its CSV files, and
``draw(folder)``, which reads them and returns the matplotlib figure.
"""

NAMES = {
    "fig-1": "figures.accelerated.fig_1",
    "heavy-ball-region": "figures.dptheory.feasible_region",
}
