"""Facts that several claims of the paper rest on."""
