"""Normalised and clipped SGD with perturbation (Yang, Zhang, Chen, Liu 2022)."""

MODULES = ("lemma_3_1", "lemma_a3", "eq_11")
