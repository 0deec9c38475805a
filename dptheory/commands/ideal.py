"""The one line below every printed noise scale."""

IDEAL = "Scales are of ideal noise; before anything is released read docs/release.md."
