"""What is said: sets, notation, units, statements, claims."""
