"""Laplacian smoothing for private ERM (Wang et al. 2019): one module a numbered result."""

MODULES = (
    "section_1",
    "section_2",
    "fig_2",
    "prop_1",
    "prop_2",
    "remark_3_norm",
    "lemmas_4_5",
    "appendix_b",
    "tables",
    "appendix_c",
)
