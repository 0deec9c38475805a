"""Laplacian smoothing for private ERM (Wang et al. 2019): one module a numbered result."""

MODULES = (
    "section_1",
    "section_2",
    "fig_2",
    "thm_1",
    "remark_1",
    "prop_1",
    "prop_2",
    "lemma_1",
    "lemmas_2_3",
    "proof_1",
    "remark_3",
    "remark_3_norm",
    "lemmas_4_5",
    "appendix_b",
    "tables",
    "appendix_c",
)
