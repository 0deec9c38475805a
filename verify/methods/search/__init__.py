"""The search for the worst instance."""
