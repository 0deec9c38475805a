"""The links of a derivation and what they stand on."""
