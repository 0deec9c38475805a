"""Laplacian smoothing for private ERM (Wang et al. 2019): one module a numbered result."""

MODULES: tuple[str, ...] = ()
