"""DP heavy ball, Nesterov and multistage (Kuru et al. 2020): one module a numbered result."""

TITLE = (
    "Differentially Private Accelerated Optimization Algorithms (Kuru, Birbil, "
    "Gürbüzbalaban, Yıldırım 2020)"
)
MODULES = (
    "thm_a1", "thm_a2", "thm_a3", "eq_14_15", "eq_10", "one_step_leak", "prop_3_1",
    "required_noise", "section_3_1", "assumption_3_2", "batch_noise", "noise_size",
    "appendix_b2", "prop_3_4", "lyapunov_bound", "uncorrelated_noise", "noise_constant",
    "lmi_solutions", "eq_26",
    "thm_3_5", "thm_3_5_noise", "growth", "footnote_1", "best_momentum",
    "fig_1", "rate_noise", "b3_eigenvalues", "b3_steps", "thm_4_1", "eq_29",
    "prop_4_2", "remarks_4", "remark_4_2", "thm_4_3", "fig_2", "eq_35_36",
    "section_5_constants", "fig_3", "section_5_text", "section_6",
)  # fmt: skip
# Runs that several of them share; each has a function ``prepare`` of a number of workers.
EXPERIMENTS = ("data_sets",)
