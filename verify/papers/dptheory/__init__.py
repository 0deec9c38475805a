"""Results of this project: criteria, tight forms and worst cases that the papers leave open.

The findings come first, what is plain or only serves others last; what was known has its source.
"""

TITLE = "Results of this project"
MODULES = (
    "criterion", "heavy_ball_region", "nesterov_rate", "momentum_pays", "never_beats_gradient",
    "noise_gain", "adam", "corrected_adam", "moment_band", "worst_law", "normalised_descent",
    "clipped_descent", "symmetric_descent", "grouped_descent", "grouped_from_below", "clipped_run",
    "normalised_run", "clipped_mean", "drawn_iterate", "cost_of_choosing", "last_iterate",
    "triple_momentum", "gradient_rate", "noise_floors", "uncorrelated", "audited_noise",
    "last_iterate_weights", "short_floor", "momentum_raises", "noise_schedules", "sharp_bound",
    "equal_groups", "groupings", "groups_cost", "clipping_bound", "normalised_stuck",
    "smoothed_bounds", "test_functions",
)  # fmt: skip
