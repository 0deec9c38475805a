"""The figures: tables of numbers, and what is drawn from them."""
