"""Figures of group-wise clipping (Bu, Liu, Wang, Zha, Karypis 2023), as analogues, and our own."""
