"""Results of this project: criteria, tight forms and worst cases that the papers leave open."""

MODULES = (
    "criterion", "never_beats_gradient", "momentum_pays", "sharp_bound", "noise_gain", "adam",
    "worst_law", "normalised_descent", "clipped_descent", "test_functions", "clipping_bound",
    "normalised_stuck", "symmetric_descent", "grouped_descent", "equal_groups", "groupings",
    "groups_cost", "gradient_rate", "heavy_ball_region", "triple_momentum", "nesterov_rate",
    "clipped_mean", "drawn_iterate", "clipped_run", "normalised_run", "smoothed_bounds",
    "cost_of_choosing", "last_iterate",
)  # fmt: skip
