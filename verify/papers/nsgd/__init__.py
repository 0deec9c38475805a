"""Normalised and clipped SGD with perturbation (Yang, Zhang, Chen, Liu 2022)."""

TITLE = (
    "Normalized/Clipped SGD with Perturbation for Differentially Private Non-Convex "
    "Optimization (Yang, Zhang, Chen, Liu 2022)"
)
MODULES = (
    "section_1", "section_2_2", "algorithm_1", "noise_scale", "lemma_3_1", "thm_3_2",
    "thm_3_2_ranges", "cor_3_3", "eq_7", "thm_3_4", "cor_3_5", "section_3_3", "section_3_4",
    "figs_1_3", "budgets", "lemma_a1", "lemma_a2", "lemma_a3", "toy_example", "lemma_a5",
    "eq_21", "lemma_b1", "lemma_b2", "eq_28", "eq_29_30", "eq_31", "simulated", "leading_terms",
    "lemma_b3", "lemma_c1", "app_c2", "lemma_c3", "prop_e1", "prop_e2", "prop_e3",
    "lemma_3_1_proof",
)  # fmt: skip
