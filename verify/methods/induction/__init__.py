"""One step of an induction, and recurrences."""
