"""Pure updates on a released gradient."""
