"""DP-AdamBC (Tang, Shpilevskiy, Lecuyer 2023): one module a numbered result."""

TITLE = (
    "DP-AdamBC: Your DP-Adam Is Actually DP-SGD (Unless You Apply Bias Correction) "
    "(Tang, Shpilevskiy, Lécuyer 2023)"
)
MODULES = (
    "eq_1_2", "section_3", "sgdm", "eq_3", "fig_2", "fig_2_right", "followed",
    "fig_7", "training_length", "eq_4", "prop_1", "prop_2", "prop_2_proof",
    "sign_descent", "sign_descent_range", "section_4",
    "stability_constants", "lemma_1", "prop_3", "prop_3_proof", "table_3", "prop_4",
    "prop_4_fixed", "table_4", "table_5", "table_2", "table_2_text", "gamma_prime", "fig_5",
    "table_1", "gaussian_mechanism", "budgets", "theorem_2", "assumption_3",
    "lemma_3_terms", "lemma_3", "cor_1", "prop_6", "prop_6_proof", "prop_6_logarithms",
    "appendix_f", "prop_7",
)  # fmt: skip
