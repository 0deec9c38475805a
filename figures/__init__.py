"""Figures: one module each, named in ``NAMES``; nothing is imported before it is drawn.

A figure's module offers ``PARAMETERS`` (:mod:`figures.parameters`), ``tables(chosen)``, which
computes its numbers for some parameters as named tables of equally long columns, and
``draw(tables, chosen)``, which returns the matplotlib figure. ``python -m figures`` writes the
tables as CSV between the two, so that redrawing never recomputes.
"""

NAMES = {
    "fig-1": "figures.accelerated.fig_1",
    "fig-1-released": "figures.accelerated.fig_1_released",
    "fig-2": "figures.accelerated.fig_2",
    "fig-3": "figures.accelerated.fig_3",
    "fig-4": "figures.accelerated.fig_4",
    "lssgd-fig-1": "figures.lssgd.fig_1",
    "lssgd-fig-2": "figures.lssgd.fig_2",
    "lssgd-fig-3": "figures.lssgd.fig_3",
    "lssgd-fig-4": "figures.lssgd.fig_4",
    "lssgd-fig-5": "figures.lssgd.fig_5",
    "lssgd-gamma-beta": "figures.lssgd.gamma_beta",
    "lssgd-theorem-1": "figures.lssgd.theorem_1_map",
    "adambc-fig-1": "figures.adambc.fig_1",
    "adambc-fig-2": "figures.adambc.fig_2",
    "adambc-fig-4": "figures.adambc.fig_4",
    "adambc-fig-5": "figures.adambc.fig_5",
    "adambc-contest": "figures.adambc.contest",
    "adambc-distance": "figures.adambc.distance",
    "adambc-floor": "figures.adambc.floor",
    "adambc-update-size": "figures.adambc.update_size",
    "adambc-violation": "figures.adambc.violation",
    "nsgd-fig-1": "figures.nsgd.fig_1",
    "nsgd-fig-2": "figures.nsgd.fig_2",
    "nsgd-fig-3": "figures.nsgd.fig_3",
    "nsgd-bounds": "figures.nsgd.bounds",
    "nsgd-drift": "figures.nsgd.drift",
    "nsgd-fair": "figures.nsgd.fair",
    "nsgd-floor": "figures.nsgd.floor",
    "groupwise-fig-1": "figures.groupwise.fig_1",
    "groupwise-fig-3": "figures.groupwise.fig_3",
    "groupwise-fig-4": "figures.groupwise.fig_4",
    "groupwise-fig-6": "figures.groupwise.fig_6",
    "groupwise-groupings": "figures.groupwise.groupings",
    "breast-cancer": "figures.dptheory.breast_cancer",
    "heavy-ball-region": "figures.dptheory.feasible_region",
    "certified-rates": "figures.dptheory.certified_rates",
    "rate-against-floor": "figures.dptheory.rate_against_floor",
    "groups-two-sides": "figures.dptheory.groups_two_sides",
    "uncorrelated-noise": "figures.dptheory.uncorrelated_noise",
    "corrected-adam": "figures.dptheory.corrected_adam",
}
