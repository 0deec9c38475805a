"""What the box prover computes with: enclosures, derivatives, cuts."""
