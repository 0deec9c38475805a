"""Results of this project: criteria, tight forms and worst cases that the papers leave open."""

MODULES = (
    "criterion",
    "never_beats_gradient",
    "same_step",
    "sharp_bound",
    "noise_gain",
    "adam_floor",
    "step_pair",
)
