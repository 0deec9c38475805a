"""Group-wise clipping (Bu, Liu, Wang, Zha, Karypis 2023)."""

TITLE = (
    "On the Accuracy and Efficiency of Group-Wise Clipping in Differentially Private "
    "Optimization (Bu, Liu, Wang, Zha, Karypis 2023)"
)
MODULES = (
    "abstract", "section_1", "eq_1", "section_2", "eq_3_4", "table_2", "alg_1_noise",
    "alg_1_time", "assumptions", "thm_1", "thm_1_learning_rate", "thm_1_leading",
    "thm_1_numbers", "thm_1_groups", "thm_1_runs", "eq_7", "thm_2", "thm_2_practice",
    "remark_5_1", "section_5", "section_6", "section_6_1", "section_6_1_ends", "section_6_2",
    "table_3", "table_4", "tables_5_7", "gaps", "tables_agree", "section_8", "thm_2_appendix",
    "auto_r_dependent", "eq_9", "lemma_a1", "eq_11_12", "eq_13_14", "eq_16_18", "r_minimum",
    "lemma_a2", "eq_19",
)  # fmt: skip
