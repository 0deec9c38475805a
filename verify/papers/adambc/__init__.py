"""DP-AdamBC (Tang, Shpilevskiy, Lecuyer 2023): one module a numbered result."""

MODULES = ("eq_2", "prop_2", "prop_3")
