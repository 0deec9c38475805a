"""Facts that several results rest on."""
