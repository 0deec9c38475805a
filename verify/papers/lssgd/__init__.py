"""Laplacian smoothing for private ERM (Wang et al. 2019): one module a numbered result."""

TITLE = (
    "DP-LSSGD: A Stochastic Optimization Method to Lift the Utility in "
    "Privacy-Preserving ERM (Wang, Gu, Boedihardjo, Barekat, Osher 2019)"
)
MODULES = (
    "section_1", "utility", "table_1", "section_2", "section_2_rate", "fig_2",
    "algorithm_1", "thm_1", "remark_1", "thm_2", "thm_2_mnist", "prop_1",
    "remark_2_difference", "remark_2", "remark_2_optimum", "thm_3", "prop_2",
    "eq_6", "lemma_1", "lemmas_2_3", "proof_1_sensitivity", "proof_1", "remark_3",
    "remark_3_privacy", "lemmas_4_5", "eq_9", "proof_2", "proof_3",
    "lemma_6", "lemma_7", "tables", "appendix_c", "section_4", "table_2", "figs_5_7",
)  # fmt: skip
