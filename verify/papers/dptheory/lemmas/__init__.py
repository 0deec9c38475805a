"""Facts that claims of the paper rest on."""
