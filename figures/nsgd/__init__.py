"""Figures of DP-NSGD (Yang, Zhang, Chen and Liu 2022), as analogues, and our own."""
