"""Hyperparameter tuning with Rényi differential privacy: the best of a random number of runs."""

TITLE = "Hyperparameter Tuning with Renyi Differential Privacy (Papernot, Steinke 2022)"
MODULES = ("definition_1", "theorem_2", "corollary_3", "corollary_4", "theorem_6", "runs")
