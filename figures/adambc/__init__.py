"""Figures of DP-AdamBC (Tang, Shpilevskiy and Lécuyer 2023), as analogues, and our own."""
