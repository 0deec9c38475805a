"""Facts that several claims of this project rest on."""
