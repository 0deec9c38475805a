"""DP heavy ball, Nesterov and multistage (Kuru et al. 2020): one module a numbered result."""

MODULES = (
    "appendix_a",
    "prop_3_1",
    "section_3_1",
    "prop_3_3",
    "appendix_b1",
    "appendix_b2",
    "lemma_b1",
    "prop_3_4",
    "prop_3_4_feasible",
    "eq_26",
    "thm_3_5",
    "thm_3_5_noise",
    "section_3_2",
    "appendix_b3",
    "section_5_model",
    "section_5_sensitivity",
    "section_5_constants",
    "section_5_lengths",
)
