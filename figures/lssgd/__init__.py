"""Figures of the paper on Laplacian smoothing."""
